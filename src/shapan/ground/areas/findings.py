"""Whether the polygons of a map lie side by side without gap or overlap."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from itertools import combinations

from .areamap import AreaMap
from .polygons import cross, doubled_area, edges, on_segment


def problems(sheet: AreaMap) -> Iterator[str]:
    """Everything that keeps the areas from tiling one connected frame."""
    lines = Counter(edge for place in sheet.places for edge in edges(place.corners))
    for (a, b), count in lines.items():
        if count > 2:
            yield f"the edge {a}-{b} belongs to {count} polygons"
    yield from _crossings(sheet, list(lines))
    yield from _frame(sheet)
    used = {corner for place in sheet.places for corner in place.corners}
    for corner in sorted(set(sheet.vertices) - used):
        yield f"no polygon uses the corner {corner}"


def _crossings(sheet: AreaMap, lines: list[tuple[str, str]]) -> Iterator[str]:
    at = sheet.vertices
    for (a, b), (c, d) in combinations(lines, 2):
        if len({a, b, c, d}) == 4 and cross(at[a], at[b], at[c], at[d]):
            yield f"the edges {a}-{b} and {c}-{d} cross"
    for corner, point in at.items():
        for a, b in lines:
            if corner not in (a, b) and on_segment(point, at[a], at[b]):
                yield f"the corner {corner} lies on the edge {a}-{b} without being part of it"


def _frame(sheet: AreaMap) -> Iterator[str]:
    """The outer edges of the areas form one closed line, and the areas fill it."""
    areas = [place for place in sheet.places if place.group == "areas"]
    lines = Counter(edge for place in areas for edge in edges(place.corners))
    beside: dict[str, list[str]] = defaultdict(list)
    for (a, b), count in lines.items():
        if count == 1:
            beside[a].append(b)
            beside[b].append(a)
    if any(len(ends) != 2 for ends in beside.values()):
        yield "the frame of the areas is not one closed line"
        return
    start = next(iter(beside))
    ring, before, here = [start], "", start
    while True:
        before, here = here, next(end for end in beside[here] if end != before)
        if here == start:
            break
        ring.append(here)
    if len(ring) != len(beside):
        yield "the frame of the areas falls into several lines: there is a hole"
    total = sum(doubled_area(place.polygon) for place in areas)
    if abs(doubled_area([sheet.vertices[corner] for corner in ring])) != total:
        yield "the areas leave a gap or overlap"
