"""What carries the house, checked on the source: rules are pure, wait without harm, and stay small enough to read."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from statistics import median

import pytest

HOUSE = Path(__file__).parents[2]
PACKAGES = ("rules", "images", "bot")
FORBIDDEN = (
    "asyncio", "discord", "random", "time", "datetime", "uuid", "os", "secrets", "sqlite3", "PIL", "aiosqlite",
    "threading", "socket", "subprocess", "aiohttp", "logging",
)  # fmt: skip
MAKES_CHANCE = {
    "rules/kernel/chance.py": "dice from the seed",
    "rules/tables/reading.py": "the digest of a folder of own tables",
    "rules/kernel/tables.py": "the digest of the tables",
}
READS_FILES = {
    "rules/tables/reading.py": "own tables, at start",
    "rules/tables/faults.py": "own tables, for a report of their faults",
    "rules/kernel/tables.py": "table files, at start",
    "rules/kernel/scenario.py": "scenario files",
    "rules/kernel/text_files.py": "reads both of them",
}
REGISTRIES = {
    "rules/jaskinia/effects.py OPERATIONS": "each chapter registers what its operations do, while it is imported",
    "rules/jaskinia/effects.py ODDS": "the same for their odds",
}
CATCHES_WAITING = {
    "rules/kernel/advance.py": "the one place where a stage comes to rest",
    "rules/kernel/scenario.py": "a scenario may end with a question",
}
LONGEST_FILE = 500
MEDIAN_BELOW = 8
NINE_IN_TEN_BELOW = 24

Function = ast.FunctionDef | ast.AsyncFunctionDef
HOLDS_STATEMENTS = (ast.stmt, ast.excepthandler, ast.match_case)


def files(package: str) -> list[Path]:
    """The modules of a package."""
    return sorted((HOUSE / package).rglob("*.py"))


def tree(file: Path) -> ast.Module:
    """The parsed source, each node knowing its parent."""
    module = parsed(file)[0]
    assert isinstance(module, ast.Module)
    return module


@cache
def parsed(file: Path) -> list[ast.AST]:
    """All nodes of a source, from the module down, each knowing its parent."""
    found: list[ast.AST] = [ast.parse(file.read_text("utf-8"))]
    for parent in found:  # which grows by its children
        for child in ast.iter_child_nodes(parent):
            child.parent = parent  # type: ignore[attr-defined]  # ast leaves room for it
            found.append(child)
    return found


def nodes(package: str, *kinds: type[ast.AST]) -> Iterator[tuple[str, ast.AST]]:
    """Every node of these kinds in a package, with its file."""
    for file in files(package):
        for node in parsed(file):
            if isinstance(node, kinds):
                yield file.relative_to(HOUSE).as_posix(), node


def functions(file: Path) -> Iterator[Function]:
    """The functions of a source; only statements can hold one, so no expression is looked into."""
    found: list[ast.AST] = [ast.parse(file.read_text("utf-8"))]
    for parent in found:  # which grows by its children
        if isinstance(parent, Function):
            yield parent
        found.extend(child for child in ast.iter_child_nodes(parent) if isinstance(child, HOLDS_STATEMENTS))


def at(file: str, node: ast.AST, what: str) -> str:
    """A finding with its place."""
    return f"{file}:{node.lineno} {what}"  # type: ignore[attr-defined]  # only nodes with a line are found


# Pure ------------------------------------------------------------------------------------------------------------


def imported(node: ast.AST) -> list[str]:
    """The top packages that a statement imports."""
    if isinstance(node, ast.Import):
        return [name.name.partition(".")[0] for name in node.names]
    return [(node.module or "").partition(".")[0]] if isinstance(node, ast.ImportFrom) else []


def test_rules_import_no_clock_no_network_no_database_no_chance() -> None:
    """Not at the top of a module and not inside a function."""
    found = [
        at(file, node, name)
        for file, node in nodes("rules", ast.Import, ast.ImportFrom)
        for name in imported(node)
        if name in FORBIDDEN
    ]

    assert found == []


def test_chance_is_made_in_one_place() -> None:
    """Hashes that could be dice are computed in ``chance.py`` only; the tables' digest is no chance."""
    found = [
        at(file, node, "hashlib")
        for file, node in nodes("rules", ast.Import, ast.ImportFrom)
        if "hashlib" in imported(node) and file not in MAKES_CHANCE
    ]

    assert found == []


def test_nothing_depends_on_hashes_addresses_or_the_screen() -> None:
    """``hash()`` and ``id()`` differ between processes; rules neither print nor ask a terminal."""
    found = [
        at(file, node, node.func.id)
        for file, node in nodes("rules", ast.Call)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
        if node.func.id in ("hash", "id", "print", "input", "eval", "exec", "globals")
        if not (node.func.id == "globals" and file.endswith("/events.py"))  # a game lists its own events
    ]

    assert found == []


