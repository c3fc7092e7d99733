"""The set-up of scenario files: a party, a labyrinth, monsters, and a rule to play by its name."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from rules.kernel.corrections import schedule
from rules.kernel.dice import typed_code
from rules.kernel.errors import BadTable
from rules.kernel.grid import Square
from rules.kernel.requests import Seat
from rules.kernel.scenario import read_position
from rules.kernel.table import Table
from rules.kernel.turns import pace_of
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
from rules.labirynt_smierci.model import (
    Character,
    Fate,
    Game,
    Gate,
    Group,
    Hoard,
    Item,
    ItemKind,
    Monster,
    Orders,
    Segment,
)
from rules.labirynt_smierci.options import read_options
from rules.labirynt_smierci.party.belongings import arm
from rules.labirynt_smierci.party.formation import in_ranks
from rules.labirynt_smierci.party.traits import GATE
from rules.labirynt_smierci.stage import climb, play_stage, search_door, walk
from rules.labirynt_smierci.tables import Tables
from rules.labirynt_smierci.treasure.items import take_treasure
from rules.labirynt_smierci.treasure.loot import share_gold


class Member(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A character: a hero by id, or an apprentice by race, with changes to the sheet."""

    hero: str = ""
    apprentice: str = ""
    id: str = ""
    seat: str = "s1"
    wounds: int = 0
    spent: int = 0
    in_hand: str = ""
    weapons: list[str] = []
    weapon_skill: dict[str, int] | None = None
    skills: dict[str, int] = {}
    strength: int | None = None
    dexterity: int | None = None
    known: list[str] = []
    usable: list[str] = []
    potential: tuple[int, int, int] | None = None
    resistance: int | None = None
    experience: int = 0
    bought: int = 0
    gold: int = 0
    items: list[Thing] = []
    uses: dict[str, int] = {}
    cast: dict[str, int] = {}
    absorbs: int = 0
    might: int = 0
    dizzy: int = 0
    fate: Fate = ""


