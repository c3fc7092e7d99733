"""Hand, Armour, Backpack, floor and Camp [5.1, 5.5], and the Glove of Doom [10.10–10.13]."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping

import msgspec

from rules.kernel.offers import Offer, Way, does_with
from rules.kernel.requests import Choose, Field, Filled, Form, Option, Seat
from rules.kernel.table import Table
from rules.kernel.words import Fact, Word
from rules.labirynt_czarnoksieznika.equipment.finds import discard, lay_down, pick_up, token_word
from rules.labirynt_czarnoksieznika.events.finds import GloveMade
from rules.labirynt_czarnoksieznika.model import GLOVE, ZOMBIE, Character, Game


class Step(msgspec.Struct, frozen=True):
    """A step of packing: what is done, with which token; ``mate``: with whom, for what passes between team-mates."""

    verb: str
    token: str
    mate: Character | None = None


def is_kind(game: Game, token: str, kind: str) -> bool:
    """Whether a token is a Find of this kind."""
    return game.tables.finds.is_find(token) and game.tables.finds.of(token).kind == kind


def boxes_left(game: Game, one: Character) -> int:
    """Free boxes of a Backpack."""
    return game.card(one.id).backpack - len(one.pack)


def in_camp(game: Game, one: Character) -> bool:
    """Whether a character stands in its own Camp."""
    return one.active and one.at == game.camp_of(one.seat)


def within_reach(game: Game, one: Character) -> list[str]:
    """Tokens that lie where a character stands: on the floor, or stored in its Camp [8.5]."""
    return game.teams[one.seat].store if in_camp(game, one) else game.floor.get(one.at, [])


# What can be done ----------------------------------------------------------------------------------------------


def possible_steps(game: Game, one: Character, *, penetrating: bool, at_once: bool = False) -> list[Step]:
    """Every step that is legal now; tokens on the floor and team-mates only while penetrating [5.5, 5.6].

    Who penetrates may hold more than there are boxes for until all is settled; a step that is settled ``at_once``, and
    one that only rearranges, takes nothing for which there is no box: it would go straight back.
    """
    own = [*arming_steps(game, one), *_stowing(game, one)]
    room = boxes_left(game, one) > 0 or (penetrating and not at_once)
    if penetrating or in_camp(game, one):
        own += _each("leave", one.tokens)
        own += _each("take", within_reach(game, one)) if room else ()
    if penetrating:
        own += _sharing(game, one, room)
    return own


def _each(verb: str, tokens: Iterable[str], mate: Character | None = None) -> Iterator[Step]:
    """The same with each of these; two of a kind are as one."""
    return (Step(verb, token, mate) for token in dict.fromkeys(tokens))


def arming_steps(game: Game, one: Character) -> Iterator[Step]:
    """A Weapon into the hand, Armour on; the Glove forbids both [10.11]."""
    if one.hand == GLOVE or one.id == ZOMBIE:
        return
    slots = game.card(one.id).armour_slots
    for token in dict.fromkeys((*one.loot, *one.pack)):
        if is_kind(game, token, "weapon") and token != one.hand:
            yield Step("hold", token)
        if is_kind(game, token, "armour") and slots and token not in one.worn:
            yield Step("wear", token)


def _stowing(game: Game, one: Character) -> Iterator[Step]:
    """Into the Backpack, while there is a box."""
    if not boxes_left(game, one):
        return
    if one.hand not in ("", GLOVE):
        yield Step("lower", one.hand)
    yield from _each("doff", one.worn)
    yield from _each("stow", one.loot)


def _sharing(game: Game, one: Character, room: bool) -> Iterator[Step]:
    """What passes between team-mates in the same chamber; Runes change places [5.6]. ``room``: to get anything."""
    for mate in game.mates_of(one):
        if boxes_left(game, mate):
            yield from _each("give", one.tokens, mate)
        yield from _each("get", mate.tokens, mate) if room else ()
        if one.rune != mate.rune and ZOMBIE not in (one.id, mate.id):
            yield Step("runes", one.rune or mate.rune, mate)


# Doing it ------------------------------------------------------------------------------------------------------


def do_step(game: Game, one: Character, step: Step) -> None:
    """One step of packing."""
    if step.mate is None:
        STEPS[step.verb](game, one, step.token)
    else:
        SHARING[step.verb](game, one, step.token, step.mate)


def _hold(game: Game, one: Character, token: str) -> None:
    """The Weapon held before goes where the new one was."""
    _swap(one, token, one.hand)
    one.hand = token


def _wear(game: Game, one: Character, token: str) -> None:
    """Armour for the same part goes off; so does another piece when there is no place left."""
    same = [worn for worn in one.worn if _part(game, worn) == _part(game, token)]
    full = len(one.worn) >= game.card(one.id).armour_slots
    off = same[0] if same else one.worn[0] if full else ""
    _swap(one, token, off)
    if off:
        one.worn.remove(off)
    one.worn.append(token)


def _swap(one: Character, token: str, back: str) -> None:
    """A token from what is not stowed yet, else from the Backpack; ``back`` takes its place there."""
    where = one.loot if token in one.loot else one.pack
    where.remove(token)
    if back:
        where.append(back)


def _part(game: Game, token: str) -> str:
    return game.tables.finds.of(token).part


def _lower(game: Game, one: Character, token: str) -> None:
    one.hand = ""
    one.pack.append(token)


def _doff(game: Game, one: Character, token: str) -> None:
    one.worn.remove(token)
    one.pack.append(token)


def _stow(game: Game, one: Character, token: str) -> None:
    one.loot.remove(token)
    one.pack.append(token)


def _leave(game: Game, one: Character, token: str) -> None:
    let_go(one, token)
    lay_down(game, one.at, [token])


def _take(game: Game, one: Character, token: str) -> None:
    if in_camp(game, one):
        game.teams[one.seat].store.remove(token)
    else:
        pick_up(game, one.at, token)
    receive(game, one, token)


STEPS: Mapping[str, Callable[[Game, Character, str], None]] = {
    "hold": _hold,
    "wear": _wear,
    "lower": _lower,
    "doff": _doff,
    "stow": _stow,
    "leave": _leave,
    "take": _take,
}


def _give(game: Game, one: Character, token: str, mate: Character) -> None:
    let_go(one, token)
    receive(game, mate, token)


def _get(game: Game, one: Character, token: str, mate: Character) -> None:
    let_go(mate, token)
    receive(game, one, token)


def _runes(game: Game, one: Character, token: str, mate: Character) -> None:
    one.rune, mate.rune = mate.rune, one.rune


SHARING: Mapping[str, Callable[[Game, Character, str, Character], None]] = {"give": _give, "get": _get, "runes": _runes}


def receive(game: Game, one: Character, token: str) -> None:
    """Into the Backpack; what does not fit is not stowed yet."""
    (one.pack if boxes_left(game, one) > 0 else one.loot).append(token)


def let_go(one: Character, token: str) -> None:
    """Out of what is not stowed yet, else the Backpack, else the Armour, else the hand."""
    for where in (one.loot, one.pack, one.worn):
        if token in where:
            where.remove(token)
            return
    one.hand = ""


def stow_all(game: Game, one: Character) -> None:
    """What was won goes into free boxes."""
    while one.loot and boxes_left(game, one) > 0:
        one.pack.append(one.loot.pop(0))


# As questions --------------------------------------------------------------------------------------------------


def packing_ways(game: Game, one: Character, *, penetrating: bool, at_once: bool = False) -> list[Way[Step]]:
    """Each step that is legal now, as a way."""
    camp = in_camp(game, one)
    return [_way(one, step, camp) for step in possible_steps(game, one, penetrating=penetrating, at_once=at_once)]


def _way(one: Character, step: Step, camp: bool) -> Way[Step]:
    label = f"pack.{step.verb}_camp" if camp and step.verb in ("leave", "take") else f"pack.{step.verb}"
    facts: dict[str, Fact] = {"who": one.name, "token": token_word(step.token)}
    facts |= {"mate": step.mate.name} if step.mate else {}
    parts = (step.verb, step.token, step.mate.id if step.mate else "")
    return Way(Option(":".join(part for part in parts if part), label, facts=facts), step)


def has_choice(game: Game, one: Character) -> bool:
    """Whether somebody who penetrates has anything to decide [5.5–5.7]."""
    mates = [mate for mate in game.mates_of(one) if mate.tokens or mate.rune or one.tokens or one.rune]
    return bool(one.loot or within_reach(game, one) or mates)


def weapon_bonus(game: Game, token: str) -> int:
    """What a Weapon adds to Strength; 0 for everything else."""
    return game.tables.finds.of(token).bonus if is_kind(game, token, "weapon") else 0


def lose_weapon(game: Game, one: Character) -> Word:
    """The Weapon in hand goes to the bag; what it was."""
    weapon, one.hand = one.hand, ""
    discard(game, weapon)
    game.rearrange |= one.id == game.entered
    return token_word(weapon)


PARTS = ("armour", "weapon", "scroll")
"""One token of each goes into it, besides Gems."""


def parts_for(game: Game, one: Character, kind: str) -> list[str]:
    """The tokens of this kind that a character has, or that lie in its Camp [10.10]."""
    pool = [*one.tokens, *game.teams[one.seat].store]
    return list(dict.fromkeys(token for token in pool if is_kind(game, token, kind)))


def can_make(game: Game, one: Character) -> bool:
    """Whether everything for a Glove is there, and nobody of the team wears one [10.11]."""
    if one.id == ZOMBIE or not in_camp(game, one) or game.teams[one.seat].gems < game.tables.gems.glove:
        return False
    worn = any(other.hand == GLOVE for other in game.people_of(one.seat))
    return not worn and all(parts_for(game, one, kind) for kind in PARTS)


class GloveMaking(Offer[Filled], frozen=True, eq=False, kw_only=True):
    """To make the Glove, and of which tokens."""

    one: Character


def glove_offers(game: Game, seat: Seat) -> Iterator[GloveMaking]:
    """To make it, for each who can; only their player sees it."""
    for one in game.people_of(seat):
        if can_make(game, one):
            fields = tuple(_field(game, one, kind) for kind in PARTS)
            row = game.tables.powers.glove
            facts: dict[str, Fact] = {"who": one.name, "gems": game.tables.gems.glove}
            facts |= {"bonus": row.bonus, "wounds": row.wounds}
            ask = Form(who=seat, why="glove", fields=fields, facts=facts, secret=True)
            option, do = Option(f"glove:{one.id}", "turn.glove", "turn.glove", facts), does_with(_make_of, game, one)
            yield GloveMaking(seat, option, ask, True, True, one=one, do=do)


def _field(game: Game, one: Character, kind: str) -> Field[str]:
    options = tuple(
        Option(token, "cost.find", facts={"token": token_word(token)}) for token in parts_for(game, one, kind)
    )
    ask = Choose(who=one.seat, why=f"glove.{kind}", options=options, secret=True)
    return Field(kind, ask, Word(f"glove.{kind}"))


def _make_of(table: Table, game: Game, one: Character, parts: Filled) -> None:
    make_glove(table, game, one, [parts.values[kind] for kind in PARTS])


def make_glove(table: Table, game: Game, one: Character, parts: Iterable[str]) -> None:
    """Gems and three tokens become the Glove; other Weapons and Armour are put away [10.10–10.12]."""
    team = game.teams[one.seat]
    team.gems -= game.tables.gems.glove
    for token in parts:
        _use_up(game, one, token)
    put_away = [one.hand, *one.worn] if one.hand else list(one.worn)
    one.hand, one.worn = GLOVE, []
    for token in put_away:
        receive(game, one, token)
    team.store += one.loot
    one.loot = []
    game.tally.gloves += 1
    table.tell(GloveMade(one.name, one.seat, team.gems))


def _use_up(game: Game, one: Character, token: str) -> None:
    store = game.teams[one.seat].store
    if token in store:
        store.remove(token)
    else:
        let_go(one, token)
    discard(game, token)
