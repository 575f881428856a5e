"""Everything numba loads before its first compiled function runs: imported once, before processes are forked."""

from numba.core.registry import cpu_target

cpu_target.typing_context.refresh()
cpu_target.target_context.refresh()
