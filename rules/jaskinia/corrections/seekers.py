"""Corrections of Seekers: place, death, numbers, belongings, trophies and trials."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial

from msgspec import Struct
from msgspec.structs import replace

from rules.jaskinia.beside.outside import refuse_number
from rules.jaskinia.beside.sheets import LONGEST, annex_of, check_limits_of, with_item
from rules.jaskinia.cards import card_word, discard, discard_spell, spell_word
from rules.jaskinia.events import corrections
from rules.jaskinia.fight.odds import FOUGHT
from rules.jaskinia.model import DECKS, SPELLS, TRIALS, Game, Seeker
from rules.jaskinia.movement import area_options
from rules.jaskinia.places import area_facts, area_word
from rules.jaskinia.seeker.belongings import CARRIED, FOLLOWER
from rules.jaskinia.seeker.dying import die, new_seeker, unused_seekers
from rules.jaskinia.seeker.values import barred_things, item_limit, may_have, number_named, spell_limit
from rules.kernel.chance import take_out
from rules.kernel.corrections import Deed, action, hidden
from rules.kernel.events import Event
from rules.kernel.requests import GM, Action, Amount, Choose, Field, Filled, Form, Option, Seat, Text
from rules.kernel.table import Table
from rules.kernel.words import Facts, Word


def open_to_corrections(game: Game) -> bool:
    """Whether the set-up is over and the game goes on."""
    return bool(game.order) and not game.outcome


def calm(game: Game) -> bool:
    """Whether no fight goes on, so that Seekers and cards on areas may be moved."""
    return game.fight is None


def fits(game: Game, seeker: Seeker) -> bool:
    """Whether this Seeker is within its limits and may hold its belongings."""
    within = len(seeker.items) <= item_limit(game, seeker) and len(seeker.spells) <= spell_limit(game, seeker)
    return within and not barred_things(game, seeker)


# What is there ---------------------------------------------------------------------------------------------------


def supply(game: Game, types: Sequence[str] = ()) -> list[str]:
    """Return the cards of these types (default: all) that are in a deck or a used pile."""
    cards = [card for card in game.tables.cards.card if not types or card.type in types]
    return [card.id for card in cards if card.id in game.decks[card.deck] or card.id in game.used[card.deck]]


def spells_left(game: Game) -> list[str]:
    """Return the Spells that nobody holds."""
    spells = [spell.id for spell in game.tables.spells.spell]
    return [spell for spell in spells if spell in game.decks[SPELLS] or spell in game.used[SPELLS]]


def draw_out(game: Game, card: str) -> str:
    """Take a card from its used pile, or else from its deck."""
    return _take_from_deck(game, game.card(card).deck, card)


def _take_from_deck(game: Game, deck: str, id: str) -> str:
    take_out(game.used[deck] if id in game.used[deck] else game.decks[deck], id)
    return id


# For questions ---------------------------------------------------------------------------------------------------


def cards_of(cards: Iterable[str]) -> tuple[Option, ...]:
    """Return the cards to choose from, without duplicates."""
    each = dict.fromkeys(cards)
    return tuple(Option(card, "card.pick", f"cavecard.{card}", {"card": card_word(card)}) for card in each)


def spells_of(spells: Iterable[str]) -> tuple[Option, ...]:
    """Return the Spells to choose from, without duplicates."""
    each = dict.fromkeys(spells)
    return tuple(Option(spell, "spell.pick", f"cavespell.{spell}", {"spell": spell_word(spell)}) for spell in each)


def areas(game: Game) -> list[str]:
    """Return every area of the board."""
    return [area.id for area in game.tables.board.area]


def used_up(game: Game) -> list[tuple[str, str]]:
    """Return each used card or Spell with its deck."""
    return [(deck, id) for deck in (*DECKS, SPELLS) for id in game.used[deck]]


MOST_GOLD = 99
STRONGEST = 30
"""The highest value that can be set."""
MOST_TURNS = 9


class Trait(Struct, frozen=True):
    """A number of a Seeker: its name, its bounds and the event of its change."""

    field: str
    least: Callable[[Game, Seeker], int]
    most: Callable[[Game], int]
    told: Callable[[Seeker, int, int], Event]


def trait_offers(game: Game, seeker: Seeker) -> Iterator[Action]:
    """Return the corrections of each number, with its present value."""
    for verb, trait in TRAITS.items():
        now = getattr(seeker, trait.field)
        facts: Facts = {"who": seeker.name, "now": now}
        most = max(now, trait.most(game))
        yield action(
            verb,
            seeker.seat,
            Amount(who=GM, why=f"gm.{verb}", least=trait.least(game, seeker), most=most, facts=facts),
            **facts,
        )


def least_power(game: Game, seeker: Seeker) -> int:
    """Return the lowest Power at which all Spells in hand may still be held, at least the card's own [3.1, 3.4]."""
    powers = range(game.sheet(seeker).power, seeker.power)
    return next((power for power in powers if fits(game, replace(seeker, power=power))), seeker.power)


