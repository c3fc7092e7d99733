"""Table files: a bad one is refused with its name, the key and what was expected."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.kernel.errors import BadTable
from rules.kernel.tables import AllTables, Sheet, Shelf, band
from rules.tables.reading import read_all


class Fish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A row of the pond."""

    id: str
    weight: int


class Pond(Sheet, frozen=True, kw_only=True):
    """A table of fish."""

    fish: tuple[Fish, ...]


GOOD = 'section = "3"\norigin = "house"\nfish = [{ id = "carp", weight = 3 }]\n'


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a good pond."""
    (tmp_path / "shipped").mkdir()
    (tmp_path / "shipped" / "pond.toml").write_text(GOOD, "utf-8")
    return tmp_path / "shipped"


def refusal(folder: Path, text: str | bytes) -> BadTable:
    """Why a pond of this text is refused."""
    (folder / "pond.toml").write_bytes(text if isinstance(text, bytes) else text.encode())
    with pytest.raises(BadTable) as bad:
        Shelf(folder).read("pond", Pond)
    return bad.value


def test_a_good_table_is_read(folder: Path) -> None:
    """Section, origin and rows."""
    pond = Shelf(folder).read("pond", Pond)

    assert (pond.section, pond.origin, pond.fish) == ("3", "house", (Fish("carp", 3),))


@pytest.mark.parametrize(
    ("text", "key", "expected"),
    [
        ("fish = [", "", "is not valid TOML"),
        (b"\xff\xfe\x00", "", "is not written in Unicode: save it as UTF-8"),
        ("", "", "missing required field"),
        (GOOD.replace('"house"', '"guess"'), "origin", "Invalid enum value 'guess'"),
        (GOOD.replace("weight = 3", 'weight = "3"'), "fish[0].weight", "Expected `int`, got `str`"),
        (GOOD.replace("weight = 3", "wieght = 3"), "fish[0]", "unknown field `wieght`"),
        (GOOD + "frog = 1\n", "", "unknown field `frog`"),
        (GOOD.replace("[{", "{").replace("}]", "}"), "fish", "Expected `array`, got `object`"),
    ],
    ids=["broken", "no text", "empty", "origin", "type", "typo", "extra key", "no rows"],
)
def test_a_bad_table_names_file_key_and_what_was_expected(
    folder: Path, text: str | bytes, key: str, expected: str
) -> None:
    """Whoever edits a table finds the mistake without reading the program."""
    bad = refusal(folder, text)

    assert (bad.file, bad.key) == ("pond.toml", key)
    assert expected in bad.expected
    assert "pond.toml" in str(bad)


def test_a_table_that_is_missing_is_named(folder: Path) -> None:
    """No file, no silence."""
    with pytest.raises(BadTable, match=r"lake\.toml: cannot be read"):
        Shelf(folder).read("lake", Pond)


def test_a_groups_own_sheet_goes_before_ours(folder: Path, tmp_path: Path) -> None:
    """File by file: their pond, our brook."""
    own = tmp_path / "own"
    own.mkdir()
    (own / "pond.toml").write_text(GOOD.replace("carp", "pike"), "utf-8")
    (folder / "brook.toml").write_text(GOOD.replace("carp", "trout"), "utf-8")

    shelf = Shelf(folder, own)

    assert shelf.read("pond", Pond).fish[0].id == "pike"
    assert shelf.read("brook", Pond).fish[0].id == "trout"


def test_a_fault_in_a_groups_own_sheet_is_not_passed_over(folder: Path, tmp_path: Path) -> None:
    """A broken sheet of theirs is refused; ours does not step in unasked."""
    own = tmp_path / "own"
    own.mkdir()
    (own / "pond.toml").write_text("fish = 1", "utf-8")

    with pytest.raises(BadTable):
        Shelf(folder, own).read("pond", Pond)


def test_a_folder_that_does_not_exist_changes_nothing(folder: Path, tmp_path: Path) -> None:
    """No tables of one's own: ours are in force."""
    assert Shelf(folder, tmp_path / "nowhere").read("pond", Pond).fish[0].id == "carp"


def test_the_digest_tells_edited_tables_apart(folder: Path, tmp_path: Path) -> None:
    """The same files the same digest; one changed number another one."""

    def digest() -> str:
        shelf = Shelf(folder)
        shelf.read("pond", Pond)
        return shelf.digest

    before, again = digest(), digest()
    (folder / "pond.toml").write_text(GOOD.replace("3 }", "4 }"), "utf-8")

    assert before == again
    assert digest() != before


@pytest.mark.parametrize(
    ("value", "row"), [(0, None), (19, None), (20, 0), (39, 0), (40, 1), (60, 2), (10**30, 2), (-5, None)]
)
def test_a_band_is_the_highest_row_that_is_reached(value: int, row: int | None) -> None:
    """Bribes of 20, 40 and 60: the largest amount not above the offer."""
    assert band([20, 40, 60], value) == row


@given(st.lists(st.integers(), unique=True).map(sorted), st.integers())
def test_a_band_holds_its_value(bounds: list[int], value: int) -> None:
    """The value reaches its own bound and not the next one."""
    row = band(bounds, value)

    assert row is None or bounds[row] <= value
    assert all(value < bound for bound in bounds[(-1 if row is None else row) + 1 :])


class Waters(AllTables, frozen=True, kw_only=True):
    """All tables of a game about fish."""

    pond: Pond


def no_faults(_: Waters) -> Iterator[BadTable]:
    """Nothing is wrong with any pond."""
    return iter(())


def test_the_same_text_gives_the_same_tables_and_other_text_others(folder: Path, tmp_path: Path) -> None:
    """Whatever a file's time and size say; a group's own file is seen when it comes, changes and goes."""

    def read() -> Waters:
        return read_all(Waters, folder, tmp_path, no_faults)

    shipped = read()
    assert read() is shipped

    (tmp_path / "pond.toml").write_text(GOOD.replace("3 }", "4 }"), "utf-8")
    assert read().pond.fish[0].weight == 4
    (tmp_path / "pond.toml").write_text(GOOD.replace("3 }", "5 }"), "utf-8")
    assert read().pond.fish[0].weight == 5
    (tmp_path / "pond.toml").unlink()
    assert read() is shipped


def test_tables_with_a_fault_are_refused_each_time(folder: Path) -> None:
    """A refusal is not forgotten."""
    for _ in range(2):
        with pytest.raises(BadTable, match="deep"):
            read_all(Waters, folder, None, lambda _: iter((BadTable("pond.toml", "deep", "deeper"),)))
