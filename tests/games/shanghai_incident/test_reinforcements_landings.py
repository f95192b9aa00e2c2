"""13.2: whether and where a formation lands, against a judge who tries every landing there is."""

from random import Random

import pytest
from tests.games.shanghai_incident.table import (
    DEFAULT,
    GAME,
    at,
    calling,
    do,
    hexes,
    keys,
    legal,
    options,
    reason,
    unit,
)

from shapan.games.shanghai_incident.book import ShanghaiBook
from shapan.games.shanghai_incident.reinforcements import Landing, room, shore
from shapan.ground.hexes import bits
from shapan.kernel import Event, rule


def sealed_but_for(stretch: str) -> dict[str, str]:
    """Chinese units that leave the Japanese this stretch of shore, perhaps a hex more at its ends, and no other."""
    book = GAME.book()
    kept = hexes(stretch)
    spared = kept | book.grid.spread(kept)
    pool = (entry.id for entry in book.entries if entry.id.startswith("C-") and not book.loose >> unit(entry.id) & 1)
    return {next(pool): book.grid.name(here) for here in bits(book.banks & ~spared)[::2]}


@rule("shanghai_incident", "13.2", "5.3", "R-42")
@pytest.mark.parametrize(("stretch", "lands"), [("1430 1530 1630", False), ("1330 1430 1530 1630", True)])
def test_the_landing_force_finds_room_for_a_battalion_beside_its_armoured_cars(stretch: str, lands: bool) -> None:
    pos = calling({**sealed_but_for(stretch), "J-SAC": "1430"})
    assert shore(pos).bit_count() == (5 if lands else 4), "for five battalions; one hex is that of the cars"
    told = keys(do(pos, "call SNLF", "done"))
    assert ("no_landing" not in told) == lands
    assert not lands or pos.decision.kind == "land"


@rule("shanghai_incident", "13.2", "5.3")
def test_a_hex_takes_a_unit_and_a_support_unit_and_one_who_is_there_leaves_room_for_the_other() -> None:
    pos = calling({"J-2T": "1430", "C-78-1": "0303"})
    regiment, another, engineers = (1 << unit(name) for name in ("J-7", "J-19", "J-9E"))
    assert room(pos, hexes("1530"), regiment | engineers)
    assert not room(pos, hexes("1530"), regiment | another)
    assert room(pos, hexes("1530"), regiment | another | engineers, hexes("1430")), "one goes with the tanks"
    assert not room(pos, 0, regiment | another, hexes("1430"))


# --- every landing there is ---------------------------------------------------------------------


def lands(book: ShanghaiBook, ashore: dict[int, set[int]], units: list[int], used: set[int]) -> bool:
    """Could these units be put down, one after the other, so that in the end all hexes used are contiguous?"""
    if not units:
        return contiguous(book, used)
    first, *rest = units
    return any(
        shares(book, hosts, first) and lands(book, {**ashore, here: hosts | {first}}, rest, used | {here})
        for here, hosts in ashore.items()
    )


def shares(book: ShanghaiBook, hosts: set[int], guest: int) -> bool:
    return not hosts or (len(hosts) == 1 and bool(book.partners[guest] >> next(iter(hosts)) & 1))


def contiguous(book: ShanghaiBook, used: set[int]) -> bool:
    found = {min(used)}
    for _ in used:
        found |= {there for here in found for there in book.beside[here] if there in used}
    return found == used


SHORES = {
    "a brigade and its engineers": ("24B", "1130 1230 1330 1430", {}),
    "too short for a brigade": ("24B", "1130 1230 1330", {}),
    "long enough but broken": ("24B", "1130 1230 1430 1530", {}),
    "one stretch of two": ("24B", "1130 1230 1330 1430 1630 1730 1829", {}),
    "a stranger in the middle": ("24B", "1130 1230 1330 1430 1530 1630 1730", {"J-3Sas": "1330"}),
    "a division with two support units": ("9D", "1130 1230 1330 1430 1530", {}),
    "the cars in the middle": ("SNLF", "1230 1330 1430 1530 1630", {"J-SAC": "1430"}),
    "the cars at one end": ("SNLF", "1230 1330 1430 1530 1630", {"J-SAC": "1230"}),
    "the cars between two stretches": ("SNLF", "1130 1230 1330 1430 1530 1630", {"J-SAC": "1330"}),
    "the cars alone on one side": ("SNLF", "1130 1330 1430 1530 1630", {"J-SAC": "1130"}),
    "the cars behind the shore": ("SNLF", "1330 1430 1530 1630", {"J-SAC": "1429"}),
    "the cars not needed": ("SNLF", "1130 1330 1430 1530 1630 1730", {"J-SAC": "1130"}),
    "two battalions on the way": ("SNLF", "1130 1230 1330 1430 1530 1630", {"J-SAC": "1130", "J-3Sas": "1430"}),
}


