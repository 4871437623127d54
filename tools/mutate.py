"""Break the mathematics, one formula at a time: does a test notice? `python -m tools.mutate [KIND or FILE ...]`

Each mutant is one changed operator, comparison, number, argument or statement of one file. It runs only the tests of
its file, in a fork of this process, which holds the libraries: the package itself is imported anew, with the broken
file in the place of the true one. Killed: a test fails, or takes three times as long. docs/mutation.md gets a new row
for each kind that ran whole. Exit 1 where fewer than 90 % of a kind are killed.

mutmut 3.8 does not fit: it leaves out decorated functions and what numba compiles, and cannot reach the lambdas that
plug-ins hold. cosmic-ray 8.7 starts a process for each mutant, and importing torch and numba takes longer than testing.
"""

from __future__ import annotations

import ast
import gc
import importlib.abc
import importlib.util
import os
import random
import re
import resource
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date
from functools import cache
from importlib.machinery import ModuleSpec, SourceFileLoader
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any

from tools.mutate_kinds import EQUIVALENT, KINDS, Kind

os.environ |= {"OMP_NUM_THREADS": "1", "OMP_WAIT_POLICY": "passive", "OPENBLAS_NUM_THREADS": "1"}
os.environ |= {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "CI": "1"}  # hypothesis then tries the same cases each time

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "mutation.md"
HEAD = """# Mutation

Written by `make mutation`; do not edit. Each mutant is one changed operator, comparison, number, argument or statement
of the mathematics. It is killed when a test of its file fails, or takes three times as long; the target is 90 % of each
kind. Same: mutants that compute the same, which are left out; `tools/mutate_kinds.py` lists them with their reasons.
Where a kind has too many, so many of each file are drawn by a seed, and the rate has its 95 % Wilson interval.
`make mutation OF=measure` renews one row and prints every survivor.

| kind | files below `embedlab/` | mutants | drawn | same | killed | rate | interval | day |
|---|---|---|---|---|---|---|---|---|
"""
LINE = re.compile(r"^\| `(\w+)` \| .* \|$")
LIBRARIES = (
    "hypothesis jsonschema numba numkong openTSNE pyarrow pytest referencing scipy.sparse.csgraph "
    "scipy.spatial.distance scipy.stats sklearn.cluster sklearn.manifold sklearn.metrics torch"
)
SEED = 1  # a new one, once tests were written against the mutants drawn: their rate would flatter
ENOUGH, MEMORY = 0.9, 16 * 2**30
# What a person reads, in which order, and how grave: no formula. Facts of errors are told, and tested elsewhere.
_WORDS = ("key", "label", "short", "summary", "sentence", "trigger", "paper", "order", "weight", "figure", "severity")
_WORDS += ("step", "strict")  # of a number field; of zip: an assertion
# Sizes of blocks and buffers: they change no answer, only how long it takes.
_SIZES = {"_BLOCK", "_SEEN", "_ACROSS", "_GROUP", "_CACHED", "_RECHECKED", "_VALUES", "VALUES", "_SHARED", "_THREADS"}
_SIZES |= {"MOST_ROWS", "step"}
_COMMUTE = ("min", "max", "minimum", "maximum", "clip", "dots", "correlation", "zeros", "empty", "ones", "full")
_SWAPS: dict[type, type] = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Div, ast.Div: ast.Mult, ast.FloorDiv: ast.Mult, ast.Mod: ast.Mult,
    ast.Pow: ast.Mult, ast.BitAnd: ast.BitOr, ast.BitOr: ast.BitAnd, ast.And: ast.Or, ast.Or: ast.And,
}  # fmt: skip
_EDGES: dict[type, type] = {ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt}
_TURNS: dict[type, type] = {
    ast.Lt: ast.Gt, ast.LtE: ast.GtE, ast.Gt: ast.Lt, ast.GtE: ast.LtE, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.In: ast.NotIn, ast.NotIn: ast.In,
}  # fmt: skip
_NAMES = {"min": "max", "sum": "mean", "any": "all", "minimum": "maximum", "argmin": "argmax", "floor": "ceil"}
_NAMES |= {new: old for old, new in _NAMES.items()}


