"""Who carries what [5, 14]: things come and go, and stand among the choices of a question."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import msgspec

from rules.kernel.offers import Deed, Pick, Way
from rules.kernel.requests import Option, Seat
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


def is_stuck(game: Game, item: Item) -> bool:
    """A worn talisman of evil cannot be got rid of inside the labyrinth [14]."""
    return item.worn and (item.kind, item.name) == ("talisman", "evil") and not game.outside


def one_of_each(items: Iterable[Item]) -> list[Item]:
    """One of each that nobody can tell apart."""
    seen: dict[tuple[object, ...], Item] = {}
    for item in items:
        seen.setdefault((item.kind, item.name, item.plus, item.worth, item.worn), item)
    return list(seen.values())


# In questions ----------------------------------------------------------------------------------------------------


class Belonging(msgspec.Struct, frozen=True):
    """A thing, and whose it is."""

    owner: Character
    item: Item


def thing_way(one: Character, item: Item, label: str, note: str = "") -> Way[Belonging]:
    """Somebody's thing among the ways to do something."""
    option = Option(f"{one.id}:{item.id}", label, note or note_of(item), {"who": one.name, **facts_of(item)})
    return Way(option, Belonging(one, item))


def facts_of(item: Item) -> dict[str, Fact]:
    """What can be said of a thing."""
    return {"item": item.title, "plus": item.plus, "worth": item.worth}


def note_of(item: Item) -> str:
    """What is to be said beside its name: the bonus, the price, or that nobody knows yet what it does."""
    if item.plus or item.worth:
        return "item.plus" if item.plus else "item.worth"
    return "item.unknown" if is_riddle(item) else ""


def is_riddle(item: Item) -> bool:
    """Whether nobody knows yet what it does."""
    return not item.name and item.kind in ("potion", "talisman", "medallion")


def offer_things(
    seat: Seat, what: str, ways: Sequence[Way[Belonging]], do: Deed[Belonging]
) -> Iterator[Pick[Belonging]]:
    """To do this with one of some things; nothing without a thing."""
    option = Option(what, what)
    if len(ways) == 1:
        only = ways[0].option
        option = Option(f"{what}:{only.id}", only.label, only.note, only.facts)
    if ways:
        yield Pick(seat, option, aside=True, ways=tuple(ways), why=what, do=do)
