"""Events that a game master calls before a Move: an Encounter of a character, or a clash of two."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial

from rules.kernel.corrections import Deed, action, schedule
from rules.kernel.errors import Refused
from rules.kernel.requests import GM, Action, Choose, Field, Filled, Form, Option
from rules.kernel.table import Table
from rules.kernel.words import Word
from rules.labirynt_czarnoksieznika.corrections import boards
from rules.labirynt_czarnoksieznika.corrections.members import put_in_chamber
from rules.labirynt_czarnoksieznika.events.corrections import ClashCalled, EncounterCalled
from rules.labirynt_czarnoksieznika.exploration.called import CalledClash, CalledEncounter
from rules.labirynt_czarnoksieznika.model import CRYSTAL, ZOMBIE, Character, Game
from rules.labirynt_czarnoksieznika.tables.sheets import Place, chamber_of
from rules.labirynt_czarnoksieznika.ways import has_room, is_closed

HERE = "here"
"""The choice of the chamber where the character stands."""


def offers(game: Game) -> Iterator[Action]:
    """Yield the calls while the player at turn has not moved yet and no fight goes on."""
    if not (boards.calm(game) and game.calls_open):
        return
    people = [character for character in game.characters.values() if character.active]
    if met := [character for character in people if character.id != ZOMBIE]:
        yield action("encounter", "", _encounter_form(game, met))
    if len({character.seat for character in people}) > 1:
        fields = tuple(
            Field(name, _character_choice(name, people), Word(f"field.{name}")) for name in ("attacker", "attacked")
        )
        yield action("clash", "", Form(who=GM, why="gm.clash", fields=fields, check=partial(_check_clash, game)))


def _encounter_form(game: Game, people: list[Character]) -> Form:
    rows = tuple(
        Option(row.id, "gm.encounter.row", facts={"foe": Word(f"foe.{row.id}"), "total": row.total})
        for row in game.tables.encounters.encounter
    )
    places = (Option(HERE, "gm.encounter.here"), *boards.spots(game, boards.chambers(game)))
    fields = (
        Field("foe", Choose(who=GM, why="gm.encounter.which", options=rows), Word("field.foe")),
        Field("who", _character_choice("met", people), Word("field.met")),
        Field("where", Choose(who=GM, why="gm.encounter.where", options=places), Word("field.where"), HERE),
    )
    return Form(who=GM, why="gm.encounter", fields=fields, check=partial(_check_encounter, game))


def _character_choice(why: str, people: list[Character]) -> Choose:
    options = tuple(
        Option(
            character.id,
            "gm.character.met",
            facts={"who": character.name, "player": character.seat, "place": character.at},
        )
        for character in people
    )
    return Choose(who=GM, why=f"gm.character.{why}", options=options)


def _check_encounter(game: Game, filled: Filled) -> None:
    character, where = game.characters[filled.values["who"]], filled.values["where"]
    if where != HERE:
        _check_place(game, character, where)


def _check_clash(game: Game, filled: Filled) -> None:
    attacker, attacked = (game.characters[filled.values[name]] for name in ("attacker", "attacked"))
    if attacker.seat == attacked.seat:
        raise Refused("clash_of_mates", who=attacker.name, other=attacked.name)
    _check_place(game, attacker, attacked.at)


def _check_place(game: Game, character: Character, where: Place) -> None:
    """Raises ``Refused`` if the character cannot be put there; one with a Crystal is not put into its Camp."""
    if character.at == where:
        return
    reasons = {
        "chamber_homing": CRYSTAL in character.tokens and where == game.camp_of(character.seat),
        "chamber_closed": is_closed(game, where, character),
        "chamber_barred": not has_room(game, where, character),
    }
    if reason := next((reason for reason, applies in reasons.items() if applies), ""):
        raise Refused(reason, who=character.name, chamber=chamber_of(where))


def call_encounter(table: Table, game: Game, about: str, filled: Filled) -> None:
    """Call an Encounter; the character meets it before the next question, in the given chamber."""
    character, where = game.characters[filled.values["who"]], filled.values["where"]
    _bring(table, game, character, character.at if where == HERE else where)
    schedule(game, CalledEncounter(character.id, filled.values["foe"]))
    table.tell(EncounterCalled(character.name, Word(f"foe.{filled.values['foe']}"), *game.spot(character.at)))


def call_clash(table: Table, game: Game, about: str, filled: Filled) -> None:
    """Call a clash; it is fought before the next question, in the chamber of the attacked character."""
    attacker, attacked = (game.characters[filled.values[name]] for name in ("attacker", "attacked"))
    _bring(table, game, attacker, attacked.at)
    schedule(game, CalledClash(attacker.id, attacked.id))
    table.tell(ClashCalled(attacker.name, attacked.name))


def _bring(table: Table, game: Game, character: Character, where: Place) -> None:
    if character.at != where:
        put_in_chamber(table, game, character.id, where)


DEEDS: Mapping[str, Deed[Game]] = {"encounter": call_encounter, "clash": call_clash}
