"""A first learner: a masked policy in plain numpy, which learns a side of Mukden from games of its staff.

``python learner.py train`` watches the staff win against ``random`` on each side, and learns to tell the token that was
spelt from the others that could follow; now and then it plays against ``random`` itself, which gives the curve. The
policy is kept in ``policy.npz``, and ``learner:Agent`` is a bot like any other:

    shapan tournament mukden --bots learner:Agent,staff --against random --games 20
"""

from __future__ import annotations

import argparse
import json
import time
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

import shapan
from shapan.adapters.observation import Gauge, Observation, gauge
from shapan.adapters.spelling import Alphabet, BadToken, Speller, alphabet, spelling
from shapan.bots import Bot
from shapan.kernel import DICE, Action, Position
from shapan.lab.playing import play_game

Floats = NDArray[np.float32]
TITLE: Final = "mukden"
HERE: Final = Path(__file__).parent
HIDDEN: Final = 32
RIVALS: Final = 24
"""How many of the tokens that were not spelt are kept of a step for learning."""
RATE: Final = 0.01
"""How far the network goes in one step."""
HABIT: Final = 0.1
"""How far a habit goes."""
BATCH: Final = 32
EPOCHS: Final = 4
"""How often what has been watched is gone through at each point of the curve, each time at a smaller pace."""


class Sight:
    """The features of the tokens that can follow, from an observation and nothing else."""

    def __init__(self, book: Any) -> None:
        self.gauge: Final[Gauge] = gauge(book)
        self.letters: Final[Alphabet] = alphabet(book)
        columns = self.gauge.columns
        self.piece = {name: at for at, name in enumerate(columns.pieces)}
        self.place = {name: at for at, name in enumerate(columns.places)}
        self.asked = [at for at, name in enumerate(columns.globals) if name.startswith("asked:")]
        self.values = [at for at, name in enumerate(columns.pieces) if name.startswith("value:")]
        self.sides = book.sides
        heads = [name.partition(":") for name in self.letters.names]
        self.piece_row = np.array(
            [self.gauge.pieces.get(word, -1) if head == "piece" else -1 for head, _, word in heads]
        )
        self.place_row = np.array(
            [self.gauge.places.get(word, -1) if head == "place" else -1 for head, _, word in heads]
        )
        self.number = np.array([float(word) if head == "number" else 0.0 for head, _, word in heads], np.float32)
        self.near = np.zeros((len(self.gauge.places),) * 2, np.float32)
        for row, place in enumerate(self.gauge.board.places):
            self.near[row, [self.gauge.places[other] for other in place.neighbours if other in self.gauge.places]] = 1

    @property
    def size(self) -> int:
        return 19 + len(self.asked)

    def grounds(self, seen: Observation, side: str) -> Floats:
        """For each place: where it is, who stands there and beside it, whose marks lie there."""
        table, of = seen["places"], self.place
        other = next(name for name in self.sides if name != side)
        mine = table[:, of[f"pieces:{side}"]]
        theirs = table[:, of[f"pieces:{other}"]] + table[:, of[f"hidden:{other}"]]
        beside = self.near @ np.stack((mine, theirs), 1)
        points = table[:, [of["x"], of["y"]]]
        marks = table[:, [of[f"marks:{side}"], of[f"marks:{other}"]]]
        return np.hstack((points, mine[:, None], theirs[:, None], beside, marks))

    def features(self, seen: Observation, ground: Floats, spelt: tuple[int, ...], tokens: list[int]) -> Floats:
        """A row for each token."""
        found = np.zeros((len(tokens), self.size), np.float32)
        at = np.array(tokens)
        pieces, places = self.piece_row[at], self.place_row[at]
        found[:, 0], found[:, 1], found[:, 2] = pieces >= 0, places >= 0, self.number[at] / 10
        table, of = seen["pieces"], self.piece
        stands = np.where(pieces >= 0, table[pieces, of["place"]].astype(int) - 1, places)
        there = stands >= 0
        found[there, 3:11] = ground[stands[there]]
        moved = next((self.piece_row[token] for token in reversed(spelt) if self.piece_row[token] >= 0), -1)
        if moved >= 0:
            way = found[:, 3:5] - table[moved, [of["x"], of["y"]]]
            found[there, 11:13], found[there, 13] = way[there], np.hypot(*way[there].T)
            found[:, 14] = table[moved, self.values].sum() / 10
        found[pieces >= 0, 15] = table[pieces[pieces >= 0]][:, self.values].sum(1) / 10
        found[:, 16], found[:, 17] = len(spelt) / 4, seen["globals"][0] / max(1.0, float(seen["globals"][1]))
        found[:, 18] = 1
        found[:, 19:] = seen["globals"][self.asked]
        return found


class Step(NamedTuple):
    """One token of somebody who can play: what could follow, and what did."""

    context: int
    tokens: NDArray[np.int64]
    features: Floats
    chosen: int


