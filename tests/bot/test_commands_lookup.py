"""``/lookup``: the tables in any channel, in words of both languages, with dice, for one or for all."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import pytest

from bot.lookup import words
from bot.lookup.asking import look_up
from bot.lookup.tables import Library, Paper, Table, table_offers
from bot.lookup.words import NOT_TOLD, entry
from bot.words.catalogues import LOCALES, catalogue
from bot.words.narrator import Narrator
from rules.games import books
from rules.kernel.errors import Refused
from rules.kernel.lookups import Book, Lookup
from rules.labirynt_smierci.lookups import BOOK
from rules.labirynt_smierci.tables import load
from rules.labirynt_smierci.tables.sheets_finds import FEATURES
from tests.bot.a_lookup import rows_of

TABLES = load()
DEATH = Library(chosen=BOOK)
EVERY = [Table(book, one) for book in books() for one in book.lookups]
lookup = BOOK.lookup
MOST = 2000
Given = dict[str, Any]


TYPED = [
    ("monster", "troll, poziom 2", "**Troll** · Potwory\nPoziom: **2**"),
    ("monster", "level: 2; Troll", "**Troll** · Potwory\nPoziom: **2**"),
    ("monster", "zły duch 3", "**Zły duch** · Potwory\nPoziom: **3**"),
    ("monster", "wilkolk", "**Wilkołak** · Potwory"),
    ("Wykup", "złoto 60, suma 9", "gdy 1K6 pokaże najwyżej 4"),
    ("wykup", "9, 60", "gdy 1K6 pokaże najwyżej 4"),
    ("wyniki walki", "atak 9, miecz", "Rany: **1**"),
    ("potwry wedrowne", "6 4", "**Kościotrup**"),
]


@pytest.mark.parametrize(("table", "name", "said"), TYPED)
def test_several_things_are_asked_for_in_any_order(table: str, name: str, said: str) -> None:
    """By what they are, or in the order in which they are asked for; after commas or not, and with a slip."""
    assert said in look_up(Narrator("pl"), DEATH, table, name)


ANYWHERE = [
    ("trol 2", "-# trol → Troll?\n\n**Troll** · Monsters\nLevel: **2**"),
    ("pulapka, 4", "**An explosion** · Traps"),
    ("wykup 9, 60", "taken when d6 ≤ 4"),
    ("wikup 9 60", "taken when d6 ≤ 4"),
    ("łapówka 9 60", "taken when d6 ≤ 4"),
    ("potwór troll 3", "**Troll** · Monsters\nLevel: **3**"),
    ("dire wolf 3", "**Dire wolf** · Monsters\nLevel: **3**"),
    ("gate 2", "**The Black Gate**"),
    ("lc troll", "**Rock troll** · Encounters"),
    ("jaskinia", "**The tables of Jaskinia**"),
    ("2d6+1", "🎲 2d6+1: **"),
]


@pytest.mark.parametrize(("typed", "said"), ANYWHERE)
def test_what_is_typed_names_the_table_or_the_entry(typed: str, said: str) -> None:
    """Where no table was chosen, as at the desk of the shell: in either language, with a slip."""
    assert said in look_up(Narrator("en"), DEATH, "", typed)


@pytest.mark.parametrize(
    ("typed", "reason", "facts"),
    [
        ("abcdefg", "lookup_entry_in_game", {"got": "abcdefg"}),
        ("talis", "lookup_near", {"got": "talis"}),
        ("bribe 9", "lookup_missing", {"table": "Bribe"}),
        ("trap 9", "lookup_value", {"got": "9"}),
        ("troll 9", "lookup_value", {"got": "9"}),
    ],
)
def test_what_is_typed_may_mean_nothing_or_too_much(typed: str, reason: str, facts: Given) -> None:
    """Refused by what is nearest: what is missing, what it can be, what it may have been."""
    with pytest.raises(Refused) as refused:
        look_up(Narrator("en"), DEATH, "", typed)

    assert refused.value.reason == reason
    assert facts.items() <= refused.value.facts.items()


def test_dice_for_what_is_left_open() -> None:
    """What is given goes before what the dice decide."""
    thrown = look_up(Narrator("pl"), DEATH, "combat", "miecz 3", throw=True)
    bribe = look_up(Narrator("pl"), DEATH, "bribe", "9 60", throw=True)

    assert "🎲 atak 1K6: **" in thrown
    assert "Przyjęty: **" in bribe
    assert "🎲 wykup 1K6: **" in bribe


def every_entry(one: Lookup[Any], tables: Any) -> list[Given]:
    """All that can be asked of a table, with a first value for whatever else it needs."""
    first, *others = one.parameters
    rest = {other.name: 5 for other in others if other.required and not other.rolling}
    return [{first.name: value, **rest} for value in (first.values(tables) if first.values else range(1, 30))]


def key_of(case: object) -> str:
    """A table's key, for the names of tests."""
    return case.key if isinstance(case, Table | Lookup) else ""


