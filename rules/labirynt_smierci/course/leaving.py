"""Leaving the labyrinth and coming back: the adventure ends, wounds heal, the map stays [4.1, 17]."""

from __future__ import annotations

from typing import Any

from rules.kernel.requests import PARTY, Action, Choose, ChooseSome, Field, Form, Option, Seat
from rules.kernel.table import Table
from rules.kernel.words import Word
from rules.labirynt_smierci.asides import DEEDS, act_aside, settle
from rules.labirynt_smierci.asides import outside_actions as free_actions
from rules.labirynt_smierci.combat.charmed import dismiss_allies
from rules.labirynt_smierci.course.setup import set_out
from rules.labirynt_smierci.course.victory import look_for_victory, names_of
from rules.labirynt_smierci.events.course import AdventuresUsedUp, PartyLeft, PartyWentHome, WeaponsTaken
from rules.labirynt_smierci.events.ending import AlliesParted
from rules.labirynt_smierci.magic.known import choose_known
from rules.labirynt_smierci.model import Game
from rules.labirynt_smierci.options import MOST_CHARACTERS
from rules.labirynt_smierci.party.apprentices import apprentice_form, join_party
from rules.labirynt_smierci.party.belongings import arm
from rules.labirynt_smierci.party.formation import ask_formation, fill_front, set_formation, with_newcomer
from rules.labirynt_smierci.tables.sheets import WEAPONS

NEW = 0
SURE = "yes"


def leave(table: Table, game: Game) -> None:
    """Out at the entrance: the adventure is over, victory is looked at, then whether there can be another [10, 17]."""
    game.outside = True
    game.sun = None
    table.tell(PartyLeft(game.adventure, len(game.people), game.purse))
    end_adventure(table, game)
    look_for_victory(table, game)
    if not game.outcome and game.adventure == game.options.adventures:
        game.outcome = "adventures"
        table.tell(AdventuresUsedUp(game.adventure))


def end_adventure(table: Table, game: Game) -> None:
    """What lasts as long as an adventure ends, for those turned to stone, too, who stay; charmed monsters go."""
    rest(game)
    for one in game.characters.values():
        one.dizzy = one.absorbs = one.might = 0
        one.charming = ""
        one.cast, one.uses, one.usable = {}, {}, []
    if allies := [one for one in game.living if one.ally]:
        table.tell(AlliesParted(names_of(allies)))
    dismiss_allies(game)
    fill_front(game)


def rest(game: Game) -> None:
    """Wounds and strength spent on spells come back [10, house]."""
    for one in game.living:
        one.wounds = one.spent = 0


def outside(table: Table, game: Game) -> None:
    """Free actions until the party goes in again, or home for good; something put on may kill out here, too."""
    while game.people:
        while table.set_one_right():
            settle(table, game)  # whom a game master struck down
        taken = table.next_action("outside", outside_actions(game), adventure=game.adventure)
        match taken.id.partition(":")[0]:
            case "formation":
                set_formation(table, game, taken.value)
            case "weapons":
                take_weapons(table, game, taken.value.values)
            case "recruit":
                recruit(table, game, taken.seat, taken.value)
            case deed if deed in DEEDS:
                act_aside(table, game, taken)
            case "home":
                if taken.value == SURE:
                    go_home(table, game)
                    return
            case _:
                go_in_again(table, game)
                return


def go_home(table: Table, game: Game) -> None:
    """For good; who won was looked at when they came out [17]."""
    game.outcome = "home"
    table.tell(PartyWentHome(len(game.people), game.purse))


def outside_actions(game: Game) -> list[Action[Any]]:
    """Go in, change weapons, take on an apprentice for a seat that has nobody left, go home; things and learning."""
    actions: list[Action[Any]] = [Action(PARTY, Option("enter", "outside.enter", "outside.enter.note"))]
    if len(game.living) > 1:
        actions.append(Action(PARTY, Option("formation", "formation.change"), ask_formation(game)))
    for seat, _ in game.seats_alive():
        actions.append(Action(seat, Option("weapons", "outside.weapons"), weapons_form(game, seat)))
    if game.options.recruits and len(game.people) + count_stones(game) < MOST_CHARACTERS:
        for seat in game.seats:
            if not game.of_seat(seat):
                ask = apprentice_form(game, seat, [NEW])
                actions.append(Action(seat, Option("recruit", "outside.recruit", "outside.recruit.note"), ask))
    actions.append(Action(PARTY, Option("home", "outside.home", "outside.home.cost"), ask_whether_sure()))
    return actions + free_actions(game)


def count_stones(game: Game) -> int:
    """Members turned to stone: they may come back, so nobody takes their place."""
    return sum(one.fate == "stone" for one in game.characters.values())


def ask_whether_sure() -> Choose:
    """Going home ends the game for everybody, so it is asked once more."""
    options = (Option("no", "outside.stay"), Option(SURE, "outside.sure"))
    return Choose(who=PARTY, why="outside.home", options=options)


def weapons_form(game: Game, seat: Seat) -> Form:
    """Two kinds of weapon for each of a seat's characters [4.1]; magic ones that they hold come besides [14]."""
    fields = []
    for one in game.of_seat(seat):
        kinds = sorted(WEAPONS, key=lambda weapon: (weapon not in one.weapons, weapon in one.lent))
        options = tuple(Option(weapon, f"weapon.{weapon}") for weapon in kinds)
        ask = ChooseSome(who=seat, why="outside.weapons", options=options, least=2, most=2)
        fields.append(Field(one.id, ask, one.name))
    return Form(who=seat, why="outside.weapons", fields=tuple(fields))


def take_weapons(table: Table, game: Game, chosen: dict[str, tuple[str, ...]]) -> None:
    """Characters take other weapons."""
    for one_id, weapons in chosen.items():
        one = game.characters[one_id]
        if sorted(weapon for weapon in one.weapons if weapon not in one.lent) != sorted(weapons):
            one.weapons, one.lent = list(weapons), []
            one.in_hand = one.weapons[0]
            arm(one)
            table.tell(WeaponsTaken(one.name, tuple(Word(f"weapon.{weapon}") for weapon in one.weapons)))


def recruit(table: Table, game: Game, seat: Seat, filled: Any) -> None:
    """A new apprentice for a seat without a living character [house option ``recruits``]."""
    one = join_party(table, game, seat, filled, NEW)
    game.formation = with_newcomer(game.formation, one.id)


def go_in_again(table: Table, game: Game) -> None:
    """The next adventure begins; what somebody suffered outside is healed, too."""
    rest(game)
    game.adventure += 1
    choose_known(table, game)
    set_out(table, game)
