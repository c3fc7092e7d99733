"""The set-up of scenario files: a party, a labyrinth, monsters, and a rule to play by its name."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from msgspec import Struct

from rules.kernel.corrections import schedule
from rules.kernel.errors import BadTable
from rules.kernel.grid import Square
from rules.kernel.scenario import Rule, among, apart, begin_position, changed, fresh, roll, set_scene
from rules.kernel.table import Table
from rules.kernel.words import Word
from rules.labirynt_smierci.combat.fight import fight
from rules.labirynt_smierci.combat.powers import GUARDS, guards
from rules.labirynt_smierci.course.called import Feature, Meeting, Trap, Treasure, happens
from rules.labirynt_smierci.course.leaving import leave, outside
from rules.labirynt_smierci.course.setup import set_out, set_up
from rules.labirynt_smierci.course.ways import choose_way
from rules.labirynt_smierci.encounter.monsters import assemble, encounter, look_for_monsters, meet_again, meet_newcomers
from rules.labirynt_smierci.exploration import explore, fresh_bag
from rules.labirynt_smierci.free_actions import settle
from rules.labirynt_smierci.magic.casting import choose_usable
from rules.labirynt_smierci.model import Character, Game, Group, Hoard, Monster, Orders, Segment
from rules.labirynt_smierci.options import read_options
from rules.labirynt_smierci.party.belongings import arm
from rules.labirynt_smierci.party.experience import character_of
from rules.labirynt_smierci.party.formation import in_ranks
from rules.labirynt_smierci.party.traits import GATE
from rules.labirynt_smierci.stage import climb, play_stage, search_door, walk
from rules.labirynt_smierci.tables import Tables
from rules.labirynt_smierci.treasure.items import take_treasure
from rules.labirynt_smierci.treasure.loot import share_gold


class Setup(Struct, frozen=True, kw_only=True):
    """The position beside the fields of ``Game``; without a party it has two heroes.

    ``meeting``, ``trap``, ``treasure``, ``feature``: a game master's calls.
    """

    party: list[dict[str, Any]] = []
    purse: int = 0
    maze: list[dict[str, Any]] = []
    at: Square = Square(0, 0)
    monsters: dict[str, Any] | None = None
    meeting: Meeting | None = None
    trap: Trap | None = None
    treasure: Treasure | None = None
    feature: Feature | None = None


class Member(Struct, frozen=True, kw_only=True):
    """A character beside the fields of ``Character``: a hero by id, or an apprentice by race."""

    hero: str = ""
    apprentice: str = ""
    skills: dict[str, int] = {}
    items: list[dict[str, Any]] = []


class Place(Struct, frozen=True, kw_only=True):
    """The place of a segment."""

    at: Square
    level: int = 1


class Band(Struct, frozen=True, kw_only=True):
    """Monsters beside the fields of ``Group``; strengths as rolled, with the level's addition.

    ``kinds``: the kind of each monster, if they differ; with the Gate among them they are its guards.
    """

    kind: str
    kinds: list[str] = []
    strengths: list[int]
    skill: int = 0
    gold: int | None = None
    jewels: int = 0
    items: int = 0
    at: Square | None = None


USUAL = {"seats": ("s1",), "orders_laying": True}
USUAL_PARTY = [{"hero": "almuric"}, {"hero": "gislan"}]
ASK_ALWAYS = Orders(rounds="each", regroup="stay")
"""The default standing orders of a scenario's players: each round asks, and nobody leaves the ranks."""


def build(tables: Tables, raw: Mapping[str, Any]) -> Game:
    """Return the state that a file describes; raises ``BadTable``."""
    setup, game = begin_position({**USUAL, **raw}, Setup, Game, read_options, tables)
    game.square = setup.at
    game.orders = dict.fromkeys(game.seats, ASK_ALWAYS) | game.orders
    if what := setup.meeting or setup.trap or setup.treasure or setup.feature:
        schedule(game, what)
    if not game.stage:
        return game
    for n, member in enumerate(setup.party or USUAL_PARTY):
        character = _make_character(game, member, f"setup.party[{n}]")
        game.characters[character.id] = character
    living = [character.id for character in game.characters.values() if character.alive]
    game.formation = game.formation or in_ranks(living)
    share_gold(game, setup.purse)
    if "bag" not in raw:
        game.bag = fresh_bag(game)
    for n, written in enumerate(setup.maze or [{"at": setup.at, "kind": "room", "sides": "DDDD", "level": game.level}]):
        place, fields = apart(written, Place, f"setup.maze[{n}]")
        segment = fresh(Segment, {"kind": "corridor", "visited": True, **fields}, f"setup.maze[{n}]")
        game.levels.setdefault(place.level, {})[place.at] = segment
    if game.square not in game.levels.get(game.level, {}):
        raise BadTable("scenario", "setup.at", "Expected a segment of the maze")
    if setup.monsters is not None:
        band, fields = apart(setup.monsters, Band, "setup.monsters")
        game.levels[game.level][band.at or setup.at].group = _make_group(game, band, fields)
    return game


