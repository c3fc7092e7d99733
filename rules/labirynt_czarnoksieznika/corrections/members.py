"""Setting characters right: Life Points, where they stand, stuns, sleep, death and return."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from rules.kernel.corrections import Deed, action
from rules.kernel.requests import GM, Action, Amount, Choose, Option
from rules.kernel.table import Table
from rules.kernel.words import Fact, Word
from rules.labirynt_czarnoksieznika.characters.dying import awaken, fall, remove, stand_up, withdraw
from rules.labirynt_czarnoksieznika.corrections.moments import board_name, calm, chambers, place_facts, spots
from rules.labirynt_czarnoksieznika.events.corrections import (
    CharacterPlaced,
    LifeSet,
    Recalled,
    SentToSleep,
    StruckDown,
    StunSet,
)
from rules.labirynt_czarnoksieznika.model import CRYSTAL, ZOMBIE, Character, Game, Life
from rules.labirynt_czarnoksieznika.tables.places import chamber_of
from rules.labirynt_czarnoksieznika.ways import has_room, is_closed

AWAKE = 2
"""Characters of a team that are up together."""


def offers(game: Game, one: Character) -> Iterator[Action[Any]]:
    """What can be set of one character; of those who are on no board only that they are back."""
    if one.active:
        yield from _traits(game, one)
        if calm(game):
            yield from _places(game, one)
            yield from _deaths(game, one)
    elif calm(game):
        yield from _returns(game, one)


def _traits(game: Game, one: Character) -> Iterator[Action[Any]]:
    full = game.card(one.id).life
    if full > 1:
        facts: dict[str, Fact] = {"who": one.name, "now": one.life, "full": full}
        yield action("life", one.id, Amount(who=GM, why="gm.life", least=1, most=full, facts=facts), **facts)
    if one.id != ZOMBIE and not one.stunned:
        yield action("stun", one.id, who=one.name)
    if one.stunned or one.held:
        yield action("rouse", one.id, who=one.name)


def _places(game: Game, one: Character) -> Iterator[Action[Any]]:
    """Wherever it may stand; who carries Crystals is not brought home, as Gems may end a game."""
    rich = CRYSTAL in one.tokens
    free = [
        where
        for where in chambers(game)
        if where != one.at and has_room(game, where, one) and not is_closed(game, where, one)
        if not (rich and where == game.camp_of(one.seat))
    ]
    facts = {"who": one.name, **place_facts(game, one.at)}
    yield action("chamber", one.id, Choose(who=GM, why="gm.chamber", options=spots(game, free), facts=facts), **facts)


def _deaths(game: Game, one: Character) -> Iterator[Action[Any]]:
    """The last one of a team cannot be struck down for ever: no correction ends a game."""
    yield action("fell", one.id, who=one.name)
    if one.id != ZOMBIE and any(mate.state != "gone" for mate in game.cards_of(one.seat) if mate.id != one.id):
        yield action("doom", one.id, who=one.name)


def _returns(game: Game, one: Character) -> Iterator[Action[Any]]:
    """The dead awaken, a sleeper changes places; a finally dead one comes where not two others are still to awaken."""
    if one.state == "dead":
        yield action("wake", one.id, who=one.name)
    elif one.state == "asleep":
        up = _in_state(game, one, "active")
        options = tuple(Option(mate.id, "gm.sleeper", facts={"mate": mate.name}) for mate in up)
        ask = Choose(who=GM, why="gm.instead", options=options, facts={"who": one.name})
        yield action("instead", one.id, ask, who=one.name)
    elif len(_in_state(game, one, "dead")) < AWAKE:
        yield action("recall", one.id, who=one.name)


def _in_state(game: Game, one: Character, state: Life) -> list[Character]:
    return [mate for mate in game.cards_of(one.seat) if mate.state == state]


# What comes of it ------------------------------------------------------------------------------------------------


def set_life(table: Table, game: Game, about: str, now: int) -> None:
    """So many Life Points are left."""
    one = game.characters[about]
    table.tell(LifeSet(one.name, one.life, now))
    one.life = now


def stun(table: Table, game: Game, about: str, _: None) -> None:
    """It cannot be moved in its player's next turn."""
    game.characters[about].stunned = True
    table.tell(StunSet(game.characters[about].name, stunned=True))


def rouse(table: Table, game: Game, about: str, _: None) -> None:
    """It can be moved again, in this turn too."""
    one = game.characters[about]
    one.stunned, one.held = False, False
    table.tell(StunSet(one.name, stunned=False))


def put_in_chamber(table: Table, game: Game, about: str, where: str) -> None:
    """It stands there; special tokens do nothing to whoever is put among them."""
    one = game.characters[about]
    one.at = where
    kind = Word(f"chamber.{game.kind_at(where)}")
    table.tell(CharacterPlaced(one.name, chamber_of(where), kind, board_name(game, where)))


def fell(table: Table, game: Game, about: str, _: None) -> None:
    """It dies as of its last wound."""
    _strike(table, game, game.characters[about], ever=False)


def doom(table: Table, game: Game, about: str, _: None) -> None:
    """It dies as of the Glove of Doom."""
    _strike(table, game, game.characters[about], ever=True)


def _strike(table: Table, game: Game, one: Character, *, ever: bool) -> None:
    table.tell(StruckDown(one.name, ever))
    fall(table, game, one, final=ever)


def wake(table: Table, game: Game, about: str, _: None) -> None:
    """It awakens in its Camp."""
    awaken(table, game, game.characters[about])


def wake_instead(table: Table, game: Game, about: str, sleeper: str) -> None:
    """One sleeps so that the other awakens; what the sleeper carried stays where it stood."""
    one = game.characters[sleeper]
    table.tell(SentToSleep(one.name, one.seat, len(one.tokens)))
    remove(game, one)
    one.state = "asleep"
    withdraw(table, game, one)
    awaken(table, game, game.characters[about])


def recall(table: Table, game: Game, about: str, _: None) -> None:
    """Who was finally dead is up again, or sleeps where two are up; who waits to awaken sleeps then [8.7]."""
    one = game.characters[about]
    asleep = len(_in_state(game, one, "active")) >= AWAKE
    table.tell(Recalled(one.name, one.seat, asleep))
    if asleep:
        one.state = "asleep"
        return
    stand_up(game, one)
    if len(_in_state(game, one, "active")) == AWAKE:
        for mate in _in_state(game, one, "dead"):
            mate.state = "asleep"


DEEDS: Mapping[str, Deed[Game]] = {
    "life": set_life,
    "stun": stun,
    "rouse": rouse,
    "chamber": put_in_chamber,
    "fell": fell,
    "doom": doom,
    "wake": wake,
    "instead": wake_instead,
    "recall": recall,
}
