"""The game's entry point for the kernel and the bot."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from rules.kernel.errors import Refused
from rules.kernel.requests import Seat
from rules.kernel.rulebook import Policy, Rulebook
from rules.labirynt_smierci.autopilot import advise, answer
from rules.labirynt_smierci.autopilot.camp import camp
from rules.labirynt_smierci.corrections import DEEDS, WAITING, agree, corrections, put_to_rest
from rules.labirynt_smierci.course.leaving import figures
from rules.labirynt_smierci.events import EVENTS
from rules.labirynt_smierci.make_view import view
from rules.labirynt_smierci.model import ORDER_WORDS, USUAL_ORDERS, Game
from rules.labirynt_smierci.options import BY_THE_BOOK, CHOICES, LENGTH, read_options
from rules.labirynt_smierci.scenario_setup import scene
from rules.labirynt_smierci.stage import play_stage
from rules.labirynt_smierci.tables import Tables, load

# fmt: off
ROLLS = (
    "setup", "monsters", "negotiation", "bribe", "combat", "powers", "resist", "spell", "spells", "resurrection",
    "traps", "treasure", "jewels", "items", "potion", "talisman", "finds", "mirrors", "gate",
)
# fmt: on
"""The kinds of roll: the first part of each ``why``, in the order of the rulebook."""


class LabiryntSmierci(Rulebook[Game, Tables]):
    """Labirynt Śmierci with the tables in force; implements ``rules.kernel.game.Rules``."""

    name = "labirynt-smierci"
    version = 5
    schema = 1
    seats = (1, 6)
    budget = 400
    events = EVENTS
    switches = CHOICES
    length = LENGTH
    usual_orders = USUAL_ORDERS
    order_words = ORDER_WORDS
    by_the_book = BY_THE_BOOK
    rolls = ROLLS
    draws = ("setup.hero", "exploration.draw")
    switches_when_drawn: ClassVar[Mapping[str, Mapping[str, str]]] = {"exploration.draw": {"laying": "asked"}}

    state = Game
    load = staticmethod(load)
    read = staticmethod(read_options)
    stage = staticmethod(play_stage)
    corrections = staticmethod(corrections)
    deeds = DEEDS
    waiting = WAITING
    put_to_rest = staticmethod(put_to_rest)
    agree = staticmethod(agree)
    view = staticmethod(view)
    autopilot = staticmethod(answer)
    advise = staticmethod(advise)
    policies: ClassVar[Mapping[str, Policy]] = {"camp": camp}
    figures = staticmethod(figures)
    direct = staticmethod(scene)

    def begin(self, seats: Sequence[Seat], options: Mapping[str, str]) -> Game:
        """Return the state before the set-up; raises ``Refused`` for invalid options and too many seats."""
        game = super().begin(seats, options)
        heroes, apprentices = game.options.heroes, game.options.apprentices
        if heroes > len(self.tables.heroes.hero):
            raise Refused("option", name="heroes", values=(f"0–{len(self.tables.heroes.hero)}",))
        if len(seats) > heroes + apprentices:
            raise Refused("more_seats", most=heroes + apprentices)
        game.orders_laying = True
        return game
