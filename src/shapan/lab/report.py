"""A tournament as a page: tables and bars, in one file that needs nothing else."""

from __future__ import annotations

from html import escape

from .tournament import Cell, Report

STYLE = """
body{font:16px/1.5 Georgia,serif;margin:2rem auto;max-width:60rem;padding:0 1rem;color:#2b2418;background:#fbf6e9}
table{border-collapse:collapse;margin:1rem 0}td,th{padding:.3rem .8rem;border-bottom:1px solid #d8c9a3;text-align:left}
td.number{text-align:right;font-variant-numeric:tabular-nums}svg{vertical-align:middle}
@media (prefers-color-scheme:dark){body{color:#e9e0cc;background:#1e1b16}td,th{border-color:#4a4130}}
"""


def html(report: Report) -> str:
    """The whole page."""
    title = f"{report.game}: tournament of {report.games} games"
    return (
        f"<!doctype html><html lang='en'><meta charset='utf-8'><title>{escape(title)}</title><style>{STYLE}</style>"
        f"<h1>{escape(title)}</h1><p>Scenario {escape(report.scenario)}. Every pairing on both sides, with the same "
        "dice. Intervals are Wilson intervals at 95 percent.</p>"
        f"<h2>Standings</h2>{_standings(report)}<h2>Win rates</h2>{_cells(report)}</html>"
    )


def _standings(report: Report) -> str:
    rows = "".join(
        f"<tr><td>{escape(row.bot)}</td><td class='number'>{row.elo:+.0f} ± {row.error:.0f}</td>"
        f"<td class='number'>{row.wins} of {row.games}</td><td class='number'>{row.milliseconds:.1f}</td>"
        f"<td class='number'>{row.p95:.1f}</td><td class='number'>{row.slowest:.0f}</td>"
        f"<td class='number'>{row.longest_turn:.1f}</td></tr>"
        for row in report.standings
    )
    return (
        "<table><tr><th>bot</th><th>Elo</th><th>wins against other bots</th><th>ms a decision</th>"
        f"<th>95 percent within ms</th><th>slowest ms</th><th>longest turn s</th></tr>{rows}</table>"
    )


def _cells(report: Report) -> str:
    rows = "".join(
        f"<tr><td>{escape(cell.side)}</td><td>{escape(cell.bot)}</td><td>{escape(cell.against)}</td>"
        f"<td class='number'>{cell.wins} of {cell.games}</td><td>{_bar(cell)}</td>"
        f"<td class='number'>{100 * cell.rate:.1f} % ({100 * cell.low:.0f}–{100 * cell.high:.0f})</td></tr>"
        for cell in sorted(report.cells, key=lambda cell: (cell.side, cell.against, cell.bot))
    )
    return f"<table><tr><th>side</th><th>bot</th><th>against</th><th>wins</th><th></th><th>rate</th></tr>{rows}</table>"


def _bar(cell: Cell, width: int = 220) -> str:
    """The win rate as a bar with its interval."""
    rate, low, high = (round(width * share, 1) for share in (cell.rate, cell.low, cell.high))
    label = f"{100 * cell.rate:.0f} percent, between {100 * cell.low:.0f} and {100 * cell.high:.0f}"
    return (
        f"<svg width='{width}' height='16' role='img' aria-label='{label}'>"
        f"<rect width='{width}' height='16' fill='#8883'/><rect width='{rate}' height='16' fill='#0072b2'/>"
        f"<path d='M{low} 8H{high}M{low} 3V13M{high} 3V13' stroke='#e69f00' stroke-width='2'/></svg>"
    )
