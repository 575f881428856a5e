"""Nothing that takes long runs in the event loop of the lab, from the first request on."""

from __future__ import annotations

from bench.loop_steps import MOST, longest_steps

_SLOWER = 5  # a machine may be than one on which the benchmark measures steps: what was wrong once took longer still


def test_no_step_of_the_event_loop_is_long() -> None:
    """Processor time of the loop's thread; `make bench` measures whether it is short."""
    assert not {name: step for name, step in longest_steps(50).items() if step >= _SLOWER * MOST}
