# A command typed into the user's terminal.
# Refused at the level: filter
import termios

from native import call

call("ioctl", 0, termios.TIOCSTI, b"x")
