"""All titles beside the anchors of the field, in one run: the table of ratios."""

from __future__ import annotations

from shapan.games import game as find
from shapan.games import games
from shapan.kernel import ShapanError

from .anchors import ANCHORS, anchors
from .clock import RUNS, Work, calibration, rates
from .measure import Measure, Say
from .play import CHESS, measured, scenarios, share
from .works import choices


def bench_anchors(say: Say, runs: int = RUNS) -> list[Measure]:
    """Choices a second of every title and scenario and of every anchor; shares of python-chess, ours with targets."""
    works: dict[str, Work] = {"calibration loop": calibration, **anchors()}
    if CHESS not in works:
        raise ShapanError("python-chess is not installed: it comes with the extra bench")
    missing = [name for name in ANCHORS if name not in works]
    if missing:
        say(f"not installed and left out: {', '.join(missing)}")
    ours = {_name(title, scenario): (title, scenario) for title in games() for scenario in scenarios(find(title))}
    works |= {name: choices(find(title), scenario) for name, (title, scenario) in ours.items()}
    say(f"{len(works)} engines, {runs} runs in turns")
    found = rates(works, runs, say=say)
    chess = found[CHESS]
    measures = [measured(name, rate) for name, rate in found.items()]
    for name, rate in found.items():
        label = f"{name}: share of python-chess"
        if name in ours:
            title, scenario = ours[name]
            measures.append(share(find(title), scenario, rate, chess, label))
        elif name in ANCHORS:
            measures.append(Measure(label, rate.best / chess.best, 0, "", median=rate.median / chess.median))
    return measures


def _name(title: str, scenario: str) -> str:
    return f"{title} {scenario}" if scenario else title
