"""What must never be true of a game of Jaskinia, wherever it stands, and who plays such games."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from rules.games import load
from rules.jaskinia.corrections import DEEDS
from rules.jaskinia.events.cards import SpellsSeen
from rules.jaskinia.events.course import OrdersKept
from rules.jaskinia.model import DECKS, SPELLS, TRIALS, Game, Orders, Player, Seeker
from rules.jaskinia.seeker.belongings import CARRIED
from rules.jaskinia.seeker.values import item_limit, spell_limit
from rules.kernel.chance import Pile
from rules.kernel.game import Rules
from rules.kernel.requests import Action, Choose, ChooseSome, NextAction, Option, Request, Seat
from rules.kernel.words import Word
from tests.rules.contract.witness import GameWitness, Meddling

RULES: Rules[Any] = load("jaskinia")
GIVING_UP = ("items.give_up", "spells.give_up")
"""Questions to who has too much of something just then."""
HANDS = {"items": CARRIED, "followers": ("follower",), "trophies": ("animal", "monster")}
"""What may be where."""


# What is impossible ----------------------------------------------------------------------------------------------


def impossible(game: Game, why: str = "") -> list[str]:
    """Everything about this state that cannot be, as sentences; before the set-up is over there is nothing to see."""
    if not game.order:
        return []
    limits = [] if why in GIVING_UP else [*_limits(game)]
    return [*limits, *_cards(game), *_spells(game), *_board(game), *_people(game)]


def _cards(game: Game) -> Iterator[str]:
    """Of both decks as many as the box holds, wherever they are; each used card in its own deck's pile."""
    there = Counter[str]()
    for deck in DECKS:
        there.update(game.decks[deck])
        there.update(game.used[deck])
        if any(game.card(id).deck != deck for id in (*game.decks[deck], *game.used[deck])):
            yield f"cards of another deck: {game.decks[deck]}, {game.used[deck]}"
    for hand in (*game.lying.values(), *(hand for one in game.seekers for hand in _hands(one).values())):
        there.update(hand)
    if there != Counter({card.id: card.copies for card in game.tables.cards.card if not card.set_aside}):
        yield f"cards {dict(there)}"


def _hands(one: Seeker) -> dict[str, list[str]]:
    return {name: getattr(one, name) for name in HANDS}


def _spells(game: Game) -> Iterator[str]:
    there = Counter(game.decks[SPELLS]) + Counter(game.used[SPELLS])
    for one in game.seekers:
        there.update(one.spells)
    if there != Counter({spell.id: spell.copies for spell in game.tables.spells.spell if not spell.set_aside}):
        yield f"Spells {dict(there)}"


def _board(game: Game) -> Iterator[str]:
    areas, gates = [area.id for area in game.tables.board.area], [gate.id for gate in game.tables.board.gate]
    piles: list[Pile] = [*game.decks.values(), *game.used.values(), game.gold]
    if any(count < 1 for pile in piles for count in pile.values()) or not all(game.lying.values()):
        yield f"nothing is somewhere: {piles}, {game.lying}"
    if any(at not in areas for at in (*game.lying, *game.gold)) or any(id not in gates for id in game.gates):
        yield f"{game.lying}, {game.gold}, {game.gates} are not on the board"
    if len(Counter(game.gates)) != len(game.gates):
        yield f"Gates {game.gates}"
    if game.crystal and game.crystal not in game.tables.board.chambers:
        yield f"the Crystal is in {game.crystal}"


def _people(game: Game) -> Iterator[str]:
    for one, count in Counter(one.id for one in game.seekers).items():
        if count > 1:
            yield f"{count} of {one}"
    for player in game.players.values():
        yield from (f"{player.seat}: {wrong}" for wrong in _player(game, player))
    for one in game.seekers:
        yield from (f"{one.id}: {wrong}" for wrong in (*_values(game, one), *_carries(game, one)))


def _player(game: Game, player: Player) -> Iterator[str]:
    if player.out and (player.seeker is not None or not game.crystal):
        yield f"is out with {player.seeker}, the Crystal is in {game.crystal!r}"
    if player.seeker is None and not player.deaths:
        yield "has no Seeker, and none died"
    if player.seeker is not None and player.seeker.seat != player.seat:
        yield f"plays the Seeker of {player.seeker.seat}"


