"""Sheets, party, map and fight in words; every word of every picture is in the catalogues of both languages."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from typing import Any

import msgspec
import pytest
from structlog.testing import capture_logs

from bot.games.labirynt_smierci import sheets
from bot.games.labirynt_smierci.words import battle_in_words, map_in_words, party_in_words
from bot.words.catalogues import LOCALES
from bot.words.narrator import Narrator
from images.labirynt_smierci.battle import draw_battle
from images.labirynt_smierci.maps import draw_map, draw_placement
from images.labirynt_smierci.sheets import draw_card, draw_party
from images.lettering import Say
from rules.kernel.words import Word
from rules.labirynt_smierci.rulebook import LabiryntSmierci
from rules.labirynt_smierci.view import BattleView, GateView, PartyView
from tests.images import mazes

CHARMED: tuple[Any, ...] = ("", "person", "monster")
RULES = LabiryntSmierci.with_tables()
GATES = (
    GateView(2, None, False, False),
    GateView(2, 4, False, False),
    GateView(2, 0, True, False),
    GateView(2, 0, True, True),
)
"""All that may be known of the Gate."""


def parties() -> list[PartyView]:
    """Early and late, with all that may be known of the Gate, in games of three adventures and without end."""
    late = mazes.a_late_party()
    known = [msgspec.structs.replace(late, gate=gate) for gate in GATES]
    return [mazes.a_party(), *known, msgspec.structs.replace(late, adventures=0, sun="")]


def a_menagerie() -> BattleView:
    """Every monster of the tables against an elf."""
    kinds = [row.id for row in RULES.tables.monsters.monster]
    monsters = tuple(mazes.a_fighter("A", Word(f"monster.{kind}"), kind) for kind in kinds)
    return BattleView(1, ((mazes.a_fighter("1", Word("hero.alric"), "elf"),),), (monsters,))


PICTURES: dict[str, Callable[[Say], object]] = {
    "maps": lambda say: [
        draw_map(level, say) for level in (mazes.every_feature(), mazes.examined_features(), mazes.a_maze(14))
    ],
    "gates": lambda say: [draw_map(mazes.at_the_gate(state), say) for state in ("open", "destroyed")],
    "placement": lambda say: draw_placement(mazes.every_feature(), say, mazes.a_placement()),
    "fights": lambda say: [draw_battle(battle, say) for battle in (mazes.a_battle_at_the_gate(), a_menagerie())],
    "parties": lambda say: [draw_party(party, say) for party in parties()],
    "cards": lambda say: b"".join(draw_card(one, say) for one in mazes.a_hand()),
}


@pytest.mark.parametrize(("locale", "name"), [*product(LOCALES, PICTURES)])
def test_a_picture_has_all_its_words(locale: str, name: str) -> None:
    """Drawn with the real catalogue, no key is missing and no fact."""
    with capture_logs() as logged:
        PICTURES[name](Narrator(locale).plain.say)

    assert [entry for entry in logged if entry["event"].startswith("words.")] == []


@pytest.mark.parametrize("locale", LOCALES)
def test_everything_that_is_found_has_a_name(locale: str) -> None:
    """Each magic item of the tables, known and unknown."""
    narrator, items = Narrator(locale), RULES.tables.items
    titles = {
        title.key
        for row in items.item
        for title in (mazes.an_item(row.kind, row.name).title, mazes.an_item(row.kind).title)
    }

    assert [key for key in sorted(titles) if not narrator.has_words(key)] == []


@pytest.mark.parametrize("locale", LOCALES)
def test_sheets_and_alt_texts_have_all_their_words(locale: str) -> None:
    """The party and everybody in it, maps and fights."""
    narrator = Narrator(locale, {"ala": "Ala", "ola": "Ola"})
    heap = (mazes.an_item("ring", "heal"), mazes.an_item("jewel", worth=25))
    with capture_logs() as logged:
        for party in (*parties(), msgspec.structs.replace(mazes.a_late_party(), heap=heap)):
            assert sheets.party(narrator, party)
            assert party_in_words(narrator, party)
        for one in (*mazes.a_hand(), msgspec.structs.replace(mazes.a_full_sheet(), spells=(), usable=())):
            assert sheets.sheet(narrator, one)
        assert battle_in_words(narrator, mazes.a_battle_at_the_gate())
        assert map_in_words(narrator, mazes.at_the_gate("destroyed"))

    assert [entry for entry in logged if entry["event"].startswith("words.")] == []


def test_a_sheet_says_all_that_is_on_the_card() -> None:
    """Losses, wards, weapons, spells with their uses, finds, what they are worth, gold, experience."""
    lines = sheets.sheet(Narrator("pl", {"ala": "Ala"}), mazes.a_full_sheet()).splitlines()

    assert "Siła 5/9 · zręczność 4 · odporność 2" in lines
    assert "rany 2 · wydane na czary 2" in lines
    assert "Magiczna zbroja wchłonie 3 rany" in lines
    assert "Broń: łuk +2 (w ręku) i sztylet" in lines
    assert any("Uzdrowienie ×2" in line and line.startswith("Czary na dziś") for line in lines)
    assert any("nieznana mikstura ×2" in line and "klejnot ×3 (wartość 140)" in line for line in lines)
    assert "Sakiewka: 137 sztuk złota · razem skarby: 377" in lines
    assert "Doświadczenie: 128 · ulepszenia do kupienia: 2" in lines


@pytest.mark.parametrize("locale", LOCALES)
def test_a_sheet_says_what_works_on_the_character(locale: str) -> None:
    """Strength for the next fight, and whom a potion that was drunk will charm."""
    narrator = Narrator(locale)
    strong = msgspec.structs.replace(mazes.an_apprentice(), might=2)
    told = {whom: sheets.sheet(narrator, msgspec.structs.replace(strong, charming=whom)) for whom in CHARMED}

    assert all(narrator.say("sheet.might", value=2) in said for said in told.values())
    assert [len(said.splitlines()) for said in told.values()] == [6, 7, 7]
    assert all(narrator.say(f"sheet.charming.{whom}") in said for whom, said in told.items() if whom)


def test_a_sheet_leaves_out_what_is_not_there() -> None:
    """An apprentice of two weapons and twelve points fits into five lines."""
    assert len(sheets.sheet(Narrator("en"), mazes.an_apprentice()).splitlines()) == 5


def test_a_charmed_monster_has_no_race_and_no_purse() -> None:
    """Who leads it, how strong it is, its claws."""
    said = sheets.sheet(Narrator("en", {"ala": "Ala"}), mazes.an_ally())

    assert "**ogre** – charmed; led by Ala" in said
    assert "Purse" not in said


def test_the_party_is_told_rank_by_rank() -> None:
    """Gold and experience of each, allies, who is of stone, the Gate, the winners."""
    said = sheets.party(Narrator("pl", {"ala": "Ala", "ola": "Ola"}), mazes.a_late_party())

    assert "Wrota: poziom 2, jeszcze 4 nowe segmenty" in said
    assert "-# złoto 180 · doświadczenie 104" in said
    assert "**ogr** (pod urokiem: Ala) – siła 6/9, pazury" in said
    assert "**Mścisław** (Ala) – w kamiennej postaci" in said
    assert "👑 Osobiste zwycięstwo: Gislan" in said


def test_alt_text_names_who_stands_in_no_rank() -> None:
    """As the picture and the words do: before the first formation that is everybody."""
    party = msgspec.structs.replace(mazes.a_late_party(), formation=())
    living = [member for member in party.characters if member.alive]
    said = party_in_words(Narrator("en"), party)

    assert living
    assert all(f"{member.strength}/{member.full}" in said.partition("Not in the ranks:")[2] for member in living)


def test_alt_text_says_who_sleeps_and_who_changed_sides() -> None:
    """As the signs on the cards do."""
    said = battle_in_words(Narrator("en"), mazes.a_battle_at_the_gate())

    assert "Raman Cronkevitch 5/8 (asleep, under Magic Shield)" in said
    assert "ogre 5/8 (charmed, fights for the party)" in said
    assert "Zurik 5/8 (fights against the party)" in said


def test_alt_text_tells_of_features_stone_and_the_gate() -> None:
    """As the signs on the map do."""
    examined, gate = (map_in_words(Narrator("pl"), level) for level in (mazes.examined_features(), mazes.at_the_gate()))

    assert "Zbadane: lustro, fontanna, posąg" in examined
    assert "Zamienionych w kamień: 4." in examined
    assert "Na mapie stoją Czarne Wrota." in gate
    assert "klapa ×3" in gate
