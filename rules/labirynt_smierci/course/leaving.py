"""Leaving the labyrinth and coming back [4.1, 17], and victory."""

from __future__ import annotations

from collections.abc import Iterable

from rules.kernel.offers import Offer, does, does_with, ends, take
from rules.kernel.requests import PARTY, Choose, ChooseSome, Field, Filled, Form, Option, Seat
from rules.kernel.table import Table
from rules.kernel.words import Facts, Term, Word
from rules.labirynt_smierci.combat.lineup import dismiss_allies
from rules.labirynt_smierci.combat.places import marching_offers
from rules.labirynt_smierci.course.setup import set_out
from rules.labirynt_smierci.encounter.monsters import meet_again
from rules.labirynt_smierci.events import combat
from rules.labirynt_smierci.events.course import AdventuresUsedUp, PartyLeft, PartyWentHome, WeaponsTaken
from rules.labirynt_smierci.free_actions import outside_offers as free_offers
from rules.labirynt_smierci.free_actions import settle
from rules.labirynt_smierci.magic.casting import choose_known
from rules.labirynt_smierci.model import Character, Game
from rules.labirynt_smierci.options import ADVISED_CHARACTERS, MOST_CHARACTERS
from rules.labirynt_smierci.party.belongings import arm
from rules.labirynt_smierci.party.experience import apprentice_form, join_party
from rules.labirynt_smierci.party.formation import with_newcomer
from rules.labirynt_smierci.party.losses import close_up
from rules.labirynt_smierci.tables.sheets import WEAPONS


def look_for_victory(table: Table, game: Game) -> None:
    """Check victory at an exit: the party's if the Gate is destroyed and a member lives, then personal ones."""
    if game.gate and game.gate.destroyed and game.people:
        game.outcome = "victory"
        table.tell(combat.TeamVictory(names_of(game.people)))
    look_for_personal_victories(table, game)


def look_for_personal_victories(table: Table, game: Game) -> None:
    """Tell each new personal victory, by experience and wealth; it cannot be lost again [17]."""
    for person in [person for person in game.people if person.id not in game.winners and wins(game, person)]:
        game.winners.append(person.id)
        table.tell(combat.PersonalVictory(person.name, person.experience, person.wealth))


def wins(game: Game, character: Character) -> bool:
    """Whether a character who leaves alive has enough experience and wealth [17]."""
    needed = game.tables.experience
    return character.experience >= needed.victory_points and character.wealth >= needed.victory_gold


def names_of(people: Iterable[Character]) -> tuple[Term, ...]:
    """The names of these characters."""
    return tuple(person.name for person in people)


def tell_chronicle(table: Table, game: Game) -> None:
    """Tell the chronicle at the end of every game."""
    tally = game.tally
    table.tell(
        combat.Chronicle(
            game.stage,
            game.adventure,
            tally.fights,
            tally.rounds,
            tally.kills,
            tally.wounds_dealt,
            tally.wounds_taken,
        )
    )
    everybody = [character for character in game.characters.values() if not character.ally]
    learnt = sum(character.experience for character in everybody)
    table.tell(combat.ChronicleOfDeeds(tally.spells, tally.traps, tally.gold, learnt))
    if fallen := names_of(character for character in everybody if not character.alive and character.fate != "stone"):
        table.tell(combat.ChronicleOfFallen(fallen))
    if stone := names_of(character for character in everybody if character.fate == "stone"):
        table.tell(combat.ChronicleOfStone(stone))
    if game.winners:
        table.tell(combat.ChronicleOfWinners(names_of(game.characters[winner] for winner in game.winners)))


def figures(game: Game) -> dict[str, int]:
    """Return fights, rounds, deaths, wounds, gold and experience of all members; ``killers.X``: deaths by this kind."""
    people = [character for character in game.characters.values() if not character.ally]
    tally = game.tally
    return {
        "adventures": game.adventure,
        "fights": tally.fights,
        "rounds": tally.rounds,
        "kills": tally.kills,
        "deaths": sum(not person.alive for person in people),
        "wounds_dealt": tally.wounds_dealt,
        "wounds_taken": tally.wounds_taken,
        "spells": tally.spells,
        "traps": tally.traps,
        "gold": tally.gold,
        "experience": sum(person.experience for person in people),
        "personal_victories": len(game.winners),
        **{f"killers.{kind}": deaths for kind, deaths in tally.killers.items()},
    }


NEW = 0
SURE = "yes"


def leave(table: Table, game: Game) -> None:
    """Leave at the entrance: end the adventure, check victory, and whether another adventure can follow [10, 17]."""
    game.outside = True
    game.sun = None
    table.tell(PartyLeft(game.adventure, len(game.people), game.purse))
    end_adventure(table, game)
    look_for_victory(table, game)
    if not game.outcome and game.adventure == game.options.adventures:
        game.outcome = "adventures"
        table.tell(AdventuresUsedUp(game.adventure))


def end_adventure(table: Table, game: Game) -> None:
    """End the effects that last for an adventure, also for the petrified, and dismiss charmed monsters."""
    rest(game)
    for character in game.characters.values():
        character.dizzy = character.absorbs = character.might = 0
        character.charming = ""
        character.cast, character.uses, character.usable = {}, {}, []
    if allies := [character for character in game.living if character.ally]:
        table.tell(combat.AlliesParted(names_of(allies)))
    dismiss_allies(game)
    close_up(table, game)


