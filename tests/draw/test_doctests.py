import doctest
import importlib
import pkgutil

import pytest

import shapan.draw
import shapan.ground.hexes.chart

PACKAGES = (shapan.draw, shapan.ground.hexes.chart)
MODULES = [
    name for package in PACKAGES for _, name, _ in pkgutil.iter_modules(package.__path__, f"{package.__name__}.")
]


@pytest.mark.parametrize("name", MODULES)
def test_examples_in_the_docstrings(name: str) -> None:
    assert doctest.testmod(importlib.import_module(name)).failed == 0
