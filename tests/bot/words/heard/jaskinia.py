"""How Jaskinia is listened to."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from bot.games.jaskinia import words as jaskinia_words
from bot.games.jaskinia.words import cave_in_words, surroundings_in_words
from bot.words.narrator import Narrator
from rules import jaskinia
from rules.jaskinia.model import DECKS, TRIALS
from rules.jaskinia.model import Orders as CaveOrders
from rules.jaskinia.movement import ENDS, FORKS, KEY, MIGHTS
from tests.bot.words.heard import Played, Rivalry

LABEL = re.compile(r'\blabel = "(\w+)"')


def look_at_cave(narrator: Narrator, view: Any) -> None:
    """Say what the pictures of Seekers in the Cave show."""
    cave_in_words(narrator, view)
    for one in view.seekers:
        surroundings_in_words(narrator, view, one.at)
    if view.fight:
        jaskinia_words.fight_in_words(narrator, view.fight)


def ways() -> Iterator[str]:
    """The words of each way that a card, a Chamber or a special area of the Cave offers."""
    for file in sorted(Path(str(jaskinia.__file__)).parent.glob("data/*.toml")):
        for label in LABEL.findall(file.read_text("utf-8")):
            yield from (f"caveway.{label}", f"note.caveway.{label}")


HEARD = Played(
    jaskinia,
    (1, 4, 3),
    {"seekers": "chosen"},
    look_at_cave,
    ("turn.start", "duel.defence", "chamber.map", "effect.way"),
)
RIVALRY = Rivalry(
    rare=("ask.duel.spoils", "ask.turn.trade", "option.caveorders.spoils.gold"),
    offered=("option.duel.devour", "option.chamber.map"),
    thrown=("move.chamber", "crystal.second", "steal.roll"),
    rolls=(
        *(f"{kind}.{side}" for kind in ("fight", "psychic", "duel") for side in ("own", "foe")),
        *(f"gate.{means}" for means in MIGHTS),
    ),
    options=(
        *(f"option.gate.{means}" for means in (*MIGHTS, KEY, *(f"{means}.sure" for means in MIGHTS))),
        *(f"option.trial.{trial}" for trial in TRIALS),
        *(f"option.deck.{deck}" for deck in DECKS),
        *(f"{part}.arrival.{verb}" for part in ("option", "note") for verb in ("attack", "psychic", "steal")),
        *(f"option.route.{end}" for end in ("to", "through", "gate")),
        *(f"option.wealth.{what}" for what in ("gold", "items", "gift")),
        *(f"note.{what}" for what in ("trophies.lost", "evade.faces", "evade.surely")),
        *(f"note.{what}" for what in (FORKS, ENDS, "move.free", "move.free.able")),
        *(f"note.gate.{what}" for what in ("force", "force.helped", "magic")),
        *(
            f"note.explore.{what}{fights}"
            for what in ("cards", "more")
            for fights in ("", ".fight", ".psychic", ".two")
        ),
        *(f"note.{what}" for what in ("explore.decks", "explore.deck", "explore.chamber", "explore.chamber.search")),
        *(f"note.{what}" for what in ("arrival.poor", "trial.wealth")),
        *(f"note.area.{what}" for what in ("rivals.odds", "rivals.odds.draw", "crystal", "search", "draw", "both")),
        *(f"note.area.{what}" for what in ("draw.odds", "entrance", "told", "told.vain", "then")),
        *(f"note.{what}" for what in ("explore.told", "explore.told.vain", "gate.sure")),
        *(
            f"glimpse{what}"
            for what in (
                "",
                ".no_seen",
                ".no_odds",
                ".fight",
                ".crystal",
                ".called",
                ".foes",
                ".finds",
                ".gold",
                ".rival",
                ".draws",
            )
        ),
        *(f"chamberstake.{kind}.odds{last}" for kind in ("dread", "demons", "gladiators") for last in ("", ".last")),
        *(f"note.area.cards{fights}" for fights in ("", ".fight", ".psychic", ".two")),
        *(f"note.duel.reroll.{ends}" for ends in ("wins", "wins.ties", "ties", "in_vain")),
        *(f"note.duel.{what}" for what in ("lost", "tied", "pass", "stand")),
        *(f"cavestake.{stake}" for stake in ("endurance", "spoils", "death", "cards")),
        *ways(),
    ),
    orders=CaveOrders,
    head="caveorders",
)
