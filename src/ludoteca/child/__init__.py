"""The one way anything runs that could hang, crash or do harm: a child process with limits.

>>> import sys
>>> echo = "import sys\\nfor line in sys.stdin: print(line, end='', flush=True)"
>>> with Child([sys.executable, "-c", echo]) as child:
...     child.ask({"question": "how many?"}, seconds=5)
{'question': 'how many?'}
"""

from ludoteca.child.errors import ChildError, Crashed, Flooded, Garbled, TooSlow
from ludoteca.child.limits import FOREIGN, OURS, Limits
from ludoteca.child.process import Child, python_child
from ludoteca.child.sandbox import Isolation, isolation

__all__ = [
    "FOREIGN",
    "OURS",
    "Child",
    "ChildError",
    "Crashed",
    "Flooded",
    "Garbled",
    "Isolation",
    "Limits",
    "TooSlow",
    "isolation",
    "python_child",
]
