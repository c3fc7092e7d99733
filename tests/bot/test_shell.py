"""``labirynt shell``: one line in, the answer out; at a prompt with completion and history, in a pipe without."""

from __future__ import annotations

import io
import os
import stat
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from prompt_toolkit.application import create_app_session
from prompt_toolkit.completion import CompleteEvent
from prompt_toolkit.document import Document
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.output import DummyOutput
from typer.testing import CliRunner

from bot.lookup import words
from bot.lookup.asking import Desk
from bot.lookup.tables import Library, sheet, tables_of
from bot.run import table_commands, terminal
from bot.run.cli import app
from bot.run.terminal import typeset
from bot.words.catalogues import LOCALES
from bot.words.narrator import Narrator
from rules.games import books
from rules.kernel.errors import Refused
from rules.labirynt_smierci.tables import FOLDER
from tests.sampled import first_of

OWN = Path(__file__).parents[2] / "docs" / "own-tables"

WIDE = sheet(200)


def desk(locale: str = "en") -> Desk:
    """A desk with the shipped tables."""
    return Desk(Narrator(locale, marked=False), Library(paper=WIDE))


ASKED = [
    ("troll 2", "**Troll** · Monsters\nLevel: **2**"),
    ("TROLL  2", "**Troll** · Monsters\nLevel: **2**"),
    ("trol 2", "-# trol → Troll?"),
    ("bribe 9 60", "taken when d6 ≤ 4"),
    ("wykup 9 60", "taken when d6 ≤ 4"),
    ("trap 4", "**An explosion** · Traps"),
    ("pułapka 4", "**An explosion** · Traps"),
    ("pulapka 4", "**An explosion** · Traps"),
    ("zły duch 3", "**Wraith** · Monsters"),
    ("zly duch 3", "**Wraith** · Monsters"),
    ("combat sword 9", "Wounds: **1**"),
    ("fireball", "**Fireball** · Finds"),
    ("goblin", "*A Monster with Strength 2.*"),
    ("ring of healing", "**Ring of healing** · Magic items"),
    ("lc troll", "**Rock troll** · Encounters"),
    ("jaskinia orc", "**Orc** · Cards"),
    ("labirynt śmierci orc", "**Orc** · Monsters"),
    ("chamber k5", "Area: **A2**"),
    ("roll bribe 9 60", "🎲 bribe d6: **"),
    ("bribe 9 60!", "🎲 bribe d6: **"),
    ("bribe 9 60 roll", "🎲 bribe d6: **"),
    ("combat sword roll 9", "Wounds: **1**"),
    ("zły mag", "**Evil mage** · Monsters"),
    ("zły mag 2", "**Evil mage** · Monsters\nLevel: **2**"),
    ("kula ognia", "**Fireball** · Finds"),
    ("bl kn 3", "**Black knight** · Monsters\nLevel: **3**"),
    ("cz ryc 3", "**Black knight** · Monsters\nLevel: **3**"),
    ("jask", "**The tables of Jaskinia**"),
    ("psychika 4", "Fights in Jaskinia have no table"),
    ("lc combat 4", "Fights in Labirynt Czarnoksiężnika have no table"),
    ("lś trap!", "🎲 result d6: **"),
    ("tables", "**The tables of Labirynt Śmierci**"),
    ("?", "**What to type**"),
    ("pomoc", "**What to type**"),
    ("bribe", "gold  1+  6+  10+"),
]


@pytest.mark.parametrize(("typed", "said"), ASKED)
def test_what_people_type(typed: str, said: str) -> None:
    """In either language, with accents or without, of one game or of all, with dice or without."""
    assert said in desk().answer(typed)


@pytest.mark.parametrize("typed", ["2d6+1", "2k6+1", "2K6+1", "roll 2d6+1", "kości 2k6+1", "dice 2D6+1"])
def test_dice_in_every_notation(typed: str) -> None:
    """Shown as they are written in the language."""
    assert desk("en").answer(typed).startswith("🎲 2d6+1: **")
    assert desk("pl").answer(typed).startswith("🎲 2K6+1: **")


