"""What a Seeker that won against another takes: Endurance, an Item, gold, or all of it [6.5, A17]."""

from __future__ import annotations

from collections.abc import Iterator

from rules.jaskinia.dying import die
from rules.jaskinia.events.fights import PurseRobbed, SeekerDevoured, SpoilsTaken
from rules.jaskinia.fight_losses import wounded
from rules.jaskinia.limits import card_word
from rules.jaskinia.model import FightKind, Game, Seeker
from rules.jaskinia.things import give_item
from rules.jaskinia.values import mods
from rules.kernel.requests import Option
from rules.kernel.table import Table

WOUND, GOLD, ITEM, DEVOUR = "wound", "gold", "item", "devour"


def take_spoils(table: Table, game: Game, winner: Seeker, loser: Seeker, kind: FightKind) -> None:
    """The winner chooses; an attacked one may have a standing order [6.5]."""
    verb, _, card = _wanted(table, game, winner, loser, kind).partition(":")
    if verb == WOUND:
        wounded(table, game, loser, kind)
    elif verb == GOLD:
        rob(table, winner, loser)
    elif verb == ITEM:
        table.tell(SpoilsTaken(winner.name, loser.name, card_word(card)))
        give_item(table, game, loser, winner, card)
    else:
        table.tell(SeekerDevoured(winner.name, loser.name))
        die(table, game, loser)


def rob(table: Table, winner: Seeker, loser: Seeker) -> None:
    """One bag of gold changes hands."""
    loser.gold -= 1
    winner.gold += 1
    table.tell(PurseRobbed(winner.name, loser.name, 1))


def _wanted(table: Table, game: Game, winner: Seeker, loser: Seeker, kind: FightKind) -> str:
    order = game.orders(winner).spoils
    if order != "ask" and winner.seat != game.active_seat:
        return GOLD if order == "gold" and loser.gold else WOUND
    options = list(_ways(game, winner, loser, kind))
    return table.choose(
        winner.seat, "duel.spoils", options, character=winner.name, loser=loser.name, endurance=loser.endurance
    )


def _ways(game: Game, winner: Seeker, loser: Seeker, kind: FightKind) -> Iterator[Option]:
    yield Option(WOUND, "duel.wound")
    if loser.gold:
        yield Option(GOLD, "duel.gold")
    for card in dict.fromkeys(loser.items):
        yield Option(f"{ITEM}:{card}", "duel.item", f"cavecard.{card}", {"card": card_word(card)})
    if kind == "fight" and _may_devour(game, winner, loser):
        yield Option(DEVOUR, "duel.devour", facts={"loser": loser.name})


def _may_devour(game: Game, winner: Seeker, loser: Seeker) -> bool:
    """By the Endurance of the beaten before any loss [A17]."""
    return any(loser.endurance <= mod.max_endurance for mod in mods(game, winner, "devour"))
