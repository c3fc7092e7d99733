"""Forecasts from public facts: odds, risks to Endurance, and what awaits a Seeker on an area."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import prod
from typing import Any, NamedTuple

from rules.jaskinia.cards import card_word, decks_of, left_in
from rules.jaskinia.effects import is_vain
from rules.jaskinia.fight.odds import FOUGHT, duel_odds, facts_against, is_deadly, odds_against, rank, stake_of
from rules.jaskinia.model import FightKind, Game, Seeker, is_own
from rules.jaskinia.places import FIGHTS, area_word, gates_at, trial_value
from rules.jaskinia.seeker.values import has, holds, shares_of, total
from rules.jaskinia.tables import effects as e
from rules.jaskinia.tables.effects import Do, Effect
from rules.jaskinia.tables.sheets import Card, Chamber
from rules.kernel.odds import FACES, THROWS
from rules.kernel.words import Fact, Facts, Phrase, Word, phrase

MOST_CHAMBERS = 4
"""The number of Chambers counted in a row; a longer row has a chance below one in a thousand."""


def wound_chance(game: Game, seeker: Seeker, do: Do, led_on: float = 0.0) -> float:
    """Return the chance that these operations cost Endurance, whichever way is chosen.

    ``led_on``: the chance of a Chamber to which they may lead; 0: the Chamber is not counted.
    """
    return 1 - prod(1 - _effect_wound_chance(game, seeker, op, led_on) for op in do)


def death_by_cards(game: Game, seeker: Seeker, draws: int) -> float:
    """Return an upper bound of the chance that drawn cards take the last Endurance; 0 with more than one point.

    It counts the deck named aloud, else the worst one for each card. Enemies add up [6.2], a card may lead into a
    Chamber [5.7], and Items that may save are not counted.
    """
    if seeker.endurance > 1 or draws <= 0:
        return 0.0
    named = game.players[seeker.seat].deck
    decks = [deck for deck in decks_of(game) if left_in(game, deck)]
    if named in decks:
        decks = [named]
    chamber = _chamber_wound_chance(game, seeker)
    piles = [
        tuple(_threats(game, seeker, pile, chamber) for pile in (game.decks[deck], game.used[deck])) for deck in decks
    ]
    return _worst_draw_death_chance(game, seeker, piles, (), draws, {})


class _Threat(NamedTuple):
    """The threat of a drawn card: the value of an Enemy, else the chance that it costs Endurance.

    ``kind``: the type of an Enemy, ``event``, ``leading`` for an event that leads into a Chamber, or ``later``.
    """

    kind: str
    value: float
    deck: str


_Drawn = tuple[_Threat, ...]


def _threats(game: Game, seeker: Seeker, pile: Mapping[str, int], chamber: float) -> Counter[_Threat]:
    threats: Counter[_Threat] = Counter()
    for id, copies in pile.items():
        threats[_threat(game, seeker, game.card(id), chamber)] += copies
    return threats


def _threat(game: Game, seeker: Seeker, card: Card, chamber: float) -> _Threat:
    for kind, types in FOUGHT.items():
        if card.type in types:
            return _Threat(card.type, rank(card, kind), card.deck)
    chance = wound_chance(game, seeker, card.do, chamber)
    if card.type != "event":
        return _Threat("later", chance, card.deck)
    leads = any(isinstance(op, e.MoveTo) and not holds(game, seeker, op.unless) for op in card.do)
    return _Threat("leading" if leads else "event", chance, card.deck)


def _worst_draw_death_chance(
    game: Game,
    seeker: Seeker,
    piles: Sequence[Sequence[Counter[_Threat]]],
    drawn: _Drawn,
    left: int,
    known: dict[tuple[_Drawn, int], float],
) -> float:
    """``left``: the cards still to draw, each from the worst deck after those before it."""
    if not left:
        return _drawn_death_chance(game, seeker, drawn)
    if (drawn, left) not in known:
        gone, means = Counter(drawn), []
        for pile, used in piles:
            rest = pile - gone or used
            worst = sum(
                copies * _worst_draw_death_chance(game, seeker, piles, tuple(sorted((*drawn, threat))), left - 1, known)
                for threat, copies in rest.items()
            )
            means.append(worst / max(1, rest.total()))
        known[drawn, left] = max(means, default=0.0)
    return known[drawn, left]


def _drawn_death_chance(game: Game, seeker: Seeker, drawn: _Drawn) -> float:
    """Cards are resolved in their order [5.6, 5.8]; a card that leads away comes last."""
    alive = prod(1 - threat.value for threat in drawn if threat.kind == "event")
    if leading := [threat.value for threat in drawn if threat.kind == "leading"]:
        return 1 - alive * (1 - max(leading))
    death = 1 - alive
    for kind, types in FOUGHT.items():
        if foes := [threat for threat in drawn if threat.kind in types]:
            value = sum(int(foe.value) for foe in foes)
            chances = odds_against(game, seeker, kind, value, [foe.kind for foe in foes])
            death += alive * chances.loss
            alive *= chances.win
    return death + alive * (1 - prod(1 - threat.value for threat in drawn if threat.kind == "later"))


def _chamber_wound_chance(game: Game, seeker: Seeker) -> float:
    """Return the chance that a Chamber, or a further one to which it leads, costs Endurance."""
    kinds, chance = game.tables.chambers.chamber, 0.0
    for _ in range(MOST_CHAMBERS):
        chance = sum(wound_chance(game, seeker, kind.do, chance) for kind in kinds) / len(kinds)
    return chance


def _effect_wound_chance(game: Game, seeker: Seeker, op: Effect, led_on: float) -> float:
    match op:
        case e.LoseEndurance():
            return 0.0 if holds(game, seeker, op.unless) else 1.0
        case e.MoveTo(to="random_chamber" | "choice_chamber"):
            return 0.0 if holds(game, seeker, op.unless) else led_on
        case e.Test(stat=stat, target=target, fail=fail):
            needed = target - total(game, seeker, stat)
            return sum(face < needed for face in FACES) / len(FACES) * wound_chance(game, seeker, fail, led_on)
        case e.Fight() | e.Psychic():
            return odds_against(game, seeker, *op.against).loss * wound_chance(game, seeker, op.lose, led_on)
        case e.If(cond=cond, then=then, otherwise=otherwise):
            return wound_chance(game, seeker, then if holds(game, seeker, cond) else otherwise, led_on)
        case e.RollTable():
            return sum(share * wound_chance(game, seeker, do, led_on) for do, share in shares_of(game, seeker, op))
        case e.ChooseWay(options=options):
            return max(wound_chance(game, seeker, way.do, led_on) for way in options)
        case _:
            return 0.0


PLAIN = ("corridor", "fork")
"""Kinds of areas that are named by their sign alone."""


def glimpse(game: Game, seeker: Seeker, at: str) -> Phrase:
    """Return an area's sign, with Seekers and cards there, cards to draw that may kill, closed Gates beside it, and
    the chances in the trials.
    """
    gates = (phrase("glimpse.gate", gate=gate.id) for gate in gates_at(game, at))
    facts = chances_of_trials(game, seeker) if at == game.crystal else {"left": ()}
    trials = [phrase("glimpse.trials", **facts)] if facts["left"] else []
    return _area_glimpse(game, seeker, at, (*_draws_phrases(game, seeker, at, harmless=False), *gates, *trials))


def glimpse_inside(game: Game, seeker: Seeker, at: str) -> Phrase:
    """Return an area's sign with the number of cards to draw in place of the Gates, for an area that
    will be explored.
    """
    return _area_glimpse(game, seeker, at, _draws_phrases(game, seeker, at, harmless=True))


def _draws_phrases(game: Game, seeker: Seeker, at: str, *, harmless: bool) -> list[Phrase]:
    missing = game.area(at).draw - len(game.lying.get(at, ()))
    # Two cards take much longer to reckon, and one that may kill is enough.
    deadly = any(death_by_cards(game, seeker, draws) > 0 for draws in range(1, missing + 1))
    return [phrase("glimpse.draws", draws=missing, deadly=deadly)] if missing > 0 and (harmless or deadly) else []


def _area_glimpse(game: Game, seeker: Seeker, at: str, more: Iterable[Phrase]) -> Phrase:
    return phrase(
        "glimpse",
        at=at,
        seen=(*_glimpse_phrases(game, seeker, at), *more),
        odds=tuple(_fight_odds_phrases(game, seeker, at)),
    )


def risks_of(glimpses: Sequence[Phrase]) -> Facts:
    """Return the lowest odds of the fights in these glimpses, () for none, and whether anything there may kill."""
    seen = [dict[str, Any](each.facts) for each in glimpses]
    fights = sorted((dict(part.facts)["chance"], part.key) for facts in seen for part in facts["odds"])
    risks = [dict(part.facts) for facts in seen for part in (*facts["seen"], *facts["odds"])]
    odds: Fact = phrase(fights[0][1], chance=fights[0][0]) if fights else ()
    return {"odds": odds, "deadly": any(risk.get("deadly") for risk in risks)}


def _glimpse_phrases(game: Game, seeker: Seeker, at: str) -> Iterator[Phrase]:
    if at == game.crystal:
        yield phrase("glimpse.crystal")
    elif game.area(at).kind not in PLAIN:
        yield phrase("glimpse.called", name=area_word(game, at), deadly=_may_be_deadly(game, seeker, at))
    lying = game.lying.get(at, ())
    if foes := tuple(card_word(id) for kind in FOUGHT for id in _enemies_lying_at(game, at, kind)):
        yield phrase("glimpse.foes", cards=foes)
    if rest := [id for id in lying if not any(game.card(id).type in types for types in FOUGHT.values())]:
        deadly = seeker.endurance <= 1 and any(wound_chance(game, seeker, game.card(id).do) > 0 for id in rest)
        yield phrase("glimpse.finds", cards=tuple(map(card_word, rest)), deadly=deadly)
    if gold := game.gold.get(at, 0):
        yield phrase("glimpse.gold", gold=gold)
    for other in _rivals_at(game, seeker, at):
        if _is_safe(game, at):
            yield phrase("glimpse.rival", who=other.name)
        else:
            chances = duel_odds(game, seeker, other, "fight")
            yield phrase("glimpse.rival.odds", who=other.name, chance=percent(chances.win))


def _may_be_deadly(game: Game, seeker: Seeker, at: str) -> bool:
    """Whether the area's instruction, or a kind of Chamber, may cost the last Endurance."""
    area = game.area(at)
    does = [game.tables.board.instruction(area.instruction).do] if area.instruction else []
    does += [kind.do for kind in game.tables.chambers.chamber] if area.kind == "chamber" else []
    return seeker.endurance <= 1 and any(wound_chance(game, seeker, do) > 0 for do in does)


