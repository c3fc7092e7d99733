"""What the table says: a number for the next die, what changed from outside, Spells, turns, the Crown, the end."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any

from rules.jaskinia.beside.barred import refuse_barred
from rules.jaskinia.beside.leaving import leave
from rules.jaskinia.beside.marks import NONE
from rules.jaskinia.beside.sheets import LONGEST, MOST, NAME, annex_of
from rules.jaskinia.cards import spell_ways, spell_word
from rules.jaskinia.events.beside import (
    CrownSaid,
    GuestTakenAway,
    NumberNamed,
    NumberRefused,
    SheetChanged,
    SpellNamed,
    SpellSaid,
    TableWon,
    TurnSkipped,
    TurnToRepeat,
)
from rules.jaskinia.model import Game, Note, Seeker
from rules.jaskinia.names import is_own, own_id
from rules.jaskinia.seeker.belongings import trim
from rules.jaskinia.seeker.dying import die
from rules.jaskinia.seeker.notes import note
from rules.kernel.errors import Refused
from rules.kernel.offers import Asking, Offer, Pick, Way, choice, does, does_with, ending, ends, take
from rules.kernel.requests import PARTY, Amount, Choose, Field, Filled, Form, Option, Seat, Text
from rules.kernel.table import Table
from rules.kernel.words import Fact, Word

BONUS = 9
"""The most that the table's number adds or takes."""
NUMBERS = ("strength", "power", "endurance", "level", "gold", "lost")
NOBODY = "nobody"


# Of the whole table ----------------------------------------------------------------------------------------------


def table_offers(game: Game) -> Iterator[Offer[Any]]:
    """What anybody may say for the table: where the Crown stands, and who has won."""
    yield _pick("crown", ("no", "yes", "unknown"), "crown.ahead", does_with(say_crown, game))
    ways = (*(Way(Option(seat, "guest.winner", facts={"player": seat}), seat) for seat in game.order),)
    nobody = Way(Option(NOBODY, "guest.winner.nobody"), "")
    do = ends(does_with(end_table, game))
    yield Pick(PARTY, Option("over", "guest.over"), ways=(*ways, nobody), why="guest.over", aside=True, do=do)


def _pick(id: str, words: Sequence[str], label: str, do: Any) -> Pick[str]:
    ways = tuple(Way(Option(word, f"{label}.{word}"), word) for word in words)
    return Pick(PARTY, Option(id, label), ways=ways, why=label, aside=True, do=do)


def say_crown(table: Table, game: Game, said: str) -> None:
    """The answer for deaths to come, until somebody says otherwise [6.3]."""
    annex = annex_of(game)
    annex.crown = "yes" if said == "yes" else "no" if said == "no" else ""
    if annex.crown:
        table.tell(CrownSaid(said == "yes", ahead=True))


def end_table(table: Table, game: Game, winner: Seat) -> None:
    """The table says who won; the Cave closes [B31]."""
    game.outcome, game.winner = "table", winner
    game.trip.over = True
    table.tell(TableWon(winner))


def turn_offers(game: Game, one: Seeker) -> Iterator[Offer[Any]]:
    """Before the Move: the table may skip this turn, or give another one after it [2.4]."""
    facts = {"character": one.name}
    yield Offer(PARTY, Option("skip", "guest.skip", facts=facts), aside=True, do=ends(does(skip, game, one)))
    if annex_of(game).again != one.seat:
        yield Offer(PARTY, Option("repeat", "guest.repeat", facts=facts), aside=True, do=does(repeat, game, one))


def skip(table: Table, game: Game, one: Seeker) -> None:
    """Nothing happens in this turn."""
    game.trip.over = True
    table.tell(TurnSkipped(one.seat, one.name))


def repeat(table: Table, game: Game, one: Seeker) -> None:
    """The same Seeker is at turn again after this one."""
    annex_of(game).again = one.seat
    table.tell(TurnToRepeat(one.seat, one.name))


# Of one guest ----------------------------------------------------------------------------------------------------


def guest_offers(game: Game, *, calm: bool) -> Iterator[Offer[Any]]:
    """Of each guest inside, in whosever turn; in the middle of a fight (not ``calm``) nobody is changed or goes."""
    for one in game.seekers:
        yield _asking(game, one, "number", _number_form, name_number)
        yield from _refusing(game, one)
        yield from _spells(game, one)
        if calm:
            yield _asking(game, one, "change", _change_form, change_sheet)
            yield _asking(game, one, "away", _away_form, take_away)


def before_the_die(table: Table, game: Game, one: Seeker) -> None:
    """A guest is asked before a die to which something may be added."""
    while game.alive(one):
        table.set_right()
        throw = Offer(one.seat, Option("throw", "guest.throw"), do=ending)
        offers = [throw, *guest_offers(game, calm=False)]
        if take(table, "guest.test", offers, secret=True, character=one.name):
            return


def _asking(game: Game, one: Seeker, verb: str, form: Any, do: Any, *, secret: bool = False) -> Offer[Filled]:
    """Of who is not at turn it stands among the own things."""
    option = Option(f"say-{verb}", f"guest.say.{verb}", facts={"character": one.name})
    secret = secret or one.seat != game.active_seat
    return Asking(
        one.seat, option, aside=True, secret=secret, make=partial(form, game, one), do=does_with(do, game, one)
    )


def _reason(one: Seeker) -> Field[str]:
    return Field("reason", Text(who=one.seat, why="guest.reason", longest=LONGEST), Word("field.guest.reason"))


def _check_reason(filled: Filled) -> None:
    refuse_barred(filled.values["reason"], "reason")


