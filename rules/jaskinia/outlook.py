"""What awaits a Seeker on an area, as everybody sees it: who is there, what lies there, the odds of a fight."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rules.jaskinia.cards import card_word
from rules.jaskinia.fight.odds import duel_odds, facts_against, is_deadly, stake_of
from rules.jaskinia.fight.scores import FOUGHT, rank
from rules.jaskinia.model import FightKind, Game, Seeker
from rules.kernel.words import Fact, Term, Word


def what_is_there(game: Game, one: Seeker, at: str) -> tuple[str, Mapping[str, Fact]]:
    """A note on an area that a move may end on: Seekers and cards there, the Crystal, or its own instruction."""
    rivals = [other for other in game.seekers if other.at == at and other is not one]
    if lying := game.lying.get(at, ()):
        fights, odds = fights_there(game, one, lying)
        there: dict[str, Fact] = {"rivals": _names(rivals), "cards": tuple(map(card_word, lying))}
        return f"area.{'both' if rivals else 'cards'}{fights}", there | odds
    return _meetings(game, one, at, rivals) if rivals else _place(game, one, at)


def _place(game: Game, one: Seeker, at: str) -> tuple[str, Mapping[str, Fact]]:
    """What the area itself has in store."""
    if at == game.crystal:
        return "area.crystal", {}
    area = game.area(at)
    if area.kind == "chamber":
        return f"area.{'search' if may_hide_crystal(game, at) else 'chamber'}", chamber_stakes(game, one)
    return (instruction_note(one, area.instruction), {}) if area.instruction else ("", {})


def may_hide_crystal(game: Game, at: str) -> bool:
    """Whether the Crystal Chamber may still be found in a Chamber by the dice [10.3]."""
    return not game.crystal and game.area(at).zone == game.tables.crystal.search_zone


WOUNDING = ("dread", "temple", "demons", "gladiators")
"""Kinds of Chambers that may cost Endurance [9]."""
BRIDGE, ROPE = "bridge", "rope"
"""The instruction that may cost Endurance, and the Item that keeps it."""


def chamber_stakes(game: Game, one: Seeker) -> dict[str, Fact]:
    """What each face makes of a Chamber, in short; death where it takes the last Endurance [9.1]."""
    kinds = game.tables.chambers.chamber
    deadly = WOUNDING if one.endurance <= 1 else ()
    stakes: tuple[Term, ...] = tuple(
        Word(f"chamberstake.{kind.id}{'.last' if kind.id in deadly else ''}") for kind in kinds
    )
    return {"faces": tuple(kind.face for kind in kinds), "kinds": stakes}


def instruction_note(one: Seeker, instruction: str) -> str:
    """The note on a special area; the Bridge without the Rope may take the last Endurance [5.1]."""
    last = instruction == BRIDGE and one.endurance <= 1 and ROPE not in one.items
    return f"cavespecial.{instruction}{'.last' if last else ''}"


def _names(people: Sequence[Seeker]) -> tuple[Term, ...]:
    return tuple(one.name for one in people)


def _meetings(game: Game, one: Seeker, at: str, rivals: Sequence[Seeker]) -> tuple[str, Mapping[str, Fact]]:
    """How many throws an attack on each would win, and what the area has in store.

    Nobody is attacked at the Entrance [5.3], save by guests [B4].
    """
    if at == game.tables.board.entrance and game.beside is None:
        return "area.rivals", {"rivals": _names(rivals)}
    won = tuple(duel_odds(game, one, other, "fight").wins for other in rivals)
    worst = max(rivals, key=lambda other: is_deadly(game, one, other))
    facts: dict[str, Fact] = {"rivals": _names(rivals), "won": won, "stake": stake_of(game, one, worst)}
    note, there = _place(game, one, at)
    if note.startswith("cavespecial."):
        return "area.rivals.odds.special", facts | {"place": Word(f"note.{note}")}
    return note.replace("area.", "area.rivals.odds.") or "area.rivals.odds", {**facts, **there}


def fights_there(game: Game, one: Seeker, lying: Sequence[str]) -> tuple[str, dict[str, Fact]]:
    """The end of the note on what lies there, and the odds: Animals and Monsters together, then Spirits [6.2–6.4]."""
    fight, psychic = _odds(game, one, "fight", lying), _odds(game, one, "psychic", lying)
    if fight and psychic:
        return ".two", fight | {"psychic": psychic["wins"]}
    return (".fight" if fight else ".psychic" if psychic else ""), fight or psychic


def _odds(game: Game, one: Seeker, kind: FightKind, lying: Sequence[str]) -> dict[str, Fact]:
    foes = [card for card in map(game.card, lying) if card.type in FOUGHT[kind]]
    value = sum(rank(card, kind) for card in foes)
    return facts_against(game, one, kind, value, [card.type for card in foes]) if foes else {}