@pytest.mark.parametrize(
    ("typed", "reason"),
    [
        ("d20", "dice_code"),
        ("99k6", "dice_code"),
        ("zzzz", "lookup_entry"),
        ("bribe 9", "lookup_missing"),
        ("trap 9", "lookup_value"),
        ("talisman", "lookup_near"),
        ("roll zzzz", "lookup_entry"),
        ("lc orc", "lookup_entry_in_game"),
        ("bribe x y", "lookup_number"),
    ],
)
def test_what_cannot_be_answered(typed: str, reason: str) -> None:
    """Is refused by what is nearest to it."""
    with pytest.raises(Refused) as refused:
        desk().answer(typed)

    assert refused.value.reason == reason


def test_the_game_that_stays_open_is_said() -> None:
    """Where another game has what was asked for; all games are opened by a word."""
    one = desk("pl")
    one.answer("lc")
    with pytest.raises(Refused) as refused:
        one.answer("negocjacje")
    said = terminal.sentence(Narrator("pl", marked=False), refused.value)
    one.answer("gry")

    assert said.startswith("W tabelach gry Labirynt Czarnoksiężnika nic nie nazywa się „negocjacje”")
    assert said.endswith("`gry` otwiera wszystkie tabele.")
    assert "Negocjacje" in one.answer("negocjacje")


def test_the_level_is_added_to_a_treasure_once() -> None:
    """The monster names the type of the first level; the treasure adds the level."""
    one = desk("pl")

    assert "gdy osiadły (na poziomie 1): J" in one.answer("troll 2").replace("*", "")
    assert "Rodzaj: K" in one.answer("skarb j 2").replace("*", "")


@pytest.mark.parametrize("typed", ["fireball zzz", "kula ognia zzz", "ognista kula 99"])
def test_no_inner_id_is_said(typed: str) -> None:
    """A refusal names what was typed, never the key by which the program knows it."""
    with pytest.raises(Refused) as refused:
        desk("pl").answer(typed)

    assert "fireball" not in str(refused.value.facts.get("got", "")).removeprefix("fireball zzz")


def test_the_game_asked_about_last_goes_first() -> None:
    """Of two orcs the one of the game in hand comes first; at the beginning that of Labirynt Śmierci."""
    asked = desk()
    assert asked.answer("orc").startswith("**Orc** · Monsters")

    asked.answer("jaskinia goblin")

    assert asked.answer("orc").startswith("**Orc** · Cards")


def test_two_dice_complete_together() -> None:
    """As they are typed into the table."""
    assert [item.said for item in desk().complete("resident 4")] == [f"4, {second}" for second in range(1, 7)]
    assert [item.said for item in desk().complete("wandering 4, 2")] == ["4, 2"]
    assert "§8.3" in desk().answer("resident 4, 2")


def test_nothing_is_answered_by_nothing() -> None:
    """An empty line costs nothing."""
    assert desk().answer("   ") == ""


def test_a_game_stays_open_until_all_are_asked_for() -> None:
    """Named alone; with something behind it, it counts for that line only."""
    one = desk()
    tables, both = one.answer("jaskinia"), one.answer("lś orc")

    assert "Kinds of Chambers" in tables
    assert "Monsters" in both
    assert "Monsters" not in one.answer("orc")
    assert "**Traps" not in one.answer("tables")
    one.answer("gry")
    assert "Monsters" in one.answer("orc")


@pytest.mark.parametrize("typed", ["q", "quit", "koniec", "Q"])
def test_the_end(typed: str) -> None:
    """In either language."""
    assert desk().is_over(typed)
    assert not desk().is_over("troll")


def completed(typed: str, locale: str = "pl") -> list[str]:
    """What a line may become."""
    return [typed[: len(typed) - one.instead] + one.said for one in desk(locale).complete(typed)]


@pytest.mark.parametrize(
    ("typed", "whole"),
    [
        ("tro", "Troll"),
        ("zly du", "Zły duch"),
        ("pulap", "Pułapki"),
        ("potwory tro", "potwory Troll"),
        ("potwory troll, poz", "potwory Troll, poziom 2"),
        ("jask", "Jaskinia"),
        ("lś wilk", "lś Wilkołak"),
        ("wilkolk", "Wilkołak"),
        ("rzuć wyk", "rzuć Wykup"),
        ("czary uz", "czary Uzdrowienie"),
    ],
)
def test_completion(typed: str, whole: str) -> None:
    """Of games, tables and names, without accents and with a slip, and of what else a table asks for."""
    assert whole.casefold() in [one.casefold() for one in completed(typed)]


