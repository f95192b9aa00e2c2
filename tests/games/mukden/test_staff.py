"""What the Russian staff does against sudden death, and that every reason can be said."""

from __future__ import annotations

from random import Random

from tests.games.mukden.table import GAME

from shapan.games.mukden.position import RUSSIAN, MukdenPosition
from shapan.games.mukden.staff import Staff, picture
from shapan.games.mukden.staff.officers import RUSSIAN_STAFF
from shapan.kernel import DICE, rule

STAFF = Staff()


def opening() -> MukdenPosition:
    pos = GAME.start()
    assert isinstance(pos, MukdenPosition)
    return pos


def danger(pos: MukdenPosition) -> float:
    return picture.danger(pos, picture.goals(pos), pos.occupied[RUSSIAN], RUSSIAN_STAFF.beside)


@rule("mukden", "4.2")
def test_the_russians_bar_the_way_to_the_railroad() -> None:
    """Over the first movement phase no Russian march brings the Japanese nearer to the railroad."""
    pos, rng = opening(), Random(5)
    barred = 0
    while pos.outcome is None and pos.turn == 1:
        if pos.actor == DICE:
            pos.apply(pos.chances().sample(rng))
            continue
        best = STAFF.advise(pos)[0]
        before = danger(pos) if best.reason == "reason.bar" else 0.0
        pos.push(best.action)
        if best.reason == "reason.bar":
            assert danger(pos) < before
            barred += 1
    assert barred


def test_every_reason_has_words() -> None:
    pos, rng = opening(), Random(6)
    while pos.outcome is None and pos.turn <= 2:
        if pos.actor == DICE:
            pos.apply(pos.chances().sample(rng))
            continue
        for entry in STAFF.advise(pos):
            assert "{" not in GAME.say(entry.reason, entry.params, pos)
        pos.apply(STAFF.advise(pos)[0].action)
