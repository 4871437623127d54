"""Follows the instructions of a pickle without running anything: no class is imported, none is made.

The interpreter knows containers, numbers and texts. Whatever a pickle wants to call becomes a `Call`, an inert
record of the name and the arguments; the reader of torch files looks for the calls that rebuild a tensor.
Written out, because a subclass of pickle.Unpickler still hashes nested keys for as long as a hostile file wants.
"""

from __future__ import annotations

import pickletools
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, BinaryIO

MAX_STEPS = 10_000_000  # 200,000 tensors take about as many


class PickleError(ValueError):
    """The pickle is cut off, or holds an instruction that is not followed; it stands at byte `at`."""

    def __init__(self, why: str, at: int = 0) -> None:
        super().__init__(why)
        self.at = at


@dataclass(frozen=True)
class Name:
    """A class or function that the pickle refers to: "module name". It is never looked up."""

    name: str


@dataclass(frozen=True)
class Persistent:
    """A reference to something outside the pickle."""

    reference: Any


@dataclass(eq=False)
class Call:
    """What a pickle wanted to call or make, its arguments, and what it put into the result."""

    function: Any
    arguments: Any
    state: Any = None
    parts: dict[Any, Any] = field(default_factory=dict)


@dataclass
class _Machine:
    stack: list[Any] = field(default_factory=list)
    marks: list[int] = field(default_factory=list)
    memo: dict[int, Any] = field(default_factory=dict)
    outside: list[Persistent] = field(default_factory=list)

    def pop_to_mark(self) -> list[Any]:
        at = self.marks.pop()
        items = self.stack[at:]
        del self.stack[at:]
        return items

    def pop(self, count: int) -> list[Any]:
        if count > len(self.stack):
            raise PickleError("stack")
        items = self.stack[len(self.stack) - count :]
        del self.stack[len(self.stack) - count :]
        return items


def follow(data: bytes | BinaryIO, outside: list[Persistent] | None = None) -> Any:
    """The object that a pickle describes: dict, list, tuple, numbers, texts, Name, Persistent and Call.

    A stream is read to the end of its next pickle. outside: takes every reference to something outside the pickle.
    Raises PickleError for what is cut off, malformed, or not followed.
    """
    machine, at = _Machine(outside=[] if outside is None else outside), 0
    try:
        for step, (opcode, argument, place) in enumerate(pickletools.genops(data)):
            at = place or 0
            if step > MAX_STEPS:
                raise PickleError("too long")
            _STEPS[opcode.name](machine, argument)
        return machine.stack[-1]
    except (ValueError, KeyError, IndexError, TypeError, AttributeError, OverflowError) as error:
        raise PickleError(str(error), at) from None


def _key(key: Any, count: int) -> Any:
    """A key that is quick to hash; anything nested is replaced."""
    return key if key is None or isinstance(key, (str, bytes, int, float)) else f"#{count}"


def _put_all(target: Any, items: list[Any]) -> None:
    parts = target.parts if isinstance(target, Call) else target
    for key, value in zip(items[::2], items[1::2], strict=True):
        parts[_key(key, len(parts))] = value


def _append_all(target: Any, items: list[Any]) -> None:
    if isinstance(target, Call):
        target.parts.update(zip(range(len(target.parts), len(target.parts) + len(items)), items, strict=True))
    else:
        target.extend(items)


def _dict(items: list[Any]) -> dict[Any, Any]:
    made: dict[Any, Any] = {}
    _put_all(made, items)
    return made


def _call(function: Any, arguments: Any) -> Any:
    """An ordered dictionary is a dictionary; everything else stays a record."""
    if function == Name("collections OrderedDict"):
        pairs = arguments[0] if arguments else ()
        if any(len(pair) != 2 for pair in pairs):
            raise PickleError("pairs")
        return _dict([part for pair in pairs for part in pair])
    return Call(function, arguments)


def _name(module: Any, name: Any) -> Name:
    if not isinstance(module, str) or not isinstance(name, str):
        raise PickleError("name")
    return Name(f"{module} {name}")


def _build(machine: _Machine) -> None:
    target, state = machine.stack[-2], machine.stack.pop()
    if isinstance(target, Call):
        target.state = state


def _instance(machine: _Machine, name: str) -> None:
    machine.stack.append(_call(Name(name), machine.pop_to_mark()))