def _values(game: Game, one: Seeker) -> Iterator[str]:
    sheet, rules = game.sheet(one), game.tables.seekers
    if one.strength < sheet.strength or one.power < sheet.power or one.level < rules.endurance:
        yield f"Strength {one.strength}, Power {one.power}, level {one.level}"
    if one.endurance < 1 or min(one.gold, one.slow, one.lost) < 0 or not 0 <= one.cards < rules.cards:
        yield f"Endurance {one.endurance}, gold {one.gold}, slow {one.slow}, lost {one.lost}, cards {one.cards}"
    if any(trial not in TRIALS for trial in one.trials) or len(Counter(one.trials)) != len(one.trials):
        yield f"has passed {one.trials}"
    if len(one.trials) >= game.options.trials and not game.outcome:
        yield "has passed everything, and the game goes on"


def _carries(game: Game, one: Seeker) -> Iterator[str]:
    for name, hand in _hands(one).items():
        if any(game.card(id).type not in HANDS[name] for id in hand):
            yield f"has among its {name} {hand}"


def _limits(game: Game) -> Iterator[str]:
    for one in game.seekers:
        if len(one.items) > item_limit(game, one) or len(one.spells) > spell_limit(game, one):
            yield f"{one.id} carries {one.items}, holds {one.spells}"


# When a stage is over ----------------------------------------------------------------------------------------------


def settled(game: Game) -> list[str]:
    """What is not settled when a stage is over."""
    return [*(() if game.outcome else _unsettled(game)), *_ended(game)]


def _unsettled(game: Game) -> Iterator[str]:
    if game.fight is not None:
        yield f"a fight goes on: {game.fight}"
    if game.order and game.players[game.active_seat].out:
        yield f"{game.active_seat} is at turn, and is out"


def _ended(game: Game) -> Iterator[str]:
    left = [player.seat for player in game.players.values() if not player.out]
    if game.outcome == "crystal":
        winner = game.players[game.winner].seeker
        if winner is None or len(winner.trials) < game.options.trials:
            yield f"{game.winner} has won with {winner}"
    elif game.outcome == "last" and left != [game.winner]:
        yield f"{game.winner} has won, and {left} are left"
    elif game.outcome == "lost" and (left or game.winner):
        yield f"nobody has won, but {game.winner!r}, and {left} are left"
    elif not game.outcome and game.order and len(left) < min(2, len(game.seats)):
        yield f"only {left} are left, and the game goes on"


# What nobody may know ----------------------------------------------------------------------------------------------


def asked(game: Game, request: Request[Any]) -> list[str]:
    """A question, or an action, that names a Spell in hand is for its owner only."""
    if request.secret and not isinstance(request, NextAction):
        return []
    return [f"everybody learns of {spell}" for spell in _open_spells(request)]


def _open_spells(request: Request[Any]) -> Iterator[Word]:
    yield from _spells_in(request.facts.values())
    if isinstance(request, Choose | ChooseSome):
        for option in request.options:
            yield from _spells_of(option)
    elif isinstance(request, NextAction):
        for action in request.actions:
            yield from _spells_of_action(action)


def _spells_of_action(action: Action[Any]) -> Iterator[Word]:
    if not action.secret:
        yield from _spells_of(action.option)


def _spells_of(option: Option) -> Iterator[Word]:
    yield from _spells_in(option.facts.values())


def _spells_in(facts: Any) -> Iterator[Word]:
    return (fact for fact in facts if isinstance(fact, Word) and fact.key.startswith("cavespell."))


def disguise(game: Game, viewer: Seat | None) -> None:
    """Other Spells and orders wherever this viewer cannot see them; as many as before."""
    for player in game.players.values():
        if player.seat != viewer:
            player.orders = Orders(deck="adventure", trophies="never", dispel="never", evade="never", spoils="gold")
            if player.seeker is not None:
                player.seeker.spells = [_another(spell) for spell in player.seeker.spells]


def _another(spell: str) -> str:
    return "knit_wounds" if spell != "knit_wounds" else "stillness"


WITNESS = GameWitness(
    rules=RULES,
    seeds=(91, 92),
    careful=1500,
    reckless=60,
    outcomes=("crystal", "last", "lost"),
    impossible=impossible,
    settled=settled,
    asked=asked,
    disguise=disguise,
    private={kind: lambda game, event: event.by for kind in (SpellsSeen, OrdersKept)},
    settled_switches=("board",),
    wanderers_end=6000,
    fixed=("seekers", "gates", "trials", "board"),
    meddling=Meddling(
        stages=24,
        reckless=(434, 506, 602, 634, 664),
        more=(*range(516, 550), 553, 555, 562),
        careful=range(600, 604),
        deeds=tuple(DEEDS),
        rare=("unnumber", "own", "stop", "FightCalledOff"),  # beside the main board, or before a called fight's dice
    ),
)