def _enemies_lying_at(game: Game, at: str, kind: FightKind) -> list[str]:
    return [id for id in game.lying.get(at, ()) if game.card(id).type in FOUGHT[kind]]


def _fight_odds_phrases(game: Game, seeker: Seeker, at: str) -> Iterator[Phrase]:
    """Yield the chance to beat Enemies that fight together, and whether a defeat may kill."""
    for kind in FOUGHT:
        if cards := [game.card(id) for id in _enemies_lying_at(game, at, kind)]:
            value = sum(rank(card, kind) for card in cards)
            chances = odds_against(game, seeker, kind, value, [card.type for card in cards])
            deadly = is_deadly(game, seeker) and chances.losses > 0
            yield phrase(f"glimpse.{kind}", chance=percent(chances.win), deadly=deadly)


# The chance to come out of something well --------------------------------------------------------------------------


def percent(chance: float) -> int:
    """Return a chance in per cent, rounded."""
    return round(100 * chance)


def chance_in(game: Game, seeker: Seeker, do: Do) -> int | None:
    """Return the chance (per cent) of the first test or fight among these operations; None without one."""
    return next((chance for op in do if (chance := _effect_success_percent(game, seeker, op)) is not None), None)


def _effect_success_percent(game: Game, seeker: Seeker, op: Effect) -> int | None:
    match op:
        case e.Test(stat=stat, target=target):
            needed = target - total(game, seeker, stat)
            return percent(sum(face >= needed for face in FACES) / len(FACES))
        case e.Fight() | e.Psychic():
            return percent(odds_against(game, seeker, *op.against).wins / THROWS)
        case e.If(cond=cond, then=then, otherwise=otherwise):
            return chance_in(game, seeker, then if holds(game, seeker, cond) else otherwise)
        case e.ChooseWay(options=options):
            return next((found for way in options if (found := chance_in(game, seeker, way.do)) is not None), None)
        case _:
            return None


