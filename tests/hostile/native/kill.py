# A signal to the parent.
# Refused at the level: filter
import signal

from native import VICTIM, call

call("kill", VICTIM, signal.SIGTERM)
