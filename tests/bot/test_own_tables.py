"""A group's own monsters, things and cards: named, drawn and played; and what is said of a folder that lacks some."""

from __future__ import annotations

import re
import shutil
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec
import pytest
from typer.testing import CliRunner

from bot.games.own_tables import Missing, load_own, missing, shipped_tables, take_in
from bot.run.cli import app
from bot.run.fault_words import describe_fault
from bot.run.print_words import Listener, listen
from bot.words.narrator import Narrator, Said
from images import artwork
from rules.games import load
from rules.kernel.tables import extended
from rules.kernel.text_files import TOML_ERRORS

EXAMPLE = Path(__file__).parents[2] / "docs" / "own-tables"


pytestmark = pytest.mark.usefixtures("nothing_stays")


class HeardInTimeError(Exception):
    """The words that a test waits for were said."""


class Hearing(Listener):
    """Remembers all that was said; raises ``HeardInTimeError`` with the first line that has the wanted words."""

    def __init__(self, locale: str, wanted: str) -> None:
        super().__init__(locale)
        self.lines: set[str] = set()
        self._wanted = wanted

    def fill(self, template: str, facts: Mapping[str, Any]) -> Said:
        """The words of a template."""
        said = super().fill(template, facts)
        self.lines.add(said)
        if self._wanted in said:
            raise HeardInTimeError(said)
        return said


@pytest.mark.parametrize(
    ("game", "locale", "called", "key", "seed"),
    [
        ("labirynt-smierci", "pl", "utopc", "drowner", 3),
        ("labirynt-smierci", "en", "drowners", "monster.drowner", 3),
        ("labirynt-smierci", "pl", "wypływa bez plusku i nie zna strachu", "note.monster.drowner", 3),
        ("labirynt-czarnoksieznika", "pl", "włóczni", "spear", 7),
        ("jaskinia", "pl", "Węgorz", "cave_eel", 2),
        ("jaskinia", "en", "Cave Eel", "cave_eel", 2),
    ],
)
def test_the_example_is_played(game: str, locale: str, called: str, key: str, seed: int) -> None:
    """A game in which what the group made is met, asked about or told of by its name, never by its key.

    In the game of this seed it comes early. Where a change of the rules delays it, look for another seed.
    """
    hearing = Hearing(locale, called)
    with pytest.raises(HeardInTimeError):
        listen(load_own(game, EXAMPLE), hearing, seed, games=1)

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