Told = tuple[str, Mapping[str, Fact]]
"""A note, and its facts."""
DRAWN = "area.draw"
"""The note of an area where nothing is visible yet."""


def what_is_there(game: Game, seeker: Seeker, at: str) -> Told:
    """Return the note of an area that a move may end on: Seekers and cards, the Crystal, or its instruction."""
    rivals = _rivals_at(game, seeker, at)
    lying = game.lying.get(at, ())
    if lying and _is_plain_area(game, at):
        return _lying_cards_forecast(game, seeker, at, lying, rivals)
    here = _rivals_forecast(game, seeker, at, rivals) if rivals else _area_forecast(game, seeker, at)
    if not lying:
        return here
    cards = _lying_cards_forecast(game, seeker, at, lying, ())
    return _combined_note(here, cards) if here[0] else cards  # beside the main board the Entrance has no note


def is_bare(game: Game, seeker: Seeker, at: str) -> bool:
    """Whether nothing is visible on an area, so that it depends on the cards to draw."""
    empty = not (game.lying.get(at) or _rivals_at(game, seeker, at))
    return empty and _is_plain_area(game, at) and game.area(at).draw > 0


def _is_plain_area(game: Game, at: str) -> bool:
    return at != game.crystal and game.area(at).kind in PLAIN