def _make_character(game: Game, written: Mapping[str, Any], key: str) -> Character:
    member, fields = apart(written, Member, key)
    tables = game.tables
    if member.hero:
        id = among(f"{key}.hero", member.hero, (sheet.id for sheet in tables.heroes.hero))
        made = character_of(tables.heroes.of(id), id=id, seat="s1", name=Word(f"hero.{id}"))
    else:
        race = among(f"{key}.apprentice", member.apprentice, (sheet.race for sheet in tables.apprentices.apprentice))
        id = fields.get("id") or f"{race}-apprentice"
        made = character_of(tables.apprentices.of(race), id=id, seat="s1", name=fields.get("id") or race)
    items = [{"id": f"i{game.things + n}", **item} for n, item in enumerate(member.items, start=1)]
    game.things += len(items)
    # Without a weapon in hand ``arm`` takes the first one, whichever the file gives.
    character = changed(made, {"in_hand": "", **fields, "skills": made.skills | member.skills, "items": items}, key)
    arm(character)
    return character


def _make_group(game: Game, band: Band, fields: Mapping[str, Any]) -> Group:
    kinds = band.kinds or [band.kind] * len(band.strengths)
    if len(kinds) != len(band.strengths):
        raise BadTable("scenario", "setup.monsters.kinds", "Expected one for each of the strengths")
    monsters = [
        Monster(id=f"{kind}-{n}", kind=kind, full=strength, skill=band.skill)
        for n, (kind, strength) in enumerate(zip(kinds, band.strengths, strict=True), start=1)
    ]
    made = Group(kind=band.kind, level=game.level, resident=True, monsters=monsters)
    made.hoard = None if band.gold is None else Hoard(gold=band.gold, jewels=band.jewels, items=band.items)
    if GATE in kinds:
        made.title, made.mute = GUARDS, True
    return changed(made, fields, "setup.monsters")


def _met_group(game: Game) -> Group:
    if not game.met:
        raise BadTable("scenario", "setup.monsters", "this rule needs monsters on the party's segment")
    return game.met


def _assemble(table: Table, game: Game, visit: str) -> None:
    game.here.group = assemble(table, game, resident=visit != "wandering")


def _explore(table: Table, game: Game, side: str) -> None:
    for event in explore(table, game, side) or ():
        table.tell(event)


def _take_treasure(table: Table, game: Game) -> None:
    take_treasure(table, game, _met_group(game))
    settle(table, game)


RULES: Mapping[str, Rule] = {
    "stage": play_stage,
    "setup": set_up,
    "set-out": set_out,
    "spells": choose_usable,
    "explore:SIDE": _explore,
    "walk:SIDE": walk,
    "climb:WAY": climb,
    "door": search_door,
    "monsters:[VISIT]": lambda table, game, visit="": look_for_monsters(table, game, visit != "visited"),
    "assemble:VISIT": _assemble,
    "encounter": lambda table, game: encounter(table, game, _met_group(game)),
    "called": happens,
    "meet-again": lambda table, game: meet_again(table, game, _met_group(game)),
    "fight:[FIRST]": lambda table, game, first="": fight(table, game, _met_group(game), first == "monsters"),
    "leave": leave,
    "outside": outside,
    "way": choose_way,
    "settle": settle,
    "gate": lambda table, game: meet_newcomers(table, game, guards(table, game)),
    "treasure": _take_treasure,
    "roll:DICE": roll,
}
"""The rules that scenario files can play, by name and arguments."""
scene = partial(set_scene, build, RULES, {})
