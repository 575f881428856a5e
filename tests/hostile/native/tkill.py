# A signal to a thread of the parent.
# Refused at the level: filter
import signal

from native import VICTIM, call

call("tkill", VICTIM, signal.SIGTERM)
