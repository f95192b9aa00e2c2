"""The scenario against the evidence, and the position that it makes: turns, control, supply heads, the opening."""

from __future__ import annotations

from collections.abc import Iterator

from shapan.kernel import Finding

from ..movement import levels
from ..sequence import TURN
from ..sides import JAPANESE, RUSSIAN
from .sheets import Sheets


def turns(sheets: Sheets) -> Iterator[Finding]:
    said, book = sheets.said("scenario"), sheets.book
    yield Finding(f"{said['turns']} turns, each with its dates", book.turns == said["turns"] == len(book.dates), "E33")
    sudden = book.japanese_sudden_death_turns == set(said["sudden_death_turns"])
    yield Finding(f"Japanese sudden death is possible in turns {said['sudden_death_turns']}", sudden, "E34")
    yield Finding(
        f"phase I is skipped in turns {said['skip_phase_I_turns']}",
        book.skip_phase_one_turns == set(said["skip_phase_I_turns"]),
    )
    numbered = [phase for phase in TURN.phases if phase.number.isupper()]
    yield Finding(f"a turn has {said['phases']} phases", len(numbered) == said["phases"], "E35")
    much, little = book.loss_ratio
    yield Finding(
        f"the end game asks for {said['percent']} percent more", much * 100 == (100 + said["percent"]) * little, "E38"
    )


def heads_and_control(sheets: Sheets) -> Iterator[Finding]:
    """3.3, 7.6, 5.2: what hangs on Mukden, Liaoyang and the north edge."""
    said, book = sheets.said("grid"), sheets.book
    mukden, liaoyang = sheets.grid.index(said["mukden"]), sheets.grid.index(said["liaoyang"])
    yield Finding("the Japanese start in control of Liaoyang alone", book.japanese_start == 1 << liaoyang, "E36")
    yield Finding("Liaoyang is the Russian goal and the Japanese supply head", _liaoyang(sheets, liaoyang), "E37")
    edge = sheets.grid.row(sheets.grid.first_row)
    yield Finding("the whole north edge is the Russian supply head", book.supply_heads[RUSSIAN] == edge, "E37")
    goals = (book.end_game_hex, book.corps_first_choice)
    yield Finding("Mukden decides the end game and takes the Cavalry Corps", goals == (mukden, mukden), "E1")


def _liaoyang(sheets: Sheets, liaoyang: int) -> bool:
    return sheets.book.russian_sudden_death == liaoyang and sheets.book.supply_heads[JAPANESE] == 1 << liaoyang


def opening(sheets: Sheets) -> Iterator[Finding]:
    """Our own set-up: connected, in contact, and not decided by the first move."""
    start, book = sheets.start, sheets.book
    cut_off = [
        book.lexicon.pieces[unit]
        for side in (JAPANESE, RUSSIAN)
        for unit in start.on_map(side)
        if not start.front(side).has_line(start.place[unit])
    ]
    what = "every unit starts with a line of communication" + "".join(f", not {unit}" for unit in cut_off)
    yield Finding(what, not cut_off)
    goals = (book.railroad, 1 << book.russian_sudden_death)
    winners = [
        book.lexicon.pieces[unit]
        for side in (JAPANESE, RUSSIAN)
        for unit in start.on_map(side)
        if levels(start, unit).reach() & goals[side]
    ]
    yield Finding("nobody can win with the first move" + "".join(f", but {unit}" for unit in winners), not winners)
    front = start.front(JAPANESE)
    contact = sum(front.in_enemy_zone(start.place[unit]) for unit in start.on_map(JAPANESE))
    yield Finding("the armies of the centre start in contact", contact >= sheets.said("opening")["in_contact"])
