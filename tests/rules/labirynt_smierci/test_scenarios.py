"""A scenario file with a slip is told which, in a sentence."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rules.kernel.errors import BadTable
from rules.kernel.scenario import play_file
from rules.labirynt_smierci.rulebook import LabiryntSmierci

GAME = LabiryntSmierci.with_tables()

BRIBE = """
fact = "A bribe is taken on a 4"
section = "8.9"
game = "labirynt-smierci"
rule = "encounter"
setup.purse = 20
setup.monsters = { kind = "orc", strengths = [1] }
answers.encounter = [["bribe", 20]]
chance."bribe.roll" = [4]
expect = [{ event = "BribeTaken", gold = 20 }]
state.purse = 0
"""


@pytest.mark.parametrize(
    ("written", "instead", "sentence"),
    [
        (
            "gold = 20 }",
            "gold = 40 }",
            "{'event': 'BribeTaken', 'gold': 40} was not told (in this order); told of this",
        ),
        (
            "BribeTaken",
            "TrapFound",
            "{'event': 'TrapFound', 'gold': 20} was not told (in this order); told of this kind",
        ),
        ("purse = 0", "purse = 5", "purse should be 5, it is 0"),
        ("[4]", "[4, 2]", "chance 'bribe.roll' was not used: [[2]]"),
        ("[4]", "[]", "it should play to the end, but it did wait for 'bribe.roll'"),
        ('[["bribe", 20]]', "[]", "it should play to the end, but it did wait for 'encounter'"),
        ("20]]", '20], "fight"]', "answers 'encounter' was not used: ['fight']"),
        ("20]]", "21]]", "it should play to the end, but it did be refused with 'amount_range'"),
        ("[4]", "[5]", "it should play to the end, but it did wait for 'combat.target'"),
    ],
)
def test_a_slip_is_told_in_a_sentence(tmp_path: Path, written: str, instead: str, sentence: str) -> None:
    """A wrong expectation, a die too many or too few, an answer that is missing or may not be given."""
    file = tmp_path / "slip.toml"
    file.write_text(BRIBE.replace(written, instead), "utf-8")

    failures = play_file(file, lambda name: GAME)

    assert any(failure.startswith(f"slip.toml: 'A bribe is taken on a 4': {sentence}") for failure in failures)


@pytest.mark.parametrize(
    ("written", "instead", "expected"),
    [
        ('"encounter"', '"counter"', "one of assemble, "),
        ('"encounter"', '"encounter, counter"', "got 'counter'"),
        ("setup.purse", "setup.gold", "unknown field `gold`"),
        ("setup.monsters", "setup.purses", "unknown field `purses`"),
        ('rule = "encounter"\n', "", "missing required field `rule`"),
        ("setup.purse", 'setup.feature = { kind = "altar" }\nsetup.purse', "only a mirror needs none"),
    ],
)
def test_a_word_that_nobody_knows_is_named(tmp_path: Path, written: str, instead: str, expected: str) -> None:
    """Rules and fields are checked before anything is played."""
    file = tmp_path / "slip.toml"
    file.write_text(BRIBE.replace(written, instead), "utf-8")

    with pytest.raises(BadTable, match=re.escape(expected)):
        play_file(file, lambda name: GAME)


def test_a_position_may_set_any_field_of_the_state() -> None:
    """Of the game, a character, a segment and a group, without a word of its own; a copy of the sheet changes."""
    strong = {"hero": "almuric", "kills": 3, "weapon_skill": {"axe": 4}, "items": [{"kind": "ring", "shone": 2}]}
    place = {"at": [0, 0], "kind": "room", "sides": "DDDD", "sealed": "n"}
    monsters = {"kind": "orc", "strengths": [1], "appeal": 5}

    game, _ = GAME.scene("way", {"door_open": True, "party": [strong], "maze": [place], "monsters": monsters})

    almuric = game.characters["almuric"]
    assert game.met is not None
    assert (game.door_open, almuric.kills, almuric.weapon_skill, almuric.items[0].shone) == (True, 3, {"axe": 4}, 2)
    assert (game.here.sealed, game.met.appeal) == ("n", 5)
    assert "axe" not in GAME.tables.heroes.of("almuric").weapon_skill
