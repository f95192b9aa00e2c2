"""Texts are keys with parameters; a catalogue turns them into a language.

A parameter's name says what its number stands for, so that a log line can point at the map in any language:
``unit`` and ``units`` are pieces, ``hex``, ``area``, ``place``, ``origin``, ``path`` … are places, ``side`` is a side,
anything else is shown as it is. A digit may follow the name (``unit2``). A value that is itself a key of the catalogue
(``shift.mountain``) is spoken as that text.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from importlib import resources
from typing import Any, Final

from .actions import Lexicon
from .errors import BadData
from .refusal import Param

PIECE_NAMES: Final = frozenset({"unit", "units", "piece", "pieces", "attackers", "defenders"})
PLACE_NAMES: Final = frozenset(
    {"hex", "hexes", "area", "areas", "place", "places", "origin", "goal", "path", "target", "box"}
)
_HOLE = re.compile(r"\{(\w+)\}")


def stem(name: str) -> str:
    return name.rstrip("0123456789")


def named(lexicon: Lexicon, params: Mapping[str, Param]) -> dict[str, Any]:
    """The parameters as they leave the engine: numbers of pieces and places replaced by their names."""
    return {name: _named(lexicon, stem(name), value) for name, value in params.items()}


def _named(lexicon: Lexicon, name: str, value: Param) -> Any:
    if isinstance(value, tuple):
        return [_named(lexicon, name, item) for item in value]
    if isinstance(value, int) and name in PIECE_NAMES:
        return lexicon.pieces[value]
    if isinstance(value, int) and name in PLACE_NAMES:
        return lexicon.places[value]
    return value


class Catalogue:
    """All texts of a game in one language: dotted keys to sentences with holes such as ``{unit}``."""

    def __init__(self, texts: Mapping[str, str]) -> None:
        self.texts = dict(texts)

    @classmethod
    def load(cls, source: str, name: str) -> Catalogue:
        try:
            return cls(_flatten(tomllib.loads(source), name))
        except tomllib.TOMLDecodeError as error:
            raise BadData(f"{name}: {error}") from None

    def over(self, base: Catalogue) -> Catalogue:
        """This catalogue with ``base`` behind it."""
        return Catalogue({**base.texts, **self.texts})

    def say(self, key: str, params: Mapping[str, Any], names: Mapping[str, str] | None = None) -> str:
        """The sentence for key; ids among the parameters are shown by ``names`` where it knows them."""
        template = self.texts.get(key)
        if template is None:
            return " ".join((key, *(f"{name}={value}" for name, value in params.items())))
        return _HOLE.sub(lambda hole: self._fill(params.get(hole[1], hole[0]), names or {}), template)

    def _fill(self, value: Any, names: Mapping[str, str]) -> str:
        if isinstance(value, list | tuple):
            return _listed([self._fill(item, names) for item in value])
        word = str(value)
        return names.get(word) or self.texts.get(f"word.{word}") or self.texts.get(word, word)

    def holes(self, key: str) -> set[str]:
        return set(_HOLE.findall(self.texts.get(key, "")))


def _listed(items: list[str]) -> str:
    """The items of a list in a sentence, parted by semicolons where one of them has a comma of its own."""
    return ("; " if any("," in item for item in items) else ", ").join(items)


def _flatten(table: Mapping[str, Any], name: str, prefix: str = "") -> dict[str, str]:
    flat: dict[str, str] = {}
    for key, value in table.items():
        if isinstance(value, Mapping):
            flat |= _flatten(value, name, f"{prefix}{key}.")
        elif isinstance(value, str):
            flat[prefix + key] = value
        else:
            raise BadData(f"{name}: {prefix}{key} should be a text, not {type(value).__name__}")
    return flat


def common() -> Catalogue:
    """The kernel's own texts, shared by all games."""
    source = resources.files(__package__).joinpath("texts.toml").read_text(encoding="utf-8")
    return Catalogue.load(source, "kernel/texts.toml")
