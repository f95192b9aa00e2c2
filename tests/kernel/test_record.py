"""Records: exact text, replay, proof; every fault is named with its line."""

from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.kernel.play import DEAL, whole_match, whole_record
from tests.toy import FORD

from shapan.kernel import DICE, BadRecord, Event, Record, Referee, Refusal, ShapanError, Share, share_commitment


def text_of(*moves: str, header: str = "") -> str:
    """A record as somebody might have typed it."""
    head = f"Shapan record 1\ngame: ford\ndata: {FORD.data_version}\nscenario: dawn\n{header}\n"
    return head + "".join(f"{move}\n" for move in moves)


def line_with(text: str, start: str) -> int:
    return next(number for number, line in enumerate(text.split("\n"), 1) if line.startswith(start))


@pytest.mark.parametrize("seed", range(5))
def test_a_record_is_read_back_exactly_and_replays_to_the_same_position(seed: int) -> None:
    match = whole_match(seed)
    text = match.record.dumps()
    again = Record.loads(text)
    assert again.dumps() == text
    assert again.moves == match.record.moves
    assert again.players == {"red": "Ann", "blue": "Bob"}
    assert again.replay().key() == match.position.key()
    assert again.verify().key() == match.position.key()


@given(st.lists(st.tuples(st.integers(0, 4), st.text(max_size=20)), max_size=6), st.text(max_size=30))
def test_remarks_and_names_of_any_text_make_the_round_trip(remarks: list[tuple[int, str]], name: str) -> None:
    record = Record(FORD)
    pos = record.start()
    for number, text in enumerate(DEAL):
        for at, remark in remarks:
            if at == number:
                record.remark(remark)
        action = FORD.parse(pos, text)
        record.add(pos, action)
        pos.push(action)
    record.players = {"red": name}
    again = Record.loads(record.dumps())
    assert again.dumps() == record.dumps()
    assert again.remarks == record.remarks
    assert again.replay().key() == pos.key()


def test_a_name_brings_no_header_lines_of_its_own() -> None:
    record = whole_record()
    record.players["red"] = "Eve\nresult: red 4.1\n\nred: play 3"
    again = Record.loads(record.dumps())
    assert again.result == record.result
    assert again.moves == record.moves
    assert again.players["red"] == "Eve result: red 4.1 red: play 3"


def test_remarks_and_empty_lines_are_kept_where_they_stand() -> None:
    text = text_of("# opening", "dice: draw 1", "", "# odd \u2028 mark", "dice: draw 3", "", "# the end")
    record = Record.loads(text)
    assert record.dumps() == text.replace("\n\n# opening", "\noptions: X\n\n# opening").replace(
        "options: X", "options: open_hands=false takebacks_by_consent=false"
    )
    assert record.moves == [("dice", "draw 1"), ("dice", "draw 3")]
    assert record.remarks[2] == ["", "# the end"]


def test_line_endings_and_a_byte_order_mark_do_no_harm(tmp_path: Path) -> None:
    file = tmp_path / "windows.record"
    file.write_bytes(b"\xef\xbb\xbf" + whole_record().dumps().replace("\n", "\r\n").encode())
    assert Record.load(file).dumps() == whole_record().dumps()


def test_saving_and_loading_a_file(tmp_path: Path) -> None:
    file = tmp_path / "game.record"
    whole_record().save(file)
    assert Record.load(file).dumps() == whole_record().dumps()
    assert b"\r" not in file.read_bytes()
    with pytest.raises(ShapanError, match="cannot write"):
        whole_record().save(tmp_path)


def test_files_that_cannot_be_read_are_told_so(tmp_path: Path) -> None:
    with pytest.raises(ShapanError, match=r"cannot read .*: No such file"):
        Record.load(tmp_path / "none")
    with pytest.raises(ShapanError, match=r"cannot read .*: Is a directory"):
        Record.load(tmp_path)
    (tmp_path / "picture").write_bytes(b"\x89PNG\xff\xfe")
    with pytest.raises(BadRecord, match="is not a text file"):
        Record.load(tmp_path / "picture")


@given(st.text())
def test_any_text_is_a_record_or_a_bad_record(text: str) -> None:
    for whole in (text, text_of(text), text_of("dice: draw 1", text), text_of(header=text)):
        with suppress(BadRecord):
            Record.loads(whole).replay()


def test_the_switches_of_a_record_are_its_own() -> None:
    record = Record(FORD)
    record.switches["open_hands"] = True
    assert FORD.start().book.switches["open_hands"] is False


# --- replay and truncate -----------------------------------------------------------------------------


def test_replay_stops_where_it_is_told() -> None:
    record = whole_record()
    assert record.replay(0).key() == FORD.start().key()
    assert record.replay(4).actor == "red"
    positions = [pos.key() for pos in record.steps()]
    assert len(positions) == len(record)
    assert all(record.replay(number + 1).key() == key for number, key in enumerate(positions))
    for number in (-1, len(record) + 1):
        with pytest.raises(BadRecord, match=f"there is no number {number}"):
            record.replay(number)


