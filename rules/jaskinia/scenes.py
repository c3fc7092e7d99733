"""What scenario files can set up and play: Seekers, cards and Gates, and a rule by its name."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from rules.jaskinia.ahead import AS_ORDERED, keep, wishes
from rules.jaskinia.beside.leaving import leave
from rules.jaskinia.beside.sheets import CAME
from rules.jaskinia.effects.spells import cast
from rules.jaskinia.exploration.arriving import arrive, look_around
from rules.jaskinia.exploration.chambers import carry_out
from rules.jaskinia.exploration.exploring import explore, lying
from rules.jaskinia.exploration.trials import fight_for, gifts, give_wealth, take_crystal
from rules.jaskinia.fight.encounters import attack, steal
from rules.jaskinia.gates import KEY, MIGHTS, try_gate
from rules.jaskinia.guardians import WEALTH
from rules.jaskinia.model import TRIALS, Game, Seeker
from rules.jaskinia.movement import go, walk
from rules.jaskinia.places import gates_at
from rules.jaskinia.positions import Position, build
from rules.jaskinia.seeker.belongings import draw_spells, lose_items
from rules.jaskinia.seeker.dying import die
from rules.jaskinia.seeker.trophies import exchanges, trade
from rules.jaskinia.seeker.wounds import heal, lose_endurance
from rules.jaskinia.stage import is_in, play_one_turn, play_stage, set_up
from rules.jaskinia.tables import Tables
from rules.jaskinia.turn import finish
from rules.kernel.piles import take
from rules.kernel.scenes import Rule, played, read_position
from rules.kernel.table import Table
from rules.kernel.turns import pass_on


def scene(tables: Tables, rule: str, raw: Mapping[str, Any]) -> tuple[Game, Callable[[Table], None]]:
    """The position, and the rule (or several, ``a, b``) to be played on it; raises ``BadTable`` for what is unknown."""
    game = build(tables, read_position(raw, Position))
    return game, played(game, rule, RULES, NEEDS, KINDS)


KINDS: Mapping[str, Callable[[Game, str], bool]] = {
    "AREA": lambda game, word: any(area.id == word for area in game.tables.board.area),
    "SEAT": lambda game, word: word in game.players and game.players[word].seeker is not None,
    "CARD": lambda game, word: any(word in pile for pile in game.decks.values()),
    "ITEM": lambda game, word: word == "own" or any(word in one.items for one in game.seekers),
    "SPELL": lambda game, word: any(word in one.spells for one in game.seekers),
    "TRIAL": lambda game, word: word in TRIALS,
    "MEANS": lambda game, word: word in (*MIGHTS, KEY),
    "FACE": lambda game, word: word in [str(kind.face) for kind in game.tables.chambers.chamber],
    "NUMBER": lambda game, word: word.isdecimal(),
    "PLACE": lambda game, word: game.beside is not None and word in CAME,
    "VERB": lambda game, word: word in ("roll", "go", "to"),
}
"""What may stand behind the name of a rule."""


# The rules -----------------------------------------------------------------------------------------------------


def _active(game: Game) -> Seeker:
    return game.seeker_of(game.active_seat)


def _card(table: Table, game: Game, about: list[str]) -> None:
    """A card is drawn, as it were, and everything on the area is dealt with."""
    one, card = _active(game), about[0]
    take(game.decks[game.card(card).deck], card)
    game.lying.setdefault(one.at, []).append(card)
    explore(table, game, one, len(lying(game, one)))


def _trial(table: Table, game: Game, about: list[str]) -> None:
    one, trial = _active(game), about[0]
    if trial == WEALTH:
        give_wealth(table, game, one, gifts(game, one)[int(about[1]) if about[1:] else 0])
    else:
        fight_for(table, game, one, trial)


def _gate(table: Table, game: Game, about: list[str]) -> None:
    one = _active(game)
    try_gate(table, game, one, gates_at(game, one.at)[0], about[0])


def _cast(table: Table, game: Game, about: list[str]) -> None:
    one, target = _active(game), about[1] if about[1:] else ""
    aimed = target if target in game.players and target != one.seat else ""
    cast(table, game, one, about[0], target=target, aimed=aimed)


def _ahead(table: Table, game: Game, about: list[str]) -> None:
    one, id = game.seeker_of(about[0]), ":".join(about[1:])
    wish = next((way.meant for way in wishes(game, one) if way.option.id == id), None)
    keep(table, game, one, wish, AS_ORDERED)


RULES: Mapping[str, Rule[Game]] = {
    "set-up": lambda table, game, _: set_up(table, game),
    "stage": lambda table, game, _: play_stage(table, game),
    "turn": lambda table, game, _: play_one_turn(table, game),
    "pass-on": lambda table, game, _: pass_on(game, is_in),
    "walk": lambda table, game, about: walk(table, game, _active(game), about[0] if about else ""),
    "go": lambda table, game, about: go(table, game, _active(game), about[0]),
    "gate": _gate,
    "arrive": lambda table, game, _: arrive(table, game, _active(game)),
    "look": lambda table, game, _: look_around(table, game, _active(game)),
    "explore": lambda table, game, about: explore(table, game, _active(game), int(about[0])),
    "card": _card,
    "kind": lambda table, game, about: carry_out(table, game, _active(game), int(about[0])),
    "attack": lambda table, game, about: attack(table, game, _active(game), game.seeker_of(about[0]), "fight"),
    "psychic": lambda table, game, about: attack(table, game, _active(game), game.seeker_of(about[0]), "psychic"),
    "steal": lambda table, game, about: steal(table, game, _active(game), game.seeker_of(about[0])),
    "trial": _trial,
    "cast": _cast,
    "draw-spells": lambda table, game, about: draw_spells(table, game, _active(game), int(about[0])),
    "lose-item": lambda table, game, about: lose_items(table, game, _active(game), [":".join(about)]),
    "trade": lambda table, game, _: trade(table, game, _active(game), exchanges(game, _active(game))[0]),
    "wound": lambda table, game, about: lose_endurance(table, game, game.seeker_of(about[0]), int(about[1])),
    "heal": lambda table, game, about: heal(table, game.seeker_of(about[0]), int(about[1])),
    "die": lambda table, game, about: die(table, game, game.seeker_of(about[0])),
    "take-crystal": lambda table, game, _: take_crystal(table, game, _active(game)),
    "leave": lambda table, game, about: leave(table, game, _active(game), about[0]),
    "ahead": _ahead,
    "finish": lambda table, game, _: finish(table, game, _active(game)),
}
"""The rules that scenario files can play, by name."""
NEEDS: Mapping[str, str] = {
    "walk": "[AREA]",
    "go": "AREA",
    "gate": "MEANS",
    "explore": "NUMBER",
    "card": "CARD",
    "kind": "FACE",
    "attack": "SEAT",
    "psychic": "SEAT",
    "steal": "SEAT",
    "trial": "TRIAL:[NUMBER]",
    "cast": "SPELL:[TARGET]",
    "draw-spells": "NUMBER",
    "lose-item": "ITEM:[NAME]",
    "wound": "SEAT:NUMBER",
    "heal": "SEAT:NUMBER",
    "die": "SEAT",
    "leave": "PLACE",
    "ahead": "SEAT:[VERB]:[AREA]",
}
"""What stands behind the names, in brackets what may be left out."""
