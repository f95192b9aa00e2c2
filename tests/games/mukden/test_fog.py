"""6.2 Fog of war: what each side is shown, told and can find out."""

import json
import random

import pytest
from tests.games.mukden.table import GAME, Table, start, table
from tests.games.takebacks import going_on, why_not
from tests.games.traffic import traffic

from shapan.games.mukden import imagine
from shapan.games.mukden.battle import Joining
from shapan.ground.hexes import bits
from shapan.kernel import SPECTATOR, rule
from shapan.kernel.view import PieceView

STACKS = "J-1@1716 J-9@1716 R-14@1715 R-15@1715 R-9@1915 R-31@1915* R-Mad@4112"


def shown(t: Table, side: str, hex_: str) -> list[PieceView]:
    """The counters in a hex as a side sees them, top first."""
    return sorted((piece for piece in t.view(side).pieces if piece.place == hex_), key=lambda piece: piece.order)


def everything_told(t: Table, side: str) -> str:
    """All that a side gets: its view, and what it was told since the last push."""
    told = [dict(event.params) for event in t.events if event.known_to(side)]
    return t.view(side).to_json().decode() + json.dumps(told)


# --- what lies under the top counter -------------------------------------------------------------


@rule("mukden", "6.2", "R12")
def test_of_an_enemy_stack_only_the_top_is_seen() -> None:
    top, below = shown(table(STACKS), "japanese", "1715")
    assert (top.id, top.values, top.hidden) == ("R-14", {"steps": 4}, False)
    assert (below.hidden, below.values, below.statuses) == (True, {}, ())
    assert "R-15" not in table(STACKS).view("japanese").to_json().decode()
    assert [piece.id for piece in shown(table(STACKS), "russian", "1715")] == ["R-14", "R-15"]


@rule("mukden", "6.2", "R12")
@pytest.mark.parametrize(
    ("units", "side"), [("J-1@1716 J-IG@1716 R-Mad@4112", "russian"), ("R-14@1716 R-72@1716 J-1@1320", "japanese")]
)
def test_whichever_counter_lies_beneath_is_seen_only_without_fog(units: str, side: str) -> None:
    assert [piece.hidden for piece in shown(table(units), side, "1716")] == [False, True]
    assert [piece.hidden for piece in shown(table(units, fog_of_war=False), side, "1716")] == [False, False]


@rule("mukden", "6.2", "2.11", "R12")
def test_a_disrupted_top_counter_shows_its_flag_only() -> None:
    t = table("J-1@1716 R-14@1715* R-15@1715 R-Mad@4112")
    top, below = shown(t, "japanese", "1715")
    assert (top.hidden, top.face, top.values) == (True, "back", {})
    assert below.hidden
    assert "R-14" not in t.view("japanese").to_json().decode()


@rule("mukden", "6.2")
def test_a_buried_counter_does_not_tell_whether_it_is_disrupted() -> None:
    up = table("J-1@1716 R-14@1715 R-15@1715 R-Mad@4112").view("japanese")
    down = table("J-1@1716 R-14@1715 R-15@1715* R-Mad@4112").view("japanese")
    assert up.to_json() == down.to_json()


@rule("mukden", "6.2")
def test_the_spectator_sees_only_what_both_sides_see() -> None:
    t = table(STACKS)
    seen = {piece.id for piece in t.view(SPECTATOR).pieces if not piece.hidden}
    assert seen == {"J-1", "R-14", "R-9", "R-Mad"}


@rule("mukden", "6.2")
def test_without_fog_and_after_the_game_everything_is_seen() -> None:
    t = table(STACKS, fog_of_war=False)
    assert not any(piece.hidden for piece in t.view("japanese").pieces)
    t = table(STACKS).push("capitulate russian")
    assert not any(piece.hidden for piece in t.view("japanese").pieces)


