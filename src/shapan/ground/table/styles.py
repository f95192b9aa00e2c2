"""How the things on a table look, by day and by night; lengths are tenths of a millimetre."""

from __future__ import annotations

from collections.abc import Mapping

from shapan.kernel.board import Style


def _fill(day: str, night: str, opacity: float = 1.0, pattern: str = "") -> Style:
    return Style(fill=day, opacity=opacity, pattern=pattern, dark={"fill": night})


def _line(day: str, night: str, width: float, opacity: float = 1.0, dash: tuple[float, ...] = ()) -> Style:
    return Style(stroke=day, width=width, opacity=opacity, dash=dash, dark={"stroke": night})


def _edged(
    fill: tuple[str, str], edge: tuple[str, str], width: float, dash: tuple[float, ...] = (), pattern: str = ""
) -> Style:
    """A filled thing with an edge; colours by day and by night."""
    night = {"fill": fill[1], "stroke": edge[1]}
    return Style(fill=fill[0], stroke=edge[0], width=width, dash=dash, pattern=pattern, dark=night)


def _name(font: float, slant: str = "italic") -> Style:
    dark = {"fill": "#efe6c8", "halo": "#2a2618"}
    return Style(fill="#2b2010", font=font, family="serif", slant=slant, halo="#f8efd2", dark=dark)


def _waters(font: float, spacing: float) -> Style:
    dark = {"fill": "#bfe0f6", "halo": "#1a3a4c"}
    return Style("#184a68", font=font, family="serif", slant="italic", spacing=spacing, halo="#b9dae6", dark=dark)