@pytest.mark.parametrize("locale", LOCALES)
def test_whatever_is_completed_is_understood(locale: str) -> None:
    """Names of tables and entries; at most something more is asked for."""
    asked = desk(locale)
    offered = {one.said for letter in "abcdefghijklmnoprstuwz" for one in asked.complete(letter) if one.about}

    assert len(offered) > 100
    assert {outcome(asked, said) for said in sorted(offered)[::5]} <= {"answered", "lookup_missing"}


def outcome(asked: Desk, typed: str) -> str:
    """How a line is taken: «answered», or why not."""
    try:
        return "answered" if asked.answer(typed) else ""
    except Refused as refused:
        return refused.reason


def shell_in_a_pipe(lines: str, **surroundings: str) -> Any:
    """What it prints."""
    english = {"LC_ALL": "en_GB.UTF-8", "LABIRYNT_TABLES": ""}
    return CliRunner().invoke(app, ["shell"], input=lines, env=english | surroundings)


def test_in_a_pipe() -> None:
    """A line for a line, without prompt, greeting or signs for bold; the end is the end of input, or «q»."""
    result = shell_in_a_pipe("bribe 9 60\n\nnonsense\nk6\nq\ntroll\n")

    assert result.exit_code == 1
    assert result.stdout.startswith("Bribe\nBribe: taken when d6 ≤ 4\nStrength + reluctance: 9\n")
    assert "\033" not in result.stdout
    assert "Troll" not in result.stdout
    assert result.stdout.splitlines()[-1].startswith("🎲 d6: ")
    assert result.stderr == "Nothing in the tables is called “nonsense”.\n"
    assert shell_in_a_pipe("troll 2").exit_code == 0


def test_in_the_language_of_the_surroundings() -> None:
    """Or in that of --lang."""
    polish = shell_in_a_pipe("wykup 9 60", LC_ALL="pl_PL.UTF-8")
    english = CliRunner().invoke(app, ["shell", "--lang", "en"], input="wykup 9 60", env={"LC_ALL": "pl_PL.UTF-8"})

    assert "zgoda, gdy 1K6 pokaże najwyżej 4" in polish.stdout
    assert "taken when d6 ≤ 4" in english.stdout


def test_a_groups_own_tables(tmp_path: Path) -> None:
    """Those of LABIRYNT_TABLES; what is wrong with them is said before anything is asked."""
    own = tmp_path / "labirynt_smierci"
    own.mkdir()
    printed = (FOLDER / "negotiation.toml").read_text("utf-8")
    (own / "negotiation.toml").write_text(printed.replace("least =  7", "least =  5"), "utf-8")
    good = shell_in_a_pipe("negotiation 5", LABIRYNT_TABLES=str(tmp_path))
    (own / "negotiation.toml").write_text("nonsense", "utf-8")
    bad = shell_in_a_pipe("negotiation 5", LABIRYNT_TABLES=str(tmp_path))

    assert "Result: agreement" in good.stdout
    assert bad.exit_code == 2
    assert bad.stderr.startswith("labirynt_smierci/negotiation.toml, line 1: ")


@pytest.mark.usefixtures("nothing_stays")
@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("drowner", "They come up without a splash and know no fear."),
        ("feather ring", "It tickles your enemies to sleep."),
        ("halberd", "Works like: magic axe"),
    ],
)
def test_a_groups_own_row_is_told_with_its_sentence(typed: str, said: str) -> None:
    """The rows of the example: what the group wrote, else what the row works like."""
    shown = shell_in_a_pipe(typed, LABIRYNT_TABLES=str(OWN))

    assert said in shown.stdout


@pytest.mark.parametrize(("typed", "said"), [("desk", "A desk · Finds"), ("clavichord", "A clavichord · Finds")])
def test_a_row_is_found_by_its_own_name(typed: str, said: str) -> None:
    """A Find stands in the table by its feature and a die; people look for what they have before them."""
    assert said in shell_in_a_pipe(typed).stdout