@rule("mukden", "6.2", "R45")
def test_a_battle_lays_its_units_open_until_losses_are_taken() -> None:
    t = table("J-1@1716 J-9@1716 J-7@1616 R-14@1715 R-15@1715 R-Mad@4112")
    t.push("attack J-9 1715")
    assert "R-15" not in everything_told(t, "japanese"), "declared, not yet resolved"
    assert "J-9" not in everything_told(t, "russian")
    t.push("resolve 0")
    assert {piece.id for piece in shown(t, "japanese", "1715")} == {"R-14", "R-15"}
    assert "J-9" in {piece.id for piece in shown(t, "russian", "1716")}
    t.push("roll 6")
    t.push(*["lose R-14"] * (t.asked == "lose"))
    assert all(piece.hidden for piece in shown(t, "japanese", "1715")), "flag up, and hidden again"


@rule("mukden", "6.2")
def test_a_revealed_attack_cannot_be_called_off_or_taken_back() -> None:
    t = table("J-1@1716 R-14@1715 R-15@1715 R-Mad@4112").push("attack J-1 1715")
    before = t.pos.horizon
    t.push("resolve 0")
    assert t.pos.horizon > before
    assert t.actor == "dice"
    assert t.refuses("call_off", "6.2") == "revealed"


@rule("mukden", "6.2")
def test_once_revealed_an_attack_stands_through_losses_and_advance() -> None:
    t = table("J-1@1609 J-9@1708 R-15(2)@1608 R-14(2)@1608 R-Mad@1508 R-41@4112")
    assert t.refuses("call_off", "6.2") == "call_off_nothing"
    t.push("attack J-1 1608", "join J-9", "resolve 0", "roll 1")
    while t.asked in ("lose", "advance"):
        assert t.refuses("call_off", "6.2") == "revealed"
        t.push(t.options()[0])
    assert t.refuses("call_off", "6.2") == "call_off_nothing"


@rule("mukden", "6.2", "9.0")
def test_an_attack_may_be_called_off_until_its_defenders_are_revealed() -> None:
    t = table("J-1@1716 J-9@1716 R-14@1715 R-15@1715 R-Mad@4112", order="combat")
    before, horizon, views = t.pos.key(), t.pos.horizon, [t.view(side).to_json() for side in (*GAME.sides, SPECTATOR)]
    t.push("attack J-9 1715", "join J-1")
    assert "call_off" in t.options()
    t.push("call_off")
    assert (t.pos.key(), t.pos.horizon) == (before, horizon), "nobody was flipped and no marker spent"
    assert [t.view(side).to_json() for side in (*GAME.sides, SPECTATOR)] == views
    assert t.told("called_off", "russian") == [{"side": "japanese", "hex": "1715"}], "nor was anybody named"
    match = going_on(t.pos, "attack J-9 1715", "call_off")
    assert why_not(match, "japanese") == "", "he has learned nothing by it"
    t.push("probe J-9 1816", "call_off")
    assert t.told("probe_called_off", "russian") == [{"side": "japanese", "hex": "1816"}]


@rule("mukden", "6.2", "9.12", "9.13", "R21")
def test_a_momentum_attack_that_is_called_off_leaves_the_choice_as_it_was() -> None:
    after_battle = ("attack J-1 1608", "join J-9", "resolve 0", "roll 1", "advance J-1", "advance J-9")
    after_probe = ("probe J-1 1608", "join J-9", "resolve 0")
    won = table("J-1@1609 J-9@1708 R-15(1)@1608 R-14@1607 R-Mad@4112").push(*after_battle)
    for t in (won, table("J-1@1609 J-9@1708 R-15@1707 R-1Si@1508").push(*after_probe)):
        assert t.asked == "momentum"
        before, options = t.pos.key(), t.options()
        for text in [text for text in options if text != "halt"]:
            t.push(text, *t.copy().push(text).options("join")[:1], "call_off")
            assert (t.pos.key(), t.options()) == (before, options)


@rule("mukden", "5.6", "6.2")
def test_a_pass_that_turns_enemy_counters_up_is_not_undone_after_a_look() -> None:
    t = table("J-1@1320 R-14@1715* R-15@1715*", takebacks_by_consent=True)
    match = going_on(t.pos, "pass")
    assert match.position.actor == "japanese", "the next turn: Japan declares, and sees the Russian divisions face up"
    assert why_not(match, "japanese") == "known"
    match.ask_takeback("japanese", 0)
    assert match.asked is not None
    assert match.asked.known


