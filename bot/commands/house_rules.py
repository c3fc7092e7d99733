"""House rules at the opening of a table: ``adventures=8 recruits=no``, checked before anybody sits down."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from bot.narrator import Narrator, Said
from rules.kernel.errors import Refused
from rules.labirynt_smierci.options import CHOICES

SWITCHES: Mapping[str, Mapping[str, tuple[str, ...]]] = {"labirynt-smierci": CHOICES}
"""The switches of each game that has some, with their values, the usual one first."""


def read(typed: str) -> dict[str, str]:
    """The switches as typed; refuses what is no pair."""
    pairs = [piece.partition("=") for piece in typed.replace(",", " ").split()]
    if any(not name or not value for name, _, value in pairs):
        raise Refused("option_typed")
    return {name: value for name, _, value in pairs}


def offered(narrator: Narrator, game: str, typed: str) -> list[tuple[str, str]]:
    """What the last piece may become: words to show, and the whole line with it."""
    begun, _, last = typed.rpartition(" ")
    switches = {name: values for name, values in SWITCHES.get(game, {}).items() if f"{name}=" not in begun}
    pairs = [pair for name, values in switches.items() for pair in _pairs(narrator, name, values)]
    return [(said, f"{begun} {pair}".strip()) for said, pair in pairs if pair.startswith(last)]


def agreed(narrator: Narrator, options: Mapping[str, str]) -> Said:
    """The switches of a table in words."""
    return Said(", ".join(_said(narrator, switch, value) for switch, value in options.items()))


def _said(narrator: Narrator, switch: str, value: str) -> str:
    return f"{narrator.say(f'house.{switch}')}: {narrator.first_known(f'house.{value}') or narrator.term(value)}"


def _pairs(narrator: Narrator, switch: str, values: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    for value in values:
        yield _said(narrator, switch, value), f"{switch}={value}"
