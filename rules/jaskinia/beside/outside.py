"""Entering and leaving the Cave [4.4–4.7], death outside [6.3], and what the table reports from the main board."""

from __future__ import annotations

import re
from collections.abc import Iterator
from difflib import SequenceMatcher
from functools import partial
from typing import Any

from rules.jaskinia.beside.marks import NONE, fold
from rules.jaskinia.beside.sheets import CAME, LONGEST, MOST, NAME, annex_of, put_down, sheet_form
from rules.jaskinia.cards import card_word, discard, spell_ways, spell_word
from rules.jaskinia.events import beside
from rules.jaskinia.model import Game, Note, Seeker, Visitor, is_own, named, own_id
from rules.jaskinia.seeker.belongings import note, trim
from rules.jaskinia.seeker.dying import die, die_outside, end_visit
from rules.jaskinia.seeker.values import power, strength
from rules.kernel.errors import Refused
from rules.kernel.offers import Asking, Offer, Pick, Way, choice, does, does_with, ending, ends, take, take_if_ever
from rules.kernel.requests import PARTY, Amount, Choose, Field, Filled, Form, Option, Seat, Text
from rules.kernel.table import Table
from rules.kernel.words import Facts, Word

BARRED = (
    ("Teleportacja", "Teleportation"),
    ("Przyzwanie Burzy", "Summoning of a Storm"),
    ("Podmuch Wiatru", "Gust of Wind"),
    ("Błyskawica", "Lightning"),
)
"""Spells of the main game that may not be cast here, in both languages."""
ALIKE = 0.8
"""The similarity from which a typed name counts as the Spell's: it forgives slips and inflected forms."""


def refuse_barred(typed: str, field: str) -> None:
    """Raise ``Refused`` if the text names a barred Spell."""
    words = re.findall(r"\w+", fold(typed))
    for name in (each_name for both in BARRED for each_name in both):
        wanted = fold(name)
        size = len(wanted.split())
        runs = (" ".join(words[at : at + size]) for at in range(len(words) - size + 1))
        if any(SequenceMatcher(None, run, wanted).ratio() >= ALIKE for run in runs):
            raise Refused("guest_barred_spell", field=field, spell=name)


YES, NO = "yes", "no"


def leave_offers(game: Game, seeker: Seeker) -> Iterator[Offer]:
    """Offer a guest who begins the turn at the Entrance to leave, to where it came in, instead of moving [B5, B6]."""
    guest = game.visitor(seeker)
    if not guest or seeker.at != game.tables.board.entrance:
        return
    places = CAME[:1] if guest.came == CAME[0] else (CAME[1], CAME[0])
    ways = tuple(Way(Option(place, f"guest.leave.{place}"), place) for place in places)
    facts = {"character": seeker.name}
    option, do = Option("leave", "guest.leave", facts=facts), ends(does_with(leave, game, seeker))
    yield Pick(seeker.seat, option, ways=ways, why="guest.leave", facts=facts, do=do)


def leave(table: Table, game: Game, seeker: Seeker, place: str) -> None:
    """Take the guest and its belongings outside; slow turns lapse [B29]."""
    guest = annex_of(game).visitors[seeker.seat]
    end_visit(table, game, seeker, Word(f"exitto.{place}"))
    seeker.at, seeker.slow = game.tables.board.entrance, 0
    guest.kept, guest.before, guest.notes = seeker, None, []
    game.players[seeker.seat].seeker = None
    annex_of(game).numbers.pop(seeker.seat, None)
    if seeker.seat == game.active_seat:
        game.trip.over = True


def died_outside(table: Table, game: Game, seat: Seat) -> None:
    """Record a death on the main board; Cave cards that were carried out return to their used pile [6.4]."""
    guest = annex_of(game).visitors[seat]
    player, seeker = game.players[seat], guest.kept
    table.tell(beside.GuestDiedOutside(seat, named("seeker", guest.id)))
    player.last, player.deaths = guest.id, player.deaths + 1
    out = [card for card in (*seeker.items, *seeker.followers, *seeker.trophies) if not is_own(card)] if seeker else []
    for card in out:
        discard(game, card)
    if out:
        table.tell(beside.CardsOutGone(tuple(map(card_word, out))))
    die_outside(game, seat)


