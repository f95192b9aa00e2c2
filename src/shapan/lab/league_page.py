"""A league as a page with its matrix as a picture, and as a table for the documents."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from typing import Final

from .report import STYLE
from .verdict import Officer, Verdict

SIZE: Final = 64
"""The side of a cell in the picture."""
MARGIN: Final = 200


def html(verdict: Verdict) -> str:
    """The whole page, in one file that needs nothing else."""
    title = f"{verdict.game}, {verdict.scenario}: a league of {verdict.games} games"
    rows = "".join(f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in row)}</tr>" for row in cells(verdict))
    heads = "".join(f"<th>{head}</th>" for head in HEADS)
    return (
        f"<!doctype html><html lang='en'><meta charset='utf-8'><title>{escape(title)}</title><style>{STYLE}</style>"
        f"<h1>{escape(title)}</h1><p>{escape(balance(verdict))}</p>"
        f"<h2>Everybody against everybody</h2>{matrix(verdict)}"
        f"<h2>Officers</h2><table><tr>{heads}</tr>{rows}</table></html>"
    )


def markdown(verdict: Verdict, edition: str = "") -> str:
    """The same for the documents, with the mark of the rules and the staff that it was played with."""
    played = f" Rules and staff: `{edition}`." if edition else ""
    lines = [f"## {verdict.game}, {verdict.scenario}", "", balance(verdict) + played, ""]
    lines += _table(HEADS, cells(verdict))
    first, second = verdict.sides
    heads = (f"{first} against {second}", *map(_short, verdict.columns))
    lines += ["", f"What each officer of {first} scores against each of {second}, and in how many games:", ""]
    lines += _table(heads, [_scores(verdict, row) for row in range(len(verdict.rows))])
    return "\n".join(lines) + "\n"


def _table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> list[str]:
    return [f"| {' | '.join(heads)} |", f"|{' --- |' * len(heads)}", *(f"| {' | '.join(row)} |" for row in rows)]


def _scores(verdict: Verdict, row: int) -> tuple[str, ...]:
    """A row of the matrix."""
    pairs = zip(verdict.scores[row], verdict.counts[row], strict=True)
    return _short(verdict.rows[row]), *(f"{_percent(score)} of {games}" for score, games in pairs)


HEADS: Final = (
    "side",
    "officer",
    "share in the best mixture",
    "Elo (95 percent)",
    "against the best mixture",
    "against the worst for him",
    "who that is",
    "games",
    "against the staff",
)


def cells(verdict: Verdict) -> list[tuple[str, ...]]:
    """A row for every officer, in the order of the heads."""
    return [
        (
            each.side,
            _short(each.name),
            _span(each.share, each.share_low, each.share_high),
            f"{each.elo:+.0f} ({each.elo_low:+.0f} to {each.elo_high:+.0f})",
            _percent(each.score),
            _span(each.worst, each.worst_low, each.worst_high),
            _short(each.nemesis),
            str(each.games),
            _proof(each),
        )
        for each in verdict.officers
    ]


def balance(verdict: Verdict) -> str:
    """The value of the game in a sentence."""
    first, second = verdict.sides
    return (
        f"Between the best mixtures {first} scores {_percent(verdict.value)} (95 percent between "
        f"{_percent(verdict.value_low)} and {_percent(verdict.value_high)}), {second} the rest; draws count half. "
        f"{verdict.games} games, seed {verdict.seed}."
    )


def matrix(verdict: Verdict) -> str:
    """What each officer of the first side scores against each of the second: blue is good for the first side."""
    width, height = MARGIN + SIZE * len(verdict.columns), MARGIN // 2 + SIZE * len(verdict.rows)
    parts = [
        f"<svg viewBox='0 0 {width} {height}' width='{width}' role='img' font-size='13' "
        f"aria-label='scores of {escape(verdict.sides[0])} against {escape(verdict.sides[1])}'>"
    ]
    for column, name in enumerate(verdict.columns):
        x, y = MARGIN + SIZE * column + SIZE / 2, MARGIN / 2 - 8
        parts.append(f"<text transform='translate({x} {y}) rotate(-35)' fill='currentColor'>{_label(name)}</text>")
    for row, name in enumerate(verdict.rows):
        y = MARGIN / 2 + SIZE * row
        parts.append(
            f"<text x='{MARGIN - 8}' y='{y + SIZE / 2 + 5}' text-anchor='end' fill='currentColor'>{_label(name)}</text>"
        )
        for column in range(len(verdict.columns)):
            parts.append(_cell(verdict, row, column, MARGIN + SIZE * column, y))
    return "".join(parts) + "</svg>"


def _cell(verdict: Verdict, row: int, column: int, x: float, y: float) -> str:
    score, games = verdict.scores[row][column], verdict.counts[row][column]
    colour = "#0072b2" if score >= 0.5 else "#d55e00"
    middle = x + SIZE / 2
    return (
        f"<rect x='{x}' y='{y}' width='{SIZE - 2}' height='{SIZE - 2}' fill='{colour}' "
        f"fill-opacity='{0.1 + 1.5 * abs(score - 0.5):.2f}'/>"
        f"<text x='{middle}' y='{y + SIZE / 2}' text-anchor='middle' fill='currentColor'>{100 * score:.0f}</text>"
        f"<text x='{middle}' y='{y + SIZE / 2 + 16}' text-anchor='middle' font-size='10' fill='currentColor'>"
        f"{games}</text>"
    )


def _label(name: str) -> str:
    return escape(_short(name))


def _short(name: str) -> str:
    """The officer's name; one who was found by a search is named after the one he comes from."""
    plain, plus, changes = name.removeprefix("staff:").partition("+")
    return f"{plain or 'staff'}, {changes.count('=')} numbers changed" if plus else plain


def _span(share: float, low: float, high: float) -> str:
    return f"{_percent(share)} ({100 * low:.0f} to {100 * high:.0f})"


def _proof(officer: Officer) -> str:
    """What he scores against the staff as it is shipped."""
    if not officer.proof_games:
        return "–"
    return f"{_span(officer.proof, officer.proof_low, officer.proof_high)} of {officer.proof_games}"


def _percent(share: float) -> str:
    return f"{100 * share:.0f} %"
