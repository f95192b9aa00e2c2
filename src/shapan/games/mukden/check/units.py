"""The order of battle against the evidence: counters, markers, names, sizes, set-up."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from shapan.kernel import Finding

from ..sides import JAPANESE, RUSSIAN
from ..stacking import overstacked
from .sheets import Sheets


def counters(sheets: Sheets) -> Iterator[Finding]:
    """2.0, 2.10: one counter for every step of every unit, and the markers, make up the counter sheet."""
    said = sheets.said("counters")
    steps = sum(sheets.book.start_steps)
    markers = sum(marker["count"] for marker in sheets.tables["units.toml"]["marker"])
    stated = sheets.tables["units.toml"]["meta"]["counters_total"]
    what = f"{steps} unit steps and {markers} markers are {said['total']} counters"
    yield Finding(what, steps + markers == stated == said["total"], "E16")
    low, high = said["steps"]
    within = all(low <= count <= high for count in sheets.book.start_steps)
    yield Finding(f"units have {low} to {high} steps, and one has them all", within and high in sheets.book.start_steps)


def markers(sheets: Sheets) -> Iterator[Finding]:
    found = {marker["id"]: marker["count"] for marker in sheets.tables["units.toml"]["marker"]}
    yield Finding("the markers are those of 2.12 and 3.1", found == sheets.said("counters")["markers"], "E17")
    yield Finding("the bombardment chart has as many markers as the sheet", found["bombardment"] == sheets.book.markers)


def identities(sheets: Sheets) -> Iterator[Finding]:
    """2.5: the units that the rulebook names exist, and every abbreviation is used."""
    said = sheets.said("identities")
    ids = [unit["id"] for unit in sheets.units]
    yield Finding("no two units share an id", len(set(ids)) == len(ids))
    missing = [name for name in said["named"].split() if name not in ids]
    yield Finding("every unit that the rulebook names is there" + "".join(f", not {m}" for m in missing), not missing)
    looks = Counter((unit["id"][0], unit["label"], unit["type"]) for unit in sheets.units)
    yield Finding("no two counters of a side look alike", max(looks.values()) == 1)
    for number, side in enumerate(sheets.book.sides):
        labels = [sheets.units[unit]["label"] for unit in sheets.book.units_of[number]]
        for ending in said[f"{side}_endings"]:
            used = any(label.endswith(ending) for label in labels)
            yield Finding(f"there are {side} units called {ending}", used, "E22")


def sizes(sheets: Sheets) -> Iterator[Finding]:
    """2.6, 2.7, 6.1, and what the rulebook says about single units."""
    for fact in sheets.tables["evidence.toml"]["unit"]:
        entry = sheets.unit(fact["id"])
        told = {name: value for name, value in fact.items() if name != "provenance"}
        holds = all(entry.get(name) == value for name, value in told.items())
        yield Finding(f"{fact['id']} is as the rulebook has it", holds, "E19 to E22")
    corps = [unit for unit in sheets.units if unit["size"] == "XXX"]
    alone = len(corps) == 1 and _returns(sheets, corps)
    yield Finding("there is one corps, and it is the one that returns", alone, "E21")
    yield Finding("every type is inf or cav", {unit["type"] for unit in sheets.units} == {"inf", "cav"})
    said = {name: value for name, value in sheets.said("stacking").items() if name != "provenance"}
    values = {name: sheets.tables["units.toml"]["division_equivalents"][name] for name in said}
    yield Finding("the stacking values are those of 6.1", values == said, "E24")


def _returns(sheets: Sheets, corps: list[dict[str, str]]) -> bool:
    return corps[0]["id"] == sheets.book.lexicon.pieces[sheets.book.corps]


def set_up(sheets: Sheets) -> Iterator[Finding]:
    """3.2: a legal set-up in which nobody stands on what the enemy controls."""
    start, book = sheets.start, sheets.book
    yield Finding("nobody is overstacked at the start", not overstacked(start))
    yield Finding("no hex is shared by both sides", not start.occupied[JAPANESE] & start.occupied[RUSSIAN])
    intruders = start.occupied[JAPANESE] & book.railroad or start.occupied[RUSSIAN] >> book.russian_sudden_death & 1
    yield Finding("nobody starts in a critical hex of the enemy", not intruders, "E36")
    letters = all(len(unit["prov"]) == 3 and set(unit["prov"]) <= set("BIHD") for unit in sheets.units)
    yield Finding("every unit says where its identity, steps and hex come from", letters)
