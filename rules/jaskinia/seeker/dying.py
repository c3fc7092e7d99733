"""Death, the next Seeker, and who is the last alive [2.2, 8.4, 8.5, 10.9]."""

from __future__ import annotations

from functools import partial

from rules.jaskinia.cards import discard, discard_spell
from rules.jaskinia.events.course import CaveWon, LastAlive, PlayerOut, SeekerDied, SeekerTaken
from rules.jaskinia.model import Game, Seeker
from rules.jaskinia.names import named
from rules.jaskinia.places import area_word
from rules.jaskinia.seeker.exit_card import die_outside, end_visit
from rules.jaskinia.seeker.notes import gone
from rules.kernel.requests import Option, Seat, pieces_of
from rules.kernel.table import Table
from rules.kernel.words import Fact, Word


def die(table: Table, game: Game, one: Seeker) -> None:
    """Items, Followers and gold stay on the area, Spells and trophies go; who has found nothing yet comes again."""
    player = game.players[one.seat]
    table.tell(SeekerDied(one.seat, one.name, area_word(game, one.at), one.at))
    game.tally.deaths += 1
    player.seeker, player.last, player.deaths = None, one.id, player.deaths + 1
    leave_everything(game, one)
    if one.seat == game.active_seat:
        game.trip.over = True
    if game.beside is not None:
        end_visit(table, game, one, Word("exitto.died"))
        die_outside(game, one.seat)
    elif game.crystal:
        player.out = True
        table.tell(PlayerOut(one.seat))
        look_for_the_last(table, game)


def leave_everything(game: Game, one: Seeker) -> None:
    """What a Seeker had lies on its area or goes to the used piles."""
    gone(game, one, [*one.items, *one.followers], "lies", one.at)
    if one.items or one.followers:
        game.lying.setdefault(one.at, []).extend([*one.items, *one.followers])
    if one.gold:
        game.gold[one.at] = game.gold.get(one.at, 0) + one.gold
    for spell in one.spells:
        discard_spell(game, spell)
    for card in one.trophies:
        discard(game, card)
    one.items, one.followers, one.spells, one.trophies, one.gold = [], [], [], [], 0


def unused_seekers(game: Game) -> list[str]:
    """Seekers that nobody plays now."""
    played = [player.seeker.id for player in game.players.values() if player.seeker is not None]
    return [sheet.id for sheet in game.tables.seekers.seeker if sheet.id not in played]


def first_seeker(table: Table, game: Game, seat: Seat) -> None:
    """A player's first Seeker, dealt by chance or chosen [2.2]."""
    if game.options.seekers == "dealt":
        draw_seeker(table, game, seat, "setup.seeker")
        return
    id = table.choose(seat, "setup.seeker", [seeker_option(game, one) for one in unused_seekers(game)])
    table.tell(SeekerTaken(seat, new_seeker(game, seat, id).name, dealt=False))


def draw_seeker(table: Table, game: Game, seat: Seat, why: str) -> Seeker:
    """A random Seeker that nobody plays, at the Entrance [2.2, 8.5]."""
    left = unused_seekers(game)
    drawn = table.draw(dict.fromkeys(left, 1), why, partial(pieces_of, left, _seeker_word), player=seat)
    one = new_seeker(game, seat, drawn)
    table.tell(SeekerTaken(seat, one.name, dealt=True))
    return one


def _seeker_word(id: str) -> Word:
    return Word(f"seeker.{id}")


def seeker_option(game: Game, id: str) -> Option:
    """A Seeker of the box to be chosen, with the values of its card."""
    sheet = game.tables.seekers.of(id)
    values: dict[str, Fact] = {"strength": sheet.strength, "power": sheet.power, "gold": sheet.gold}
    facts = {"seeker": _seeker_word(id), "align": Word(f"alignment.{sheet.align}"), **values}
    return Option(id, "seeker.pick", f"seeker.{id}", facts)


def new_seeker(game: Game, seat: Seat, id: str) -> Seeker:
    """A Seeker as its card says, at the Entrance [2.2, 2.3]."""
    sheet, rules = game.tables.seekers.of(id), game.tables.seekers
    one = Seeker(
        id=id,
        seat=seat,
        at=game.tables.board.entrance,
        strength=sheet.strength,
        power=sheet.power,
        endurance=rules.endurance,
        level=rules.endurance,
        gold=sheet.gold,
    )
    game.players[seat].seeker = one
    return one


def look_for_the_last(table: Table, game: Game) -> None:
    """When all players but one are out the last one wins; alone one has lost [10.9]."""
    left = [player for player in game.players.values() if not player.out]
    if game.outcome or len(left) > 1 or (left and len(game.seats) == 1):
        return
    if not left:
        game.outcome = "lost"
        table.tell(CaveWon(game.active_seat))
        return
    last = left[0]
    game.outcome, game.winner = "last", last.seat
    table.tell(LastAlive(last.seat, named("seeker", last.seeker.id if last.seeker else last.last)))
