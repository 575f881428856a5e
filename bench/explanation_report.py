"""The report on explanations as Markdown: what is refused, what passes and why, and how good the honest ones are."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from statistics import fmean

from bench.calibration import Calibration
from bench.corruptions import CORRUPTIONS
from bench.explanations import Findings, total
from ludoteca.core.verdicts import Verdict

_WHY_PASSED = {
    ("visits changed", "montecarlo"): "Nothing else counts the visits of the only legal move.",
    ("values changed", "montecarlo"): (
        "Where one seat does not lose what another gains (more than two seats, or Azul's estimates, which count the "
        "other's points at 0.8), the value of a reply does not bind that of its move."
    ),
    ("values changed", "alphabeta"): "A weaker bound of a reply is still a bound.",
    ("a number changed", "alphabeta"): "Only another search shows how deep the first one was.",
    ("the trace of another position", "agentspeak"): "Another intention may be of an earlier turn, which is not shown.",
    ("steps exchanged", "planner"): "The steps do not depend on each other: the plan is right in either order.",
    ("a number changed", "planner"): (
        "How much more a plan from another move costs is not checkable where the checker's own planning reaches its "
        "limit."
    ),
    (
        "reasons against two moves swapped",
        "planner",
    ): "What is said of one holds of the other too, or the checker's own planning reaches its limit.",
}
"""By corruption and school, as looked at one by one: what is not here has not been explained."""

_UNEXPLAINED = "Not explained yet."
_REFUSALS = """\
A false explanation is an honest one, corrupted. It is refused if a checker of its claims, its evidence, its events or
its trace finds it false, without asking the mind. Asked again (`replay --verify`), the mind gives the honest
explanation, so that a false one that passes here is found out there."""
_QUALITY = """\
- **Given again**: another player with the same seed gives the same explanation.
- **Covered**: there is a reason for the chosen move and against each other legal one, none left out.
- **Complete**: covered, and all of these reasons are true without asking the mind. The choice can then be rebuilt from
  the explanation, its trace included, and the rules alone. The words of a knowledge file's author cannot be checked, so
  that explanations with them are not complete.
- **Facts** and **sentences**: what the reason for the chosen move takes, without the trace.
- **Stable**: new players with other seeds that choose the same move give the same claim, and the same reason with all
  its numbers.
- **Brier score**: the mean square of what the mind expects (`value`) minus how the game ended; 0.25 is no better than
  always expecting one half. Of minds that give no expectation there is none.
- **Judged in**: the mean and the longest time that all checks of one explanation take."""
_EXACT = """\
On boards of Kalah that `ludoteca solve` solves, what a mind expects is compared with the exact result, if both sides
play best after the chosen move, and with how the game ended."""


def report(found: Sequence[Findings], calibrations: Sequence[Calibration]) -> str:
    """The report as Markdown."""
    parts = [
        ["# Explanations"],
        ["## False explanations", "", _REFUSALS],
        _ways(found),
        _chart(found),
        ["What passes, and why:"],
        _passed(found),
        ["## Honest explanations", "", _QUALITY],
        _minds(found),
        _complete_chart(found),
        ["## Calibration against exact values", "", _EXACT],
        _exact(calibrations),
    ]
    return "\n\n".join("\n".join(part) for part in parts) + "\n"


def _share(part: int, whole: int) -> str:
    return f"{part / whole:.1%}" if whole else "–"


def _ways(found: Sequence[Findings]) -> Iterator[str]:
    yield "| corruption | made | refused | share |"
    yield "|---|---|---|---|"
    for name in CORRUPTIONS:
        made, refused = (sum(getattr(each, which)[name] for each in found) for which in ("made", "refused"))
        yield f"| {name} | {made} | {refused} | {_share(refused, made)} |"
    made, refused = total(found, "made"), total(found, "refused")
    yield f"| **all** | {made} | {refused} | {_share(refused, made)} |"
    honest, refuted = sum(each.honest for each in found), sum(each.refuted for each in found)
    yield f"| none: honest explanations | {honest} | {refuted} | {_share(refuted, honest)} |"


def _chart(found: Sequence[Findings]) -> Iterator[str]:
    shares = []
    for name in CORRUPTIONS:
        made, refused = (sum(getattr(each, which)[name] for each in found) for which in ("made", "refused"))
        shares.append((name, round(100 * refused / made, 1) if made else 0.0))
    yield from _bars("False explanations that are refused, in %", shares)


def _bars(title: str, shares: Sequence[tuple[str, float]]) -> Iterator[str]:
    """A chart of shares in percent."""
    yield "```mermaid"
    yield "xychart-beta horizontal"
    yield f'  title "{title}"'
    yield f"  x-axis {json.dumps([name for name, _ in shares])}"
    yield '  y-axis "%" 0 --> 100'
    yield f"  bar [{', '.join(str(share) for _, share in shares)}]"
    yield "```"


def _passed(found: Sequence[Findings]) -> Iterator[str]:
    """The corruptions that pass, with their minds and why."""
    yield "| passes | mind | game | times | why |"
    yield "|---|---|---|---|---|"
    for each in found:
        for name in CORRUPTIONS:
            passed = each.made[name] - each.refused[name]
            if passed:
                why = _WHY_PASSED.get((name, each.mind.partition(":")[0]), _UNEXPLAINED)
                yield f"| {name} | {each.mind} | {each.game} | {passed} of {each.made[name]} | {why} |"


def _minds(found: Sequence[Findings]) -> Iterator[str]:
    yield (
        "| mind | game | explanations | given again | verdicts: true, not checkable | covered | complete | facts "
        "| sentences | stable: claim, reason | Brier score | judged in |"
    )
    yield "|---|---|---|---|---|---|---|---|---|---|---|---|"
    for each in found:
        verdicts = f"{each.verdicts[Verdict.TRUE]}, {each.verdicts[Verdict.UNCHECKABLE]}"
        brier = f"{fmean(each.squares):.3f}" if each.squares else "–"
        same = f"{each.same_claim}, {each.same_reason} of {each.same_move}" if each.same_move else "–"
        yield (
            f"| {each.mind} | {each.game} | {each.honest} | {each.reproduced} | {verdicts} "
            f"| {_share(each.covered, each.honest)} | {_share(each.complete, each.honest)} | {fmean(each.facts):.1f} "
            f"| {fmean(each.sentences):.1f} | {same} | {brier} "
            f"| {fmean(each.seconds):.2f} s, {max(each.seconds):.2f} s |"
        )


def _complete_chart(found: Sequence[Findings]) -> Iterator[str]:
    """Complete explanations of each school, over all games."""
    shares = dict[str, tuple[int, int]]()
    for each in found:
        school = each.mind.partition(":")[0]
        complete, honest = shares.get(school, (0, 0))
        shares[school] = complete + each.complete, honest + each.honest
    percent = [(school, round(100 * complete / honest, 1)) for school, (complete, honest) in shares.items() if honest]
    yield from _bars("Complete explanations, in %", sorted(percent, key=lambda pair: -pair[1]))


def _exact(calibrations: Sequence[Calibration]) -> Iterator[str]:
    yield "| mind | board | positions | mean distance from exact | Brier score, exact | Brier score, outcome |"
    yield "|---|---|---|---|---|---|"
    for each in calibrations:
        yield (
            f"| {each.mind} | {each.board} | {each.positions} | {each.error:.3f} | {each.brier_exact:.3f} "
            f"| {each.brier_outcome:.3f} |"
        )
