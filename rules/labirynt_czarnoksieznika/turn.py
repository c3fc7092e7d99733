"""A player's turn: a Move, its Exploration, another Move for a Gem, and the Zombie's Move [3]."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeVar

from rules.kernel.offers import Deed, Offer, Pick, Result, Way, does, does_with, take, taken_of
from rules.kernel.requests import Option, Seat
from rules.kernel.table import Table
from rules.kernel.turns import tell_decided
from rules.kernel.words import Fact, Facts, Word
from rules.labirynt_czarnoksieznika import free_actions, ways
from rules.labirynt_czarnoksieznika.arriving import enter, haste, havens_of, jump, paid_board
from rules.labirynt_czarnoksieznika.characters.abilities import ability_offers, could_use, drift, has_to_spare
from rules.labirynt_czarnoksieznika.characters.wounds import awaken_dead
from rules.labirynt_czarnoksieznika.equipment.finds import can_cast
from rules.labirynt_czarnoksieznika.equipment.packing import glove_offers
from rules.labirynt_czarnoksieznika.events.course import ExtraMovePaid, TurnBegan, TurnLost
from rules.labirynt_czarnoksieznika.exploration.called import set_right
from rules.labirynt_czarnoksieznika.exploration.exploring import explore, is_hidden_on_the_way, is_on_the_way, threat
from rules.labirynt_czarnoksieznika.exploration.penetration import Arranging, arranging_offers, sorting_offers
from rules.labirynt_czarnoksieznika.model import ZOMBIE, Character, Game
from rules.labirynt_czarnoksieznika.tables.sheets import Place, chamber_of

T = TypeVar("T")
LATEST = 12
"""The number of a team's Moves that are remembered."""
AGAIN, DONE = True, False
"""Results of the end of a turn: another Move, or none."""


def play_turn(table: Table, game: Game) -> None:
    """Play a turn: awaken, move and explore, maybe once more, then drift the Clouds."""
    seat = game.active_seat
    begin(table, game, seat)
    if not can_go(game, seat):
        table.tell(TurnLost(seat))
    go_and_explore(table, game, seat)
    while go_on(table, game, seat):
        go_and_explore(table, game, seat)
    if not game.outcome:
        drift(table, game, seat)
    finish(game, seat)


def begin(table: Table, game: Game, seat: Seat) -> None:
    """Begin a turn: stunned characters are held in it, the dead awaken [3.6, 8.8]."""
    table.tell(TurnBegan(seat))
    game.paid, game.zombie_moved, game.ability_used, game.entered = False, False, False, ""
    game.ahead, game.sorting = False, False
    for person in game.people_of(seat):
        person.held, person.stunned = person.stunned, False
    awaken_dead(table, game, seat)


def finish(game: Game, seat: Seat) -> None:
    """End a turn."""
    game.entered = ""
    for person in game.people_of(seat):
        person.held = False


def movers(game: Game, seat: Seat) -> list[Character]:
    """Return the characters who can be moved now, without the Zombie [3.2, 3.6]."""
    return [person for person in game.people_of(seat) if person.id != ZOMBIE and can_move(game, person)]


def can_go(game: Game, seat: Seat) -> bool:
    """Whether a team has a Move left, if only the Zombie's own [3.6, 10.6]."""
    return bool(movers(game, seat)) or any(zombie_offers(game, seat))


def can_move(game: Game, character: Character) -> bool:
    """Whether a character has any Move."""
    return not character.held and bool(ways.steps(game, character) or havens_of(game, character))


def go_and_explore(table: Table, game: Game, seat: Seat) -> None:
    """Play one Move and the Exploration of its chamber, after free actions and the Zombie's Move."""
    if game.teams[seat].ahead:
        set_right(table, game)
        if free_actions.take_ahead(
            table, game, seat, [offer for offer in move_offers(game, seat) if isinstance(offer, ways.Stepping)]
        ):
            return
    while not game.outcome:
        set_right(table, game)
        if game.outcome or not can_go(game, seat):  # an event, a free action, or the Zombie has closed the last way
            return
        offers, facts = move_offers(game, seat), {"player": seat, **_treasury_facts(game, seat)}
        game.calls_open = True
        taken = table.next_action("turn.move", offers, secret=True, **facts)
        game.calls_open = False
        if taken_of(offers, taken).done(table, taken.value):
            return


def _treasury_facts(game: Game, seat: Seat) -> Facts:
    """Return a player's Gems, the goal and the next aim as facts [8.2, 9, E1]."""
    return {"gems": game.teams[seat].gems, "goal": game.options.gems, **_aim_facts(game, seat), **threat(game, seat)}


