"""The launcher inside a child process: sets the limits, shuts it in, then becomes the program or runs a module of ours.

It runs as ``python -I -s -S -B -c CODE FOLDER NAME=VALUE … -- PROGRAM …``, so it imports nothing of ours but its own
modules, and little of the standard library: every child waits for it. Where it goes on as a module of ours Python reads
its variables in the environment, as it would for the module: ``-P`` instead of ``-I``.
"""

CODE = "import sys; sys.path.insert(0, sys.argv.pop(1)); from launch.main import main; main()"
"""What Python runs; FOLDER is the folder of this package."""
