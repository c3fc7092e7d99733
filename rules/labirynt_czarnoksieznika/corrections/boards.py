"""Setting boards right: special tokens, and what lies in the chambers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from rules.kernel.corrections import Deed, action
from rules.kernel.requests import GM, Action, Choose, Field, Filled, Form, Option
from rules.kernel.table import Table
from rules.kernel.words import Word
from rules.labirynt_czarnoksieznika.characters.abilities import BARRED, LAYS, free_tokens
from rules.labirynt_czarnoksieznika.corrections.moments import (
    board_name,
    chambers,
    place_facts,
    spots,
    supply,
    tokens_of,
)
from rules.labirynt_czarnoksieznika.equipment.finds import discard, draw_out, lay_down, pick_up, token_word
from rules.labirynt_czarnoksieznika.events.corrections import (
    SpecialPlaced,
    SpecialRemoved,
    TokenLaidDown,
    TokenLifted,
)
from rules.labirynt_czarnoksieznika.model import Character, Game, Token
from rules.labirynt_czarnoksieznika.tables.places import Place, chamber_of


def offers(game: Game) -> Iterator[Action[Any]]:
    """Special tokens onto the boards and back to their cards; Finds and Crystals onto the floor and off it."""
    for one in [one for one in game.characters.values() if one.active and game.card(one.id).ability in LAYS]:
        yield from _specials(game, one)
    if game.tokens:
        options = tuple(Option(where, "gm.special", facts=_special(game, where)) for where in game.tokens)
        yield action("clear", "", Choose(who=GM, why="gm.clear", options=options))
    if things := tokens_of(supply(game, crystals=True)):
        what = Field("token", Choose(who=GM, why="gm.floor.token", options=things), Word("field.token"))
        places = spots(game, (where for where in chambers(game) if game.kind_at(where) != "camp"))
        where = Field("where", Choose(who=GM, why="gm.floor.where", options=places), Word("field.where"))
        yield action("floor", "", Form(who=GM, why="gm.floor", fields=(what, where)))
    if game.floor:
        yield action("lift", "", Choose(who=GM, why="gm.lift", options=tuple(_lying(game))))


def _specials(game: Game, one: Character) -> Iterator[Action[Any]]:
    """What its owner could lay, wherever a special token can be [10.2]; nobody's dead hand lays any [10.4]."""
    kind = LAYS[game.card(one.id).ability]
    free = [where for where in chambers(game) if where not in game.tokens and game.kind_at(where) not in BARRED]
    if free_tokens(game, kind) > 0:
        facts = {"token": Word(f"token.{kind}")}
        ask = Choose(who=GM, why="gm.token", options=spots(game, free), facts=facts)
        yield action("token", one.id, ask, **facts)


def _special(game: Game, where: Place) -> dict[str, Any]:
    return {"token": Word(f"token.{game.tokens[where].kind}"), **place_facts(game, where)}


def _lying(game: Game) -> Iterator[Option]:
    for where, tokens in game.floor.items():
        for token in dict.fromkeys(tokens):
            yield Option(
                f"{where}:{token}", "gm.lying.token", facts={"token": token_word(token), **place_facts(game, where)}
            )


# What comes of it ------------------------------------------------------------------------------------------------


def place_special(table: Table, game: Game, about: str, where: Place) -> None:
    """Its owner's token is there; it does nothing to those who stand there already [10.3]."""
    one = game.characters[about]
    kind = LAYS[game.card(about).ability]
    game.tokens[where] = Token(kind=kind, seat=one.seat)
    table.tell(SpecialPlaced(one.seat, Word(f"token.{kind}"), chamber_of(where), board_name(game, where)))


def remove_special(table: Table, game: Game, about: str, where: Place) -> None:
    """A special token lies on its card again."""
    token = game.tokens.pop(where)
    table.tell(SpecialRemoved(token.seat, Word(f"token.{token.kind}"), chamber_of(where), board_name(game, where)))


def lay_on_floor(table: Table, game: Game, about: str, filled: Filled) -> None:
    """A token lies face up in a chamber."""
    token, where = filled.values["token"], filled.values["where"]
    lay_down(game, where, [draw_out(game, token)])
    table.tell(TokenLaidDown(token_word(token), chamber_of(where), board_name(game, where)))


def lift(table: Table, game: Game, about: str, what: str) -> None:
    """A token that lay in a chamber goes to the bag, a Crystal onto its stack."""
    where, _, token = what.partition(":")
    pick_up(game, where, token)
    discard(game, token)
    table.tell(TokenLifted(token_word(token), chamber_of(where), board_name(game, where)))


DEEDS: Mapping[str, Deed[Game]] = {
    "token": place_special,
    "clear": remove_special,
    "floor": lay_on_floor,
    "lift": lift,
}
