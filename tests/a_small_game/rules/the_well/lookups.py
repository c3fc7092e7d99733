"""The table of the well, to be looked up."""

from __future__ import annotations

from rules.the_well.tables import Tables, load

from rules.kernel.lookups import Book, Facts, Lookup, Parameter, as_printed, columns, just, on_die, sourced

FACE: Parameter[Tables] = on_die("face")


def _brought(tables: Tables, face: int) -> Facts:
    row = tables.brought(face)
    return sourced(columns(row), tables.well, row)


WELL = Lookup("well", (FACE,), _brought, just(_brought), as_printed("well", "draw"))
BOOK = Book("the-well", (WELL,), load)
