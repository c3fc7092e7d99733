"""The autopilot's choices of cards, Spells and Items, and its free actions."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from rules.jaskinia.autopilot.moving import hopes, outlook
from rules.jaskinia.autopilot.worth import ITEM, LIFE, deck_worth, gain, use_of, way_gain
from rules.jaskinia.cards import Held
from rules.jaskinia.free_actions import Aimed
from rules.jaskinia.model import DECKS, Game, Seeker
from rules.jaskinia.places import gates_at
from rules.jaskinia.seeker.belongings import Set, waste
from rules.jaskinia.tables import effects as e
from rules.jaskinia.tables.effects import ChoiceWay, Do
from rules.jaskinia.tables.sheets import Window
from rules.kernel.answers import Value
from rules.kernel.autopilot import Advice
from rules.kernel.offers import Pick, Way, answer_with, best, ids, meanings
from rules.kernel.requests import Action, Choose, ChooseSome, Form, NextAction, Seat
from rules.kernel.words import phrase

KEPT: tuple[Window, ...] = (
    "table",
    "before_fight", "own_turn", "before_psychic", "instead_of_move", "when_spell_cast", "gate",
)  # fmt: skip
"""The windows of Spells; those kept longest come first."""


def best_seeker(game: Game, offered: list[str]) -> str:
    """Return the Seeker with the highest sum of Strength, Power and Spells."""
    sheets = {id: game.tables.seekers.of(id) for id in offered}
    return max(
        offered, key=lambda id: (sheets[id].strength + sheets[id].power + sheets[id].spells, sheets[id].strength)
    )


def choose_deck(game: Game, request: NextAction, seat: Seat) -> Value:
    """Return the deck with the best cards on average."""
    wanted = _best_deck(game, game.seeker_of(seat))
    return answer_with(next(action for action in request.of(seat) if action.option.id == wanted))


def _best_deck(game: Game, seeker: Seeker) -> str:
    return max(DECKS, key=lambda deck: deck_worth(game, seeker, deck))


def name_move(game: Game, naming: Action, seat: Seat) -> Value:
    """Return the move named in advance that is worth most now; None where another action may be better."""
    seeker, ask = game.seeker_of(seat), naming.ask
    assert isinstance(ask, Form)
    if (
        seeker.at == game.crystal
        or _can_heal(game, seeker)
        or any(gate.id not in game.gates for gate in gates_at(game, seeker.at))
    ):
        return None
    seen, move = outlook(game, seeker), ask.fields[0].ask
    assert isinstance(move, Choose)
    worth = hopes(seen, {id: wish for id, wish in meanings(move).items() if wish is not None})
    return answer_with(naming, {"move": max(worth, key=lambda id: worth[id]), "deck": _best_deck(game, seeker)})


def _can_heal(game: Game, seeker: Seeker) -> bool:
    return seeker.at == game.tables.board.entrance and seeker.endurance < seeker.level and seeker.gold > 0


def least_useful(game: Game, request: ChooseSome[Held], seat: Seat) -> list[str]:
    """Return the least useful Items, as many as must be given up."""
    seeker, items = game.seeker_of(seat), meanings(request)
    return sorted(items, key=lambda id: use_of(game, seeker, items[id].id))[: request.least]


def spells_given_up(game: Game, request: ChooseSome[Held]) -> list[str]:
    """Return the Spells to give up, as many as must go."""
    spells = meanings(request)
    return sorted(spells, key=lambda id: -KEPT.index(game.spell(spells[id].id).window))[: request.least]


def spared_item(game: Game, request: Choose[Held], seat: Seat) -> str:
    """Return the least useful Item."""
    seeker = game.seeker_of(seat)
    return best(request, lambda item: -use_of(game, seeker, item.id))


# Effects ---------------------------------------------------------------------------------------------------------


def choose_place(game: Game, request: Choose, seat: Seat) -> str:
    """Return the best area to be placed on."""
    return max(ids(request), key=outlook(game, game.seeker_of(seat)).at)


def choose_way(game: Game, request: Choose[ChoiceWay], seat: Seat) -> str:
    """Return the way of a card that brings most, including a move to another area."""
    seeker = game.seeker_of(seat)
    return best(request, lambda way: way_gain(game, seeker, way) + _transfer_worth(game, seat, way.do))


def _transfer_worth(game: Game, seat: Seat, do: Do) -> float:
    """Return the worth of a move to the best Chamber; 0 if the way moves nobody."""
    if not any(isinstance(op, e.MoveTo) for op in do):
        return 0.0
    seen = outlook(game, game.seeker_of(seat))
    return max(map(seen.at, game.tables.board.chambers)) - seen.at(seen.seeker.at)


WASTE = 1
"""Trophies are traded in when no more than this number of points is lost."""
FAINT = 1
"""Up to this Endurance trophies are traded in at once: the dead keep none."""
WORTH_A_SPELL = 2.0
"""A Spell on the board is cast for at least this worth."""


def first_thing(game: Game, request: NextAction, seat: Seat) -> Advice | None:
    """Return the next free action worth doing; None if there is none."""
    for action in request.of(seat):
        if isinstance(action, Pick) and action.why in WISHES:
            way = WISHES[action.why](game, game.seeker_of(seat), action)
            if way:
                return Advice(action.answer(way), phrase(f"cave.usual.{action.why}"))
    return None


def _pick_trade(game: Game, seeker: Seeker, offer: Pick[Set]) -> Way[Set] | None:
    """Trade the least wasteful set if it is urgent; otherwise wait for the question at the end of the own turn."""
    first, waits = offer.ways[0], seeker.seat == game.active_seat
    return first if _is_trade_urgent(game, seeker) or (not waits and waste(game, first.meant) <= WASTE) else None


def _is_trade_urgent(game: Game, seeker: Seeker) -> bool:
    """Whether trophies must be traded now: before the trials or before death."""
    return seeker.endurance <= FAINT or seeker.at == game.crystal


def choose_trophies(game: Game, request: Choose[Set | None], seat: Seat) -> str:
    """Trade the least wasteful set if it wastes little or is urgent."""
    first, last = ids(request)[0], ids(request)[-1]
    some = meanings(request)[first]
    assert some is not None  # to keep them is the last option
    return first if waste(game, some) <= WASTE or _is_trade_urgent(game, game.seeker_of(seat)) else last


def _pick_item_to_sell(game: Game, seeker: Seeker, offer: Pick[Held]) -> Way[Held] | None:
    """Sell only useless Items: a sold Item does not come back."""
    least = min(offer.ways, key=lambda way: use_of(game, seeker, way.meant.id))
    return least if use_of(game, seeker, least.meant.id) <= ITEM else None


# Spells ----------------------------------------------------------------------------------------------------------


def _pick_spell_target(game: Game, seeker: Seeker, offer: Pick[Aimed]) -> Way[Aimed] | None:
    best = max(offer.ways, key=lambda way: _cast_worth(game, seeker, way.meant))
    return best if _cast_worth(game, seeker, best.meant) >= WORTH_A_SPELL else None


def _cast_worth(game: Game, seeker: Seeker, aimed: Aimed) -> float:
    """Rate a Spell by its gain for the own Seeker, or its harm to another one."""
    other = game.seeker_of(aimed.at.seat)
    brings = gain(game, other, game.spell(aimed.spell).do)
    if other is seeker:
        return brings
    return -brings + LIFE * len(other.trials) if brings < 0 else -brings


WISHES: Mapping[str, Callable[[Game, Seeker, Pick[Any]], Way[Any] | None]] = {
    "turn.trade": _pick_trade,
    "turn.alchemy": _pick_item_to_sell,
    "spell.target": _pick_spell_target,
}
"""The way in which each free action is done now; None if it is not."""