@pytest.mark.parametrize(
    ("game", "table", "id", "origin"),
    [
        ("jaskinia", "cards", "cave_eel", "own"),
        ("jaskinia", "cards", "salamander", "changed"),
        ("jaskinia", "cards", "wyvern", None),
        ("labirynt-czarnoksieznika", "finds", "spear", "own"),
        ("labirynt-smierci", "monsters", "drowner", "own"),
    ],
)
def test_a_look_up_tells_own_rows_from_changed_ones(game: str, table: str, id: str, origin: str | None) -> None:
    """A row that a group adds is not a printed one with another value."""
    (rows,) = (
        rows for rows in msgspec.structs.astuple(getattr(load(game, EXAMPLE).tables, table)) if type(rows) is tuple
    )

    assert next(row.origin for row in rows if row.id == id) == origin


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
        (MONSTERS, "resistance = 2", "resistance = -2", "monster drowner.resistance", "from 0 to 5", True),
        (MONSTERS, "resistance = 2", "", "monster drowner", "a field resistance", True),
        (MONSTERS, 'name = "utopiec"', 'title = "utopiec"', "monster drowner.words.pl.title", "no field title", True),
        (
            MONSTERS,
            'name = "utopiec"',
            f'name = "{"u" * 41}"',
            "monster drowner.words.pl.name",
            "at most 40 signs",
            True,
        ),
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
        ("labirynt_smierci/wandering.toml", '"drowner"', '"drwoner"', "meeting 1.monster", "drwoner", True),
        ("jaskinia/cards.toml", '"cave_eel"', '"Cave_Eel"', "card Cave_Eel.id", "small letters", True),
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
        (MONSTERS, 'name = "utopiec"', 'name = "utop {"', "monster drowner.words.pl.name", "words without { and }"),
        (
            MONSTERS,
            'name = "utopiec"',
            'name = "utop {gold}"',
            "monster drowner.words.pl.name",
            "words without { and }",
        ),
        (MONSTERS, 'acc  = "utopca"', 'acc  = "utopca}"', "monster drowner.words.pl.acc", "words without { and }"),
        (MONSTERS, '["drowners"]', '["drow{0}ners"]', "monster drowner.words.en.many 1", "words without { and }"),
        (MONSTERS, 'acc  = "utopca"', f'acc  = "{"u" * 61}"', "monster drowner.words.pl.acc", "at most 60 signs"),
        (MONSTERS, '["drowners"]', f'["{"u" * 61}"]', "monster drowner.words.en.many 1", "at most 60 signs"),
        (MONSTERS, 'name = "utopiec"', 'name = "uto\\u0000piec"', "monster drowner.words.pl.name", "without control"),
        (MONSTERS, 'name = "utopiec"', 'name = "uto\\u001bpiec"', "monster drowner.words.pl.name", "without control"),
        (MONSTERS, 'name = "utopiec"', 'name = "uto\\u202epiec"', "monster drowner.words.pl.name", "without control"),
        (MONSTERS, 'name = "utopiec"', 'name = " "', "monster drowner.words.pl.name", "words that can be seen"),
        (MONSTERS, 'acc  = "utopca"', 'acc  = "\u3164"', "monster drowner.words.pl.acc", "words that can be seen"),
        (MONSTERS, '"drowner"', '"../../etc/x"', "monster ../../etc/x.id", "an id of letters, digits and _"),
        (MONSTERS, '"drowner"', '"monster.troll"', "monster monster.troll.id", "an id of letters, digits and _"),
        (MONSTERS, '"drowner"', '""', "monster 1.id", "an id of letters, digits and _"),
        ("jaskinia/cards.toml", '"cave_eel"', '"..\\\\eel"', "card ..\\eel.id", "an id of small letters, digits and _"),
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

    (found,) = [one for one in missing(own) if one.grave and (one.file, one.key) == (file, key)]

    assert expected in found.expected
    assert describe_fault(Narrator("en"), found).isprintable()


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


ROW = """
[[monster]]
id = "ghoul"
strength = "1K6+1"
resistance = 1
resident = "A"
wandering = "A"
"""


