"""What awaits a Seeker on an area, as everybody sees it: who is there, what lies there, the odds of a fight."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rules.jaskinia.cards import card_word
from rules.jaskinia.fight.odds import duel_odds, facts_against, is_deadly, odds_against, stake_of
from rules.jaskinia.fight.scores import FOUGHT, rank
from rules.jaskinia.glimpses import PLAIN, chance_in
from rules.jaskinia.guardians import FIGHTS, trial_value
from rules.jaskinia.model import FightKind, Game, Seeker
from rules.jaskinia.names import is_own
from rules.jaskinia.perils import wound_chance
from rules.jaskinia.seeker.values import has
from rules.jaskinia.tables.sheets import Chamber
from rules.jaskinia.usefulness import is_vain
from rules.kernel.words import Fact, Phrase, Word, phrase

Told = tuple[str, Mapping[str, Fact]]
"""A note, and its facts."""
DRAWN = "area.draw"
"""The note on an area where nothing is to be seen yet."""


def what_is_there(game: Game, one: Seeker, at: str) -> Told:
    """A note on an area that a move may end on: Seekers and cards there, the Crystal, or what it has in store."""
    rivals = _rivals(game, one, at)
    lying = game.lying.get(at, ())
    if lying and _is_plain(game, at):
        return _lying(game, one, at, lying, rivals)
    here = _meetings(game, one, at, rivals) if rivals else _place(game, one, at)
    return _and_then(here, _lying(game, one, at, lying, ())) if lying else here


def is_bare(game: Game, one: Seeker, at: str) -> bool:
    """Whether nothing is to be seen on an area, so that it is all in the cards that are drawn there."""
    empty = not (game.lying.get(at) or _rivals(game, one, at))
    return empty and _is_plain(game, at) and game.area(at).draw > 0


def _is_plain(game: Game, at: str) -> bool:
    """Whether an area does nothing by itself."""
    return at != game.crystal and game.area(at).kind in PLAIN


def _rivals(game: Game, one: Seeker, at: str) -> list[Seeker]:
    return [other for other in game.seekers if other.at == at and other is not one]


def _and_then(first: Told, second: Told, note: str = "area.then") -> Told:
    """Two notes in one: what an area does, and after that what lies there [5.4]."""
    one, other = (phrase(f"note.{name}", **facts) for name, facts in (first, second))
    return note, {"first": one, "second": other}


def _lying(game: Game, one: Seeker, at: str, lying: Sequence[str], rivals: Sequence[Seeker]) -> Told:
    """Cards, how many are drawn besides, and the odds of a fight; of a single card that is no Enemy what it does."""
    if rivals:
        return _and_then(
            _lying(game, one, at, lying, ()), ("area.rivals.odds", _attacks(game, one, rivals)), "area.both"
        )
    fights, odds = fights_there(game, one, lying)
    draws: dict[str, Fact] = {"draws": max(0, game.area(at).draw - len(lying))}
    if not fights and len(lying) == 1 and not is_own(lying[0]):
        return "area.told", {**draws, **told(game, one, lying[0])}
    return f"area.cards{fights}", {**draws, "cards": tuple(map(card_word, lying)), **odds}


def told(game: Game, one: Seeker, card: str) -> dict[str, Fact]:
    """A card and what it does; whether it would do nothing for this Seeker."""
    does = phrase(f"note.cavecard.{card}")
    row = game.card(card)
    return {"card": card_word(card), "does": does, "vain": bool(row.do) and is_vain(game, one, row.do)}


def _place(game: Game, one: Seeker, at: str) -> Told:
    """What the area itself has in store."""
    if at == game.crystal:
        return "area.crystal", chances_of_trials(game, one)
    area = game.area(at)
    if area.kind == "chamber":
        return f"area.{'search' if may_hide_crystal(game, at) else 'chamber'}", chamber_stakes(game, one)
    if area.instruction:
        return instruction_note(game, one, area.instruction)
    if at == game.tables.board.entrance and game.beside is None:
        return "area.entrance", {"gold": game.tables.seekers.healing_price}
    return (DRAWN, {"draws": area.draw}) if area.draw else ("", {})


def chances_of_trials(game: Game, one: Seeker) -> dict[str, Fact]:
    """The trials that are fought and left to this Seeker, with the throws that would win each [10.6]."""
    left = [trial for trial in FIGHTS if trial not in one.trials]
    won = tuple(odds_against(game, one, FIGHTS[trial], trial_value(game, trial)).wins for trial in left)
    return {"left": tuple(Word(f"cavetrial.{trial}") for trial in left), "won": won}


def may_hide_crystal(game: Game, at: str) -> bool:
    """Whether the Crystal Chamber may still be found in a Chamber by the dice [10.3]."""
    return not game.crystal and game.area(at).zone == game.tables.crystal.search_zone


BRIDGE, ROPE = "bridge", "rope"
"""The instruction that may cost Endurance, and the Item that keeps it."""


def chamber_stakes(game: Game, one: Seeker) -> dict[str, Fact]:
    """What each face makes of a Chamber, in short, with the chances; death where it takes the last Endurance [9.1]."""
    kinds = game.tables.chambers.chamber
    stakes = tuple(_stake(game, one, kind) for kind in kinds)
    return {"faces": tuple(kind.face for kind in kinds), "kinds": stakes, "guests": game.beside is not None}


def _stake(game: Game, one: Seeker, kind: Chamber) -> Phrase:
    last = ".last" if one.endurance <= 1 and wound_chance(game, one, kind.do) > 0 else ""
    chance = chance_in(game, one, kind.do)
    if chance is None:
        return phrase(f"chamberstake.{kind.id}{last}", friend=has(game, one, "arena_friend"))
    return phrase(f"chamberstake.{kind.id}.odds{last}", chance=chance, risk=100 - chance, gold=one.gold)


def instruction_note(game: Game, one: Seeker, instruction: str) -> Told:
    """The note on a special area; whether it would do nothing now; the Bridge may be death, with the Rope too [5.1].

    The Rope saves nobody if it is the Item that falls.
    """
    last = ""
    if instruction == BRIDGE and one.endurance <= 1:
        last = ".last.rope" if ROPE in one.items else ".last"
    vain = is_vain(game, one, game.tables.board.instruction(instruction).do)
    return f"cavespecial.{instruction}{last}", {"vain": vain, "only": len(one.items) == 1}


def _meetings(game: Game, one: Seeker, at: str, rivals: Sequence[Seeker]) -> Told:
    """How many throws an attack on each would win, and what the area has in store.

    Nobody is attacked at the Entrance [5.3], save by guests [B4].
    """
    note, there = _place(game, one, at)
    if at == game.tables.board.entrance and game.beside is None:
        return note, there
    facts = _attacks(game, one, rivals)
    if note.startswith("cavespecial."):
        return "area.rivals.odds.special", facts | {"place": phrase(f"note.{note}", **there)}
    if note == DRAWN:
        return "area.rivals.odds.draw", {**facts, **there}
    return note.replace("area.", "area.rivals.odds.") or "area.rivals.odds", {**facts, **there}


def _attacks(game: Game, one: Seeker, rivals: Sequence[Seeker]) -> dict[str, Fact]:
    """Who may be attacked, how many throws would win, and what a defeat costs at worst."""
    won = tuple(duel_odds(game, one, other, "fight").wins for other in rivals)
    worst = max(rivals, key=lambda other: is_deadly(game, one, other))
    return {"rivals": tuple(other.name for other in rivals), "won": won, "stake": stake_of(game, one, worst)}


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
