"""The program does not grow unnoticed: ``budget.toml`` limits its size."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from tests.counts import PROGRAM, Counts, count, spread

ROOT = Path(__file__).parents[1]
BUDGET = tomllib.loads((ROOT / "tests" / "budget.toml").read_text("utf-8"))


def test_the_program_keeps_to_its_budget(monkeypatch: pytest.MonkeyPatch) -> None:
    """Expression nodes, code lines, and the names that a file imports from the project."""
    monkeypatch.chdir(ROOT)
    counts = count(PROGRAM)
    median, p90, largest = spread(counts.names_imported)
    measured = {
        "expression_nodes": counts.expression_nodes,
        "code_lines": counts.code,
        "names_imported_median": median,
        "names_imported_p90": p90,
        "names_imported_max": largest,
    }

    assert measured.keys() == BUDGET.keys()
    assert {name: figure for name, figure in measured.items() if figure > BUDGET[name]} == {}


def test_what_is_counted(tmp_path: Path) -> None:
    """Docstrings are no expressions; a name of a project's module counts as one; loop variables and arguments bind."""
    folder = tmp_path / "shop"
    folder.mkdir()
    (folder / "__init__.py").write_text('"""A shop."""\n')
    (folder / "prices.py").write_text("BREAD = 3\n")
    source = tmp_path / "shop" / "till.py"
    source.write_text(
        '"""A till."""\nfrom shop import prices\n\n\ndef pay(coins):\n    """Pay."""\n    return prices.BREAD\n'
    )
    crowded = tmp_path / "shop" / "crowd.py"
    crowded.write_text(
        f"def serve({', '.join(f'guest{n}' for n in range(14))}):\n    for served in ():\n        pass\n"
    )
    counts = Counts()

    counts.add(source, {"shop", "shop.prices"})

    assert (counts.expression_nodes, counts.code, counts.docstrings) == (1, 3, 2)
    assert (counts.names_imported, counts.crowded_functions) == ([1], {})
    counts.add(crowded, {})
    assert counts.crowded_functions == {f"{crowded}:1 serve": 15}