@dataclass(frozen=True)
class Mutant:
    """One broken file. what: `before -> after`, in source."""

    file: Path
    line: int
    what: str
    code: CodeType


def mutants(file: Path, without: Sequence[str] = ()) -> Iterator[Mutant]:
    """Every mutant of a file, in the order of its lines. without: functions that stay as they are."""
    tree = ast.parse(file.read_text("utf-8"))
    tree.body = [one for one in tree.body if not (isinstance(one, ast.FunctionDef) and one.name in without)]
    for parent, name, place, node in sorted(_slots(tree), key=lambda slot: (slot[3].lineno, slot[3].col_offset)):
        told = parent if isinstance(node, ast.Constant) else node
        for new in _variants(node):
            before = ast.unparse(told)
            _put(parent, name, place, ast.copy_location(new, node))
            after = ast.unparse(parent if isinstance(node, ast.Constant) else new)
            what = " ".join(f"{before} -> {after}".split())
            code = compile(ast.fix_missing_locations(tree), str(file), "exec", dont_inherit=True)
            _put(parent, name, place, node)
            yield Mutant(file, node.lineno, what, code)


def _slots(parent: ast.AST) -> Iterator[tuple[ast.AST, str, int | None, Any]]:
    """(parent, field, place in the field's list, node) of whatever may be changed below a node."""
    for name, value in ast.iter_fields(parent):
        if name in ("annotation", "returns", "decorator_list", "defaults", "kw_defaults"):
            continue
        for place, node in enumerate(value) if isinstance(value, list) else [(None, value)]:
            if not isinstance(node, ast.AST) or _left_out(node):
                continue
            if isinstance(node, ast.expr | ast.stmt):
                yield parent, name, place, node
            yield from _slots(node)


def _left_out(node: ast.AST) -> bool:
    match node:
        case ast.Raise() | ast.Assert() | ast.Expr(ast.Constant()) | ast.If(ast.Name("TYPE_CHECKING")):
            return True
        case ast.Expr(ast.Call(ast.Name("report"))):  # how far it is
            return True
        case ast.keyword(name) | ast.AnnAssign(ast.Name(name)):
            return name in _WORDS
        case ast.Call(ast.Name("Sentence")):
            return True
        case ast.Assign([target], value):
            own, used = ({one.id for one in ast.walk(part) if isinstance(one, ast.Name)} for part in (target, value))
            return own <= _SIZES or (isinstance(target, ast.Name) and not _SIZES.isdisjoint(used))
        case ast.BinOp(left):
            return ast.unparse(left) in ("TIE", "np.sqrt(TIE)")  # a tolerance of rounding
    return False


def _put(parent: ast.AST, name: str, place: int | None, node: ast.AST) -> None:
    if place is None:
        setattr(parent, name, node)
    else:
        getattr(parent, name)[place] = node


def _variants(node: ast.AST) -> Iterator[Any]:
    match node:
        case ast.BinOp(left, op, right):
            if type(op) in _SWAPS:
                yield ast.BinOp(left, _SWAPS[type(op)](), right)
            yield left  # a factor or a term is dropped
        case ast.BoolOp(op, values):
            yield ast.BoolOp(_SWAPS[type(op)](), values)
        case ast.Compare(left, [op], [right]):
            for others in (_EDGES, _TURNS):
                if type(op) in others:
                    yield ast.Compare(left, [others[type(op)]()], [right])
        case ast.UnaryOp(_, operand):
            yield operand
        case ast.Constant(bool(value)):
            yield ast.Constant(not value)
        case ast.Constant(int(value)):
            yield ast.Constant(value + 1)
        case ast.Constant(float(value)) if not 0 < abs(value) < 1e-5:  # a tolerance of rounding
            yield ast.Constant(value * 2 or 1.0)
        case ast.Call(func, args, keywords):
            plain = not any(isinstance(one, ast.Starred | ast.Constant | ast.UnaryOp | ast.Tuple) for one in args[:2])
            plain = plain and len(args) > 1 and ast.dump(args[0]) != ast.dump(args[1])
            if plain and ast.unparse(func).split(".")[-1] not in _COMMUTE:
                yield ast.Call(func, [args[1], args[0], *args[2:]], keywords)
            if isinstance(func, ast.Attribute) and func.attr in _NAMES:
                yield ast.Call(ast.Attribute(func.value, _NAMES[func.attr], func.ctx), args, keywords)
            if isinstance(func, ast.Name) and func.id in _NAMES:
                yield ast.Call(ast.Name(_NAMES[func.id], func.ctx), args, keywords)
        case ast.If(test, body, orelse) if not isinstance(test, ast.Compare | ast.BoolOp | ast.UnaryOp):
            yield ast.If(ast.UnaryOp(ast.Not(), test), body, orelse)
        case ast.IfExp(test, body, orelse):
            yield ast.IfExp(test, orelse, body)
        case ast.AugAssign() | ast.Continue() | ast.Expr(ast.Call()) | ast.Assign([ast.Subscript()]):
            yield ast.Pass()