def _rivals_at(game: Game, seeker: Seeker, at: str) -> list[Seeker]:
    return [other for other in game.seekers if other.at == at and other is not seeker]


def _is_safe(game: Game, at: str) -> bool:
    """Nobody is attacked at the Entrance [5.3], except by guests [B4]."""
    return at == game.tables.board.entrance and game.beside is None


def _combined_note(first: Told, second: Told, note: str = "area.then") -> Told:
    """An area's own effect comes before the cards on it [5.4]."""
    this_phrase, other = (phrase(f"note.{name}", **facts) for name, facts in (first, second))
    return note, {"first": this_phrase, "second": other}


def _lying_cards_forecast(game: Game, seeker: Seeker, at: str, lying: Sequence[str], rivals: Sequence[Seeker]) -> Told:
    """Return the cards there, the number to draw, and the odds of a fight; for a single other card its effect."""
    if rivals:
        return _combined_note(
            _lying_cards_forecast(game, seeker, at, lying, ()),
            ("area.rivals.odds", _attack_facts(game, seeker, rivals)),
            "area.both",
        )
    fights, odds = fights_there(game, seeker, lying)
    draws: Facts = {"draws": max(0, game.area(at).draw - len(lying))}
    if not fights and len(lying) == 1 and not is_own(lying[0]):
        return "area.told", {**draws, **told(game, seeker, lying[0])}
    return f"area.cards{fights}", {**draws, "cards": tuple(map(card_word, lying)), **odds}


def told(game: Game, seeker: Seeker, card: str) -> Facts:
    """Return a card, its effect, and whether that would do nothing for this Seeker (``vain``)."""
    does = phrase(f"note.cavecard.{card}")
    row = game.card(card)
    return {"card": card_word(card), "does": does, "vain": bool(row.do) and is_vain(game, seeker, row.do)}


def _area_forecast(game: Game, seeker: Seeker, at: str) -> Told:
    if at == game.crystal:
        return "area.crystal", chances_of_trials(game, seeker)
    area = game.area(at)
    if area.kind == "chamber":
        return f"area.{'search' if may_hide_crystal(game, at) else 'chamber'}", chamber_stakes(game, seeker)
    if area.instruction:
        return instruction_note(game, seeker, area.instruction)
    if at == game.tables.board.entrance and not game.beside:
        return "area.entrance", {"gold": game.tables.seekers.healing_price}
    return (DRAWN, {"draws": area.draw}) if area.draw else ("", {})


