"""A player's turn: a Move, its Exploration, for a Gem once more; the Zombie beside it [3]."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rules.kernel.requests import Action, Choose, Option, Seat, Taken
from rules.kernel.table import Table
from rules.labirynt_czarnoksieznika.arriving import enter, haste, havens_of, jump, paid_board
from rules.labirynt_czarnoksieznika.asides import quick_actions, take_quick
from rules.labirynt_czarnoksieznika.characters.abilities import ability_actions, drift, use_ability
from rules.labirynt_czarnoksieznika.characters.dying import awaken_dead
from rules.labirynt_czarnoksieznika.equipment.glove import PARTS, glove_actions, make_glove
from rules.labirynt_czarnoksieznika.equipment.packing import in_camp
from rules.labirynt_czarnoksieznika.equipment.scrolls import can_cast
from rules.labirynt_czarnoksieznika.events.course import ExtraMovePaid, TurnBegan, TurnLost
from rules.labirynt_czarnoksieznika.exploration.exploring import explore
from rules.labirynt_czarnoksieznika.exploration.penetration import arrange, arrange_actions
from rules.labirynt_czarnoksieznika.model import ZOMBIE, Character, Game
from rules.labirynt_czarnoksieznika.tables.places import board_of, place
from rules.labirynt_czarnoksieznika.ways import Step, all_steps, chamber_option, step_actions, steps, zombie_actions

FREE = ("drink", "heal", "orders")


def play_turn(table: Table, game: Game) -> None:
    """Awaken, move and explore, perhaps once more, and the Clouds drift."""
    seat = game.active_seat
    begin(table, game, seat)
    if not movers(game, seat):
        table.tell(TurnLost(seat))
    else:
        go_and_explore(table, game, seat)
        while go_on(table, game, seat):
            go_and_explore(table, game, seat)
    if not game.outcome:
        drift(table, game, seat)
    finish(game, seat)


def begin(table: Table, game: Game, seat: Seat) -> None:
    """Who was stunned is held in this turn; the dead awaken [3.6, 8.8]."""
    table.tell(TurnBegan(seat))
    game.paid, game.zombie_moved, game.ability_used, game.entered = False, False, False, ""
    for one in game.people_of(seat):
        one.held, one.stunned = one.stunned, False
    awaken_dead(table, game, seat)


def finish(game: Game, seat: Seat) -> None:
    """The turn is over."""
    game.entered = ""
    for one in game.people_of(seat):
        one.held = False


def movers(game: Game, seat: Seat) -> list[Character]:
    """Who could be moved now [3.2, 3.6]."""
    return [one for one in game.people_of(seat) if one.id != ZOMBIE and can_move(game, one)]


def can_move(game: Game, one: Character) -> bool:
    """Whether any Move is open to a character."""
    return not one.held and bool(steps(game, one) or havens_of(game, one))


def go_and_explore(table: Table, game: Game, seat: Seat) -> None:
    """One Move and the Exploration of the chamber it ends in; free actions and the Zombie's Move before it."""
    while not game.outcome:
        table.set_right()
        if not movers(game, seat):  # a free action, or the Zombie, has closed the last way
            return
        taken = table.next_action("turn.move", move_actions(game, seat), secret=True, player=seat)
        if not take_free(table, game, taken):
            _move(table, game, taken)
            return


def move_actions(game: Game, seat: Seat) -> list[Action[Any]]:
    """Every Move that is open, then what may be done before it."""
    open_steps = all_steps(game)
    moves = [
        action
        for one in movers(game, seat)
        for action in _moves_of(game, one, [step for step in open_steps if step.one is one])
    ]
    return [*moves, *free_actions(game, seat), *_arranging(game, seat)]


def _moves_of(game: Game, one: Character, open_steps: list[Step]) -> Iterator[Action[Any]]:
    yield from step_actions(game, open_steps)
    if havens := havens_of(game, one):
        options = tuple(chamber_option(game, one, where, "chamber") for where in havens)
        ask = Choose(who=one.seat, why="turn.jump", options=options, secret=True, facts={"who": one.name})
        yield Action(one.seat, Option(f"jump:{one.id}", "turn.jump", facts={"who": one.name}), ask, secret=True)
    if can_cast(game, one, "haste") and open_steps:
        yield Action(one.seat, Option(f"haste:{one.id}", "turn.haste", facts={"who": one.name}), secret=True)


