"""The catalogue of cases: what is wrong with it is told."""

import pytest
from tests.toy import FORD

from shapan.kernel import BadData, rule
from shapan.kernel.rules import ATTRIBUTE, load_rules

CASE = '[[case]]\nid = "1"\ntitle = "a"\nsummary = "b"\nstatus = "enforced"\n'
HEAD = 'title = "T"\nshort = "S"\n'


def test_cases_are_found_by_their_number() -> None:
    assert "2.1" in FORD.rules
    assert "9.9" not in FORD.rules
    assert FORD.rules["2.3"].rulings == ("R1",)
    with pytest.raises(KeyError):
        FORD.rules["9.9"]


@pytest.mark.parametrize(
    ("source", "complaint"),
    [
        ("title =", r"x/rules\.toml: Invalid value"),
        ("", "missing required field `title`"),
        (HEAD + CASE.replace("enforced", "perhaps"), "Invalid enum value 'perhaps'"),
        (HEAD + CASE + 'colour = "red"\n', "unknown field `colour`"),
        (HEAD + CASE + CASE, "listed twice: 1"),
        (
            HEAD + CASE + '[[ruling]]\nid = "R1"\ncases = ["1", "7"]\nquestion = "?"\nreading = "!"\n',
            "ruling R1 cites unknown cases 7",
        ),
    ],
)
def test_a_faulty_catalogue_names_its_file_and_its_fault(source: str, complaint: str) -> None:
    with pytest.raises(BadData, match=complaint) as caught:
        load_rules(source, "x/rules.toml")
    assert str(caught.value).startswith("x/rules.toml: ")


def test_a_test_may_cite_several_cases_of_several_games() -> None:
    @rule("ford", "2.1", "2.2")
    @rule("sea", "1")
    def test() -> None: ...

    assert getattr(test, ATTRIBUTE) == (("sea", "1"), ("ford", "2.1"), ("ford", "2.2"))