def look_at_the_crown(table: Table, game: Game) -> None:
    """Ask for each death whether a Seeker stands on the Crown's area; if so, the player is out [6.3]."""
    annex = annex_of(game)
    while annex.unasked and not game.outcome:
        seat = annex.unasked[0]
        stands = annex.crown or table.choose(
            seat, "crown", [Option(NO, "crown.no"), Option(YES, "crown.yes")], player=seat
        )
        annex.unasked.remove(seat)
        table.tell(beside.CrownSaid(stands == YES, ahead=False))
        game.players[seat].out = stands == YES
        table.tell(beside.SeatOut(seat) if stands == YES else beside.SeatWaitsOutside(seat))


BONUS = 9
"""The highest number that the table may add or subtract."""
NUMBERS = ("strength", "power", "endurance", "level", "gold", "lost")
NOBODY = "nobody"


# Of the whole table ----------------------------------------------------------------------------------------------


def table_offers(game: Game) -> Iterator[Offer]:
    """Return what anybody may report for the table: where the Crown stands, and who has won."""
    label = "crown.ahead"
    answers = tuple(Way(Option(word, f"{label}.{word}"), word) for word in ("no", "yes", "unknown"))
    yield Pick(PARTY, Option("crown", label), ways=answers, why=label, aside=True, do=does_with(say_crown, game))
    ways = (*(Way(Option(seat, "guest.winner", facts={"player": seat}), seat) for seat in game.order),)
    nobody = Way(Option(NOBODY, "guest.winner.nobody"), "")
    do = ends(does_with(end_table, game))
    yield Pick(PARTY, Option("over", "guest.over"), ways=(*ways, nobody), why="guest.over", aside=True, do=do)


def say_crown(table: Table, game: Game, said: str) -> None:
    """Set the answer for future deaths until it is changed [6.3]."""
    annex = annex_of(game)
    annex.crown = "yes" if said == "yes" else "no" if said == "no" else ""
    if annex.crown:
        table.tell(beside.CrownSaid(said == "yes", ahead=True))


def end_table(table: Table, game: Game, winner: Seat) -> None:
    """Close the Cave: the table reports the winner [B31]; '' for nobody."""
    game.outcome, game.winner = "table", winner
    game.trip.over = True
    table.tell(beside.TableWon(winner))


def turn_offers(game: Game, seeker: Seeker) -> Iterator[Offer]:
    """Return the table's actions before the Move: skip this turn, or give another one after it [2.4]."""
    facts = {"character": seeker.name}
    yield Offer(PARTY, Option("skip", "guest.skip", facts=facts), aside=True, do=ends(does(skip, game, seeker)))
    if annex_of(game).again != seeker.seat:
        yield Offer(PARTY, Option("repeat", "guest.repeat", facts=facts), aside=True, do=does(repeat, game, seeker))


def skip(table: Table, game: Game, seeker: Seeker) -> None:
    """End this turn without any action."""
    game.trip.over = True
    table.tell(beside.TurnSkipped(seeker.seat, seeker.name))


def repeat(table: Table, game: Game, seeker: Seeker) -> None:
    """Give the Seeker another turn after this one."""
    annex_of(game).again = seeker.seat
    table.tell(beside.TurnToRepeat(seeker.seat, seeker.name))


# Of one guest ----------------------------------------------------------------------------------------------------