class _Broken(SourceFileLoader, importlib.abc.MetaPathFinder):
    """Imports the mutant in the place of its file."""

    def __init__(self, mutant: Mutant) -> None:
        names = mutant.file.relative_to(ROOT).with_suffix("").parts
        super().__init__(".".join(names[:-1] if names[-1] == "__init__" else names), str(mutant.file))
        self.code = mutant.code

    def find_spec(self, fullname: str, path: Any, target: ModuleType | None = None) -> ModuleSpec | None:
        """Only of the one file."""
        if fullname != self.name:
            return None
        return importlib.util.spec_from_file_location(fullname, self.path, loader=self)

    def get_code(self, fullname: str) -> CodeType:
        """Not that of the file."""
        return self.code


def run(tests: Sequence[str], mutant: Mutant | None = None, limit: float = 120.0) -> tuple[bool, float]:
    """Whether all tests pass in a fork, and the CPU seconds they took; beyond the limit they do not pass."""
    began = os.times()
    if not (child := os.fork()):
        _child(tests, mutant, limit)
    _, status = os.waitpid(child, 0)
    ended = os.times()
    spent = ended.children_user + ended.children_system - began.children_user - began.children_system
    return status == 0, spent


def _child(tests: Sequence[str], mutant: Mutant | None, limit: float) -> None:
    import pytest
    from numba.core.dispatcher import Dispatcher

    # The parent's own seconds do not count in a fork.
    resource.setrlimit(resource.RLIMIT_CPU, (int(limit) + 1, resource.RLIM_INFINITY))
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    quiet = os.open(os.devnull, os.O_WRONLY)
    os.dup2(quiet, 1)
    os.dup2(quiet, 2)
    if mutant:
        sys.meta_path.insert(0, _Broken(mutant))
        keep, broken = Dispatcher.enable_caching, str(mutant.file)
        # numba would keep the machine code of a mutant as that of the file.
        Dispatcher.enable_caching = lambda self: None if self.py_func.__code__.co_filename == broken else keep(self)
    code = 1
    try:
        code = pytest.main(["-xq", "-o", "addopts=", "-p", "no:cacheprovider", "-p", "no:faulthandler", *tests])
    finally:
        os._exit(int(code))


@dataclass
class Told:
    """What became of the mutants of one kind."""

    mutants: int = 0
    drawn: int = 0
    killed: int = 0
    survived: list[str] = field(default_factory=list)

    def row(self, name: str) -> str:
        """Of a table."""
        return "".join(f"{one:>10}" for one in (name, *self.numbers()))

    def line(self, name: str, day: str) -> str:
        """Of the page. Where all mutants were tried there is nothing to estimate."""
        from scipy.stats import binomtest

        low, high = binomtest(self.killed, max(1, self.tried)).proportion_ci(method="wilson")
        interval = f"{low:.1%} to {high:.1%}" if self.drawn < self.mutants else "all drawn"
        where = f"{KINDS[name].folder}/: {len(KINDS[name].files())}"
        return f"| `{name}` | {' | '.join((where, *self.numbers(), interval, day))} |"

    def numbers(self) -> tuple[str, ...]:
        """Mutants, those drawn, those that compute the same, killed, and their share of the others."""
        counts = (self.mutants, self.drawn, self.drawn - self.tried, self.killed)
        return *map(str, counts), f"{self.killed / max(1, self.tried):.1%}"

    @property
    def tried(self) -> int:
        """All drawn but those that compute the same."""
        return self.killed + len(self.survived)


