"""The charts against the evidence: the combat results table, odds, movement costs."""

from __future__ import annotations

from collections.abc import Iterator

from shapan.kernel import Finding
from shapan.mechanics.odds import odds_position

from .sheets import Sheets

DICE = range(1, 7)


def table(sheets: Sheets) -> Iterator[Finding]:
    """Cells that the text fixes, and that higher dice and better odds never hurt the attacker."""
    crt = sheets.book.crt
    yield Finding("the columns run from 1:3 to 6:1", (crt.headings[0], crt.headings[-1]) == ("1:3", "6:1"), "E-61")
    for column, die, told, case, _ in sheets.tables["charts.toml"]["crt"]["fixed"]:
        found = crt.rows[die - 1][crt.headings.index(column)]
        attacker, defender = told.rstrip("+").split("/")
        least = told.endswith("+")
        enough = found.defender >= int(defender) if least else found.defender == int(defender)
        yield Finding(f"{column} with a {die} is {told}", found.attacker == int(attacker) and enough, f"SNC {case}")
    positions = range(crt.lowest, crt.highest + 1)
    better = all(_no_worse(sheets, (p, d), (p + 1, d)) for p in positions[:-1] for d in DICE)
    yield Finding("better odds are never worse", better, "E-74")
    higher = all(_no_worse(sheets, (p, d), (p, d + 1)) for p in positions for d in DICE[:-1])
    yield Finding("a higher roll is never worse", higher, "E-74")


def _no_worse(sheets: Sheets, before: tuple[int, int], after: tuple[int, int]) -> bool:
    one, two = sheets.book.crt.result(*before), sheets.book.crt.result(*after)
    return two.attacker <= one.attacker and two.defender >= one.defender


def what_players_say(sheets: Sheets) -> Iterator[Finding]:
    """The reasoning of the players in 9.6 and 12.0."""
    crt = sheets.book.crt
    column = {text: [crt.rows[die - 1][at] for die in DICE] for at, text in enumerate(crt.headings)}
    losing = {text: sum(result.attacker > 0 for result in results) for text, results in column.items()}
    yield Finding("6:1 lessens the risk of a step loss", losing["6:1"] < losing["5:1"], "E-68")
    sure = min(r.defender for r in column["5:1"]) >= 2 > min(r.defender for r in column["4:1"])
    yield Finding("5:1 is what surely removes two steps", sure, "E-69")
    two = max(r.attacker for r in column["4:1"]) == 1 and max(r.attacker for r in column["3:1"]) == 2
    yield Finding("4:1 avoids the loss of two steps", two, "E-70")
    half = sum(r.defender >= 3 for r in column["4:1"]) == len(DICE) / 2
    yield Finding("4:1 clears three divisions half the time", half, "E-72")
    worth = [sum(r.defender - r.attacker for r in column[text]) for text in ("2:1", "3:1")]
    yield Finding("3:1 is what is wanted before attacking", worth[0] <= 0 < worth[1], "E-73")


def odds(sheets: Sheets) -> Iterator[Finding]:
    for attack, defence, shift, column in sheets.said("odds")["examples"]:
        found = sheets.book.crt.heading(odds_position(attack, defence) + shift)
        yield Finding(f"{attack} against {defence} with {shift:+d} is {column}", found == column, "10.3, 12.0")


def movement(sheets: Sheets) -> Iterator[Finding]:
    chart = sheets.tables["charts.toml"]["movement"]
    marsh = chart["enter"]["marsh"]["japanese"] + chart["overrun"]
    yield Finding("three movement points suffice to overrun a marsh hex", marsh == 6, "9.6")
    level = {prices["chinese"] for prices in chart["enter"].values()}
    yield Finding("the Chinese pay the same everywhere", len(level) == 1, "9.4")
    factor = 2 * sheets.tables["units.toml"]["meta"]["movement_factor"]
    yield Finding("the points of the chart are those of the counters", chart["factor"] == factor, "9.0")
