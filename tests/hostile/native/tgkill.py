# A signal to a thread of the parent, with its process.
# Refused at the level: filter
import signal

from native import VICTIM, call

call("tgkill", VICTIM, VICTIM, signal.SIGTERM)
