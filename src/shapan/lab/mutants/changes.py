"""Small changes to a rule: another comparison, another number, a condition turned round.

A change is named by where it stands and what it does, not by a line number, so that its name outlives edits elsewhere.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Collection, Iterator
from types import CodeType
from typing import Final

import msgspec

COMPARISONS: Final[dict[type[ast.cmpop], type[ast.cmpop]]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}
SUMS: Final[dict[type[ast.operator], type[ast.operator]]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.FloorDiv: ast.Mult,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
}
CHOICES: Final = {"min": "max", "max": "min", "any": "all", "all": "any"}
OPAQUE: Final = (ast.Assert, ast.Raise, ast.JoinedStr, ast.arguments)
"""What a change inside would not change the rule: what cannot happen, texts, and what is evaluated at import."""


class Change(msgspec.Struct, frozen=True):
    """One small change to one function."""

    module: str
    function: str
    """Its qualified name within the module."""
    before: str
    after: str
    number: int
    """Which of the equal ones of this function, counted from 1."""
    order: int
    """Which of all changes of the module."""
    line: int

    @property
    def name(self) -> str:
        again = f" (number {self.number})" if self.number > 1 else ""
        return f"{self.module}.{self.function}: {self.before} → {self.after}{again}"


def changes_in(module: str, source: str) -> list[Change]:
    """All changes that can be made to a module.

    >>> [change.name for change in changes_in("m", "def fits(n): return n + 1 <= 3")]
    ['m.fits: n + 1 <= 3 → n + 1 < 3', 'm.fits: n + 1 → n - 1', 'm.fits: 1 → 2', 'm.fits: 3 → 4']
    """
    found: list[Change] = []
    counts: Counter[tuple[str, str, str]] = Counter()
    for order, (function, node, other) in enumerate(_places(ast.parse(source))):
        before, after = ast.unparse(node), ast.unparse(other)
        counts[function, before, after] += 1
        number = counts[function, before, after]
        found.append(Change(module, function, before, after, number, order, node.lineno))
    return found


def changed(source: str, path: str, change: Change) -> CodeType:
    """The module compiled with the change made."""
    tree = ast.parse(source)
    for order, (_, node, other) in enumerate(_places(tree)):
        if order == change.order:
            _Swap(node, other).visit(tree)
            return compile(ast.fix_missing_locations(tree), path, "exec")
    raise ValueError(change.name)


def watched(source: str, path: str, functions: Collection[str], hook: str, module: str) -> CodeType:
    """The module compiled so that each of these functions first calls the hook with its name and the module's."""
    tree = ast.parse(source)
    for name, node in _functions(tree.body, ""):
        if name in functions:
            node.body.insert(0, ast.Expr(ast.Call(ast.Name(hook, ast.Load()), [ast.Constant(f"{module}.{name}")], [])))
    return compile(ast.fix_missing_locations(tree), path, "exec")


class _Swap(ast.NodeTransformer):
    def __init__(self, node: ast.expr, other: ast.expr) -> None:
        self._node, self._other = node, ast.copy_location(other, node)

    def visit(self, node: ast.AST) -> ast.AST:
        return self._other if node is self._node else super().generic_visit(node)


def _places(tree: ast.Module) -> Iterator[tuple[str, ast.expr, ast.expr]]:
    """Every expression of a function that can be changed, with the function's name and what it becomes."""
    for name, function in _functions(tree.body, ""):
        for statement in function.body:
            yield from ((name, *pair) for pair in _pairs(statement))


def _functions(body: list[ast.stmt], within: str) -> Iterator[tuple[str, ast.FunctionDef]]:
    """The functions and methods with their qualified names; what is written inside of one belongs to it."""
    for node in body:
        match node:
            case ast.ClassDef():
                yield from _functions(node.body, f"{within}{node.name}.")
            case ast.FunctionDef() if node.name != "__repr__":
                yield f"{within}{node.name}", node


def _pairs(node: ast.AST) -> Iterator[tuple[ast.expr, ast.expr]]:
    if isinstance(node, OPAQUE) or (isinstance(node, ast.keyword) and node.arg == "strict"):
        return  # zip(strict=True) says what cannot happen, like an assertion
    if isinstance(node, ast.expr):
        yield from ((node, other) for other in _others(node))
    for test in _tests(node):
        yield test, ast.UnaryOp(ast.Not(), test)
    for name, value in ast.iter_fields(node):
        if name not in ("annotation", "returns", "decorator_list", "type_comment"):
            for child in value if isinstance(value, list) else [value]:
                if isinstance(child, ast.AST):
                    yield from _pairs(child)


def _tests(node: ast.AST) -> Iterator[ast.expr]:
    """Conditions that are neither comparison nor combination, which change by themselves."""
    conditions: list[ast.expr] = []
    match node:
        case ast.If(test=test) | ast.IfExp(test=test):
            conditions = [test]
        case ast.comprehension(ifs=ifs):
            conditions = ifs
        case ast.BoolOp(values=values):
            conditions = values
    yield from (test for test in conditions if isinstance(test, ast.Name | ast.Call | ast.Attribute | ast.Subscript))


def _others(node: ast.expr) -> Iterator[ast.expr]:
    match node:
        case ast.Compare(left, ops, comparators):
            for at, operator in enumerate(ops):
                turned = [*ops[:at], COMPARISONS[type(operator)](), *ops[at + 1 :]]
                yield ast.Compare(left, turned, comparators)
        case ast.BoolOp(op, values):
            yield ast.BoolOp(ast.And() if isinstance(op, ast.Or) else ast.Or(), values)
        case ast.UnaryOp(ast.Not(), operand):
            yield operand
        case ast.BinOp(left, operation, right) if type(operation) in SUMS and not _is_text(left, right):
            yield ast.BinOp(left, SUMS[type(operation)](), right)
        case ast.Constant(value) if isinstance(value, bool):
            yield ast.Constant(not value)
        case ast.Constant(value) if isinstance(value, int):
            yield ast.Constant(value + 1)
        case ast.Call(ast.Name(name), args, keywords) if name in CHOICES:
            yield ast.Call(ast.Name(CHOICES[name], ast.Load()), args, keywords)


def _is_text(*operands: ast.expr) -> bool:
    return any(
        isinstance(node, ast.JoinedStr) or (isinstance(node, ast.Constant) and isinstance(node.value, str))
        for node in operands
    )