TRAITS: Mapping[str, Trait] = {
    "endurance": Trait(
        "endurance",
        lambda game, seeker: 1,
        lambda game: STRONGEST,
        lambda seeker, before, now: corrections.EnduranceSet(seeker.name, before, now),
    ),
    "level": Trait(
        "level",
        lambda game, seeker: min(seeker.level, game.tables.seekers.endurance),
        lambda game: STRONGEST,
        lambda seeker, before, now: corrections.LevelSet(seeker.name, before, now),
    ),
    "might": Trait(
        "strength",
        lambda game, seeker: min(seeker.strength, game.sheet(seeker).strength),
        lambda game: STRONGEST,
        lambda seeker, before, now: corrections.OwnValueSet(seeker.name, Word("cavestat.strength"), before, now),
    ),
    "magic": Trait(
        "power",
        least_power,
        lambda game: STRONGEST,
        lambda seeker, before, now: corrections.OwnValueSet(seeker.name, Word("cavestat.power"), before, now),
    ),
    "purse": Trait(
        "gold",
        lambda game, seeker: 0,
        lambda game: MOST_GOLD,
        lambda seeker, before, now: corrections.BagsSet(seeker.name, before, now),
    ),
    "count": Trait(
        "cards",
        lambda game, seeker: 0,
        lambda game: game.tables.seekers.cards - 1,
        lambda seeker, before, now: corrections.CaveCardsSet(seeker.name, before, now),
    ),
    "slow": Trait(
        "slow",
        lambda game, seeker: 0,
        lambda game: MOST_TURNS,
        lambda seeker, before, now: corrections.SlownessSet(seeker.name, now),
    ),
    "missed": Trait(
        "lost",
        lambda game, seeker: 0,
        lambda game: MOST_TURNS,
        lambda seeker, before, now: corrections.TurnsToMissSet(seeker.name, now),
    ),
}
"""The numbers that can be corrected, by verb."""


def _trait_setter(trait: Trait) -> Deed[Game]:
    def set_right(table: Table, game: Game, about: Seat, now: int) -> None:
        seeker = game.seeker_of(about)
        table.tell(trait.told(seeker, getattr(seeker, trait.field), now))
        setattr(seeker, trait.field, now)

    return set_right


ENOUGH = 2
"""The number of players that must be left after a death, so that nobody wins as the last one."""


def seeker_offers(game: Game, seeker: Seeker) -> Iterator[Action]:
    """Return the corrections of a Seeker's place and life; none during a fight."""
    if not calm(game):
        return
    facts: Facts = {"who": seeker.name, **area_facts(game, seeker.at)}
    elsewhere = [at for at in areas(game) if at != seeker.at]
    yield action(
        "area", seeker.seat, Choose(who=GM, why="gm.area", options=area_options(game, elsewhere), facts=facts), **facts
    )
    # Once the Crystal Chamber is found, a dead player is out [8.5, 10.9].
    others = [player for player in game.players.values() if not player.out and player.seat != seeker.seat]
    if game.beside or not game.crystal or len(others) >= ENOUGH:
        left = {"gold": seeker.gold, "things": len(seeker.items) + len(seeker.followers)}
        then = "beside" if game.beside else "out" if game.crystal else "new"
        yield action(
            "slay", seeker.seat, None, **facts, empty=not any(left.values()), **left, then=Word(f"after.slay.{then}")
        )


def player_offers(game: Game) -> Iterator[Action]:
    """Return the corrections for players without a Seeker: a new Seeker at once, or a return to the game."""
    for player in game.players.values():
        facts: Facts = {"player": player.seat}
        if player.out:
            yield action("return", player.seat, None, **facts)
        elif not player.seeker and calm(game) and not game.beside:
            options = tuple(
                Option(id, "seeker.at", f"seeker.{id}", {"seeker": Word(f"seeker.{id}")}) for id in unused_seekers(game)
            )
            ask = Choose(who=GM, why="gm.seeker", options=options, facts=facts)
            yield action("seeker", player.seat, ask, **facts)


# What comes of it ------------------------------------------------------------------------------------------------


def put_on_area(table: Table, game: Game, about: Seat, at: str) -> None:
    """Put the Seeker on an area; if it is at turn it continues from there and may meet evaded opponents again."""
    seeker = game.seeker_of(about)
    seeker.at = at
    if seeker.seat == game.active_seat:
        game.trip.path, game.trip.evaded = [at], []
    table.tell(corrections.SeekerPlaced(seeker.name, area_word(game, at), at))