def test_no_file_is_read_while_a_game_is_played() -> None:
    """Tables are read at start, scenario files by tests; a rule opens nothing."""
    found = [
        at(file, node, ast.unparse(node.func))
        for file, node in nodes("rules", ast.Call)
        if isinstance(node, ast.Call)
        if ast.unparse(node.func).rpartition(".")[2] in ("open", "read_text", "read_bytes", "write_text", "write_bytes")
        if file not in READS_FILES
    ]

    assert found == []


# Waiting without harm --------------------------------------------------------------------------------------------


def asks_a_table(function: ast.AST) -> bool:
    """Whether a function takes a table, and so may wait in its middle."""
    return isinstance(function, Function) and any(
        one.arg == "table" or (one.annotation is not None and ast.unparse(one.annotation) == "Table")
        for one in (*function.args.args, *function.args.kwonlyargs)
    )


def test_a_rule_that_may_wait_holds_nothing_open() -> None:
    """No ``try``, no ``with`` around a question: the rule may end there for days and begin anew."""
    found = [
        at(file, node, f"{type(node).__name__} in {function.name}")
        for file, function in nodes("rules", ast.FunctionDef, ast.AsyncFunctionDef)
        if asks_a_table(function) and isinstance(function, Function) and file not in CATCHES_WAITING
        for node in ast.walk(function)
        if isinstance(node, ast.Try | ast.With | ast.AsyncWith)
    ]

    assert found == []


def test_nothing_swallows_waiting() -> None:
    """Only where a stage is run may an ``except`` be wide enough to catch ``Waiting``; nowhere a bare one."""
    found = [
        at(file, node, f"except {wide}")
        for file, node in nodes("rules", ast.ExceptHandler)
        if isinstance(node, ast.ExceptHandler)
        for wide in (ast.unparse(node.type).strip("()").split(", ") if node.type else [""])
        if wide in ("", "Exception", "BaseException") or (wide == "Waiting" and file not in CATCHES_WAITING)
    ]

    assert found == []


def test_rules_are_plain_functions() -> None:
    """No coroutine and no generator takes a table: what waits is run again from the snapshot."""
    found = [
        at(file, function, function.name)
        for file, function in nodes("rules", ast.FunctionDef, ast.AsyncFunctionDef)
        if isinstance(function, ast.AsyncFunctionDef)
        or (
            isinstance(function, ast.FunctionDef)
            and asks_a_table(function)
            and any(isinstance(node, ast.Yield | ast.YieldFrom) for node in ast.walk(function))
        )
    ]

    assert found == []


# Order and state -------------------------------------------------------------------------------------------------


def is_a_set(node: ast.AST) -> bool:
    """A literal, a comprehension, or a call that makes a set."""
    made = isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("set", "frozenset")
    return made or isinstance(node, ast.Set | ast.SetComp)


def is_only_looked_into(node: ast.AST) -> bool:
    """Whether a set stands where its order cannot be seen: behind ``in``, counted, sorted, or in set arithmetic so."""
    parent = node.parent  # type: ignore[attr-defined]  # set by ``tree``
    if isinstance(parent, ast.Compare):
        return True
    if isinstance(parent, ast.BinOp):
        return is_only_looked_into(parent)
    if isinstance(parent, ast.Call):
        return ast.unparse(parent.func) in ("sorted", "len", "set", "frozenset", "any", "all", "min", "max")
    return isinstance(parent, ast.Assign) and all(map(is_only_looked_into, _uses(parent)))


def _uses(assignment: ast.Assign) -> list[ast.AST]:
    """Where a local name is read in the function that assigns it; whatever is no local name counts as a misuse."""
    names = [target.id for target in assignment.targets if isinstance(target, ast.Name)]
    function: ast.AST = assignment
    while not isinstance(function, Function | ast.Module):
        function = function.parent  # type: ignore[attr-defined]  # set by ``tree``
    if len(names) != len(assignment.targets) or isinstance(function, ast.Module):
        return [function]
    loads = [node for node in ast.walk(function) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)]
    return [node for node in loads if node.id in names]


def test_no_order_of_hashes_reaches_a_game() -> None:
    """A set may be looked into, counted or sorted; it is never walked through, returned or kept in a state."""
    found = [
        at(file, node, ast.unparse(node))
        for file, node in nodes("rules", ast.Set, ast.SetComp, ast.Call)
        if is_a_set(node) and not is_only_looked_into(node)
    ]

    assert found == []


def test_no_state_holds_a_set() -> None:
    """No field of a state, an event, a request or a view is a set."""
    found = [
        at(file, node, ast.unparse(node))
        for file, node in nodes("rules", ast.AnnAssign)
        if isinstance(node, ast.AnnAssign) and isinstance(node.parent, ast.ClassDef)  # type: ignore[attr-defined]
        if any(word in ast.unparse(node.annotation).lower() for word in ("set[", "frozenset"))
    ]

    assert found == []


