"""Views, events and documents: one vocabulary, each side its own knowledge."""

import json
from collections.abc import Iterator

import pytest
from tests.kernel.play import DEAL, after
from tests.toy import FORD

from ford.actions import Arrange, March, Play
from shapan.kernel import DICE, SPECTATOR, Chances, Event, Group, Lexicon, Options, Roll, one, option_groups
from shapan.kernel.documents import rule_entries, ruling_entries, side_entries, sources
from shapan.kernel.view import OptionGroup, Preview, view_of

LEXICON = FORD.book().lexicon


def test_an_option_group_is_a_verb_its_words_and_the_last_ones() -> None:
    options = Options(Group(March, 0, values=(2, 3), costs=lambda: {2: 0, 3: 1}))
    assert option_groups(LEXICON, options) == [
        OptionGroup("march", ["banner"], ("piece", "place"), ["ford", "blue_bank"], [0, 1])
    ]


def test_a_group_tells_where_a_move_must_stop() -> None:
    options = Options(Group(March, 0, values=(2, 3), stops=lambda: {3, 9}))
    assert option_groups(LEXICON, options) == [
        OptionGroup("march", ["banner"], ("piece", "place"), ["ford", "blue_bank"], None, ("blue_bank",))
    ]


def test_single_actions_have_no_values_and_empty_groups_are_left_out() -> None:
    options = Options(one(Arrange("red", (1, 3))), Group(Play, values=()), Group(Play, values=(2,)))
    assert option_groups(LEXICON, options) == [
        OptionGroup("arrange", ["red", "1,3"], ("side", "cards")),
        OptionGroup("play", [], ("number",), ["2"]),
    ]


def test_every_text_of_an_option_group_is_read_as_the_action() -> None:
    pos = after(*DEAL, "play 3", "play 2")
    texts = [
        " ".join((group.verb, *group.words, value))
        for group in option_groups(LEXICON, pos.options())
        for value in group.values or ()
    ]
    assert [FORD.parse(pos, text) for text in texts] == list(pos.options())


def test_dice_are_shown_as_single_faces() -> None:
    groups = option_groups(Lexicon([], {}, ()), Chances([Roll(1), Roll(2)]))
    assert [group.words for group in groups] == [["1"], ["2"]]


def test_only_who_is_asked_gets_the_previews() -> None:
    pos = after(*DEAL)
    clock, made = pos.view(SPECTATOR).clock, []

    def previews() -> Iterator[Preview]:
        made.append(pos.actor)
        yield from (Preview("a secret", []), Preview("another", []))

    def shown(side: str) -> int:
        return len(view_of(pos, side, previews, clock=clock, pieces=[], boxes=[], marks=[], ledgers=[]).previews)

    assert pos.actor == "red"
    assert [shown(side) for side in ("red", "blue", SPECTATOR, DICE)] == [2, 0, 0, 0]
    assert made == ["red"]
    pos = after(*DEAL[:1])
    assert pos.actor == DICE
    assert not shown(DICE)


def test_only_who_is_asked_gets_the_options_and_only_the_owner_the_cards() -> None:
    pos = after(*DEAL)
    red, blue, spectator = pos.view("red"), pos.view("blue"), pos.view(SPECTATOR)
    assert red.ask.options
    assert not blue.ask.options
    assert not spectator.ask.options
    assert [box.pieces for box in red.boxes] == [["1", "3"], []]
    assert [box.pieces for box in blue.boxes] == [[], ["2", "2"]]
    assert [(box.pieces, box.count) for box in spectator.boxes] == [([], 2), ([], 2)]
    assert spectator.ask.free == []


def test_a_view_is_one_json_document() -> None:
    document = json.loads(after(*DEAL).view("red").to_json())
    assert document["ask"]["case"] == "2.2"
    assert document["clock"]["phase_key"] == "phase.play"


@pytest.mark.parametrize(("to", "known"), [(None, [True] * 3), (("red",), [True, False, False]), ((), [False] * 3)])
def test_an_event_is_for_its_audience(to: tuple[str, ...] | None, known: list[bool]) -> None:
    event = Event("1", "event.x", {}, to)
    assert [event.known_to(side) for side in ("red", "blue", SPECTATOR)] == known


def test_events_carry_case_names_and_audience() -> None:
    told: list[Event] = []
    pos = after()
    pos.push(FORD.parse(pos, "draw 2"), told.append)
    assert told == [Event("2.1", "event.drew", {"side": "red", "card": 2}, ("red",))]
    pos = after(*DEAL, "play 3", "play 2")
    told.clear()
    pos.push(March(0, 3), told.append)
    assert told[0].params == {"side": "red", "piece": "banner", "place": "blue_bank"}
    assert FORD.say(told[0].key, told[0].params) == "Red takes the banner to Blue bank"


def test_documents_follow_from_the_files_of_any_game() -> None:
    assert [entry.id for entry in rule_entries(FORD)] == [case.id for case in FORD.rules.case]
    assert ruling_entries(FORD)[0]["reading"] == "One place."
    looks = side_entries(FORD, FORD.data.table("scenario.toml")["sides"])
    assert [(entry.id, entry.name, entry.colour) for entry in looks] == [
        ("red", "Red", "#b03030"),
        ("blue", "Blue", "#3050a0"),
    ]
    blocks = [(source.block, source.provenance) for source in sources(FORD)]
    assert ("scenario.toml: scenario dawn", "design") in blocks
    assert ("scenario.toml: sides", "design") in blocks


def test_a_board_is_one_json_document() -> None:
    document = json.loads(FORD.board().to_json())
    assert [place["id"] for place in document["places"]] == list(FORD.book().road)
    assert document["data_version"] == FORD.data_version
