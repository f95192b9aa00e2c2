"""Every kind of action that the rules forbid is refused, under the right case, and changes nothing."""

import pytest
from tests.games.mukden.table import GAME, Table, start, table

from shapan.games.mukden.actions import Declare, Paralyse, Resolve
from shapan.kernel import Action, BadNotation, Capitulate, Match, Referee, Refusal, Roll, rule
from shapan.mechanics.restack import Restack
from shapan.mechanics.verbs import Attack, Flip, Lose, Move

FIELD = "J-1@1609 J-9@1708 J-7@1419* J-2@1320 R-15@1608 R-14@1608 R-9@1705*"


def fight(*moves: str, **switches: object) -> Table:
    return table(FIELD, phase="combat", **switches).push(*moves)  # type: ignore[arg-type]


def walk(units: str = FIELD, *moves: str) -> Table:
    return table(units, phase="movement").push(*moves)


WON = ("attack J-1 1608", "join J-9", "resolve 0", "roll 1")
THIN = FIELD.replace("R-15@1608 R-14@1608", "R-15(1)@1608 R-14@1607")
NORTH = "1320-1319-1318-1317-1316-1315-1314"


@pytest.mark.parametrize(
    ("t", "text", "case"),
    [
        # out of turn, in the wrong kind of phase, after having passed
        (fight(), "flip R-15", "5.5"),
        (fight(), "attack R-15 1609", "5.5"),
        (fight(), "move J-1 1610", "5.5"),
        (walk(), "attack J-1 1608", "5.5"),
        (walk(), "probe J-9 1607", "5.5"),
        (fight("pass"), "attack J-1 1608", "5.5"),
        (walk(FIELD, "pass"), "move J-1 1610", "5.5"),
        (start(), "pass", "5.3"),
        (start(), "return 2310", "5.2"),
        # with disrupted, eliminated and enemy units
        (walk(), "move J-7 1418", "2.11"),
        (walk(), "flip J-7", "2.11"),
        (fight(), "attack J-7 1608", "2.11"),
        (fight(), "probe J-7 1608", "2.11"),
        (walk(), "move J-3 2117", "2.10"),
        (walk(), "flip J-3", "2.10"),
        (fight(), "attack J-3 1608", "2.10"),
        (walk(), "move R-15 1607", "5.5"),
        (fight("attack J-1 1608"), "join R-15", "5.5"),
        (fight("attack J-1 1608"), "join J-7", "2.11"),
        (fight("attack J-1 1608"), "join J-3", "2.10"),
        # no steps, gaps, enemy hexes, points
        (walk(), "move J-2 1320", "8.1"),
        (walk(), "move J-2 1320-1318", "8.0"),
        (walk(), "move J-2 1319-1318", "8.0"),
        (walk(), "move J-2 1320-1319-1317", "8.0"),
        (walk(), "move J-9 1708-1608", "8.2"),
        (walk(), "move J-2 1608", "8.2"),
        (walk(), f"move J-2 {NORTH}-1313-1312", "8.2"),
        (walk("J-1@1320 R-Mad@2022"), f"move J-1 {NORTH}-1313", "8.4"),
        (walk("J-1@1320 R-Mad@1312"), f"move J-1 {NORTH}-1313", "8.4"),
        # zones
        (walk("J-3@2118 R-55@2215"), "move J-3 2118-2218-2217-2216-2217", "7.1"),
        (walk("J-3@2216 R-55@2215"), "move J-3 2216-2315", "7.1"),
        (walk("J-3@2216 R-55@2215 R-14@2117 R-15@2317"), "move J-3 2116", "7.1"),
        # stacking
        (walk("J-7@1518 J-8@1518 J-9@1519 R-9@4112"), "move J-9 1518", "6.1"),
        (walk("J-7@1518 J-8@1518 J-9@1519 R-9@4112"), "move J-9 1519-1518", "6.1"),
        # attacks
        (fight(), "attack J-1 1607", "9.0"),
        (fight(), "attack J-1 1708", "9.0"),
        (fight(), "attack J-2 1608", "9.0"),
        (fight("attack J-1 1608"), "attack J-9 1705", "9.3"),
        (fight("attack J-1 1608"), "join J-1", "9.2"),
        (fight("attack J-1 1608"), "join J-2", "9.0"),
        (fight("attack J-1 1608"), "pass", "9.0"),
        # markers
        (fight("attack J-1 1608"), "resolve 1", "9.7"),
        (fight("attack J-1 1608", order="combat"), "resolve 7", "9.7"),
        (fight("attack J-1 1608", "join J-9", order="combat"), "resolve 9", "9.7"),
        (fight("pass", "attack R-15 1609", order="combat"), "resolve 1", "9.7"),
        (fight("probe J-9 1707", order="combat", to_act="japanese"), "resolve 1", "9.7"),
        # after the reveal there is no way back
        (fight("attack J-1 1608", "resolve 0"), "pass", "9.8"),
        (fight("attack J-1 1608", "resolve 0"), "join J-9", "9.8"),
        (fight("attack J-1 1608", "resolve 0"), "halt", "9.8"),
        # losses
        (fight("attack J-1 1608", "join J-9", "resolve 0", "roll 6"), "lose J-2", "9.10"),
        (fight("attack J-1 1608", "join J-9", "resolve 0", "roll 6"), "lose R-15", "9.10"),
        (fight("attack J-1 1608", "join J-9", "resolve 0", "roll 6"), "halt", "9.10"),
        # declaration and paralysis
        (start(), "paralyse 1715 1", "5.3"),
        (start().push("declare combat"), "declare movement", "5.4"),
        (start().push("declare combat", "roll 4"), "pass", "5.4"),
        (start().push("declare combat", "roll 4"), "paralyse 1320 1", "5.4"),
        (start().push("declare combat", "roll 4"), "paralyse 1000 1", "5.4"),
        (start().push("declare combat", "roll 4"), "paralyse 1715 3", "5.4"),
        (start().push("declare combat", "roll 4", "paralyse 1715 1"), "paralyse 1715 1", "5.4"),
        (start().push("declare combat", "roll 2", "paralyse 1715 1"), "paralyse 1715 2", "5.4"),
        (start().push("declare combat", "roll 4", "paralyse 1715 1"), "pass", "5.4"),
    ],
)
@rule("mukden", "2.10", "2.11", "5.3", "5.4", "5.5", "6.0", "6.1", "6.2", "7.1", "8.0", "8.1", "8.2", "8.4")
@rule("mukden", "9.0", "9.1", "9.2", "9.7", "9.8", "9.10")
def test_what_the_rules_forbid_is_refused(t: Table, text: str, case: str) -> None:
    t.copy().refuses(text, case)


