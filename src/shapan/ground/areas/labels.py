"""The lettering of an area map: shield with letter and level, name and other name, star of a victory area; zones.

The styles are ``area.plate``, ``.shield``, ``.letter``, ``.level``, ``.close``, ``.name``, ``.other``, ``.star`` and
``zone.<side>.id``, ``.name``, ``.road``.
"""

from __future__ import annotations

from shapan.kernel.board import Layer, Shape

from .areamap import AreaMap, Place
from .shapes import box, shield, star
from .slots import height, span

FONT = 33.0
"""Height of an area's name."""
LINE = 32.0
SHIELD = 34.0
"""Half the width of a shield."""
NARROW, WIDE = "iljtfrsI .,'()", "mwMW"


def labels(sheet: AreaMap) -> list[Layer]:
    """Letter and level, star of a victory area, and both names of every area; the names of the zones.

    On a map that is seen from far, nothing but the letters could be read.
    """
    far, near, small = [], [], []
    for place in sheet.places:
        if place.group == "areas":
            x, y = place.label
            far.append(Shape("area.letter.far", text=place.id, x=x, y=y + 22))
            near += _area(place)
            small += _close(place)
        else:
            near += _zone(place)
    return [
        Layer("labels-far", far, lod=("chip",)),
        Layer("labels", near, lod=("s", "m", "l")),
        Layer("labels-small", small, lod=("m", "l")),
    ]


def reach(place: Place) -> tuple[float, float]:
    """How far the label of an area goes above its spot, and how far below: counters keep clear of it."""
    if _town(place):
        return 58.0, 60.0
    return 30.0, 42.0 + LINE * (len(_words(place)) - 1)


def breadth(text: str, font: float = FONT) -> float:
    """About how wide a text is in the serif face."""
    return font * sum(map(_share, text))


def _share(letter: str) -> float:
    if letter in NARROW:
        return 0.37
    if letter in WIDE:
        return 0.9
    return 0.7 if letter.isupper() else 0.55


def _town(place: Place) -> bool:
    return place.notes.get("close") is not None


def _words(place: Place) -> list[str]:
    """The name, in two lines where the area is narrow."""
    x, y = place.label
    begin, end = span(place.polygon, x, y + 26)
    return [place.name] if breadth(place.name) + 120 < end - begin else place.name.split()


def _area(place: Place) -> list[Shape]:
    """A shield with letter and level, the name to its right, the other name below, a star for victory."""
    if _town(place):
        return _plate(place)
    words, starred = _words(place), bool(place.notes.get("v"))
    wide = max(breadth(word) for word in words)
    # The whole row stands around the spot: shield, name, star.
    left = place.label[0] - (2 * SHIELD + 8 + wide + (56 if starred else 0)) / 2
    middle, y = left + 2 * SHIELD + 8 + wide / 2, place.label[1]
    return [
        *_shield(place, left + SHIELD, y + 2),
        *(Shape("area.name", text=word, x=middle, y=y + 4 + LINE * at) for at, word in enumerate(words)),
        *_other(place, middle, y + 34 + LINE * (len(words) - 1)),
        *_star(place, middle + wide / 2 + 32, y - 6),
    ]


def _plate(place: Place) -> list[Shape]:
    """On a plate, because houses lie below it: the shield and the star beside the second word of the name."""
    x, y = place.label
    first, second = (*place.name.split(), "")[:2]
    return [
        Shape("area.plate", box(x, y + 1, 208, 116)),
        Shape("area.name", text=first, x=x, y=y - 26),
        *_shield(place, x - 64, y + 10),
        Shape("area.name", text=second, x=x + 14, y=y + 16),
        *_star(place, x + 76, y + 6),
        *_other(place, x + 32, y + 52),
    ]


def _close(place: Place) -> list[Shape]:
    """The second level of a town, in the tip of its shield."""
    x, y = place.label
    return [Shape("area.close", text=f"+{place.notes.get('close')}", x=x - 64, y=y + 37)] if _town(place) else []


def _shield(place: Place, x: float, y: float) -> list[Shape]:
    return [
        Shape("area.shield", shield(x, y)),
        Shape("area.letter", text=place.id, x=x - 15, y=y + 10),
        Shape("area.level", text=f"+{place.notes.get('level')}", x=x + 16, y=y + 9),
    ]


def _star(place: Place, x: float, y: float) -> list[Shape]:
    return [Shape("area.star", star(x, y, 24))] if place.notes.get("v") else []


def _other(place: Place, x: float, y: float) -> list[Shape]:
    other = place.notes.get("hanzi")
    return [Shape("area.other", text=str(other), x=x, y=y)] if other else []


def zone_head(place: Place) -> tuple[list[str], float]:
    """The lines of a zone's name along its upper edge, and how high they stand together."""
    x, y = place.label
    begin, end = span(place.polygon, x, y)
    lines = _wrapped(place.name, int((end - begin) / 15))
    return lines, 92.0 + 31 * len(lines) if len(lines) > 1 else 48.0


def _zone(place: Place) -> list[Shape]:
    x, y = place.label
    top, _ = height(place.polygon, x, y)
    style = f"zone.{place.notes.get('side')}"
    lines, _ = zone_head(place)
    if len(lines) == 1:
        begin, end = span(place.polygon, x, y)
        full = f"{place.id} · {place.name} · {place.notes.get('road')}"
        text = full if len(full) * 15 < end - begin else f"{place.id} · {place.name}"
        return [Shape(f"{style}.name", text=text, x=x, y=top + 36)]
    names = [Shape(f"{style}.name", text=part, x=x, y=top + 82 + 31 * at) for at, part in enumerate(lines)]
    road = Shape(f"{style}.road", text=str(place.notes.get("road")), x=x, y=top + 82 + 31 * len(lines))
    return [Shape(f"{style}.id", text=place.id, x=x, y=top + 48), *names, road]


def _wrapped(name: str, width: int) -> list[str]:
    """The words of a name in short lines."""
    lines: list[str] = []
    for word in name.split():
        if lines and len(lines[-1]) + len(word) < width:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines
