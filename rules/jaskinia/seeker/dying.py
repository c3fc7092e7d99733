"""Wounds, death and the next Seeker [2.2, 3, 8, 10.9], and the exit card of a visitor."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import partial

from rules.jaskinia.cards import card_word, discard, discard_spell
from rules.jaskinia.events import beside
from rules.jaskinia.events import cards as card_events
from rules.jaskinia.events.course import CaveWon, LastAlive, PlayerOut, SeekerDied, SeekerTaken
from rules.jaskinia.model import Game, Note, Seeker, Visitor, is_own, named
from rules.jaskinia.places import area_word
from rules.jaskinia.seeker.belongings import gone, trim_spells
from rules.kernel.events import Event
from rules.kernel.requests import Option, Seat, pieces_of
from rules.kernel.table import Table
from rules.kernel.words import Facts, Term, Word

BEATEN = ("won", "traded", "spirit")
AWAY = ("used", "lies", "taken")
"""How cards go."""


def end_visit(table: Table, game: Game, seeker: Seeker, place: Word, gold_left: int = 0) -> None:
    """Tell the exit card, whether the guest goes or is dead; ``gold_left``: what the dead guest had in gold."""
    guest = game.visitor(seeker)
    assert guest
    head = beside.VisitEnded(seeker.seat, seeker.name, Word(f"exitfrom.{guest.came}"), place, seeker.at)
    left = [beside.ExitGoldLeft(gold_left, area_word(game, seeker.at), seeker.at)] if gold_left else []
    for line in (head, *changes(game, seeker, guest), *left):
        table.tell(line)


def die_outside(game: Game, seat: Seat) -> None:
    """The seat has no Seeker any more; whether it gets another one is for the table to say [6.3]."""
    assert game.beside
    game.beside.visitors.pop(seat, None)
    game.beside.dead.append(seat)
    game.beside.unasked.append(seat)


def changes(game: Game, seeker: Seeker, guest: Visitor) -> list[Event]:
    """The lines between how it came in and how it is now; what is as it was is left out."""
    before = guest.before or seeker
    lines = [
        *_value_events(seeker, before, guest.notes),
        *_number_events(seeker, before),
        *_thing_events(game, seeker, before, guest.notes),
        *_trophy_events(game, before, guest.notes),
        *_spell_events(seeker, before, guest.notes),
        *_crystal_events(game, seeker),
        *([beside.ExitTurns(seeker.lost, seeker.slow)] if seeker.lost or seeker.slow else []),
        *_left_behind_events(game, seeker, before, guest.notes),
    ]
    return lines or [beside.ExitNothing()]


def _value_events(seeker: Seeker, before: Seeker, notes: Sequence[Note]) -> Iterator[Event]:
    for stat in ("strength", "power"):
        was, now = getattr(before, stat), getattr(seeker, stat)
        if was != now:
            causes = dict.fromkeys(note.of for note in notes if note.what == stat)
            yield beside.ExitValue(Word(f"cavestat.{stat}"), was, now, tuple(causes))


def _number_events(seeker: Seeker, before: Seeker) -> Iterator[Event]:
    for what in ("endurance", "level", "gold"):
        was, now = getattr(before, what), getattr(seeker, what)
        if was != now:
            yield beside.ExitNumber(Word(f"exit.{what}"), was, now)


def _thing_events(game: Game, seeker: Seeker, before: Seeker, notes: Sequence[Note]) -> Iterator[Event]:
    was, now = _belongings(before), _belongings(seeker)
    for card in (now - was).elements():
        if card != game.tables.cards.goal:
            # The Cave's cards are not in the visitor's box, so their effect is written down.
            yield beside.ExitGained(
                card_word(card),
                Word(f"cavetype.{game.card(card).type}"),
                Word("exit.own" if is_own(card) else f"note.cavecard.{card}"),
            )
    for card in (was - now).elements():
        how = [note for note in notes if note.what in AWAY and note.of == card]
        last = how[-1] if how else Note("used")
        pile = "cave" if last.what == "used" and not is_own(card) else last.what
        yield beside.ExitGone(card_word(card), Word(f"exitway.{pile}"), last.where)


def _belongings(seeker: Seeker) -> Counter[str]:
    return Counter([*seeker.items, *seeker.followers])


def _trophy_events(game: Game, before: Seeker, notes: Sequence[Note]) -> Iterator[Event]:
    won, traded, spirits = ([str(note.of) for note in notes if note.what == what] for what in BEATEN)
    for what, cards in (("brought", before.trophies), ("won", won), ("traded", traded)):
        if cards and (won or traded):
            yield beside.ExitTrophies(
                Word(f"exit.{what}"), _card_words(cards), tuple(game.card(card).strength for card in cards)
            )
    if spirits:
        yield beside.ExitSpirits(_card_words(spirits), tuple(game.card(card).power for card in spirits))


def _card_words(cards: Sequence[str]) -> tuple[Term, ...]:
    return tuple(map(card_word, cards))


def _spell_events(seeker: Seeker, before: Seeker, notes: Sequence[Note]) -> Iterator[Event]:
    cast = tuple(note.of for note in notes if note.what == "cast")
    if cast or len(before.spells) != len(seeker.spells):
        yield beside.ExitSpells(len(before.spells), len(seeker.spells), cast)


def _crystal_events(game: Game, seeker: Seeker) -> Iterator[Event]:
    goal = game.card(game.tables.cards.goal)
    if goal.id in seeker.items:
        yield beside.ExitCrystal(card_word(goal.id), " / ".join(text for text in (goal.text_pl, goal.text_en) if text))
    if seeker.trials:
        yield beside.ExitTrials(tuple(Word(f"cavetrial.{trial}") for trial in seeker.trials))


def _left_behind_events(game: Game, seeker: Seeker, before: Seeker, notes: Sequence[Note]) -> Iterator[Event]:
    """What it found and laid down, as far as it lies there still; what it brought is among the things gone."""
    there = {at: Counter(cards) for at, cards in game.lying.items()}
    gone = _belongings(before) - _belongings(seeker)
    left: list[str] = []
    for note in reversed(notes):
        if note.what == "lies" and there.get(str(note.where), Counter())[str(note.of)] > 0:
            there[str(note.where)][str(note.of)] -= 1
            if gone[str(note.of)]:
                gone[str(note.of)] -= 1
            else:
                left.insert(0, str(note.of))
    if left:
        yield beside.ExitLeft(_card_words(left))


def die(table: Table, game: Game, seeker: Seeker, *, last: bool = True) -> None:
    """Items, Followers and gold stay on the area, Spells and trophies go; who has found nothing yet comes again.

    ``last``: then look for the last one alive.
    """
    player = game.players[seeker.seat]
    table.tell(SeekerDied(seeker.seat, seeker.name, area_word(game, seeker.at), seeker.at))
    game.tally.deaths += 1
    player.seeker, player.last, player.deaths = None, seeker.id, player.deaths + 1
    gold = seeker.gold
    leave_everything(game, seeker)
    if seeker.seat == game.active_seat:
        game.trip.over = True
    if game.beside:
        seeker.endurance = 0  # a ruling or a card may kill a Seeker who still has some
        end_visit(table, game, seeker, Word("exitto.died"), gold)
        die_outside(game, seeker.seat)
    elif game.crystal:
        player.out = True
        table.tell(PlayerOut(seeker.seat))
        if last:
            look_for_the_last(table, game)


def leave_everything(game: Game, seeker: Seeker) -> None:
    """What a Seeker had lies on its area or goes to the used piles."""
    gone(game, seeker, [*seeker.items, *seeker.followers], "lies", seeker.at)
    if seeker.items or seeker.followers:
        game.lying.setdefault(seeker.at, []).extend([*seeker.items, *seeker.followers])
    if seeker.gold:
        game.gold[seeker.at] = game.gold.get(seeker.at, 0) + seeker.gold
    for spell in seeker.spells:
        discard_spell(game, spell)
    for card in seeker.trophies:
        discard(game, card)
    seeker.items, seeker.followers, seeker.spells, seeker.trophies, seeker.gold = [], [], [], [], 0


def unused_seekers(game: Game) -> list[str]:
    """Seekers that nobody plays now."""
    played = [player.seeker.id for player in game.players.values() if player.seeker]
    return [sheet.id for sheet in game.tables.seekers.seeker if sheet.id not in played]


def first_seeker(table: Table, game: Game, seat: Seat) -> None:
    """A player's first Seeker, dealt by chance or chosen [2.2]."""
    if game.options.seekers == "dealt":
        draw_seeker(table, game, seat, "setup.seeker")
        return
    id = table.choose(seat, "setup.seeker", [seeker_option(game, seeker) for seeker in unused_seekers(game)])
    table.tell(SeekerTaken(seat, new_seeker(game, seat, id).name, dealt=False))


def draw_seeker(table: Table, game: Game, seat: Seat, why: str) -> Seeker:
    """A random Seeker that nobody plays, at the Entrance [2.2, 8.5]."""
    left = unused_seekers(game)
    drawn = table.draw(dict.fromkeys(left, 1), why, partial(pieces_of, left, _seeker_word), player=seat)
    seeker = new_seeker(game, seat, drawn)
    table.tell(SeekerTaken(seat, seeker.name, dealt=True))
    return seeker


def _seeker_word(id: str) -> Word:
    return Word(f"seeker.{id}")


def seeker_option(game: Game, id: str) -> Option:
    """A Seeker of the box to be chosen, with the values of its card."""
    sheet = game.tables.seekers.of(id)
    values: Facts = {"strength": sheet.strength, "power": sheet.power, "gold": sheet.gold}
    facts = {"seeker": _seeker_word(id), "align": Word(f"alignment.{sheet.align}"), **values}
    return Option(id, "seeker.pick", f"seeker.{id}", facts)


def new_seeker(game: Game, seat: Seat, id: str) -> Seeker:
    """A Seeker as its card says, at the Entrance [2.2, 2.3]."""
    sheet, rules = game.tables.seekers.of(id), game.tables.seekers
    seeker = Seeker(
        id=id,
        seat=seat,
        at=game.tables.board.entrance,
        strength=sheet.strength,
        power=sheet.power,
        endurance=rules.endurance,
        level=rules.endurance,
        gold=sheet.gold,
    )
    game.players[seat].seeker = seeker
    return seeker