@rule("shanghai_incident", "13.2", "5.3", "R-42", "R-56")
@pytest.mark.parametrize(("formation", "banks", "there"), SHORES.values(), ids=SHORES)
def test_a_unit_lands_wherever_the_rest_still_finds_contiguous_hexes(
    formation: str, banks: str, there: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    pos, rng, used = calling({"C-78-1": "0303", "J-Vol": "1029", **there}, 3), Random(1), set[int]()
    monkeypatch.setattr(pos.book, "banks", hexes(banks))
    book, units = pos.book, bits(pos.book.members[DEFAULT.lexicon.formations.index(formation)])
    ashore = {here: set(pos.units_in(here)) for here in bits(hexes(banks))}
    told = keys(do(pos, f"call {formation}", "done"))
    assert ("no_landing" not in told) == lands(book, ashore, units, set())
    while isinstance(pos.top, Landing):
        offered = options(pos, "place")
        near = {there for here in used for there in (here, *book.beside[here])} or set(ashore)
        for guest in units:
            rest = [other for other in units if other != guest]
            good = {
                f"{book.lexicon.pieces[guest]} {book.grid.name(here)}"
                for here in near & set(ashore)
                if shares(book, ashore[here], guest)
                and lands(book, {**ashore, here: ashore[here] | {guest}}, rest, used | {here})
            }
            assert good == {text for text in offered if text.startswith(f"{book.lexicon.pieces[guest]} ")}
        chosen = rng.choice(sorted(offered))
        guest, here = unit(chosen.split()[0]), at(chosen.split()[1])
        do(pos, f"place {chosen}")
        units.remove(guest)
        used.add(here)
        ashore[here].add(guest)


@rule("shanghai_incident", "13.2", "5.3")
def test_a_refused_landing_says_why() -> None:
    pos = calling({"J-3Sas": "1130", "C-78-1": "1929"}, 3)
    do(pos, "call 24B", "done")
    assert reason(pos, "done") == "land_first"
    assert reason(pos, "place J-7 1230") == "not_landing"
    assert reason(pos, "place J-24-14 1820") == "land_river"
    assert reason(pos, "place J-24-14 1829") == "land_enemy"
    assert reason(pos, "place J-24-14 1130") == "stacking"
    do(pos, "place J-24-14 1230")
    assert reason(pos, "place J-24-24 1430") == "land_contiguous"
    assert reason(pos, "place J-24-48 1230") == "stacking"
    assert legal(pos, "place J-24-E 1230")
    assert reason(pos, "place J-24-14 1330") == "not_landing", "it has landed"


@rule("shanghai_incident", "13.2", "R-42")
def test_two_formations_called_together_may_both_find_no_shore(monkeypatch: pytest.MonkeyPatch) -> None:
    pos = calling({"J-3Sas": "1125", "C-78-1": "0303"}, 3)
    monkeypatch.setattr(pos.book, "banks", 0)
    told = keys(do(pos, "call SNLF+24B", "done"))
    assert told.count("no_landing") == 2
    assert (pos.decision.kind != "land", pos.waiting) == (True, 0)


@rule("shanghai_incident", "13.2", "R-61")
def test_with_shore_for_one_of_two_the_landing_force_comes_and_the_brigade_if_it_is_called_alone() -> None:
    units = {**sealed_but_for("1330 1430 1530 1630"), "J-3Sas": "1125"}
    both, brigade = calling(units, 3), calling(units, 3)
    before = shore(both)
    do(both, "call 24B+SNLF", "done")
    assert shore(both) == before, "nothing changes between the call and the landing"
    assert both.decision.params == {"formation": "SNLF"}
    told: list[Event] = []
    while both.decision.kind == "land":
        told += do(both, GAME.format(both, next(iter(both.options()))))
    assert [event.params["formation"] for event in told if event.key == "event.no_landing"] == ["24B"]
    do(brigade, "call 24B", "done")
    assert brigade.decision.params == {"formation": "24B"}
    assert not both.arrived[[entry.id for entry in both.book.called].index("24B")], "it may be called again"