def slay(table: Table, game: Game, about: Seat, _: None) -> None:
    """Kill the Seeker as by its last wound [8.4]."""
    seeker = game.seeker_of(about)
    table.tell(corrections.SeekerStruckDown(seeker.name))
    die(table, game, seeker)


def bring_in(table: Table, game: Game, about: Seat, id: str) -> None:
    """Put a new Seeker at the Entrance before its player's turn, without Spells."""
    seeker = new_seeker(game, about, id)
    table.tell(corrections.SeekerChosen(about, seeker.name))


def recall(table: Table, game: Game, about: Seat, _: None) -> None:
    """Bring a player back into the game; a new Seeker comes on the next turn [8.5]."""
    game.players[about].out = False
    table.tell(corrections.PlayerRecalled(about))


def belonging_offers(game: Game, seeker: Seeker) -> Iterator[Action]:
    """Return the cards and Spells that may be given or removed within all limits."""
    facts = {"who": seeker.name}
    for verb, cards in (("grant", _grantable_cards(game, seeker)), ("remove", _removable_cards(game, seeker))):
        if cards:
            yield action(verb, seeker.seat, _gm_choice(verb, seeker, cards_of(cards)), **facts)
    more = spells_left(game) if len(seeker.spells) < spell_limit(game, seeker) else []
    for verb, spells in (("spell", more), ("unspell", seeker.spells)):
        if spells:
            yield hidden(verb, seeker.seat, _gm_choice(verb, seeker, spells_of(spells), secret=True), **facts)


def _gm_choice(verb: str, seeker: Seeker, options: tuple[Option, ...], *, secret: bool = False) -> Choose:
    return Choose(who=GM, why=f"gm.{verb}", options=options, facts={"who": seeker.name}, secret=secret)


def _grantable_cards(game: Game, seeker: Seeker) -> list[str]:
    """Items are grantable only if there is room for one more."""
    room = len(seeker.items) < item_limit(game, seeker)
    cards = supply(game, (*CARRIED, FOLLOWER) if room else (FOLLOWER,))
    return [
        card for card in cards if may_have(game, seeker, card) and fits(game, _seeker_with_card(game, seeker, card))
    ]


def _removable_cards(game: Game, seeker: Seeker) -> list[str]:
    """A card is removable if the Seeker may still hold everything else without it."""
    return [card for card in (*seeker.items, *seeker.followers) if fits(game, _seeker_without_card(seeker, card))]


def _seeker_with_card(game: Game, seeker: Seeker, card: str) -> Seeker:
    if game.card(card).type == FOLLOWER:
        return replace(seeker, followers=[*seeker.followers, card])
    return replace(seeker, items=[*seeker.items, card])


def _seeker_without_card(seeker: Seeker, card: str) -> Seeker:
    return replace(
        seeker, items=_cards_without_one(seeker.items, card), followers=_cards_without_one(seeker.followers, card)
    )


def _cards_without_one(cards: Sequence[str], card: str) -> list[str]:
    left = list(cards)
    if card in left:
        left.remove(card)
    return left


# What comes of it ------------------------------------------------------------------------------------------------


def grant(table: Table, game: Game, about: Seat, card: str) -> None:
    """Give the Seeker an Item or a Follower."""
    seeker = game.seeker_of(about)
    (seeker.followers if game.card(card).type == FOLLOWER else seeker.items).append(draw_out(game, card))
    table.tell(corrections.CardGranted(seeker.name, card_word(card)))


def remove(table: Table, game: Game, about: Seat, card: str) -> None:
    """Move an Item or a Follower to its used pile."""
    seeker = game.seeker_of(about)
    (seeker.followers if card in seeker.followers else seeker.items).remove(card)
    discard(game, card)
    table.tell(corrections.CardVanished(seeker.name, card_word(card)))


def give_spell(table: Table, game: Game, about: Seat, spell: str) -> None:
    """Give the Seeker a Spell."""
    seeker = game.seeker_of(about)
    seeker.spells.append(_take_from_deck(game, SPELLS, spell))
    _tell_owner_privately(table, seeker, corrections.SpellGranted(seeker.name, spell_word(spell)))


def take_spell(table: Table, game: Game, about: Seat, spell: str) -> None:
    """Take a Spell from the Seeker."""
    seeker = game.seeker_of(about)
    seeker.spells.remove(spell)
    discard_spell(game, spell)
    _tell_owner_privately(table, seeker, corrections.SpellVanished(seeker.name, spell_word(spell)))