@pytest.mark.parametrize("locale", LOCALES)
def test_every_fact_has_words(locale: str, subtests: pytest.Subtests) -> None:
    """No fact shows its key, and every name and number stands where it belongs."""
    for table in EVERY:
        with subtests.test(table.key):
            narrator, tables = Narrator(locale), Library().tables(table.book)
            untold = (*NOT_TOLD, *table.words.untold, table.words.heads.get(table.key))

            for given in every_entry(table.lookup, tables):
                found = table.lookup.answer(tables, given)
                assert isinstance(found, dict)
                labelled = [name for name in found if name not in untold]
                keys = [[f"lookup.fact.{table.key}.{name}", f"lookup.fact.{name}"] for name in labelled]
                assert all(any(narrator.has_words(key) for key in pair) for pair in keys), labelled
                assert len(entry(narrator, table, found)) <= MOST


@pytest.mark.parametrize("locale", LOCALES)
def test_effects_are_told(locale: str) -> None:
    """Each spell, item, power, find and trap has a sentence on what it does."""
    narrator = Narrator(locale)
    keys = [f"spell.{spell.id}" for spell in TABLES.spells.spell]
    keys += [f"power.{name}" for name in lookup("power").parameters[0].values(TABLES)]  # type: ignore[misc]
    keys += [f"find.{TABLES.finds.on(feature, roll).id}" for feature in FEATURES for roll in range(1, 7)]
    keys += [f"trap.{TABLES.traps.on(roll)}" for roll in range(1, 7)]
    keys += [f"item.{row.kind}.{row.name}" for row in TABLES.items.item if row.kind != "weapon"]
    keys += ["item.weapon", "item.armour"]

    assert [key for key in keys if not narrator.has_words(f"lookup.effect.{key}")] == []


@pytest.mark.parametrize("locale", LOCALES)
def test_items_and_finds_have_names(locale: str) -> None:
    """Nominative and accusative."""
    narrator = Narrator(locale)
    items = [f"item.{name}" for name in lookup("item").parameters[0].values(TABLES)]  # type: ignore[misc]
    items += [f"item.{kind}" for kind in ("weapon", "armour", "potion", "talisman", "medallion", "ring")]
    items += [f"item.art.{name}" for name in ("tapestry", "painting", "statuette", "glass", "icon")]
    items += ["item.jewel", "item.art", "item.manuscript", *(f"find.{row.id}" for row in TABLES.finds.find)]

    assert [key for key in items if not narrator.has_words(key)] == []
    assert all(catalogue(locale).pgettext("acc", key) for key in items)


def pages_of(table: Table, locale: str) -> tuple[Sequence[Any], list[str]]:
    """A table's rows, and its pages; the last page comes again for each number that is too high."""
    rows = table.lookup.rows(Library().tables(table.book))
    return rows, [words.table(Narrator(locale), table, rows, page) for page in range(1, 10)]


@pytest.mark.parametrize("locale", LOCALES)
def test_a_whole_table_fits(locale: str, subtests: pytest.Subtests) -> None:
    """Every page fits into one message, and no row is lost between them."""
    for table in EVERY:
        with subtests.test(table.key):
            rows, pages = pages_of(table, locale)
            seen = list(dict.fromkeys(tuple(rows_of(page)) for page in pages))

            assert all(len(page) <= MOST for page in pages)
            assert sum(map(len, seen)) == len(rows)


@pytest.mark.parametrize("locale", LOCALES)
def test_no_page_is_for_a_single_row(locale: str, subtests: pytest.Subtests) -> None:
    """Where one page does not do, each has its share."""
    for table in EVERY:
        with subtests.test(table.key):
            pages = list(dict.fromkeys(pages_of(table, locale)[1]))
            shares = [len("\n".join(rows_of(page))) for page in pages]

            assert all(len(rows_of(page)) > 1 for page in pages[1:])
            assert min(shares) > max(shares) / 2