def look_for_the_last(table: Table, game: Game) -> None:
    """When all players but one are out the last one wins; if nobody is left all have lost [10.9, A28]."""
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


def nothing(seeker: Seeker, why: str = "") -> card_events.NothingHappens:
    """It has no effect on this Seeker: there are no wounds, no things, no gold; without ``why`` the die says so."""
    return card_events.NothingHappens(
        seeker.name, Word(f"{card_events.NOTHING.key}.{why}") if why else card_events.NOTHING
    )


def lose_endurance(
    table: Table, game: Game, seeker: Seeker, n: int, by: Word = card_events.HARM, *, last: bool = True
) -> None:
    """Endurance falls; at 0 the Seeker is dead [8.4]. ``by``: the kind of fight that was lost, if it was one."""
    lost = min(n, seeker.endurance)
    seeker.endurance -= lost
    table.tell(card_events.EnduranceLost(seeker.name, lost, seeker.endurance, by))
    if seeker.endurance == 0:
        die(table, game, seeker, last=last)


def gain_endurance(table: Table, seeker: Seeker, n: int) -> None:
    """Endurance rises, over the level too [3.5]."""
    seeker.endurance += n
    table.tell(card_events.EnduranceGained(seeker.name, n, seeker.endurance))


def raise_level(table: Table, seeker: Seeker, n: int) -> None:
    """The healing level rises, and Endurance with it [3.5]."""
    seeker.level += n
    seeker.endurance += n
    table.tell(card_events.LevelRaised(seeker.name, seeker.level, seeker.endurance))


def heal(table: Table, seeker: Seeker, n: int) -> None:
    """Wounds heal, up to the level; nothing happens to who has none [3.5]."""
    healed = max(0, min(n, seeker.level - seeker.endurance))
    seeker.endurance += healed
    table.tell(card_events.WoundsHealed(seeker.name, healed, seeker.endurance) if healed else nothing(seeker, "wounds"))


def gain_strength(table: Table, seeker: Seeker, n: int) -> None:
    """Own Strength rises."""
    seeker.strength += n
    table.tell(card_events.ValueGained(seeker.name, Word("cavestat.strength"), n, seeker.strength))


def gain_power(table: Table, seeker: Seeker, n: int) -> None:
    """Own Power rises."""
    seeker.power += n
    table.tell(card_events.ValueGained(seeker.name, Word("cavestat.power"), n, seeker.power))


def lose_power(table: Table, game: Game, seeker: Seeker, n: int) -> None:
    """Own Power falls, not below the starting value; surplus Spells go [3.1, 3.4]."""
    lost = max(0, min(n, seeker.power - game.sheet(seeker).power))
    seeker.power -= lost
    table.tell(card_events.PowerSapped(seeker.name, lost, seeker.power) if lost else nothing(seeker, "power"))
    trim_spells(table, game, seeker)


def lose_turns(table: Table, game: Game, seeker: Seeker, n: int) -> None:
    """In the own turn this one ends and is the first of them; else the next are skipped [4.12]."""
    own = seeker.seat == game.active_seat
    seeker.lost += n - 1 if own else n
    game.trip.over = game.trip.over or own
    table.tell(card_events.TurnsLost(seeker.name, n, at_once=own))


def slow(table: Table, seeker: Seeker, n: int) -> None:
    """One area only in the next turns; the larger number counts [4.11]."""
    seeker.slow = max(seeker.slow, n)
    table.tell(card_events.SlowedDown(seeker.name, seeker.slow))