@rule("mukden", "5.0", "6.2")
@pytest.mark.parametrize(("line", "known"), [("move R-14 1614", True), ("move R-15 1614", False)])
def test_whoever_asks_to_go_back_has_learned_what_an_enemy_move_uncovered(line: str, known: bool) -> None:
    t = table("J-1@1320 J-7@1419 R-14@1715 R-15@1715", phase="movement", to_act="russian")
    match = going_on(t.pos, line)
    assert match.known_since(0, ["japanese"]) is known
    assert not match.known_since(0, ["russian"])


@rule("mukden", "5.0")
def test_a_completed_action_is_not_undone_once_the_other_side_is_asked() -> None:
    t = table("J-1@1320 J-7@1419 R-14@1715 R-15@1715", phase="movement")
    match = going_on(t.pos, "flip J-7")
    assert (match.position.actor, why_not(match, "japanese")) == ("russian", "consent")


# --- moves, flips, paralysis ---------------------------------------------------------------------


@rule("mukden", "6.2", "R45")
def test_an_empty_flip_under_the_top_counter_names_no_unit() -> None:
    t = table(STACKS, phase="movement", to_act="russian").push("flip R-15")
    assert t.told("flipped", "russian")[0]["unit"] == "R-15"
    assert t.told("flipped", "japanese") == []
    assert t.told("flipped_unseen", "japanese") == [{"side": "russian", "hex": "1715"}]
    for side in ("japanese", SPECTATOR):
        assert "R-15" not in everything_told(t, side)


@rule("mukden", "6.2", "R45")
def test_a_flip_of_the_top_counter_is_seen() -> None:
    t = table(STACKS, phase="movement", to_act="russian").push("flip R-14")
    assert t.told("flipped", "japanese")[0]["unit"] == "R-14"


@rule("mukden", "6.2", "R45")
def test_without_fog_any_flip_is_seen() -> None:
    for unit in ("R-14", "R-15"):
        t = table(STACKS, phase="movement", to_act="russian", fog_of_war=False).push(f"flip {unit}")
        assert [told["unit"] for told in t.told("flipped", "japanese")] == [unit]
        assert not t.told("flipped_unseen")


@rule("mukden", "6.2", "R45")
def test_a_mover_shows_its_face_under_way() -> None:
    t = table(STACKS, phase="movement", to_act="russian").push("move R-15 1714")
    assert t.told("moved", "japanese")[0]["unit"] == "R-15"
    (piece,) = shown(t, "japanese", "1714")
    assert (piece.hidden, piece.face) == (True, "back"), "at the end it lies flag up"


@rule("mukden", "5.4", "6.2", "R46")
def test_a_counter_under_the_top_is_paralysed_unseen() -> None:
    t = table("J-1@1320 R-14@1715 R-15@1715 R-9@4112", phase="III", order="combat").push("roll 2", "paralyse 1715 2")
    assert t.down("R-15")
    assert t.told("paralysed", "japanese") == []
    assert t.told("paralysed_unseen", "japanese") == [{"hex": "1715", "depth": 2}]
    assert t.told("paralysed", "russian") == [{"unit": "R-15", "hex": "1715"}]
    assert "R-15" not in everything_told(t, "japanese")
    assert shown(t, "japanese", "1715")[0].id == "R-14"
    t.push("pass")
    assert t.refuses("flip R-15", "2.11") == "disrupted"


@rule("mukden", "5.4", "6.2", "R46")
def test_the_second_pick_in_a_stack_is_unseen_too() -> None:
    t = table("J-1@1320 R-14@1715 R-15@1715 R-9@4112", phase="III").push("roll 4", "paralyse 1715 1", "paralyse 1715 2")
    assert [event.params.get("unit") for event in t.events if event.known_to("japanese")] == [None, "R-14", None]


@rule("mukden", "6.2")
def test_restacking_is_told_to_nobody_else() -> None:
    t = table(STACKS, phase="movement").push("restack russian 1915 R-31,R-9")
    assert [event for event in t.events if event.known_to("japanese") or event.known_to(SPECTATOR)] == []


