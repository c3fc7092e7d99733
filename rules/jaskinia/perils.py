"""How likely Endurance is lost, as everybody can work it out: by what something does, and by the cards of a deck."""

from __future__ import annotations

from collections.abc import Iterable
from math import prod

from rules.jaskinia.cards import decks_of, left_in
from rules.jaskinia.fight.odds import odds_against
from rules.jaskinia.fight.scores import FOUGHT, rank
from rules.jaskinia.model import FightKind, Game, Seeker
from rules.jaskinia.seeker.values import bonus, holds, total
from rules.jaskinia.tables import effects as e
from rules.jaskinia.tables.effects import Do, Effect, faces_of
from rules.jaskinia.tables.sheets import Card
from rules.kernel.odds import FACES


def wound_chance(game: Game, one: Seeker, do: Do) -> float:
    """How likely these operations cost Endurance, whichever way is chosen."""
    return _any(_of_one(game, one, op) for op in do)


def death_by_cards(game: Game, one: Seeker, draws: int) -> float:
    """How likely so many cards take the last Endurance at most: of the deck named aloud, else of the worse one."""
    if one.endurance > 1 or draws <= 0:
        return 0.0
    named = game.players[one.seat].deck
    decks = [deck for deck in decks_of(game) if left_in(game, deck)]
    risks = [_in_deck(game, one, deck) for deck in ([named] if named in decks else decks)]
    return 1 - (1 - max(risks, default=0.0)) ** draws


def _in_deck(game: Game, one: Seeker, deck: str) -> float:
    """Of a card of this deck, by those that are left in it; Items that may save are not counted."""
    pile = game.decks[deck] or game.used[deck]
    return sum(copies * _by_card(game, one, game.card(id)) for id, copies in pile.items()) / sum(pile.values())


def _by_card(game: Game, one: Seeker, card: Card) -> float:
    kind: FightKind = "psychic" if card.type in FOUGHT["psychic"] else "fight"
    if card.type in FOUGHT[kind]:
        return odds_against(game, one, kind, rank(card, kind), [card.type]).loss
    return wound_chance(game, one, card.do)


def _of_one(game: Game, one: Seeker, op: Effect) -> float:
    match op:
        case e.LoseEndurance():
            return 0.0 if holds(game, one, op.unless) else 1.0
        case e.Test(stat=stat, target=target, fail=fail):
            needed = target - total(game, one, stat)
            return sum(face < needed for face in FACES) / len(FACES) * wound_chance(game, one, fail)
        case e.Fight(strength=strength, lose=lose):
            return odds_against(game, one, "fight", strength).loss * wound_chance(game, one, lose)
        case e.Psychic(power=power, lose=lose):
            return odds_against(game, one, "psychic", power).loss * wound_chance(game, one, lose)
        case e.If(cond=cond, then=then, otherwise=otherwise):
            return wound_chance(game, one, then if holds(game, one, cond) else otherwise)
        case e.RollTable():
            return _rolled(game, one, op)
        case e.ChooseWay(options=options):
            return max(wound_chance(game, one, way.do) for way in options)
    return 0.0


def _rolled(game: Game, one: Seeker, op: e.RollTable) -> float:
    more = bonus(game, one, op.mod) if op.mod else 0
    thrown = [min(len(FACES), face + more) for face in FACES]
    shares = {faces: sum(map(thrown.count, faces_of(faces))) / len(FACES) for faces in op.table}
    return sum(share * wound_chance(game, one, op.table[faces]) for faces, share in shares.items())


def _any(chances: Iterable[float]) -> float:
    """At least one of them."""
    return 1 - prod(1 - chance for chance in chances)