def advancing(*moves: str) -> Table:
    return table(THIN, phase="combat").push(*WON, *moves)


@pytest.mark.parametrize(
    ("t", "text", "case"),
    [
        (advancing(), "advance J-2", "9.11"),
        (advancing(), "attack J-1 1607", "9.11"),
        (advancing("advance J-1"), "advance J-1", "9.11"),
        (advancing("halt", "pass"), "advance J-1", "9.11"),
        (advancing("advance J-1", "halt"), "attack J-9 1607", "9.12"),
        (advancing("advance J-1", "halt"), "advance J-9", "9.12"),
        (advancing("advance J-1", "halt", "attack J-1 1607"), "join J-9", "9.12"),
        (advancing("advance J-1", "halt", "attack J-1 1607"), "resolve 1", "9.12"),
        (advancing("advance J-1", "halt", "halt", "pass"), "attack J-1 1607", "2.11"),
        (advancing("advance J-1", "halt", "probe J-1 1707"), "join J-9", "9.12"),
        (table("J-1@1609 R-15@1608 J-9@1610"), "probe J-9 1710", "9.13"),
        (table("J-1@1609 R-15@1608"), "probe J-1 1610", "9.13"),
        (table("J-1@1609 R-15@1608"), "probe J-1 1608", "9.13"),
        (table("J-1@1609 R-15@1608 R-14@1806"), "probe J-1 1707", "9.13"),
        (table("J-1@1609 R-15@1608").push("probe J-1 1708", "resolve 0"), "probe J-1 1707", "9.13"),
    ],
)
@rule("mukden", "9.3", "9.11", "9.12", "9.13")
def test_what_advances_momentum_and_probes_forbid_is_refused(t: Table, text: str, case: str) -> None:
    t.copy().refuses(text, case)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "sing",
        "move",
        "move J-1",
        "move J-99 1319",
        "move J-1 0000",
        "move J-1,J-9 1319",
        "move J-1 1320--1319",
        "flip .",
        "flip J-1,J-9",
        "declare both",
        "declare",
        "paralyse 1715 0",
        "paralyse 1715 10",
        "attack . 1608",
        "attack J-1 1608,1607",
        "resolve -1",
        "resolve many",
        "resolve 100",
        "lose marker",
        "roll 0",
        "roll 7",
        "capitulate french",
        "restack japanese 1715",
    ],
)
@rule("mukden", "5.5", "8.0", "9.0")
def test_what_cannot_even_be_said(text: str) -> None:
    """One unit a move, one hex an attack, one unit a flip: the notation has no room for more."""
    with pytest.raises(BadNotation):
        GAME.parse(start().pos, text)


@pytest.mark.parametrize(
    "action",
    [
        Move(999, (1,)),
        Move(0, ()),
        Move(0, (-5,)),
        Move("J-1", ("1320",)),  # type: ignore[arg-type]
        Move(0, None),  # type: ignore[arg-type]
        Flip(-1),
        Flip(True),
        Flip(None),  # type: ignore[arg-type]
        Attack(0, 10**9),
        Declare("sideways"),
        Paralyse(0, 0),
        Resolve(-1),
        Resolve(10**12),
        Lose(1.5),  # type: ignore[arg-type]
        Roll(7),
        Restack("french", 0, ()),
        Restack("russian", 0, [1]),  # type: ignore[arg-type]
        Capitulate("nobody"),
        Action(),
        None,
        "pass",
        42,
        object(),
    ],
)
def test_malformed_objects_are_refused_and_never_crash(action: object) -> None:
    for t in (start(), table(FIELD), table(FIELD, phase="movement"), start().push("capitulate japanese")):
        refusal = t.pos.refusal(action)
        assert refusal is not None
        assert refusal.case == "0"
        assert refusal.text


@rule("mukden", "4.1")
def test_nothing_is_played_after_the_end() -> None:
    t = start().push("capitulate russian")
    for text in ("declare combat", "pass", "roll 3", "capitulate japanese", "restack russian 1715 R-15,R-14"):
        assert t.refuses(text, "4.5") == "game_over"
    assert not t.pos.options()


@rule("mukden", "5.0", "8.1")
def test_no_undo_of_the_opponents_moves_or_of_a_roll() -> None:
    match = Match(GAME, referee=Referee(5))
    match.push(GAME.parse(match.position, "declare combat"))
    with pytest.raises(Refusal):
        match.undo("russian")
    match.roll()
    with pytest.raises(Refusal):
        match.undo("japanese")


@rule("mukden", "5.5")
def test_an_illegal_push_raises_and_changes_nothing() -> None:
    t = table(FIELD)
    before = t.pos.key()
    with pytest.raises(Refusal, match=r"5\.5"):
        t.push("move J-1 1610")
    assert t.pos.key() == before