# --- refusals, options, previews -----------------------------------------------------------------


@rule("mukden", "6.2")
def test_no_refusal_tells_an_enemy_counter_by_name() -> None:
    """Whatever the Japanese player tries with Russian counters, he learns nothing about them."""
    texts = ["attack {} 1716", "flip {}", "probe {} 1716", "join {}", "advance {}", "lose {}", "move {} 1714"]
    tables = [
        table(STACKS, phase="movement"),
        table(STACKS),
        table(STACKS).push("attack J-1 1715"),
        table(STACKS).push("attack J-1 1715", "join J-9", "resolve 0", "roll 6"),
    ]
    for t in tables:
        for text in texts:
            answers = set()
            for unit in ("R-14", "R-15", "R-31", "R-Mad", "R-CC"):
                refusal = t.refusal(text.format(unit))
                assert refusal is not None
                answers.add((refusal.case, refusal.text))
            assert len(answers) == 1, f"{text}: {answers}"


@rule("mukden", "6.2")
def test_options_do_not_depend_on_hidden_strength() -> None:
    weak = table("J-1@1716 J-9@1716 R-14@1715 R-15(1)@1715 R-Mad@4112", order="combat")
    strong = table("J-1@1716 J-9@1716 R-14@1715 R-31(5)@1715 R-Mad@4112", order="combat")
    assert weak.options() == strong.options()
    assert weak.push("attack J-1 1715").options() == strong.push("attack J-1 1715").options()


@rule("mukden", "6.2", "9.4")
def test_a_preview_knows_only_what_its_player_knows() -> None:
    t = table("J-1@1716 R-14@1715 R-15@1715 R-Mad@4112", hidden_losses=True).push("attack J-1 1715")
    weakest, strongest = t.view("japanese").previews
    assert [list(preview.warnings) for preview in (weakest, strongest)] == [["warning.unknown"]] * 2
    assert [preview.params["count"] for preview in (weakest, strongest)] == [1, 5], "no Russian unit has more"
    assert [preview.column for preview in (weakest, strongest)] != ["0", "0"]
    other = table("J-1@1716 R-14@1715 R-31@1715 R-Mad@4112", hidden_losses=True).push("attack J-1 1715")
    assert other.view("japanese").previews == (weakest, strongest), "whoever lies there"
    assert not t.view("russian").previews
    t = table("J-1@1716 R-14@1715 R-Mad@4112").push("attack J-1 1715")
    [preview] = t.view("japanese").previews
    assert preview.column == "0"
    assert [(chance.numerator, chance.yours, chance.theirs) for chance in preview.chances] == [
        (1, 1, 2),
        (1, 2, 2),
        (1, 2, 1),
        (2, 3, 1),
        (1, 4, 0),
    ], "best first, equal outcomes together"
    assert preview.params == {"unit": "R-14", "hex": "1715"}


@pytest.mark.parametrize(
    ("stack", "fewest", "most"),
    [
        (
            "J-IGR@1716 J-8R@1716 J-5R@1716 J-3R@1716",
            3,
            2 + 1 + 1,
        ),  # 10R and any two: four brigades are all there can be
        ("J-1@1716 J-8R@1716 J-5R@1716", 2, 2 + 2),  # beside a division another one, or two brigades
        ("J-1@1716 J-9@1716", 1, 12),
        ("J-1@1716* J-9@1716", 2, 12 + 7),
        ("J-8R@1716* J-5R@1716 J-3R@1716", 3, 12 + 2 + 2),
    ],
)
@rule("mukden", "6.1", "6.2")
def test_a_preview_supposes_no_more_unseen_defenders_than_may_stack(stack: str, fewest: int, most: int) -> None:
    t = table(f"{stack} J-12@3117 R-14@1715 R-15@1715", to_act="russian", hidden_losses=True).push("attack R-14 1716")
    weakest, strongest = t.view("russian").previews
    assert (weakest.params["count"], strongest.params["count"]) == (fewest, most)
    said = [GAME.say(preview.title, preview.params, t.pos) for preview in (weakest, strongest)]
    assert said[0] == f"Attack on 1716, steps of the unseen defenders: at least {fewest}"
    assert said[1] == f"Attack on 1716, steps of the unseen defenders: at most {most}"


