"""A player's turn: a move or what stands in for it, then the area where it ended [4.1]."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from rules.jaskinia.asides import asides, is_of_use, take_aside
from rules.jaskinia.cards import spell_word
from rules.jaskinia.effects.spells import cast
from rules.jaskinia.events.course import SeekerTurn, StayedToHeal, TurnMissed
from rules.jaskinia.exploration.arriving import arrive, look_around
from rules.jaskinia.exploration.trials import take_trial, trial_actions
from rules.jaskinia.gates import gate_actions, try_gate
from rules.jaskinia.model import Game, Seeker, Trip
from rules.jaskinia.movement import area_options, go, move_actions, walk, zone_of
from rules.jaskinia.places import area_word, gates_at
from rules.jaskinia.seeker.belongings import castable, draw_spells
from rules.jaskinia.seeker.dying import draw_seeker
from rules.jaskinia.seeker.values import power
from rules.kernel.requests import Action, Choose, Option, Seat, Taken
from rules.kernel.table import Table
from rules.kernel.words import Word


def play_turn(table: Table, game: Game) -> None:
    """One turn; who died comes again as somebody else [8.5], who lost it does nothing [4.12]."""
    seat = game.active_seat
    game.trip = Trip()
    if game.players[seat].seeker is None:
        come_again(table, game, seat)
    one = game.seeker_of(seat)
    if one.lost:
        one.lost -= 1
        table.tell(TurnMissed(seat, one.name, one.lost))
        return
    begin(table, game, one)
    set_out(table, game, one)
    if game.alive(one) and not (game.trip.over or game.outcome):
        arrive(table, game, one)
    finish(table, game, one)


def come_again(table: Table, game: Game, seat: Seat) -> None:
    """Another Seeker at the Entrance, with the Spells of its card [8.5]."""
    one = draw_seeker(table, game, seat, "seeker.next")
    if spells := game.sheet(one).spells:
        draw_spells(table, game, one, spells)


def begin(table: Table, game: Game, one: Seeker) -> None:
    """What the whole turn goes by [4.11, A8]."""
    game.trip = Trip(power=power(game, one), path=[one.at], slow=one.slow > 0)
    one.slow = max(0, one.slow - 1)
    table.tell(SeekerTurn(one.seat, one.name))


def set_out(table: Table, game: Game, one: Seeker) -> None:
    """Move, stay to be healed or for a trial, or try Gates; free actions before it [4.2]."""
    while game.goes_on(one):
        table.set_right()
        if not game.goes_on(one):
            return
        actions = start_actions(game, one)
        game.trip.offered = worth_asking(game, one, [action for action in actions if action.aside])
        taken = table.next_action("turn.start", actions, secret=True, player=one.seat)
        if not take_aside(table, game, one, taken) and _is_done(table, game, one, taken):
            return


def start_actions(game: Game, one: Seeker) -> list[Action[Any]]:
    """Everything that is open at the start of a turn."""
    moves = [*move_actions(game, one), *gate_actions(game, one), *_gate_spells(game, one), *_spells_to_go(game, one)]
    return [*trial_actions(game, one), *_healing(game, one), *moves, *asides(game, one)]


def _healing(game: Game, one: Seeker) -> Iterator[Action[Any]]:
    """Whoever begins the turn at the Entrance may stay and pay [8.2]."""
    price = game.tables.seekers.healing_price
    if one.at == game.tables.board.entrance and one.endurance < one.level and one.gold >= price:
        yield Action(one.seat, Option("heal", "stay.heal", facts={"gold": price}))


def _gate_spells(game: Game, one: Seeker) -> Iterator[Action[Any]]:
    for gate in gates_at(game, one.at):
        for spell in castable(game, one, "gate"):
            option = Option(f"cast:{spell}:{gate.id}", "cast.gate", f"cavespell.{spell}", _named(spell))
            yield Action(one.seat, option, secret=True)


def _spells_to_go(game: Game, one: Seeker) -> Iterator[Action[Any]]:
    for spell in castable(game, one, "instead_of_move"):
        options = area_options(game, zone_of(game, one))
        ask = Choose(who=one.seat, why="spell.area", options=options, facts=_named(spell), secret=True)
        option = Option(f"cast:{spell}", "cast.spell", f"cavespell.{spell}", _named(spell))
        yield Action(one.seat, option, ask, secret=True)


def _named(spell: str) -> dict[str, Word]:
    return {"spell": spell_word(spell)}


def _is_done(table: Table, game: Game, one: Seeker, taken: Taken) -> bool:
    """Do what stands for the move; False when a Spell for it was cancelled, so that one may still move."""
    verb, _, about = taken.id.partition(":")
    match verb:
        case "go":
            go(table, game, one, about)
        case "roll":
            walk(table, game, one, about)
        case "gate":
            try_gate(table, game, one, about)
        case "heal":
            stay(table, game, one)
        case "trial":
            take_trial(table, game, one, about, taken.value)
            _stay_here(table, game, one)
        case "cast":
            return _cast(table, game, one, about, taken.value)
    return True


def stay(table: Table, game: Game, one: Seeker) -> None:
    """1 Endurance for 1 gold; that is the turn [8.2]."""
    price = game.tables.seekers.healing_price
    one.gold -= price
    one.endurance += 1
    game.tally.healed += 1
    table.tell(StayedToHeal(one.name, price, one.endurance, one.gold))
    game.trip.over = True


def _stay_here(table: Table, game: Game, one: Seeker) -> None:
    """Who stayed for a trial may take what lies there, but meets nobody [A21]."""
    if game.goes_on(one):
        look_around(table, game, one)
    game.trip.over = True


def _cast(table: Table, game: Game, one: Seeker, about: str, area: str | None) -> bool:
    spell, _, gate = about.partition(":")
    if gate:
        return cast(table, game, one, spell, target=gate, words=(Word("cavegate"),))
    assert area is not None
    return cast(table, game, one, spell, target=area, words=(area_word(game, area),))


def finish(table: Table, game: Game, one: Seeker) -> None:
    """Trophies and own-turn Spells once more before the turn ends, for who wants to be asked."""
    game.trip.moved = False
    while game.alive(one) and not game.outcome:
        table.set_right()
        actions = asides(game, one) if game.alive(one) and not game.outcome else []
        if not asks_at_end(game, one, actions):
            return
        done: Action[Any] = Action(one.seat, Option("done", "turn.done"))
        taken = table.next_action("turn.finish", [done, *actions], secret=True, player=one.seat)
        if not take_aside(table, game, one, taken):
            return


def asks_at_end(game: Game, one: Seeker, actions: Sequence[Action[Any]]) -> bool:
    """Whether anything is open that the player wants to be asked about before the turn ends."""
    orders = game.orders(one)
    new = [what for what in worth_asking(game, one, actions) if what not in game.trip.offered or orders.end == "ask"]
    spells = any(what.startswith("cast:") for what in new) and orders.end != "never"
    return spells or (any(what.startswith("trade:") for what in new) and orders.trophies == "ask")


def worth_asking(game: Game, one: Seeker, actions: Sequence[Action[Any]]) -> list[str]:
    """Spells and trophies that can be made use of; after a wound, or with another trophy, it is something new."""
    ids = [action.option.id for action in actions]
    spells = [id for id in ids if id.startswith("cast:") and is_of_use(game, one, id.split(":")[1])]
    trades = [f"{id}:{len(one.trophies)}" for id in ids if id == "trade"]
    return [*(f"{id}:{one.endurance}" for id in spells), *trades]
