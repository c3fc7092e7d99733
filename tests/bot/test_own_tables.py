"""A group's own monsters, things and cards: named, drawn and played; and what is said of a folder that lacks some."""

from __future__ import annotations

import re
import shutil
import tomllib
from pathlib import Path
from typing import Any

import msgspec
import pytest
from typer.testing import CliRunner

from bot.games.own_tables import Missing, load_own, missing, shipped_tables, take_in
from bot.run.cli import app
from bot.run.print_words import Listener, listen
from bot.run.table_commands import ONE_ROW
from bot.words.narrator import Narrator, Said
from images import artwork
from rules.games import load
from rules.kernel.tables import extended

EXAMPLE = Path(__file__).parents[2] / "docs" / "own-tables"


pytestmark = pytest.mark.usefixtures("nothing_stays")


class Hearing(Listener):
    """Remembers all that was said."""

    def __init__(self, locale: str) -> None:
        super().__init__(locale)
        self.lines: set[str] = set()

    def say(self, key: str, /, **facts: Any) -> Said:
        """The words under a key."""
        said = super().say(key, **facts)
        self.lines.add(said)
        return said


@pytest.mark.parametrize(
    ("game", "locale", "called", "key"),
    [
        ("labirynt-smierci", "pl", "utopc", "drowner"),
        ("labirynt-smierci", "en", "drowners", "monster.drowner"),
        ("labirynt-smierci", "pl", "wypływa bez plusku i nie zna strachu", "note.monster.drowner"),
        ("labirynt-czarnoksieznika", "pl", "włóczni", "spear"),
        ("jaskinia", "pl", "Węgorz", "cave_eel"),
        ("jaskinia", "en", "Cave Eel", "cave_eel"),
    ],
)
def test_the_example_is_played(game: str, locale: str, called: str, key: str) -> None:
    """Whole games in which what the group made is met, asked about and told of by its name, never by its key."""
    hearing = Hearing(locale)
    listen(load_own(game, EXAMPLE), hearing, seed=1, games=8)

    assert any(called in line for line in hearing.lines)
    assert not any(key in line for line in hearing.lines)


def test_our_own_rows_are_told_from_each_other() -> None:
    """Otherwise one of them would stand instead of another in a file that extends ours."""
    for one in shipped_tables():
        values, sheet = tomllib.loads(one.text), getattr(load(one.package.replace("_", "-")).tables, one.name)

        assert extended(values, {}, type(sheet)) == values
        assert {name: len(extended(values, values, type(sheet))[name]) for name in one.added_to if name in values} == {
            name: len(values[name]) for name in one.added_to if name in values
        }


def test_a_row_of_ours_can_be_another() -> None:
    """The salamander of the example is stronger; all other cards are as they were."""
    own, ours = (load(*args).tables.cards for args in (("jaskinia", EXAMPLE), ("jaskinia",)))

    assert (own.of("salamander").strength, ours.of("salamander").strength) == (4, 3)
    assert [card.id for card in own.card] == [*(card.id for card in ours.card), "miners_helmet", "cave_eel"]
    assert own.of("wyvern") == ours.of("wyvern")


def test_what_a_group_draws() -> None:
    """A drawing of their own, and one of ours that stands in; what has neither keeps the shield."""
    load_own("labirynt-smierci", EXAMPLE)

    assert artwork.known("jaskinia/cards", "miners_helmet") == "jaskinia/cards/miners_helmet"
    assert artwork.art("jaskinia/cards/miners_helmet", 48)
    assert artwork.known("monsters", "drowner") == "monsters/swamp_creature"
    assert artwork.known("monsters", "nobody") == artwork.STRANGER


def test_braces_in_a_groups_words_are_signs() -> None:
    """Words from a file are no template."""
    assert "{gold}" in _text_of("Worth {gold}.")


def _text_of(text: str) -> str:
    tables = load("jaskinia", EXAMPLE).tables
    cards = tuple(_told(card, text) if card.id == "cave_eel" else card for card in tables.cards.card)
    changed = msgspec.structs.replace(tables, cards=msgspec.structs.replace(tables.cards, card=cards))
    take_in("jaskinia", changed, EXAMPLE)
    return Narrator("en").say("note.cavecard.cave_eel")


def _told(card: object, text: str) -> object:
    words = card.words  # type: ignore[attr-defined]
    en = msgspec.structs.replace(words.en, text=text)
    return msgspec.structs.replace(card, words=msgspec.structs.replace(words, en=en))


# What is missing ---------------------------------------------------------------------------------------------