def guest_offers(game: Game, *, calm: bool) -> Iterator[Offer]:
    """Return the actions of each guest inside, in anybody's turn.

    In a fight (not ``calm``) no sheet is changed and nobody leaves.
    """
    for seeker in game.seekers:
        yield _form_offer(game, seeker, "number", _number_form, name_number)
        yield from _refusal_offers(game, seeker)
        if any(map(is_own, seeker.spells)):
            yield _form_offer(game, seeker, "cast", _cast_form, cast_aloud, secret=True)
        if own_id("") in seeker.spells:
            yield _form_offer(game, seeker, "name", _name_form, name_spell, secret=True)
        if calm:
            yield _form_offer(game, seeker, "change", _change_form, change_sheet)
            yield _form_offer(game, seeker, "away", _away_form, take_away)


def before_the_die(table: Table, game: Game, seeker: Seeker) -> None:
    """Ask a guest before a die to which a number may be added."""
    while game.alive(seeker):
        table.set_right()
        throw = Offer(seeker.seat, Option("throw", "guest.throw"), do=ending)
        offers = [throw, *guest_offers(game, calm=False)]
        if take(table, "guest.test", offers, secret=True, character=seeker.name):
            return


def _form_offer(game: Game, seeker: Seeker, verb: str, form: Any, do: Any, *, secret: bool = False) -> Offer[Filled]:
    """The form stays secret for a Seeker off turn."""
    option = Option(f"say-{verb}", f"guest.say.{verb}", facts={"character": seeker.name})
    secret = secret or seeker.seat != game.active_seat
    return Asking(
        seeker.seat, option, aside=True, secret=secret, make=partial(form, game, seeker), do=does_with(do, game, seeker)
    )


def _reason_field(seeker: Seeker) -> Field[str]:
    return Field("reason", Text(who=seeker.seat, why="guest.reason", longest=LONGEST), Word("field.guest.reason"))


def _check_reason(filled: Filled) -> None:
    refuse_barred(filled.values["reason"], "reason")


def _number_form(game: Game, seeker: Seeker) -> Form:
    amount = Amount(who=seeker.seat, why="guest.number.amount", least=-BONUS, most=BONUS)
    fields = (Field("number", amount, Word("field.guest.number")), _reason_field(seeker))
    return Form(
        who=seeker.seat, why="guest.number", fields=fields, check=_check_reason, facts={"character": seeker.name}
    )


def name_number(table: Table, game: Game, seeker: Seeker, filled: Filled) -> None:
    """Add a number to the Seeker's next die, for bonuses that no modifier expresses [5.6]."""
    number = filled.values["number"]
    annex_of(game).numbers[seeker.seat] = number
    table.tell(beside.NumberNamed(seeker.name, number, filled.values["reason"]))


def _refusal_offers(game: Game, seeker: Seeker) -> Iterator[Offer]:
    """The opponent's player may refuse a number in a fight."""
    fight = game.fight
    if fight and fight.rival and seeker.seat in annex_of(game).numbers:
        sides = {game.active_seat: fight.rival, fight.rival: game.active_seat}
        if seeker.seat in sides:
            yield refusal(game, seeker, sides[seeker.seat])


def refusal(game: Game, seeker: Seeker, by: Seat, *, aside: bool = True) -> Offer:
    """Return the offer to refuse a number."""
    option = Option(
        f"refuse:{seeker.seat}",
        "guest.refuse",
        facts={"character": seeker.name, "number": annex_of(game).numbers[seeker.seat]},
    )
    do = does(refuse_number, game, seeker, by)
    return Offer(by, option, aside=aside, do=do if aside else ends(do))


def refuse_number(table: Table, game: Game, seeker: Seeker, by: Seat) -> None:
    """Cancel the number that was named."""
    annex_of(game).numbers.pop(seeker.seat, None)
    table.tell(beside.NumberRefused(seeker.name, by))


def _change_form(game: Game, seeker: Seeker) -> Form:
    whats = tuple(Option(what, f"guest.what.{what}", facts={"now": getattr(seeker, what)}) for what in NUMBERS)
    what = Choose(who=seeker.seat, why="guest.what", options=whats)
    to = Amount(who=seeker.seat, why="guest.change.to", least=0, most=MOST)
    fields = (
        Field("what", what, Word("field.guest.what")),
        Field("to", to, Word("field.guest.to")),
        _reason_field(seeker),
    )
    return Form(
        who=seeker.seat, why="guest.change", fields=fields, check=_check_reason, facts={"character": seeker.name}
    )


