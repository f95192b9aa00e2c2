"""What is printed around the map: title, clock, legend, compass, scale, turn track, where the data come from."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import floor, log10

from shapan.kernel.board import Board, Layer, Source, TurnBox
from shapan.kernel.view import View

from .grounds import LEGEND, layer_group
from .markup import group, move, num, tag, text
from .wishes import Wishes

_ORDER = ("rulebook", "inferred", "history", "design")


class Border:
    """Lays out head and foot; all lengths follow ``em``, a share of the map's width."""

    def __init__(self, board: Board, view: View | None, wishes: Wishes) -> None:
        self.board, self.view, self.wishes = board, view, wishes
        self.em = board.width / 68
        self.margin = self.em if wishes.frame else 0.0
        self.head = 3.3 * self.em if wishes.frame else 0.0
        self.track = self._track_height()
        self.legend = self._legend()
        self.foot = self.track + (self._key_height() + 2.6 * self.em if wishes.frame else 0.0)
        self.width = board.width + 2 * self.margin
        self.height = board.height + self.head + self.foot + self.margin

    def drawn(self) -> str:
        """Everything around the map."""
        parts = [self._edge(), self._title(), self._clock()] if self.wishes.frame else []
        below = self.head + self.board.height
        if self.track:
            parts.append(self._track(below + 0.7 * self.em))
        if self.wishes.frame:
            parts += self._key(below + self.track + 0.9 * self.em)
            parts.append(self._provenance())
        return group(parts, class_="frame")

    # Head

    def _edge(self) -> str:
        return "".join(
            tag("rect", class_="rule", x=num(self.margin - gap), y=num(self.head - gap), stroke_width=num(width),
                width=num(self.board.width + 2 * gap), height=num(self.board.height + 2 * gap))
            for gap, width in ((0.0, 0.05 * self.em), (0.28 * self.em, 0.14 * self.em))
        )  # fmt: skip

    def _title(self) -> str:
        em, base = self.em, self.head - 1.15 * self.em
        name = text(self.board.title, self.margin, base, class_="serif bold ink start", font_size=num(1.75 * em))
        texts, id = self.board.texts, self.board.scenario
        scenario = texts.get(f"scenario.{id}", id.replace("_", " "))
        at = self.margin + 1.75 * em * 0.68 * len(self.board.title) + em
        return name + text(scenario, at, base, class_="serif slant faint start", font_size=num(1.05 * em))

    def _clock(self) -> str:
        if self.view is None:
            return ""
        clock, texts = self.view.clock, self.board.texts
        turn = f"Turn {clock.turn} of {clock.turns}" if clock.turns else ""
        words = [part for part in (turn, clock.date, texts.get(clock.phase_key, "")) if part]
        right, base = self.margin + self.board.width, self.head - 1.15 * self.em
        return text(" · ".join(words), right, base, class_="serif ink end", font_size=num(1.05 * self.em))

    # Turn track

    def _track_height(self) -> float:
        return 3.4 * self.em if self.wishes.track and self.board.track else 0.0

    def _track(self, top: float) -> str:
        boxes, em = self.board.track, self.em
        width = min(9 * em, (self.board.width + 0.3 * em) / len(boxes) - 0.3 * em)
        now = self.view.clock.turn if self.view else -1
        parts = []
        for at, box in enumerate(boxes):
            x = self.margin + at * (width + 0.3 * em)
            parts.append(self._turn_box(box, x, top, width, box.turn == now))
        return group(parts, class_="track")

    def _turn_box(self, box: TurnBox, x: float, y: float, width: float, now: bool) -> str:
        em = self.em
        ink, paper = ("not", "now") if now else ("ink", "box")
        size = min(0.72 * em, (width - 2.2 * em) / (0.56 * max(1, len(box.label))))
        lines = [
            text(note, x + 0.4 * em, y + (1.7 + 0.6 * at) * em, class_=f"{ink} start", font_size=num(0.5 * em))
            for at, note in enumerate(box.notes[:2])
        ]
        return (
            tag("rect", class_=f"hair {paper}", x=num(x), y=num(y), width=num(width), height=num(2.6 * em),
                rx=num(0.2 * em), stroke_width=num(0.08 * em))
            + text(box.turn, x + 0.4 * em, y + 1.05 * em, class_=f"{ink} serif bold start", font_size=num(0.95 * em))
            + text(box.label, x + 1.7 * em, y + 1.0 * em, class_=f"{ink} start", font_size=num(max(0.3 * em, size)))
            + "".join(lines)
        )  # fmt: skip

    # Foot

    def _legend(self) -> Layer | None:
        if not (self.wishes.frame and self.wishes.legend):
            return None
        return next((layer for layer in self.board.layers if layer.id == LEGEND), None)

    def _key_height(self) -> float:
        rows = max((each.y for each in self.legend.shapes), default=0.0) if self.legend else 0.0
        return max(rows, 2.6 * self.em)

    def _key(self, top: float) -> list[str]:
        parts = [tag("g", layer_group(self.legend), transform=move(self.margin, top))] if self.legend else []
        right = self.margin + self.board.width
        parts.append(self._compass(right - 1.5 * self.em, top + 1.5 * self.em))
        parts.append(self._scale(right - 6 * self.em, top + 1.6 * self.em))
        return parts

    def _compass(self, x: float, y: float) -> str:
        rose = "".join(
            tag("path", d="M0 -10L2.2 0H-2.2Z", class_="ink" if turn == 0 else "faint", transform=f"rotate({turn})")
            for turn in (90, 180, 270, 0)
        )
        ring = tag("circle", r="6.4", class_="hair", stroke_width="0.7")
        letter = text("N", 0, -11.4, class_="serif bold ink", font_size="6")
        return tag("g", ring, rose, letter, class_="compass", transform=move(x, y, 0.115 * self.em, self.board.north))

    def _scale(self, right: float, y: float) -> str:
        if not (self.board.scale and self.board.measure):
            return ""
        length = nice(9 * self.em / self.board.scale)
        unit, em = length * self.board.scale / 4, self.em
        left = right - 4 * unit
        measure = self.board.texts.get(self.board.measure, self.board.measure)
        parts = [
            tag("rect", x=num(left + at * unit), y=num(y), width=num(unit), height=num(0.3 * em),
                stroke_width=num(0.06 * em), class_="rule now" if at % 2 == 0 else "rule not")
            for at in range(4)
        ]  # fmt: skip
        for at in (0, 2, 4):
            words = num(length * at / 4) + (f" {measure}" if at == 4 else "")
            parts.append(text(words, left + at * unit, y - 0.3 * em, class_="ink", font_size=num(0.7 * em)))
        return group(parts, class_="scale")

    def _provenance(self) -> str:
        base = self.height - 0.75 * self.em
        size = min(0.62 * self.em, self.board.width / (0.53 * max(1, len(provenance(self.board.sources)))))
        return text(provenance(self.board.sources), self.margin, base, class_="faint start", font_size=num(size))


def nice(length: float) -> float:
    """The greatest 1, 2 or 5 times a power of ten that is not longer.

    >>> nice(23.7), nice(0.6)
    (20.0, 0.5)
    """
    power: float = 10.0 ** floor(log10(length))
    return max(step * power for step in (1, 2, 5) if step * power <= length * 1.0000001)


def provenance(sources: Sequence[Source]) -> str:
    """One line that says how much is certain; it begins with "Reconstruction" when not all is in the rulebook."""
    blocks = Counter(source.provenance for source in sources)
    if not blocks:
        return ""
    parts = [f"{word} {blocks[word]}" for word in sorted(blocks, key=_rank)]
    start = "Reconstruction. " if set(blocks) - {"rulebook"} else ""
    return f"{start}Blocks of data by origin: {', '.join(parts)}"


def _rank(word: str) -> tuple[int, str]:
    return (_ORDER.index(word) if word in _ORDER else len(_ORDER), word)
