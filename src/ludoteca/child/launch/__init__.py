"""The launcher inside a child process: sets the limits, shuts it in, then becomes the program or runs a module of ours.

It runs as ``python -I -S -B -c CODE FOLDER NAME=VALUE … -- PROGRAM …``, so it imports nothing of ours but its own
modules, and little of the standard library: every child waits for it.
"""

CODE = "import sys; sys.path.append(sys.argv.pop(1)); from launch.main import main; main()"
"""What Python runs; FOLDER is the folder of this package."""
