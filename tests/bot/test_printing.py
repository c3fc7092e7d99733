"""What is printed of each game: everything, in both languages, on both papers; nobody's secrets but one's own."""

from __future__ import annotations

from itertools import product
from typing import Any

import msgspec
import pytest

from bot.games import face_of
from bot.lookup.tables import Library, tables_of, title_of
from bot.printing import SIZES, WHAT, Order, Size, What, print_order
from bot.words.catalogues import LOCALES
from bot.words.narrator import Narrator
from rules.games import all_games, book
from rules.kernel.errors import Refused
from rules.labirynt_smierci.view import View
from tests.bot.a_cave import a_figure, a_meeting
from tests.bot.a_sorcerer import a_duel
from tests.images import caves, dungeons, mazes
from tests.images.paper import UNPRINTABLE, is_grey, pages, smallest_type, words_of
from tests.sampled import first_of

PAPER = {"a4": (210, 297), "letter": (216, 279)}
PEOPLE = ("ala", "ola", "jan", "ewa", "iza", "leo", "s1", "s2")
NAMES = {seat: seat.capitalize() for seat in PEOPLE}
SPELLS = {"dispel": "Rozproszenie", "giant_might": "Siła olbrzyma"}

A_GAME: dict[str, Any] = {
    "labirynt-smierci": View(1, False, "", mazes.a_late_party(), mazes.a_maze(150), (mazes.every_feature(),)),
    "labirynt-czarnoksieznika": dungeons.a_crowded_game(4),
    "jaskinia": caves.a_crowded_cave(),
}
"""Many people, things everywhere."""
NUMBER = {
    ("labirynt-smierci", "sheets"): (4, 1),
    ("labirynt-smierci", "cards"): (6, 6),
    ("labirynt-czarnoksieznika", "sheets"): (4, 1),
    ("labirynt-czarnoksieznika", "cards"): (3, 3),
    ("jaskinia", "sheets"): (3, 2),
    ("jaskinia", "cards"): (2, 2),
}
"""How many pages: eight characters, four teams, six Seekers; blank sheets; a card for each hero, Spell, scroll."""


def printed(game: str, what: What, size: Size = "a4", locale: str = "pl", view: Any = None) -> bytes:
    """The file."""
    order = Order(book(game), what, size, Library(), view)
    return print_order(Narrator(locale, NAMES), order).data


@pytest.mark.parametrize(("game", "what"), [*product(all_games(), WHAT)])
@pytest.mark.parametrize(("size", "locale"), first_of(zip(SIZES * 2, (*LOCALES, *reversed(LOCALES)), strict=True), 2))
def test_everything_is_printed_of_every_game(game: str, what: What, size: Size, locale: str) -> None:
    """As many pages as there should be, black on white, no words near the edge; blank sheets where none is played."""
    views = [A_GAME[game]] if (game, what) == ("labirynt-smierci", "map") else [A_GAME[game], None]
    for view, number in zip(views, NUMBER.get((game, what), (2, 2)), strict=False):
        found = pages(printed(game, what, size, locale, view))

        assert all(page.size in (PAPER[size], PAPER[size][::-1]) for page in found)
        assert all(page.nearest > UNPRINTABLE and is_grey(page) for page in found)
        assert len(found) == number if (game, what) in NUMBER else 1 <= len(found) <= 5
        assert not any("print." in page.words or "lookup." in page.words for page in found)


@pytest.mark.parametrize(("game", "locale"), [*product(all_games(), LOCALES)])
def test_no_table_of_a_game_is_forgotten(game: str, locale: str) -> None:
    """Each under its title."""
    said = words_of(printed(game, "tables", locale=locale))

    assert all(title_of(Narrator(locale), table) in said for table in tables_of([book(game)]))


def test_polish_letters_are_printed() -> None:
    """Names and words with all their tails and strokes."""
    assert "Zręczność" in words_of(printed("labirynt-smierci", "sheets"))
    assert "Łotrzyk" in words_of(printed("jaskinia", "cards"))
    assert "Podziemne źródło" in words_of(printed("jaskinia", "tables"))


@pytest.mark.parametrize(("game", "what"), [*product(all_games(), ("tables", "sheets"))])
@pytest.mark.parametrize(("size", "locale"), [("a4", "pl"), ("letter", "en")])
def test_no_type_of_tables_and_sheets_is_smaller_than_8(game: str, what: What, size: Size, locale: str) -> None:
    """Legible at arm's length by a lamp, blank or filled in."""
    for view in (A_GAME[game], None):
        assert smallest_type(printed(game, what, size, locale, view)) > 7.99