@pytest.mark.parametrize("locale", LOCALES)
def test_nothing_shows_its_id_and_dice_are_those_of_the_language(locale: str, subtests: pytest.Subtests) -> None:
    """Neither in an entry nor in the whole table."""
    for table in EVERY:
        with subtests.test(table.key):
            tables, unbound = Library().tables(table.book), Paper(room=10**6, width=10**6)
            every = [table.lookup.answer(tables, given) for given in every_entry(table.lookup, tables)]
            said = [entry(Narrator(locale), table, found) for found in every if isinstance(found, dict)]
            whole_table = words.table(Narrator(locale), table, table.lookup.rows(tables), paper=unbound)

            for text in (*said, whole_table):
                assert "_" not in text
                assert "strength/2" not in text or locale == "en"
                assert not re.search(r"\d[dk][36]" if locale == "pl" else r"\d[Kk][36](?![0-9])", text)


@pytest.mark.parametrize("locale", LOCALES)
def test_a_phone_breaks_no_row(locale: str, subtests: pytest.Subtests) -> None:
    """What stands in columns is narrow; anything wider is a paragraph that may break where it likes."""
    for table in EVERY:
        with subtests.test(table.key):
            _, pages = pages_of(table, locale)

            assert [row for page in pages if "```" in page for row in rows_of(page) if len(row) > 36] == []


def test_a_wide_table_has_a_paragraph_for_each_row() -> None:
    """First what tells a row from the others, then each fact by its name; what is nothing is left out."""
    traps, combat, items = (rows_of(look_up(Narrator("pl"), DEATH, table, "")) for table in ("trap", "combat", "item"))

    assert traps[2] == "**trujący gaz** – 1K6: 3 · trucizna: 1K3"
    assert combat[0].startswith("**od 4** – miecz: 1 · młot: 1 · ")
    assert "**mikstura** – 1K6: 2,3 · co: mikstura siły" in items


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("chosen", [*books(), None], ids=lambda book: book.game if book else "all")
def test_the_list_of_tables(chosen: Book[Any] | None, locale: str) -> None:
    """Under the titles by which they are found; those of all games in one message, too."""
    narrator = Narrator(locale)
    said = look_up(narrator, Library(chosen=chosen), "", "")

    assert len(said) <= MOST
    assert all(narrator.say(f"lookup.table.{one.key}") in said for one in (chosen or BOOK).lookups)


@pytest.mark.parametrize("locale", LOCALES)
def test_no_two_tables_have_the_same_name(locale: str) -> None:
    """Among all games each stands with its game."""
    known = table_offers(Narrator(locale, marked=False), books())

    assert len({title for title, _ in known}) == len({key for _, key in known}) == len(EVERY)
    assert [title for title, key in known if key in ("find", "sorcerer_find")] == [
        f"{'Znaleziska' if locale == 'pl' else 'Finds'} (Labirynt {name})" for name in ("Śmierci", "Czarnoksiężnika")
    ]


def test_names_as_people_type_them() -> None:
    """Either language, any case; what is wrong is refused with the names that exist."""
    polish, english = Narrator("pl"), Narrator("en")

    assert "**Wilkołak**" in look_up(polish, DEATH, "monster", "wilkołak")
    assert "**Dire wolf**" in look_up(english, DEATH, "monster", "Wilkołak")
    with pytest.raises(Refused) as refused:
        look_up(polish, DEATH, "monster", "smok")
    said = polish.say(f"refused.{refused.value.reason}", **refused.value.facts)
    assert said.startswith("„smok” nie pasuje do opcji „nazwa”. Do wyboru: Bezimienny, Chimera, ")


@pytest.mark.parametrize(("locale", "ours"), [("pl", "nasze, nie z pudełka"), ("en", "ours, not the box's")])
def test_what_is_ours_is_called_so(locale: str, ours: str, subtests: pytest.Subtests) -> None:
    """An entry of that origin and a whole table with such a row, of any game; nothing else."""
    for table in EVERY:
        with subtests.test(table.key):
            narrator, tables = Narrator(locale), Library().tables(table.book)
            entries = [table.lookup.answer(tables, given) for given in every_entry(table.lookup, tables)]
            for found in entries:
                assert isinstance(found, dict)
                assert (ours in entry(narrator, table, found)) == (found["origin"] == "house")

            rows = table.lookup.rows(tables)
            whole = words.table(narrator, table, rows)
            assert (ours in whole) == any(row["origin"] == "house" for row in rows)