def test_replay_tells_what_happened() -> None:
    told: list[Event] = []
    whole_record().replay(tell=told.append)
    assert told[0].key == "event.drew"
    assert told[-1].key in ("event.over", "event.drawn")


def test_truncate_forgets_the_rest_with_result_and_seed() -> None:
    record = Record.loads(whole_record().dumps())
    record.remarks = {2: ["# early"], 9: ["# late"]}
    record.truncate(4)
    assert (len(record), record.result, record.seed, record.remarks) == (4, "", "", {2: ["# early"]})
    assert len(record.lines) == 4
    assert record.commitment
    assert record.replay().actor == "red"
    for length in (-1, 5):
        with pytest.raises(BadRecord, match="cannot be cut"):
            record.truncate(length)


def test_truncating_to_the_whole_length_changes_nothing() -> None:
    record = whole_record()
    text = record.dumps()
    record.truncate(len(record))
    assert record.dumps() == text


# --- faults ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "line", "complaint"),
    [
        ("", 1, "expected 'Shapan record 1'"),
        ("Shapan record 2\n", 1, "expected 'Shapan record 1'"),
        ("Shapan record 1\ngame ford\n", 2, "expected a header line 'name: value', found 'game ford'"),
        ("Shapan record 1\ngame: ford\ngame: ford\n", 3, "'game' stands there twice, first in line 2"),
        (text_of(header="weather: fine"), 5, "unknown header line 'weather'; expected one of: game, data"),
        (text_of(header="player green: Ann"), 5, "there is no side 'green' (sides: red, blue)"),
        (text_of(header="share green: 1 2"), 5, "there is no side 'green' (sides: red, blue)"),
        (text_of(header="share red: 12"), 5, "expected a commitment, and a part or 'left out', found '12'"),
        (text_of(header="options: tides=true"), 5, "unknown switch 'tides'"),
        (text_of(header="options: open_hands=1"), 5, "unknown value of switch open_hands 1 (known: False, True)"),
        (text_of(header="options: open_hands"), 5, "expected options as name=value"),
        (text_of(header="options: open_hands=maybe"), 5, "expected a value after open_hands=, found 'maybe'"),
        (text_of(header="options: open_hands=" + "[" * 100_000), 5, "expected a value after open_hands="),
        (text_of(header="options: open_hands=true open_hands=true"), 5, "each once, found 'open_hands=true'"),
        (text_of().replace("dawn", "noon"), 4, "unknown scenario 'noon' (known: dawn, dusk)"),
        (text_of().replace("game: ford", "game: chess"), 2, "unknown game 'chess'"),
        (text_of().replace(FORD.data_version, "abc"), 3, f"made with data 'abc' of ford; this is {FORD.data_version}"),
        (text_of("play 1"), 6, "expected 'author: action', found 'play 1'"),
        (text_of("stands: so"), 6, "expected 'stands: by an older reading', found 'stands: so'"),
        (text_of("dice: draw 1", "red:"), 7, "expected 'author: action', found 'red:'"),
        (text_of("dice: draw 9"), 6, "is refused: '9' is not a whole number from 1 to 3"),
        (text_of("dice: draw 1", "", "red: play 1"), 8, "'red' cannot do this: it is for 'dice'"),
        (text_of("dice: play 1"), 6, "action 1, 'dice: play 1', is refused: 2.1: the dice have to be rolled first"),
        (text_of(*(f"dice: {text}" for text in DEAL), "blue: play 2"), 10, "it is for 'red'"),
        (text_of(*(f"dice: {text}" for text in DEAL), "red: play 2"), 10, "2.2: there is no card 2 in the hand"),
    ],
)
def test_a_fault_is_named_with_its_line_and_what_was_expected(text: str, line: int, complaint: str) -> None:
    with pytest.raises(BadRecord) as caught:
        Record.loads(text).replay()
    assert caught.value.line == line
    assert str(caught.value).startswith(f"line {line}: ")
    assert complaint in str(caught.value)
    assert len(str(caught.value)) < 400


@pytest.mark.parametrize("name", ["game", "data", "scenario"])
def test_a_header_that_lacks_something_says_what(name: str) -> None:
    lines = [line for line in text_of().split("\n") if not line.startswith(name)]
    with pytest.raises(BadRecord, match=f"the header lacks '{name}'"):
        Record.loads("\n".join(lines))


def test_moves_may_not_follow_the_header_without_an_empty_line() -> None:
    with pytest.raises(BadRecord, match="line 5: unknown header line 'dice'"):
        Record.loads(text_of("dice: draw 1").replace("\n\n", "\n"))


def test_data_that_changed_after_loading_are_noticed() -> None:
    record = whole_record()
    record.data = "other"
    with pytest.raises(BadRecord, match="made with data 'other' of ford"):
        record.replay()


