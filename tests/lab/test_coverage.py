"""Coverage of a rulebook: code that exists, tests that cite, citations of nothing."""

from pathlib import Path

import pytest
from tests.toy import FORD

from shapan.kernel import ShapanError
from shapan.lab.coverage import cited, coverage, exists, find_tests, unknown_citations

TESTS = """
from shapan.kernel import rule

@rule("ford", "2.1", "R1")
@rule("sea", "2.2")
def test_deal() -> None: ...

class TestMarch:
    @rule("ford", "3.1", "7.7")
    def test_march(self) -> None: ...

@rule("ford", "2.2")
def helper() -> None: ...
"""


@pytest.fixture
def tests(tmp_path: Path) -> Path:
    folder = tmp_path / "tests"
    folder.mkdir()
    (folder / "test_ford.py").write_text(TESTS)
    (folder / "other.py").write_text('@rule("ford", "4.1")\ndef test_x(): ...')
    return folder


def test_citations_are_read_without_running_the_tests(tests: Path) -> None:
    assert sorted(cited(tests, "ford")) == [
        ("tests/test_ford.py::test_deal", "2.1"),
        ("tests/test_ford.py::test_deal", "R1"),
        ("tests/test_ford.py::test_march", "3.1"),
        ("tests/test_ford.py::test_march", "7.7"),
    ]


def test_a_case_is_complete_with_code_and_a_test_or_a_reason(tests: Path) -> None:
    complete = {report.id for report in coverage(FORD, tests) if report.complete}
    assert complete == {"1.0", "2.1", "3.1"}


def test_citations_of_nothing_are_found(tests: Path) -> None:
    assert unknown_citations(FORD, tests) == ["tests/test_ford.py::test_march: 7.7"]


def test_a_test_file_that_cannot_be_read_is_named(tests: Path) -> None:
    (tests / "test_broken.py").write_text("def test_x(:\n")
    with pytest.raises(ShapanError, match=r"test_broken\.py: line 1 cannot be read"):
        coverage(FORD, tests)


@pytest.mark.parametrize(
    ("name", "there"),
    [
        ("sequence.deal", True),
        ("sequence.nothing", False),
        ("nowhere.deal", False),
        ("shapan.kernel.Match", True),
        ("shapan.kernel.Nothing", False),
        ("deal", False),
        ("", False),
    ],
)
def test_code_references_are_looked_up(name: str, there: bool) -> None:
    assert exists(FORD, name) is there


def test_the_tests_of_this_checkout_are_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    here = Path(__file__).parents[1]
    assert find_tests() == here
    monkeypatch.chdir(tmp_path)
    assert find_tests() == here
