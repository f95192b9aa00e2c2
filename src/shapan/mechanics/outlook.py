"""What an attack promises, for the one who decides about it: losses of both sides in shares of all throws."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any, Final

from shapan.kernel.view import Chance

from .crt import Result

AVERAGE: Final = "preview.average"
"""The sentence on what both sides lose on average."""


def losses(results: Iterable[Result], most: Result, *, attacking: bool = True) -> list[Chance]:
    """What the faces of the die cost the viewer and his enemy, never more than there is; equal outcomes are one.

    >>> faces = [Result(2, 1), Result(1, 3), Result(1, 2)]
    >>> [(chance.numerator, chance.yours, chance.theirs) for chance in losses(faces, Result(9, 2))]
    [(2, 1, 2), (1, 2, 1)]
    """
    capped = [(min(each.attacker, most.attacker), min(each.defender, most.defender)) for each in results]
    lost = Counter(each if attacking else each[::-1] for each in capped)
    return best_first(
        Chance("chance.losses", count, lost.total(), {"yours": yours, "theirs": theirs}, yours, theirs)
        for (yours, theirs), count in lost.items()
    )


def best_first(chances: Iterable[Chance]) -> list[Chance]:
    """Where steps are all that counts, as the viewer likes them; what is equally liked stays in its order."""
    return sorted(chances, key=lambda chance: (chance.yours or 0) - (chance.theirs or 0))


def heading(place: str, defenders: Iterable[str], unknown: bool) -> tuple[str, Mapping[str, Any]]:
    """The title of an attack and what it names: the only defender, or else the place."""
    known = list(defenders)
    if len(known) == 1 and not unknown:
        return "preview.attack_on", {"unit": known[0], "hex": place}
    return "preview.attack", {"hex": place}
