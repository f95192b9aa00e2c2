"""The style sheet of a drawing: the Board's styles and the renderer's own as CSS classes, and the fill patterns."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterator, Mapping
from importlib import resources

from shapan.kernel.board import Board, Style

from .markup import num, slug, tag
from .patterns import Pattern, patterns
from .strokes import Stroke
from .tables import table
from .wishes import Palette

SANS = "'Shapan Sans','Noto Serif SC','Helvetica Neue','Liberation Sans','DejaVu Sans',sans-serif"
SERIF = "'Old Standard TT','Noto Serif SC',Georgia,'Liberation Serif','DejaVu Serif',serif"
NARROW = "'Barlow Condensed','Noto Serif SC','Arial Narrow','DejaVu Sans',sans-serif"
HALO = 0.24
"""Width of the outline behind letters, as a share of their height."""
FAMILIES = {"serif": SERIF, "condensed": NARROW}

PAPER = {"light": "#f6efdd", "dark": "#191816"}
INK = {"light": "#2e261a", "dark": "#e6dcc4"}
FAINT = {"light": "#7d705a", "dark": "#a79c84"}
EDGE = {"light": "#b7a888", "dark": "#5a5346"}


def css(board: Board, palette: Palette) -> str:
    """Every class once; ``auto`` adds the night colours for browsers that ask for them."""
    rules = [*_own("light" if palette == "auto" else palette), *_fixed()]
    rules += [f".{name}{{{body}}}" for name, body in _styles(board, dark=palette == "dark")]
    if palette == "auto":
        day = dict(_styles(board, dark=False))
        night = [f".{name}{{{body}}}" for name, body in _styles(board, dark=True) if day[name] != body]
        rules.append(f"@media (prefers-color-scheme:dark){{{''.join([*_own('dark'), *night])}}}")
    return tag("style", "".join(rules))


def font_faces() -> str:
    """The fonts themselves, for a drawing that is to look the same on any machine."""
    rules = []
    for face in table("fonts.toml")["faces"]:
        data = resources.files(__package__).joinpath(f"fonts/{face['file']}.woff2").read_bytes()
        source = f"url(data:font/woff2;base64,{b64encode(data).decode()}) format('woff2')"
        kind = f"font-weight:{face['weight']};font-style:{face.get('slant', 'normal')}"
        rules.append(f"@font-face{{font-family:'{face['family']}';{kind};src:{source}}}")
    return tag("style", "".join(rules))


def _own(shade: str) -> Iterator[str]:
    yield f".paper{{fill:{PAPER[shade]}}}.ink{{fill:{INK[shade]}}}.faint{{fill:{FAINT[shade]}}}"
    yield f".rule{{fill:none;stroke:{INK[shade]}}}.hair{{fill:none;stroke:{EDGE[shade]}}}"
    yield f".box{{fill:{PAPER[shade]};stroke:{EDGE[shade]}}}.now{{fill:{INK[shade]}}}.not{{fill:{PAPER[shade]}}}"


def _fixed() -> Iterator[str]:
    yield f"text{{font-family:{SANS};text-anchor:middle}}"
    yield f".count{{font-family:{NARROW};font-weight:700}}.small{{font-family:{NARROW};font-weight:600}}"
    yield f".serif{{font-family:{SERIF}}}.bold{{font-weight:700}}.slant{{font-style:italic}}"
    yield ".start{text-anchor:start}.end{text-anchor:end}"


def _styles(board: Board, dark: bool) -> Iterator[tuple[str, str]]:
    known = patterns()
    for name, style in sorted(board.styles.items()):
        yield f"s-{slug(name)}", _declarations(name, style, dark, known)
        if style.pattern in known:
            yield f"pf-{slug(name)}", f"fill:{_colour(style, 'fill', dark)}"
    for name, pattern in sorted(known.items()):
        for tint, colours in sorted(pattern.tints.items()):
            yield f"ti-{name}-{tint}", f"fill:{colours[dark]}"
            yield f"tl-{name}-{tint}", f"stroke:{colours[dark]};stroke-linecap:round"


def _colour(style: Style, key: str, dark: bool) -> str:
    value: str = getattr(style, key)
    return style.dark.get(key, value) if dark else value


def _declarations(name: str, style: Style, dark: bool, known: Mapping[str, Pattern]) -> str:
    fill = f"url(#p-{slug(name)})" if style.pattern in known else _colour(style, "fill", dark)
    parts = [f"fill:{fill}"]
    if style.font:
        parts += _type(style, dark)
    elif style.width:
        cap = "butt" if style.dash else "round"
        parts.append(f"stroke:{_colour(style, 'stroke', dark)};stroke-width:{num(style.width)};stroke-linecap:{cap}")
        parts.append("stroke-linejoin:round")
    if style.dash:
        parts.append("stroke-dasharray:" + " ".join(num(length) for length in style.dash))
    if style.opacity < 1:
        parts.append(f"opacity:{num(style.opacity)}")
    return ";".join(parts)


def _type(style: Style, dark: bool) -> list[str]:
    parts = [f"font-size:{num(style.font)}px", f"font-family:{FAMILIES.get(style.family, SANS)}"]
    parts += [f"font-weight:{style.weight}"] if style.weight else []
    parts += [f"font-style:{style.slant}"] if style.slant else []
    parts += [f"letter-spacing:{num(style.spacing)}px"] if style.spacing else []
    halo = _colour(style, "halo", dark)
    if halo:
        width = num(style.font * HALO)
        parts.append(f"stroke:{halo};stroke-width:{width};stroke-linejoin:round;stroke-opacity:.92;paint-order:stroke")
    return parts


def pattern_defs(board: Board) -> str:
    """The patterns that the Board's styles use, one per style because each has its own ground."""
    known = patterns()
    used = [(name, style.pattern) for name, style in sorted(board.styles.items()) if style.pattern in known]
    return "".join(_pattern(slug(name), kind, known[kind], board.piece / 36) for name, kind in used)


def _pattern(name: str, kind: str, pattern: Pattern, scale: float) -> str:
    ground = tag("rect", width=num(pattern.tile), height=num(pattern.tile), class_=f"pf-{name}")
    inner = _image(pattern) or "".join(_tile_path(kind, part) for part in pattern.paths)
    size = num(pattern.tile)
    return tag(
        "pattern", ground, inner, id=f"p-{name}", width=size, height=size, patternUnits="userSpaceOnUse",
        patternTransform=f"scale({num(scale, 4)})",
    )  # fmt: skip


def _image(pattern: Pattern) -> str:
    if not pattern.image:
        return ""
    picture = b64encode(resources.files(__package__).joinpath(pattern.image).read_bytes()).decode()
    return tag("image", href=f"data:image/png;base64,{picture}", width=num(pattern.tile), height=num(pattern.tile))


def _tile_path(kind: str, part: Stroke) -> str:
    fill = f"ti-{kind}-{part.fill}" if part.fill else ""
    line = f"tl-{kind}-{part.line or 'ink'}" if part.stroke else ""
    none = None if part.fill else "none"
    return tag("path", d=part.d, class_=f"{fill} {line}".strip(), fill=none, stroke_width=part.stroke or None)