GROUND: Mapping[str, Style] = {
    "table": _fill("#c9c08a", "#3d3a2a"),
    "table.dark": _fill("#b3b274", "#35341f", 0.28),
    "table.light": _fill("#ddd2a0", "#4a4632", 0.3),
    "table.tufts": _line("#8c9150", "#5f6238", 7, 0.75),
    "grain": Style(pattern="grain", opacity=0.6),
    "shadow": _fill("#1e160a", "#000000", 0.34),
    "shadow.line": _line("#2a1f10", "#000000", 80, 0.34),
    "soft": _line("#d3c395", "#544c38", 180, 0.3),
    "bank": _line("#ded2a2", "#55503a", 110, 0.8),
    "band.3": _line("#95c1d3", "#1e4256", 1500, 0.8),
    "band.2": _line("#a8cddb", "#24506a", 900, 0.75),
    "band.1": _line("#c2dee6", "#2f627c", 380, 0.75),
    "coast": _line("#3f7089", "#6d9fb8", 36),
    "ripples": _line("#d6e9ee", "#5d93ab", 9, 0.7),
}
AREAS: Mapping[str, Style] = {
    "area.bare": _edged(("#e3d3a3", "#5d5439"), ("#b79f68", "#7c7355"), 20),
    "area.beach": _fill("#e8dcae", "#6a6248"),
    "area.mudflat": _fill("#b3a583", "#4a4434", pattern="marsh"),
    "area.sandbar": _fill("#e6d9a8", "#6d6548"),
    "area.paddy_wet": _fill("#7f9f98", "#2d4643", pattern="rice"),
    "area.paddy_dry": _fill("#cdbf85", "#4d4832", pattern="stubble"),
    "area.kaoliang": _fill("#a98f3a", "#51451c", pattern="sorghum"),
    "area.bamboo": _fill("#8f9d5c", "#394327", 0.55),
    "area.light_wood": _fill("#8f9d5c", "#394327", 0.55),
    "area.dense_wood": _fill("#5f7a42", "#273419", 0.75),
    "area.scrub": _fill("#b5ad6c", "#454326", 0.7),
    "area.orchard": _fill("#b9bd7c", "#454a2b", 0.7),
    "area.tea_terrace": _fill("#9cb074", "#3a4a28", pattern="tea"),
    "area.graves": _fill("#bdb580", "#464330", 0.6),
    "area.reeds": _fill("#aeb777", "#3f4628", pattern="marsh"),
    "area.marsh": _fill("#a5b187", "#37402d", pattern="marsh"),
    "area.rocks": _fill("#b0a890", "#46423a", 0.6),
    "area.rubble": _edged(("#a59a8f", "#4a443d"), ("#746b62", "#7d746a"), 8, dash=(20, 20)),
    "area.foxholes": _fill("#b69c70", "#4b3e2b", 0.7),
    "area.trench": _edged(("#5d462a", "#241b10"), ("#3c2c18", "#0d0905"), 30, pattern="planks"),
    "trench.parapet": _line("#b89a68", "#75603f", 150, 0.9),
    "area.hill": _fill("#d9c98e", "#57503a", 0.55),
    "area.river": _fill("#84b5cb", "#193849"),
    "area.shallows": _edged(("#c2dee6", "#2c5a70"), ("#6f9fb4", "#5d93ab"), 12, dash=(60, 50)),
    "area.stream": _fill("#93c0d0", "#214656"),
    "area.canal": _fill("#84b5cb", "#193849"),
    "area.jetty": _edged(("#b89a6c", "#5d4b32"), ("#5f4a2c", "#17120a"), 14, pattern="planks"),
    "area.bridge": _edged(("#b5a88f", "#544a3a"), ("#5b5040", "#17140e"), 18, pattern="planks"),
    "area.town": _fill("#d3c395", "#544c38", 0.55),
    "contour": _line("#9d8750", "#8a7b52", 22, 0.7),
    "hachure": _line("#7a6432", "#0d0b06", 16, 0.6),
    "hachure.light": _line("#a8935a", "#8a7b52", 14, 0.55),
    "contour.shade": _line("#7a6432", "#100e08", 90, 0.22),
    "contour.light": _line("#f4e8ba", "#716849", 60, 0.5),
    "grave.mound": _fill("#b2a86c", "#5a5438"),
    "grave.light": _fill("#d3ca92", "#756e4c"),
    "grave.stone": _edged(("#8d8a80", "#8d8a80"), ("#4c4a43", "#1d1c19"), 8),
    "pit": _fill("#4f3c24", "#171109"),
    "pit.rim": _fill("#c9b07c", "#75603f"),
    "rock": _edged(("#a09889", "#5d574d"), ("#5e574b", "#22201c"), 10),
    "rock.light": _fill("#c5bdac", "#7d766a"),
    "spot": _fill("#cdb97f", "#4a432e", 0.5),
    "tree.shadow": _fill("#1e240e", "#000000", 0.3),
    **{f"tree.{kind}.{tone}": _fill(*pair) for kind, pairs in {
        "wood": (("#5d7438", "#2f3d20"), ("#7b9150", "#42522c"), ("#9db26c", "#5d6f40")),
        "bamboo": (("#4f7a3f", "#294024"), ("#6f9a52", "#3c5931"), ("#a3c478", "#62834a")),
        "bush": (("#48662f", "#26371a"), ("#65863f", "#384c25"), ("#8eaa5e", "#56703a")),
    }.items() for tone, pair in enumerate(pairs)},
    "strip.rim": _line("#d9c899", "#4f4936", 120, 0.45),
    "strip.road": _fill("#dccb9b", "#615840"),
    "strip.track": _fill("#d9c898", "#585039"),
    "strip.rail": _fill("#a39b8a", "#3d3a36"),
    "strip.ruts": _fill("#c3ae7a", "#4a4330", 0.42),
    "strip.sleepers": _fill("#5a4a38", "#1c1712"),
    "strip.rails": _fill("#2f3235", "#a8adb2"),
}  # fmt: skip
LINES: Mapping[str, Style] = {
    "line.dyke": _line("#8d7f4a", "#5f5634", 110),
    "line.dyke.top": _line("#b7aa6c", "#857a4c", 50),
    "line.embankment": _line("#86744a", "#574b30", 170),
    "line.embankment.top": _line("#b9a674", "#80704a", 90),
    "line.wall_low": _line("#6a6054", "#26221c", 80),
    "line.wall_low.top": _line("#a79a86", "#8d8270", 46),
    "line.wall_low.joints": _line("#6a6054", "#26221c", 46, dash=(10, 70)),
    "line.wall_high": _line("#3f382f", "#14110d", 120),
    "line.wall_high.top": _line("#978b78", "#857a69", 80),
    "line.wall_high.joints": _line("#3f382f", "#14110d", 80, dash=(12, 70)),
    "line.hedge": _line("#5d7438", "#2f3d20", 40, 0.6),
    "line.fence": _line("#6b4f30", "#a08058", 22),
    "line.fence.posts": _line("#4c361e", "#c29c70", 60, dash=(16, 110)),
    "line.sandbags": _line("#6f5c34", "#2c2414", 90),
    "line.sandbags.bags": _line("#c2a970", "#94804f", 70, dash=(64, 14)),
    "line.barricade": _line("#3f2a16", "#130d06", 90),
    "line.barricade.planks": _line("#8c6640", "#8c6a45", 70, dash=(36, 18)),
    "line.wire": _line("#3f3f3f", "#bdbdbd", 12),
    "line.wire.barbs": _line("#3f3f3f", "#bdbdbd", 60, dash=(10, 40)),
    "line.cliff": _line("#5d5348", "#201c17", 120),
    "line.cliff.face": _line("#a09482", "#6d6355", 84, dash=(30, 12)),
    "gate": _line("#e6cd8e", "#c79a4b", 90),
}
BUILT: Mapping[str, Style] = {
    "roof.tile.light": _fill("#7f8a86", "#55605d"),
    "roof.tile.dark": _fill("#5f6a68", "#3c4644"),
    "roof.tile.lines": _line("#47504e", "#262d2c", 10, 0.55),
    "roof.temple.light": _fill("#7d8f86", "#526259"),
    "roof.temple.dark": _fill("#566a62", "#364640"),
    "roof.temple.lines": _line("#3c4d47", "#212c28", 10, 0.55),
    "roof.thatch.light": _fill("#c9a566", "#8a6f41"),
    "roof.thatch.dark": _fill("#a8834a", "#66502c"),
    "roof.thatch.lines": _line("#8a6836", "#44341a", 10, 0.55),
    "roof.stone.light": _fill("#a9a498", "#68645b"),
    "roof.stone.dark": _fill("#8b867a", "#4e4a43"),
    "roof.stone.lines": _line("#65615a", "#2c2a26", 10, 0.5),
    "roof.ridge": _line("#d9ddd2", "#a9aca2", 40),
    "roof.ridge.line": _line("#47504e", "#262d2c", 12),
    "roof.ridge.red": _line("#a8402f", "#a8503f", 50),
    "roof.horns": _line("#8c2f22", "#a04a3b", 50),
    "roof.edge": _line("#2b2a22", "#12110d", 20),
    "door": _edged(("#f2e2b8", "#d9c48c"), ("#3b2a14", "#120d06"), 18),
    "window": _fill("#1f1a12", "#f0cf7a"),
}
LETTERS: Mapping[str, Style] = {
    "label": _name(170),
    "label.building": _name(150),
    "label.cove": _waters(170, 0),
    "label.water": _waters(260, 50),
}
STYLES: Mapping[str, Style] = {
    **GROUND, **AREAS, **LINES, **BUILT, **LETTERS,
    "grid": Style(stroke="#000000", width=3, opacity=0.06, dark={"stroke": "#ffffff"}),
}  # fmt: skip