def _tell_owner_privately(table: Table, seeker: Seeker, event: Event) -> None:
    table.tell(event, to=(seeker.seat,), shadow=corrections.SpellsChanged(seeker.name, len(seeker.spells)))


def feat_offers(game: Game, seeker: Seeker) -> Iterator[Action]:
    """Return the corrections of trophies and, out of a fight, of passed trials; the last trial would win [10.8]."""
    yield from _choice_action("trophy", seeker, cards_of(supply(game, FOUGHT["fight"])))
    yield from _choice_action("untrophy", seeker, cards_of(seeker.trophies))
    if not calm(game):
        return
    if _trials_left(game, seeker) > 1:
        yield from _choice_action(
            "trial", seeker, _trial_options([trial for trial in TRIALS if trial not in seeker.trials])
        )
    yield from _choice_action("untrial", seeker, _trial_options(seeker.trials))


def _choice_action(verb: str, seeker: Seeker, options: tuple[Option, ...]) -> Iterator[Action]:
    if options:
        facts = {"who": seeker.name}
        yield action(verb, seeker.seat, Choose(who=GM, why=f"gm.{verb}", options=options, facts=facts), **facts)


def _trials_left(game: Game, seeker: Seeker) -> int:
    return game.options.trials - len(seeker.trials)


def _trial_options(trials: Sequence[str]) -> tuple[Option, ...]:
    return tuple(Option(trial, "gm.trial.one", facts={"trial": Word(f"cavetrial.{trial}")}) for trial in trials)


# What comes of it ------------------------------------------------------------------------------------------------


def give_trophy(table: Table, game: Game, about: Seat, card: str) -> None:
    """Give the Seeker an Enemy as a trophy."""
    seeker = game.seeker_of(about)
    seeker.trophies.append(draw_out(game, card))
    table.tell(corrections.TrophyGranted(seeker.name, card_word(card)))


def take_trophy(table: Table, game: Game, about: Seat, card: str) -> None:
    """Move a trophy to its used pile."""
    seeker = game.seeker_of(about)
    seeker.trophies.remove(card)
    discard(game, card)
    table.tell(corrections.TrophyVanished(seeker.name, card_word(card)))


def pass_trial(table: Table, game: Game, about: Seat, trial: str) -> None:
    """Mark a trial as passed."""
    seeker = game.seeker_of(about)
    seeker.trials.append(trial)
    table.tell(corrections.TrialGranted(seeker.name, Word(f"cavetrial.{trial}"), _trials_left(game, seeker)))


def undo_trial(table: Table, game: Game, about: Seat, trial: str) -> None:
    """Mark a trial as not passed."""
    seeker = game.seeker_of(about)
    seeker.trials.remove(trial)
    table.tell(corrections.TrialUndone(seeker.name, Word(f"cavetrial.{trial}"), _trials_left(game, seeker)))


def guest_offers(game: Game, seeker: Seeker) -> Iterator[Action]:
    """Offer to refuse the number that a guest has named, and to give it an Item of its own."""
    if game.beside:
        what = Field("own", Text(who=GM, why="gm.own.what", longest=LONGEST), Word("field.own_item"))
        facts = {"who": seeker.name}
        form = Form(who=GM, why="gm.own", fields=(what,), facts=facts, check=partial(_check_own_item, game, seeker))
        yield action("own", seeker.seat, form, **facts)
    if number := number_named(game, seeker):
        yield action("unnumber", seeker.seat, who=seeker.name, number=number)


def _check_own_item(game: Game, seeker: Seeker, filled: Filled) -> None:
    there, held, _ = with_item(game, seeker, filled.values["own"])
    check_limits_of(there, held)


def give_own_item(table: Table, game: Game, about: Seat, filled: Filled) -> None:
    """Give a guest an Item from outside, typed as on its sheet."""
    seeker = game.seeker_of(about)
    there, held, items = with_item(game, seeker, filled.values["own"])
    annex_of(game).things, seeker.items = annex_of(there).things, held.items
    for item in items:
        table.tell(corrections.CardGranted(seeker.name, card_word(item)))


def refuse(table: Table, game: Game, about: Seat, _: None) -> None:
    """Refuse the number that a guest has named."""
    refuse_number(table, game, game.seeker_of(about), GM)


DEEDS: Mapping[str, Deed[Game]] = {
    **{verb: _trait_setter(trait) for verb, trait in TRAITS.items()},
    "area": put_on_area,
    "slay": slay,
    "seeker": bring_in,
    "return": recall,
    "grant": grant,
    "remove": remove,
    "spell": give_spell,
    "unspell": take_spell,
    "trophy": give_trophy,
    "untrophy": take_trophy,
    "trial": pass_trial,
    "untrial": undo_trial,
    "unnumber": refuse,
    "own": give_own_item,
}