def rest(game: Game) -> None:
    """Restore wounds and strength spent on spells [10, house]."""
    for character in game.living:
        character.wounds = character.spent = 0


def outside(table: Table, game: Game) -> None:
    """Take free actions until the party enters again or goes home; an item put on here may kill."""
    while game.people:
        while table.set_one_right():
            settle(table, game)  # whom a game master struck down
        if take(table, "outside", outside_offers(game), adventure=game.adventure):
            return


def go_home_if_sure(table: Table, game: Game, answer: str) -> bool:
    """Go home if the answer confirms it; return whether it does."""
    if answer == SURE:
        go_home(table, game)
    return answer == SURE


def go_home(table: Table, game: Game) -> None:
    """End the game; victory was checked at the exit [17]."""
    game.outcome = "home"
    table.tell(PartyWentHome(len(game.people), game.purse))


def outside_offers(game: Game) -> list[Offer]:
    """Return the offers outside: enter, change weapons, recruit, go home, things and learning."""
    offers = [Offer(PARTY, _enter_option(game), do=ends(does(go_in_again, game)))]
    offers += marching_offers(game, aside=False)
    for seat, _ in game.seats_alive():
        ask, do = weapons_form(game, seat), does_with(take_weapons, game)
        offers.append(Offer(seat, Option("weapons", "outside.weapons"), ask, do=do))
    # The petrified may come back, so nobody replaces them.
    stones = sum(character.fate == "stone" for character in game.characters.values())
    if game.options.recruits and len(game.people) + stones < MOST_CHARACTERS:
        offers += [_recruit_offer(game, seat) for seat in game.seats if lacks_a_recruit(game, seat)]
    offers.append(Offer(PARTY, _go_home_option(game), ask_whether_sure(), do=does_with(go_home_if_sure, game)))
    return offers + free_offers(game)


def _enter_option(game: Game) -> Option:
    note = "outside.enter.note" if game.options.adventures else "outside.enter.unlimited"
    return Option("enter", "outside.enter", note, {"next": game.adventure + 1, "most": game.options.adventures})


def _go_home_option(game: Game) -> Option:
    needed, winners = game.tables.experience, names_of(game.characters[id] for id in game.winners)
    facts: Facts = {"points": needed.victory_points, "gold": needed.victory_gold, "winners": winners}
    return Option("home", "outside.home", "outside.home.winners" if winners else "outside.home.cost", facts)


def lacks_a_recruit(game: Game, seat: Seat) -> bool:
    """Whether the seat may recruit: it has no characters, or a lone player too few and no recruit yet [house]."""
    if len(game.seats) > 1:
        return not game.of_seat(seat)
    return len(game.people) < ADVISED_CHARACTERS and game.recruited < game.adventure


def _recruit_offer(game: Game, seat: Seat) -> Offer[Filled]:
    note = "outside.recruit.note" if len(game.seats) > 1 else "outside.recruit.alone"
    option = Option("recruit", "outside.recruit", note, {"advised": ADVISED_CHARACTERS})
    return Offer(seat, option, apprentice_form(game, seat, [NEW]), do=does_with(recruit, game, seat))


def ask_whether_sure() -> Choose:
    """Return the question that confirms going home, because it ends the game for everybody."""
    options = (Option("no", "outside.stay"), Option(SURE, "outside.sure"))
    return Choose(who=PARTY, why="outside.home", options=options)


def weapons_form(game: Game, seat: Seat) -> Form:
    """Return the form of two kinds of weapon for each character of the seat [4.1]; magic weapons come on top [14]."""
    fields = []
    for character in game.of_seat(seat):
        kinds = sorted(WEAPONS, key=lambda weapon: (weapon not in character.weapons, weapon in character.lent))
        options = tuple(Option(weapon, f"weapon.{weapon}") for weapon in kinds)
        ask = ChooseSome(who=seat, why="outside.weapons", options=options, least=2, most=2)
        fields.append(Field(character.id, ask, character.name))
    return Form(who=seat, why="outside.weapons", fields=tuple(fields))


def take_weapons(table: Table, game: Game, chosen: Filled) -> None:
    """Change the characters' weapons to the chosen ones."""
    for one_id, weapons in chosen.values.items():
        character = game.characters[one_id]
        if sorted(weapon for weapon in character.weapons if weapon not in character.lent) != sorted(weapons):
            character.weapons, character.lent = list(weapons), []
            character.in_hand = character.weapons[0]
            arm(character)
            table.tell(WeaponsTaken(character.name, tuple(Word(f"weapon.{weapon}") for weapon in character.weapons)))


def recruit(table: Table, game: Game, seat: Seat, filled: Filled) -> None:
    """Add a new apprentice in place of the fallen [house option ``recruits``]."""
    game.recruited = game.adventure
    character = join_party(table, game, seat, filled, NEW)
    game.formation = with_newcomer(game.formation, character.id)


def go_in_again(table: Table, game: Game) -> None:
    """Begin the next adventure; wounds suffered outside heal, too."""
    rest(game)
    game.adventure += 1
    choose_known(table, game)
    set_out(table, game)
    if game.here.group:
        meet_again(table, game, game.here.group)
