"""One place for each concept: every game's folder is laid out alike, and its docstring is its table of contents.

A line of the contents has three columns, at least two blanks apart: cases of the book, what they are about, modules.
"""

import ast
import re
from collections.abc import Iterator, Set
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple, get_args, get_type_hints

import msgspec
import pytest
from tests.games.folders import TITLES, folder_of

from shapan.games import game
from shapan.kernel import Frame, Position

ROOMS = ("staff", "show", "check", "data")
"""Folders that are named as a whole."""


class Line(NamedTuple):
    cases: str
    title: str
    modules: list[str]


def contents(name: str) -> Iterator[Line]:
    """The lines of the table in the docstring of a game's package."""
    for line in (import_module(f"shapan.games.{name}").__doc__ or "").splitlines():
        columns = re.split(r" {2,}", line.strip())
        if len(columns) == 3:
            yield Line(columns[0], columns[1], columns[2].split(", "))


def modules(name: str) -> set[str]:
    """The modules of a game as paths below its folder; of the rooms only the room itself."""
    folder = folder_of(name)
    found = {file.relative_to(folder).with_suffix("").as_posix() for file in folder.rglob("*.py")}
    named = {path.partition("/")[0] if path.startswith(ROOMS) else path for path in found}
    return {path.removesuffix("/__init__") for path in named} - {"__init__"}


@pytest.mark.parametrize("name", TITLES)
def test_the_contents_name_every_module_and_nothing_else(name: str) -> None:
    listed = [module for line in contents(name) for module in line.modules]
    assert modules(name) - set(listed) == set(), "modules that the contents leave out"
    assert set(listed) - modules(name) == set(), "modules that do not exist"


def packages(name: str) -> list[str]:
    """The packages of a game whose docstring says which module does what; of ``check`` its themes say it."""
    folder = folder_of(name)
    inner = [file.parent.relative_to(folder).as_posix() for file in folder.rglob("*/__init__.py")]
    return sorted(set(inner) - {".", "check"})


def quoted(text: str) -> set[str]:
    """What a docstring names: ``module``, ``package/module`` or ``module.function``."""
    return set(re.findall(r"``([^`]+)``", text))


def exists(folder: Path, word: str) -> bool:
    """Is this a module or package in the folder, or something that such a module defines?"""
    path, _, inner = word.partition(".")
    file = folder / f"{path}.py"
    if not inner:
        return file.is_file() or (folder / path / "__init__.py").is_file()
    defined = ast.parse(file.read_text(encoding="utf-8")).body if file.is_file() else []
    return inner in {node.name for node in defined if isinstance(node, ast.ClassDef | ast.FunctionDef)}


@pytest.mark.parametrize(("name", "package"), [(name, package) for name in TITLES for package in packages(name)])
def test_a_package_names_each_of_its_modules_and_nothing_that_is_not_there(name: str, package: str) -> None:
    folder = folder_of(name)
    named = quoted(import_module(f"shapan.games.{name}.{package.replace('/', '.')}").__doc__ or "")
    there = {file.stem for file in (folder / package).glob("*.py")} - {"__init__"}
    assert there - {word.partition(".")[0] for word in named} == set(), "modules that it leaves out"
    gone = {word for word in named if not exists(folder / package, word) and not exists(folder, word)}
    assert gone == set(), "modules that do not exist"


@pytest.mark.parametrize("name", TITLES)
def test_the_contents_name_cases_of_the_book(name: str) -> None:
    rules = game(name).rules
    cases = [case for line in contents(name) for case in re.findall(r"[A-Z]?\d+(?:\.\d+)*", line.cases)]
    assert cases
    assert [case for case in cases if case not in rules] == []


@pytest.mark.parametrize("name", TITLES)
def test_equal_things_have_equal_names(name: str) -> None:
    folder = folder_of(name)
    for path in ("actions", "book", "game", "imagine", "invariants", "position", "sequence"):
        assert (folder / f"{path}.py").is_file(), path
    for path in ("__init__", "judgement", "odds", "officers", "picture", "temper"):
        assert (folder / "staff" / f"{path}.py").is_file(), path
    for path in ("board", "boxes", "ledgers", "preview", "view"):
        assert (folder / "show" / f"{path}.py").is_file(), path
    for path in ("__init__", "charts", "ground", "scenario", "sheets", "units"):
        assert (folder / "check" / f"{path}.py").is_file(), path
    for path in ("table", "make_golden", "test_staff", "test_staff_officers"):
        assert (Path(__file__).parent / name / f"{path}.py").is_file(), path