def chances_of_trials(game: Game, seeker: Seeker) -> Facts:
    """Return the fought trials that this Seeker has not passed, with the throws (of 36) that would win each [10.6]."""
    left = [trial for trial in FIGHTS if trial not in seeker.trials]
    won = tuple(odds_against(game, seeker, FIGHTS[trial], trial_value(game, trial)).wins for trial in left)
    return {"left": tuple(Word(f"cavetrial.{trial}") for trial in left), "won": won}


def may_hide_crystal(game: Game, at: str) -> bool:
    """Whether the Crystal Chamber may still be found on this area by the dice [10.3]."""
    return not game.crystal and game.area(at).zone == game.tables.crystal.search_zone


BRIDGE, ROPE = "bridge", "rope"
"""The instruction that may cost Endurance, and the Item that prevents it."""


def chamber_stakes(game: Game, seeker: Seeker) -> Facts:
    """Return the effect of each face in a Chamber, with chances; death where it takes the last Endurance [9.1]."""
    kinds = game.tables.chambers.chamber
    stakes = tuple(_chamber_stake(game, seeker, kind) for kind in kinds)
    return {"faces": tuple(kind.face for kind in kinds), "kinds": stakes, "guests": game.beside is not None}


def _chamber_stake(game: Game, seeker: Seeker, kind: Chamber) -> Phrase:
    last = ".last" if seeker.endurance <= 1 and wound_chance(game, seeker, kind.do) > 0 else ""
    chance = chance_in(game, seeker, kind.do)
    if chance is None:
        return phrase(f"chamberstake.{kind.id}{last}", friend=has(game, seeker, "arena_friend"))
    return phrase(f"chamberstake.{kind.id}.odds{last}", chance=chance, risk=100 - chance, gold=seeker.gold)


def instruction_note(game: Game, seeker: Seeker, instruction: str) -> Told:
    """Return the note of a special area, whether it would do nothing now, and whether the Bridge may kill [5.1].

    The Rope does not save a Seeker if it is the Item that falls.
    """
    last = ""
    if instruction == BRIDGE and seeker.endurance <= 1:
        last = ".last.rope" if ROPE in seeker.items else ".last"
    vain = is_vain(game, seeker, game.tables.board.instruction(instruction).do)
    return f"cavespecial.{instruction}{last}", {"vain": vain, "only": len(seeker.items) == 1}


def _rivals_forecast(game: Game, seeker: Seeker, at: str, rivals: Sequence[Seeker]) -> Told:
    """Return the throws that would win an attack on each rival, and the forecast of the area."""
    note, there = _area_forecast(game, seeker, at)
    if _is_safe(game, at):
        return note, there
    facts = _attack_facts(game, seeker, rivals)
    if note.startswith("cavespecial."):
        return "area.rivals.odds.special", facts | {"place": phrase(f"note.{note}", **there)}
    if note == DRAWN:
        return "area.rivals.odds.draw", {**facts, **there}
    return note.replace("area.", "area.rivals.odds.") or "area.rivals.odds", {**facts, **there}


def _attack_facts(game: Game, seeker: Seeker, rivals: Sequence[Seeker]) -> Facts:
    """Return the possible victims, the throws that would win, and the worst cost of a defeat."""
    won = tuple(duel_odds(game, seeker, other, "fight").wins for other in rivals)
    worst = max(rivals, key=lambda other: is_deadly(game, seeker, other))
    return {"rivals": tuple(other.name for other in rivals), "won": won, "stake": stake_of(game, seeker, worst)}


def fights_there(game: Game, seeker: Seeker, lying: Sequence[str]) -> tuple[str, Facts]:
    """Return the suffix of the note on the cards there, and the odds: Animals and Monsters, then Spirits [6.2–6.4]."""
    fight, psychic = _fight_odds(game, seeker, "fight", lying), _fight_odds(game, seeker, "psychic", lying)
    if fight and psychic:
        return ".two", fight | {"psychic": psychic["wins"]}
    return (".fight" if fight else ".psychic" if psychic else ""), fight or psychic


def _fight_odds(game: Game, seeker: Seeker, kind: FightKind, lying: Sequence[str]) -> Facts:
    foes = [card for card in map(game.card, lying) if card.type in FOUGHT[kind]]
    value = sum(rank(card, kind) for card in foes)
    return facts_against(game, seeker, kind, value, [card.type for card in foes]) if foes else {}
