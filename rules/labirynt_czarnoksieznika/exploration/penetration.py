"""Penetration: tokens won and tokens lying there, Backpack, team-mates [5.1, 5.5–5.8].

Nobody is asked for the sake of what might be put down: who wants to says so before the Move, or does it beside the
question that ends the turn.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from rules.kernel.offers import Offer, Pick, Way, does, does_with, ending, ends, take
from rules.kernel.requests import Option, Seat
from rules.kernel.table import Table
from rules.kernel.words import Fact
from rules.labirynt_czarnoksieznika.equipment import packing
from rules.labirynt_czarnoksieznika.equipment.finds import lay_down, token_word
from rules.labirynt_czarnoksieznika.equipment.usual import arm, can_arm, pack_as_usual, pack_what_fits
from rules.labirynt_czarnoksieznika.events import finds
from rules.labirynt_czarnoksieznika.events.course import SortingNamed
from rules.labirynt_czarnoksieznika.free_actions import healing_offers, order_offers, tend, wants_tending
from rules.labirynt_czarnoksieznika.model import CRYSTAL, ZOMBIE, Character, Game

USUAL, DONE = "usual", "done"


def penetrate(table: Table, game: Game, one: Character) -> None:
    """After the Encounter, won or lost; asked when there is anything to decide, and its player wants to be asked.

    Before somebody is asked for want of boxes only, what they won is put in hand and on as usual; all see that it is.
    """
    if is_too_much(game, one) and game.teams[one.seat].orders.pack in ("full", "mates") and not game.sorting:
        arm_unasked(table, game, one)
    asked = wants_asking(game, one)
    if not (packing.has_choice(game, one) or (asked and _puts_down(game, one))):
        recover(table, game, one)
    elif asked:
        pack(table, game, one, penetrating=True)
    else:
        pack_unasked(table, game, one, penetrating=True)
    game.rearrange = False
    game.sorting &= one.id == ZOMBIE


def _puts_down(game: Game, one: Character) -> bool:
    """Whether its player wants to be asked where there is nothing but what it carries: always, or for once [5.5]."""
    return bool(one.tokens) and (game.sorting or game.teams[one.seat].orders.pack == "always")


def wants_asking(game: Game, one: Character) -> bool:
    """Whether a player with this standing order wants to be asked what to carry; who stands by everybody sees.

    In the own turn also for once, where its player said so before; in one whose Move was named ahead only where not all
    finds room.
    """
    order = game.teams[one.seat].orders.pack
    if order != "never" and is_too_much(game, one):
        return True
    if one.seat == game.active_seat and (game.ahead or game.sorting):
        return not game.ahead
    return order in ("ask", "always") or (order == "mates" and bool(game.mates_of(one)))


def is_too_much(game: Game, one: Character) -> bool:
    """Whether more was won than there are boxes for, or something that is wanted lies there and there is no box [5.7].

    Of what everybody sees only, so that nothing in the Backpack decides whether its owner is asked.
    """
    free = packing.boxes_left(game, one) - len(one.loot)
    return free < 0 or (
        free == 0
        and not packing.in_camp(game, one)
        and any(_is_wanted(game, one, lying) for lying in game.floor.get(one.at, ()))
    )


def _is_wanted(game: Game, one: Character, token: str) -> bool:
    """Whether something else is put down for it: a Crystal, or a better Weapon than that in hand."""
    return token == CRYSTAL or (
        can_arm(one) and packing.weapon_bonus(game, token) > packing.weapon_bonus(game, one.hand)
    )


def recover(table: Table, game: Game, one: Character) -> None:
    """What was lost or hurt on the way is made good out of the Backpack [5.1, 7.3].

    Whether its player is asked tells nothing of what is in there.
    """
    if not game.rearrange:
        return
    game.rearrange = False
    tend(table, game, one.seat)
    if one.pack and (wants_asking(game, one) or wants_tending(game, [one])):
        pack(table, game, one, penetrating=False)
    else:
        pack_unasked(table, game, one, penetrating=False)


class Arranging(Pick[packing.Step | None], frozen=True, eq=False, kw_only=True):
    """To arrange what somebody has: by one step, or None: as usual."""

    one: Character


def sorting_offers(game: Game, seat: Seat) -> Iterator[Offer[None]]:
    """Before the Move, or the Encounter: to be asked for once what to carry when the chamber is penetrated [5.5].

    So things can be put down in an empty chamber, and the Weapon changed after the fight; only its player sees it.
    """
    if not game.sorting and any(one.tokens for one in game.people_of(seat)):
        yield Offer(seat, Option("sort", "turn.sort"), aside=True, secret=True, do=does(_sort, game, seat))


def _sort(table: Table, game: Game, seat: Seat) -> None:
    game.sorting = True
    table.tell(SortingNamed(seat), to=(seat,))


def arranging_offers(game: Game, one: Character, *, penetrating: bool = False) -> Iterator[Arranging]:
    """Hand, Armour and Backpack, in the Camp its store, as a free action that only its player sees [5.1].

    A step at a time, or all as usual: nothing is open in between, so that nobody else sees that somebody packs.
    ``penetrating``: it still explores, so that things may be put down, taken up and shared, too [5.5, 5.6].
    """
    if steps := packing.packing_ways(game, one, penetrating=penetrating, at_once=True):
        yield Arranging(
            one.seat,
            Option(f"arrange:{one.id}", "turn.arrange", facts={"who": one.name}),
            one=one,
            ways=(Way(Option(USUAL, "arrange.usual"), None), *steps),
            why="arrange",
            facts={"character": one.name, "boxes": packing.boxes_left(game, one)},
            aside=True,
            secret=True,
            do=does_with(arrange, game, one),
        )


def arrange(table: Table, game: Game, one: Character, how: packing.Step | None) -> None:
    """Do so by one step, or as usual; what the others can see of it is told."""
    if how is None:
        pack_unasked(table, game, one, penetrating=False)
        return
    seen = _Seen(game, one)
    packing.do_step(game, one, how)
    seen.tell_what_changed(table)


def arm_unasked(table: Table, game: Game, one: Character) -> None:
    """The best Weapon in hand and Armour on, of what it carries and has won."""
    seen = _Seen(game, one)
    if can_arm(one):
        arm(game, one)
    seen.tell_what_changed(table)


def pack_unasked(table: Table, game: Game, one: Character, *, penetrating: bool) -> None:
    """As usual, at once; nothing is put down for what lies there."""
    seen = _Seen(game, one)
    kept = {mate.id: Counter(mate.tokens) for mate in game.mates_of(one)}
    pack_what_fits(game, one, penetrating=penetrating)
    seen.tell_what_changed(table)
    _tell_what_passed(table, game, one, kept)


def pack(table: Table, game: Game, one: Character, *, penetrating: bool) -> None:
    """Step by step, or as usual; what is not stowed in the end stays in the chamber [5.7]."""
    seen = _Seen(game, one)
    game.packing = one.id if penetrating else ""
    while _packs_on(table, game, one, penetrating):
        continue
    game.packing = ""
    packing.stow_all(game, one)
    rest, one.loot = one.loot, []
    lay_down(game, one.at, rest)
    seen.tell_what_changed(table)


def _packs_on(table: Table, game: Game, one: Character, penetrating: bool) -> bool:
    """One step; False when all is done."""
    table.set_right()
    if not one.active:  # a game master has struck it down
        return False
    things = {"boxes": packing.boxes_left(game, one), "loose": len(one.loot), "over": _over(game, one)}
    facts: dict[str, Fact] = {"character": one.name, **things, "lying": len(packing.within_reach(game, one))}
    why = "pack" if penetrating else "arrange"
    return take(table, why, packing_offers(game, one, why, penetrating), secret=True, **facts) is None


def packing_offers(game: Game, one: Character, why: str, penetrating: bool) -> list[Offer[Any]]:
    """All as usual, an end of it, each step, and what may be done first; ``why``: the head of their words."""
    as_usual = ends(does(_pack_as_usual, game, one, penetrating))
    return [
        Offer(one.seat, _usual(game, one) if penetrating else Option(USUAL, f"{why}.{USUAL}"), do=as_usual),
        Offer(one.seat, _done(game, one, why), do=ending),
        *(_step(game, one, way) for way in packing.packing_ways(game, one, penetrating=penetrating)),
        *healing_offers(game, [one]),
        *order_offers(game),
    ]


def _done(game: Game, one: Character, why: str) -> Option:
    """An end of packing; with how much of what is new stays there, if not all of it finds a box."""
    over = _over(game, one)
    return Option(DONE, f"{why}.{DONE}.leave", facts={"over": over}) if over else Option(DONE, f"{why}.{DONE}")


def _over(game: Game, one: Character) -> int:
    """For how many of the new tokens there is no box; in the Camp they are stored."""
    return 0 if packing.in_camp(game, one) else max(0, len(one.loot) - packing.boxes_left(game, one))


def _usual(game: Game, one: Character) -> Option:
    """To pack as usual, with what comes of it where all can tell: not what stays for want of room."""
    if packing.in_camp(game, one):
        return Option(USUAL, f"pack.{USUAL}")
    lying = len(packing.within_reach(game, one))
    if game.mates_of(one) or lying > packing.boxes_left(game, one) - len(one.loot):
        return Option(USUAL, f"pack.{USUAL}", f"pack.{USUAL}.best")
    return Option(USUAL, f"pack.{USUAL}", f"pack.{USUAL}.{'all' if lying else 'kept'}")


def _pack_as_usual(_: Table, game: Game, one: Character, penetrating: bool) -> None:
    pack_as_usual(game, one, penetrating=penetrating, sharing=penetrating)


def _step(game: Game, one: Character, way: Way[packing.Step]) -> Offer[None]:
    return Offer(one.seat, way.option, aside=True, secret=True, do=does(_do_step, game, one, way.meant))


def _do_step(_: Table, game: Game, one: Character, step: packing.Step) -> None:
    packing.do_step(game, one, step)


def _tell_what_passed(table: Table, game: Game, one: Character, kept: Mapping[str, Counter[str]]) -> None:
    """To their player alone, what team-mates gave each other unasked."""
    for mate in game.mates_of(one):
        got = Counter(mate.tokens) - kept[mate.id]
        given = kept[mate.id] - Counter(mate.tokens)
        for giver, taker, things in ((one, mate, got), (mate, one, given)):
            if things:
                words = tuple(token_word(token) for token in sorted(things.elements()))
                table.tell(finds.HandedOver(giver.name, taker.name, words), to=(one.seat,))


class _Seen:
    """What everybody could see before somebody packed, so that the others are told what is different."""

    def __init__(self, game: Game, one: Character) -> None:
        self._game, self._one, self._where = game, one, one.at
        self._lying = Counter(packing.within_reach(game, one))
        self._mates = {mate.id: (sorted(mate.tokens), mate.rune) for mate in game.mates_of(one)}
        self._armed = {other.id: _arms(other) for other in (one, *game.mates_of(one))}

    def tell_what_changed(self, table: Table) -> None:
        """Tokens taken and left; in the Camp only how many; that team-mates shared, not what; who is armed anew."""
        if self._one.at != self._where:  # a game master took it away
            return
        one, now = self._one, Counter(packing.within_reach(self._game, self._one))
        taken, left = self._lying - now, now - self._lying
        if packing.in_camp(self._game, one):
            if taken or left:
                table.tell(finds.TokensStored(one.seat, now.total()))
        else:
            if taken:
                table.tell(finds.TokensTaken(one.name, tuple(token_word(token) for token in sorted(taken.elements()))))
            if left:
                self._game.teams[one.seat].crystal *= CRYSTAL not in left
                table.tell(finds.TokensLeft(one.name, tuple(token_word(token) for token in sorted(left.elements()))))
        for mate in self._game.mates_of(one):
            if self._mates.get(mate.id) != (sorted(mate.tokens), mate.rune):
                self._game.teams[one.seat].crystal = ""  # which of them has it now, only their player knows
                table.tell(finds.MatesShared(one.name, mate.name))
        for other in (one, *self._game.mates_of(one)):
            if self._armed.get(other.id, _arms(other)) != _arms(other):
                table.tell(finds.Armed(other.name, tuple(token_word(token) for token in _arms(other))))


def _arms(one: Character) -> list[str]:
    """What is in hand and worn."""
    return [*([one.hand] if one.hand else []), *sorted(one.worn)]
