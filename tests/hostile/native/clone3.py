# A second process by the newer call, whose flags no filter sees.
# Refused at the level: filter
import os
import struct

from native import call

flags = struct.pack("11Q", 0, 0, 0, 0, 17, 0, 0, 0, 0, 0, 0)
if call("clone3", flags, len(flags)) == 0:
    os._exit(0)