def _object(machine: _Machine) -> None:
    function, *arguments = machine.pop_to_mark()
    machine.stack.append(_call(function, arguments))


def _keep(machine: _Machine, at: int) -> None:
    machine.memo[at] = machine.stack[-1]


def _mark(machine: _Machine, _: Any) -> None:
    machine.marks.append(len(machine.stack))


def _refer(machine: _Machine, _: Any) -> None:
    machine.stack.append(Persistent(*machine.pop(1)))
    machine.outside.append(machine.stack[-1])


def _constant(value: Callable[[], Any]) -> Callable[[_Machine, Any], None]:
    return lambda machine, _: machine.stack.append(value())


def _top(count: int, make: Callable[..., Any]) -> Callable[[_Machine, Any], None]:
    """Replaces the topmost `count` values by what is made of them."""
    return lambda machine, _: machine.stack.append(make(*machine.pop(count)))


def _marked(make: Callable[[list[Any]], Any]) -> Callable[[_Machine, Any], None]:
    return lambda machine, _: machine.stack.append(make(machine.pop_to_mark()))


def _into(put: Callable[[Any, list[Any]], None], count: int = 0) -> Callable[[_Machine, Any], None]:
    """Puts the topmost `count` values, or those above the mark, into the container below them."""

    def step(machine: _Machine, _: Any) -> None:
        items = machine.pop(count) if count else machine.pop_to_mark()
        put(machine.stack[-1], items)

    return step


def _push(machine: _Machine, argument: Any) -> None:
    machine.stack.append(argument)


def _nothing(machine: _Machine, argument: Any) -> None:
    pass


_PUSHED = (
    "INT BININT BININT1 BININT2 LONG LONG1 LONG4 STRING BINSTRING SHORT_BINSTRING BINBYTES SHORT_BINBYTES BINBYTES8 "
    "BYTEARRAY8 UNICODE SHORT_BINUNICODE BINUNICODE BINUNICODE8 FLOAT BINFLOAT"
)
_STEPS: dict[str, Callable[[_Machine, Any], None]] = {
    **dict.fromkeys(_PUSHED.split(), _push),
    **dict.fromkeys(("PROTO", "FRAME", "STOP"), _nothing),
    **dict.fromkeys(("PUT", "BINPUT", "LONG_BINPUT"), _keep),
    **dict.fromkeys(("GET", "BINGET", "LONG_BINGET"), lambda machine, at: machine.stack.append(machine.memo[at])),
    "NONE": _constant(lambda: None),
    "NEWTRUE": _constant(lambda: True),
    "NEWFALSE": _constant(lambda: False),
    "EMPTY_TUPLE": _constant(tuple),
    "EMPTY_LIST": _constant(list),
    "EMPTY_DICT": _constant(dict),
    "EMPTY_SET": _constant(list),
    "MARK": _mark,
    "POP_MARK": lambda machine, _: _nothing(machine, machine.pop_to_mark()),
    "POP": lambda machine, _: _nothing(machine, machine.pop(1)),
    "DUP": lambda machine, _: machine.stack.append(machine.stack[-1]),
    "TUPLE": _marked(tuple),
    "TUPLE1": _top(1, lambda *items: items),
    "TUPLE2": _top(2, lambda *items: items),
    "TUPLE3": _top(3, lambda *items: items),
    "LIST": _marked(list),
    "FROZENSET": _marked(tuple),
    "DICT": _marked(_dict),
    "APPEND": _into(_append_all, 1),
    "APPENDS": _into(_append_all),
    "ADDITEMS": _into(_append_all),
    "SETITEM": _into(_put_all, 2),
    "SETITEMS": _into(_put_all),
    "MEMOIZE": lambda machine, _: _keep(machine, len(machine.memo)),
    "GLOBAL": lambda machine, name: machine.stack.append(Name(name)),
    "STACK_GLOBAL": _top(2, _name),
    "REDUCE": _top(2, _call),
    "NEWOBJ": _top(2, _call),
    "NEWOBJ_EX": _top(3, lambda function, arguments, _: _call(function, arguments)),
    "INST": _instance,
    "OBJ": lambda machine, _: _object(machine),
    "BUILD": lambda machine, _: _build(machine),
    "BINPERSID": _refer,
}
