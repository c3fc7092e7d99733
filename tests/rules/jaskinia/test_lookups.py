"""What only the tables of Jaskinia answer; what every game's do is in ``tests/rules/contract/test_lookups.py``."""

from __future__ import annotations

from pathlib import Path

from rules.jaskinia.lookups import BOOK
from rules.jaskinia.tables import FOLDER, load

TABLES = load()


def test_a_row_says_only_what_it_has() -> None:
    """A goblin has no Power, gives nothing and protects from nothing."""
    found = BOOK.lookup("card").answer(TABLES, {"name": "goblin"})

    assert found == {
        "id": "goblin",
        "deck": "cave",
        "type": "monster",
        "order": 2,
        "copies": 1,
        "strength": 2,
        "section": "equipment",
        "origin": "house",
    }


def test_what_is_set_aside_says_nothing_of_its_deck() -> None:
    """Neither how many there are nor when a Spell is cast."""
    rows = [row for table in ("card", "spell") for row in BOOK.lookup(table).rows(TABLES) if row.get("set_aside")]

    assert "providence" in [row["id"] for row in rows]
    assert not any({"copies", "window", "target"} & set(row) for row in rows)


def test_a_row_says_from_which_section_it_is() -> None:
    """Cards belong to the equipment of the box."""
    assert BOOK.lookup("card").rows(TABLES)[0]["section"] == "equipment"


def test_a_groups_own_tables_answer(tmp_path: Path) -> None:
    """They lie in a folder of the game's name within the tables folder."""
    (tmp_path / "jaskinia").mkdir()
    own = (FOLDER / "cards.toml").read_text("utf-8").replace("strength = 8", "strength = 9")
    (tmp_path / "jaskinia" / "cards.toml").write_text(own, "utf-8")

    found = BOOK.lookup("card").answer(BOOK.tables(tmp_path), {"name": "cave dragon"})

    assert isinstance(found, dict)
    assert found["strength"] == 9
