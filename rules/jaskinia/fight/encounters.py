"""Encounters with another Seeker: an attack with its spoils, or stealing; both end the turn [5.2, 6.1, 6.5–6.7]."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from msgspec import Struct

from rules.jaskinia.any_time import any_time_offers
from rules.jaskinia.beside.outside import refusal
from rules.jaskinia.beside.sheets import annex_of
from rules.jaskinia.cards import card_word
from rules.jaskinia.events import fights
from rules.jaskinia.fight.clash import defend, evades, prepare, take_wound, throw
from rules.jaskinia.fight.odds import OWN, SIDES, THEIRS, Side, behind, fight_facts, fight_of, fighter, scores
from rules.jaskinia.model import Fight, FightKind, Game, Seeker
from rules.jaskinia.seeker.belongings import give_item, random_item
from rules.jaskinia.seeker.dying import die
from rules.jaskinia.seeker.values import has, may_have, mods, use_number
from rules.kernel.odds import FACES, faces_said, rethrow_note
from rules.kernel.offers import Offer, Way, choice, ending, take
from rules.kernel.requests import Choose, Option
from rules.kernel.table import Table
from rules.kernel.words import Facts, Word


def stand_ready(table: Table, game: Game, seeker: Seeker, other: Seeker) -> None:
    """Ask the attacked Seeker to get ready (unless ordered never), then the attacker about a guest's number, if any."""
    if game.orders(other).defence != "never":
        _ask_defender(table, game, other)
    if other.seat in annex_of(game).numbers:
        let = Offer(seeker.seat, Option("let", "guest.let"), do=ending)
        take(
            table,
            "guest.refuse",
            [let, refusal(game, other, seeker.seat, aside=False)],
            secret=True,
            **fight_facts(game),
        )


def _ask_defender(table: Table, game: Game, other: Seeker) -> None:
    while True:
        table.set_right()
        stand = Offer(other.seat, Option("stand", "duel.stand"), do=ending)
        if take(table, "duel.ready", [stand, *any_time_offers(game)], secret=True, **fight_facts(game)):
            return


KEEP, REROLL = "keep", "reroll"


def attack(table: Table, game: Game, seeker: Seeker, other: Seeker, kind: FightKind) -> bool:
    """Attack another Seeker; return whether the attacked evaded [6.5, 6.6].

    After an evasion the attacker may do something else; a fight ends the turn.
    """
    game.fight = Fight(kind=kind, rival=other.seat)
    table.tell(fights.SeekerAttacked(seeker.name, other.name, Word(f"cavefight.{kind}")))
    evaded = evades(table, game, seeker, other)
    if not evaded:
        game.tally.duels += 1
        _fight_duel(table, game, seeker, other)
        game.trip.over = True
    game.fight = None
    return evaded


def _fight_duel(table: Table, game: Game, seeker: Seeker, other: Seeker) -> None:
    """The attacker casts Spells first; a tie has no effect [6.5, 6.7]."""
    prepare(table, game, seeker)
    defend(table, game, other)
    if game.beside:
        stand_ready(table, game, seeker, other)
    for side in SIDES:
        throw(table, game, side)
    _offer_rethrows(table, game)
    own, theirs = scores(game)
    for each in (seeker, other):
        use_number(game, each)
    if own == theirs:
        table.tell(fights.RivalsEven(seeker.name, other.name, own))
        return
    winner, loser = (seeker, other) if own > theirs else (other, seeker)
    table.tell(fights.RivalBeaten(winner.name, loser.name, max(own, theirs), min(own, theirs)))
    take_spoils(table, game, winner, loser, fight_of(game).kind)


# Rethrowing the own die ----------------------------------------------------------------------------------------


def _offer_rethrows(table: Table, game: Game) -> None:
    """Let each side with the ability that is not ahead rethrow its die once, the attacker first [12]."""
    left = list(SIDES)
    while side := next((side for side in left if _may_rethrow(game, side)), None):
        left.remove(side)
        if _wants_to_rethrow(table, game, side):
            before = fight_of(game).dice[side]
            table.tell(fights.DuelDieRethrown(_fighter_of_side(game, side).name, before, throw(table, game, side)))


def _may_rethrow(game: Game, side: Side) -> bool:
    """The ability works in a fight, not in psychic combat."""
    seeker = fighter(game, side)
    able = seeker is not None and has(game, seeker, "reroll_duel") and game.orders(seeker).reroll != "never"
    return able and fight_of(game).kind == "fight" and behind(game, side) >= 0


def _wants_to_rethrow(table: Table, game: Game, side: Side) -> bool:
    seeker = _fighter_of_side(game, side)
    if game.orders(seeker).reroll == "always":
        return True
    dice = fight_of(game).dice
    facts: Facts = {"own_die": dice[side], "other_die": dice[THEIRS if side == OWN else OWN]}
    lead = -behind(game, side)
    note, faces = rethrow_note("duel.reroll", [lead - dice[side] + face for face in FACES])
    as_it_lies = "duel.lost" if lead < 0 else "duel.tied"
    options = (Option(KEEP, "duel.keep", as_it_lies, facts), Option(REROLL, "duel.reroll", note, facts | faces))
    return table.ask(Choose(who=seeker.seat, why="duel.reroll", options=options, facts=fight_facts(game))) == REROLL


