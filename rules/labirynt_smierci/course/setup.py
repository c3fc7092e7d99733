"""The set-up [4]: drawing heroes, making apprentices, the order of march, the dominant sun."""

from __future__ import annotations

from functools import partial

from rules.kernel.chance import take_out
from rules.kernel.grid import Square
from rules.kernel.requests import Seat, pieces_of
from rules.kernel.table import Table
from rules.kernel.turns import highest_begins
from rules.kernel.words import Word
from rules.labirynt_smierci.events.course import DraftOrder, HeroDealt, PartySetOut, PartyTooSmall, SunRisen
from rules.labirynt_smierci.exploration import fresh_bag
from rules.labirynt_smierci.magic.casting import choose_known, choose_usable
from rules.labirynt_smierci.model import Game, Segment
from rules.labirynt_smierci.options import ADVISED_CHARACTERS
from rules.labirynt_smierci.party.belongings import better_weapon, take_in_hand
from rules.labirynt_smierci.party.experience import character_of, make_apprentices, new_id
from rules.labirynt_smierci.party.formation import ask_formation, sensible_ranks, set_formation
from rules.labirynt_smierci.treasure.items import shine_on_all

ENTRANCE = Square(0, 0)


def set_up(table: Table, game: Game) -> None:
    """Run stage 0, everything before the first step into the labyrinth [4.1]."""
    order = draft_order(table, game)
    warn_the_few(table, game)
    deal(table, game, order)
    choose_known(table, game)
    game.formation = sensible_ranks(list(game.characters.values()))
    arrange(table, game)
    lay_entrance(game)
    set_out(table, game)


def draft_order(table: Table, game: Game) -> list[Seat]:
    """Return the order of drawing: the highest die first, ties roll again, then clockwise [4.1]."""
    order = highest_begins(table, game.seats, "setup.first")
    if len(order) > 1:
        table.tell(DraftOrder(tuple(order)))
    return order


def warn_the_few(table: Table, game: Game) -> None:
    """Warn a party of fewer than four characters, the advised minimum [4.1]."""
    characters = game.options.heroes + game.options.apprentices
    if characters < ADVISED_CHARACTERS:
        table.tell(PartyTooSmall(characters, ADVISED_CHARACTERS))


def deal(table: Table, game: Game, order: list[Seat]) -> None:
    """Deal heroes, then apprentices, one per seat in turn [4.1, house]."""
    game.heroes = {hero.id: 1 for hero in game.tables.heroes.hero}
    turns = [order[n % len(order)] for n in range(game.options.heroes + game.options.apprentices)]
    for seat in turns[: game.options.heroes]:
        deal_hero(table, game, seat)
    make_apprentices(table, game, turns[game.options.heroes :])


def _hero_word(id: str) -> Word:
    return Word(f"hero.{id}")


def deal_hero(table: Table, game: Game, seat: Seat) -> None:
    """Deal a random hero to the seat [4.1]."""
    pieces = partial(pieces_of, game.heroes, _hero_word)
    sheet = game.tables.heroes.of(table.draw(game.heroes, "setup.hero", pieces, player=seat))
    take_out(game.heroes, sheet.id)
    hero = character_of(sheet, id=new_id(game), seat=seat, name=_hero_word(sheet.id))
    game.characters[hero.id] = hero
    weapons = tuple(Word(f"weapon.{weapon}") for weapon in sheet.weapons)
    race = Word(f"race.{sheet.race}")
    table.tell(HeroDealt(seat, Word(f"hero.{sheet.id}"), race, sheet.strength, weapons, *sheet.potential))


def arrange(table: Table, game: Game) -> None:
    """Ask for the order of march [4.1] and draw better weapons for it."""
    set_formation(table, game, table.ask(ask_formation(game)))
    for character in game.living:
        if (weapon := better_weapon(game, character)) is not None:
            take_in_hand(table, game, character.id, weapon)


def lay_entrance(game: Game) -> None:
    """Lay the entrance tile and fill the bag; the Gate is set aside [4.1 E]."""
    sides = game.tables.tiles.of("entrance").sides
    game.levels = {1: {ENTRANCE: Segment(kind="entrance", sides=sides, visited=True)}}
    game.bag = fresh_bag(game)


def set_out(table: Table, game: Game) -> None:
    """Roll the sun, choose the spells usable under it, and put the party at the entrance [4.1 D]."""
    game.sun = game.tables.suns.on(table.roll("1K6", "setup.sun"))
    table.tell(SunRisen(Word(f"sun.{game.sun}"), game.adventure))
    choose_usable(table, game)
    game.level, game.square, game.entered_by, game.outside = 1, ENTRANCE, None, False
    shine_on_all(table, game)
    table.tell(PartySetOut(game.adventure, len(game.living)))