def _aim_facts(game: Game, seat: Seat) -> Facts:
    """Return a team's best next aim by public facts: that a Rune is carried, not which; who won a Crystal."""
    runes, camp = game.face(game.teams[seat].board).runes, chamber_of(game.camp_of(seat))
    at: Fact = runes
    laden = any(person.pack for person in game.people_of(seat))
    if carrier := game.characters.get(game.teams[seat].crystal):
        aim, at = "crystal", carrier.name
    elif any(person.rune for person in game.people_of(seat)):
        aim, at = "rune", Word("aim.at.things")
    elif laden and is_hidden_on_the_way(game):
        aim = "bring"
    elif game.crystals and game.runes:
        aim = "fetch"
    else:
        aim, at = "hunt", Word("aim.at.digits")
    return {"aim": Word(f"aim.{aim}"), "at": at, "camp": camp}


def move_offers(game: Game, seat: Seat) -> list[Offer]:
    """Return all Moves, then free actions; where only the Zombie can move, it may stay."""
    open_steps = ways.all_steps(game)
    moves = [
        offer
        for mover in movers(game, seat)
        for offer in _character_move_offers(game, mover, [step for step in open_steps if step.character is mover])
    ] or [Offer(seat, Option("stay", "turn.stay", "turn.stay"), do=does(_keep_zombie, game))]
    moves.sort(key=lambda offer: _step_position(offer, open_steps))
    beside: list[Offer] = [
        *free_actions.ahead_offers(game),
        *free_actions.order_offers(game),
        *_team_arranging_offers(game, seat),
    ]
    return [*moves, *free_offers(game, seat), *beside, *sorting_offers(game, seat)]


def _step_position(offer: Offer, open_steps: list[ways.Step]) -> int:
    ids = [ways.step_id(step.character, step.where) for step in open_steps]
    return ids.index(offer.option.id) if offer.option.id in ids else len(ids)


class Jump(Pick[Place], frozen=True, eq=False, kw_only=True):
    """An offer to use a Teleport scroll in place of the Move; the ways are the chambers."""

    character: Character


class Haste(Offer[None], frozen=True, eq=False, kw_only=True):
    """An offer to use a Haste scroll: up to three chambers in one Move."""

    character: Character


def _character_move_offers(game: Game, character: Character, open_steps: list[ways.Step]) -> Iterator[Offer]:
    for step in open_steps:
        walks = _deed_of_move(game, character, does_with(_walk_into, game, character, step.where))
        ask = ways.ask_board(game, character, step.where)
        yield ways.Stepping(
            character.seat, ways.step_option(game, step), ask, character=character, where=step.where, do=walks
        )
    if havens := havens_of(game, character):
        yield Jump(
            character.seat,
            Option(f"jump:{character.id}", "turn.jump", facts={"who": character.name}),
            character=character,
            ways=tuple(Way(ways.chamber_option(game, character, where, "chamber"), where) for where in havens),
            why="turn.jump",
            facts={"who": character.name},
            always=True,
            secret=True,
            do=_deed_of_move(game, character, does_with(jump, game, character)),
        )
    if can_cast(game, character, "haste") and open_steps:
        facts: Facts = {"who": character.name, "most": game.tables.finds.of("haste").steps}
        option = Option(f"haste:{character.id}", "turn.haste", "turn.haste", facts)
        yield Haste(
            character.seat,
            option,
            secret=True,
            character=character,
            do=_deed_of_move(game, character, does(haste, game, character)),
        )


def _walk_into(table: Table, game: Game, character: Character, where: Place, board: ways.Board | None) -> None:
    enter(table, game, character, where, paid_board(table, game, character, board))


def _deed_of_move(game: Game, character: Character, goes: Deed[T]) -> Deed[T]:
    def do(table: Table, answer: T) -> Result:
        game.entered, game.ability_used, game.rearrange = character.id, False, False
        note_move(game, character)
        goes(table, answer)
        explore(table, game, character)
        return True

    return do


def note_move(game: Game, character: Character) -> None:
    """Record a Move in the team's latest Moves and in the character's count."""
    team, moves = game.teams[character.seat], game.tally.moves
    team.moved = [*team.moved, character.id][-LATEST:]
    moves[character.id] = moves.get(character.id, 0) + 1


# Besides the Move ----------------------------------------------------------------------------------------------


def free_offers(game: Game, seat: Seat) -> list[Offer]:
    """Return the free actions: the Zombie's Move, the Glove, healing."""
    return [
        *zombie_offers(game, seat),
        *glove_offers(game, seat),
        *free_actions.healing_offers(game, game.people_of(seat)),
    ]


def zombie_offers(game: Game, seat: Seat) -> Iterator[ways.Stepping]:
    """Return the steps of the Zombie's own Move, once in its owner's turn, before or after the other Move [10.6]."""
    zombie = game.characters.get(ZOMBIE)
    if not zombie or zombie.seat != seat or game.zombie_moved:
        return
    for side, where in ways.steps(game, zombie):
        option, ask = ways.zombie_option(game, zombie, side, where), ways.ask_board(game, zombie, where)
        walks = does_with(_move_zombie, game, zombie, where)
        yield ways.Stepping(seat, option, ask, aside=True, character=zombie, where=where, do=walks)


