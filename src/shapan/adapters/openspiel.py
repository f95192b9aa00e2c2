"""OpenSpiel: games for planning and search, with the dice as chance nodes.

>>> game = load_game("mukden")
>>> state = game.new_initial_state()
>>> state.current_player(), [state.action_to_string(action) for action in state.legal_actions()]
(0, ['verb:declare'])
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Final

import msgspec
import numpy as np
import pyspiel

from shapan.games import games
from shapan.kernel import DICE, SPECTATOR, Action, Event, Game, Position, ShapanError, View
from shapan.kernel.actors import Actor, Side
from shapan.kernel.reading import read_json

from .basics import chosen, result
from .observation import gauge
from .spelling import BadToken, Speller, alphabet

NAME: Final = "shapan"
"""Under which OpenSpiel knows our titles: ``pyspiel.load_game("shapan(game=mukden)")``."""
LONGEST: Final = 1_000_000
"""OpenSpiel asks for a bound. Games of players who draw or plan end long before; only one who begins something and
calls it off again, over and over, could go on for ever."""
TYPE: Final = pyspiel.GameType(
    short_name=NAME,
    long_name="Shapan: historical wargames",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=8,
    min_num_players=2,
    provides_information_state_string=True,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification={"game": games()[0], "scenario": "", "options": "{}"},
)


class WargameGame(pyspiel.Game):
    """A title with a scenario and switches, all of which its parameters name."""

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        given = {**TYPE.parameter_specification, **(params or {})}
        self.title: Final = chosen(str(given["game"]))
        self.book: Final = self.title.book(str(given["scenario"]) or None, _switches(str(given["options"])))
        self.first: Final = self.title.start(self.book.scenario, self.book.switches)
        self.alphabet: Final = alphabet(self.book)
        self.gauge: Final = gauge(self.book)
        info = pyspiel.GameInfo(
            num_distinct_actions=len(self.alphabet),
            max_chance_outcomes=max(64, len(self.book.lexicon.pieces), len(self.book.lexicon.places)),
            num_players=len(self.book.sides),
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=LONGEST,
        )
        super().__init__(TYPE, info, {name: str(value) for name, value in given.items()})

    def new_initial_state(self) -> WargameState:
        return WargameState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        return Observer(self, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False))


def _switches(text: str) -> dict[str, Any]:
    """Switches as a parameter holds them: parted by semicolons, for commas part the parameters themselves."""
    try:
        return read_json(text.replace(";", ","), dict[str, Any])
    except msgspec.DecodeError:
        raise ShapanError(f'switches are written {{"name":true;"other":false}}, not {text}') from None


class Memory:
    """What a state knows only as long as nothing happens: it is neither copied nor saved, but found again."""

    def __init__(self) -> None:
        self.speller: Speller | None = None
        self.views: dict[Side, View] = {}

    def __deepcopy__(self, memo: object) -> Memory:
        return Memory()

    def __reduce__(self) -> tuple[type[Memory], tuple[()]]:
        return Memory, ()


class Diary:
    """What a side has done and been told, line by line."""

    def __init__(self, lines: tuple[str, ...] = ()) -> None:
        self.lines = list(lines)

    def __deepcopy__(self, memo: object) -> Diary:
        return Diary(tuple(self.lines))


class WargameState(pyspiel.State):
    """A position with the tokens that have been spelt. All else follows from these."""

    def __init__(self, game: WargameGame) -> None:
        super().__init__(game)
        self.pos: Position[Any] = game.first.copy()
        self.spelt: tuple[int, ...] = ()
        self.diaries = [Diary() for _ in game.book.sides]
        self.memory = Memory()

    @property
    def speller(self) -> Speller:
        if self.memory.speller is None:
            self.memory.speller = Speller(self.pos, self.spelt)
        return self.memory.speller

    def current_player(self) -> int:
        actor: Actor = self.pos.actor
        if self.pos.outcome is not None:
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if actor == DICE else self.pos.book.sides.index(actor)

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(self.speller.choices)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        chances = self.pos.chances()
        return [(face, weight / chances.total) for face, weight in enumerate(chances.weights)]

    def _apply_action(self, action: int) -> None:
        if self.pos.outcome is not None:
            raise BadToken("no token can be spelt: the game is over; a new one begins with new_initial_state()")
        if self.pos.actor == DICE:
            self._happen(self._face(action))
            return
        done = self.speller.spell(action)
        self.spelt = self.speller.spelt
        if done is not None:
            words = self.pos.book.game.format(self.pos, done)
            self.diaries[self.current_player()].lines.append(f"> {words}")
            self._happen(done)

    def _happen(self, action: Any) -> None:
        self.pos.apply(action, self._tell)
        self.spelt = ()
        self.memory = Memory()

    def _tell(self, event: Event) -> None:
        """Write an event into the diaries of those who may know it."""
        line = json.dumps([event.case, event.key, event.params], default=str)
        for side, diary in zip(self.pos.book.sides, self.diaries, strict=True):
            if event.to is None or side in event.to:
                diary.lines.append(line)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return str(self.pos.book.game.format(self.pos, self._face(action)))
        names = alphabet(self.pos.book).names
        if not 0 <= action < len(names):
            raise BadToken(f"there is no token {action}; they are numbered from 0 to {len(names) - 1}")
        return names[action]

    def _face(self, action: int) -> Action:
        """How the dice fall; BadToken, with how many ways there are, for none of them."""
        faces = self.pos.chances().faces
        if not 0 <= action < len(faces):
            raise BadToken(f"the dice cannot fall as outcome {action}; legal: 0 to {len(faces) - 1}")
        return faces[action]

    def is_terminal(self) -> bool:
        return self.pos.outcome is not None

    def returns(self) -> list[float]:
        return [result(self.pos, side) for side in self.pos.book.sides]

    def view(self, side: Side) -> View:
        """What a side, or the spectator, may know."""
        if side not in self.memory.views:
            self.memory.views[side] = self.pos.view(side)
        return self.memory.views[side]

    def __str__(self) -> str:
        """The whole truth, as OpenSpiel means it: what a player may know is in the observations."""
        return "\n".join((self.pos.to_json(), *([self.speller.words()] if self.spelt else [])))


class Observer:
    """The tables of an observation, one after the other; as a text, the View, and with perfect recall the diary."""

    def __init__(self, game: WargameGame, kind: Any) -> None:
        self.gauge = game.gauge
        self.sides = game.book.sides
        self.recalls = bool(kind.perfect_recall)
        self.secret = kind.private_info == pyspiel.PrivateInfoType.NONE
        self.tensor = np.zeros(sum(int(np.prod(shape)) for shape in game.gauge.shapes.values()), np.float32)
        self.dict: dict[str, Any] = {}
        start = 0
        for name, shape in game.gauge.shapes.items():
            size = int(np.prod(shape))
            self.dict[name] = self.tensor[start : start + size].reshape(shape)
            start += size

    def _viewer(self, player: int) -> Side:
        """Whose View it is: without what is private to a player, that of everybody."""
        return SPECTATOR if self.secret else self.sides[max(player, 0)]

    def set_from(self, state: WargameState, player: int) -> None:
        viewer = self._viewer(player)
        speller = state.speller if state.pos.actor == viewer else None
        tables = self.gauge.observe(state.pos.glance(viewer), speller)
        for name, table in tables.items():
            self.dict[name][:] = table

    def string_from(self, state: WargameState, player: int) -> str:
        viewer = self._viewer(player)
        spelt = [state.speller.words()] if state.pos.actor == viewer and state.spelt else []
        diary = state.diaries[player].lines if self.recalls and not self.secret else []
        return "\n".join((*diary, state.view(viewer).to_json().decode(), *spelt))


pyspiel.register_game(TYPE, WargameGame)


def load_game(game: str | Game, scenario: str | None = None, options: Mapping[str, Any] | None = None) -> WargameGame:
    """A title for OpenSpiel; ``options`` are its switches."""
    title = chosen(game)
    book = title.book(scenario, options)
    written = json.dumps(book.switches, separators=(";", ":"))
    loaded: WargameGame = pyspiel.load_game(NAME, {"game": title.id, "scenario": book.scenario, "options": written})
    return loaded
