"""Game, registry and errors: scenarios, switches, what does not exist."""

import pickle
from concurrent.futures import ThreadPoolExecutor
from threading import Event
from typing import Any

import pytest
from tests.toy import FORD

import shapan
from shapan.kernel import BadRecord, Book, Refusal, Roll, Unknown
from shapan.kernel.errors import shown
from shapan.kernel.game import GAMES


def test_the_first_scenario_is_the_one_to_begin_with() -> None:
    assert list(FORD.scenarios) == ["dawn", "dusk"]
    assert FORD.start().book.scenario == "dawn"
    assert FORD.start("dusk").view("red").pieces[0].place == "red_bank"


def test_books_are_compiled_once_for_each_choice() -> None:
    assert FORD.book() is FORD.book("dawn", {"open_hands": False})
    assert FORD.book() is not FORD.book("dawn", {"open_hands": True})
    assert FORD.start().book is FORD.start().copy().book


def test_a_book_is_compiled_once_whoever_wants_it_meanwhile(monkeypatch: pytest.MonkeyPatch) -> None:
    """20 visitors who begin the same game at once share one book, and none waits for more than that."""
    compiled, began, go_on = FORD.compile, Event(), Event()

    def slowly(scenario: str, switches: dict[str, Any]) -> Book:
        began.set()
        go_on.wait()
        return compiled(scenario, switches)

    monkeypatch.setattr(FORD, "compile", slowly)
    monkeypatch.setattr(FORD, "_books", {})
    with ThreadPoolExecutor(2) as threads:
        first = threads.submit(FORD.book)
        began.wait()
        second = threads.submit(FORD.book)
        go_on.set()
        assert first.result() is second.result()


@pytest.mark.parametrize(
    ("scenario", "switches", "complaint"),
    [
        ("noon", {}, r"unknown scenario 'noon' \(known: dawn, dusk\)"),
        ("dawn", {"tides": True}, r"unknown switch 'tides' \(known: open_hands, takebacks_by_consent\)"),
        ("dawn", {"open_hands": 1}, r"unknown value of switch open_hands 1 \(known: False, True\)"),
        ("dawn", {"open_hands": "true"}, "unknown value of switch open_hands 'true'"),
        ("dawn", {"open_hands": [True]}, "unknown value of switch open_hands"),
        ("dawn", {"open_hands": float("nan")}, "unknown value of switch open_hands"),
    ],
)
def test_what_does_not_exist_is_told_with_what_does(scenario: str, switches: dict[str, Any], complaint: str) -> None:
    with pytest.raises(Unknown, match=complaint):
        FORD.start(scenario, switches)


def test_what_is_no_action_is_not_written() -> None:
    with pytest.raises(Refusal, match="0: "):
        FORD.format(FORD.start(), Roll(9))


def test_games_are_found_by_their_id() -> None:
    assert GAMES["ford"] is FORD
    assert GAMES["mukden"] is shapan.game("mukden")
    with pytest.raises(Unknown, match=r"unknown game 'chess' \(known: .*mukden"):
        GAMES["chess"]


def test_errors_cross_from_one_process_to_another() -> None:
    refusal = Refusal("2.1", "refusal.other", unit=3)
    refusal.text = "no"
    again = pickle.loads(pickle.dumps(refusal))
    assert (again.case, again.key, again.params, str(again)) == ("2.1", "refusal.other", {"unit": 3}, "2.1: no")
    unknown = pickle.loads(pickle.dumps(Unknown("scenario", "noon", ["dusk", "dawn"])))
    assert str(unknown) == "unknown scenario 'noon' (known: dawn, dusk)"
    record = pickle.loads(pickle.dumps(BadRecord("odd", 7)))
    assert (str(record), record.line) == ("line 7: odd", 7)


def test_a_refusal_without_a_catalogue_says_its_key() -> None:
    assert str(Refusal("7.1", "refusal.not_there")) == "7.1: not there"


@pytest.mark.parametrize("value", ["x" * 10**6, 10**4000, list(range(10**5)), {"a": "b" * 10**5}, object()])
def test_errors_quote_long_values_in_short(value: object) -> None:
    assert len(shown(value)) < 300
