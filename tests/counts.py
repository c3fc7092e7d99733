"""Counts of the code base: ``python -m tests.counts [folder …]``.

Prints, for the program and for the tests: files, lines, private helpers referenced once, bindings of ``one`` and the
sizes of functions and files; and the import cycles of the program. Folders default to ``bot images rules`` and
``tests``.
"""

from __future__ import annotations

import ast
import statistics
import sys
import tokenize
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import msgspec

PROGRAM = ("bot", "images", "rules")
_DOCUMENTED = ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
_LAYOUT = {tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER}


class Counts(msgspec.Struct):
    """What is counted of a list of files; lines unless another unit is named."""

    files: int = 0
    lines: int = 0
    code: int = 0
    docstrings: int = 0
    imports: int = 0
    functions: int = 0
    private_helpers: int = 0
    private_referenced_once: int = 0
    private_referenced_once_short: int = 0
    bindings_of_one: int = 0
    function_lengths: list[int] = []
    file_lengths: list[int] = []

    def add(self, path: Path) -> None:
        """Count one more file."""
        text = path.read_text(encoding="utf-8")
        tree = ast.parse(text)
        docstrings = set(_docstring_lines(tree))
        self.files += 1
        self.lines += len(text.splitlines())
        self.code += len(_code_lines(path) - docstrings)
        self.docstrings += len(docstrings)
        self.imports += sum(_length(node) for node in ast.walk(tree) if isinstance(node, ast.Import | ast.ImportFrom))
        functions = [node for node in ast.walk(tree) if isinstance(node, _FUNCTIONS)]
        self.functions += len(functions)
        self.function_lengths += [_length(node) - len(set(_own_docstring(node))) for node in functions]
        self.file_lengths.append(len(text.splitlines()))
        self._count_private(tree, functions)
        self.bindings_of_one += sum(_binds_one(node) for node in ast.walk(tree))

    def _count_private(self, tree: ast.Module, functions: list[ast.FunctionDef | ast.AsyncFunctionDef]) -> None:
        references = Counter(name for node in ast.walk(tree) for name in _referenced(node))
        private = [node for node in functions if node.name.startswith("_") and not node.name.startswith("__")]
        once = [node for node in private if references[node.name] == 1]
        self.private_helpers += len(private)
        self.private_referenced_once += len(once)
        self.private_referenced_once_short += sum(_body_length(node) <= 4 for node in once)


def _length(node: ast.stmt) -> int:
    return (node.end_lineno or node.lineno) - node.lineno + 1


def _own_docstring(node: ast.AST) -> Iterable[int]:
    if isinstance(node, _DOCUMENTED) and node.body and ast.get_docstring(node, clean=False) is not None:
        first = node.body[0]
        return range(first.lineno, (first.end_lineno or first.lineno) + 1)
    return ()


def _docstring_lines(tree: ast.Module) -> Iterator[int]:
    for node in ast.walk(tree):
        yield from _own_docstring(node)
        for body in (getattr(node, "body", None), getattr(node, "orelse", None)):
            for statement in body if isinstance(body, list) else []:
                if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant):
                    yield from range(statement.lineno, (statement.end_lineno or statement.lineno) + 1)


def _code_lines(path: Path) -> set[int]:
    with path.open("rb") as file:
        return {
            line
            for token in tokenize.tokenize(file.readline)
            if token.type not in _LAYOUT and token.type != tokenize.ENCODING
            for line in range(token.start[0], token.end[0] + 1)
        }


def _body_length(node: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    body = node.body[1:] if ast.get_docstring(node, clean=False) is not None else node.body
    return (body[-1].end_lineno or 0) - body[0].lineno + 1 if body else 0


def _referenced(node: ast.AST) -> Iterator[str]:
    match node:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            yield name


def _binds_one(node: ast.AST) -> bool:
    match node:
        case ast.Name(id="one", ctx=ast.Store()) | ast.arg(arg="one"):
            return True
    return False


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


def _spread(lengths: list[int]) -> str:
    ordered = sorted(lengths)
    return f"{statistics.median(ordered):.0f}/{ordered[len(ordered) * 9 // 10]}/{ordered[-1]}"


def report(folders: Iterable[str]) -> str:
    """Return the counts of these folders, one line for each."""
    counts = Counts()
    for folder in folders:
        for path in sorted(Path(folder).rglob("*.py")):
            counts.add(path)
    lines = [
        f"{name.replace('_', ' '):34}{value:>8,}"
        for name, value in msgspec.structs.asdict(counts).items()
        if isinstance(value, int)
    ]
    lines.append(f"{'function lines median/p90/max':34}{_spread(counts.function_lengths):>8}")
    lines.append(f"{'file lines median/p90/max':34}{_spread(counts.file_lengths):>8}")
    return "\n".join(lines)


def main() -> None:
    """Print the counts of the folders named, or of the program and the tests."""
    for folders in [sys.argv[1:]] if sys.argv[1:] else [PROGRAM, ("tests",)]:
        print(" ".join(folders), report(folders), "", sep="\n")
    modules = find_modules(PROGRAM)
    knots = cycles({module: imported(path, modules) for module, path in modules.items()})
    rooms = game_cycles(modules)
    print(f"{'modules in import cycles':34}{sum(map(len, knots)):>8}", *map(sorted, knots), sep="\n")
    print(f"{'rooms of games in import cycles':34}{sum(map(len, rooms)):>8}", *map(sorted, rooms), sep="\n")


if __name__ == "__main__":
    main()
