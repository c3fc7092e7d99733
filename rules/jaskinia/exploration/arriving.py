"""The end of a move [5.1–5.4, 5.7]: an Encounter, a trial or exploration, and what exploring is likely to bring."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import ceil
from typing import Any

from rules.jaskinia import forecast
from rules.jaskinia.cards import card_word
from rules.jaskinia.decks import decks_left, held_in
from rules.jaskinia.effects import Work, run
from rules.jaskinia.events.cards import EffectBegan
from rules.jaskinia.exploration.chambers import enter_chamber, lacks_wealth, say_too_dear, trial_offers, wealth_facts
from rules.jaskinia.exploration.exploring import explore, lying, missing_cards
from rules.jaskinia.fight.encounters import attack, has_loot, steal
from rules.jaskinia.fight.odds import facts_of_duel, is_deadly, stake_of
from rules.jaskinia.free_actions import aside_offers
from rules.jaskinia.model import FightKind, Game, Seeker, is_own
from rules.jaskinia.places import area_facts
from rules.jaskinia.seeker.values import has, mods
from rules.kernel.odds import faces_said
from rules.kernel.offers import Deed, Offer, Pick, does_with, ending, one_way, take
from rules.kernel.requests import Option
from rules.kernel.table import Table
from rules.kernel.words import Fact, Phrase, Word, phrase


def what_exploring_brings(game: Game, one: Seeker) -> forecast.Told:
    """Cards that lie here with the odds, what may be drawn, an instruction, or which Chambers this may be."""
    area = game.area(one.at)
    if one.at == game.crystal:
        return ("arrival.poor", wealth_facts(game, one)) if lacks_wealth(game, one) else ("", {})
    if area.kind == "special":
        return forecast.instruction_note(game, one, area.instruction)
    if area.kind == "chamber":
        found = "explore.chamber.search" if forecast.may_hide_crystal(game, one.at) else "explore.chamber"
        return found, forecast.chamber_stakes(game, one)
    return _cards(game, one, missing_cards(game, one, area.draw))


def _cards(game: Game, one: Seeker, draws: int) -> forecast.Told:
    """What lies here and is dealt with, and how many cards are drawn before."""
    there = lying(game, one)
    if there:
        fights, odds = forecast.fights_there(game, one, there)
        if len(there) == 1 and not (fights or is_own(there[0])):
            return "explore.told", {"draws": draws, **forecast.told(game, one, there[0])}
        cards: dict[str, Fact] = {"cards": tuple(map(card_word, there)), "draws": draws}
        return f"explore.{'more' if draws else 'cards'}{fights}", cards | odds
    return _decks(game, one, draws) if draws else ("", {})


def _decks(game: Game, one: Seeker, draws: int) -> forecast.Told:
    """What may be drawn from each deck; the notes name their facts after the decks where there are several."""
    decks = decks_left(game)
    drawn: dict[str, Fact] = {"draws": draws, "stake": _usual_stake(game, one, draws)}
    if len(decks) < 2:
        return ("explore.deck", drawn | held_in(game, one, decks[0])) if decks else ("", {})
    held = {f"{deck}_{name}": fact for deck in decks for name, fact in held_in(game, one, deck).items()}
    return "explore.decks", drawn | held


def _usual_stake(game: Game, one: Seeker, draws: int) -> Word | Phrase:
    """What the cards may cost; with the last Endurance how likely that is, by what is left in the deck [6.2]."""
    if not is_deadly(game, one):
        return Word("cavestake.usual")
    chance = ceil(100 * forecast.death_by_cards(game, one, draws))
    return phrase("cavestake.cards", chance=chance, end=stake_of(game, one) == Word("cavestake.end"))


def arrive(table: Table, game: Game, one: Seeker) -> None:
    """Deal with the area; and with the next one, as often as an effect moves the Seeker [5.7]."""
    while True:
        game.trip.moved = game.trip.explored = False
        game.trip.left = []
        if lacks_wealth(game, one):
            say_too_dear(table, game, one)
        act_here(table, game, one)
        if not (game.trip.moved and game.alive(one)) or game.trip.over or game.outcome:
            return


def act_here(table: Table, game: Game, one: Seeker) -> None:
    """An Encounter or a trial, as long as one may choose; else the area itself [5.2, 10.5]."""
    while game.goes_on(one):
        table.set_right()
        chances = list(_chances(game, one)) if game.goes_on(one) else []
        if not chances:
            break
        offers = [*chances, _explore(game, one), *aside_offers(game, one)]
        if take(table, "arrival", offers, secret=True, player=one.seat, **area_facts(game, one.at)):
            break
    if game.goes_on(one):
        look_around(table, game, one)


def _chances(game: Game, one: Seeker) -> Iterator[Offer[Any]]:
    """What one may choose instead of exploring; nobody is attacked at the Entrance [5.3], save by guests [B4].

    Who is asked because of a trial sees all of it, so that nobody can read an order off the buttons.
    """
    trials = list(trial_offers(game, one))
    yield from trials
    unasked = game.orders(one).meet == "never" and not trials
    if (one.at != game.tables.board.entrance or game.beside is not None) and not unasked:
        yield from _encounters(game, one)


def _encounters(game: Game, one: Seeker) -> Iterator[Pick[Seeker]]:
    for other in game.others_at(one):
        for verb, do in _deeds(game, one, other) if other.seat not in game.trip.evaded else ():
            key = f"arrival.{verb}"
            option = Option(f"{verb}:{other.seat}", key, key, _known(game, one, other, verb))
            yield one_way(one.seat, verb, option, other, do)


ATTACKS: Mapping[str, FightKind] = {"attack": "fight", "psychic": "psychic"}
"""What may be done to another that is a fight."""


def _known(game: Game, one: Seeker, other: Seeker, verb: str) -> dict[str, Fact]:
    """What everybody sees of whom one may meet, and the odds of an attack [3.8]."""
    odds = facts_of_duel(game, one, other, ATTACKS[verb]) if verb in ATTACKS else {}
    things: dict[str, Fact] = {"gold": other.gold, "items": len(other.items)}
    return {"whom": other.name, **odds, "endurance": other.endurance, **things, "faces": _thief(game, one)}


def _thief(game: Game, one: Seeker) -> str:
    """The faces on which a Seeker steals."""
    return faces_said(face for mod in mods(game, one, "steal") for face in mod.faces)


def _deeds(game: Game, one: Seeker, other: Seeker) -> Iterator[tuple[str, Deed[Seeker]]]:
    """What may be done to another; who was met and has evaded leaves the choice open [6.1]."""
    yield "attack", does_with(_attack, game, one, "fight")
    if has(game, one, "psychic_attack"):
        yield "psychic", does_with(_attack, game, one, "psychic")
    if has(game, one, "steal") and has_loot(game, one, other):
        yield "steal", does_with(_steal, game, one)


def _attack(table: Table, game: Game, one: Seeker, kind: FightKind, other: Seeker) -> bool:
    return not attack(table, game, one, other, kind)


def _steal(table: Table, game: Game, one: Seeker, other: Seeker) -> bool:
    return not steal(table, game, one, other)


def _explore(game: Game, one: Seeker) -> Offer[Any]:
    label = "arrival.leave" if one.at == game.crystal else "arrival.explore"
    return Offer(one.seat, Option("explore", label, *what_exploring_brings(game, one)), do=ending)


def look_around(table: Table, game: Game, one: Seeker) -> None:
    """The area's instruction, or its cards; what lies on areas with an instruction is dealt with after it [5.4]."""
    area = game.area(one.at)
    if area.kind == "special":
        _carry_out(table, game, one, area.instruction)
    elif area.kind == "chamber" and one.at != game.crystal:
        enter_chamber(table, game, one)
    else:
        explore(table, game, one, area.draw)
    if game.goes_on(one) and not game.trip.explored and (lying(game, one) or one.at in game.gold):
        explore(table, game, one, 0)


def _carry_out(table: Table, game: Game, one: Seeker, instruction: str) -> None:
    word = Word(f"cavespecial.{instruction}")
    table.tell(EffectBegan(one.name, word))
    run(table, game, Work(one, word), game.tables.board.instruction(instruction).do)
