"""What awaits a Seeker on an area, as everybody sees it: who is there, what lies there, the odds of a fight."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rules.jaskinia.cards import card_word
from rules.jaskinia.fight.odds import duel_odds, facts_against
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
    if rivals:
        return _meetings(game, one, at, rivals)
    if at == game.crystal:
        return "area.crystal", {}
    area = game.area(at)
    if area.kind == "chamber":
        return f"area.{'search' if may_hide_crystal(game, at) else 'chamber'}", chamber_stakes(game)
    return (f"cavespecial.{area.instruction}", {}) if area.instruction else ("", {})


def may_hide_crystal(game: Game, at: str) -> bool:
    """Whether the Crystal Chamber may still be found in a Chamber by the dice [10.3]."""
    return not game.crystal and game.area(at).zone == game.tables.crystal.search_zone


def chamber_stakes(game: Game) -> dict[str, Fact]:
    """What each face makes of a Chamber, in short [9.1]."""
    kinds = game.tables.chambers.chamber
    stakes: tuple[Term, ...] = tuple(Word(f"chamberstake.{kind.id}") for kind in kinds)
    return {"faces": tuple(kind.face for kind in kinds), "kinds": stakes}


def _names(people: Sequence[Seeker]) -> tuple[Term, ...]:
    return tuple(one.name for one in people)


def _meetings(game: Game, one: Seeker, at: str, rivals: Sequence[Seeker]) -> tuple[str, Mapping[str, Fact]]:
    """How many throws an attack on each would win; nobody is attacked at the Entrance [5.3], save by guests [B4]."""
    if at == game.tables.board.entrance and game.beside is None:
        return "area.rivals", {"rivals": _names(rivals)}
    won = tuple(duel_odds(game, one, other, "fight").wins for other in rivals)
    return "area.rivals.odds", {"rivals": _names(rivals), "won": won}


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
