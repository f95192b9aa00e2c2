"""The scenarios against their boards."""

from __future__ import annotations

from collections.abc import Iterator

from shapan.kernel import Finding

from .sheets import Sheets


def zones(sheets: Sheets) -> Iterator[Finding]:
    for scenario, sheet in sheets.scenarios.items():
        known = sheets.zones[scenario]
        lost = [e["z"] for e in sheet["forces"] if "z" in e and e["z"] not in known]
        lost += [e["zone"] for e in sheet["objectives"] if "zone" in e and e["zone"] not in known]
        yield Finding(f"{scenario}: every zone is on the board", not lost, ", ".join(lost))
