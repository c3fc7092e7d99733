"""House rules in words, as typed at the opening of a table: ``adventures=8 recruits=no``."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from bot.words.matching import matching_offers
from bot.words.narrator import Narrator, Said
from rules.kernel.errors import Refused

Switches = Mapping[str, tuple[str, ...]]
"""The switches of a game with their values, the usual one first."""


def read(typed: str) -> dict[str, str]:
    """The switches as typed; refuses what is no pair."""
    pairs = [piece.partition("=") for piece in typed.replace(",", " ").split()]
    if any(not name or not value for name, _, value in pairs):
        raise Refused("option_typed")
    return {name: value for name, _, value in pairs}


def offered(narrator: Narrator, switches: Switches, typed: str) -> list[tuple[str, str]]:
    """What the last piece may become: words to show, and the whole line with it."""
    begun, _, last = typed.rpartition(" ")
    open_still = {name: values for name, values in switches.items() if f"{name}=" not in begun}
    pairs = [pair for name, values in open_still.items() for pair in _pairs(narrator, name, values)]
    return [(said, f"{begun} {pair}".strip()) for said, pair in matching_offers(pairs, last)]


def _pairs(narrator: Narrator, switch: str, values: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    for value in values:
        yield said(narrator, switch, value), f"{switch}={value}"


def in_force(switches: Switches, options: Mapping[str, str]) -> dict[str, str]:
    """Every switch with its value at a table."""
    return {**{name: values[0] for name, values in switches.items()}, **options}


def differing(switches: Switches, options: Mapping[str, str]) -> dict[str, str]:
    """The switches of a table that are not as usual."""
    return {name: value for name, value in options.items() if switches.get(name, ("",))[0] != value}


def agreed(narrator: Narrator, switches: Switches, options: Mapping[str, str]) -> Said:
    """A line of the switches that are not as usual; '' when all are."""
    many = [said(narrator, switch, value) for switch, value in differing(switches, options).items()]
    return narrator.say("house_rules.agreed", options=Said(", ".join(many))) if many else Said()


def said(narrator: Narrator, switch: str, value: str) -> str:
    """A switch and its value in words."""
    return f"{narrator.say(f'house.{switch}')}: {value_said(narrator, switch, value)}"


def value_said(narrator: Narrator, switch: str, value: str) -> Said:
    """The value of a switch in words."""
    return narrator.first_known(f"house.{switch}.{value}", f"house.{value}") or narrator.term(value)