def _number_form(game: Game, one: Seeker) -> Form:
    amount = Amount(who=one.seat, why="guest.number.amount", least=-BONUS, most=BONUS)
    fields = (Field("number", amount, Word("field.guest.number")), _reason(one))
    return Form(who=one.seat, why="guest.number", fields=fields, check=_check_reason, facts={"character": one.name})


def name_number(table: Table, game: Game, one: Seeker, filled: Filled) -> None:
    """So much is added to this Seeker's next die: what no modifier says [5.6]."""
    number = filled.values["number"]
    annex_of(game).numbers[one.seat] = number
    table.tell(NumberNamed(one.name, number, filled.values["reason"]))


def _refusing(game: Game, one: Seeker) -> Iterator[Offer[Any]]:
    """The opponent's player may refuse it."""
    fight = game.fight
    if fight is not None and fight.rival and one.seat in annex_of(game).numbers:
        sides = {game.active_seat: fight.rival, fight.rival: game.active_seat}
        if one.seat in sides:
            yield refusal(game, one, sides[one.seat])


def refusal(game: Game, one: Seeker, by: Seat, *, aside: bool = True) -> Offer[Any]:
    """The offer to refuse a number."""
    option = Option(
        f"refuse:{one.seat}", "guest.refuse", facts={"character": one.name, "number": annex_of(game).numbers[one.seat]}
    )
    do = does(refuse_number, game, one, by)
    return Offer(by, option, aside=aside, do=do if aside else ends(do))


def refuse_number(table: Table, game: Game, one: Seeker, by: Seat) -> None:
    """Nothing is added."""
    annex_of(game).numbers.pop(one.seat, None)
    table.tell(NumberRefused(one.name, by))


def _change_form(game: Game, one: Seeker) -> Form:
    whats = tuple(Option(what, f"guest.what.{what}", facts={"now": getattr(one, what)}) for what in NUMBERS)
    what = Choose(who=one.seat, why="guest.what", options=whats)
    to = Amount(who=one.seat, why="guest.change.to", least=0, most=MOST)
    fields = (Field("what", what, Word("field.guest.what")), Field("to", to, Word("field.guest.to")), _reason(one))
    return Form(who=one.seat, why="guest.change", fields=fields, check=_check_reason, facts={"character": one.name})


def change_sheet(table: Table, game: Game, one: Seeker, filled: Filled) -> None:
    """Something outside changes a number on the sheet; at Endurance 0 it dies [5.12]."""
    what, now, reason = (filled.values[name] for name in ("what", "to", "reason"))
    before = getattr(one, what)
    setattr(one, what, max(1, now) if what == "level" else now)
    table.tell(SheetChanged(one.name, Word(f"guestwhat.{what}"), before, getattr(one, what), reason))
    if what in ("strength", "power"):
        note(game, one, Note("strength" if what == "strength" else "power", reason, now - before))
    if what == "endurance" and not now:
        die(table, game, one)
        return
    trim(table, game, one)


def _away_form(game: Game, one: Seeker) -> Form:
    facts: dict[str, Fact] = {"character": one.name}
    return Form(who=one.seat, why="guest.away", fields=(_reason(one),), check=_check_reason, facts=facts)


def take_away(table: Table, game: Game, one: Seeker, filled: Filled) -> None:
    """Something of the main game takes it out of the Cave at once [4.6]."""
    table.tell(GuestTakenAway(one.seat, one.name, filled.values["reason"]))
    leave(table, game, one, "away")


# Spells of the main game -----------------------------------------------------------------------------------------


def _spells(game: Game, one: Seeker) -> Iterator[Offer[Any]]:
    """To cast one, and to name those that have no names yet; nobody else sees which there are."""
    if any(map(is_own, one.spells)):
        yield _asking(game, one, "cast", _cast_form, cast_aloud, secret=True)
    if own_id("") in one.spells:
        yield _asking(game, one, "name", _name_form, name_spell, secret=True)


def _cast_form(game: Game, one: Seeker) -> Form:
    held = [spell for spell in one.spells if is_own(spell)]
    which = choice(one.seat, "guest.cast.which", spell_ways(list(dict.fromkeys(held))), secret=True)
    aloud = Text(who=one.seat, why="guest.cast.aloud", longest=NAME)
    fields: tuple[Field[Any], ...] = (
        Field("which", which, Word("field.guest.which")),
        Field("aloud", aloud, Word("field.guest.aloud"), NONE),
    )
    return Form(who=one.seat, why="guest.cast", fields=fields, check=_check_spell, secret=True)


def _said(filled: Filled) -> str:
    """What it is called aloud: as typed now, else as it was named."""
    typed: str = filled.values["aloud"]
    return typed if typed != NONE else filled.values["which"].id.removeprefix(own_id(""))


def _check_spell(filled: Filled) -> None:
    if not _said(filled):
        raise Refused("guest_spell_name", field="aloud")
    refuse_barred(_said(filled), "aloud")


def cast_aloud(table: Table, game: Game, one: Seeker, filled: Filled) -> None:
    """It goes to the table's pile; the table does what it says [5.11]."""
    one.spells.remove(filled.values["which"].id)
    spell = spell_word(own_id(_said(filled)))
    note(game, one, Note("cast", spell))
    game.tally.spells += 1
    table.tell(SpellSaid(one.name, spell))


def _name_form(game: Game, one: Seeker) -> Form:
    name = Text(who=one.seat, why="guest.name.spell", longest=NAME)
    return Form(who=one.seat, why="guest.spell", fields=(Field("spell", name, Word("field.guest.spell")),), secret=True)


def name_spell(table: Table, game: Game, one: Seeker, filled: Filled) -> None:
    """One that has no name yet gets one; only its player sees it [B18]."""
    spell = own_id(filled.values["spell"])
    one.spells[one.spells.index(own_id(""))] = spell
    table.tell(SpellNamed(one.seat, spell_word(spell)), to=(one.seat,))
