"""The spaces of observations and actions, in the words of Gymnasium; PettingZoo speaks the same."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from gymnasium import spaces

from shapan.kernel.actors import Side

from .observation import Gauge, Observation
from .run import Run
from .spelling import Alphabet

BOUND: Final = 100_000.0
"""No number of an observation is larger, and none smaller than its negative."""


def action_space(alphabet: Alphabet) -> spaces.Discrete[np.int64]:
    """One token."""
    return spaces.Discrete(len(alphabet))


def tables_space(gauge: Gauge, planes: bool) -> spaces.Dict[Any]:
    """The tables of an observation, and the planes of a hex map where they are wanted."""
    shapes = dict(gauge.shapes)
    if planes:
        shapes["planes"] = gauge.planes_shape
    return spaces.Dict({name: spaces.Box(-BOUND, BOUND, shape, np.float32) for name, shape in shapes.items()})


def tables(run: Run, side: Side, planes: bool) -> Observation:
    """What a side sees now, as :func:`tables_space` has it."""
    seen = run.observe(side)
    return seen | {"planes": run.gauge.planes(seen)} if planes else seen


def masked_space(run: Run, planes: bool) -> spaces.Dict[Any]:
    """The tables with the mask of the tokens that can follow."""
    mask = spaces.Box(0, 1, (len(run.alphabet),), np.int8)
    return spaces.Dict({"observation": tables_space(run.gauge, planes), "action_mask": mask})
