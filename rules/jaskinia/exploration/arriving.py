"""The end of a move [5.1–5.4, 5.7]: an Encounter, a trial or exploration, and a forecast of the exploration."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from math import ceil

from rules.jaskinia import forecast
from rules.jaskinia.cards import card_word
from rules.jaskinia.decks import decks_left, held_in
from rules.jaskinia.effects import Work, run
from rules.jaskinia.events.cards import EffectBegan
from rules.jaskinia.exploration.chambers import enter_chamber, lacks_wealth, say_too_dear, trial_offers, wealth_facts
from rules.jaskinia.exploration.exploring import explore, lying, missing_cards
from rules.jaskinia.fight.encounters import attack, has_loot, steal
from rules.jaskinia.fight.odds import facts_of_duel, is_deadly, stake_of
from rules.jaskinia.free_actions import free_action_offers
from rules.jaskinia.model import FightKind, Game, Seeker, is_own
from rules.jaskinia.places import area_facts
from rules.jaskinia.seeker.values import has, mods
from rules.kernel.odds import faces_said
from rules.kernel.offers import Deed, Offer, Pick, does_with, ending, one_way, take
from rules.kernel.requests import Option
from rules.kernel.table import Table
from rules.kernel.words import Facts, Phrase, Word, phrase


def what_exploring_brings(game: Game, seeker: Seeker) -> forecast.Told:
    """Return the forecast of an exploration: cards there with the odds, cards to draw, an instruction, or Chambers."""
    area = game.area(seeker.at)
    if seeker.at == game.crystal:
        return ("arrival.poor", wealth_facts(game, seeker)) if lacks_wealth(game, seeker) else ("", {})
    if area.kind == "special":
        return forecast.instruction_note(game, seeker, area.instruction)
    if area.kind == "chamber":
        found = "explore.chamber.search" if forecast.may_hide_crystal(game, seeker.at) else "explore.chamber"
        return found, forecast.chamber_stakes(game, seeker)
    return _card_forecast(game, seeker, missing_cards(game, seeker, area.draw))


def _card_forecast(game: Game, seeker: Seeker, draws: int) -> forecast.Told:
    there = lying(game, seeker)
    if there:
        fights, odds = forecast.fights_there(game, seeker, there)
        if len(there) == 1 and not (fights or is_own(there[0])):
            return "explore.told", {"draws": draws, **forecast.told(game, seeker, there[0])}
        cards: Facts = {"cards": tuple(map(card_word, there)), "draws": draws}
        return f"explore.{'more' if draws else 'cards'}{fights}", cards | odds
    return _deck_forecast(game, seeker, draws) if draws else ("", {})


def _deck_forecast(game: Game, seeker: Seeker, draws: int) -> forecast.Told:
    """With several decks the names of the facts begin with the deck's."""
    decks = decks_left(game)
    drawn: Facts = {"draws": draws, "stake": _usual_stake(game, seeker, draws)}
    if len(decks) < 2:
        return ("explore.deck", drawn | held_in(game, seeker, decks[0])) if decks else ("", {})
    held = {f"{deck}_{name}": fact for deck in decks for name, fact in held_in(game, seeker, deck).items()}
    return "explore.decks", drawn | held


def _usual_stake(game: Game, seeker: Seeker, draws: int) -> Word | Phrase:
    """With the last Endurance the stake is the chance of death by the cards left in the deck [6.2]."""
    if not is_deadly(game, seeker):
        return Word("cavestake.usual")
    chance = ceil(100 * forecast.death_by_cards(game, seeker, draws))
    return phrase("cavestake.cards", chance=chance, end=stake_of(game, seeker) == Word("cavestake.end"))


def arrive(table: Table, game: Game, seeker: Seeker) -> None:
    """Resolve the area, and the next one whenever an effect moves the Seeker [5.7]."""
    while True:
        game.trip.moved = game.trip.explored = False
        game.trip.left = []
        if lacks_wealth(game, seeker):
            say_too_dear(table, game, seeker)
        act_here(table, game, seeker)
        if not (game.trip.moved and game.alive(seeker)) or game.trip.over or game.outcome:
            return


def act_here(table: Table, game: Game, seeker: Seeker) -> None:
    """Ask for an Encounter or a trial while there is a choice; otherwise resolve the area [5.2, 10.5]."""
    # Corrections belong to this question only where it is asked; else to that of the fight or the cards below.
    while game.goes_on(seeker) and any(_arrival_offers(game, seeker)):
        table.set_right(partial(game.goes_on, seeker))
        chances = list(_arrival_offers(game, seeker)) if game.goes_on(seeker) else []
        if not chances:
            break
        offers = [*chances, _explore_offer(game, seeker), *free_action_offers(game, seeker)]
        if take(table, "arrival", offers, secret=True, player=seeker.seat, **area_facts(game, seeker.at)):
            break
    if game.goes_on(seeker):
        look_around(table, game, seeker)


def _arrival_offers(game: Game, seeker: Seeker) -> Iterator[Offer]:
    """Nobody is attacked at the Entrance [5.3], except by guests [B4].

    A player asked because of a trial sees all offers, so that the buttons reveal no standing order.
    """
    trials = list(trial_offers(game, seeker))
    yield from trials
    unasked = game.orders(seeker).meet == "never" and not trials
    if (seeker.at != game.tables.board.entrance or game.beside) and not unasked:
        yield from _encounter_offers(game, seeker)


def _encounter_offers(game: Game, seeker: Seeker) -> Iterator[Pick[Seeker]]:
    for other in game.others_at(seeker):
        for verb, do in _encounter_deeds(game, seeker, other) if other.seat not in game.trip.evaded else ():
            key = f"arrival.{verb}"
            option = Option(f"{verb}:{other.seat}", key, key, _encounter_facts(game, seeker, other, verb))
            yield one_way(seeker.seat, verb, option, other, do)


ATTACKS: Mapping[str, FightKind] = {"attack": "fight", "psychic": "psychic"}
"""The kind of fight of each attack."""


def _encounter_facts(game: Game, seeker: Seeker, other: Seeker, verb: str) -> Facts:
    """Return the public facts of another Seeker, and the odds of an attack [3.8]."""
    odds = facts_of_duel(game, seeker, other, ATTACKS[verb]) if verb in ATTACKS else {}
    things: Facts = {"gold": other.gold, "items": len(other.items)}
    return {
        "whom": other.name,
        **odds,
        "endurance": other.endurance,
        **things,
        "faces": faces_said(face for mod in mods(game, seeker, "steal") for face in mod.faces),
    }


def _encounter_deeds(game: Game, seeker: Seeker, other: Seeker) -> Iterator[tuple[str, Deed[Seeker]]]:
    yield "attack", does_with(_attack, game, seeker, "fight")
    if has(game, seeker, "psychic_attack"):
        yield "psychic", does_with(_attack, game, seeker, "psychic")
    if has(game, seeker, "steal") and has_loot(game, seeker, other):
        yield "steal", does_with(_steal, game, seeker)


def _attack(table: Table, game: Game, seeker: Seeker, kind: FightKind, other: Seeker) -> bool:
    return not attack(table, game, seeker, other, kind)


def _steal(table: Table, game: Game, seeker: Seeker, other: Seeker) -> bool:
    return not steal(table, game, seeker, other)


def _explore_offer(game: Game, seeker: Seeker) -> Offer:
    label = "arrival.leave" if seeker.at == game.crystal else "arrival.explore"
    return Offer(seeker.seat, Option("explore", label, *what_exploring_brings(game, seeker)), do=ending)


def look_around(table: Table, game: Game, seeker: Seeker) -> None:
    """Run the area's instruction or draw its cards; cards on an area with an instruction come after it [5.4]."""
    area = game.area(seeker.at)
    if area.kind == "special":
        _carry_out_instruction(table, game, seeker, area.instruction)
    elif area.kind == "chamber" and seeker.at != game.crystal:
        enter_chamber(table, game, seeker)
    else:
        explore(table, game, seeker, area.draw)
    if game.goes_on(seeker) and not game.trip.explored and (lying(game, seeker) or seeker.at in game.gold):
        explore(table, game, seeker, 0)


def _carry_out_instruction(table: Table, game: Game, seeker: Seeker, instruction: str) -> None:
    word = Word(f"cavespecial.{instruction}")
    table.tell(EffectBegan(seeker.name, word))
    run(table, game, Work(seeker, word), game.tables.board.instruction(instruction).do)
