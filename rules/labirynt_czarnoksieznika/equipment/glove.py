"""The Glove of Doom [10.10–10.13]."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rules.kernel.offers import Offer, does_with
from rules.kernel.requests import Choose, Field, Filled, Form, Option, Seat
from rules.kernel.table import Table
from rules.kernel.words import Fact, Word
from rules.labirynt_czarnoksieznika.equipment.finds import discard, token_word
from rules.labirynt_czarnoksieznika.equipment.packing import in_camp, is_kind, let_go, receive
from rules.labirynt_czarnoksieznika.events.finds import GloveMade
from rules.labirynt_czarnoksieznika.model import GLOVE, ZOMBIE, Character, Game

PARTS = ("armour", "weapon", "scroll")
"""One token of each goes into it, besides Gems."""


def parts_for(game: Game, one: Character, kind: str) -> list[str]:
    """The tokens of this kind that a character has, or that lie in its Camp [10.10]."""
    pool = [*one.tokens, *game.teams[one.seat].store]
    return list(dict.fromkeys(token for token in pool if is_kind(game, token, kind)))


def can_make(game: Game, one: Character) -> bool:
    """Whether everything for a Glove is there, and nobody of the team wears one [10.11]."""
    if one.id == ZOMBIE or not in_camp(game, one) or game.teams[one.seat].gems < game.tables.gems.glove:
        return False
    worn = any(other.hand == GLOVE for other in game.people_of(one.seat))
    return not worn and all(parts_for(game, one, kind) for kind in PARTS)


class GloveMaking(Offer[Filled], frozen=True, eq=False, kw_only=True):
    """To make the Glove, and of which tokens."""

    one: Character


def glove_offers(game: Game, seat: Seat) -> Iterator[GloveMaking]:
    """To make it, for each who can; only their player sees it."""
    for one in game.people_of(seat):
        if can_make(game, one):
            fields = tuple(_field(game, one, kind) for kind in PARTS)
            row = game.tables.powers.glove
            facts: dict[str, Fact] = {"who": one.name, "gems": game.tables.gems.glove}
            facts |= {"bonus": row.bonus, "wounds": row.wounds}
            ask = Form(who=seat, why="glove", fields=fields, facts=facts, secret=True)
            option, do = Option(f"glove:{one.id}", "turn.glove", "turn.glove", facts), does_with(_make_of, game, one)
            yield GloveMaking(seat, option, ask, True, True, one=one, do=do)


def _field(game: Game, one: Character, kind: str) -> Field[str]:
    options = tuple(
        Option(token, "cost.find", facts={"token": token_word(token)}) for token in parts_for(game, one, kind)
    )
    ask = Choose(who=one.seat, why=f"glove.{kind}", options=options, secret=True)
    return Field(kind, ask, Word(f"glove.{kind}"))


def _make_of(table: Table, game: Game, one: Character, parts: Filled) -> None:
    make_glove(table, game, one, [parts.values[kind] for kind in PARTS])


def make_glove(table: Table, game: Game, one: Character, parts: Iterable[str]) -> None:
    """Gems and three tokens become the Glove; other Weapons and Armour are put away [10.10–10.12]."""
    team = game.teams[one.seat]
    team.gems -= game.tables.gems.glove
    for token in parts:
        _use_up(game, one, token)
    put_away = [one.hand, *one.worn] if one.hand else list(one.worn)
    one.hand, one.worn = GLOVE, []
    for token in put_away:
        receive(game, one, token)
    team.store += one.loot
    one.loot = []
    game.tally.gloves += 1
    table.tell(GloveMade(one.name, one.seat, team.gems))


def _use_up(game: Game, one: Character, token: str) -> None:
    store = game.teams[one.seat].store
    if token in store:
        store.remove(token)
    else:
        let_go(one, token)
    discard(game, token)