MUTABLE = (ast.List, ast.Dict, ast.Set, ast.ListComp, ast.DictComp, ast.SetComp)
MUTATORS = (
    "append", "extend", "insert", "remove", "pop", "popitem", "clear", "update", "setdefault", "add", "discard",
    "sort", "reverse", "appendleft",
)  # fmt: skip


def is_registry(file: Path, name: str) -> bool:
    """Whether chapters may enter something here while they are imported."""
    return f"{file.relative_to(HOUSE).as_posix()} {name}" in REGISTRIES


def module_values() -> dict[str, str]:
    """Names bound at the top of a module to something that could be changed, with their place."""
    found: dict[str, str] = {}
    for file in files("rules"):
        for node in tree(file).body:
            targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
            value = getattr(node, "value", None)
            made = isinstance(value, ast.Call) and ast.unparse(value.func) in (
                "list",
                "dict",
                "set",
                "Counter",
                "deque",
            )
            if isinstance(value, MUTABLE) or made:
                names = [target.id for target in targets if isinstance(target, ast.Name)]
                found |= {name: at(file.name, node, name) for name in names if not is_registry(file, name)}
    return found


def changed_name(node: ast.AST) -> str:
    """The name whose value a statement or call changes; '' if none."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in MUTATORS:
        return ast.unparse(node.func.value)
    if isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Store | ast.Del):
        return ast.unparse(node.value)
    return ast.unparse(node.target) if isinstance(node, ast.AugAssign) else ""


def test_no_module_remembers_anything() -> None:
    """What stands at the top of a module never changes, and no function says ``global``."""
    values = module_values()

    changed = [
        at(file, node, f"changes {values[changed_name(node)]}")
        for file, node in nodes("rules", ast.Call, ast.Subscript, ast.AugAssign)
        if changed_name(node) in values
    ]
    said_global = [at(file, node, "global") for file, node in nodes("rules", ast.Global)]

    assert [*changed, *said_global] == []


def test_module_values_cannot_be_changed_by_accident() -> None:
    """A public name at the top of a module that holds a dict or list says by its type that it is only read."""
    found = [
        at(file.relative_to(HOUSE).as_posix(), node, ast.unparse(node.target))
        for file in files("rules")
        for node in tree(file).body
        if isinstance(node, ast.AnnAssign) and isinstance(node.value, MUTABLE)
        if not is_registry(file, ast.unparse(node.target))
        if not ast.unparse(node.annotation).startswith(("Mapping[", "Sequence[", "Final[Mapping", "Final[Sequence"))
    ]

    assert found == []


# Small enough to read --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("package", PACKAGES)
def test_a_file_has_one_subject(package: str) -> None:
    """A file over 500 lines had two."""
    lengths = {file.relative_to(HOUSE).as_posix(): len(file.read_text("utf-8").splitlines()) for file in files(package)}

    assert {file: length for file, length in lengths.items() if length > LONGEST_FILE} == {}


def lengths(package: str) -> list[tuple[int, str]]:
    """The length of each function, its docstring counted, the shortest first."""
    return sorted(
        (node.end_lineno - node.lineno + 1, at(file.relative_to(HOUSE).as_posix(), node, node.name))
        for file in files(package)
        for node in functions(file)
        if node.end_lineno is not None
    )


@pytest.mark.parametrize("package", PACKAGES)
def test_functions_are_small(package: str) -> None:
    """Half of them below eight lines, nine in ten below twenty-four."""
    found = lengths(package)
    in_order = [length for length, _ in found]

    assert median(in_order) < MEDIAN_BELOW, found[len(found) // 2 :]
    assert in_order[len(in_order) * 9 // 10] < NINE_IN_TEN_BELOW, found[len(found) * 9 // 10 :]


def test_everything_public_says_what_it_is() -> None:
    """Each module, class and function of the rules opens with its sentence; a method that overrides one need not."""
    missing = [
        f"{file.relative_to(HOUSE).as_posix()}:1"
        for file in files("rules")
        if tree(file).body and not ast.get_docstring(tree(file))
    ]
    for file, node in nodes("rules", ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef):
        assert isinstance(node, Function | ast.ClassDef)
        if not node.name.startswith("_") and not ast.get_docstring(node) and not _needs_none(node):
            missing.append(at(file, node, node.name))

    assert missing == []


def _needs_none(node: Function | ast.ClassDef) -> bool:
    """Functions inside functions, and methods of classes with a base that has said it."""
    parent = node.parent  # type: ignore[attr-defined]  # set by ``tree``
    return isinstance(parent, Function) or (
        isinstance(node, Function) and isinstance(parent, ast.ClassDef) and bool(parent.bases)
    )
