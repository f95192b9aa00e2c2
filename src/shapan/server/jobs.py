"""What worker processes do. Plain functions of plain values, so that they can be sent there."""

from __future__ import annotations

from typing import Any

from shapan import bots
from shapan.games import game
from shapan.kernel import NOBODY, Record, ShapanError


def choose(title: str, snapshot: str, name: str, seed: int) -> str:
    """The notation of the action that a bot chooses in a position which its side could believe to be true."""
    title_game = game(title)
    pos = title_game.from_json(snapshot)
    action = bots.bot(name, seed).choose(pos)
    return title_game.format(pos, action)


def board(title: str, scenario: str) -> bytes:
    """The board document of a scenario."""
    return game(title).board(scenario).to_json()


def check_record(text: str) -> dict[str, Any]:
    """Replay a record: its header, moves and end, or what is wrong with it under ``error``."""
    try:
        record = Record.loads(text)
        turns = record.start().view("spectator").clock.turns
        pos = record.verify() if record.seed else record.replay()
    except ShapanError as error:
        return {"error": str(error), "line": getattr(error, "line", None)}
    outcome = pos.outcome
    return {
        "title": record.game.id,
        "scenario": record.scenario,
        "options": record.options,
        "players": record.players,
        "commitment": record.commitment,
        "seed": record.seed,
        "moves": record.moves,
        "turn": pos.turn,
        "turns": turns,
        "actor": pos.actor if outcome is None else NOBODY,
        "outcome": None if outcome is None else [outcome.winner, outcome.case, outcome.key, outcome.level],
    }