def _fighter_of_side(game: Game, side: Side) -> Seeker:
    seeker = fighter(game, side)
    assert seeker
    return seeker


# The spoils: Endurance, an Item, gold, or all of it [A17] ------------------------------------------------------

WOUND, PURSE, ITEM, DEVOUR = "wound", "gold", "item", "devour"


class Beaten(Struct, frozen=True):
    """The winner and the loser of a fight, and its kind."""

    winner: Seeker
    loser: Seeker
    kind: FightKind


class Spoil(Struct, frozen=True):
    """A spoil: the function that takes it, and the Item if there is one."""

    do: Callable[[Table, Game, Beaten, str], None]
    item: str = ""


def take_spoils(table: Table, game: Game, winner: Seeker, loser: Seeker, kind: FightKind) -> None:
    """Let the winner choose a spoil; an attacked winner may have a standing order [6.5]."""
    beaten = Beaten(winner, loser, kind)
    spoil = _choose_spoil(table, game, beaten)
    spoil.do(table, game, beaten, spoil.item)


def _wound_loser(table: Table, game: Game, beaten: Beaten, _: str) -> None:
    take_wound(table, game, beaten.loser, beaten.kind)


def _rob_loser(table: Table, game: Game, beaten: Beaten, _: str) -> None:
    rob(table, beaten.winner, beaten.loser)


def _take_item_of_loser(table: Table, game: Game, beaten: Beaten, item: str) -> None:
    table.tell(fights.SpoilsTaken(beaten.winner.name, beaten.loser.name, card_word(item)))
    give_item(table, game, beaten.loser, beaten.winner, item)


def _devour_loser(table: Table, game: Game, beaten: Beaten, _: str) -> None:
    table.tell(fights.SeekerDevoured(beaten.winner.name, beaten.loser.name))
    die(table, game, beaten.loser)


def rob(table: Table, winner: Seeker, loser: Seeker) -> None:
    """Move one bag of gold from the loser to the winner."""
    loser.gold -= 1
    winner.gold += 1
    table.tell(fights.PurseRobbed(winner.name, loser.name, 1))


def _choose_spoil(table: Table, game: Game, beaten: Beaten) -> Spoil:
    winner, loser = beaten.winner, beaten.loser
    order = game.orders(winner).spoils
    if order != "ask" and winner.seat != game.active_seat:
        return Spoil(_rob_loser if order == "gold" and loser.gold else _wound_loser)
    facts: Facts = {"character": winner.name, "loser": loser.name, "endurance": loser.endurance}
    return table.ask(choice(winner.seat, "duel.spoils", list(_spoil_ways(game, beaten)), facts))


def _spoil_ways(game: Game, beaten: Beaten) -> Iterator[Way[Spoil]]:
    loser = beaten.loser
    yield Way(Option(WOUND, "duel.wound"), Spoil(_wound_loser))
    if loser.gold:
        yield Way(Option(PURSE, "duel.gold"), Spoil(_rob_loser))
    for card in dict.fromkeys(takeable(game, beaten.winner, loser)):
        option = Option(f"{ITEM}:{card}", "duel.item", f"cavecard.{card}", {"card": card_word(card)})
        yield Way(option, Spoil(_take_item_of_loser, card))
    # The loser's Endurance counts before any loss [A17].
    if beaten.kind == "fight" and any(
        loser.endurance <= mod.max_endurance for mod in mods(game, beaten.winner, "devour")
    ):
        yield Way(Option(DEVOUR, "duel.devour", facts={"loser": loser.name}), Spoil(_devour_loser))


def takeable(game: Game, seeker: Seeker, other: Seeker) -> list[str]:
    """Return another Seeker's Items that the Seeker may have [3.6]."""
    return [card for card in other.items if may_have(game, seeker, card)]


# Stealing ------------------------------------------------------------------------------------------------------


def steal(table: Table, game: Game, seeker: Seeker, other: Seeker) -> bool:
    """Try to steal from another Seeker; return whether the victim evaded.

    After an evasion the thief may do something else; otherwise the turn ends, whatever the die shows.
    """
    table.tell(fights.StealingTried(seeker.name, other.name))
    if evades(table, game, seeker, other):
        return True
    faces = sorted({face for mod in mods(game, seeker, "steal") for face in mod.faces})
    facts: Facts = {"character": seeker.name, "whom": other.name, "on": faces_said(faces)}
    if int(table.roll("1K6", "steal.roll", **facts)) in faces and has_loot(game, seeker, other):
        _take_gold_or_item(table, game, seeker, other)
    else:
        table.tell(fights.StealingFailed(seeker.name, other.name))
    game.trip.over = True
    return False


def has_loot(game: Game, seeker: Seeker, other: Seeker) -> bool:
    """Whether another Seeker has anything that can be stolen."""
    return bool(other.gold or takeable(game, seeker, other))


def _take_gold_or_item(table: Table, game: Game, seeker: Seeker, other: Seeker) -> None:
    """A random Item is taken only if there is no gold."""
    if other.gold:
        rob(table, seeker, other)
        return
    item = random_item(table, takeable(game, seeker, other), "steal.item", character=other.name)
    table.tell(fights.ItemStolen(seeker.name, other.name, card_word(item)))
    give_item(table, game, other, seeker, item)