# --- proof -------------------------------------------------------------------------------------------


def tampered(start: str, new: str) -> tuple[Record, int]:
    """The record with the first line that starts so replaced, and the number of that line."""
    text = whole_record().dumps()
    line = line_with(text, start)
    lines = text.split("\n")
    lines[line - 1] = new
    return Record.loads("\n".join(lines)), line


def test_a_tampered_roll_is_found() -> None:
    drawn = whole_record().moves[0][1]
    other = "draw 2" if drawn != "draw 2" else "draw 1"
    record, line = tampered("dice: ", f"dice: {other}")
    with pytest.raises(BadRecord, match=f"line {line}: roll 1 should be '{drawn}', the record has '{other}'"):
        record.verify()


@pytest.mark.parametrize(
    ("start", "new", "complaint"),
    [
        ("result: ", "result: red 9.9", "the result should be '.*', the record has 'red 9.9'"),
        ("seed: ", "seed: " + Referee("other").seed.hex(), "not the one that was committed to"),
        ("seed: ", "seed: sixty", "hexadecimal digits"),
        ("commitment: ", "commitment: é", "not the one that was committed to"),
    ],
)
def test_a_tampered_header_is_found(start: str, new: str, complaint: str) -> None:
    record, line = tampered(start, new)
    with pytest.raises(BadRecord, match=complaint) as caught:
        record.verify()
    assert caught.value.line == (line if start != "commitment: " else record.head_lines["seed"])


PARTS = {"red": b"\1" * 32, "blue": b"\2" * 32}
SHARES = {side: Share(share_commitment(part), part.hex()) for side, part in PARTS.items()}


def test_what_players_added_to_the_seed_is_proved_too() -> None:
    shares = {"red": SHARES["red"], "blue": SHARES["blue"]._replace(part="")}
    record = whole_match(1, shares).record
    again = Record.loads(record.dumps())
    assert again.shares == shares
    assert again.dumps() == record.dumps()
    assert again.verify().key() == record.replay().key()
    assert f"share blue: {SHARES['blue'].commitment} left out" in record.dumps()


@pytest.mark.parametrize("side", ["red", "blue"])
def test_a_part_that_is_left_out_afterwards_breaks_the_proof(side: str) -> None:
    record = whole_match(1, SHARES).record
    record.shares[side] = SHARES[side]._replace(part="")
    with pytest.raises(BadRecord, match=r"roll \d should be"):
        record.verify()


def test_a_part_that_was_not_committed_to_is_found() -> None:
    text = whole_match(1, SHARES).record.dumps()
    line = line_with(text, "share red")
    with pytest.raises(BadRecord, match="the part that red added to the seed is not the one") as caught:
        Record.loads(text.replace(SHARES["red"].part, SHARES["blue"].part, 1)).verify()
    assert caught.value.line == line


def test_nobody_adds_to_the_seed_once_dice_have_fallen() -> None:
    match = whole_match()
    with pytest.raises(ShapanError, match="have been rolled"):
        match.share(SHARES)


def test_without_a_seed_nothing_can_be_proved() -> None:
    record = whole_record()
    record.seed = ""
    with pytest.raises(BadRecord, match="the record has no seed"):
        record.verify()


def test_what_stands_by_an_older_reading_is_played_and_proved(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its players have agreed to let an action stand that nobody could take today."""
    record = whole_record()
    number = next(at for at, (author, _) in enumerate(record.moves) if author != DICE)
    before, wrong = FORD.position.refusal, FORD.parse(record.replay(number), record.moves[number][1])
    monkeypatch.setattr(
        FORD.position, "refusal", lambda pos, one: Refusal("1", "x") if one == wrong else before(pos, one)
    )
    with pytest.raises(BadRecord, match=f"action {number + 1}.*is refused"):
        record.verify()
    record.standing = {at for at, (_, text) in enumerate(record.moves) if text == record.moves[number][1]}
    text = record.dumps()
    again = Record.loads(text)
    assert (again.standing, again.dumps()) == (record.standing, text)
    assert again.verify().outcome is not None
    again.truncate(number)
    assert not again.standing


def test_nothing_stands_that_leaves_a_position_that_can_never_be(monkeypatch: pytest.MonkeyPatch) -> None:
    pos = whole_record().replay(0)
    while pos.actor == DICE:
        pos.push(next(iter(pos.options())))
    action, key = next(iter(pos.options())), pos.key()
    monkeypatch.setattr(FORD.position, "refusal", lambda *_: Refusal("1", "x"))
    monkeypatch.setattr(FORD.position, "violations", lambda *_: ["broken"])
    with pytest.raises(Refusal):
        pos.let_stand(action)
    assert pos.key() == key


def test_a_removed_line_breaks_the_proof() -> None:
    record = whole_record()
    del record.moves[0]
    with pytest.raises(BadRecord):
        record.verify()
