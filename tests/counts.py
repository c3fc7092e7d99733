"""Counts of the code base: ``python -m tests.counts [folder …]``.

Prints, for the program and for the tests: files, lines, expression nodes, the sizes of functions and files, the names
of the project that a file imports, and the functions that bind many names; and the import cycles of the program.
Folders default to ``bot images rules`` and ``tests``. ``tests/budget.toml`` limits some of these counts.
"""

from __future__ import annotations

import ast
import statistics
import sys
from collections.abc import Container, Iterable, Mapping
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import msgspec

PROGRAM = ("bot", "images", "rules")
MOST_NAMES = 14
"""A function that binds more names holds two thoughts."""


class Counts(msgspec.Struct):
    """What is counted of a list of files; lines unless another unit is named."""

    files: int = 0
    lines: int = 0
    code: int = 0
    docstrings: int = 0
    imports: int = 0
    functions: int = 0
    expression_nodes: int = 0
    function_lengths: list[int] = []
    file_lengths: list[int] = []
    names_imported: list[int] = []
    crowded_functions: dict[str, int] = {}

    def add(self, path: Path, modules: Container[str]) -> None:
        """Count one more file; ``modules``: the dotted names of the project's modules."""
        text = path.read_text(encoding="utf-8")
        nodes = list(ast.walk(ast.parse(text)))
        docstrings = [node for node in nodes if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)]
        docstring_lines = {line for docstring in docstrings for line in _lines_of(docstring)}
        self.files += 1
        self.lines += len(text.splitlines())
        self.code += len(_code_lines(text, nodes) - docstring_lines)
        self.docstrings += len(docstring_lines)
        self.imports += sum(len(_lines_of(node)) for node in nodes if isinstance(node, ast.Import | ast.ImportFrom))
        self.file_lengths.append(len(text.splitlines()))
        names, module_names = _project_names(nodes, modules)
        self.expression_nodes += _expression_nodes(nodes, module_names) - len(docstrings)
        if names:
            self.names_imported.append(len(names))
        for node in nodes:
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                self._add_function(node, path)

    def _add_function(self, function: ast.FunctionDef | ast.AsyncFunctionDef, path: Path) -> None:
        self.functions += 1
        docstring_lines = _lines_of(function.body[0]) if ast.get_docstring(function, clean=False) is not None else ()
        self.function_lengths.append(len(_lines_of(function)) - len(docstring_lines))
        if (bound := len(_bound_names(function))) > MOST_NAMES:
            self.crowded_functions[f"{path}:{function.lineno} {function.name}"] = bound


def _lines_of(node: ast.stmt | ast.expr) -> range:
    return range(node.lineno, (node.end_lineno or node.lineno) + 1)


def _code_lines(text: str, nodes: Iterable[ast.AST]) -> set[int]:
    """Return the numbers of the lines that hold more than a comment; all lines of a long string are code."""
    lines = {
        number
        for number, line in enumerate(text.splitlines(), 1)
        if (stripped := line.strip()) and not stripped.startswith("#")
    }
    for node in nodes:
        if isinstance(node, ast.Constant | ast.JoinedStr):
            lines.update(_lines_of(node))
    return lines


def _project_names(nodes: Iterable[ast.AST], modules: Container[str]) -> tuple[set[str], set[str]]:
    """Return the names that a file imports from the project, and those of them that are modules."""
    names: set[str] = set()
    module_names: set[str] = set()
    for node in nodes:
        match node:
            case ast.ImportFrom(module=str(module), names=aliases) if module in modules:
                names |= {alias.asname or alias.name for alias in aliases}
                module_names |= {alias.asname or alias.name for alias in aliases if f"{module}.{alias.name}" in modules}
    return names, module_names


def _expression_nodes(nodes: Iterable[ast.AST], module_names: Container[str]) -> int:
    """Count the expressions; ``module.name`` of a project's module counts as one."""
    return sum(
        isinstance(node, ast.expr)
        and not (isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id in module_names)
        for node in nodes
    )


def _bound_names(function: ast.AST) -> set[str]:
    names: set[str] = set()
    for node in ast.walk(function):
        match node:
            case ast.Name(id=name, ctx=ast.Store()) | ast.arg(arg=name):
                names.add(name)
    return names


