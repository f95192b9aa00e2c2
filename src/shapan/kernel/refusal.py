"""A Refusal: why an action is against the rules, and under which case."""

from __future__ import annotations

from typing import Any, TypeAlias

Param: TypeAlias = int | str | tuple[int | str, ...]
"""A parameter of a text. What an ``int`` stands for is decided by the parameter's name (see :mod:`.texts`)."""


class Refusal(Exception):
    """An action that the rules forbid.

    ``case`` is a case number of the game's rulebook (or of the kernel, ``"0"``, for what is no action at all), ``key``
    names the reason in the text catalogue. It is returned by :meth:`Position.refusal` and raised by
    :meth:`Position.push`.
    """

    def __init__(self, case: str, key: str, **params: Param) -> None:
        super().__init__(case, key, params)
        self.case = case
        self.key = key
        self.params = params
        self.text = ""

    def __reduce__(self) -> tuple[Any, ...]:
        # Exceptions are rebuilt from positional arguments alone; a refusal in a worker process must arrive whole.
        return _rebuilt, (self.case, self.key, self.params, self.text)

    def __str__(self) -> str:
        reason = self.text or self.key.rpartition(".")[2].replace("_", " ")
        return f"{self.case}: {reason}"


def _rebuilt(case: str, key: str, params: dict[str, Param], text: str) -> Refusal:
    refusal = Refusal(case, key, **params)
    refusal.text = text
    return refusal
