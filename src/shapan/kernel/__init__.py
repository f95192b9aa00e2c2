"""The kernel: Position, Decision, Action, Refusal, Event, Record, View, dice, citations. It knows no game."""

from .actions import (
    Action,
    Capitulate,
    Die,
    Grammar,
    Kind,
    Lexicon,
    ListKind,
    NumberKind,
    Path,
    Piece,
    PieceKind,
    Pieces,
    Place,
    Places,
    Point,
    Roll,
    Route,
    SideName,
    WordKind,
)
from .actors import DICE, NOBODY, SPECTATOR, Actor, Side
from .board import Board
from .check import Finding
from .dice import Referee, Share, commitment, share_commitment
from .errors import BadData, BadNotation, BadRecord, BadSnapshot, ShapanError, Unknown
from .events import Event, Teller
from .flow import ChanceStep, DieStep, Phase, Sequence, SideStep, Step, Steps, phase, sequence
from .frames import Frame, SideFrame, amended
from .game import Difficulty, Game, Scenario, Switch
from .match import Match
from .options import NONE, Chances, Family, First, Group, Options, Sieve, one
from .position import NOT_FREE, Book, Decision, Outcome, Position
from .record import Record
from .refusal import Param, Refusal
from .rules import Case, RuleBook, Ruling, rule
from .texts import Catalogue
from .view import View, option_groups

__all__ = [
    "DICE",
    "NOBODY",
    "NONE",
    "NOT_FREE",
    "SPECTATOR",
    "Action",
    "Actor",
    "BadData",
    "BadNotation",
    "BadRecord",
    "BadSnapshot",
    "Board",
    "Book",
    "Capitulate",
    "Case",
    "Catalogue",
    "ChanceStep",
    "Chances",
    "Decision",
    "Die",
    "DieStep",
    "Difficulty",
    "Event",
    "Family",
    "Finding",
    "First",
    "Frame",
    "Game",
    "Grammar",
    "Group",
    "Kind",
    "Lexicon",
    "ListKind",
    "Match",
    "NumberKind",
    "Options",
    "Outcome",
    "Param",
    "Path",
    "Phase",
    "Piece",
    "PieceKind",
    "Pieces",
    "Place",
    "Places",
    "Point",
    "Position",
    "Record",
    "Referee",
    "Refusal",
    "Roll",
    "Route",
    "RuleBook",
    "Ruling",
    "Scenario",
    "Sequence",
    "ShapanError",
    "Share",
    "Side",
    "SideFrame",
    "SideName",
    "SideStep",
    "Sieve",
    "Step",
    "Steps",
    "Switch",
    "Teller",
    "Unknown",
    "View",
    "WordKind",
    "amended",
    "commitment",
    "one",
    "option_groups",
    "phase",
    "rule",
    "sequence",
    "share_commitment",
]