@pytest.mark.parametrize(("hidden", "most"), [(False, 4), (True, 5)])
@rule("mukden", "4.3", "6.2")
def test_a_preview_does_not_count_on_the_dead_unless_nobody_may_look_into_their_pile(hidden: bool, most: int) -> None:
    """The other one in 1715 can only be R-15; whoever is stronger has fallen."""
    t = table("J-1@1716 R-14@1715 R-15@1715 R-Mad@4112", hidden_losses=hidden).push("attack J-1 1715")
    assert [preview.params["count"] for preview in t.view("japanese").previews] == [1, most]


@rule("mukden", "6.2")
def test_only_the_side_that_is_asked_gets_the_options() -> None:
    t = table(STACKS)
    assert t.view("japanese").ask.options
    for side in ("russian", SPECTATOR):
        assert not t.view(side).ask.options


@rule("mukden", "4.3", "6.2")
def test_the_ledger_does_not_add_up_unseen_counters() -> None:
    ring = "J-1@2003 J-2@2205 J-3@2007 J-4@1807 J-5@1803 J-6@2207 J-7@1805"
    views = [
        table(f"{ring} R-Mad@2005 {here}@2005 R-14@2700 {there}@2700").view("japanese").to_json()
        for here, there in (("R-Mas", "R-1Ch"), ("R-1Ch", "R-Mas"))
    ]
    assert views[0] == views[1]


# --- imagined worlds -----------------------------------------------------------------------------


def played(seed: int, actions: int) -> Table:
    """A position of a random game."""
    rng, t = random.Random(seed), start()
    for _ in range(actions):
        if t.outcome:
            break
        t.pos.apply(t.pos.options().sample(rng), t.events.append)
    return t


@pytest.mark.parametrize("seed", range(6))
@rule("mukden", "6.2")
def test_an_imagined_world_looks_the_same_to_its_side(seed: int) -> None:
    for actions in (0, 3, 17, 60, 130):
        t = played(seed, actions)
        for side in (*GAME.sides, SPECTATOR):
            twin = t.imagined(side, seed)
            assert twin.view(side).to_json() == t.view(side).to_json()
            assert twin.pos.violations() == []


@rule("mukden", "6.2", "6.1")
def test_where_dealing_fails_a_legal_world_is_sought_without_a_look_at_the_true_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(imagine, "ATTEMPTS", 0)
    t = played(3, 60)
    worlds = {t.imagined("japanese", seed).pos.place for seed in range(8)}
    assert len(worlds) > 1
    assert t.pos.place not in worlds
    for seed in range(8):
        twin = t.imagined("japanese", seed)
        assert twin.view("japanese").to_json() == t.view("japanese").to_json()
        assert twin.pos.violations() == []


@rule("mukden", "6.2")
def test_imagined_worlds_differ_in_what_is_hidden() -> None:
    t = start()
    stacks = {tuple(t.imagined("japanese", seed).stack("1715")) for seed in range(20)}
    assert len(stacks) > 1
    assert {stack[0] for stack in stacks} == {"R-14"}


@rule("mukden", "6.2", "5.4")
def test_imagined_worlds_keep_the_picks_of_paralysis() -> None:
    t = start().push("declare combat", "roll 6", "paralyse 1715 2", "paralyse 1915 2")
    for seed in range(10):
        assert t.imagined("japanese", seed).view("japanese").to_json() == t.view("japanese").to_json()


@rule("mukden", "6.2", "9.0", "9.13")
@pytest.mark.parametrize("lines", [["attack J-9 1715"], ["attack J-1 1715", "join J-9"], ["probe J-9 1816"]])
def test_imagined_worlds_can_go_on_with_the_attack_under_way(lines: list[str]) -> None:
    """Whoever lies beside the hex in the imagined world may have been named: it must remain playable."""
    units = "J-1@1716 J-9@1716 J-7@1616 J-8@1616 J-5@1320 J-4@1320 R-14@1715 R-15@1715 R-Mad@4112"
    t = table(units).push(*lines)
    for seed in range(10):
        twin = t.imagined("russian", seed)
        twin.push(*twin.options("join")[:1], "resolve 0")
        assert twin.asked != "join", "it has been carried out"


