# The user's terminal, taken.
# Refused at the level: filter
import termios

from native import call

call("ioctl", 0, termios.TIOCSCTTY, 0)
