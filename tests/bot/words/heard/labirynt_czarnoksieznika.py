"""How Labirynt Czarnoksiężnika is listened to."""

from __future__ import annotations

from typing import Any

from bot.games.labirynt_czarnoksieznika.words import boards_in_words, fight_in_words
from bot.words.narrator import Narrator
from rules import labirynt_czarnoksieznika
from rules.labirynt_czarnoksieznika.equipment.packing import SHARING, STEPS
from rules.labirynt_czarnoksieznika.fight.clash import AS_IT_LIES, WITH_FATE
from rules.labirynt_czarnoksieznika.model import Orders
from tests.bot.words.heard import Played, Rivalry

ODDS = (
    *(f"reroll.{ends}" for ends in ("wins", "wins.ties", "ties", "in_vain", "good")),
    *AS_IT_LIES.values(),
    *WITH_FATE.values(),
    *("roll.good", "roll.bad"),
    *(f"magic.{scroll}.odds" for scroll in ("fireball", "weakness", "rust")),
    *("joint.alone", "joint.joint", "met.monster", "met.event", "turn.step.rival", "turn.step.rivals"),
    "rune.keep",
)
"""Notes that are put together."""
STEPPING = tuple(f"{head}.turn.step.{risk}" for head in ("option", "short") for risk in ("plain", "met", "duel"))
"""Words of steps that may come to a fight."""
ENDS = ("falls", "falls.crystal", "final", "final.crystal")
STAKES = tuple(f"stake.{end}" for end in ("duel.carrier", "carries", "armour", "robbed", "lost", *ENDS))


def look_at_boards(narrator: Narrator, view: Any) -> None:
    """Say what the pictures of rivals on their boards show."""
    boards_in_words(narrator, view)
    if view.fight:
        fight_in_words(narrator, view.fight)


HEARD = Played(
    labirynt_czarnoksieznika,
    (2, 4),
    {"teams": "chosen"},
    look_at_boards,
    ("turn.move", "fight.magic", "wound.shield", "runes.pick"),
)
RIVALRY = Rivalry(
    rare=("ask.fight.magic", "option.magic.pass", "option.orders.shield.always"),
    offered=("option.turn.step", "note.teleport.board"),
    thrown=("trap.roll", "cloud.drift", "bones.roll"),
    rolls=("fight.own", "fight.other"),
    options=(
        *(f"option.pack.{verb}" for verb in (*STEPS, *SHARING)),
        *(f"note.{odds}" for odds in ODDS),
        *STAKES,
        *(f"option.{why}.done.leave.crystal" for why in ("pack", "arrange")),
        *STEPPING,
    ),
    orders=Orders,
    head="orders",
)