def free_actions(game: Game, seat: Seat) -> list[Action[Any]]:
    """What does not end the question: the Zombie's Move, healing, the Glove, standing orders of all."""
    return [*zombie_actions(game, seat), *glove_actions(game, seat), *quick_actions(game, seat)]


def _arranging(game: Game, seat: Seat) -> Iterator[Action[Any]]:
    """Equipment is rearranged before the Move, as at the start of the Exploration [5.1]."""
    for one in game.people_of(seat):
        yield from arrange_actions(game, one)


def take_free(table: Table, game: Game, taken: Taken) -> bool:
    """Do what may be done besides the Move; False when it is the Move, or the end."""
    verb, _, about = taken.id.partition(":")
    if verb in FREE:
        take_quick(table, game, taken)
    elif verb == "arrange":
        arrange(table, game, game.characters[about], taken.value)
    elif verb == "glove":
        make_glove(table, game, game.characters[about], [taken.value.values[kind] for kind in PARTS])
    elif verb == "use":
        use_ability(table, game, game.characters[about], taken.value)
    elif verb == "zombie":
        _move_zombie(table, game, about, taken.value)
    else:
        return False
    return True


def _move(table: Table, game: Game, taken: Taken) -> None:
    verb, id, *chamber = taken.id.split(":")
    one = game.characters[id]
    game.entered, game.ability_used, game.rearrange = id, False, False
    if verb == "haste":
        haste(table, game, one)
    elif verb == "jump":
        jump(table, game, one, place(taken.value, board_of(one.at)))
    else:
        enter(table, game, one, place(chamber[0], board_of(one.at)), paid_board(table, game, one, taken.value))
    explore(table, game, one)


def _move_zombie(table: Table, game: Game, chamber: str, board: str | None) -> None:
    """It explores, too, but draws nothing from table or pool [10.6]."""
    zombie = game.characters[ZOMBIE]
    before, game.zombie_moved, game.entered = game.entered, True, ZOMBIE
    enter(table, game, zombie, place(chamber, board_of(zombie.at)), paid_board(table, game, zombie, board))
    explore(table, game, zombie)
    game.entered = before


def go_on(table: Table, game: Game, seat: Seat) -> bool:
    """At the end of the Exploration: abilities, healing, the Zombie; whether a Gem buys one more Move [3.3, 5.9]."""
    while not game.outcome:
        table.set_right()
        again, asides = list(_again(game, seat)), end_actions(game, seat)
        if not asks_at_end(game, seat, [*again, *asides]):
            return False
        done: Action[Any] = Action(seat, Option("done", "turn.done"))
        taken = table.next_action("turn.end", [done, *again, *asides], secret=True, player=seat)
        if taken.id == "again":
            pay_again(table, game, seat)
            return True
        if not take_free(table, game, taken):
            return False
    return False


def asks_at_end(game: Game, seat: Seat, actions: list[Action[Any]]) -> bool:
    """Whether anything is open that a player wants to be asked about before the turn ends."""
    orders = game.teams[seat].orders
    silent = ["orders", "arrange", *(["again"] if orders.again == "never" else [])]
    silent += ["use"] if orders.ability == "never" else []
    return any(action.option.id.partition(":")[0] not in silent for action in actions)


def _again(game: Game, seat: Seat) -> Iterator[Action[Any]]:
    """One more Move for a Gem, once in a turn [3.3]."""
    gems = game.tables.gems.extra_move
    if not game.paid and game.teams[seat].gems >= gems and movers(game, seat):
        yield Action(seat, Option("again", "turn.again", "turn.again", {"gems": gems}))


def end_actions(game: Game, seat: Seat) -> list[Action[Any]]:
    """What may be done before the turn ends; the ability is that of who explored [10.1]."""
    explorer = game.characters.get(game.entered)
    own = [*ability_actions(game, explorer)] if explorer is not None and explorer.active else []
    return [*own, *free_actions(game, seat), *_storing(game, explorer)]


def _storing(game: Game, explorer: Character | None) -> Iterator[Action[Any]]:
    """In the Camp tokens can be stored once more, when the Glove is made or wounds are healed [8.5]."""
    if explorer is not None and in_camp(game, explorer):
        yield from arrange_actions(game, explorer)


def pay_again(table: Table, game: Game, seat: Seat) -> None:
    """A Gem for one more Move, once in a turn [3.3]."""
    team = game.teams[seat]
    team.gems -= game.tables.gems.extra_move
    game.paid, game.entered = True, ""
    table.tell(ExtraMovePaid(seat, team.gems))
