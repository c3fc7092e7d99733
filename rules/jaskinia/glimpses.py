"""What awaits a Seeker on an area in a few words: beside its sign, for each end of a move by the die [3.8, 4.5]."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from rules.jaskinia.cards import card_word
from rules.jaskinia.fight.odds import is_deadly, odds_against
from rules.jaskinia.fight.scores import FOUGHT, rank
from rules.jaskinia.model import FightKind, Game, Seeker
from rules.jaskinia.perils import death_by_cards, wound_chance
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
    return _glimpse(game, one, at, gates)


def glimpse_inside(game: Game, one: Seeker, at: str) -> Phrase:
    """The same with how many cards are drawn there in place of the Gates: of an area that is explored for certain."""
    missing = game.area(at).draw - len(game.lying.get(at, ()))
    deadly = death_by_cards(game, one, missing) > 0
    draws = [phrase("glimpse.draws", draws=missing, deadly=deadly)] if missing > 0 else []
    return _glimpse(game, one, at, draws)


def _glimpse(game: Game, one: Seeker, at: str, more: Iterable[Phrase]) -> Phrase:
    """Who and what is there first, the odds of fights last."""
    return phrase("glimpse", at=at, seen=(*_seen(game, one, at), *more), odds=tuple(_odds(game, one, at)))


def _seen(game: Game, one: Seeker, at: str) -> Iterator[Phrase]:
    if at == game.crystal:
        yield phrase("glimpse.crystal")
    elif game.area(at).kind not in PLAIN:
        yield phrase("glimpse.called", name=area_word(game, at), deadly=_takes_the_last(game, one, at))
    lying = game.lying.get(at, ())
    if foes := tuple(card_word(id) for kind in FOUGHT for id in _fought(game, at, kind)):
        yield phrase("glimpse.foes", cards=foes)
    if rest := [id for id in lying if not _is_foe(game, id)]:
        yield _finds(game, one, rest)
    if gold := game.gold.get(at, 0):
        yield phrase("glimpse.gold", gold=gold)
    rivals = [other for other in game.seekers if other.at == at and other is not one]
    yield from (phrase("glimpse.rival", who=other.name) for other in rivals)


def _takes_the_last(game: Game, one: Seeker, at: str) -> bool:
    """Whether what an area does may cost the last Endurance: an instruction, or what a Chamber turns out to be."""
    area = game.area(at)
    does = [game.tables.board.instruction(area.instruction).do] if area.instruction else []
    does += [kind.do for kind in game.tables.chambers.chamber] if area.kind == "chamber" else []
    return one.endurance <= 1 and any(wound_chance(game, one, do) > 0 for do in does)


def _finds(game: Game, one: Seeker, cards: Sequence[str]) -> Phrase:
    """What lies there and is no Enemy; whether a place or somebody among it may be death."""
    deadly = one.endurance <= 1 and any(wound_chance(game, one, game.card(id).do) > 0 for id in cards)
    return phrase("glimpse.finds", cards=tuple(map(card_word, cards)), deadly=deadly)


def _is_foe(game: Game, id: str) -> bool:
    return any(game.card(id).type in types for types in FOUGHT.values())


def _fought(game: Game, at: str, kind: FightKind) -> list[str]:
    """Enemies on an area that fight together."""
    return [id for id in game.lying.get(at, ()) if game.card(id).type in FOUGHT[kind]]


def _odds(game: Game, one: Seeker, at: str) -> Iterator[Phrase]:
    """The chance to beat those that fight together; whether a defeat may be death."""
    for kind in FOUGHT:
        if cards := [game.card(id) for id in _fought(game, at, kind)]:
            value = sum(rank(card, kind) for card in cards)
            chances = odds_against(game, one, kind, value, [card.type for card in cards])
            deadly = is_deadly(game, one) and chances.losses > 0
            yield phrase(f"glimpse.{kind}", chance=percent(chances.win), deadly=deadly)


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
