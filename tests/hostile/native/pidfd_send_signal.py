# A signal by a descriptor of the parent.
# Refused at the level: filter
import signal

from native import call

call("pidfd_send_signal", 0, signal.SIGTERM, 0, 0)