def test_no_folder_of_the_yangtze_has_more_modules_than_one_can_look_over() -> None:
    """Its chapters are too many for one folder, as those of the other games are not."""
    folder = folder_of("yangtze")
    sizes = {package: len(list((folder / package).glob("*.py"))) for package in (".", *packages("yangtze"))}
    assert {package: size for package, size in sizes.items() if size > 26} == {}


COMMON = ("data", "examples", "judges", "offers", "play", "secrets", "traps")
"""What any game can be tested for: its data, the examples of its book, a second opinion on its rules, that what is
offered is what is allowed, whole games, that nobody hears what is not for him, and what is easily got wrong."""


def themes(name: str) -> tuple[set[str], set[str], set[str]]:
    """What tests can be about: packages of the game, modules of them, cases of the book."""
    folder = folder_of(name)
    paths = {file.relative_to(folder).with_suffix("") for file in folder.rglob("*.py")}
    titles = {re.sub(r"\W+", "_", case.title.lower().replace("-", "")) for case in game(name).rules.case}
    return {path.parent.name for path in paths}, {"_".join(path.parts) for path in paths} | set(COMMON), titles


@pytest.mark.parametrize("name", TITLES)
def test_tests_are_named_for_the_module_or_case_that_they_prove(name: str) -> None:
    """``fire/test_fire`` or ``test_fire`` for a package, ``fire/test_hits`` or ``test_fire_hits`` for a module of it,
    ``test_stacking`` for "Stacking restrictions"; where one file does not hold all, what each is about follows."""
    packages, modules, titles = themes(name)
    folder = Path(__file__).parent / name
    for file in folder.rglob("test_*.py"):
        inner, theme = file.relative_to(folder).parent.parts, file.stem.removeprefix("test_")
        named = "_".join((*inner, theme))
        begins = {named.rsplit("_", cut)[0] for cut in range(named.count("_") + 1)}
        chapter = any(f"{title}_".startswith(f"{begin}_") for title in titles for begin in begins)
        known = begins & modules or (not inner and chapter) or (theme in packages and inner in ((), (theme,)))
        assert known, file.relative_to(folder)


@pytest.mark.parametrize("name", TITLES)
def test_staffs_call_equal_things_by_equal_names(name: str) -> None:
    package = f"shapan.games.{name}.staff"
    staff, officers, judgement = (import_module(package + inner) for inner in ("", ".officers", ".judgement"))
    assert (staff.Staff.known, staff.Staff.recruits) == (officers.OFFICERS, officers.RECRUITS)
    assert set(officers.OFFICERS) == set(officers.RECRUITS) == set(staff.Staff.sides)
    assert {"LEARNED", "features"} <= set(vars(judgement))


def texts(node: ast.AST) -> Iterator[str]:
    """The texts that are spelt out in an expression or pattern, those in a tuple, list or set of them included."""
    match node:
        case ast.Constant(value=str(text)):
            yield text
        case ast.Tuple(elts=parts) | ast.List(elts=parts) | ast.Set(elts=parts) | ast.MatchOr(patterns=parts):
            for part in parts:
                yield from texts(part)
        case ast.MatchValue(value=value):
            yield from texts(value)
        case ast.MatchSequence(patterns=[first, *_]):
            yield from texts(first)


def names_a_step(node: ast.AST) -> bool:
    """``frame.step``, ``step.name`` or ``decision.kind``: an expression that holds the name of a step."""
    match node:
        case ast.Attribute(attr="step" | "name"):
            return True
        case ast.Attribute(value=ast.Attribute(attr="decision") | ast.Name(id="decision"), attr="kind"):
            return True
    return False


def takes_the_head(node: ast.AST) -> bool:
    """``at[0]`` or ``at[:1]``: whoever compares it with a text reads a tuple by its tag."""
    match node:
        case ast.Subscript(slice=ast.Constant(value=0)):
            return True
        case ast.Subscript(slice=ast.Slice(lower=None, upper=ast.Constant(value=1))):
            return True
    return False


def lists_steps(node: ast.Assign | ast.AnnAssign, steps: Set[str]) -> bool:
    """``ASHORE = ("land", "assault")``: a list of names of steps, whatever it is used for."""
    spelt = set(texts(node.value)) if isinstance(node.value, ast.Tuple | ast.List | ast.Set) else set()
    return len(spelt) > 1 and spelt <= steps


