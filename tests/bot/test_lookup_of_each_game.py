"""``/lookup`` in words: entries and rolls of every game, in both languages."""

from __future__ import annotations

import re
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

import pytest

from bot.lookup.tables import Table
from bot.lookup.words import entry
from bot.words.catalogues import LOCALES
from bot.words.narrator import Narrator
from rules.games import all_games, book
from rules.kernel.chance import thrower
from rules.kernel.errors import Refused
from rules.kernel.lookups import Facts, Lookup
from tests.bot.a_lookup import MOST, OfGame
from tests.rules.contract.test_lookups import GAMES

NEEDED = {game.book.game: game.needed for game in GAMES}
SEEDS = range(60)
ALSO: Mapping[str, Mapping[str, int]] = {"find": {"resistance": 3, "level": 2}}
"""What else a roll is given."""

# fmt: off
ENTRIES: Mapping[str, list[tuple[str, str, str, str]]] = {
    "labirynt-smierci": [
    ("tile", "j", "Rodzaj: **korytarz**", "Kind: **a corridor**"),
    ("tile", "c", "Boki: **północ korytarz, wschód ściana,", "Sides: **north corridor, east wall,"),
    ("level", "3", "Dodatek do siły: **4**", "Added strength: **4**"),
    ("hero", "Lord Dil", "Biegłość: **miecz +2**", "Weapon skill: **sword +2**"),
    ("apprentice", "elf", "**Elf** · Uczniowie", "**Elf** · Apprentices"),
    ("potential", "3", "**2/1/0**", "**2/1/0**"),
    ("sun", "6", "Słońce: **niebieskie**", "Sun: **blue**"),
    ("sun", "6", "Wynik 1K6: **5 i 6**", "Result (d6): **5 and 6**"),
    ("potential", "1", "Wynik 1K6: **1 i 2**", "Result (d6): **1 and 2**"),
    ("mirror", "5", "Wynik 1K6: **4, 5 i 6**", "Result (d6): **4, 5 and 6**"),
    ("trap", "2", "Kolumna tabeli walki: **łuk**", "Column of the combat table: **bow**"),
    ("monster", "troll 2", "Siła: **2K6+5**", "Strength: **2d6+5**"),
    ("monster", "hydra 3", "Zręczność: **siła/2+3**", "Dexterity: **strength/2+3**"),
    ("monster", "demon", "**nie rozmawia i nie da się przekupić**", "**neither talks nor takes a bribe**"),
    ("monster", "cronk", "*Raz, przed pierwszą rundą", "*Once, before the first round"),
    ("resident", "4 2 3", "**Chimera** · Potwory osiadłe", "Number times: **2**"),
    ("wandering", "6 4", "**Kościotrup**", "**Skeleton**"),
    ("negotiation", "7", "Wynik: **porozumienie**", "Result: **agreement**"),
    ("bribe", "9 60", "Wykup: **zgoda, gdy 1K6 pokaże najwyżej 4**", "Bribe: **taken when d6 ≤ 4**"),
    ("bribe", "9 5", "bez szans", "no chance"),
    ("combat", "miecz, 9", "Rany: **1**", "Wounds: **1**"),
    ("bribe", "9 400", "Wykup: **zgoda", "Bribe: **taken"),
    ("treasure", "A", "Złoto: **brak**", "Jewels: **none**"),
    ("treasure", "J", "Złoto: **1K6x20, zawsze**", "Jewels: **d6, when d6 ≤ 2**"),
    ("spell", "heal", "Koszt w sile: **1**", "Times in an adventure: **d3**"),
    ("experience", "10 3", "Punkty dla każdego: **20**", "Points for each: **20**"),
    ("find", "fountain 1", "**Trucizna** · Znaleziska", "Wounds: **d3**"),
    ("mirror", "1", "Wrota na poziomie: **1**", "The Gate on level: **1**"),
    ("item", "ring.heal", "**Pierścień uzdrawiania**", "**Ring of healing**"),
    ("jewel", "12", "Wartość w złocie: **150**", "Worth in gold: **150**"),
    ("power", "charm", "Używana na 1K6: **1 i 2**", "Used on a roll of: **1 and 2**"),
    ("gate", "2", "- Bezimienny: **1K6+8**", "- demon: **d6+4**"),
],
    "labirynt-czarnoksieznika": [
    ("Spotkania", "Troll skalny", "**Troll skalny** · Spotkania", "**Rock troll** · Encounters"),
    ("encounter", "9", "Moce: **rozpuszcza Broń**", "Powers: **dissolves the Weapon**"),
    ("encounter", "2", "Rodzaj: **zdarzenie bez walki**", "Finds: **2**"),
    (
        "encounter",
        "bliźniacze",
        "*Trzeba wygrać dwa starcia z rzędu;",
        "*It has to be beaten in two clashes",
    ),
    ("Znaleziska", "topór dwuręczny", "Premia: **+3**", "Bonus: **+3**"),
    ("find", "weakness", "Magia: **Zaklęcie**", "Magic: **incantation**"),
    ("sorcerer_find", "haste", "Komnaty w jednym Ruchu: **3**", "Chambers in one Move: **3**"),
    ("Postacie", "Azghul", "**Azghul Nekromanta** · Postacie", "Magic: **spell and incantation**"),
    ("character", "osten", "Magia: **brak**", "Armour slots: **2**"),
    ("Zdolności", "trap", "Udaje się na 1K6: **3, 4, 5 i 6**", "Brings: **Trap**"),
    ("ability", "six_wins", "Kto: **Eriald Łowca**", "*A six on the die wins the clash at once,"),
    ("Żetony specjalne", "Żrąca Chmura", "Rozpuszcza Broń na 1K6: **3 i 4**", "Wound on a roll of: **5 and 6**"),
    ("token", "glove", "Cena w Klejnotach: **3**", "Wounds dealt to characters: **2**"),
    ("Plansze", "1A", "**Lochy, strona łagodna** · Plansze", "Digits: **A1 2, A2 3,"),
    ("Runy", "Ogień", "Żetony w puli: **3**", "Chambers on the boards: **1A A1,"),
    ("Klejnoty", "reroll", "Klejnoty: **2**", "**Re-rolling one die** · Gems"),
],
    "jaskinia": [
    ("Karty", "Podziemny smok", "**Podziemny smok** · Karty", "**Cave dragon** · Cards"),
    ("card", "wilk", "Talia: **Przygód**", "Deck: **Adventure**"),
    ("card", "Wolf", "*Zwierzę o Sile 2.*", "*An Animal with Strength 2.*"),
    ("card", "pict", "Odłożone na bok: **tak**", "from the rulebook"),
    (
        "Rodzaje Komnat",
        "6",
        "**Otchłań Nicości** · Rodzaje Komnat",
        "It is, when a second roll shows: **3, 4, 5 and 6**",
    ),
    ("chamber", "temple", "Wynik 1K6: **2**", "**Temple of Melkart** · Kinds of Chambers"),
    ("Komnata Kryształu", "Próba Mocy", "Moc Strażnika: **7**", "Guardian's Power: **7**"),
    ("crystal", "map", "Karta: **Fragment mapy**", "How many of them: **2**"),
    ("Obszary", "b4", "Przejścia: **wschód C4 i zachód A4**", "*You heal 1 wound.*"),
    ("area", "A3", "Strefa: **za Wrotami**", "Cards to draw: **2**"),
    ("Wrota", "W1", "Między Obszarami: **A4 i A3**", "Die + Strength or Power, at least: **8**"),
    ("Obszary specjalne", "Jama wróżki", "Obszary: **H4**", "**Seer's hollow** · Special areas"),
    ("Czary Jaskini", "Bezruch", "Kiedy: **przed walką**", "At whom or what: **one opponent**"),
    ("Poszukiwacze", "Kanibal", "Charakter: **Zły**", "*Never uses Spells."),
    ("Liczby wspólne", "trophies", "Wartość: **7**", "**Trophies' Strength for 1 own Strength** · Shared numbers"),
    ("Ile Czarów można mieć", "4", "Czary: **2**", "Total Power: **4**"),
],
}
# fmt: on