def test_nothing_is_missing_in_the_example() -> None:
    """Whoever copies it begins with a clean sheet."""
    assert list(missing(EXAMPLE)) == []


MONSTERS = "labirynt_smierci/monsters.toml"


@pytest.mark.parametrize(
    ("file", "before", "after", "key", "expected", "grave"),
    [
        (MONSTERS, "resistance = 2", "resistance = -2", "monster[20].resistance", "`int` >= 0", True),
        (MONSTERS, "resistance = 2", "", "monster[20]", "missing required field `resistance`", True),
        (MONSTERS, 'name = "utopiec"', 'title = "utopiec"', "monster[20].words.pl", "unknown field `title`", True),
        (MONSTERS, 'name = "utopiec"', f'name = "{"u" * 41}"', "monster[20].words.pl.name", "length <= 40", True),
        (MONSTERS, 'acc  = "utopca"', "", "monster drowner.words.pl.acc", "“utopiec”", False),
        (MONSTERS, 'many = ["drowners"]', "", "monster drowner.words.en.many", "“drowner”", False),
        (
            MONSTERS,
            '[monster.words.en]\nname = "drowner"\nmany = ["drowners"]\n'
            'text = "they come up without a splash and know no fear"',
            "",
            "drowner.words.en",
            "utopiec",
            False,
        ),
        (MONSTERS, '"swamp_creature"', '"swamp_monster"', "monster drowner.emblem", "'swamp_monster'", False),
        ("labirynt_smierci/wandering.toml", '"drowner"', '"drwoner"', "meeting[11].monster", "drwoner", True),
        ("jaskinia/cards.toml", '"cave_eel"', '"Cave_Eel"', "card[88].id", "small letters", True),
        ("art/jaskinia/cards/miners_helmet.svg", "<path", "<text", "", "miners_helmet.svg", True),
    ],
)
def test_what_is_missing_is_named(
    tmp_path: Path, file: str, before: str, after: str, key: str, expected: str, grave: bool
) -> None:
    """File, key and what was expected."""
    own = Path(shutil.copytree(EXAMPLE, tmp_path / "own"))
    text = (own / file).read_text("utf-8")
    assert before in text
    (own / file).write_text(text.replace(before, after), "utf-8")

    found = list(missing(own))

    assert any(_says(one, file, key, expected) and one.grave == grave for one in found), [str(one) for one in found]


@pytest.mark.parametrize(
    ("file", "before", "after", "key", "expected"),
    [
        (MONSTERS, 'name = "utopiec"', 'name = "utop {"', "monster[20].words.pl.name", "words without { and }"),
        (MONSTERS, 'name = "utopiec"', 'name = "utop {gold}"', "monster[20].words.pl.name", "words without { and }"),
        (MONSTERS, 'acc  = "utopca"', 'acc  = "utopca}"', "monster[20].words.pl.acc", "words without { and }"),
        (MONSTERS, '["drowners"]', '["drow{0}ners"]', "monster[20].words.en.many[0]", "words without { and }"),
        (MONSTERS, 'acc  = "utopca"', f'acc  = "{"u" * 61}"', "monster[20].words.pl.acc", "length <= 60"),
        (MONSTERS, '["drowners"]', f'["{"u" * 61}"]', "monster[20].words.en.many[0]", "length <= 60"),
        (MONSTERS, 'name = "utopiec"', 'name = "uto\\u0000piec"', "monster[20].words.pl.name", "without control"),
        (MONSTERS, 'name = "utopiec"', 'name = "uto\\u001bpiec"', "monster[20].words.pl.name", "without control"),
        (MONSTERS, 'name = "utopiec"', 'name = "uto\\u202epiec"', "monster[20].words.pl.name", "without control"),
        (MONSTERS, 'name = "utopiec"', 'name = " "', "monster[20].words.pl.name", "words that can be seen"),
        (MONSTERS, 'acc  = "utopca"', 'acc  = "\u3164"', "monster[20].words.pl.acc", "words that can be seen"),
        (MONSTERS, '"drowner"', '"../../etc/x"', "monster[20].id", "an id of letters, digits and _"),
        (MONSTERS, '"drowner"', '"monster.troll"', "monster[20].id", "an id of letters, digits and _"),
        (MONSTERS, '"drowner"', '""', "monster[20].id", "an id of letters, digits and _"),
        ("jaskinia/cards.toml", '"cave_eel"', '"..\\\\eel"', "card[88].id", "an id of letters, digits and _"),
    ],
)
def test_words_that_would_break_a_command_are_refused(
    tmp_path: Path, file: str, before: str, after: str, key: str, expected: str
) -> None:
    """Gaps of a template, the separators of a catalogue, signs that steer a terminal, paths."""
    own = Path(shutil.copytree(EXAMPLE, tmp_path / "own"))
    text = (own / file).read_text("utf-8")
    assert before in text
    (own / file).write_text(text.replace(before, after, 1), "utf-8")

    grave = [one for one in missing(own) if one.grave]

    assert [(one.file, one.key) for one in grave] == [(file, key)]
    assert expected in grave[0].expected
    assert str(grave[0]).isprintable()