@rule("mukden", "6.2", "9.0")
def test_who_has_been_named_for_an_attack_and_how_many_is_imagined() -> None:
    """The other side learns of neither, so that the same dice imagine the same attack whatever was really named."""
    units = "J-1@1716 J-9@1716 J-7@1616 J-8@1616 J-5@1320 J-4@1320 R-14@1715 R-15@1715 R-Mad@4112"
    named = (["attack J-9 1715"], ["attack J-1 1715"], ["attack J-7 1715", "join J-9", "join J-8"])
    worlds = [[table(units).push(*lines).imagined("russian", seed).pos.key() for seed in range(12)] for lines in named]
    assert worlds[0] == worlds[1] == worlds[2]
    assert len(set(worlds[0])) > 6


@rule("mukden", "6.2", "9.1")
def test_an_imagined_attack_has_somebody_who_can_make_it() -> None:
    """All that are seen beside the hex are disrupted: one of those below them must be able to act."""
    units = "J-1@1716* J-9@1716 J-7@1616* J-8@1616* J-5@1320 J-4@1320 R-14@1715 R-15@1715 R-Mad@4112"
    t = table(units).push("attack J-9 1715")
    below = set[int]()
    for seed in range(20):
        twin = t.imagined("russian", seed)
        at = twin.pos.top
        assert isinstance(at, Joining)
        assert at.units & ~twin.pos.disrupted == at.units != 0
        below |= {twin.pos.place[unit] for unit in bits(at.units)}
    assert len(below) == 2, "from either hex"


@rule("mukden", "6.2", "9.0")
def test_who_could_still_join_an_attack_is_imagined_too() -> None:
    """While an attack is put together the other side knows the counters that could join no better than before."""
    units = "J-1@1716 J-9@1716 J-7@1616 J-8@1616 J-5@1320 J-4@1320 J-3@1321 R-14@1715 R-15@1715 R-Mad@4112"
    t = table(units).push("attack J-9 1715")
    stacks = {tuple(t.imagined("russian", seed).stack("1616")) for seed in range(20)}
    assert len(stacks) > 1, "J-8 lies hidden under J-7, ready or not"
    for seed in range(20):
        twin = t.imagined("russian", seed)
        at = twin.pos.top
        assert isinstance(at, Joining)
        ready = {unit for unit in twin.pos.ready(0) if not at.units >> unit & 1}
        assert {unit for unit in range(len(twin.pos.place)) if at.pool >> unit & 1} == ready


# --- secret answers ------------------------------------------------------------------------------


HIDDEN = "J-1@1716 J-1C@1716 J-2C@1716 J-5@1320 R-Mad@1715 R-Mas@1715 R-1Ch@1715 R-9@1915 R-14@2005"


@rule("mukden", "6.2", "5.5", "9.0", "R45")
@pytest.mark.parametrize(
    ("side", "to_act", "one", "two"),
    [
        ("japanese", "russian", ["flip R-Mas", "flip J-5"], ["flip R-1Ch", "flip J-5"]),
        ("russian", "japanese", ["attack J-1C 1715", "call_off"], ["attack J-2C 1715", "call_off"]),
        ("russian", "japanese", ["attack J-1 1715", "join J-1C"], ["attack J-1 1715", "join J-2C"]),
        (
            "japanese",
            "japanese",
            ["restack russian 1715 R-Mas,R-Mad,R-1Ch", "flip J-5"],
            ["restack russian 1715 R-Mas,R-1Ch,R-Mad", "flip J-5"],
        ),
    ],
    ids=["flip", "attack", "join", "restack"],
)
def test_the_traffic_is_the_same_whichever_covered_counter_was_chosen(
    side: str, to_act: str, one: list[str], two: list[str]
) -> None:
    """The counters under the top of a stack are secret: whatever their owner says of them, nobody can tell apart."""
    first, second = (traffic(table(HIDDEN, to_act=to_act).pos, lines, (side, SPECTATOR)) for lines in (one, two))
    assert first == second
