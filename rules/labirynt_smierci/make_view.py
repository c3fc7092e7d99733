"""The view of the state for a seat; this game hides nothing, and the bag's order does not exist."""

from __future__ import annotations

from typing import Literal

from rules.kernel.grid import Square
from rules.kernel.requests import Seat
from rules.kernel.words import Term
from rules.labirynt_smierci.course.called import MIXED
from rules.labirynt_smierci.course.journeys import kind_at, known_paths, lettered_goals
from rules.labirynt_smierci.course.ways import ways_out
from rules.labirynt_smierci.encounter.talks import perils
from rules.labirynt_smierci.exploration import LETTERS, mark_of, open_exits
from rules.labirynt_smierci.magic.casting import uses_left
from rules.labirynt_smierci.model import Character, Fight, Game, Group, Item, Monster, Segment
from rules.labirynt_smierci.party import traits
from rules.labirynt_smierci.tables.sheets import WEAPONS
from rules.labirynt_smierci.view import (
    BattleView,
    CharacterView,
    ExitView,
    FighterView,
    GateView,
    GroupView,
    ItemView,
    MapView,
    PartyView,
    PlacementOption,
    PlacementView,
    SegmentView,
    SpellView,
    View,
)


def view(game: Game, viewer: Seat | None) -> View:
    """Return the view for this seat; None: a spectator."""
    del viewer  # everything on the table is open to all
    group, party = game.met, party_view(game)
    return View(
        stage=game.stage,
        setting_up=not game.levels,
        outcome=game.outcome,
        party=party,
        here=map_view(game, game.level) if game.levels else None,
        levels=tuple(map_view(game, number) for number in sorted(game.levels) if number != game.level),
        placement=placement_view(game),
        met=group_view(game, group) if group and group.living else None,
        battle=battle_view(game, group, game.fight) if group and game.fight else None,
        magic=magic_view(game, party),
        home=steps_home(game) if game.levels and not game.outside else None,
    )


def steps_home(game: Game) -> int | None:
    """The number of steps to the entrance; None if no known way leads there."""
    if game.here.kind == "entrance":
        return 0
    paths = ((path.steps, kind_at(game, path.to)) for path in known_paths(game))
    return next((steps for steps, kind in paths if kind == "entrance"), None)


def map_view(game: Game, number: int) -> MapView:
    """Return the explored part of one level."""
    here = number == game.level and not game.outside
    graves = _graves_by_place(game)
    stones = [character.stone_at for character in game.characters.values() if character.stone_at]
    segments = tuple(
        SegmentView(
            square.x,
            square.y,
            segment.kind,
            segment.sides,
            monsters=(monsters := len(segment.group.living) if segment.group else 0),
            monster_kind=segment.group.kind if segment.group and monsters else "",
            sealed=segment.sealed,
            examined=segment.examined,
            gate=_gate_state_at(game, number, square, segment),
            stone=stones.count((number, square)),
            graves=tuple(graves.get((number, square), ())),
        )
        for square, segment in game.levels[number].items()
    )
    return MapView(
        level=number,
        stage=game.stage,
        segments=segments,
        exits=exits_view(game, number, here),
        party=(game.square.x, game.square.y) if here else None,
        living=len(game.living),
    )


def _graves_by_place(game: Game) -> dict[tuple[int, Square], list[Term]]:
    found: dict[tuple[int, Square], list[Term]] = {}
    for grave in game.graves:
        character = game.characters.get(grave.who)
        if character and not character.alive:
            found.setdefault((grave.level, grave.square), []).append(character.name)
    return found


def _gate_state_at(game: Game, level: int, square: Square, segment: Segment) -> Literal["", "open", "destroyed"]:
    gate = game.gate
    below = gate is not None and gate.found and (gate.level, gate.square) == (level, square)
    if not gate or not (below or segment.kind == "gate"):
        return ""
    return "destroyed" if gate.destroyed else "open"


def exits_view(game: Game, number: int, here: bool) -> tuple[ExitView, ...]:
    """Return the lettered ways of the party's segment and near openings, then all other unexplored openings."""
    ways = ways_out(game) if here else []
    lettered = [ExitView(game.square.x, game.square.y, way.id, way.letter, way.known) for way in ways]
    if here and not (game.met and game.met.living):
        lettered += _lettered_exit_views(game, len(ways))
    own = [(view.x, view.y, view.side) for view in lettered]
    others = [
        ExitView(square.x, square.y, side, "", False)
        for square, side in open_exits(game.levels[number])
        if (square.x, square.y, side) not in own
    ]
    return (*lettered, *others)


def _lettered_exit_views(game: Game, ways: int) -> list[ExitView]:
    lettered = lettered_goals(game, known_paths(game), ways)
    goals = [(letter, goal, goal.to[1]) for letter, goal in lettered if letter]
    return [ExitView(square.x, square.y, goal.side, letter, False) for letter, goal, square in goals]


def placement_view(game: Game) -> PlacementView | None:
    """Return the segment that is being laid, if any."""
    drawn = game.drawn
    if not drawn:
        return None
    options = tuple(PlacementOption(sides, LETTERS[n], sides) for n, sides in enumerate(drawn.ways))
    return PlacementView(drawn.square.x, drawn.square.y, drawn.kind, options)


