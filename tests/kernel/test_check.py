"""Checks of data: a game lists its themes; provenance, and data that cannot be read, are the kernel's business."""

from collections.abc import Iterator
from typing import Any

import pytest

from shapan.kernel import BadData, Finding
from shapan.kernel.check import findings
from shapan.kernel.data import DataFolder


class Told(DataFolder):
    """A folder of one file that says this."""

    def __init__(self, **table: Any) -> None:
        super().__init__("shapan.kernel")
        self.told = table

    def names(self) -> list[str]:
        return ["a.toml"]

    def table(self, name: str) -> dict[str, Any]:
        return self.told


def odd(number: int) -> Iterator[Finding]:
    yield Finding(f"{number} is odd", number % 2 == 1)


def small(number: int) -> Iterator[Finding]:
    yield Finding(f"{number} is small", number < 9)


def test_themes_come_in_order_and_provenance_last() -> None:
    found = findings(Told(road={"provenance": "design: short"}), lambda: 12, (odd, small))
    assert [(finding.what, finding.holds) for finding in found] == [
        ("12 is odd", False),
        ("12 is small", False),
        ("every block of a.toml has a provenance", True),
        ("the provenances of a.toml are known words", True),
    ]


@pytest.mark.parametrize(
    ("table", "wrong"),
    [
        ({"road": {"length": 3}}, ["every block of a.toml has a provenance; a.toml: block [road] lacks provenance"]),
        ({"road": {"bends": [{"provenance": "hearsay"}]}}, ["the provenances of a.toml are known words, not hearsay"]),
        ({"provenance": "design", "road": {"length": 3}}, []),
    ],
)
def test_a_block_says_where_it_comes_from(table: dict[str, Any], wrong: list[str]) -> None:
    assert [finding.what for finding in findings(Told(**table), lambda: 1, (odd,)) if not finding.holds] == wrong


@pytest.mark.parametrize("error", [BadData("torn"), KeyError("torn"), ValueError("torn")])
def test_data_that_cannot_be_read_is_the_only_finding(error: Exception) -> None:
    def read() -> int:
        raise error

    def stumble(number: int) -> Iterator[Finding]:
        raise error

    for found in (findings(Told(), read, (odd,)), findings(Told(), lambda: 1, (odd, stumble))):
        assert [finding.holds for finding in found] == [False]
        assert "torn" in found[0].what