@cache
def _usual(tests: tuple[str, ...]) -> float:
    """The seconds that tests take without a mutant, which they must survive."""
    passed, seconds = run(tests)
    if not passed:
        sys.exit(f"tests fail without a mutant: {' '.join(tests)}")
    return seconds


def examine(file: Path, kind: Kind, told: Told) -> None:
    """Break one file in every way, or in as many as its kind allows, drawn by the seed."""
    where, tests = str(file.relative_to(ROOT)), kind.tests_of(file)
    made = list(mutants(file, kind.without))
    equal = EQUIVALENT.get(where.removeprefix("embedlab/"), {})
    count = Counter(mutant.what for mutant in made)
    if strangers := [what for what in equal if count[what] != 1]:
        sys.exit(f"{where}: not there once, but said to be equivalent: {strangers}")
    drawn = sorted(random.Random(f"{SEED} {where}").sample(range(len(made)), min(kind.most, len(made))))
    told.mutants, told.drawn = told.mutants + len(made), told.drawn + len(drawn)
    made = [made[one] for one in drawn if made[one].what not in equal]
    usual, seconds, before = _usual(tuple(tests)), 0.0, told.killed
    for mutant in made:
        passed, spent = run(tests, mutant, 3 * usual + 5)
        seconds += spent
        if passed:
            told.survived.append(f"{where}:{mutant.line}: {mutant.what[:150]}")
            print(f"  {told.survived[-1]}", flush=True)
        else:
            told.killed += 1
    print(
        f"{where}: {told.killed - before} of {len(made)} killed, {seconds:.0f} s of one core, tests {usual:.1f} s",
        flush=True,
    )


def warm_up() -> None:
    """Do once what every fork would do: import, let numba look up its types, and give the collector nothing to see."""
    import numpy as np

    for name in LIBRARIES.split():
        importlib.import_module(name)
    import numba

    numba.njit(lambda rows: rows.sum())(np.ones((2, 2)))
    gc.freeze()


def renew(text: str, found: dict[str, Told], day: str) -> str:
    """The page with new rows for the kinds in `found`, in the order of the kinds."""
    lines = {line[1]: line[0] for line in map(LINE.match, text.splitlines()) if line}
    lines |= {name: told.line(name, day) for name, told in found.items()}
    return HEAD + "".join(f"{lines[name]}\n" for name in KINDS if name in lines)


def main(wanted: Sequence[str]) -> int:
    """Print each survivor as it is met, and a table of the kinds."""
    os.chdir(ROOT)
    warm_up()
    table: dict[str, Told] = {}
    parts = [one for one in wanted if one not in KINDS]
    for name, kind in KINDS.items():
        whole = not wanted or name in wanted
        for file in kind.files():
            if whole or any(one in str(file.relative_to(ROOT)) for one in parts):
                examine(file, kind, table.setdefault(name, Told()))
        if whole:
            text = PAGE.read_text("utf-8") if PAGE.exists() else ""
            PAGE.write_text(renew(text, {name: table[name]}, date.today().isoformat()), "utf-8")
    if not table:
        sys.exit(f"no file and no kind is called {' or '.join(wanted)}; kinds: {', '.join(KINDS)}")
    print("\n" + "".join(f"{one:>10}" for one in ("kind", "mutants", "drawn", "same", "killed", "rate")))
    print("\n".join(told.row(name) for name, told in table.items()))
    print("\n".join(["survivors:", *(line for told in table.values() for line in told.survived)]))
    return int(any(told.killed < ENOUGH * told.tried for told in table.values()))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
