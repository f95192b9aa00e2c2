"""What is promised before a roll is what the dice then do: previews are walked face by face."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest
from tests.games.shanghai_nanking.players import careful, scattered
from tests.games.shanghai_nanking.table import (
    FIRST_01,
    GAME,
    THIRD,
    Position,
    asked,
    attack,
    do,
    roll,
    settle_support,
    table,
)

from shapan.games.shanghai_nanking.actions import Interdicted
from shapan.games.shanghai_nanking.battle import Dogfighting, Striking
from shapan.games.shanghai_nanking.beaches import Retreating
from shapan.games.shanghai_nanking.interdiction import Covering, CoverRoll, Interdicting, Interdiction
from shapan.games.shanghai_nanking.landings import Assaulting, Landing
from shapan.games.shanghai_nanking.losses import Losing, Returning
from shapan.kernel import DICE, rule
from shapan.kernel.view import Preview

CALM = {"3512": "JSNLF1", "3411": "CD36"}
BARRED = {"3408": "J9-7", "3309": "J9-19", "3208": "J9-35", "3207": "J9-36"}
FACES = range(1, 7)


def at_sea(units: dict[str, str], *landings: str, turn: int = 2) -> Position:
    """Units lie off the coast, and nothing has been begun."""
    pos = table("japanese_reinforcements", units={**CALM, **units}, turn=turn)
    do(pos, *(f"land {text}" for text in landings))
    assert asked(pos, Landing)
    return pos


def promised(preview: Preview) -> Counter[tuple[float | None, float | None]]:
    assert all(chance.denominator == sum(each.numerator for each in preview.chances) for chance in preview.chances)
    return Counter({(chance.yours, chance.theirs): chance.numerator for chance in preview.chances})


def ashore(pos: Position) -> Counter[tuple[float | None, float | None]]:
    """What the faces of the die cost Japan and China in the landing that has just begun, without markers; of equals the
    Chinese lose a garrison, which would perish anyway."""
    settle_support(pos)
    assert asked(pos, Striking)
    found = Counter[tuple[float | None, float | None]]()
    for face in FACES:
        twin = pos.copy()
        roll(twin, face)
        while asked(twin, Losing, Retreating) or (twin.outcome is None and asked(twin, Returning)):
            answers = [GAME.format(twin, option) for option in twin.options()]
            do(twin, next((answer for answer in answers if answer.startswith("lose CG-")), answers[0]))
        found[twin.lost[1] - pos.lost[1], twin.lost[0] - pos.lost[0]] += 1
    return found


# --- 8.4 landings -------------------------------------------------------------------------------------


@rule("shanghai_nanking", "8.4", "10.3", "10.5.1", "R-14", "R-16")
@pytest.mark.parametrize(
    ("defenders", "around"),
    [
        ("CG-Baoshan", {}),
        ("CD55", {}),
        ("CD55", BARRED),
        ("CG-E", {}),
    ],
)
def test_a_landing_being_put_together_promises_what_the_dice_do(defenders: str, around: dict[str, str]) -> None:
    pos = at_sea({"3308": defenders, **around}, "J11-12 3308", "J11-22 3308")
    [preview] = pos.view("japanese").previews
    assert dict(preview.params) == {"unit": defenders, "hex": "3308"}
    assert [(factor.key, factor.value) for factor in preview.factors[:3]] == [
        ("factor.attacker", 3),
        ("factor.attacker", 3),
        ("factor.attack", 3),
    ], "halved in total"
    free = [(token.symbol, token.state) for token in preview.tokens]
    assert ("gunboat", "free") in free, "amphibious support may be added"
    assert not pos.view("chinese").previews
    do(pos, "pass")
    [begun] = pos.view("japanese").previews
    assert (begun.column, begun.chances) == (preview.column, preview.chances)
    assert ashore(pos) == promised(preview)


@rule("shanghai_nanking", "8.4", "R-43")
def test_nobody_is_promised_anything_of_an_empty_beach_or_of_none() -> None:
    pos = at_sea({})
    assert not pos.view("japanese").previews
    do(pos, "land J11-12 3308")
    assert not pos.view("japanese").previews


@rule("shanghai_nanking", "8.4")
def test_each_of_several_landings_is_foretold_until_it_begins() -> None:
    units = {"3308": "CG-Baoshan", "3510": "CG-Wusong"}
    pos = at_sea(units, "J11-12 3308", "J11-22 3308", "J3-6 3510", "J3-18 3510", "J3-34 3509")
    first = pos.view("japanese").previews
    assert [preview.params["hex"] for preview in first] == ["3308", "3510"], "nobody holds 3509"
    do(pos, "pass")
    assert asked(pos, Assaulting)
    assert pos.view("japanese").previews == first
    for preview in first:
        twin = pos.copy()
        do(twin, f"assault {preview.params['hex']}")
        assert ashore(twin) == promised(preview)


@rule("shanghai_nanking", "8.4", "6.3", "6.2", "R-16")
@pytest.mark.parametrize("around", [{}, BARRED], ids=["way back", "barred"])
@pytest.mark.parametrize("garrison", [[], ["CG-E"]], ids=["divisions", "garrison"])
def test_a_landing_on_unseen_defenders_has_two_bounds_and_both_come_true(
    garrison: list[str], around: dict[str, str]
) -> None:
    """Under the 36th Division lies one of three that are unlike, and where a garrison was stationed, that too."""
    pool = ["CD98", "CD57", "CB20"]
    seen = []
    for one in pool:
        others = [name for name in pool if name != one]
        units = {"0202": f"CD87 {others[0]}", "1102": f"CD88 {others[1]}", "3308": " ".join(["CD36", one, *garrison])}
        pos = at_sea({"3411": "CD9", **units, **around}, "J11-12 3308", "J11-22 3308", "J11-43 3308", "J11-44 3308")
        previews = list(pos.view("japanese").previews)
        seen.append(previews)
        assert [preview.title for preview in previews] == ["preview.weakest", "preview.strongest"]
        do(pos, "pass")
        real = ashore(pos)
        if one == "CB20":
            assert promised(previews[0]) == real
        if one == "CD98":
            assert promised(previews[1]) == real
    assert seen[0] == seen[1] == seen[2], "whoever lies there"


@rule("shanghai_nanking", "8.4", "6.3")
def test_which_garrison_lies_unseen_on_a_beach_is_not_told() -> None:
    def previews(here: str, there: str) -> list[Preview]:
        units = {"3308": f"CD36 {here}", "1824": f"CD9 {there}", "3411": "CD88"}
        pos = at_sea(units, "J11-12 3308", "J11-22 3308", "J11-43 3308", "J11-44 3308")
        return list(pos.view("japanese").previews)

    weak, strong = previews("CG-E", "CG-Wusong")
    assert [weak, strong] == previews("CG-Wusong", "CG-E")
    assert [weak.params["count"], strong.params["count"]] == [1, 3]


@rule("shanghai_nanking", "8.4", "R-47")
def test_what_is_warned_of_stands_with_the_first_of_several_landings() -> None:
    many = [f"{name} 3610" for name in f"{FIRST_01} JDet-Shigeto JDet-Asama".split()]
    pos = at_sea({"3510": "CG-Wusong", "3610": "CG-H"}, "JDet-Amaya 3510", *many, turn=3)
    first, second = pos.view("japanese").previews
    assert (list(first.warnings), list(second.warnings)) == (["warning.landing_too_big"], [])


@rule("shanghai_nanking", "6.3", "8.4")
def test_the_preview_of_a_landing_is_the_same_in_every_world_that_looks_alike() -> None:
    rng, bounded = Random(7), 0
    for seed in range(6):
        for pos in decisions(seed):
            if pos.at_sea and asked(pos, Landing, Assaulting):
                previews = pos.view("japanese").previews
                assert pos.imagine("japanese", rng).view("japanese").previews == previews
                bounded += any(preview.title == "preview.weakest" for preview in previews)
    assert bounded > 5


@rule("shanghai_nanking", "8.4", "8.4.1", "10.5.1", "R-14", "R-16")
def test_every_landing_on_a_crowded_table_does_what_was_promised() -> None:
    """With open stacks, and as long as nobody wins by a retreat (4.1)."""
    walked = 0
    for seed in range(8):
        for pos in decisions(seed, fog_of_war=False):
            if pos.turn >= pos.book.adjacent_wins_from or not asked(pos, Assaulting):
                continue
            for preview in pos.view("japanese").previews:
                walked += 1
                twin = pos.copy()
                do(twin, f"assault {preview.params['hex']}")
                assert ashore(twin) == promised(preview)
    assert walked > 5


# --- 11.2, 11.3 the air -------------------------------------------------------------------------------


@rule("shanghai_nanking", "11.3", "10.5")
def test_an_interception_does_what_was_promised_and_so_does_the_combat_with_and_without_it() -> None:
    pos = table(plan="fight-move", units={"3410": "CD36", "3510": THIRD, "3411": "CD88"})
    attack(pos, "3410", THIRD, "support air", "pass")
    assert pos.decision.kind == "intercept"
    as_it_comes, die, aborted = pos.view("chinese").previews
    assert (die.title, aborted.title) == ("preview.intercept", "preview.aborted")
    assert die.chart == ""
    found = Counter[str]()
    for face in FACES:
        twin = pos.copy()
        do(twin, "intercept")
        roll(twin, face)
        settle_support(twin)
        turned = strikes(twin) == promised(aborted)
        assert turned or strikes(twin) == promised(as_it_comes)
        found["chance.aborted" if turned else "chance.air_missed" if twin.chinese_air else "chance.air_lost"] += 1
    assert found == {chance.key: chance.numerator for chance in die.chances}
    do(pos, "pass")
    assert strikes(pos) == promised(as_it_comes) != promised(aborted)


def strikes(pos: Position) -> Counter[tuple[float | None, float | None]]:
    """What the faces of the die cost China and Japan."""
    assert asked(pos, Striking)
    found = Counter[tuple[float | None, float | None]]()
    for face in FACES:
        twin = pos.copy()
        roll(twin, face)
        while asked(twin, Losing, Returning):
            do(twin, GAME.format(twin, next(iter(twin.options()))))
        found[twin.lost[0] - pos.lost[0], twin.lost[1] - pos.lost[1]] += 1
    return found


@rule("shanghai_nanking", "11.2", "11.3", "R-07")
@pytest.mark.parametrize("turn", [3, 4, 6])
def test_an_interdiction_and_the_cover_against_it_do_what_was_promised(turn: int) -> None:
    pos = table("chinese_reinforcements", "fight-fight", CALM, turn=turn)
    assert asked(pos, Covering)
    strike, cover = pos.view("chinese").previews
    assert (strike.title, cover.title) == ("preview.interdiction", "preview.intercept")
    least = Counter[int]()
    for face in FACES:
        twin = pos.copy()
        do(twin, "pass")
        waiting = sum(twin.factor(unit) for unit in twin.waiting(0))
        roll(twin, face)
        least[min(waiting - left for left in kept(twin))] += 1
    assert least == {chance.params["count"]: chance.numerator for chance in strike.chances}
    found = Counter[str]()
    for face in FACES:
        twin = pos.copy()
        do(twin, "intercept")
        roll(twin, face)
        struck = asked(twin, Interdiction)
        found["chance.aborted" if not struck else "chance.air_missed" if twin.chinese_air else "chance.air_lost"] += 1
    assert found == {chance.key: chance.numerator for chance in cover.chances}


def kept(pos: Position) -> Iterator[int]:
    """The factors that wait when the interdiction is over, by every choice of its victims."""
    if not asked(pos, Interdicting):
        yield sum(pos.factor(unit) for unit in pos.waiting(0))
        return
    alike: dict[int, str] = {}
    for option in pos.options():
        assert isinstance(option, Interdicted)
        alike.setdefault(pos.factor(option.unit), GAME.format(pos, option))
    for text in alike.values():
        twin = pos.copy()
        do(twin, text)
        yield from kept(twin)


# --- 8.1 elite units ----------------------------------------------------------------------------------


@rule("shanghai_nanking", "8.1", "10.5.2", "R-25")
@pytest.mark.parametrize("turn", [6, 8, 10])
def test_when_an_elite_unit_returns_that_is_given_up_is_foretold(turn: int) -> None:
    pos = table("chinese_first", "fight-move", {"3410": "CD36 CD87", "3409": "J3-6"}, reduced="CD36 CD87", turn=turn)
    attack(pos, "3409", "CD36 CD87")
    settle_support(pos)
    face = next(face for face in FACES if loses_one(pos, face))
    roll(pos, face)
    while asked(pos, Losing) and pos.actor != "chinese":
        do(pos, GAME.format(pos, next(iter(pos.options()))))
    assert (pos.actor, pos.decision.kind) == ("chinese", "lose")
    [preview] = pos.view("chinese").previews
    do(pos, "lose CD36")
    assert asked(pos, Returning)
    found = Counter[int]()
    for face in FACES:
        twin = pos.copy()
        events = do(twin, f"roll {face}")
        told = next(event for event in events if event.key in {"event.elite_returns", "event.elite_gone"})
        found[int(told.params.get("turn", 0))] += 1
    assert found == {chance.params.get("turn", 0): chance.numerator for chance in preview.chances}


def loses_one(pos: Position, face: int) -> bool:
    twin = pos.copy()
    roll(twin, face)
    return asked(twin, Losing) and twin.actor == "chinese"


# --- 4.2 the last at Shanghai -------------------------------------------------------------------------


def warned(pos: Position) -> bool:
    return any("warning.last_may_fall" in preview.warnings for preview in pos.view(pos.actor).previews)


def fatal(pos: Position) -> bool:
    """Does any face of the die lose the game, whatever the Chinese player then chooses?"""
    return any(lost(pos, face) for face in FACES)


def lost(pos: Position, face: int) -> bool:
    twin = pos.copy()
    roll(twin, face)
    return all(end for end in ends(twin))


def ends(pos: Position) -> Iterator[bool]:
    """Has Japan won, by each way to go on until the phase does?"""
    if pos.outcome is not None:
        yield pos.outcome.winner == "japanese"
    elif asked(pos, Returning):
        twin = pos.copy()
        do(twin, "roll 1")
        yield from ends(twin)
    elif pos.decision.kind in {"lose", "advance", "trim"}:
        for option in pos.options():
            twin = pos.copy()
            do(twin, GAME.format(twin, option))
            yield from ends(twin)
    else:
        yield False


EQUALS = {"3411": "CD55", "3310": "CD56 CD7", "3409": "CD13 CD15", "3410": "J3-6"}
"""Of those that are equally strong only the first stands next to Shanghai."""
REENTERED = {"3411": "CD57", "3410": "CD55 CD56", "3510": "CD7 CD13", "3511": "JSNLF1"}
"""The strongest, who falls first, is the only one next to Shanghai, and so is the hex that is attacked."""


@rule("shanghai_nanking", "4.2", "10.5.2", "R-01")
@pytest.mark.parametrize(
    ("units", "reduced", "names", "target", "turn", "expected"),
    [
        ({"3411": "CD55", "3410": THIRD}, "", "CD55", "3410", 4, True),
        ({"3411": "CD55", "3410": THIRD}, "", "CD55", "3410", 6, False),
        ({"3411": "CD55", "3511": "CG-G", "3410": THIRD}, "", "CD55", "3410", 4, False),
        ({"3411": "CD55 CD56", "3410": THIRD}, "", "CD55 CD56", "3410", 4, True),
        ({"3411": "CD55 CD56", "3410": THIRD}, "", "CD55", "3410", 4, False),
        ({"3411": "CD36 CD87", "3410": "JSNLF1"}, "", "CD36 CD87", "3410", 4, False),
        ({"3411": "CD55", "3409": "CD88 CD98", "3410": "J3-6"}, "", "CD55 CD88 CD98", "3410", 4, False),
        (REENTERED, "JSNLF1", "CD57 CD55 CD56 CD7 CD13", "3511", 4, False),
        (REENTERED, "", "CD57 CD55", "3511", 4, True),
        (EQUALS, "", "CD55 CD56 CD7 CD13 CD15", "3410", 4, False),
    ],
    ids=[
        "alone",
        "later",
        "a garrison stays",
        "all of them",
        "one stays",
        "many steps",
        "others first",
        "one can enter",
        "nobody can",
        "equals",
    ],
)
def test_an_attack_that_may_cost_the_last_at_shanghai_is_warned_of(
    units: dict[str, str], reduced: str, names: str, target: str, turn: int, expected: bool
) -> None:
    pos = table("chinese_first", "fight-move", units, reduced=reduced, turn=turn)
    first, *others = names.split()
    do(pos, f"attack {first} {target}", *(f"join {name}" for name in others))
    assert warned(pos) == expected
    do(pos, "commit")
    settle_support(pos)
    assert fatal(pos) == expected


@rule("shanghai_nanking", "4.2", "11.4")
def test_the_gunfire_that_may_still_come_is_reckoned_with() -> None:
    """At 4:1 the attack costs one step, at 3:1 it may cost both of the 36th Division."""
    units = {"3511": "CD36", "3510": "CD55 CD56 CD7 CD13", "3610": "JSNLF1"}
    pos = table("chinese_first", "fight-move", units, turn=4)
    do(pos, "attack CD36 3610", "join CD55", "join CD56", "join CD7", "join CD13")
    assert [preview.column for preview in pos.view("chinese").previews] == ["4:1"]
    assert warned(pos)
    do(pos, "commit")
    while pos.decision.kind == "support":
        do(pos, "pass")
    assert (pos.actor, pos.decision.kind) == ("japanese", "defend")
    assert not warned(pos), "it is not their loss"
    plain, shelled = pos.copy(), pos.copy()
    do(plain, "pass")
    do(shelled, "support naval")
    assert (fatal(plain), fatal(shelled)) == (False, True)


@rule("shanghai_nanking", "4.2", "10.5.2")
def test_whoever_gives_up_the_last_at_shanghai_among_equals_is_warned() -> None:
    pos = table("chinese_first", "fight-move", EQUALS, turn=4)
    attack(pos, "3410", "CD55 CD56 CD7 CD13 CD15")
    settle_support(pos)
    roll(pos, next(face for face in FACES if loses_one(pos, face)))
    assert pos.decision.kind == "lose"
    [preview] = pos.view("chinese").previews
    assert list(preview.warnings) == ["warning.last_at_shanghai"]
    do(pos, "lose CD55")
    while pos.outcome is None and pos.decision.kind in {"lose", "advance"}:
        do(pos, GAME.format(pos, list(pos.options())[-1]))
    assert pos.outcome is not None
    assert (pos.outcome.winner, pos.outcome.case) == ("japanese", "4.2")


# --- all of them --------------------------------------------------------------------------------------

CALLED_FOR = (Striking, Dogfighting, CoverRoll, Returning)
"""What the dice fall for when somebody has asked for them; and the interdiction, where cover was declined."""
ASIDE = ("support", "intercept", "defend")


@rule("shanghai_nanking", "8.1", "8.4", "9.6", "10.5", "11.2", "11.3")
def test_whoever_can_call_for_dice_is_told_what_they_do() -> None:
    """On crowded tables: an answer after which the dice fall is never given without a preview of them."""
    called = Counter[str]()
    for seed in (0, 1, 3):
        before = +called
        for pos in decisions(seed):
            kind, previews = pos.decision.kind, pos.view(pos.actor).previews
            assert all(sum(chance.numerator for chance in preview.chances) in {0, 6} for preview in previews)
            if called[kind] - before[kind] < 12:
                rolls = [text for text in answers(pos) if calls(pos, text)]
                called[kind] += len(rolls)
                assert any(preview.chances for preview in previews) or not rolls, (kind, rolls)
    assert {*ASIDE, "join", "stack", "land", "assault", "cover"} <= set(+called)


def decisions(seed: int, **switches: bool) -> Iterator[Position]:
    """What players are asked on a crowded table."""
    rng = Random(seed)
    pos = scattered(seed, **switches)
    for _ in range(260):
        if pos.outcome:
            return
        if pos.actor != DICE:
            yield pos
        pos.push(careful(pos, rng))


def answers(pos: Position) -> Iterator[str]:
    """Some answers of each verb."""
    seen = Counter[type]()
    for option in pos.options():
        seen[type(option)] += 1
        if seen[type(option)] < 5:
            yield GAME.format(pos, option)


def calls(pos: Position, text: str) -> bool:
    """Do dice fall because of this, once everybody has passed who is asked for markers and aircraft?

    A landing that waits for another one has been ordered with it, and its odds were told then; a phase that ends asks
    for nothing.
    """
    world, kind = pos.copy(), pos.decision.kind
    do(world, text)
    while world.outcome is None and world.actor != DICE and world.decision.kind in ASIDE:
        do(world, "pass")
    if world.outcome is not None or world.actor != DICE:
        return False
    if isinstance(world.top, Striking) and kind not in {*ASIDE, "join", "stack", "land", "assault"}:
        return False
    return isinstance(world.top, CALLED_FOR) or kind == "cover"