def party_view(game: Game) -> PartyView:
    """Return the party and its sheets."""
    gate = game.gate
    return PartyView(
        characters=tuple(character_view(game, character) for character in game.characters.values()),
        formation=game.formation,
        gold=game.purse,
        sun=game.sun or "",
        adventure=game.adventure,
        adventures=game.options.adventures,
        gate=GateView(gate.level, gate.segments_left, gate.found, gate.destroyed) if gate else None,
        heap=tuple(item_view(item) for item in game.heap.items),
        winners=tuple(game.winners),
        victory_points=game.tables.experience.victory_points,
        victory_gold=game.tables.experience.victory_gold,
    )


def item_view(item: Item) -> ItemView:
    """Return an item; its unknown properties are not in the state."""
    return ItemView(item.id, item.kind, item.name, item.title, item.plus, item.worth, item.worn)


def character_view(game: Game, character: Character) -> CharacterView:
    """Return a character's sheet."""
    spells = traits.spells_of(game, character) if game.sun else []
    uses = {spell: left for spell in spells if (left := uses_left(game, character, spell)) is not None}
    return CharacterView(
        id=character.id,
        seat=character.seat,
        name=character.name,
        apprentice=character.apprentice,
        race=character.race,
        alive=character.alive,
        strength=max(character.strength_now, 0),
        full=character.strength,
        wounds=character.wounds,
        resistance=traits.resistance(game, character),
        dexterity=traits.dexterity_of(game, character),
        potential=character.potential,
        weapons=tuple(character.weapons),
        in_hand=character.in_hand,
        weapon_skill=dict(character.weapon_skill),
        skills={name: value for name, value in character.skills.items() if value},
        known=tuple(character.known),
        usable=tuple(character.usable),
        spells=tuple(spells),
        uses=uses,
        experience=character.experience,
        lesson=game.tables.experience.price,
        improvements=max(character.experience // game.tables.experience.price - character.bought, 0),
        gold=character.gold,
        wealth=character.wealth,
        items=tuple(item_view(item) for item in character.items),
        armour=character.armour,
        absorbs=character.absorbs,
        might=character.might,
        charming=character.charming,
        fate=character.fate,
        ally=character.ally,
    )


def magic_view(game: Game, party: PartyView) -> tuple[SpellView, ...]:
    """Return the cost and amount of the spells that the party can cast."""
    spells = dict.fromkeys(spell for character in party.characters for spell in character.spells)
    sheets = [(spell, game.tables.spells.of(spell)) for spell in spells]
    return tuple(SpellView(spell, sheet.cost, sheet.amount, sheet.uses) for spell, sheet in sheets)


def group_view(game: Game, group: Group) -> GroupView:
    """Return the monsters on the party's segment."""
    strongest = max(group.living, key=lambda monster: (monster.kind != traits.GATE, monster.strength))
    return GroupView(
        kind=group.kind,
        name=group.name,
        strengths=tuple(monster.strength for monster in group.living),
        dexterity=traits.dexterity(game, group, strongest),
        reluctance=traits.reluctance(game, group) if traits.may_be_talked_to(game, group) else None,
        resistance=traits.resistance(game, strongest),
        stance=group.stance,
        perils=perils(game, group),
        kinds=tuple(monster.kind for monster in group.living) if group.title == MIXED else (),
        level=group.level,
    )


def battle_view(game: Game, group: Group, fight: Fight) -> BattleView:
    """Return the two formations of a fight."""
    alive = {monster.id: monster for monster in group.living}
    monsters = tuple(
        tuple(_monster_view(game, fight, alive[member]) for member in rank if member in alive)
        for rank in fight.monsters
    )
    party = tuple(
        tuple(_member_view(game, fight, game.characters[member]) for member in rank) for rank in game.formation
    )
    return BattleView(fight.round, party, tuple(rank for rank in monsters if rank))


def _monster_view(game: Game, fight: Fight, monster: Monster) -> FighterView:
    weapon = "" if monster.kind == traits.GATE else traits.combat_column(game, monster)
    return FighterView(
        id=monster.id,
        mark=mark_of(monster.id),
        name=monster.name,
        kind=looks_of(game.characters[monster.person]) if monster.person else monster.kind,
        weapon=weapon if weapon in WEAPONS else "",
        strength=monster.strength,
        full=monster.full,
        asleep=monster.id in fight.asleep,
        shielded=monster.id in fight.shielded,
        person=monster.person,
    )


def looks_of(character: Character) -> str:
    """Return the portrait's name: a race, or for apprentices such as ``elf-apprentice``."""
    return f"{character.race}-apprentice" if character.apprentice else character.race


def _member_view(game: Game, fight: Fight, character: Character) -> FighterView:
    return FighterView(
        id=character.id,
        mark=str(list(game.characters).index(character.id) + 1),
        name=character.name,
        kind=character.ally or looks_of(character),
        weapon=character.in_hand if character.in_hand in WEAPONS else "",
        strength=character.strength_now,
        full=character.strength,
        shielded=character.id in fight.shielded,
        person="" if character.ally else character.id,
    )