def _move_zombie(table: Table, game: Game, zombie: Character, where: Place, board: ways.Board | None) -> None:
    """Move the Zombie and explore; it draws nothing from table or pool [10.6]."""
    before, game.zombie_moved, game.entered = game.entered, True, ZOMBIE
    _walk_into(table, game, zombie, where, board)
    explore(table, game, zombie)
    game.entered = before


def _keep_zombie(_: Table, game: Game) -> Result:
    game.zombie_moved = True
    return True


def _team_arranging_offers(game: Game, seat: Seat, explorer: Character | None = None) -> Iterator[Arranging]:
    """Return free actions to rearrange equipment at the start and end of a turn; the explorer still penetrates [5.1,
    5.5].

    Before the Move counts as the start of the Exploration.
    """
    for person in game.people_of(seat):
        yield from arranging_offers(game, person, penetrating=person is explorer)


# The end -------------------------------------------------------------------------------------------------------


def go_on(table: Table, game: Game, seat: Seat) -> bool:
    """Ask at the end of the Exploration: abilities, healing, the Zombie, a Gem for another Move [3.3, 5.9].

    Return whether another Move follows. In a planned turn the player is away and is not asked.
    """
    if not game.outcome:
        free_actions.tend(table, game, seat)
    while not (game.outcome or game.ahead):
        table.set_right()
        offers = end_offers(game, seat)
        if not offers:
            if any(_extra_move_offers(game, seat)):
                tell_decided(table, game, [seat], free_actions.ORDER_WORDS, "again")
            return False
        ended = take(table, "turn.end", offers, secret=True, player=seat, **_ability_facts(game, seat))
        if ended is not None:
            return ended is AGAIN
    return False


def end_offers(game: Game, seat: Seat) -> list[Offer]:
    """Return the actions offered at the end of a turn, or nothing if standing orders skip the question.

    The explorer's ability is offered [10.1]. The Glove never triggers the question, as it can be made before the next
    Move; an elixir neither, as this would reveal its carrier (see ``tend``). Whether the question is asked depends on
    public facts only: of a Backpack just the number of tokens.
    """
    explorer = game.characters.get(game.entered)
    again, zombie = list(_extra_move_offers(game, seat)), any(zombie_offers(game, seat))
    hurt = free_actions.wants_tending(game, game.people_of(seat))
    if not (zombie or hurt or (again and _wants_extra_move(game, seat)) or _wants_ability(game, seat, explorer)):
        return []
    ability = [*ability_offers(game, explorer)] if explorer and explorer.active else []
    free = free_offers(game, seat)
    done = Offer(seat, Option("done", "turn.done"), do=does(_finish_turn))
    beside: list[Offer] = [
        *free_actions.ahead_offers(game),
        *free_actions.order_offers(game),
        *_team_arranging_offers(game, seat, explorer),
    ]
    return [done, *again, *ability, *free, *beside]


def _wants_extra_move(game: Game, seat: Seat) -> bool:
    order = game.teams[seat].orders.again
    return order == "ask" or (order == "home" and is_on_the_way(game) and is_almost_home(game, seat))


def _wants_ability(game: Game, seat: Seat, explorer: Character | None) -> bool:
    """Whether the player is asked about the explorer's ability, judging by the number of its tokens."""
    order = game.teams[seat].orders.ability
    if not explorer or not could_use(game, explorer):
        return False
    return bool(explorer.tokens) if order == "ask" else order == "spare" and has_to_spare(explorer)


def _ability_facts(game: Game, seat: Seat) -> Facts:
    """Return the explorer and the ability that the question is about, ``ability`` '' if there is none; public facts
    only.
    """
    explorer = game.characters.get(game.entered)
    if not explorer or not _wants_ability(game, seat, explorer):
        return {"ability": ""}
    return {"who": explorer.name, "ability": Word(f"ability.{game.card(explorer.id).ability}")}


def is_almost_home(game: Game, seat: Seat) -> bool:
    """Whether a movable character with a filled Backpack is one step from its Camp."""
    carriers = [mover for mover in movers(game, seat) if has_to_spare(mover)]
    return any(where == game.camp_of(seat) for carrier in carriers for _, where in ways.steps(game, carrier))


def _finish_turn(_: Table) -> Result:
    return DONE


def _extra_move_offers(game: Game, seat: Seat) -> Iterator[Offer[None]]:
    """Return the offer of another Move for a Gem, once in a turn [3.3]."""
    gems = game.tables.gems.extra_move
    if not game.paid and game.teams[seat].gems >= gems and movers(game, seat):
        option = Option("again", "turn.again", "turn.again", {"gems": gems})
        yield Offer(seat, option, do=does(pay_again, game, seat))


def pay_again(table: Table, game: Game, seat: Seat) -> Result:
    """Pay a Gem for another Move, once in a turn [3.3]."""
    team = game.teams[seat]
    team.gems -= game.tables.gems.extra_move
    game.paid, game.entered = True, ""
    table.tell(ExtraMovePaid(seat, team.gems))
    return AGAIN
