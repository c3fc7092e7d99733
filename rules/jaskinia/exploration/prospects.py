"""What exploring an area is likely to bring, as everybody can work it out from what lies face up [3.8, 5.4]."""

from __future__ import annotations

from math import ceil

from rules.jaskinia.cards import card_word
from rules.jaskinia.decks import decks_left, held_in
from rules.jaskinia.exploration.exploring import lying, missing_cards
from rules.jaskinia.exploration.trials import lacks_wealth, wealth_facts
from rules.jaskinia.fight.odds import is_deadly, stake_of
from rules.jaskinia.model import Game, Seeker
from rules.jaskinia.names import is_own
from rules.jaskinia.outlook import Told, chamber_stakes, fights_there, instruction_note, may_hide_crystal, told
from rules.jaskinia.perils import death_by_cards
from rules.kernel.words import Fact, Phrase, Word, phrase


def what_exploring_brings(game: Game, one: Seeker) -> Told:
    """Cards that lie here with the odds, what may be drawn, an instruction, or which Chambers this may be."""
    area = game.area(one.at)
    if one.at == game.crystal:
        return ("arrival.poor", wealth_facts(game, one)) if lacks_wealth(game, one) else ("", {})
    if area.kind == "special":
        return instruction_note(game, one, area.instruction)
    if area.kind == "chamber":
        found = "explore.chamber.search" if may_hide_crystal(game, one.at) else "explore.chamber"
        return found, chamber_stakes(game, one)
    return _cards(game, one, missing_cards(game, one, area.draw))


def _cards(game: Game, one: Seeker, draws: int) -> Told:
    """What lies here and is dealt with, and how many cards are drawn before."""
    there = lying(game, one)
    if there:
        fights, odds = fights_there(game, one, there)
        if len(there) == 1 and not (fights or is_own(there[0])):
            return "explore.told", {"draws": draws, **told(game, one, there[0])}
        cards: dict[str, Fact] = {"cards": tuple(map(card_word, there)), "draws": draws}
        return f"explore.{'more' if draws else 'cards'}{fights}", cards | odds
    return _decks(game, one, draws) if draws else ("", {})


def _decks(game: Game, one: Seeker, draws: int) -> Told:
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
    chance = ceil(100 * death_by_cards(game, one, draws))
    return phrase("cavestake.cards", chance=chance, end=stake_of(game, one) == Word("cavestake.end"))
