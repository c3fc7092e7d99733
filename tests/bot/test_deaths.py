"""How a member of the party died, in words, and the grave that marks the place on the map."""

from __future__ import annotations

from typing import Any

import pytest

from bot.discord.prompts.story import words
from bot.games.labirynt_smierci.words import map_in_words
from bot.words.catalogues import LOCALES
from bot.words.narrator import Narrator
from images.labirynt_smierci.insets import entries
from images.labirynt_smierci.standing import initial_of, signs_of
from rules.kernel.chance import Sealed
from rules.kernel.grid import Square
from rules.kernel.table import Table
from rules.kernel.words import Term, Word
from rules.labirynt_smierci.events.combat import CharacterDied
from rules.labirynt_smierci.finds.features import lose_for_ever
from rules.labirynt_smierci.make_view import map_view
from rules.labirynt_smierci.model import Game, Grave
from rules.labirynt_smierci.party.losses import COMRADES, note_kill, wound
from tests.rules.labirynt_smierci import set_right as crawl

MAGE, CHIMERA = Word("monster.evil_mage"), Word("monster.chimera")
CAUSES: list[tuple[Term, Term]] = [
    (Word("monster.orc"), ""),
    ("Lena", ""),
    (MAGE, Word("death.lightning")),
    (CHIMERA, Word("death.fire")),
    *(
        (Word(key), "")
        for key in (
            *("trap.arrows", "trap.poisoned_arrows", "trap.gas", "trap.oil", "trap.explosion"),
            *("item.medallion.strangling", "item.potion.poison", "death.water", "death.pit"),
            *("death.altar_fire", "death.altar_arrow", "monster.gate"),
        )
    ),
    (COMRADES, ""),
]
"""All that can kill, each with its cause."""


def death(game: Game, by: Term, cause: Term = "") -> CharacterDied:
    """Almuric takes his last wound; what is told of it."""
    table = Table((), Sealed(b"s" * 32))
    wound(table, game, game.characters["almuric"], 20, by, cause)
    return next(fact.event for fact in table.story.told if isinstance(fact.event, CharacterDied))


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize(("by", "cause"), CAUSES)
def test_each_death_is_told_in_words_of_its_own(locale: str, by: Term, cause: Term) -> None:
    """Neither fact nor word is missing in any variant, and no other cause has the same words."""
    narrator = Narrator(locale)

    said = {words(narrator, death(crawl.a_game(), by, cause), turn) for turn in range(12)}
    others = {
        words(narrator, death(crawl.a_game(), *other), turn)
        for other in CAUSES
        if other != (by, cause)
        for turn in (0, 1)
    }

    assert not said & others
    assert not any("?" in line or "death." in line for line in said)


@pytest.mark.parametrize(
    ("locale", "deeds"),
    [
        ("pl", "(korytarz, poziom 1; na koncie: 2 wrogów, 2 przygody, doświadczenie 25)"),
        ("en", "(a corridor, level 1; to their name: 2 foes, 2 adventures, experience 25)"),
    ],
)
def test_a_death_tells_where_it_was_and_what_the_dead_had_done(locale: str, deeds: str) -> None:
    """The monsters felled are counted as they fall."""
    game = crawl.a_game(adventure=2, monsters=crawl.orcs(3, 3, 9))
    almuric, group = game.characters["almuric"], game.met
    assert group is not None
    almuric.experience = 25
    for monster in group.monsters:
        note_kill(almuric, monster, 4)

    assert deeds in words(Narrator(locale), death(game, Word("trap.gas")), 0)


def test_a_first_death_is_no_further_one() -> None:
    """What nobody felled is not counted in noughts."""
    game = crawl.a_game()

    said = words(Narrator("pl"), death(game, Word("monster.orc")), 0)

    assert "kolejne" not in said
    assert "0 wrogów" not in said
    assert "1 przygoda" in said


def test_a_death_of_an_older_game_is_still_told() -> None:
    """It knows neither place nor deeds."""
    old = CharacterDied("Ola", adventure=2, level=1, experience=35, by=Word("monster.orc"))

    assert "(poziom 1)" in words(Narrator("pl"), old, 0)


@pytest.mark.parametrize("lost", [False, True])
def test_a_grave_marks_where_somebody_fell(lost: bool) -> None:
    """Of who is lost for ever, too."""
    game = crawl.a_game()
    if lost:
        lose_for_ever(Table((), Sealed(b"s" * 32)), game, game.characters["almuric"])
    else:
        death(game, Word("monster.orc"))

    assert game.graves == [Grave(1, game.square, "almuric")]
    assert graves(game) == {(0, -1): (Word("hero.almuric"),)}


def test_who_is_called_back_has_no_grave_and_who_falls_again_one() -> None:
    """It is where the last death was."""
    game = crawl.a_game()
    death(game, Word("monster.orc"))
    game.characters["almuric"].wounds = 0
    called_back = graves(game)
    game.square = Square(-1, -1)
    death(game, Word("monster.orc"))

    assert called_back == {}
    assert list(graves(game)) == [(-1, -1)]


def test_outside_nobody_lies_in_the_labyrinth() -> None:
    """Whom a medallion strangles there."""
    game = crawl.a_game()
    game.outside = True

    death(game, Word("item.medallion.strangling"))

    assert game.graves == []


@pytest.mark.parametrize(("locale", "said"), [("pl", "Grób: Almuryk."), ("en", "Grave: Almuric.")])
def test_map_words_and_legend_name_the_dead(locale: str, said: str) -> None:
    """The stone bears the initial, which is the same in all languages."""
    narrator, game = Narrator(locale, marked=False), crawl.a_game()
    death(game, Word("monster.orc"))
    level = map_view(game, 1)

    assert said in map_in_words(narrator, level)
    assert said.rstrip(".").lower() in [entry.words.lower() for entry in entries(level, narrator.say)]
    buried = next(segment for segment in level.segments if segment.graves)
    assert [sign.name for sign in signs_of(buried, None)] == ["grave"]


@pytest.mark.parametrize("locale", LOCALES)
def test_heroes_have_the_initial_of_their_id(locale: str) -> None:
    """In all languages."""
    heroes = [Word(f"hero.{hero.id}") for hero in crawl.RULES.tables.heroes.hero]

    assert [initial_of(hero) for hero in heroes] == [Narrator(locale).term(hero)[0] for hero in heroes]


def graves(game: Game) -> dict[tuple[int, int], Any]:
    """The graves on the map of the first level, by their places."""
    return {(segment.x, segment.y): segment.graves for segment in map_view(game, 1).segments if segment.graves}