def test_a_blank_cave_blank_boards_and_guest_sheets_need_no_game() -> None:
    """For a group that plays with pencils: with a legend, with nobody there."""
    cave, boards = words_of(printed("jaskinia", "map")), words_of(printed("labirynt-czarnoksieznika", "map"))
    guests = pages(printed("jaskinia", "sheets"))[1].words

    assert all(f"K{number}" in cave for number in range(1, 8))
    assert "Zapomniana kuźnia" in cave
    assert "Lochy, strona łagodna" in boards
    assert "Krypta, strona groźna" in boards
    assert "komnata Ognia" in boards
    assert all(guests.count(label) == 2 for label in ("Wytrzymałość", "Stracone tury", "Skąd"))


def test_the_legend_has_doors_and_open_ends() -> None:
    """Both stand on the map, so both are explained below it."""
    said = words_of(printed("labirynt-smierci", "map", view=A_GAME["labirynt-smierci"]))

    assert "drzwi" in said
    assert "nieznane" in said


@pytest.mark.parametrize("viewer", ["s1", "s2", None])
def test_spells_are_named_for_who_holds_them(viewer: str | None) -> None:
    """Others, and a sheet for all to see, have their number alone."""
    rules = a_meeting(a_figure("shaman", "B6", spells=["dispel"]), a_figure("alchemist", spells=["giant_might"]))
    said = words_of(printed("jaskinia", "sheets", view=rules.view(rules.begin(["s1", "s2"], {}), viewer)))

    assert (SPELLS["dispel"] in said) is (viewer == "s1")
    assert (SPELLS["giant_might"] in said) is (viewer == "s2")
    assert said.count("zakryte: 1") == (2 if viewer is None else 1)


@pytest.mark.parametrize("viewer", ["s1", "s2", None])
def test_what_is_in_a_backpack_is_named_for_its_team(viewer: str | None) -> None:
    """And for nobody else."""
    rules = a_duel(pack=["fireball"])
    said = words_of(
        printed("labirynt-czarnoksieznika", "sheets", view=rules.view(rules.begin(["s1", "s2"], {}), viewer))
    )

    assert ("Ognista kula" in said) is (viewer == "s2")
    assert ("zakryte: 1" in said) is (viewer != "s2")


def test_mostly_empty_columns_are_gathered() -> None:
    """Each value with its heading, instead of half a page of dashes; short headings are explained."""
    cards, monsters = words_of(printed("jaskinia", "tables")), words_of(printed("labirynt-smierci", "tables"))

    assert "Siła 4" in cards
    assert "złoto 2" in cards
    assert cards.count("–") < 100
    assert "moc regeneracja" in monsters
    assert "odp: odporność" in monsters


def test_an_empty_level_is_a_grid() -> None:
    """A page for each level, with what is drawn where segments meet."""
    found = pages(printed("labirynt-smierci", "map"))

    assert len(found) == 3
    assert all(f"Poziom {level}" in page.words for level, page in enumerate(found, 1))
    assert all("drzwi" in page.words for page in found)


def test_a_sheet_needs_people() -> None:
    """Refused in words."""
    with pytest.raises(Refused, match="nothing_to_show"):
        printed("jaskinia", "sheets", view=caves.before_the_start())


@pytest.mark.parametrize("name", ["x" * 4000, "🐉" * 50, "Zażółć gęślą jaźń " * 200])
def test_twelve_characters_with_endless_names(name: str) -> None:
    """Six pages, a sheet for each, with as much of the name as there is room for."""
    member = msgspec.structs.replace(mazes.a_full_sheet(), name=name)
    party = msgspec.structs.replace(mazes.a_late_party(), characters=(member,) * 12)
    found = pages(printed("labirynt-smierci", "sheets", view=View(1, False, "", party, None)))

    assert len(found) == 6
    assert all(page.words.count("Zręczność") == 2 and page.nearest > UNPRINTABLE for page in found)


def test_every_deck_has_words_and_every_card_a_drawing() -> None:
    """The kinds of cards are named in both languages; no card stands without its drawing."""
    from bot.printing import cards_of

    for game, locale in product(all_games(), LOCALES):
        cards = cards_of(Narrator(locale, marked=False), Library(), book(game), face_of(game).decks)
        assert cards
        assert all(card.title and card.art and not card.kind.startswith("print.") for card in cards)
