"""The battery finds what is wrong with a game, and nothing where nothing is wrong."""

from __future__ import annotations

from typing import Any, ClassVar

import msgspec
import pytest
from tests.lab import faults
from tests.server.parlour import GAME as PARLOUR
from tests.toy import FORD

from ford import board as ford_board
from ford.actions import Draw, Play
from ford.game import Ford
from ford.sequence import Deal, Playing
from ford.staff import Staff as FordStaff
from shapan.kernel import Board, Catalogue, Finding, Frame, Game
from shapan.kernel.staff import Advice, on
from shapan.testing import check_game, complaints


def ford(**more: Any) -> Game:
    """The Ford with something changed; it lies in the example's folder."""
    made: Game = type("Changed", (Ford,), {**more, "__module__": Ford.__module__})()
    return made


def found(game: Game, name: str) -> list[str]:
    """The complaints of one check."""
    return list(complaints(game, [name], games=4, submissions=1500, decisions=12))


def test_the_example_passes() -> None:
    check_game(FORD)


def test_a_game_that_fails_is_told_everything_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Ford, "check", lambda self: [Finding("the river flows", False, "8.1")])
    monkeypatch.setattr(FORD, "texts", Catalogue({**FORD.texts.texts, "refusal.never": "never"}))
    with pytest.raises(AssertionError) as caught:
        check_game(FORD, games=2, submissions=100, decisions=4)
    assert str(caught.value).splitlines() == [
        "ford: 2 complaints",
        "data: the river flows does not hold: 8.1",
        "texts: nobody asks for the text refusal.never",
    ]


def test_a_game_that_checks_nothing_is_suspicious() -> None:
    assert found(ford(check=lambda self: []), "data") == ["data: check() finds nothing to check"]


def test_a_text_that_is_missing_or_cannot_be_filled() -> None:
    game = ford()
    texts = dict(FORD.texts.texts)
    del texts["event.drew"], texts["prompt.tie"]
    texts["refusal.too_far"] = "{place} is too far for {unit}"
    game.texts = Catalogue(texts)
    assert found(game, "texts") == [
        "texts: there is no text event.drew",
        "texts: there is no text prompt.tie",
        "texts: nothing fills unit of the text refusal.too_far",
    ]


def changed_case(number: str, **changes: Any) -> Game:
    game = ford()
    cases = [msgspec.structs.replace(case, **changes) if case.id == number else case for case in game.rules.case]
    game.rules = msgspec.structs.replace(game.rules, case=tuple(cases))
    return game


@pytest.mark.parametrize(
    ("number", "changes", "complaint"),
    [
        ("3.1", {"code": ()}, "the case 3.1 names no code"),
        ("3.1", {"code": ("marching.Fly",)}, "the case 3.1 names marching.Fly, which is not there"),
        ("1.0", {"why": ""}, "the case 1.0 does not say why it is not mechanical"),
        ("2.3", {"rulings": ()}, "the case 2.3 and the ruling R1 do not point at each other"),
        ("3.1", {"id": "3.9"}, "marching.py cites 3.1, which is no case of the book"),
    ],
)
def test_a_catalogue_that_is_not_true(number: str, changes: dict[str, Any], complaint: str) -> None:
    assert f"catalogue: {complaint}" in found(changed_case(number, **changes), "catalogue")


def board_with(**changes: Any) -> Game:
    def board(self: Game, scenario: str | None = None) -> Board:
        return msgspec.structs.replace(ford_board.board(self, scenario), **changes)

    return ford(board=board)


@pytest.mark.parametrize(
    ("changes", "complaint"),
    [
        ({"styles": {}}, "dawn: the board has no style land"),
        ({"pieces": []}, "dusk: the view of red shows the piece banner, which is not on the board"),
        ({"places": []}, "dusk: the view of spectator shows banner in red_bank, which is not on the board"),
        ({"places": [*FORD.board().places, FORD.board().places[0]]}, "dawn: two entries of the board are one place"),
    ],
)
def test_a_board_on_which_something_is_missing(changes: dict[str, Any], complaint: str) -> None:
    assert f"board: {complaint}" in found(board_with(**changes), "board")


@pytest.mark.parametrize(
    ("position", "check", "complaint"),
    [
        (faults.Leaks, "promises", "the view of blue tells something hidden"),
        (faults.Shares, "promises", "holds something that can change"),
        (faults.Forgets, "promises", "the snapshot does not give the same position"),
        (faults.CrashesWhenJudging, "submissions", "crashes refusal(): IndexError('planted')"),
        (faults.Crashes, "bots", "the game crashes: ZeroDivisionError('planted')"),
    ],
)
def test_a_broken_promise(position: Any, check: str, complaint: str) -> None:
    assert [line for line in found(faults.game_with(position), check) if complaint in line]


def test_a_position_that_tells_all_or_is_copied_badly() -> None:
    assert "manners: dawn: repr() of a position tells something hidden" in found(faults.TellsAllGame(), "manners")
    lines = found(faults.KeepsItsBookGame(), "manners")
    assert "manners: dawn: a position does not share its book when it is copied" in lines
    assert "manners: dawn: a position is not what it was when it is copied" in lines


class Lawless(FordStaff):
    """Lays cards that nobody holds, the worst first, without saying why."""

    answers: ClassVar = dict(
        [on(Playing, lambda pos, at, temper: [Advice(Play(card), 0.0, "why") for card in (1, 2, 3)])]
    )
    routine = frozenset({Deal})

    def advise(self, pos: Any) -> list[Advice]:
        return super().advise(pos) if isinstance(pos.top, Playing) else [Advice(Draw(1), 0.0), Advice(Draw(2), 1.0)]

    def chance(self, pos: Any) -> float:
        return 2.0


class Never(Frame):
    """Nobody asks this."""


class Moody(FordStaff):
    """Thinks of a hand now this and now that."""

    asked = 0

    def advise(self, pos: Any) -> list[Advice]:
        self.asked += 1
        advice = super().advise(pos)
        return advice[self.asked % len(advice) :] + advice[: self.asked % len(advice)]


def test_a_staff_that_cannot_be_followed() -> None:
    lines = found(ford(staff=Lawless()), "staff")
    for complaint in (
        "the staff does not answer the decision Marching and is not indifferent to it either",
        "the staff takes Deal for routine, and has no answer to it",
        "the staff's best answer to 'march' does not come first",
        "there is no text for the staff's reason 'why'",
        "what a position is worth in 'play' is no chance between 0 and 1",
    ):
        assert f"staff: {complaint}" in lines
    assert [line for line in lines if "is refused: 2.2: there is no card" in line]


def test_a_staff_that_does_not_know_its_own_mind() -> None:
    lines = found(ford(staff=Moody()), "staff")
    assert "staff: the staff answers 'play' differently in worlds that its side cannot tell apart" in lines


def test_a_staff_that_answers_what_is_never_asked() -> None:
    class Eager(FordStaff):
        answers: ClassVar = {**FordStaff.answers, **dict([on(Never, lambda pos, at, temper: [])])}
        indifferent = frozenset({Playing})

    lines = found(ford(staff=Eager()), "staff")
    assert "staff: the staff answers Never, which is never asked" in lines
    assert "staff: the staff answers Playing and is indifferent to it" in lines


def test_a_game_without_a_staff_needs_none() -> None:
    assert found(PARLOUR, "staff") == []