def imported(path: Path, modules: Mapping[str, Path]) -> set[str]:
    """Return which of these modules a file imports, inside functions too; a package counts as its ``__init__``."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        match node:
            case ast.Import(names=names):
                found |= {alias.name for alias in names}
            case ast.ImportFrom(module=str(module), names=names):
                inner = {f"{module}.{alias.name}" for alias in names}
                found |= inner & modules.keys()
                if any(f"{module}.{alias.name}" not in modules for alias in names):
                    found.add(module)
    return found & modules.keys()


def find_modules(folders: Iterable[str]) -> dict[str, Path]:
    """Return the modules below these folders by their dotted names."""
    return {
        ".".join(path.with_suffix("").parts).removesuffix(".__init__"): path
        for folder in folders
        for path in sorted(Path(folder).rglob("*.py"))
    }


def cycles(graph: Mapping[str, Iterable[str]]) -> list[set[str]]:
    """Return the sets of nodes that reach one another (strongly connected components of more than one node)."""
    rest = {node: set(targets) - {node} for node, targets in graph.items()}
    found: list[set[str]] = []
    while True:
        try:
            TopologicalSorter(rest).prepare()
            return found
        except CycleError as error:
            start = error.args[1][0]
        knot = _reachable(rest, start) & _reachable(_reversed(rest), start)
        found.append(knot)
        rest = {node: targets - knot for node, targets in rest.items() if node not in knot}


def _reachable(graph: Mapping[str, Iterable[str]], start: str) -> set[str]:
    seen, waiting = {start}, [start]
    while waiting:
        for target in graph.get(waiting.pop(), ()):
            if target not in seen:
                seen.add(target)
                waiting.append(target)
    return seen


def _reversed(graph: Mapping[str, Iterable[str]]) -> dict[str, set[str]]:
    back: dict[str, set[str]] = {node: set() for node in graph}
    for node, targets in graph.items():
        for target in targets:
            back.setdefault(target, set()).add(node)
    return back


def game_cycles(modules: Mapping[str, Path]) -> list[set[str]]:
    """Return the cycles among the rooms of each game: its modules and sub-packages directly below the game's folder."""
    rooms: dict[str, set[str]] = {}
    for module, path in modules.items():
        parts = module.split(".")
        if parts[0] != "rules" or parts[1:2] in ([], ["kernel"]) or len(parts) < 3:
            continue
        targets = {".".join(target.split(".")[:3]) for target in imported(path, modules)}
        own = {target for target in targets if target.startswith(f"rules.{parts[1]}.")}
        rooms.setdefault(".".join(parts[:3]), set()).update(own)
    return cycles(rooms)


def spread(lengths: list[int]) -> tuple[int, int, int]:
    """Return the median, the ninth decile and the largest of these lengths."""
    ordered = sorted(lengths)
    return round(statistics.median(ordered)), ordered[len(ordered) * 9 // 10], ordered[-1]


def count(folders: Iterable[str]) -> Counts:
    """Count all Python files below these folders."""
    counts, modules = Counts(), find_modules(folders)
    for path in modules.values():
        counts.add(path, modules)
    return counts


def report(counts: Counts) -> str:
    """Return the counts, one line for each, and the functions that bind most names."""
    lines = [
        f"{name.replace('_', ' '):34}{value:>8,}"
        for name, value in msgspec.structs.asdict(counts).items()
        if isinstance(value, int)
    ]
    for name in ("function_lengths", "file_lengths", "names_imported"):
        figures = "/".join(map(str, spread(getattr(counts, name))))
        lines.append(f"{name.replace('_', ' ') + ' median/p90/max':34}{figures:>8}")
    crowded = sorted(counts.crowded_functions.items(), key=lambda item: -item[1])
    lines.append(f"{f'functions binding over {MOST_NAMES} names':34}{len(crowded):>8,}")
    lines += [f"  {bound} {place}" for place, bound in crowded]
    return "\n".join(lines)


def main() -> None:
    """Print the counts of the folders named, or of the program and the tests."""
    for folders in [sys.argv[1:]] if sys.argv[1:] else [PROGRAM, ("tests",)]:
        print(" ".join(folders), report(count(folders)), "", sep="\n")
    modules = find_modules(PROGRAM)
    knots = cycles({module: imported(path, modules) for module, path in modules.items()})
    rooms = game_cycles(modules)
    print(f"{'modules in import cycles':34}{sum(map(len, knots)):>8}", *map(sorted, knots), sep="\n")
    print(f"{'rooms of games in import cycles':34}{sum(map(len, rooms)):>8}", *map(sorted, rooms), sep="\n")


if __name__ == "__main__":
    main()