@pytest.mark.parametrize(
    ("before", "after", "english", "polish"),
    [
        ("resistance = 1", "resistence = 1", "line 28, monster ghoul.resistence", "może „resistance”?"),
        (
            "resistance = 1",
            "resistance = 1\nshape = 1",
            "line 29, monster ghoul.shape: there is no",
            "nie ma takiego pola",
        ),
        ("resistance = 1\n", "", "line 25, monster ghoul: the field resistance", "brakuje pola resistance"),
        (
            "resistance = 1",
            "resistance = 100",
            "line 28, monster ghoul.resistance: a number from 0 to 5",
            "od 0 do 5",
        ),
        ("resistance = 1", 'resistance = "1"', 'a whole number is expected, not "1"', "ma być liczba całkowita"),
        ("resistance = 1", "resistance = 1\nheads = 1", "true or false is expected", "ma być true albo false"),
        ('"1K6+1"', "6", "text in quotes is expected, not 6", "ma być tekst w cudzysłowie"),
        (
            'resident = "A"',
            'resident = "Z"',
            "“Z” does not fit here; it can be A, B",
            "„Z” tu nie pasuje; może być: A, B",
        ),
        ("resistance = 1", 'resistance = 1\nweapon = "swrd"', "did you mean “sword”?", "może „sword”?"),
        ("resistance = 1", 'resistance = 1\nspells = "blast"', "a list in [ ] is expected", "lista w [ ]"),
        ("resistance = 1", "resistance = 1\nwords = 3", "fields in { }", "pola w { }"),
        (
            "resistance = 1",
            'resistance = 1\nspells = ["thunder"]',
            "ghoul.spells: “thunder” does not",
            "„thunder” tu nie",
        ),
        ('"1K6+1"', '"1D6+1"', "dice without x", "kości bez x"),
        ('"ghoul"', '"drowner"', "line 25, monster drowner: a row above has the same id", "to samo id (drowner)"),
        ('"ghoul"', '"ghoul', "line 26: a quote", "brakuje cudzysłowu"),
        ("resistance = 1", "resistance = 1\nresistance = 2", "line 29: the same key", "stoi tu dwa razy"),
        ("resistance = 1", "resistance = yes", "line 28: this is no value", "to nie wartość"),
        ("resistance = 1", "resistance", "line 28: a line is KEY = VALUE", "wiersz ma postać"),
        ("resistance = 1", f"resistance = {'[' * 90}{']' * 90}", "at most 64", "najwyżej 64"),
        ("resistance = 1", f"resistance = {'[' * 9000}", "too many lists", "za dużo list"),
        ("extends = true", "", "`extends = true` is missing", "brakuje `extends = true`"),
        ("extends = true", 'extends = "yes"', "line 2, extends: true or false", "ma być true albo false"),
        ("utopiec", "uto{piec", "monster drowner.words.pl.name: the signs { and }", "nawiasy { } nie mogą"),
        ("utopiec", "uto*piec", "Discord takes * for formatting", "znaki * Discord uzna"),
        ("utopiec", "uto%piec", "Discord takes % for formatting", "znaki % Discord uzna"),
    ],
)
def test_each_kind_of_fault_in_both_languages(
    tmp_path: Path, before: str, after: str, english: str, polish: str
) -> None:
    """A fault is told with its line, its row, what is allowed there and what was probably meant."""
    own = Path(shutil.copytree(EXAMPLE, tmp_path / "own"))
    text = (own / MONSTERS).read_text("utf-8") + ROW
    assert before in text
    head, found, tail = text.rpartition(before)
    (own / MONSTERS).write_text(f"{head}{after}{tail}", "utf-8")

    told = {
        lang: CliRunner().invoke(app, ["tables", "check", str(own), "--lang", lang]).stdout for lang in ("en", "pl")
    }

    assert english in told["en"]
    assert polish in told["pl"]
    assert found


@pytest.mark.parametrize("locale", ["pl", "en"])
def test_each_reason_has_words(locale: str) -> None:
    """Whatever a table, the text of a file or a row can lack."""
    root = Path(__file__).parents[2]
    text = "".join(file.read_text("utf-8") for part in ("rules", "bot/games") for file in (root / part).rglob("*.py"))
    reasons = {
        *re.findall(r'\b(?:expected|fault|fault_unless)\(\s*"(\w+)"', text),
        *(f"toml_{kind}" for _, kind, _ in TOML_ERRORS),
    }

    assert len(reasons) > 100
    assert [one for one in sorted(reasons) if not Narrator(locale).has_words(f"tables.expected.{one}")] == []


def test_all_faults_of_all_files_are_told_at_once(tmp_path: Path) -> None:
    """Faults of the types, of the text and between rows, in one go; the rows count as in the group's own file."""
    own = Path(shutil.copytree(EXAMPLE, tmp_path / "own"))
    monsters = own / MONSTERS
    bad = ROW.replace('"1K6+1"', '"much"').replace("resistance = 1", "resistance = -1\ncolour = 1")
    monsters.write_text(monsters.read_text("utf-8").replace("dexterity  = 4", "dexterity = 400") + bad, "utf-8")
    (own / "labirynt_smierci" / "traps.toml").write_text("extends = true\ngas = ", "utf-8")
    (own / "jaskinia" / "spells.toml").write_text("extends = true\n[[spell]]\nid = 4\n", "utf-8")

    found = [(one.file.partition("/")[2], one.key, one.line) for one in missing(own) if one.grave]

    assert {
        ("monsters.toml", "monster drowner.dexterity", 7),
        ("monsters.toml", "monster ghoul.strength", 27),
        ("monsters.toml", "monster ghoul.resistance", 28),
        ("monsters.toml", "monster ghoul.colour", 29),
        ("traps.toml", "", 2),
        ("spells.toml", "spell 1.id", 3),
    } <= set(found)


