"""The examples in the adapters' docstrings are true."""

import doctest
from types import ModuleType

import pytest

from shapan.adapters import gymnasium, observation, openspiel, pettingzoo


@pytest.mark.parametrize("module", [gymnasium, observation, openspiel, pettingzoo], ids=lambda module: module.__name__)
def test_examples(module: ModuleType) -> None:
    results = doctest.testmod(module)
    assert results.attempted > 0
    assert results.failed == 0
