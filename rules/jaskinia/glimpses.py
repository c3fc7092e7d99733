"""What awaits a Seeker on an area in a few words: beside its sign, for each end of a move by the die [3.8, 4.5]."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rules.jaskinia.cards import card_word
from rules.jaskinia.fight.odds import is_deadly, odds_against
from rules.jaskinia.fight.scores import FOUGHT, rank
from rules.jaskinia.model import FightKind, Game, Seeker
from rules.jaskinia.places import area_word, gates_at
from rules.jaskinia.seeker.values import holds, total
from rules.jaskinia.tables import effects as e
from rules.jaskinia.tables.effects import Do, Effect
from rules.kernel.odds import FACES, THROWS
from rules.kernel.words import Phrase, phrase

PLAIN = ("corridor", "fork")
"""Kinds of areas that are called by their sign alone."""


def glimpse(game: Game, one: Seeker, at: str) -> Phrase:
    """An area's sign, with who and what is there, and the closed Gates beside it."""
    gates = (phrase("glimpse.gate", gate=gate.id) for gate in gates_at(game, at))
    return phrase("glimpse", at=at, seen=(*_seen(game, one, at), *gates))


def glimpse_inside(game: Game, one: Seeker, at: str) -> Phrase:
    """The same with how many cards are drawn there in place of the Gates: of an area that is explored for certain."""
    missing = game.area(at).draw - len(game.lying.get(at, ()))
    draws = [phrase("glimpse.draws", draws=missing)] if missing > 0 else []
    return phrase("glimpse", at=at, seen=(*_seen(game, one, at), *draws))


def _seen(game: Game, one: Seeker, at: str) -> Iterator[Phrase]:
    if at == game.crystal:
        yield phrase("glimpse.crystal")
    elif game.area(at).kind not in PLAIN:
        yield phrase("glimpse.called", name=area_word(game, at))
    lying = game.lying.get(at, ())
    for kind in FOUGHT:
        if foes := [id for id in lying if game.card(id).type in FOUGHT[kind]]:
            yield _foes(game, one, kind, foes)
    if rest := tuple(card_word(id) for id in lying if not _is_foe(game, id)):
        yield phrase("glimpse.finds", cards=rest)
    if gold := game.gold.get(at, 0):
        yield phrase("glimpse.gold", gold=gold)
    rivals = [other for other in game.seekers if other.at == at and other is not one]
    yield from (phrase("glimpse.rival", who=other.name) for other in rivals)


def _is_foe(game: Game, id: str) -> bool:
    return any(game.card(id).type in types for types in FOUGHT.values())


def _foes(game: Game, one: Seeker, kind: FightKind, foes: Sequence[str]) -> Phrase:
    """Enemies that fight together, with the chance to beat them; whether a defeat may be death."""
    cards = [game.card(id) for id in foes]
    chances = odds_against(game, one, kind, sum(rank(card, kind) for card in cards), [card.type for card in cards])
    deadly = is_deadly(game, one) and chances.losses > 0
    return phrase("glimpse.foes", cards=tuple(map(card_word, foes)), chance=percent(chances.win), deadly=deadly)


# The chance to come out of something well --------------------------------------------------------------------------


def percent(chance: float) -> int:
    """As it is said."""
    return round(100 * chance)


def chance_in(game: Game, one: Seeker, do: Do) -> int | None:
    """Per cent to pass the test or to win the fight that is among these operations; None: there is none."""
    return next((chance for op in do if (chance := _chance(game, one, op)) is not None), None)


def _chance(game: Game, one: Seeker, op: Effect) -> int | None:
    match op:
        case e.Test(stat=stat, target=target):
            needed = target - total(game, one, stat)
            return percent(sum(face >= needed for face in FACES) / len(FACES))
        case e.Fight(strength=strength):
            return percent(odds_against(game, one, "fight", strength).wins / THROWS)
        case e.Psychic(power=power):
            return percent(odds_against(game, one, "psychic", power).wins / THROWS)
        case e.If(cond=cond, then=then, otherwise=otherwise):
            return chance_in(game, one, then if holds(game, one, cond) else otherwise)
        case e.ChooseWay(options=options):
            return next((found for way in options if (found := chance_in(game, one, way.do)) is not None), None)
    return None


def may_wound(game: Game, one: Seeker, do: Do) -> bool:
    """Whether these operations may cost Endurance."""
    return any(_may_wound(game, one, op) for op in do)


def _may_wound(game: Game, one: Seeker, op: Effect) -> bool:
    match op:
        case e.LoseEndurance():
            return not holds(game, one, op.unless)
        case e.Test(fail=do) | e.Fight(lose=do) | e.Psychic(lose=do):
            return may_wound(game, one, do)
        case e.If(cond=cond, then=then, otherwise=otherwise):
            return may_wound(game, one, then if holds(game, one, cond) else otherwise)
        case e.RollTable(table=table):
            return any(may_wound(game, one, do) for do in table.values())
        case e.ChooseWay(options=options):
            return any(may_wound(game, one, way.do) for way in options)
    return False
