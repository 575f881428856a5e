# The terminal, resized.
# Refused at the level: filter
import termios

from native import call

call("ioctl", 0, termios.TIOCSWINSZ, bytes(8))
