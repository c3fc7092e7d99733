"""The boards are fair and the sheets whole, and a group's own file that cannot be used is refused with file and key."""

from __future__ import annotations

from collections import Counter
from functools import partial
from pathlib import Path
from statistics import mean

import pytest

from rules.kernel.errors import BadTable
from rules.kernel.grid import distances
from rules.labirynt_czarnoksieznika.tables import FOLDER, load
from rules.labirynt_czarnoksieznika.tables.sheets import CHAMBERS, ELEMENTS, BoardFace, exits, kind_of
from tests.rules.contract.slips import edited

TABLES = load()
FACES = TABLES.boards.board

DEAD_END = 1
SPECIAL = ("camp", "teleport", "runes", *ELEMENTS)


def steps(face: BoardFace, start: str) -> dict[str, int]:
    """How far each chamber is from one of them."""
    return distances(start, lambda chamber: exits(face, chamber).values())


# The boards ------------------------------------------------------------------------------------------------------


def test_four_boards_with_two_sides() -> None:
    """Each has a mild and a grim side."""
    assert [face.id for face in FACES] == ["1A", "1B", "2A", "2B", "3A", "3B", "4A", "4B"]
    assert Counter((face.board, face.side) for face in FACES) == Counter(
        (board, side) for board in ("dungeons", "catacombs", "mine", "crypt") for side in ("mild", "grim")
    )


@pytest.mark.parametrize("face", FACES, ids=lambda face: str(face.id))
def test_a_board_is_a_fair_labyrinth(face: BoardFace) -> None:
    """19 passages, one to four from each chamber, at most three dead ends; seven special chambers, 13 digits."""
    ways = [len(exits(face, chamber)) for chamber in CHAMBERS]

    assert len(face.passages) == 19
    assert set(ways) <= {1, 2, 3, 4}
    assert ways.count(DEAD_END) <= 3
    assert len(steps(face, face.camp)) == 16
    assert sorted(kind_of(face, chamber) for chamber in CHAMBERS) == sorted([*SPECIAL, *["plain"] * 9])
    assert len(face.digits) == 13


@pytest.mark.parametrize("face", FACES, ids=lambda face: str(face.id))
def test_a_boards_digits_and_ways(face: BoardFace) -> None:
    """A mild side adds up to 30, a grim one to 40; a round by Runes and Teleport is eight steps long."""
    round_trip = steps(face, face.camp)[face.runes] + steps(face, face.runes)[face.teleport]
    round_trip += steps(face, face.teleport)[face.camp]
    from_teleport = [steps(face, face.teleport)[getattr(face, element)] for element in ELEMENTS]

    assert sum(face.digits.values()) == (30 if face.side == "mild" else 40)
    assert max(face.digits.values()) <= (5 if face.side == "mild" else 6)
    assert round_trip == 8
    assert set(from_teleport) <= {1, 2, 3}
    assert 2 <= mean(from_teleport) <= 2.25


# The sheets: their values are compared in tests/rules/table_digests.py -------------------------------------------


def test_eighty_eight_finds() -> None:
    """28 Weapons, 20 parts of Armour, 12 Elixirs, 14 scrolls of each kind of magic."""
    finds = TABLES.finds.find
    kinds = Counter[str]()
    for find in finds:
        kinds[find.magic or find.kind] += find.count

    assert kinds == {"weapon": 28, "armour": 20, "elixir": 12, "spell": 14, "incantation": 14}


def test_twelve_runes_and_what_gems_are_for() -> None:
    """Three Runes of each element; eighteen Gems win."""
    assert {rune.id: rune.count for rune in TABLES.runes.rune} == dict.fromkeys(ELEMENTS, 3)
    assert TABLES.gems.win == 18


def test_three_characters_in_each_of_four_teams() -> None:
    """Each with an ability of its own."""
    characters = TABLES.characters

    assert Counter(card.team for card in characters.character) == dict.fromkeys(characters.teams, 3)
    assert len({card.ability for card in characters.character}) == 12


def test_each_total_of_the_encounter_table_is_a_monster_or_an_event() -> None:
    """From 2 to 18, three of them events; the weakest monster is the first, the strongest the last."""
    rows = TABLES.encounters.encounter
    strengths = [row.strength for row in rows if row.kind == "monster"]

    assert [row.total for row in rows] == list(range(2, 19))
    assert [row.total for row in rows if row.kind != "monster"] == [2, 3, 11]
    assert strengths[0] == min(strengths)
    assert strengths[-1] == max(strengths)


def test_beyond_the_encounter_table() -> None:
    """A total that is not on the table counts as its first or its last."""
    assert TABLES.encounters.at(1).id == "cache"
    assert TABLES.encounters.at(20).id == "dragon"


# A group's own ---------------------------------------------------------------------------------------------------


edit = partial(edited, FOLDER)


def test_a_scroll_may_be_left_out_of_the_bag_but_not_of_the_file(tmp_path: Path) -> None:
    """The rules call each scroll by its name."""
    lines = (FOLDER / "finds.toml").read_text("utf-8").splitlines()
    (tmp_path / "finds.toml").write_text("\n".join(line for line in lines if '"rust"' not in line), "utf-8")

    with pytest.raises(BadTable, match="a scroll of id 'rust'"):
        load(tmp_path)


def test_a_chamber_behind_a_wall_or_behind_a_camp(tmp_path: Path) -> None:
    """Everything has to be reached from the Camp; and by strangers, who may not pass it, from the Teleport."""
    edit(tmp_path, "boards", '"A1-A2", "A1-B1", "A2-B2", "A3-A4",', '"A2-B2", "A3-A4",')
    with pytest.raises(BadTable, match="a way from A4 to every chamber, A1 cannot be reached"):
        load(tmp_path)

    edit(tmp_path, "boards", '"A3-A4", "A3-B3",', '"A3-A4",')
    with pytest.raises(BadTable, match="a way from B2 to every chamber without passing A4, A3 cannot be reached"):
        load(tmp_path)
