"""Corrections of the cave: Gates, the Crystal Chamber, cards and gold on areas, used piles."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rules.jaskinia.cards import card_word, discard, spell_word
from rules.jaskinia.corrections.seekers import MOST_GOLD, areas, cards_of, draw_out, supply, used_up
from rules.jaskinia.events import corrections
from rules.jaskinia.model import SPELLS, Game
from rules.jaskinia.movement import area_options
from rules.jaskinia.places import area_facts, area_word
from rules.jaskinia.seeker.belongings import lift
from rules.kernel.chance import put, take_out
from rules.kernel.corrections import Deed, action
from rules.kernel.requests import GM, Action, Amount, Choose, Field, Filled, Form, Option
from rules.kernel.table import Table
from rules.kernel.words import Facts, Term, Word


def offers(game: Game) -> Iterator[Action]:
    """Return the corrections of Gates, the Crystal and the areas; during a fight only of the Enemies in it."""
    if game.fight:
        here = game.seeker_of(game.active_seat).at
        foes = tuple(_lying_card_option(game, here, card) for card in dict.fromkeys(game.fight.foes))
        yield from _choose_action("sweep", foes)
        return
    gates = [gate.id for gate in game.tables.board.gate]
    yield from _choose_action("open", _gate_options([gate for gate in gates if gate not in game.gates]))
    yield from _choose_action("shut", _gate_options([gate for gate in gates if gate in game.gates]))
    chambers = [at for at in game.tables.board.chambers if at != game.crystal]
    yield from _choose_action("crystal", area_options(game, chambers))
    if game.crystal and not any(player.out for player in game.players.values()):
        yield action("hide", "", None, **area_facts(game, game.crystal))
    yield from _laying_actions(game)
    yield from _choose_action("sweep", tuple(_lying_card_options(game)))
    yield from _choose_action("restock", tuple(_used_card_options(game)))


def _choose_action(verb: str, options: tuple[Option, ...]) -> Iterator[Action]:
    if options:
        yield action(verb, "", Choose(who=GM, why=f"gm.{verb}", options=options))


def _gate_options(ids: list[str]) -> tuple[Option, ...]:
    return tuple(Option(id, "gm.gate", facts={"gate": id}) for id in ids)


def _laying_actions(game: Game) -> Iterator[Action]:
    places = area_options(game, areas(game))
    if cards := cards_of(supply(game)):
        card = Field("card", Choose(who=GM, why="gm.card.which", options=cards), Word("field.card"))
        where = Field("where", Choose(who=GM, why="gm.card.where", options=places), Word("field.where"))
        yield action("card", "", Form(who=GM, why="gm.card", fields=(card, where)))
    number = Field("amount", Amount(who=GM, why="gm.bags.amount", least=0, most=MOST_GOLD), Word("field.amount"))
    where = Field("where", Choose(who=GM, why="gm.bags.where", options=places), Word("field.where"))
    yield action("bags", "", Form(who=GM, why="gm.bags", fields=(where, number)))


def _lying_card_options(game: Game) -> Iterator[Option]:
    for at, cards in game.lying.items():
        yield from (_lying_card_option(game, at, card) for card in dict.fromkeys(cards))


def _lying_card_option(game: Game, at: str, card: str) -> Option:
    facts: Facts = {"card": card_word(card), **area_facts(game, at)}
    return Option(f"{at}:{card}", "gm.lying.card", f"cavecard.{card}", facts)


def _used_card_options(game: Game) -> Iterator[Option]:
    for deck, id in used_up(game):
        facts = {"card": _card_or_spell_word(deck, id), "deck": Word(f"cavedeck.{deck}")}
        yield Option(f"{deck}:{id}", "gm.used", facts=facts)


def _card_or_spell_word(deck: str, id: str) -> Term:
    return spell_word(id) if deck == SPELLS else card_word(id)


# What comes of it ------------------------------------------------------------------------------------------------


def open_gates(table: Table, game: Game, about: str, gate: str) -> None:
    """Open the Gates for everybody."""
    game.gates.append(gate)
    table.tell(corrections.GatesSet(gate, open=True))


def shut_gates(table: Table, game: Game, about: str, gate: str) -> None:
    """Close the Gates."""
    game.gates.remove(gate)
    table.tell(corrections.GatesSet(gate, open=False))


def place_crystal(table: Table, game: Game, about: str, at: str) -> None:
    """Make this area the Crystal Chamber, wherever it was before."""
    game.crystal = at
    game.tally.found = game.tally.found or game.tally.rounds
    table.tell(corrections.CrystalPlaced(area_word(game, at), at))


def hide_crystal(table: Table, game: Game, about: str, _: None) -> None:
    """Make the Crystal Chamber unknown again; Seekers who die return, so no player may be out of the game [8.5]."""
    at, game.crystal, game.tally.found = game.crystal, "", 0
    table.tell(corrections.CrystalHidden(area_word(game, at), at))


def lay_card(table: Table, game: Game, about: str, filled: Filled) -> None:
    """Lay a card face up on an area."""
    card, at = filled.values["card"], filled.values["where"]
    game.lying.setdefault(at, []).append(draw_out(game, card))
    table.tell(corrections.CardLaidDown(card_word(card), area_word(game, at), at))


def sweep(table: Table, game: Game, about: str, what: str) -> None:
    """Move a card from an area to its used pile; an Enemy also leaves the fight."""
    at, _, card = what.partition(":")
    if game.fight:
        game.fight.foes.remove(card)
    lift(game, at, card)
    discard(game, card)
    table.tell(corrections.CardCleared(card_word(card), area_word(game, at), at))


def lay_bags(table: Table, game: Game, about: str, filled: Filled) -> None:
    """Set the number of bags of gold on an area."""
    at, gold = filled.values["where"], filled.values["amount"]
    game.gold[at] = gold
    if not gold:
        del game.gold[at]
    table.tell(corrections.BagsLaidDown(gold, area_word(game, at), at))


def restock(table: Table, game: Game, about: str, what: str) -> None:
    """Move a used card back into its deck."""
    deck, _, id = what.partition(":")
    take_out(game.used[deck], id)
    put(game.decks[deck], id)
    table.tell(corrections.CardReturned(_card_or_spell_word(deck, id), Word(f"cavedeck.{deck}")))


DEEDS: Mapping[str, Deed[Game]] = {
    "open": open_gates,
    "shut": shut_gates,
    "crystal": place_crystal,
    "hide": hide_crystal,
    "card": lay_card,
    "sweep": sweep,
    "bags": lay_bags,
    "restock": restock,
}
