"""What can be seen of a unit or a figure is told in words, not by its key."""

from shapan.games import game
from shapan.games.yangtze.show.pieces import STATUSES


def test_whatever_befalls_a_unit_or_a_figure_is_told_in_words() -> None:
    texts = game("yangtze").board("s1_plum_village").texts
    keys = [status for status in STATUSES if "_" in status and not status.startswith("card.")]
    assert "out_of_command" in keys
    assert [key for key in keys if f"word.{key}" not in texts] == []
