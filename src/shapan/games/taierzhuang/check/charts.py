"""The charts against the evidence: chits, events, costs."""

from __future__ import annotations

from collections.abc import Iterator

from shapan.kernel import Finding

from .sheets import Sheets


def chits(sheets: Sheets) -> Iterator[Finding]:
    said, book = sheets.said("chits"), sheets.book
    for side in book.sides:
        actions = [chit.name for chit in book.chits if chit.side == side and chit.action]
        yield Finding(f"the {side} action chits are those of 5.2", set(actions) == set(said[f"{side}_actions"]), "E-50")
    others = {chit.name for chit in book.chits if not chit.action}
    yield Finding("chits that 5.2 does not list are no actions", set(said["no_actions"]) <= others, "E-51, E-52")
    number = sum(book.chit_counts[chit] for chit in book.chits_of[0])
    yield Finding("as many Japanese chits as the designer names", number == said["japanese_chits"], "E-59a")
    effects = {chit.effect for chit in book.chits}
    yield Finding("a chit keeps units from being flipped", "spearhead" in effects, "E-57")
    yield Finding("some chits leave the game", any(chit.after == "remove" for chit in book.chits), "E-58")
    yield Finding("a chit modifies the KMT roll", any(chit.drm for chit in book.chits), "E-59")
    hands = all(
        max(book.maxima[side]) + 1 <= sum(book.chit_counts[chit] for chit in book.chits_of[side]) for side in (0, 1)
    )
    yield Finding("no hand can outgrow its cup", hands)


def canal_and_air(sheets: Sheets) -> Iterator[Finding]:
    said = sheets.said("chits")
    observers = {chit.id: chit.observer for chit in sheets.book.chits}
    free = all(observers[name] in ("edge", "none") for name in said["over_the_canal"])
    bound = all(observers[name] == "land" for name in said["not_over_the_canal"])
    yield Finding("bombers and artillery mind no canal, fighters do", free and bound, "E-55")


def events(sheets: Sheets) -> Iterator[Finding]:
    said, rows = sheets.said("charts"), sheets.book.events
    reinforcement = {row.side: roll for roll, row in rows.items() if row.effect == "reinforcement"}
    yield Finding(
        "reinforcement events stand where 6.1 and 6.2 say", reinforcement == said["reinforcement_events"], "E-61"
    )
    names = [row.name for row in rows.values()]
    once = names.count(said["unique_event"]) == 1 and said["no_event"] in names
    yield Finding("one fuel shortage, and lines without an event", once, "E-62")
    effects = {row.effect for row in rows.values()}
    yield Finding("events change a maximum and spare units the flip", {"maximum", "no_flip"} <= effects, "E-63, E-64")


def numbers(sheets: Sheets) -> Iterator[Finding]:
    said, charts = sheets.said("charts"), sheets.tables["charts.toml"]
    yield Finding("damage costs as in 7.4", said["costs"].items() <= charts["combat"].items(), "E-70")
    yield Finding("movement costs as in 7.1", said["movement"].items() <= charts["movement"].items(), "E-71")
    slip = charts["infiltration"]["success"] == said["infiltration"]
    yield Finding("infiltration values as in 12.6", slip, "E-72")