def test_text_keeps_its_signs(tmp_path: Path) -> None:
    """Braces and lines in a sentence are no template, nor in a card's own words."""
    own = Path(shutil.copytree(EXAMPLE, tmp_path / "own"))
    cards = own / "jaskinia" / "cards.toml"
    text = cards.read_text("utf-8")
    text = text.replace("Cave Eel", "Cave Eel 🧙\u200d♂️")
    text = re.sub(r'text = "[^"]*"', 'text = "{gold} or\\\\n{"', text)
    cards.write_text(text.replace('"cave_eel"', '"cave_eel"\ntext_en = "{gold"', 1), "utf-8")

    playing = load_own("jaskinia", own)

    assert [str(one) for one in missing(own) if one.grave] == []
    assert playing.tables.cards.of("cave_eel").text_en == "{gold"  # type: ignore[attr-defined]
    assert "{gold} or" in Narrator("en").say("note.cavecard.cave_eel")


def _says(one: Missing, file: str, key: str, expected: str) -> bool:
    return one.file == file and key in one.key and expected in one.expected


@pytest.mark.parametrize("stray", ["labirynt_smierci/monster.toml", "jaskinja/cards.toml", "art/portraits/mira.svg"])
def test_what_nobody_reads_is_named(tmp_path: Path, stray: str) -> None:
    """A slip in the name of a file or folder would be lost in silence."""
    (tmp_path / stray).parent.mkdir(parents=True)
    (tmp_path / stray).write_text("", "utf-8")

    (found,) = missing(tmp_path)

    assert found.grave
    assert found.file in (stray, stray.partition("/")[0])
    assert "there are" in found.expected or "there can be" in found.expected


# The commands ------------------------------------------------------------------------------------------------


def test_a_folder_to_start_with(tmp_path: Path) -> None:
    """A file for each table; nothing is changed by them, and nothing that stands there is overwritten."""
    begun = CliRunner().invoke(app, ["tables", "init", str(tmp_path)])
    mine = tmp_path / "labirynt_smierci" / "monsters.toml"
    mine.write_text("extends = true  # mine", "utf-8")
    again = CliRunner().invoke(app, ["tables", "init", str(tmp_path)])
    checked = CliRunner().invoke(app, ["tables", "check", str(tmp_path)])

    assert begun.exit_code == 0
    assert again.stdout.startswith("0 files")
    assert mine.read_text("utf-8") == "extends = true  # mine"
    assert checked.stdout == "0 wrong, 0 could be said better.\n"
    assert load("jaskinia", tmp_path).tables.cards == load("jaskinia").tables.cards


def test_the_sample_rows_of_a_folder_to_start_with_are_right(tmp_path: Path) -> None:
    """Whoever takes the # away has rows that the game takes."""
    CliRunner().invoke(app, ["tables", "init", str(tmp_path)])
    samples = [file for file in tmp_path.rglob("*.toml") if ONE_ROW in file.read_text("utf-8")]
    for file in samples:
        head, _, sample = file.read_text("utf-8").partition(f"# {ONE_ROW}\n")
        row = "\n".join(line.removeprefix("#") for line in sample.split("# What people read")[0].splitlines())
        file.write_text(head + row, "utf-8")

    assert len(samples) > 10
    assert [str(one) for one in missing(tmp_path) if one.grave] == []


def test_a_folder_that_is_wrong_ends_with_1(tmp_path: Path) -> None:
    """So that a script sees it; a folder that is not there says what makes one."""
    (tmp_path / "jaskinia").mkdir()
    (tmp_path / "jaskinia" / "cards.toml").write_text("extends = yes", "utf-8")

    wrong = CliRunner().invoke(app, ["tables", "check", str(tmp_path)])
    nowhere = CliRunner().invoke(app, ["tables", "check", str(tmp_path / "none")])

    assert wrong.exit_code == 1
    assert "✗ jaskinia/cards.toml: is not valid TOML" in wrong.stdout
    assert nowhere.exit_code == 2
    assert "tables init" in nowhere.output
