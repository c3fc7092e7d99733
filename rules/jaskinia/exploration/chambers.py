"""Chambers [9, 10.2–10.4] and the three trials in the Crystal Chamber [10.5–10.8]."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Any

from msgspec import Struct

from rules.jaskinia.cards import card_word
from rules.jaskinia.effects import OPERATIONS, Work, run
from rules.jaskinia.events import course
from rules.jaskinia.events.beside import CrystalCarried
from rules.jaskinia.exploration.exploring import explore
from rules.jaskinia.fight.clash import fight_guardian
from rules.jaskinia.fight.odds import facts_against
from rules.jaskinia.forecast import chamber_stakes, chances_of_trials
from rules.jaskinia.model import TRIALS, Game, Seeker
from rules.jaskinia.places import FIGHTS, WEALTH, area_facts, area_word, trial_value
from rules.jaskinia.seeker.belongings import lose_items, pay_gold, spendable, trim
from rules.jaskinia.seeker.dying import lose_endurance
from rules.jaskinia.seeker.values import bonus
from rules.jaskinia.tables import effects as e
from rules.kernel.odds import FACES, faces_said
from rules.kernel.offers import Pick, Way, does_with, ends, one_way
from rules.kernel.requests import Choose, Option
from rules.kernel.table import Table
from rules.kernel.words import Facts, Word, phrase

MOST_OFFERED = 12
"""If there are more than twice this number of gifts, only this number with most gold and with least gold are offered.
"""


class Gift(Struct, frozen=True):
    """A gift for the Trial of Wealth: Items, and gold for the rest."""

    items: tuple[str, ...]
    gold: int


def trial_offers(game: Game, seeker: Seeker) -> Iterator[Pick[Any]]:
    """Return the trials that a Seeker in the Crystal Chamber may take; a trial ends its actions there [10.5]."""
    there = game.beside is None or not game.beside.taken
    for trial in TRIALS if seeker.at == game.crystal and there else ():
        if trial not in seeker.trials and trial == WEALTH:
            yield from _wealth_picks(game, seeker)
        elif trial not in seeker.trials:
            option = _trial_option(game, seeker, trial)
            yield one_way(seeker.seat, "trial", option, trial, ends(does_with(fight_for, game, seeker)))


def _wealth_picks(game: Game, seeker: Seeker) -> Iterator[Pick[Gift]]:
    if ways := tuple(
        Way(
            Option(str(nth), _gift_label(gift), facts={"items": tuple(map(card_word, gift.items)), "gold": gift.gold}),
            gift,
        )
        for nth, gift in enumerate(gifts(game, seeker))
    ):
        option, facts, do = (
            _trial_option(game, seeker, WEALTH),
            {"character": seeker.name},
            ends(does_with(give_wealth, game, seeker)),
        )
        yield Pick(seeker.seat, option, ways=ways, why="trial.wealth", facts=facts, always=True, do=do)


def _trial_option(game: Game, seeker: Seeker, trial: str) -> Option:
    value = trial_value(game, trial)
    fought = trial in FIGHTS
    facts = facts_against(game, seeker, FIGHTS[trial], value) if fought else wealth_facts(game, seeker)
    note = "trial.fight" if fought else "trial.wealth"
    return Option(f"trial:{trial}", f"trial.{trial}", note, {"value": value, **facts})


def wealth_facts(game: Game, seeker: Seeker) -> dict[str, int]:
    """Return the points that the Trial of Wealth needs, the points of gold and Items, and the Seeker's
    points [10.7].
    """
    worth = game.tables.crystal.wealth_value
    points = seeker.gold * worth.gold + sum(_wealth_points(game, card) for card in spendable(game, seeker.items))
    each = {"bag": worth.gold, "item": worth.item, "magic": worth.magic_item}
    value, saved = trial_value(game, WEALTH), bonus(game, seeker, "wealth_bonus")
    return {"needed": value - saved, "points": points, **each, "helped": saved > 0}


def lacks_wealth(game: Game, seeker: Seeker) -> bool:
    """Whether a Seeker in the Crystal Chamber cannot pay for the Trial of Wealth, which it has not passed."""
    there = seeker.at == game.crystal and (game.beside is None or not game.beside.taken)
    return there and WEALTH not in seeker.trials and not gifts(game, seeker)


def say_too_dear(table: Table, game: Game, seeker: Seeker) -> None:
    """Tell which points are missing for the Trial of Wealth, as no question would show it."""
    facts = wealth_facts(game, seeker)
    table.tell(course.TrialTooDear(seeker.name, facts["needed"], facts["points"]))


def gifts(game: Game, seeker: Seeker) -> list[Gift]:
    """Return all ways to hand over enough points at once, without an Item that could be spared [10.7]."""
    found: dict[Gift, None] = {}
    items = sorted(spendable(game, seeker.items))
    for size in range(len(items) + 1):
        for some in combinations(items, size):
            if (gold := _gold_still_needed(game, seeker, some)) is not None:
                found[Gift(some, gold)] = None
    by_gold = sorted(found, key=lambda gift: -gift.gold)
    few = len(by_gold) <= 2 * MOST_OFFERED
    return by_gold if few else [*by_gold[:MOST_OFFERED], *by_gold[-MOST_OFFERED:]]


def _gold_still_needed(game: Game, seeker: Seeker, some: tuple[str, ...]) -> int | None:
    """Return the missing gold; None if the Seeker has less, or if an Item could be spared."""
    points = [_wealth_points(game, card) for card in some]
    missing = trial_value(game, WEALTH) - bonus(game, seeker, "wealth_bonus") - sum(points)
    spare = any(missing + value <= 0 for value in points)
    gold = -(-max(0, missing) // max(1, game.tables.crystal.wealth_value.gold))
    return None if spare or gold > seeker.gold else gold


def _wealth_points(game: Game, card: str) -> int:
    worth = game.tables.crystal.wealth_value
    return worth.magic_item if game.card(card).type == "magic_item" else worth.item


def _gift_label(gift: Gift) -> str:
    if not gift.items:
        return "wealth.gold"
    return "wealth.gift" if gift.gold else "wealth.items"


def give_wealth(table: Table, game: Game, seeker: Seeker, gift: Gift) -> None:
    """Pass the Trial of Wealth by handing over the gift [10.7]."""
    _begin_trial(table, game, seeker, WEALTH)
    hand_over(table, game, seeker, gift)
    pass_trial(table, game, seeker, WEALTH)


def _begin_trial(table: Table, game: Game, seeker: Seeker, trial: str) -> None:
    game.tally.trials += 1
    table.tell(course.TrialBegan(seeker.name, Word(f"cavetrial.{trial}")))


def fight_for(table: Table, game: Game, seeker: Seeker, trial: str) -> None:
    """Fight a trial; a tie or a defeat ends the turn, and a defeat costs 1 Endurance [10.6]."""
    _begin_trial(table, game, seeker, trial)
    result = fight_guardian(table, game, seeker, FIGHTS[trial], trial_value(game, trial), f"crystal_{trial}")
    if result == "won":
        pass_trial(table, game, seeker, trial)
        return
    game.trip.over = True
    table.tell(course.TrialFailed(seeker.name, Word(f"cavetrial.{trial}")))
    if result == "lost":
        lose_endurance(table, game, seeker, 1, Word(f"cavefight.{FIGHTS[trial]}"))


def hand_over(table: Table, game: Game, seeker: Seeker, gift: Gift) -> None:
    """Pay the gift: gold to the stock, Items to the used piles [10.7]."""
    table.tell(course.WealthGiven(seeker.name, gift.gold, tuple(map(card_word, gift.items))))
    if gift.gold:
        pay_gold(table, seeker, gift.gold, Word(f"cavetrial.{WEALTH}"))
    lose_items(table, game, seeker, gift.items, paid=True)


def pass_trial(table: Table, game: Game, seeker: Seeker, trial: str) -> None:
    """Mark a trial as passed until death; the last one needed wins [10.5, 10.8]."""
    seeker.trials.append(trial)
    left = max(0, game.options.trials - len(seeker.trials))
    table.tell(course.TrialPassed(seeker.name, Word(f"cavetrial.{trial}"), left))
    if not left:
        take_crystal(table, game, seeker)


def take_crystal(table: Table, game: Game, seeker: Seeker) -> None:
    """Win the game at once after all three trials [10.8]; a guest takes the Crystal along [B24]."""
    if game.beside:
        game.beside.taken, seeker.trials = True, []
        seeker.items.append(game.tables.cards.goal)
        table.tell(CrystalCarried(seeker.seat, seeker.name))
        trim(table, game, seeker)
    elif not game.outcome:
        game.outcome, game.winner = "crystal", seeker.seat
        table.tell(course.CrystalTaken(seeker.seat, seeker.name))


MAP, ROLL = "use", "roll"


def enter_chamber(table: Table, game: Game, seeker: Seeker) -> None:
    """Find the Crystal Chamber by the Map, or throw for the kind of Chamber [9.1, 10.2, 10.3]."""
    game.tally.chambers += 1
    if _has_map(game, seeker) and _ask_to_use_map(table, game, seeker):
        lose_items(table, game, seeker, [game.tables.crystal.map_card] * _map_fragments_needed(game, seeker), paid=True)
        find_crystal(table, game, seeker, "map")
        return
    kinds = tuple(phrase("dice.face", on=str(face), what=_kind_word(game, face)) for face in FACES)
    face = int(table.roll("1K6", "chamber.kind", character=seeker.name, kinds=kinds))
    if face == game.tables.crystal.search_face and _roll_to_find_crystal(table, game, seeker):
        game.tally.searched += 1
        find_crystal(table, game, seeker, "search")
    else:
        carry_out(table, game, seeker, face)


def carry_out(table: Table, game: Game, seeker: Seeker, face: int) -> None:
    """Run the instruction of a kind of Chamber."""
    kind, word = game.tables.chambers.at(face), _kind_word(game, face)
    table.tell(course.ChamberRolled(seeker.name, word, area_word(game, seeker.at), seeker.at))
    run(table, game, Work(seeker, word), kind.do)


def _kind_word(game: Game, face: int) -> Word:
    return Word(f"chamberkind.{game.tables.chambers.at(face).id}")


def _map_fragments_needed(game: Game, seeker: Seeker) -> int:
    return max(1, game.tables.crystal.map_fragments - bonus(game, seeker, "map_need"))


def _has_map(game: Game, seeker: Seeker) -> bool:
    return not game.crystal and seeker.items.count(game.tables.crystal.map_card) >= _map_fragments_needed(game, seeker)


def _ask_to_use_map(table: Table, game: Game, seeker: Seeker) -> bool:
    """The question tells what the find means for everybody [8.5]."""
    guests = game.beside is not None
    table.tell(course.MapFits(seeker.name, area_word(game, seeker.at), seeker.at, guests))
    chances = {**chances_of_trials(game, seeker), "out": seeker.endurance <= 1 and not guests, "guests": guests}
    found = Option(MAP, "chamber.map", "chamber.map", chances)
    if guests:
        found = Option(MAP, "chamber.map.guests", "chamber.map", chances)
    options = (found, Option(ROLL, "chamber.roll", "chamber.roll", chamber_stakes(game, seeker)))
    facts: Facts = {"character": seeker.name, **area_facts(game, seeker.at), "guests": guests}
    return table.ask(Choose(who=seeker.seat, why="chamber.map", options=options, facts=facts)) == MAP


def _roll_to_find_crystal(table: Table, game: Game, seeker: Seeker) -> bool:
    """A second die is thrown behind the Gates until the Crystal Chamber is found [10.3]."""
    if game.crystal or game.area(seeker.at).zone != game.tables.crystal.search_zone:
        return False
    faces = game.tables.crystal.second_die
    return int(table.roll("1K6", "crystal.second", character=seeker.name, on=faces_said(faces))) in faces


def find_crystal(table: Table, game: Game, seeker: Seeker, means: str) -> None:
    """Make this the Crystal Chamber to the end of the game; the turn ends [10.4]."""
    game.crystal, game.trip.over = seeker.at, True
    game.tally.found = game.tally.rounds
    where = area_word(game, seeker.at)
    table.tell(course.CrystalFound(seeker.name, where, seeker.at, Word(f"cavemeans.{means}"), game.beside is not None))


OPERATIONS[e.DrawCards] = lambda table, game, work, op: explore(table, game, work.seeker, op.n)
