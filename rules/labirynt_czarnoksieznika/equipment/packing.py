"""Packing: hand, Armour, Backpack, floor and Camp [5.1, 5.5], and the Glove of Doom [10.10–10.13]."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping

from msgspec import Struct

from rules.kernel.offers import Offer, Way, does_with
from rules.kernel.requests import Choose, Field, Filled, Form, Option, Seat
from rules.kernel.table import Table
from rules.kernel.words import Facts, Word
from rules.labirynt_czarnoksieznika.equipment.finds import discard, lay_down, pick_up, token_word
from rules.labirynt_czarnoksieznika.events.finds import GloveMade
from rules.labirynt_czarnoksieznika.model import GLOVE, ZOMBIE, Character, Game


class Step(Struct, frozen=True):
    """A step of packing: verb and token; ``mate``: the team-mate of an exchange."""

    verb: str
    token: str
    mate: Character | None = None


def is_kind(game: Game, token: str, kind: str) -> bool:
    """Whether a token is a Find of this kind."""
    return game.tables.finds.has(token) and game.tables.finds.of(token).kind == kind


def boxes_left(game: Game, character: Character) -> int:
    """Return the number of free boxes in a Backpack."""
    return game.card(character.id).backpack - len(character.pack)


def in_camp(game: Game, character: Character) -> bool:
    """Whether a character stands in its own Camp."""
    return character.active and character.at == game.camp_of(character.seat)


def within_reach(game: Game, character: Character) -> list[str]:
    """Return the tokens on the floor of the chamber, or stored in the own Camp [8.5]."""
    return game.teams[character.seat].store if in_camp(game, character) else game.floor.get(character.at, [])


# What can be done ----------------------------------------------------------------------------------------------


def possible_steps(game: Game, character: Character, *, penetrating: bool, at_once: bool = False) -> list[Step]:
    """Return every legal step; tokens on the floor and team-mates only while penetrating [5.5, 5.6].

    A penetrating character may exceed its boxes until the end of packing. With ``at_once``, or without penetration,
    tokens are only taken into a free box.
    """
    own = [*arming_steps(game, character), *_stowing_steps(game, character)]
    room = boxes_left(game, character) > 0 or (penetrating and not at_once)
    if penetrating or in_camp(game, character):
        own += _steps_with_each("leave", character.tokens)
        own += _steps_with_each("take", within_reach(game, character)) if room else ()
    if penetrating:
        own += _sharing_steps(game, character, room)
    return own


def _steps_with_each(verb: str, tokens: Iterable[str], mate: Character | None = None) -> Iterator[Step]:
    return (Step(verb, token, mate) for token in dict.fromkeys(tokens))


def arming_steps(game: Game, character: Character) -> Iterator[Step]:
    """Return the steps that put a Weapon into the hand or Armour on; the Glove forbids both [10.11]."""
    if character.hand == GLOVE or character.id == ZOMBIE:
        return
    slots = game.card(character.id).armour_slots
    for token in dict.fromkeys((*character.loot, *character.pack)):
        if is_kind(game, token, "weapon") and token != character.hand:
            yield Step("hold", token)
        if is_kind(game, token, "armour") and slots and token not in character.worn:
            yield Step("wear", token)


def _stowing_steps(game: Game, character: Character) -> Iterator[Step]:
    if not boxes_left(game, character):
        return
    if character.hand not in ("", GLOVE):
        yield Step("lower", character.hand)
    yield from _steps_with_each("doff", character.worn)
    yield from _steps_with_each("stow", character.loot)


def _sharing_steps(game: Game, character: Character, room: bool) -> Iterator[Step]:
    """Return exchanges with team-mates in the chamber, including swaps of Runes [5.6]; ``room``: can take a token."""
    for mate in game.mates_of(character):
        if boxes_left(game, mate):
            yield from _steps_with_each("give", character.tokens, mate)
        yield from _steps_with_each("get", mate.tokens, mate) if room else ()
        if character.rune != mate.rune and ZOMBIE not in (character.id, mate.id):
            yield Step("runes", character.rune or mate.rune, mate)


# Doing it ------------------------------------------------------------------------------------------------------


def do_step(game: Game, character: Character, step: Step) -> None:
    """Carry out a step of packing."""
    if not step.mate:
        STEPS[step.verb](game, character, step.token)
    else:
        SHARING[step.verb](game, character, step.token, step.mate)


def _hold_weapon(game: Game, character: Character, token: str) -> None:
    _swap_token(character, token, character.hand)
    character.hand = token


def _wear_armour(game: Game, character: Character, token: str) -> None:
    """Put Armour on; it replaces Armour of the same part, or another piece when no slot is free."""
    same = [worn for worn in character.worn if _armour_part(game, worn) == _armour_part(game, token)]
    full = len(character.worn) >= game.card(character.id).armour_slots
    off = same[0] if same else character.worn[0] if full else ""
    _swap_token(character, token, off)
    if off:
        character.worn.remove(off)
    character.worn.append(token)


def _swap_token(character: Character, token: str, back: str) -> None:
    """Take a token from the loot, else from the Backpack; ``back`` takes its place."""
    where = character.loot if token in character.loot else character.pack
    where.remove(token)
    if back:
        where.append(back)


def _armour_part(game: Game, token: str) -> str:
    return game.tables.finds.of(token).part


def _stow_weapon(game: Game, character: Character, token: str) -> None:
    character.hand = ""
    character.pack.append(token)


def _stow_armour(game: Game, character: Character, token: str) -> None:
    character.worn.remove(token)
    character.pack.append(token)


def _stow_loot(game: Game, character: Character, token: str) -> None:
    character.loot.remove(token)
    character.pack.append(token)


def _leave_token(game: Game, character: Character, token: str) -> None:
    let_go(character, token)
    lay_down(game, character.at, [token])


def _take_token(game: Game, character: Character, token: str) -> None:
    if in_camp(game, character):
        game.teams[character.seat].store.remove(token)
    else:
        pick_up(game, character.at, token)
    receive(game, character, token)


STEPS: Mapping[str, Callable[[Game, Character, str], None]] = {
    "hold": _hold_weapon,
    "wear": _wear_armour,
    "lower": _stow_weapon,
    "doff": _stow_armour,
    "stow": _stow_loot,
    "leave": _leave_token,
    "take": _take_token,
}


def _give_token(game: Game, character: Character, token: str, mate: Character) -> None:
    let_go(character, token)
    receive(game, mate, token)


def _get_token(game: Game, character: Character, token: str, mate: Character) -> None:
    let_go(mate, token)
    receive(game, character, token)


def _swap_runes(game: Game, character: Character, token: str, mate: Character) -> None:
    character.rune, mate.rune = mate.rune, character.rune


SHARING: Mapping[str, Callable[[Game, Character, str, Character], None]] = {
    "give": _give_token,
    "get": _get_token,
    "runes": _swap_runes,
}


def receive(game: Game, character: Character, token: str) -> None:
    """Put a token into the Backpack, or into the loot if there is no free box."""
    (character.pack if boxes_left(game, character) > 0 else character.loot).append(token)


def let_go(character: Character, token: str) -> None:
    """Remove a token from the loot, else the Backpack, else the Armour, else the hand."""
    for where in (character.loot, character.pack, character.worn):
        if token in where:
            where.remove(token)
            return
    character.hand = ""


def stow_all(game: Game, character: Character) -> None:
    """Stow loot while boxes are free."""
    while character.loot and boxes_left(game, character) > 0:
        character.pack.append(character.loot.pop(0))


# As questions --------------------------------------------------------------------------------------------------


def packing_ways(game: Game, character: Character, *, penetrating: bool, at_once: bool = False) -> list[Way[Step]]:
    """Return each legal step of packing as a way."""
    camp = in_camp(game, character)
    return [
        _packing_way(character, step, camp)
        for step in possible_steps(game, character, penetrating=penetrating, at_once=at_once)
    ]


def _packing_way(character: Character, step: Step, camp: bool) -> Way[Step]:
    label = f"pack.{step.verb}_camp" if camp and step.verb in ("leave", "take") else f"pack.{step.verb}"
    facts: Facts = {"who": character.name, "token": token_word(step.token)}
    facts |= {"mate": step.mate.name} if step.mate else {}
    parts = (step.verb, step.token, step.mate.id if step.mate else "")
    return Way(Option(":".join(part for part in parts if part), label, facts=facts), step)


def has_choice(game: Game, character: Character) -> bool:
    """Whether a penetrating character has anything to decide [5.5–5.7]."""
    mates = [
        mate for mate in game.mates_of(character) if mate.tokens or mate.rune or character.tokens or character.rune
    ]
    return bool(character.loot or within_reach(game, character) or mates)


def weapon_bonus(game: Game, token: str) -> int:
    """Return the Strength that a Weapon adds, 0 for other tokens."""
    return game.tables.finds.of(token).bonus if is_kind(game, token, "weapon") else 0


def lose_weapon(game: Game, character: Character) -> Word:
    """Return the Weapon in hand to the bag and return its name."""
    weapon, character.hand = character.hand, ""
    discard(game, weapon)
    game.rearrange |= character.id == game.entered
    return token_word(weapon)


PARTS = ("armour", "weapon", "scroll")
"""The Glove needs one token of each kind, besides Gems."""


def parts_for(game: Game, character: Character, kind: str) -> list[str]:
    """Return the tokens of a kind that a character carries or that are stored in its Camp [10.10]."""
    pool = [*character.tokens, *game.teams[character.seat].store]
    return list(dict.fromkeys(token for token in pool if is_kind(game, token, kind)))


def can_make(game: Game, character: Character) -> bool:
    """Whether all parts of a Glove are there and no team-mate wears one [10.11]."""
    if (
        character.id == ZOMBIE
        or not in_camp(game, character)
        or game.teams[character.seat].gems < game.tables.gems.glove
    ):
        return False
    worn = any(other.hand == GLOVE for other in game.people_of(character.seat))
    return not worn and all(parts_for(game, character, kind) for kind in PARTS)


class GloveMaking(Offer[Filled], frozen=True, eq=False, kw_only=True):
    """An offer to make the Glove; the form asks for the tokens."""

    character: Character


def glove_offers(game: Game, seat: Seat) -> Iterator[GloveMaking]:
    """Return an offer for each character who can make the Glove, visible to their player only."""
    for person in game.people_of(seat):
        if can_make(game, person):
            fields = tuple(_glove_part_field(game, person, kind) for kind in PARTS)
            row = game.tables.powers.glove
            facts: Facts = {"who": person.name, "gems": game.tables.gems.glove}
            facts |= {"bonus": row.bonus, "wounds": row.wounds, "now": weapon_bonus(game, person.hand)}
            ask = Form(who=seat, why="glove", fields=fields, facts=facts, secret=True)
            option, do = (
                Option(f"glove:{person.id}", "turn.glove", "turn.glove", facts),
                does_with(_make_glove_of, game, person),
            )
            yield GloveMaking(seat, option, ask, True, True, character=person, do=do)


def _glove_part_field(game: Game, character: Character, kind: str) -> Field[str]:
    options = tuple(
        Option(token, "cost.find", facts={"token": token_word(token)}) for token in parts_for(game, character, kind)
    )
    ask = Choose(who=character.seat, why=f"glove.{kind}", options=options, secret=True)
    return Field(kind, ask, Word(f"glove.{kind}"))


def _make_glove_of(table: Table, game: Game, character: Character, parts: Filled) -> None:
    make_glove(table, game, character, [parts.values[kind] for kind in PARTS])


def make_glove(table: Table, game: Game, character: Character, parts: Iterable[str]) -> None:
    """Turn Gems and three tokens into the Glove; other Weapons and Armour are put away [10.10–10.12]."""
    team = game.teams[character.seat]
    team.gems -= game.tables.gems.glove
    for token in parts:
        _use_up_token(game, character, token)
    put_away = [character.hand, *character.worn] if character.hand else list(character.worn)
    character.hand, character.worn = GLOVE, []
    for token in put_away:
        receive(game, character, token)
    team.store += character.loot
    character.loot = []
    game.tally.gloves += 1
    table.tell(GloveMade(character.name, character.seat, team.gems))


def _use_up_token(game: Game, character: Character, token: str) -> None:
    store = game.teams[character.seat].store
    if token in store:
        store.remove(token)
    else:
        let_go(character, token)
    discard(game, token)