@pytest.mark.parametrize("leave", ["\x04", "q\r"])
def test_at_a_prompt(leave: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With a greeting; Ctrl-C drops a line, Ctrl-D or «q» ends it; what was typed is kept for its owner alone."""
    shown = io.StringIO()
    monkeypatch.setattr(sys, "stdout", shown)
    with create_pipe_input() as keys, create_app_session(input=keys, output=DummyOutput()):
        keys.send_text(f"half a li\x03trap 4\r{leave}")
        asked = desk()
        table_commands.answer_lines(asked, Narrator("en"), table_commands.typed_lines(asked, tmp_path), styled=True)

    kept = tmp_path / table_commands.HISTORY
    assert "\033[1mAn explosion\033[0m · Traps" in shown.getvalue()
    assert "+trap 4" in kept.read_text("utf-8")
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600


def test_no_folder_is_made_for_history(tmp_path: Path) -> None:
    """Where there is no data folder, nothing is kept."""
    folder = tmp_path / "data"
    with create_pipe_input() as keys, create_app_session(input=keys, output=DummyOutput()):
        keys.send_text("trap 4\r\x04")
        assert list(table_commands.typed_lines(desk(), folder)) == ["trap 4"]

    assert not folder.exists()


def test_the_prompt_offers_completions() -> None:
    """In place of what was begun, with what they are."""
    offers = table_commands.completer(desk().complete).get_completions(Document("lś dire"), CompleteEvent())

    assert [(one.text, one.start_position, one.display_meta_text) for one in offers] == [("Dire wolf", -4, "Monsters")]


def test_words_on_a_terminal() -> None:
    """Bold, italic and faint where it knows them; nothing but the words where it does not."""
    said = "**Troll** · Potwory\n```\na  b\n```\n*Leczy się.* `2K6x4`\n-# §8"

    assert typeset(said, styled=False) == "Troll · Potwory\na  b\nLeczy się. 2K6x4\n§8"
    assert typeset("**a**\n-# b", styled=True) == "\033[1ma\033[0m\n\033[2mb\033[0m"


# In a pipe ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("encoding", first_of(("utf-8-sig", "utf-16", "utf-8", "utf-32"), 2))
def test_a_pipe_is_read_in_every_unicode_encoding(encoding: str) -> None:
    """PowerShell writes marks before what it pipes."""
    done = piped("pułapka 4\r\ntroll 2\r\n".encode(encoding))

    assert done.returncode == 0, done.stderr
    assert [title in done.stdout.decode() for title in ("An explosion", "Troll")] == [True, True]


def test_a_pipe_in_a_code_page_is_answered(tmp_path: Path) -> None:
    """A letter that cannot be read is no reason to end, and nothing of it steers the terminal."""
    done = piped("ż\x1b[31m\r\ntroll 2\n".encode("cp1250"))

    assert b"Troll" in done.stdout
    assert b"\x1b" not in done.stdout + done.stderr
    assert b"Traceback" not in done.stderr


def piped(lines: bytes) -> subprocess.CompletedProcess[bytes]:
    """The shell's answers to these bytes."""
    program = [sys.executable, "-m", "bot.run", "shell", "--language", "en"]
    surroundings = {**os.environ, "PYTHONIOENCODING": "utf-8"}
    return subprocess.run(program, input=lines, env=surroundings, capture_output=True, timeout=60, check=False)


def test_what_is_too_much_behind_a_name() -> None:
    """An entry that takes nothing more says so, instead of listing all others."""
    with pytest.raises(Refused) as refused:
        desk("pl").answer("siła 3")

    assert Narrator("pl", marked=False).say("refused.lookup_extra", **refused.value.facts) == (
        "Siła: po tej nazwie nic się nie wpisuje, a tu jest jeszcze „3”."
    )


def test_polish_tables_have_no_ids() -> None:
    """On paper, too: the names of segments, their sides and the ways of the cave are words."""
    narrator, library = Narrator("pl", marked=False), Library(paper=WIDE)
    columns = {
        table.key: words.columns(narrator, table, table.lookup.rows(library.tables(table.book)))
        for table in tables_of(books())
    }
    cells = {cell for _, rows in columns.values() for row in rows for cell in row}

    assert [cell for cell in cells if "_" in cell or cell in ("entrance", "gate", "CWWW", "N E6")] == []
    assert {"wejście", "wrota", "KŚŚŚ", "płn. E6"} <= cells
    assert "NESW" not in columns["tile"][0]
