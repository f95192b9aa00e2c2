"""The pictures of the maps in docs/pictures, drawn without a browser: ``python tools/map_pictures.py``."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Literal, NamedTuple

from shapan import DICE, SPECTATOR, game
from shapan.bots import ask, bot
from shapan.draw import Wishes, png, svg

FOLDER = Path(__file__).parents[1] / "docs" / "pictures"
WIDTH = 640


class Picture(NamedTuple):
    """A part of a map after so many steps that staffs have taken."""

    title: str
    scenario: str | None
    steps: int
    crop: tuple[float, float, float, float]
    palette: Literal["light", "dark"] = "light"


PICTURES = {
    "mukden": Picture("mukden", None, 60, (1050, 1330, 1100, 760)),
    "mukden-far": Picture("mukden", None, 60, (830, 1150, 1536, 1061)),
    "mukden-near": Picture("mukden", None, 60, (1640, 1540, 524, 362)),
    "mukden-night": Picture("mukden", None, 60, (1050, 1330, 1100, 760), "dark"),
    "shanghai-incident": Picture("shanghai_incident", None, 60, (150, 1950, 1100, 760)),
    "shanghai-nanking": Picture("shanghai_nanking", None, 60, (2550, 900, 1100, 760), "dark"),
    "taierzhuang": Picture("taierzhuang", None, 90, (960, 1120, 1190, 822)),
    "yangtze": Picture("yangtze", "s1_plum_village", 45, (3300, 1250, 5800, 4000), "dark"),
    "yangtze-bund": Picture("yangtze", "s8_wanling_bund", 60, (1500, 7000, 5800, 4000)),
}


def main() -> None:
    for name, picture in PICTURES.items():
        title = game(picture.title)
        pos, rng = title.start(picture.scenario), Random(4)
        staffs = {side: bot("staff", side) for side in title.sides}
        for _ in range(picture.steps):
            if pos.outcome:
                break
            chance = pos.actor == DICE
            pos.push(rng.choice(list(pos.options())) if chance else ask(staffs[pos.actor], pos, rng))
        wishes = Wishes(palette=picture.palette, width=WIDTH, frame=False, crop=picture.crop)
        (FOLDER / f"{name}.png").write_bytes(png(svg(title.board(picture.scenario), pos.view(SPECTATOR), wishes)))


if __name__ == "__main__":
    main()