def test_the_language_is_that_of_the_terminal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Polish on a Polish terminal: what is checked, and what is written to start with."""
    monkeypatch.delenv("LC_ALL", raising=False)
    monkeypatch.delenv("LC_MESSAGES", raising=False)
    monkeypatch.setenv("LANG", "pl_PL.UTF-8")

    begun = CliRunner().invoke(app, ["tables", "init", str(tmp_path)])
    checked = CliRunner().invoke(app, ["tables", "check", str(tmp_path)])

    assert begun.stdout.startswith("Zapisane pliki")
    assert checked.stdout == "Błędy: 0; do uzupełnienia: 0.\n"
    written = (tmp_path / MONSTERS).read_text("utf-8")
    assert written.startswith("# Cechy potworów na poziomie 1.")
    assert "# Wiersz wygląda tak:" in written
    assert "W tej postaci plik niczego nie zmienia" in written


@pytest.mark.parametrize(
    ("file", "said"),
    [
        ("art/labirynt_smierci/monsters/drowner.svg", "did you mean “monsters”?"),
        ("art/monsters/drowner.png", "a drawing is art/PLACE/ID.svg"),
        ("labirynt_smierci/drowner.svg", "a drawing is art/PLACE/ID.svg"),
        ("monsters.toml", "nobody reads tables here"),
        ("labirynt_smierci/own/monsters.toml", "nobody reads this file"),
        ("labirynt_smierci/monster.toml", "did you mean “monsters.toml”?"),
        ("labirynt_smierc/monsters.toml", "did you mean “labirynt_smierci”?"),
    ],
)
def test_files_in_a_wrong_place_are_told(tmp_path: Path, file: str, said: str) -> None:
    """Tables and drawings that nobody would read, with the place that was probably meant."""
    (tmp_path / file).parent.mkdir(parents=True, exist_ok=True)
    (tmp_path / file).write_text("", "utf-8")

    told = [describe_fault(Narrator("en", marked=False), one) for one in missing(tmp_path) if one.grave]

    assert len(told) == 1
    assert said in told[0]


def test_a_drawing_of_nothing_is_told(tmp_path: Path) -> None:
    """A slip in its name, with the id that was probably meant; it does no harm."""
    own = Path(shutil.copytree(EXAMPLE, tmp_path / "own"))
    drawing = own / "art" / "jaskinia" / "cards" / "miners_helmet.svg"
    drawing.rename(drawing.with_name("miner_helmet.svg"))

    (found,) = missing(own)

    told = describe_fault(Narrator("pl", marked=False), found)
    assert told.startswith("art/jaskinia/cards/miner_helmet.svg: nic nie ma takiego identyfikatora")
    assert told.endswith("może „miners_helmet”?")
    assert not found.grave


def test_a_full_stop_at_the_end_is_not_doubled() -> None:
    """The sentences around a group's own text have their own full stop."""
    assert _text_of("Whoever meets it remembers it.") == "Whoever meets it remembers it"
    assert _text_of("And then…") == "And then…"


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
    one_row = Narrator("en").say("tables.init.one_row")
    samples = [file for file in tmp_path.rglob("*.toml") if one_row in file.read_text("utf-8")]
    for file in samples:
        head, _, sample = file.read_text("utf-8").partition(f"# {one_row}\n")
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
    assert "✗ jaskinia/cards.toml, line 1: this is no value: text stands in quotes" in wrong.stdout
    assert nowhere.exit_code == 2
    assert "tables init" in nowhere.output


def test_a_name_that_is_taken_and_a_monster_nobody_meets_are_named(tmp_path: Path) -> None:
    """Once each, with the line; neither keeps the tables from being used."""
    own = Path(shutil.copytree(EXAMPLE, tmp_path / "own")) / "labirynt_smierci"
    monsters = own / "monsters.toml"
    monsters.write_text(monsters.read_text("utf-8").replace('name = "utopiec"', 'name = "troll"'), "utf-8")
    (own / "wandering.toml").unlink()

    file = "labirynt_smierci/monsters.toml"
    assert [describe_fault(Narrator("pl", marked=False), one) for one in missing(own.parent)] == [
        f"{file}, wiersz 15, monster drowner.words.pl.name: tak samo („troll”) nazywa się inny wiersz",
        f"{file}, wiersz 5, monster drowner.id: żadne spotkanie tego nie przywoła (wandering.toml, residents.toml): "
        "pojawi się tylko za sprawą mistrza gry",
    ]
    assert not any(one.grave for one in missing(own.parent))
