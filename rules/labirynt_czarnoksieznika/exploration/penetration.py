"""Penetration: tokens won, tokens on the floor, Backpack and team-mates [5.1, 5.5–5.8].

A player is not asked just because tokens could be put down; to do that, ask before the Move or use the free action at
the end of the turn.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from rules.kernel.offers import Offer, Pick, Way, does, does_with, ending, ends, take
from rules.kernel.requests import Option, Seat
from rules.kernel.table import Table
from rules.kernel.words import Facts
from rules.labirynt_czarnoksieznika.equipment import packing
from rules.labirynt_czarnoksieznika.equipment.finds import lay_down, token_word
from rules.labirynt_czarnoksieznika.equipment.usual import arm, can_arm, pack_as_usual, pack_what_fits
from rules.labirynt_czarnoksieznika.events import finds
from rules.labirynt_czarnoksieznika.events.course import SortingNamed
from rules.labirynt_czarnoksieznika.free_actions import healing_offers, order_offers, tend, wants_tending
from rules.labirynt_czarnoksieznika.model import CRYSTAL, ZOMBIE, Character, Game

USUAL, DONE = "usual", "done"


def penetrate(table: Table, game: Game, character: Character) -> None:
    """Penetrate the chamber after the Encounter, won or lost; ask if there is a choice and the player wants to be
    asked.

    If the only reason is a lack of boxes, won arms are first put on by default, visible to all.
    """
    if (
        is_too_much(game, character)
        and game.teams[character.seat].orders.pack in ("full", "mates")
        and not game.sorting
    ):
        arm_unasked(table, game, character)
    asked = wants_asking(game, character)
    if not (packing.has_choice(game, character) or (asked and _wants_to_put_down(game, character))):
        recover(table, game, character)
    elif asked:
        pack(table, game, character, penetrating=True)
    else:
        pack_unasked(table, game, character, penetrating=True)
    game.rearrange = False
    game.sorting &= character.id == ZOMBIE


def _wants_to_put_down(game: Game, character: Character) -> bool:
    """Whether the player wants to be asked although there are no new tokens: by standing order, or this once [5.5]."""
    return bool(character.tokens) and (game.sorting or game.teams[character.seat].orders.pack == "always")


def wants_asking(game: Game, character: Character) -> bool:
    """Whether the player wants to be asked about packing, by standing orders and public facts.

    A request to be asked once counts in the own turn; in a planned turn only a lack of room asks.
    """
    order = game.teams[character.seat].orders.pack
    if order != "never" and is_too_much(game, character):
        return True
    if character.seat == game.active_seat and (game.ahead or game.sorting):
        return not game.ahead
    return order in ("ask", "always") or (order == "mates" and bool(game.mates_of(character)))


def is_too_much(game: Game, character: Character) -> bool:
    """Whether more tokens were won than boxes are free, or a wanted token lies there and no box is free [5.7].

    Only public facts count, so that the question reveals nothing about the Backpack.
    """
    free = packing.boxes_left(game, character) - len(character.loot)
    return free < 0 or (
        free == 0
        and not packing.in_camp(game, character)
        and any(_is_worth_swapping_for(game, character, lying) for lying in game.floor.get(character.at, ()))
    )


def _is_worth_swapping_for(game: Game, character: Character, token: str) -> bool:
    return token == CRYSTAL or (
        can_arm(character) and packing.weapon_bonus(game, token) > packing.weapon_bonus(game, character.hand)
    )


def recover(table: Table, game: Game, character: Character) -> None:
    """Use the Backpack against losses and wounds suffered on the way [5.1, 7.3].

    Whether the player is asked reveals nothing about the Backpack.
    """
    if not game.rearrange:
        return
    game.rearrange = False
    tend(table, game, character.seat)
    if character.pack and (wants_asking(game, character) or wants_tending(game, [character])):
        pack(table, game, character, penetrating=False)
    else:
        pack_unasked(table, game, character, penetrating=False)


class Arranging(Pick[packing.Step | None], frozen=True, eq=False, kw_only=True):
    """An offer to rearrange equipment by one step, or by default packing (None)."""

    character: Character


def sorting_offers(game: Game, seat: Seat) -> Iterator[Offer[None]]:
    """Return the offer, before the Move or Encounter, to be asked once about packing at the next penetration [5.5].

    So tokens can be put down in an empty chamber and the Weapon changed after the fight. Only the player sees it.
    """
    if not game.sorting and any(person.tokens for person in game.people_of(seat)):
        yield Offer(seat, Option("sort", "turn.sort"), aside=True, secret=True, do=does(_start_sorting, game, seat))


def _start_sorting(table: Table, game: Game, seat: Seat) -> None:
    game.sorting = True
    table.tell(SortingNamed(seat), to=(seat,))


def arranging_offers(game: Game, character: Character, *, penetrating: bool = False) -> Iterator[Arranging]:
    """Return free actions that rearrange hand, Armour and Backpack, in the Camp also its store; visible to the player
    only [5.1].

    Each action is one step or all of default packing, so that nobody else notices it. ``penetrating``: tokens may also
    be put down, taken up and shared [5.5, 5.6].
    """
    if steps := packing.packing_ways(game, character, penetrating=penetrating, at_once=True):
        yield Arranging(
            character.seat,
            Option(f"arrange:{character.id}", "turn.arrange", facts={"who": character.name}),
            character=character,
            ways=(Way(Option(USUAL, "arrange.usual"), None), *steps),
            why="arrange",
            facts={"character": character.name, "boxes": packing.boxes_left(game, character)},
            aside=True,
            secret=True,
            do=does_with(arrange, game, character),
        )


def arrange(table: Table, game: Game, character: Character, how: packing.Step | None) -> None:
    """Rearrange by one step, or by default packing (None), and tell the visible changes."""
    if not how:
        pack_unasked(table, game, character, penetrating=False)
        return
    seen = _Seen(game, character)
    packing.do_step(game, character, how)
    seen.tell_what_changed(table)


def arm_unasked(table: Table, game: Game, character: Character) -> None:
    """Put the best carried Weapon into the hand and Armour on, without asking."""
    seen = _Seen(game, character)
    if can_arm(character):
        arm(game, character)
    seen.tell_what_changed(table)


def pack_unasked(table: Table, game: Game, character: Character, *, penetrating: bool) -> None:
    """Pack by default without asking; nothing is put down in exchange for tokens on the floor."""
    seen = _Seen(game, character)
    kept = {mate.id: Counter(mate.tokens) for mate in game.mates_of(character)}
    pack_what_fits(game, character, penetrating=penetrating)
    seen.tell_what_changed(table)
    _tell_handed_over(table, game, character, kept)


def pack(table: Table, game: Game, character: Character, *, penetrating: bool) -> None:
    """Ask for packing steps until done; tokens that are not stowed stay in the chamber [5.7]."""
    seen = _Seen(game, character)
    game.packing = character.id if penetrating else ""
    while _pack_one_step(table, game, character, penetrating):
        continue
    game.packing = ""
    packing.stow_all(game, character)
    rest, character.loot = character.loot, []
    lay_down(game, character.at, rest)
    seen.tell_what_changed(table)


def _pack_one_step(table: Table, game: Game, character: Character, penetrating: bool) -> bool:
    table.set_right(lambda: character.active)
    if not character.active:  # a game master has struck it down
        return False
    things = {
        "boxes": packing.boxes_left(game, character),
        "loose": len(character.loot),
        "over": _tokens_without_box(game, character),
    }
    facts: Facts = {
        "character": character.name,
        **things,
        "lying": len(packing.within_reach(game, character)),
    }
    why = "pack" if penetrating else "arrange"
    return take(table, why, packing_offers(game, character, why, penetrating), secret=True, **facts) is None


def packing_offers(game: Game, character: Character, why: str, penetrating: bool) -> list[Offer]:
    """Return the offers of packing: all by default, an end, each step and free actions; ``why``: the prefix of
    catalogue keys.
    """
    as_usual = ends(does(_pack_as_usual, game, character, penetrating))
    return [
        Offer(
            character.seat,
            _usual_packing_option(game, character) if penetrating else Option(USUAL, f"{why}.{USUAL}"),
            do=as_usual,
        ),
        Offer(character.seat, _done_option(game, character, why), do=ending),
        *(
            Offer(character.seat, way.option, aside=True, secret=True, do=does(_do_step, game, character, way.meant))
            for way in packing.packing_ways(game, character, penetrating=penetrating)
        ),
        *healing_offers(game, [character]),
        *order_offers(game),
    ]


def _done_option(game: Game, character: Character, why: str) -> Option:
    """Return the option to end packing, with the number of new tokens that have no box.

    It names only a Crystal that everybody saw the character win.
    """
    over = _tokens_without_box(game, character)
    if over and character.loot == [CRYSTAL] and game.teams[character.seat].crystal == character.id:
        return Option(DONE, f"{why}.{DONE}.leave.crystal")
    return Option(DONE, f"{why}.{DONE}.leave", facts={"over": over}) if over else Option(DONE, f"{why}.{DONE}")


def _tokens_without_box(game: Game, character: Character) -> int:
    return 0 if packing.in_camp(game, character) else max(0, len(character.loot) - packing.boxes_left(game, character))


def _usual_packing_option(game: Game, character: Character) -> Option:
    """Return the option of default packing, with its result if that is public."""
    if packing.in_camp(game, character):
        return Option(USUAL, f"pack.{USUAL}")
    lying = len(packing.within_reach(game, character))
    if game.mates_of(character) or lying > packing.boxes_left(game, character) - len(character.loot):
        return Option(USUAL, f"pack.{USUAL}", f"pack.{USUAL}.best")
    return Option(USUAL, f"pack.{USUAL}", f"pack.{USUAL}.{'all' if lying else 'kept'}")


def _pack_as_usual(_: Table, game: Game, character: Character, penetrating: bool) -> None:
    pack_as_usual(game, character, penetrating=penetrating, sharing=penetrating)


def _do_step(_: Table, game: Game, character: Character, step: packing.Step) -> None:
    packing.do_step(game, character, step)


def _tell_handed_over(table: Table, game: Game, character: Character, kept: Mapping[str, Counter[str]]) -> None:
    """Tell the player alone which tokens team-mates gave each other without asking."""
    for mate in game.mates_of(character):
        got = Counter(mate.tokens) - kept[mate.id]
        given = kept[mate.id] - Counter(mate.tokens)
        for giver, taker, things in ((character, mate, got), (mate, character, given)):
            if things:
                words = tuple(token_word(token) for token in sorted(things.elements()))
                table.tell(finds.HandedOver(giver.name, taker.name, words), to=(character.seat,))


class _Seen:
    """The public state before packing, to tell the others the changes."""

    def __init__(self, game: Game, character: Character) -> None:
        self._game, self._one, self._where = game, character, character.at
        self._lying = Counter(packing.within_reach(game, character))
        self._mates = {mate.id: (sorted(mate.tokens), mate.rune) for mate in game.mates_of(character)}
        self._armed = {other.id: _arms_in_use(other) for other in (character, *game.mates_of(character))}

    def tell_what_changed(self, table: Table) -> None:
        """Tell tokens taken and left (in the Camp only their number), that team-mates shared, and new arms."""
        if self._one.at != self._where:  # a game master moved the character
            return
        character, now = self._one, Counter(packing.within_reach(self._game, self._one))
        taken, left = self._lying - now, now - self._lying
        if packing.in_camp(self._game, character):
            if taken or left:
                table.tell(finds.TokensStored(character.seat, now.total()))
        else:
            if taken:
                table.tell(
                    finds.TokensTaken(character.name, tuple(token_word(token) for token in sorted(taken.elements())))
                )
            if left:
                self._game.teams[character.seat].crystal *= CRYSTAL not in left
                table.tell(
                    finds.TokensLeft(character.name, tuple(token_word(token) for token in sorted(left.elements())))
                )
        for mate in self._game.mates_of(character):
            if self._mates.get(mate.id) != (sorted(mate.tokens), mate.rune):
                self._game.teams[character.seat].crystal = ""  # only the player knows which mate has it now
                table.tell(finds.MatesShared(character.name, mate.name))
        for other in (character, *self._game.mates_of(character)):
            if self._armed.get(other.id, _arms_in_use(other)) != _arms_in_use(other):
                table.tell(finds.Armed(other.name, tuple(token_word(token) for token in _arms_in_use(other))))


def _arms_in_use(character: Character) -> list[str]:
    return [*([character.hand] if character.hand else []), *sorted(character.worn)]