def change_sheet(table: Table, game: Game, seeker: Seeker, filled: Filled) -> None:
    """Change a number on the sheet because of something outside; at Endurance 0 the guest dies [5.12]."""
    what, now, reason = (filled.values[name] for name in ("what", "to", "reason"))
    before = getattr(seeker, what)
    setattr(seeker, what, max(1, now) if what == "level" else now)
    table.tell(beside.SheetChanged(seeker.name, Word(f"guestwhat.{what}"), before, getattr(seeker, what), reason))
    if what in ("strength", "power"):
        note(game, seeker, Note("strength" if what == "strength" else "power", reason, now - before))
    if what == "endurance" and not now:
        die(table, game, seeker)
        return
    trim(table, game, seeker)


def _away_form(game: Game, seeker: Seeker) -> Form:
    facts: Facts = {"character": seeker.name}
    return Form(who=seeker.seat, why="guest.away", fields=(_reason_field(seeker),), check=_check_reason, facts=facts)


def take_away(table: Table, game: Game, seeker: Seeker, filled: Filled) -> None:
    """Take the guest out of the Cave at once, by an effect of the main game [4.6]."""
    table.tell(beside.GuestTakenAway(seeker.seat, seeker.name, filled.values["reason"]))
    leave(table, game, seeker, "away")


# Spells of the main game -----------------------------------------------------------------------------------------


def _cast_form(game: Game, seeker: Seeker) -> Form:
    held = [spell for spell in seeker.spells if is_own(spell)]
    which = choice(seeker.seat, "guest.cast.which", spell_ways(list(dict.fromkeys(held))), secret=True)
    aloud = Text(who=seeker.seat, why="guest.cast.aloud", longest=NAME)
    fields = (
        Field("which", which, Word("field.guest.which")),
        Field("aloud", aloud, Word("field.guest.aloud"), NONE),
    )
    return Form(who=seeker.seat, why="guest.cast", fields=fields, check=_check_spell, secret=True)


def _spoken_spell_name(filled: Filled) -> str:
    """Return the name as typed now, else as it was named before."""
    typed: str = filled.values["aloud"]
    return typed if typed != NONE else filled.values["which"].id.removeprefix(own_id(""))


def _check_spell(filled: Filled) -> None:
    if not _spoken_spell_name(filled):
        raise Refused("guest_spell_name", field="aloud")
    refuse_barred(_spoken_spell_name(filled), "aloud")


def cast_aloud(table: Table, game: Game, seeker: Seeker, filled: Filled) -> None:
    """Cast a Spell of the main game: it goes to the table's pile, and the table applies its effect [5.11]."""
    seeker.spells.remove(filled.values["which"].id)
    spell = spell_word(own_id(_spoken_spell_name(filled)))
    note(game, seeker, Note("cast", spell))
    game.tally.spells += 1
    table.tell(beside.SpellSaid(seeker.name, spell))


def _name_form(game: Game, seeker: Seeker) -> Form:
    name = Text(who=seeker.seat, why="guest.name.spell", longest=NAME)
    return Form(
        who=seeker.seat, why="guest.spell", fields=(Field("spell", name, Word("field.guest.spell")),), secret=True
    )


def name_spell(table: Table, game: Game, seeker: Seeker, filled: Filled) -> None:
    """Name a Spell that has no name yet; only its player sees the name [B18]."""
    spell = own_id(filled.values["spell"])
    seeker.spells[seeker.spells.index(own_id(""))] = spell
    table.tell(beside.SpellNamed(seeker.seat, spell_word(spell)), to=(seeker.seat,))


def has_turn(game: Game, seat: Seat) -> bool:
    """Whether a seat has turns: its Seeker is inside, or will come in."""
    guest = annex_of(game).visitors.get(seat)
    return game.players[seat].seeker is not None or (guest is not None and guest.coming)