def test_each_game_is_looked_up() -> None:
    """No game is left out."""
    assert sorted(ENTRIES) == sorted(NEEDED) == sorted(all_games())


@pytest.mark.parametrize(
    ("game", "table", "name", "polish", "english"), [(game, *case) for game in ENTRIES for case in ENTRIES[game]]
)
def test_an_entry_in_words(game: str, table: str, name: str, polish: str, english: str) -> None:
    """Tables and entries under their names in either language or by their keys; title, facts, section and origin."""
    found = [OfGame(book(game)).say(table, name, locale) for locale in LOCALES]

    assert polish in found[0]
    assert english in found[1]
    assert all(re.search("\n-# [§„“]", said) for said in found)
    assert found[0].endswith(("z instrukcji gry", "z opublikowanych tabel", "nasze, nie z pudełka"))


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize(
    ("game", "one"),
    [pytest.param(game, one, id=one.key) for game in ENTRIES for one in book(game).lookups if one.roll],
)
def test_every_roll_has_words(game: str, one: Lookup[Any], locale: str) -> None:
    """Dice are named by what they decided, every result has words, and no fact shows its key."""
    narrator, results = Narrator(locale), rolled(game, one)

    assert len(results) >= len(SEEDS)
    for found in results:
        said = entry(narrator, Table(book(game), one), found)
        told = [line.partition(": **")[0] for line in said.split("\n") if ": **" in line]
        for throw in found["rolled"]:
            assert any(narrator.has_words(f"lookup.{kind}.{throw['for']}") for kind in ("dice", "fact")), throw
        assert not any(label in found for label in told)
        assert "**None**" not in said
        assert len(said) <= MOST


def rolled(game: str, one: Lookup[Any]) -> list[Facts]:
    """Every entry of a table on which dice can be thrown, thrown for a few times."""
    tables, first = book(game).load(None), one.parameters[0]
    givens = [{first.name: value} for value in (first.values(tables) if first.values else range(1, 30))][:40]
    results = []
    for seed in SEEDS:
        for given in [NEEDED[game].get(one.name, {}), *givens]:
            with suppress(Refused):
                asked = {**NEEDED[game].get(one.name, {}), **given, **ALSO.get(one.name, {})}
                results.append(one.answer(tables, asked, thrower(str(seed).encode())))
    return [found for found in results if isinstance(found, dict)]
