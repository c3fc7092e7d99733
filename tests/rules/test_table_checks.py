"""The general checks of tables name the key at fault and what was expected there."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from rules.kernel.tables import Fault, Pips, Row, Sheet
from rules.tables.checks import as_wide, ascending, at_least, covers, covers_die, needs, only_if, refers_to


class Fish(Row, frozen=True, kw_only=True):
    """A row of the pond."""

    kind: str
    rolls: tuple[Pips, ...] = ()
    eats: tuple[str, ...] = ()
    depth: int = 0
    catch: tuple[int, ...] = ()


class Pond(Sheet, frozen=True, kw_only=True):
    """A table of fish; ``rods``: the columns of a catch."""

    fish: tuple[Fish, ...]
    rods: tuple[str, ...] = ("long", "short")


POND = Pond(
    section="1",
    origin="house",
    fish=(
        Fish(kind="pike", rolls=(1, 2, 3), eats=("carp", "eel"), depth=3, catch=(1, 2)),
        Fish(kind="carp", rolls=(3, 4, 6), depth=3, catch=(1,)),
    ),
)
PIKE, CARP = POND.fish


@pytest.mark.parametrize(
    ("found", "told"),
    [
        (ascending(POND, "fish[].depth"), [("fish[1].depth", "more than 3 (rows ascend), got 3")]),
        (as_wide(POND, "fish[].catch", "rods"), [("fish[1].catch", "2 numbers, one for each of rods, got 1")]),
        (at_least(POND, "fish", 3), [("fish", "at least 3 rows, got 2")]),
        (covers(POND, "fish[].kind", ("pike", "eel")), [("fish", "each of pike, eel once, eel is missing")]),
        (
            covers_die(POND, "fish"),
            [
                ("fish[1].rolls", "each of 1 to 6 once, got 3 twice"),
                ("fish", "each of 1 to 6 once, 5 is missing"),
            ],
        ),
        (
            covers_die(POND, "fish", "pike"),
            [("fish", f"each of 1 to 6 once for pike, {n} is missing") for n in (4, 5, 6)],
        ),
        (
            refers_to(POND, "fish[].eats", ["carp", "eels"]),
            [("fish[0].eats", "one of carp, eels, got 'eel' – did you mean eels?")],
        ),
        (needs(CARP, "carp", {"eats": ("carp",)}), [("eats", "eats for 'carp', which needs it")]),
        (only_if(PIKE, "pike", {"eats": ("carp",)}), [("eats", "no eats for 'pike', only for carp")]),
    ],
)
def test_a_fault_has_its_key(found: Iterator[Fault], told: list[tuple[str, str]]) -> None:
    """Below the sheet or the row that is checked, with what is allowed."""
    assert list(found) == told


def test_a_row_that_has_what_it_needs_has_no_fault() -> None:
    """A field of its kind may be there, and that of another is missing."""
    fields = {"eats": ("pike",)}

    assert [*needs(PIKE, "pike", fields), *only_if(PIKE, "pike", fields), *only_if(CARP, "carp", fields)] == []