def wait_outside(table: Table, game: Game) -> None:
    """Wait, without a deadline, until a guest comes in."""
    while not game.outcome and not any(has_turn(game, seat) for seat in game.order):
        table.set_right()
        if all(game.players[seat].out for seat in game.order):
            game.outcome = "table"
            table.tell(beside.TableWon(""))
            return
        take_if_ever(table, "guest.outside", [*outside_offers(game, aside=False), *table_offers(game)], secret=True)
        look_at_the_crown(table, game)


def outside_offers(game: Game, *, aside: bool = True, but: Seat = "") -> Iterator[Offer]:
    """Return the actions of every seat outside that is still in the game, except ``but``."""
    for seat in game.order:
        if seat != but:
            yield from _outside_seat_offers(game, seat, aside=aside)


def _outside_seat_offers(game: Game, seat: Seat, *, aside: bool) -> Iterator[Offer]:
    player, guest = game.players[seat], annex_of(game).visitors.get(seat)
    if player.out or player.seeker or seat in annex_of(game).unasked:
        return
    if guest and guest.coming:
        yield stay_offer(game, seat)
    elif guest:
        again = Option("again", "guest.again")
        died = Option("died", "guest.died", facts={"character": named("seeker", guest.id), "player": seat})
        yield Offer(seat, again, aside=aside, secret=aside, do=does(come_again, game, seat))
        yield Offer(seat, died, aside=True, secret=aside, do=does(died_outside, game, seat))
    yield sheet_offer(game, seat, aside=aside, secret=aside)


def sheet_offer(game: Game, seat: Seat, *, aside: bool = True, secret: bool = False) -> Offer[Filled]:
    """Return the offer to come in with a sheet, or to correct the sheet."""
    guest = annex_of(game).visitors.get(seat)
    label = "guest.change" if guest and guest.coming else "guest.come"
    make, do = partial(sheet_form, game, seat), does_with(announce, game, seat)
    return Asking(seat, Option("come", label), aside=aside, secret=secret, make=make, do=do)


def stay_offer(game: Game, seat: Seat, *, aside: bool = True) -> Offer:
    """Return the offer to stay outside after all."""
    return Offer(seat, Option("stay", "guest.stay"), aside=aside, secret=aside, do=does(stay_out, game, seat))


def announce(table: Table, game: Game, seat: Seat, filled: Filled) -> None:
    """Store the sheet; the guest comes in on its next turn."""
    put_down(table, game, seat, filled.values)
    _announce_guest(table, game, seat)


def come_again(table: Table, game: Game, seat: Seat) -> None:
    """Announce the guest with the sheet of its last exit."""
    annex_of(game).visitors[seat].coming = True
    _announce_guest(table, game, seat)


def stay_out(table: Table, game: Game, seat: Seat) -> None:
    """Cancel the guest's coming; its sheet is kept."""
    guest = annex_of(game).visitors[seat]
    guest.coming = False
    table.tell(beside.GuestStayedOut(seat, named("seeker", guest.id)))


def _announce_guest(table: Table, game: Game, seat: Seat) -> None:
    guest, seeker = guest_of(game, seat)
    all_strength, all_power = strength(game, seeker), power(game, seeker)
    things = tuple(map(card_word, (*seeker.items, *seeker.followers, *seeker.trophies)))
    table.tell(
        beside.GuestAnnounced(
            seat,
            seeker.name,
            guest.kind,
            Word(f"alignment.{guest.align}"),
            Word(f"exitfrom.{guest.came}"),
            seeker.strength,
            all_strength,
            seeker.power,
            all_power,
            seeker.endurance,
            seeker.level,
            seeker.gold,
            things or (Word("exit.nothing"),),
            len(seeker.spells),
        )
    )


def guest_of(game: Game, seat: Seat) -> tuple[Visitor, Seeker]:
    """Return a guest who is outside, and its Seeker."""
    guest = annex_of(game).visitors[seat]
    assert guest.kept
    return guest, guest.kept