class Thing(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A carried item."""

    kind: ItemKind
    name: str = ""
    plus: int = 0
    worth: int = 0
    worn: bool = False
    called: str = ""
    id: str = ""


class Known(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The knowledge of the Black Gate."""

    level: int
    segments_left: int | None = None
    square: tuple[int, int] | None = None
    found: bool = False
    destroyed: bool = False


class Place(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A segment of the labyrinth."""

    at: tuple[int, int]
    kind: str = "corridor"
    sides: str
    visited: bool = True
    examined: bool = False
    level: int = 1


class Band(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Monsters on the party's segment; strengths as rolled, with the level's addition.

    ``kinds``: the kind of each monster, if they differ; with the Gate among them they are its guards.
    """

    kind: str
    kinds: list[str] = []
    strengths: list[int]
    resident: bool = True
    gold: int | None = None
    jewels: int = 0
    items: int = 0
    bribe: int = 0
    paid: bool = False
    negotiated: bool = False
    bribed: bool = False
    stance: str = "hostile"
    skill: int = 0
    at: tuple[int, int] | None = None


class Setup(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The whole position; without a party it has two heroes.

    ``meeting``, ``trap``, ``treasure``, ``feature``: a game master's calls. ``orders``: standing orders; without them
    each round of a fight asks, and nobody leaves the ranks.
    """

    seats: tuple[Seat, ...] = ("s1",)
    options: dict[str, str] = {}
    stage: int = 1
    party: list[Member] = []
    formation: list[list[str]] = []
    purse: int = 0
    maze: list[Place] = []
    bag: dict[str, int] | None = None
    at: tuple[int, int] = (0, 0)
    level: int = 1
    entered_by: str | None = None
    left_by: str | None = None
    gate: Known | None = None
    adventure: int = 1
    taught: int = 0
    sun: str | None = None
    outside: bool = False
    monsters: Band | None = None
    meeting: Meeting | None = None
    trap: Trap | None = None
    treasure: Treasure | None = None
    feature: Feature | None = None
    orders: dict[Seat, Orders] = {}


ASK_ALWAYS = Orders(rounds="each", regroup="stay")
"""The default standing orders of a scenario's players: each round asks."""


def scene(tables: Tables, rule: str, raw: Mapping[str, Any]) -> tuple[Game, Callable[[Table], None]]:
    """Return the position and the rule (or several, ``a, b``) to play on it; raises ``BadTable`` for unknown names."""
    setup = read_position(raw, Setup)
    steps = [member.strip().partition(":") for member in rule.split(",")]
    for name, _, _ in steps:
        if name not in RULES:
            raise BadTable("scenario", "rule", f"one of {', '.join(sorted(RULES))}, got {name!r}")
    game = build(tables, setup)

    def play(table: Table) -> None:
        for name, _, argument in steps:
            RULES[name](table, game, argument)

    return game, play


def build(tables: Tables, setup: Setup) -> Game:
    """Return the state that a set-up describes."""
    game = Game(
        options=read_options(setup.options),
        pace=pace_of(setup.options),
        seats=setup.seats,
        stage=setup.stage,
        level=setup.level,
        square=Square(*setup.at),
        entered_by=setup.entered_by,
        left_by=setup.left_by,
        gate=_make_gate(setup.gate) if setup.gate else None,
        adventure=setup.adventure,
        taught=setup.taught,
        outside=setup.outside,
        orders_laying=True,
    )
    game.play_with(tables)
    if what := setup.meeting or setup.trap or setup.treasure or setup.feature:
        schedule(game, what)
    game.orders = {seat: setup.orders.get(seat, ASK_ALWAYS) for seat in setup.seats}
    game.sun = setup.sun  # type: ignore[assignment]  # a wrong colour fails at its first use
    if setup.stage:
        _populate(game, setup)
    return game


def _make_gate(known: Known) -> Gate:
    plain = msgspec.structs.asdict(known)
    return Gate(**{**plain, "square": Square(*known.square) if known.square else None})


def _populate(game: Game, setup: Setup) -> None:
    for member in setup.party or [Member(hero="almuric"), Member(hero="gislan")]:
        character = make_character(game, member)
        game.characters[character.id] = character
    ranks = setup.formation or in_ranks([character.id for character in game.characters.values() if character.alive])
    game.formation = tuple(tuple(rank) for rank in ranks)
    share_gold(game, setup.purse)
    for place in setup.maze or [Place(at=setup.at, kind="room", sides="DDDD", level=setup.level)]:
        segment = Segment(kind=place.kind, sides=place.sides, visited=place.visited, examined=place.examined)
        game.levels.setdefault(place.level, {})[Square(*place.at)] = segment
    game.bag = fresh_bag(game) if setup.bag is None else dict(setup.bag)
    if setup.monsters is not None:
        where = Square(*(setup.monsters.at or setup.at))
        game.levels[game.level][where].group = group(game, setup.monsters)


def make_character(game: Game, member: Member) -> Character:
    """Return a character from the sheet with the changes of the file."""
    character = _make_hero(game, member) if member.hero else _make_apprentice(game, member)
    character.in_hand = member.in_hand or character.weapons[0]
    character.wounds, character.spent = member.wounds, member.spent
    character.known, character.usable = list(member.known), list(member.usable)
    character.skills |= member.skills
    character.weapon_skill = character.weapon_skill if member.weapon_skill is None else dict(member.weapon_skill)
    character.strength = character.strength if member.strength is None else member.strength
    character.dexterity = character.dexterity if member.dexterity is None else member.dexterity
    character.potential = character.potential if member.potential is None else member.potential
    character.resistance = character.resistance if member.resistance is None else member.resistance
    character.experience, character.bought, character.gold = (
        member.experience,
        member.bought,
        member.gold,
    )
    character.uses, character.cast = dict(member.uses), dict(member.cast)
    character.absorbs, character.might, character.dizzy, character.fate = (
        member.absorbs,
        member.might,
        member.dizzy,
        member.fate,
    )
    character.items = [_make_item(game, thing) for thing in member.items]
    arm(character)
    return character


def _make_item(game: Game, thing: Thing) -> Item:
    game.things += 1
    plain = {**msgspec.structs.asdict(thing), "id": thing.id or f"i{game.things}"}
    return Item(**plain)


def _make_hero(game: Game, member: Member) -> Character:
    sheet = game.tables.heroes.of(member.hero)
    return Character(
        id=member.id or sheet.id,
        seat=member.seat,
        name=Word(f"hero.{sheet.id}"),
        race=sheet.race,
        strength=sheet.strength,
        potential=sheet.potential,
        resistance=sheet.resistance,
        dexterity=sheet.dexterity,
        weapons=member.weapons or list(sheet.weapons),
        in_hand="",
        weapon_skill={str(weapon): skill for weapon, skill in sheet.weapon_skill.items()},
        skills={"negotiation": sheet.negotiation, "traps": sheet.traps, "gate": sheet.gate},
    )


def _make_apprentice(game: Game, member: Member) -> Character:
    sheet = game.tables.apprentices.of(member.apprentice)
    return Character(
        id=member.id or f"{sheet.race}-apprentice",
        seat=member.seat,
        name=member.id or sheet.race,
        apprentice=True,
        race=sheet.race,
        strength=sheet.strength,
        resistance=sheet.resistance,
        dexterity=sheet.dexterity,
        weapons=member.weapons or [sheet.weapon],
        in_hand="",
        weapon_skill={sheet.weapon: sheet.weapon_skill},
        skills={"negotiation": sheet.negotiation, "traps": sheet.traps, "gate": sheet.gate},
    )


def group(game: Game, band: Band) -> Group:
    """Return the monsters that the file describes."""
    kinds = band.kinds or [band.kind] * len(band.strengths)
    monsters = [
        Monster(id=f"{kind}-{n}", kind=kind, full=strength, skill=band.skill)
        for n, (kind, strength) in enumerate(zip(kinds, band.strengths, strict=True), start=1)
    ]
    made = Group(kind=band.kind, level=game.level, resident=band.resident, monsters=monsters)
    made.hoard = None if band.gold is None else Hoard(gold=band.gold, jewels=band.jewels, items=band.items)
    made.bribe, made.paid = band.bribe, band.paid
    made.negotiated, made.bribed = band.negotiated, band.bribed
    if GATE in kinds:
        made.title, made.mute = GUARDS, True
    made.stance = band.stance  # type: ignore[assignment]  # a wrong stance shows at once in the scenario
    return made


def _met_group(game: Game) -> Group:
    if game.met is None:
        raise BadTable("scenario", "setup.monsters", "this rule needs monsters on the party's segment")
    return game.met


def _play_assemble(table: Table, game: Game, argument: str) -> None:
    game.here.group = assemble(table, game, resident=argument != "wandering")


def _play_explore(table: Table, game: Game, side: str) -> None:
    for event in explore(table, game, side) or ():
        table.tell(event)


def _play_way(table: Table, game: Game) -> None:
    choose_way(table, game)


def _play_called(table: Table, game: Game) -> None:
    happens(table, game)


def _play_treasure(table: Table, game: Game) -> None:
    take_treasure(table, game, _met_group(game))
    settle(table, game)


def _play_roll(table: Table, game: Game, codes: str) -> None:
    del game  # dice know no game
    for code in codes.split():
        table.roll(typed_code(code), "roll")


RULES: Mapping[str, Callable[[Table, Game, str], None]] = {
    "stage": lambda table, game, _: play_stage(table, game),
    "setup": lambda table, game, _: set_up(table, game),
    "set-out": lambda table, game, _: set_out(table, game),
    "spells": lambda table, game, _: choose_usable(table, game),
    "explore": _play_explore,
    "walk": lambda table, game, side: walk(table, game, side),
    "climb": lambda table, game, way: climb(table, game, way),
    "door": lambda table, game, _: search_door(table, game),
    "monsters": lambda table, game, visit: look_for_monsters(table, game, visit != "visited"),
    "assemble": _play_assemble,
    "encounter": lambda table, game, _: encounter(table, game, _met_group(game)),
    "called": lambda table, game, _: _play_called(table, game),
    "meet-again": lambda table, game, _: meet_again(table, game, _met_group(game)),
    "fight": lambda table, game, first: fight(table, game, _met_group(game), first == "monsters"),
    "leave": lambda table, game, _: leave(table, game),
    "outside": lambda table, game, _: outside(table, game),
    "way": lambda table, game, _: _play_way(table, game),
    "settle": lambda table, game, _: settle(table, game),
    "gate": lambda table, game, _: meet_newcomers(table, game, guards(table, game)),
    "treasure": lambda table, game, _: _play_treasure(table, game),
    "roll": _play_roll,
}
"""The rules that scenario files can play, by name; some take an argument after a colon."""
