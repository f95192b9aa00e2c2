"""The forces of the scenarios against the templates, and riders against what carries them."""

from __future__ import annotations

from collections.abc import Iterator

from shapan.kernel import Finding

from .sheets import Sheets


def templates(sheets: Sheets) -> Iterator[Finding]:
    for scenario, sheet in sheets.scenarios.items():
        unknown = [e["u"] for e in sheet["forces"] if e["u"] not in sheets.units]
        yield Finding(f"{scenario}: every unit has its template", not unknown, ", ".join(unknown))


def riders(sheets: Sheets) -> Iterator[Finding]:
    for scenario, sheet in sheets.scenarios.items():
        handles = {e.get("id") for e in sheet["forces"]}
        adrift = [e["in"] for e in sheet["forces"] if "in" in e and e["in"] not in handles]
        yield Finding(f"{scenario}: every rider has its carrier", not adrift, ", ".join(adrift))
