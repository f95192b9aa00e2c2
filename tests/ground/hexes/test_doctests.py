import doctest
import importlib
import pkgutil

import pytest

import shapan.ground.hexes
import shapan.mechanics

PACKAGES = (shapan.ground.hexes, shapan.mechanics)
MODULES = [
    name for package in PACKAGES for _, name, _ in pkgutil.iter_modules(package.__path__, f"{package.__name__}.")
]


@pytest.mark.parametrize("name", ["shapan.ground.hexes", *MODULES])
def test_examples_in_the_docstrings(name: str) -> None:
    assert doctest.testmod(importlib.import_module(name)).failed == 0
