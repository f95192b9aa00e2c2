"""The counters against the evidence: order of battle, numbers, values, formations, markers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from shapan.kernel import Finding

from .sheets import Sheets


def order_of_battle(sheets: Sheets) -> Iterator[Finding]:
    book = sheets.book
    for fact in sheets.evidence["order_of_battle"]:
        told = {kind: count for kind, count in fact.items() if kind not in ("provenance", "formation")}
        found = Counter(entry.kind for entry in book.entries if entry.formation == fact["formation"])
        yield Finding(f"{fact['formation']} has its units", found == Counter(told), "E-20, E-21")
    start = [entry.label for entry in book.entries if entry.start and entry.formation in ("SNLF", "Local")]
    yield Finding("the Japanese begin with four units", start == sheets.evidence["counters"]["start_japanese"], "E-22")
    brigades: dict[str, Counter[str]] = {}
    for entry in book.entries:
        if entry.brigade and book.formations[entry.formation].army:
            brigades.setdefault(entry.formation, Counter())[entry.brigade] += entry.kind == "infantry"
    even = all(len(set(regiments.values())) == 1 and len(regiments) == 2 for regiments in brigades.values())
    yield Finding("every Chinese division has two equal brigades", even, "E-21")


def counters(sheets: Sheets) -> Iterator[Finding]:
    table, facts = sheets.tables["units.toml"]["counters"], sheets.evidence["counters"]
    markers = sum(count for name, count in table.items() if name not in ("total", "provenance"))
    total = len(sheets.book.lexicon.pieces) + markers
    yield Finding("the sheet has a hundred counters", total == table["total"] == facts["total"], "E-29")
    yield Finding("eight brigades can be called", len(sheets.book.brigades) == facts["brigades"], "E-28")


def values(sheets: Sheets) -> Iterator[Finding]:
    book = sheets.book
    faces = [entry.full for entry in book.entries] + [entry.reduced for entry in book.entries if entry.reduced]
    yield Finding("defence strengths can be rolled against", all(1 <= face[1] <= 6 for face in faces), "E-25")
    weaker = all(
        entry.reduced != entry.full and entry.reduced[0] <= entry.full[0] and entry.reduced[1] <= entry.full[1]
        for entry in book.entries
        if entry.reduced
    )
    yield Finding("a reduced side is weaker than the full one", weaker, "E-19")
    keyed = {entry.formation for entry in book.entries} | {entry.brigade for entry in book.entries}
    yield Finding("support units are keyed to something", all(e.support in keyed for e in book.entries if e.support))
    yield Finding("there is a mobile support unit", bool(book.mobile & book.supports), "E-36")
    yield Finding("all cavalry is mobile and Japanese", not book.cavalry & ~(book.mobile & book.roster[0]), "E-37")
    walking = all(entry.ma > 0 for entry in book.entries if entry.kind != "train")
    yield Finding("everybody but trains has an allowance", walking)


def formations(sheets: Sheets) -> Iterator[Finding]:
    told, called = sheets.evidence, sheets.book.called
    for table, field, evidence in (
        ("replacements", "replacements", "13.3"),
        ("arrivals", "vp_per_pause_number", "12.3"),
        ("available", "first_pause", "13.2"),
    ):
        stated = {name: value for name, value in told[table].items() if name != "provenance"}
        found = {entry.id: getattr(entry, field) for entry in called}
        yield Finding(f"formations: {table} as the rulebook has it", found == stated, evidence)
    known = {entry.formation for entry in sheets.book.entries} == set(sheets.book.formations)
    yield Finding("every formation has units and every unit its formation", known)


def markers(sheets: Sheets) -> Iterator[Finding]:
    book, facts = sheets.book, sheets.evidence["counters"]
    kinds = Counter(marker.kind for marker in book.markers)
    yield Finding("there are two air markers", kinds["air"] == facts["air_markers"], "E-16")
    start = [book.markers[number - book.first_marker].kind for number in book.starting_markers]
    yield Finding("there are markers of aircraft and of ships at the start", start == facts["markers_at_start"], "E-16")
    others = [marker for at, marker in enumerate(book.markers) if book.first_marker + at not in book.starting_markers]
    comes = all(marker.arrives_with in book.formations for marker in others)
    yield Finding("all other markers come with a formation", comes, "E-16")
    yield Finding("markers have strength", all(marker.strength > 0 for marker in book.markers), "E-17")
