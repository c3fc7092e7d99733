"""From the state to what a seat may know. Nothing is hidden in this game so far: the bag's order does not exist."""

from __future__ import annotations

from rules.kernel.requests import Seat
from rules.labirynt_smierci.exploration import LETTERS, open_exits
from rules.labirynt_smierci.formation import MELEE
from rules.labirynt_smierci.marks import mark_of
from rules.labirynt_smierci.model import Character, Fight, Game, Group, Monster, Segment
from rules.labirynt_smierci.traits import dexterity, may_be_talked_to, reluctance
from rules.labirynt_smierci.view import (
    BattleView,
    CharacterView,
    ExitView,
    FighterView,
    GroupView,
    MapView,
    PartyView,
    PlacementOption,
    PlacementView,
    SegmentView,
    View,
)
from rules.labirynt_smierci.ways import ways_out


def view(game: Game, viewer: Seat | None) -> View:
    """What this seat may know; None: a spectator."""
    del viewer  # everything on the table is open to all
    group = game.met
    return View(
        stage=game.stage,
        setting_up=not game.levels,
        outcome=game.outcome,
        party=party_view(game),
        here=map_view(game, game.level) if game.levels else None,
        levels=tuple(map_view(game, number) for number in sorted(game.levels) if number != game.level),
        placement=placement_view(game),
        met=group_view(game, group) if group and group.living else None,
        battle=battle_view(game, group, game.fight) if group and game.fight else None,
    )


def map_view(game: Game, number: int) -> MapView:
    """One level as far as it is explored."""
    here = number == game.level and not game.outside
    segments = tuple(
        SegmentView(
            square.x,
            square.y,
            segment.kind,
            segment.sides,
            monsters=_waiting(segment),
            monster_kind=segment.group.kind if segment.group and segment.group.living else "",
            sealed=segment.sealed,
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


def _waiting(segment: Segment) -> int:
    return len(segment.group.living) if segment.group else 0


def exits_view(game: Game, number: int, here: bool) -> tuple[ExitView, ...]:
    """The lettered ways out of the party's segment, then all other openings into the unknown."""
    ways = ways_out(game) if here else []
    lettered = [ExitView(game.square.x, game.square.y, way.id, way.letter, way.known) for way in ways]
    own = [(view.x, view.y, view.side) for view in lettered]
    others = [
        ExitView(square.x, square.y, side, "", False)
        for square, side in open_exits(game.levels[number])
        if (square.x, square.y, side) not in own
    ]
    return (*lettered, *others)


def placement_view(game: Game) -> PlacementView | None:
    """The segment that is being laid, if any."""
    drawn = game.drawn
    if drawn is None:
        return None
    options = tuple(PlacementOption(sides, LETTERS[n], sides) for n, sides in enumerate(drawn.ways))
    return PlacementView(drawn.square.x, drawn.square.y, drawn.kind, options)


def party_view(game: Game) -> PartyView:
    """The party and its sheets."""
    return PartyView(
        seats=dict(game.seats),
        characters=tuple(character_view(one) for one in game.characters.values()),
        formation=game.formation,
        gold=game.purse,
        sun=game.sun or "",
        adventure=game.adventure,
        adventures=game.options.adventures,
    )


def character_view(one: Character) -> CharacterView:
    """A character's sheet."""
    return CharacterView(
        id=one.id,
        seat=one.seat,
        name=one.name,
        apprentice=one.apprentice,
        race=one.race,
        alive=one.alive,
        strength=max(one.strength_now, 0),
        full=one.strength,
        wounds=one.wounds,
        resistance=one.resistance,
        dexterity=one.dexterity,
        potential=one.potential,
        weapons=tuple(one.weapons),
        in_hand=one.in_hand,
        weapon_skill=dict(one.weapon_skill),
        skills={name: value for name, value in one.skills.items() if value},
        known=tuple(one.known),
        usable=tuple(one.usable),
    )


def group_view(game: Game, group: Group) -> GroupView:
    """The monsters on the party's segment."""
    strongest = group.strongest
    return GroupView(
        kind=group.kind,
        strengths=tuple(monster.strength for monster in group.living),
        dexterity=dexterity(game, group, strongest),
        reluctance=reluctance(game, group) if may_be_talked_to(game, group) else None,
        resistance=game.tables.monsters.of(group.kind).resistance,
        stance=group.stance,
    )


def battle_view(game: Game, group: Group, fight: Fight) -> BattleView:
    """Two formations face to face."""
    alive = {monster.id: monster for monster in group.living}
    weapon = game.tables.monsters.of(group.kind).weapon
    monsters = tuple(tuple(_monster(alive[one], weapon) for one in rank if one in alive) for rank in fight.monsters)
    party = tuple(tuple(_fighter(game, game.characters[one]) for one in rank) for rank in game.formation)
    return BattleView(fight.round, party, tuple(rank for rank in monsters if rank))


def _monster(monster: Monster, weapon: str) -> FighterView:
    hand = weapon if weapon in MELEE else ""
    return FighterView(
        monster.id, mark_of(monster.id), monster.name, monster.kind, hand, monster.strength, monster.full
    )


def _fighter(game: Game, one: Character) -> FighterView:
    mark = str(list(game.characters).index(one.id) + 1)
    return FighterView(one.id, mark, one.name, one.race, one.in_hand, one.strength_now, one.strength)
