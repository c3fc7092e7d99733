"""Who carries what: things come and go, and stand among the choices of a question [5, 14]."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from rules.kernel.requests import Action, Choose, Option, Seat, Taken
from rules.kernel.words import Fact
from rules.labirynt_smierci.model import Character, Game, Item


def receive(one: Character, item: Item) -> None:
    """A thing comes to somebody."""
    one.items.append(item)
    arm(one)


def lose(one: Character, item: Item) -> None:
    """A thing leaves somebody."""
    one.items.remove(item)
    item.worn = False
    arm(one)


def arm(one: Character) -> None:
    """Whoever holds a magic weapon may fight with it, whatever his own kinds are, as long as he holds it [14]."""
    own = [weapon for weapon in one.weapons if weapon not in one.lent]
    held = [item.name for item in one.items if item.kind == "weapon"]
    one.lent = [weapon for weapon in dict.fromkeys(held) if weapon not in own]
    one.weapons = [*own, *one.lent]
    if one.in_hand not in one.weapons:
        one.in_hand = one.weapons[0]


def distinct(items: Iterable[Item]) -> list[Item]:
    """One of each that nobody can tell apart."""
    seen: dict[tuple[object, ...], Item] = {}
    for item in items:
        seen.setdefault((item.kind, item.name, item.plus, item.worth, item.worn), item)
    return list(seen.values())


# In questions ----------------------------------------------------------------------------------------------------


def thing_option(one: Character, item: Item, label: str, note: str = "") -> Option:
    """Somebody's thing among the options, by the id CHARACTER:ITEM."""
    return Option(f"{one.id}:{item.id}", label, note or note_of(item), {"who": one.name, **facts_of(item)})


def facts_of(item: Item) -> dict[str, Fact]:
    """What can be said of a thing."""
    return {"item": item.title, "plus": item.plus, "worth": item.worth}


def note_of(item: Item) -> str:
    """What is to be said beside its name: the bonus, the price, or that nobody knows yet what it does."""
    if item.plus or item.worth:
        return "item.plus" if item.plus else "item.worth"
    return "" if item.name or item.kind not in ("potion", "talisman", "medallion") else "item.unknown"


def offer(seat: Seat, verb: str, ways: Sequence[Option]) -> Iterable[Action[Any]]:
    """The action of this verb, with a question when there are several ways; nothing without a way."""
    if len(ways) == 1:
        only = ways[0]
        yield Action(seat, Option(f"{verb}:{only.id}", only.label, only.note, only.facts), aside=True)
    elif ways:
        yield Action(seat, Option(verb, verb), Choose(who=seat, why=verb, options=tuple(ways)), aside=True)


def chosen(taken: Taken) -> str:
    """The way that was taken, asked for or not."""
    return str(taken.value or taken.id.partition(":")[2])


def meant(game: Game, way: str) -> tuple[Character, Item]:
    """Whose thing, and which, a way CHARACTER:ITEM means."""
    owner, _, thing = way.partition(":")
    one = game.characters[owner]
    return one, next(item for item in one.items if item.id == thing)