class Policy:
    """A value for each token by the one before it, and a small network on its features; softmax under the mask."""

    def __init__(self, sight: Sight, seed: int = 1) -> None:
        rng = np.random.default_rng(seed)
        letters = len(sight.letters)
        self.weights: dict[str, Floats] = {
            "habit": np.zeros((letters + 1, letters), np.float32),
            "inner": rng.normal(0, 0.3, (sight.size, HIDDEN)).astype(np.float32),
            "outer": np.zeros(HIDDEN, np.float32),
        }
        self._slope = {name: np.zeros_like(self.weights[name]) for name in ("inner", "outer")}
        self._square = {name: np.zeros_like(self.weights[name]) for name in ("inner", "outer")}
        self._steps = 0

    def shares(self, context: int, tokens: NDArray[np.int64], features: Floats) -> tuple[Floats, Floats]:
        """How likely each token is, and what the network made of them."""
        inner = np.tanh(features @ self.weights["inner"])
        logits = self.weights["habit"][context, tokens] + inner @ self.weights["outer"]
        likely = np.exp(logits - logits.max())
        return likely / likely.sum(), inner

    def learn(self, batch: list[Step], pace: float = 1.0) -> float:
        """One step towards what was chosen, by Adam for the network, plainly for habits; how surprised it was."""
        slopes = {name: np.zeros_like(table) for name, table in self._slope.items()}
        surprise = 0.0
        for step in batch:
            likely, inner = self.shares(step.context, step.tokens, step.features)
            surprise -= float(np.log(likely[step.chosen] + 1e-9))
            wrong = likely.copy()
            wrong[step.chosen] -= 1
            slopes["outer"] += inner.T @ wrong / len(batch)
            back = np.outer(wrong, self.weights["outer"]) * (1 - inner**2)
            slopes["inner"] += step.features.T @ back / len(batch)
            self.weights["habit"][step.context, step.tokens] -= pace * HABIT * wrong
        self._steps += 1
        for name, slope in slopes.items():
            self._slope[name] = 0.9 * self._slope[name] + 0.1 * slope
            self._square[name] = 0.99 * self._square[name] + 0.01 * slope**2
            size = np.sqrt(self._square[name] / (1 - 0.99**self._steps)) + 1e-6
            self.weights[name] -= pace * RATE * self._slope[name] / (1 - 0.9**self._steps) / size
        return surprise / len(batch)

    def spell(self, sight: Sight, pos: Position[Any], seen: Observation) -> Action:
        """The action that it holds best, token by token; of an observation, and of the mask."""
        speller = Speller(pos)
        ground = sight.grounds(seen, pos.actor)
        while speller.action is None:
            tokens = list(speller.choices)
            chosen = tokens[0]
            if len(tokens) > 1:
                features = sight.features(seen, ground, speller.spelt, tokens)
                likely, _ = self.shares(context(speller.spelt), np.array(tokens), features)
                chosen = tokens[int(likely.argmax())]
            speller.spell(chosen)
        return speller.action


def context(spelt: tuple[int, ...]) -> int:
    """What was spelt last, as a row of the table of habits."""
    return spelt[-1] + 1 if spelt else 0


@cache
def sight_of(title: str) -> Sight:
    return Sight(shapan.game(title).book())


def watched(side: str, number: int) -> list[Step]:
    """A game of the staff of a side against ``random``: all its tokens."""
    game, sight = shapan.game(TITLE), sight_of(TITLE)
    rng, steps = Random(f"rivals {number}"), list[Step]()

    def watch(pos: Position[Any], action: Action) -> None:
        if pos.actor != side:
            return
        try:
            tokens = spelling(pos, action)
        except BadToken:  # a way of the staff's own, which is no option
            return
        seen = sight.gauge.seen(pos.glance(side))
        ground, speller = sight.grounds(seen, side), Speller(pos)
        for token in tokens:
            rivals = [other for other in speller.choices if other != token]
            if rivals:
                kept = [token, *(rng.sample(rivals, RIVALS) if len(rivals) > RIVALS else rivals)]
                features = sight.features(seen, ground, speller.spelt, kept)
                steps.append(Step(context(speller.spelt), np.array(kept), features, 0))
            speller.spell(token)

    bots = tuple("staff" if name == side else "random" for name in game.sides)
    play_game(game, None, {}, bots, f"learner {number}", watch)
    return steps


class Agent(Bot):
    """Plays by the policies in ``policy.npz``: a bot for tournaments, simulations and the server."""

    titles = (TITLE,)

    def __init__(self, rng: Random) -> None:
        super().__init__(rng)
        self.policies = loaded()

    def choose(self, pos: Position[Any]) -> Action:
        sight = sight_of(TITLE)
        return self.policies[pos.actor].spell(sight, pos, sight.gauge.seen(pos.glance(pos.actor)))


