"""Nothing that takes long runs in the event loop of the lab, from the first request on."""

from __future__ import annotations

from bench.loop_steps import MOST, longest_steps


def test_every_step_of_the_event_loop_is_short() -> None:
    """Processor time of the loop's thread. A step that is too long in one new lab must not be so in a second one."""
    long = {name: step for name, step in longest_steps(50).items() if step >= MOST}
    if long:
        again = longest_steps(50)
        long = {name: step for name, step in long.items() if again[name] >= MOST}
    assert not long
