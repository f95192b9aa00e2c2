"""1.0 Lengths, in the unit that the players use."""

from tests.games.yangtze.table import bare

from shapan.games.yangtze.measure import told
from shapan.kernel import rule


@rule("yangtze", "1")
def test_lengths_in_inches() -> None:
    for inches, text in ((False, "150 mm"), (True, '6"')):
        assert told(bare(inches_display=inches).pos, 1500) == text
    assert told(bare(inches_display=True).pos, 1000 + 125) == '4.5"'
