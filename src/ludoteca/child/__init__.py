"""Child processes with limits, for everything that could hang, crash or do harm.

`client` and `server` are the two ends of the one protocol they all speak.
"""

from ludoteca.child.client import Client
from ludoteca.child.errors import ChildError, Crashed, Flooded, Garbled, ServiceError, Shortage, TooSlow
from ludoteca.child.forking import preload
from ludoteca.child.limits import FOREIGN, OURS, Limits
from ludoteca.child.process import Child
from ludoteca.child.sandbox import Isolation, isolation

__all__ = [
    "FOREIGN",
    "OURS",
    "Child",
    "ChildError",
    "Client",
    "Crashed",
    "Flooded",
    "Garbled",
    "Isolation",
    "Limits",
    "ServiceError",
    "Shortage",
    "TooSlow",
    "isolation",
    "preload",
]
