"""What the judgements of all titles are worth, as a page of the documents with reliability curves.

A small file for every title is kept beside the page, so that the page can be written anew without playing a game.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from pathlib import Path
from typing import Final

import msgspec

from shapan.games import games as titles
from shapan.kernel import ShapanError
from shapan.kernel.reading import read_json

from .calibrate import Bin, Calibration

FOLDER: Final = "judgement"
PAGE: Final = "judgement.md"
SIDE: Final = 180
"""Of one curve in the picture."""
MARGIN: Final = 34
ACROSS: Final = 4
LEAST: Final = 2.0
MOST: Final = 9.0
"""Radii of the dots."""
OPENING: Final = """# Judgement

The chance to win that a position is worth: the same number in the story of a finished game, in the luck of its dice,
in the look ahead of the General and in the shaped rewards of the environments. It is a logistic of what the staff
measures and of a few products of two such measures; the weights are data (`judgement.json` beside each staff).

`shapan calibrate GAME --scenario all --games N --seed S --log FILE --write --docs docs` lets officers who are drawn
anew for each game play each other (every second game with an occasional slip), notes about forty positions of every
game in whatever phase a side owes a decision, and learns from three games of four. The figures below are of the other
games, which had no part in the learning; strength of the ridge and number of products were chosen by leaving out
games of the first three quarters in turn. Where games were few (`--onward`) the learning went on from the former
judgement instead of from nothing. What was learned is in use only where it does better on the games held out. A draw
counts half. The log loss of somebody who always says 50 percent is 0.693; "a constant" is somebody who knows how
often the first side wins. "Formerly" is the judgement that was in use before the table was made.

Dots of a picture are positions that were judged alike, in tenths: to the right the chance that they were given,
upwards what became of them. On the line every promise is kept. Hollow dots are the former judgement.
"""
HEADS: Final = (
    "scenario",
    "games (held out)",
    "positions held out",
    "learned",
    "formerly",
    "a constant",
    "in use",
    "amid a phase: learned",
    "formerly",
    "between: learned",
    "formerly",
)


def keep(docs: Path, found: Sequence[Calibration]) -> None:
    """Keep what was measured for a title, and write its picture and the page."""
    folder = docs / FOLDER
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{found[0].game}.json"
    known = {each.scenario: each for each in read(path)} | {each.scenario: each for each in found}
    content = msgspec.json.format(msgspec.json.encode(list(known.values())), indent=1)
    path.write_bytes(content + b"\n")
    write(docs)


def write(docs: Path) -> None:
    """The page and its pictures, from the files alone."""
    parts = [OPENING]
    for name in titles():
        found = read(docs / FOLDER / f"{name}.json")
        if found:
            parts.append(section(name, found))
            (docs / FOLDER / f"{name}.svg").write_text(picture(found), encoding="utf-8")
    (docs / PAGE).write_text("\n".join(parts), encoding="utf-8")


def read(path: Path) -> list[Calibration]:
    if not path.exists():
        return []
    try:
        return read_json(path.read_bytes(), list[Calibration])
    except msgspec.MsgspecError as error:
        raise ShapanError(f"{path} is no calibration: {error}") from None


def section(name: str, found: Sequence[Calibration]) -> str:
    """A title: its table and its picture."""
    rows = [
        (
            each.scenario,
            f"{each.games} ({each.held_out})",
            f"{each.whole.positions}",
            *(f"{loss:.3f}" for loss in (each.whole.learned, each.whole.present, each.whole.constant)),
            "learned" if each.better else "former",
            *(f"{loss:.3f}" for part in (each.amid, each.between) for loss in (part.learned, part.present)),
        )
        for each in found
    ]
    told = f"Log loss over games held out, seed {found[0].seed}; the chance is that of the first side."
    table = [f"| {' | '.join(row)} |" for row in (HEADS, ("---",) * len(HEADS), *rows)]
    image = f"![Reliability curves of {name}]({FOLDER}/{name}.svg)"
    return "\n".join([f"## {name}", "", told, "", *table, "", image, ""])


def picture(found: Sequence[Calibration]) -> str:
    """The reliability curves of a title, one scenario beside the other."""
    across = min(ACROSS, len(found))
    down = -(-len(found) // across)
    step = SIDE + 2 * MARGIN
    panels = "".join(
        f'<g transform="translate({at % across * step + MARGIN} {at // across * step + MARGIN})">{_panel(each)}</g>'
        for at, each in enumerate(found)
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{across * step}" height="{down * step}" '
        f'font-family="sans-serif" font-size="11"><rect width="100%" height="100%" fill="#fbfaf6"/>{panels}</svg>\n'
    )


def _panel(each: Calibration) -> str:
    ticks = "".join(
        f'<line x1="{at}" y1="{SIDE}" x2="{at}" y2="{SIDE + 4}" stroke="#555"/>'
        f'<line x1="-4" y1="{SIDE - at}" x2="0" y2="{SIDE - at}" stroke="#555"/>'
        f'<text x="{at}" y="{SIDE + 16}" text-anchor="middle">{percent}</text>'
        f'<text x="-7" y="{SIDE - at + 4}" text-anchor="end">{percent}</text>'
        for percent in (0, 50, 100)
        for at in [SIDE * percent // 100]
    )
    return (
        f'<text x="{SIDE // 2}" y="-10" text-anchor="middle">{escape(each.scenario)}: {escape(each.first)}</text>'
        f'<rect width="{SIDE}" height="{SIDE}" fill="white" stroke="#555"/>{ticks}'
        f'<line x1="0" y1="{SIDE}" x2="{SIDE}" y2="0" stroke="#999" stroke-dasharray="4 3"/>'
        f"{_dots(each.present, 'none')}{_dots(each.curve, '#8c2f1b')}"
    )


def _dots(curve: Iterable[Bin], fill: str) -> str:
    """Dots, the larger the more positions."""
    bins = list(curve)
    most = max((each.positions for each in bins), default=1)
    shade = "#8c2f1b" if fill != "none" else "#2b5d8a"
    return "".join(
        f'<circle cx="{SIDE * each.judged:.1f}" cy="{SIDE * (1 - each.won):.1f}" '
        f'r="{LEAST + (MOST - LEAST) * (each.positions / most) ** 0.5:.1f}" fill="{fill}" fill-opacity="0.75" '
        f'stroke="{shade}"/>'
        for each in bins
    )
