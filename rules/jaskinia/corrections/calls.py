"""Events that a game master calls before a move: a card that a Seeker meets, or a nameless opponent."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rules.jaskinia.cards import card_word
from rules.jaskinia.corrections.seekers import STRONGEST, calm, cards_of, draw_out, supply
from rules.jaskinia.events.corrections import CardCalled, FightCalledOff, OpponentCalled
from rules.jaskinia.exploration.called import NAMELESS, CalledCard, CalledFight
from rules.jaskinia.fight.odds import fight_of, opponents
from rules.jaskinia.model import Game
from rules.kernel.corrections import Deed, action, schedule
from rules.kernel.requests import GM, Action, Amount, Choose, Field, Filled, Form, Option
from rules.kernel.table import Table
from rules.kernel.words import Word

KINDS = ("fight", "psychic")


def offers(game: Game) -> Iterator[Action]:
    """Yield the calls while the Seeker at turn has not moved yet and no fight goes on; else what breaks a fight off."""
    fight = game.fight
    if fight and not fight.dice and (fight.foes or fight.guardian == f"caveguardian.{NAMELESS}"):
        seeker = game.seeker_of(game.active_seat)
        yield action("stop", "", seeker=seeker.name, foes=opponents(game))
    if not (calm(game) and game.calls_open and game.seekers):
        return
    if cards := cards_of(supply(game)):
        card = Field("card", Choose(who=GM, why="gm.card.which", options=cards), Word("field.card"))
        yield action("meet", "", Form(who=GM, why="gm.meet", fields=(card, _seeker_field(game))))
    kinds = tuple(Option(kind, f"gm.opponent.{kind}") for kind in KINDS)
    fields = (
        Field("kind", Choose(who=GM, why="gm.opponent.kind", options=kinds), Word("field.fight_kind")),
        Field("value", Amount(who=GM, why="gm.opponent.value", least=1, most=STRONGEST), Word("field.opponent_value")),
        _seeker_field(game),
    )
    yield action("opponent", "", Form(who=GM, why="gm.opponent", fields=fields))


def _seeker_field(game: Game) -> Field[str]:
    options = tuple(
        Option(seeker.seat, "gm.seeker.met", facts={"seeker": seeker.name, "player": seeker.seat})
        for seeker in game.seekers
    )
    usual = game.active_seat if game.active else None
    return Field("seeker", Choose(who=GM, why="gm.seeker.meeting", options=options), Word("field.seeker"), usual)


def call_card(table: Table, game: Game, about: str, filled: Filled) -> None:
    """Lay a card on the area of a Seeker, which meets it before the next question."""
    card, seeker = filled.values["card"], game.seeker_of(filled.values["seeker"])
    game.lying.setdefault(seeker.at, []).append(draw_out(game, card))
    schedule(game, CalledCard(seeker.seat, card))
    table.tell(CardCalled(seeker.name, card_word(card)))


def call_opponent(table: Table, game: Game, about: str, filled: Filled) -> None:
    """Call a nameless opponent; the Seeker fights it before the next question."""
    seeker, kind, value = game.seeker_of(filled.values["seeker"]), filled.values["kind"], filled.values["value"]
    schedule(game, CalledFight(seeker.seat, kind, value))
    table.tell(OpponentCalled(seeker.name, Word(f"cavefight.{kind}"), value))


def break_off(table: Table, game: Game, about: str, _: None) -> None:
    """End the fight before its dice; nobody has won, and Enemies stay on the area as if they had been evaded."""
    fight = fight_of(game)
    table.tell(FightCalledOff(game.seeker_of(game.active_seat).name, opponents(game)))
    game.trip.evaded += fight.foes
    fight.foes, fight.guardian = [], ""


DEEDS: Mapping[str, Deed[Game]] = {"meet": call_card, "opponent": call_opponent, "stop": break_off}
