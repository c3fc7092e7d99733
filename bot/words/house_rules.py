"""House rules in words, as typed when a table is opened: ``adventures=8 recruits=no``."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import get_args

from bot.words.matching import matching_offers
from bot.words.narrator import Narrator, Said
from rules.kernel.errors import Refused
from rules.kernel.game import Rules
from rules.kernel.turns import BOOK, PACE, Pace, pace_of, written
from rules.kernel.words import Word

Switches = Mapping[str, tuple[str, ...]]
"""The switches of a game with their values, the usual value first."""
DAYS_OF_A_WEEK = 7


def parse_rules(typed: str) -> dict[str, str]:
    """Return the typed switches with their values; raises ``Refused`` for a piece that is not a pair."""
    pairs = [piece.partition("=") for piece in typed.replace(",", " ").split()]
    if any(not name or not value for name, _, value in pairs):
        raise Refused("option_typed")
    return {name: value for name, _, value in pairs}


def complete_rules(narrator: Narrator, switches: Switches, typed: str) -> list[tuple[str, str]]:
    """Return completions of the last typed piece: the words to show, and the completed line."""
    begun, _, last = typed.rpartition(" ")
    open_still = {name: values for name, values in switches.items() if f"{name}=" not in begun}
    pairs = [pair for name, values in open_still.items() for pair in _rule_offers(narrator, name, values)]
    return [(said, f"{begun} {pair}".strip()) for said, pair in matching_offers(pairs, last)]


def _rule_offers(narrator: Narrator, switch: str, values: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    for value in values:
        yield rule_in_words(narrator, switch, value), f"{switch}={value}"


def usual_values(rules: Rules, options: Mapping[str, str]) -> dict[str, str]:
    """Return the default value of each switch, at the pace on which the table agreed."""
    brisk = {name: values[0] for name, values in rules.switches.items()}
    return {**brisk, **rules.by_the_book} if options.get(PACE) == BOOK else brisk


def in_force(rules: Rules, options: Mapping[str, str]) -> dict[str, str]:
    """Return every switch with its value at a table."""
    return {**usual_values(rules, options), **options}


def different_from_usual(rules: Rules, options: Mapping[str, str]) -> dict[str, str]:
    """Return the switches of a table that differ from the defaults."""
    usual = usual_values(rules, options)
    return {name: value for name, value in options.items() if usual.get(name, "") != value}


def differences_in_words(narrator: Narrator, rules: Rules, options: Mapping[str, str]) -> Said:
    """Return a line with the switches that differ from the defaults; '' if none do."""
    many = [rule_in_words(narrator, switch, value) for switch, value in different_from_usual(rules, options).items()]
    return narrator.say("house_rules.agreed", options=Said(", ".join(many))) if many else Said()


def meaning_of_book(narrator: Narrator, rules: Rules) -> list[str]:
    """Return what play by the book changes, as lines: house rules, then default standing orders."""
    agreed = [f"- {rule_in_words(narrator, switch, value)}" for switch, value in rules.by_the_book.items()]
    if not rules.usual_orders:
        return agreed
    head, brisk, book = rules.order_words, *(written(rules.usual_orders[pace]) for pace in get_args(Pace))
    orders = [
        f"- {narrator.term(Word(f'{head}.{name}'))}: {narrator.say(f'option.{head}.{name}.{value}')}"
        for name, value in book.items()
        if value != brisk[name]
    ]
    return [*agreed, *orders]


def length_in_words(narrator: Narrator, rules: Rules, options: Mapping[str, str], people: int, value: str = "") -> Said:
    """Return the expected duration of a game with this length for so many people; '' if it is unknown.

    ``value``: the length; '' for the one in force.
    """
    length = rules.length
    days = length and length.expected(pace_of(options), value or in_force(rules, options)[length.switch], people)
    if not days:
        return Said()
    weeks = round(days / DAYS_OF_A_WEEK)
    return narrator.say("length.weeks", number=weeks) if weeks > 1 else narrator.say("length.days", number=round(days))


def rule_in_words(narrator: Narrator, switch: str, value: str) -> str:
    """Return a switch and its value in words."""
    return f"{narrator.say(f'house.{switch}')}: {value_in_words(narrator, switch, value)}"


def value_in_words(narrator: Narrator, switch: str, value: str) -> Said:
    """Return the value of a switch in words."""
    return narrator.first_known(f"house.{switch}.{value}", f"house.{value}") or narrator.term(value)
