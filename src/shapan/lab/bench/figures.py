"""The page of figures in the documents: every table measured anew and written by one command."""

from __future__ import annotations

import os
import platform
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

from shapan.games import game as find
from shapan.games import games
from shapan.kernel import ShapanError

from ..coverage import find_tests
from .beside import bench_anchors
from .crews import bench_crews
from .growth import bench_growth
from .measure import Measure, Say
from .memory import bench_all, bench_memory
from .play import bench_play, scenarios
from .thinking import bench_thinking
from .worst import LIMIT_MS, STAFF_LIMIT_MS, Call, worst

HEAD: Final = """# Figures

Written by `shapan bench figures` on {machine}, {date}. All times are CPU time. Where there are several runs they took
turns; the best and the median of them are told. A figure of one machine says little on another: the ratios do, and the
calibration loop (a fixed piece of Python) tells how fast a machine is.
"""

Page = list[str]


def write_figures(say: Say) -> Path:
    """Measure everything and write docs/figures.md of this checkout."""
    tests = find_tests()
    if tests is None:
        raise ShapanError("the page of figures belongs to a checkout, and this is none")
    path = tests.parent / "docs" / "figures.md"
    path.write_text(page(say), encoding="utf-8")
    return path


def page(say: Say) -> str:
    """The whole page."""
    machine = f"Python {platform.python_version()}, {platform.machine()}, {os.cpu_count()} cores"
    sections: list[tuple[str, str, Callable[[Say], str]]] = [
        ("Beside the field", "shapan bench anchors", lambda say: table(bench_anchors(say))),
        ("Play and lists", "shapan bench GAME", lambda say: _titles(bench_play, say)),
        ("Bots", "shapan bench GAME", lambda say: _titles(bench_thinking, say)),
        ("The slowest calls", "shapan bench GAME --worst", slowest),
        ("Growth", "shapan bench growth", lambda say: table(bench_growth(say))),
        ("Games an hour", "shapan bench crews", lambda say: table(bench_crews(1, say))),
        ("Memory", "shapan bench GAME", memory),
    ]
    parts = [HEAD.format(machine=machine, date=time.strftime("%Y-%m-%d"))]
    parts += [f"## {title}\n\n`{command}`\n\n{write(say)}" for title, command, write in sections]
    return "\n".join(parts)


def table(measures: Sequence[Measure]) -> str:
    """Measures as a table."""
    rows = ["| | best | median | | target | met |", "| --- | ---: | ---: | --- | ---: | --- |"]
    rows += [f"| {' | '.join(cells(measure))} |" for measure in measures]
    return "\n".join(rows) + "\n"


def cells(measure: Measure) -> tuple[str, ...]:
    """Name, value, median, unit, target, and whether it is met: as people read them."""
    if not measure.target and not measure.at_most:
        target, met = "", ""
    else:
        target = f"{'≤' if measure.at_most else '≥'} {measure.target:,g}"
        met = "yes" if measure.met else "NO"
    name = f"{measure.name} ({measure.note})" if measure.note else measure.name
    median = "" if measure.median is None else figure(measure.median)
    return name, figure(measure.value), median, measure.unit, target, met


def figure(value: float) -> str:
    """
    >>> figure(12345.6), figure(3.14159), figure(0.02176)
    ('12,346', '3.14', '0.022')
    """
    return f"{value:,.0f}" if abs(value) >= 100 else f"{value:.2f}" if abs(value) >= 1 else f"{value:.3f}"


def _titles(measure: Callable[..., list[Measure]], say: Say) -> str:
    return "\n".join(f"### {find(name).title}\n\n{table(measure(find(name), say))}" for name in games())


def slowest(say: Say) -> str:
    """The slowest call of each kind, title by title and scenario by scenario."""
    rows = [
        f"No view, list of options or action may take more than {LIMIT_MS} ms, no decision of the staff more than "
        f"{STAFF_LIMIT_MS}.\n",
        "| | view | options | push | staff | garbage |",
        "| --- | ---: | ---: | ---: | ---: | ---: |",
    ]
    for name in games():
        for scenario in scenarios(find(name)):
            found = worst(find(name), scenario, say)
            greatest = [_greatest(found, kind) for kind in ("view", "options", "push", "decision", "collection")]
            rows.append(f"| {' '.join((name, scenario)).strip()} | {' | '.join(greatest)} |")
    return "\n".join(rows) + "\n"


def _greatest(found: Sequence[Call], kind: str) -> str:
    most = max((call.ms for call in found if call.kind == kind), default=None)
    return "" if most is None else f"{most:.1f}"


def memory(say: Say) -> str:
    """What a process holds that plays one title, and one that has loaded all of them."""
    ours = [bench_memory(find(name), say) for name in games()]
    named = [
        Measure(f"{name}: {one.name}", one.value, one.target, one.unit, one.at_most)
        for name, one in zip(games(), ours, strict=True)
    ]
    return table([*named, bench_all(list(games()), say)])