def by_text(tree: ast.AST, steps: Set[str]) -> Iterator[tuple[int, str]]:
    """Where something is told by a text that a class should tell: the line, and what was found there."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign | ast.AnnAssign) and lists_steps(node, steps):
            yield node.lineno, "lists the names of steps"
        match node:
            case ast.Compare(left=left, comparators=right):
                spelt = {text for side in (left, *right) for text in texts(side)}
                if any(map(names_a_step, (left, *right))) and spelt & steps:
                    yield node.lineno, "compares the name of a step"
                if any(map(takes_the_head, (left, *right))) and spelt:
                    yield node.lineno, "compares the head of a tuple"
            case ast.Match(subject=subject, cases=cases):
                spelt = {text for case in cases for text in texts(case.pattern)}
                sequences = any(isinstance(case.pattern, ast.MatchSequence) for case in cases)
                if (names_a_step(subject) or sequences) and spelt & steps:
                    yield node.lineno, "matches the name of a step"
                if takes_the_head(subject) and spelt:
                    yield node.lineno, "matches the head of a tuple"
            case ast.Subscript(value=ast.Attribute(attr="STEPS" | "by_name"), slice=key):
                if any(texts(key)):
                    yield node.lineno, "looks a step up"
            case ast.Call(func=ast.Attribute(attr="then" | "become" | "nearest" | "call"), args=given):
                if any(text for each in given for text in texts(each)):
                    yield node.lineno, "queues a step"


def test_no_step_is_named_by_a_text() -> None:
    """What asks is known by its frame's class, in rules, staff, previews, laboratory and server: only the class itself
    spells the name. And nothing else is a tuple that its first text tells apart."""
    steps = {step for name in TITLES for step in game(name).position.STEPS.by_name}
    package = folder_of(TITLES[0]).parent.parent
    found = [
        f"{file.relative_to(package)}:{line} {what}"
        for file in sorted(package.rglob("*.py"))
        for line, what in by_text(ast.parse(file.read_text(encoding="utf-8")), steps)
    ]
    assert found == []


@pytest.mark.parametrize(
    "line",
    [
        "if step.name == 'plan': ...",
        "if pos.top.step in ('plan', 'orders'): ...",
        "if pos.decision.kind != 'plan': ...",
        "if at[0] == 'sail': ...",
        "if plan[:1] == ('march',): ...",
        "if plan[:1] in (('land',), ('march',)): ...",
        "match at.step:\n    case 'plan' | 'orders': ...",
        "match at:\n    case ('plan', side): ...",
        "pos.then(('plan', 0))",
        "pos.nearest('plan')",
        "pos.STEPS['plan']",
        "STAFF.steps.by_name['plan']",
        "ASHORE: Final = ('plan', 'orders')",
    ],
)
def test_whoever_names_a_step_by_a_text_is_found(line: str) -> None:
    assert len(list(by_text(ast.parse(line), {"plan", "orders"}))) == 1


def queues(node: ast.AST) -> bool:
    match node:
        case ast.Expr(value=ast.Call(func=ast.Attribute(attr="then"))):
            return True
    return False


def queued_backwards(tree: ast.AST) -> Iterator[int]:
    """The lines after which more is queued: what a later call queues would be played before it."""
    for node in ast.walk(tree):
        for block in (part for part in vars(node).values() if isinstance(part, list)):
            for at, line in enumerate(block):
                later = (inner for each in block[at + 1 :] for inner in ast.walk(each))
                if queues(line) and (isinstance(node, ast.For | ast.While) or any(map(queues, later))):
                    yield line.lineno


def test_what_follows_is_queued_in_reading_order() -> None:
    package = folder_of(TITLES[0]).parent.parent
    files = sorted(file for room in ("games", "mechanics") for file in (package / room).rglob("*.py"))
    trees = {file: ast.parse(file.read_text(encoding="utf-8")) for file in files}
    assert [f"{file.relative_to(package)}:{line}" for file in files for line in queued_backwards(trees[file])] == []


@pytest.mark.parametrize(
    "lines",
    [
        "pos.then(Burial())\nswim(pos)\npos.then(Swim())",
        "pos.then(Burial())\nif shots:\n    pos.then(Volley())",
        "for unit in units:\n    pos.then(Lose(unit))",
    ],
)
def test_whoever_queues_backwards_is_found(lines: str) -> None:
    assert list(queued_backwards(ast.parse(lines))) != []


def onlookers(name: str) -> list[Path]:
    """The modules of a game that look at what others have put on the stack."""
    folder = folder_of(name)
    rooms = [file for room in ("staff", "show") for file in (folder / room).rglob("*.py")]
    return [*rooms, *(file for file in (folder / "imagine.py", folder / "fog.py") if file.is_file())]


def by_position(tree: ast.AST, frames: Set[str]) -> Iterator[tuple[int, str]]:
    """Where a pattern takes a frame's fields by their places: the line, and the frame's class."""
    for node in ast.walk(tree):
        match node:
            case ast.MatchClass(cls=ast.Name(id=kind) | ast.Attribute(attr=kind), patterns=[_, *_]) if kind in frames:
                yield node.lineno, kind


@pytest.mark.parametrize("name", TITLES)
def test_onlookers_read_frames_by_the_names_of_their_fields(name: str) -> None:
    steps = game(name).position.STEPS.by_name.values()
    own = {step.frame.__name__ for step in steps}
    found = []
    for file in onlookers(name):
        path = file.relative_to(folder_of(name)).with_suffix("").as_posix().removesuffix("/__init__").replace("/", ".")
        seen = {word for word, kind in vars(import_module(f"shapan.games.{name}.{path}")).items() if is_frame(kind)}
        tree = ast.parse(file.read_text(encoding="utf-8"))
        found += [f"{path}:{line} {kind}" for line, kind in by_position(tree, own & seen)]
    assert found == []


def is_frame(kind: object) -> bool:
    return isinstance(kind, type) and issubclass(kind, Frame)


def test_whoever_reads_a_frame_by_position_is_found() -> None:
    cases = ("Plan(side)", "plans.Plan(side, done=True)", "Plan(side=side) | March(_)")
    lines = "\n".join(("match at:", *(f" case {case}: ..." for case in cases)))
    assert list(by_position(ast.parse(lines), {"Plan"})) == [(2, "Plan"), (3, "Plan")]


def loose(kind: object) -> bool:
    """Is there anything in a type of which mypy would not know what it is?"""
    return kind in (Any, object) or any(map(loose, get_args(kind)))


@pytest.mark.parametrize("name", TITLES)
def test_what_frames_and_positions_hold_is_known_by_class(name: str) -> None:
    """Down to the last entry: nothing is a tuple of anything."""
    position = game(name).position
    frames = {step.frame for step in position.STEPS.by_name.values()}
    hints = {frame: get_type_hints(frame) for frame in frames}
    assert [(frame.step, field) for frame in frames for field in frame.fields if loose(hints[frame][field])] == []
    common = {field.name for field in msgspec.structs.fields(Position)}
    own = [field for field in msgspec.structs.fields(position) if field.name not in common]
    assert [field.name for field in own if loose(field.type)] == []


@pytest.mark.parametrize("name", TITLES)
def test_a_title_has_a_small_cover_and_says_how_long_and_how_hard_it_is(name: str) -> None:
    title = game(name)
    assert 0 < len(title.cover().encode()) <= 10_000
    assert re.fullmatch(r"\d(–\d)?", title.hours)
    assert title.difficulty


@pytest.mark.parametrize("name", TITLES)
def test_what_the_guide_says_is_about_a_question_and_an_answer_that_the_game_has(name: str) -> None:
    title = game(name)
    texts = title.board().texts
    prompts = {key.removeprefix("prompt.") for key in texts if key.startswith("prompt.")}
    asked = set(title.position.STEPS.by_name) | prompts
    for key in (key.removeprefix("guide.") for key in texts if key.startswith("guide.")):
        question, _, verb = key.partition(".")
        assert question in asked, key
        assert not verb or verb in title.grammar.actions, key


@pytest.mark.parametrize(
    ("name", "question", "verbs"),
    [
        ("shanghai_incident", "move", "redeploy transfer restore recall fortify done"),
        ("shanghai_nanking", "move", "overrun pass"),
        ("shanghai_nanking", "arrive", "entrain pass"),
        ("yangtze", "orders", "hold watch abet cover work ready"),
        ("yangtze", "plan", "charge drive sail land embark ready"),
        ("yangtze", "firing", "shell snipe ready"),
        ("mukden", "fight", "probe flip pass"),
        ("taierzhuang", "impulse", "play pass"),
    ],
)
def test_the_guide_has_words_of_their_own_for_answers_unlike_the_others(name: str, question: str, verbs: str) -> None:
    texts = game(name).board().texts
    assert [verb for verb in verbs.split() if f"guide.{question}.{verb}" not in texts] == []