@cache
def loaded() -> dict[str, Policy]:
    """The policy of each side, as it was trained."""
    kept = np.load(HERE / "policy.npz")
    policies = {}
    for side in shapan.game(TITLE).sides:
        policies[side] = Policy(sight_of(TITLE))
        for name in policies[side].weights:
            policies[side].weights[name] = kept[f"{side}.{name}"].astype(np.float32)
    return policies


def won(side: str, policy: Policy, number: int) -> bool:
    """One game of the policy against ``random``."""
    game, sight = shapan.game(TITLE), sight_of(TITLE)
    rng, pos = Random(f"judge {number}"), game.start()
    while pos.outcome is None:
        if pos.actor == DICE:
            pos.apply(pos.chances().sample(rng))
        elif pos.actor == side:
            pos.push(policy.spell(sight, pos, sight.gauge.seen(pos.glance(side))))
        else:
            pos.apply(pos.options().sample(rng))
    return pos.outcome.winner == side


class Lesson(NamedTuple):
    """What was learned of a side."""

    side: str
    weights: dict[str, Floats]
    curve: list[tuple[int, float]]
    """After so many games watched, the share of games won against ``random``."""


def train(side: str, games: int, seed: int, judged: int) -> Lesson:
    """Learn a side: watch, learn what was watched so far, play some games, and so on."""
    policy, rng, steps = Policy(sight_of(TITLE), seed), Random(seed), list[Step]()
    curve, surprise, best = list[tuple[int, float]](), 0.0, policy.weights
    for number in range(games):
        steps += watched(side, seed * 1000 + number)
        if (number + 1) % max(1, games // 3) and number + 1 < games:
            continue
        for epoch in range(EPOCHS):
            rng.shuffle(steps)
            for first in range(0, len(steps), BATCH):
                surprise = policy.learn(steps[first : first + BATCH], 1 / (1 + epoch))
        share = sum(won(side, policy, game) for game in range(judged)) / judged
        if not curve or share >= max(before for _, before in curve):
            best = {name: table.copy() for name, table in policy.weights.items()}
        curve.append((number + 1, share))
        print(f"{side}: {number + 1} games watched, surprise {surprise:.2f}, {share:.0%} won", flush=True)
    return Lesson(side, best, curve)


def drawn(lessons: list[Lesson]) -> str:
    """The curves as SVG."""
    width, height, left, top = 640, 300, 60, 20
    most = max(games for lesson in lessons for games, _ in lesson.curve)
    lines = []
    for number, lesson in enumerate(lessons):
        colour = ("#b3261e", "#1f5fa8")[number % 2]
        places = [(left + 500 * games / most, top + 220 * (1 - share)) for games, share in lesson.curve]
        points = " ".join(f"{x:.0f},{y:.0f}" for x, y in places)
        lines.append(f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="2"/>')
        lines.append(f'<text x="{left + 506}" y="{top + 14 + 18 * number}" fill="{colour}">{lesson.side}</text>')
    marks = "".join(
        f'<text x="8" y="{top + 224 - 220 * share:.0f}">{share:.0%}</text>'
        f'<path d="M{left} {top + 220 - 220 * share:.0f}h500" stroke="#bbb"/>'
        for share in (0, 0.5, 0.9, 1)
    )
    foot = f'<text x="{left}" y="{height - 20}">games of the staff watched (0 to {most}); won against random</text>'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="sans-serif">'
    return f'{head}<rect width="100%" height="100%" fill="#fff"/>{marks}{"".join(lines)}{foot}</svg>\n'


def main() -> None:
    wish = argparse.ArgumentParser(description="Train the policy, and draw its curve.")
    wish.add_argument("what", choices=["train"])
    wish.add_argument("--games", type=int, default=30, help="games of the staff to watch for each side")
    wish.add_argument("--judged", type=int, default=15, help="games against random for each point of the curve")
    wish.add_argument("--seed", type=int, default=1)
    given = wish.parse_args()
    started, sides = time.time(), shapan.game(TITLE).sides
    with ProcessPoolExecutor(2) as pool:
        every = len(sides)
        lessons = list(pool.map(train, sides, [given.games] * every, [given.seed] * every, [given.judged] * every))
    tables = {f"{one.side}.{name}": table.astype(np.float16) for one in lessons for name, table in one.weights.items()}
    save: Any = np.savez_compressed  # its types take any name for a setting of its own
    save(HERE / "policy.npz", **tables)
    (HERE / "curve.svg").write_text(drawn(lessons), encoding="utf-8")
    settings = {
        "title": TITLE,
        **vars(given),
        "hidden": HIDDEN,
        "rate": RATE,
        "habit": HABIT,
        "batch": BATCH,
        "epochs": EPOCHS,
        "rivals": RIVALS,
    }
    report = {
        "settings": settings,
        "seconds": round(time.time() - started),
        "curves": {one.side: one.curve for one in lessons},
    }
    (HERE / "report.json").write_text(json.dumps(report, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
