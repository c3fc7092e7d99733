"""What must never be true of a game of Labirynt Śmierci, wherever it stands."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from rules.kernel.advance import Position
from rules.kernel.grid import OPPOSITE, Square, distances
from rules.labirynt_smierci.corrections import DEEDS
from rules.labirynt_smierci.exploration import LEVELS, fresh_bag, joined_squares, open_exits, side_of
from rules.labirynt_smierci.magic.casting import uses_left
from rules.labirynt_smierci.make_view import view
from rules.labirynt_smierci.model import Character, Game, Group, Item, Segment
from rules.labirynt_smierci.options import MOST_CHARACTERS
from rules.labirynt_smierci.party.formation import DEEPEST, FRONT_WIDTH, WIDEST
from rules.labirynt_smierci.party.traits import spells_of
from rules.labirynt_smierci.view import View
from tests.rules.contract.witness import GameWitness, Meddling
from tests.soak import journeys
from tests.soak.journeys import Game as Journey

Level = dict[Square, Segment]
ENTRANCE = Square(0, 0)


def impossible(game: Game, why: str = "") -> list[str]:
    """Everything about this state that cannot be, as sentences, whatever is asked."""
    return [*_party(game), *_formation(game), *_labyrinth(game), *_monsters(game)]


def impossible_maze(game: Game) -> list[str]:
    """What cannot be about the labyrinth alone, whatever chits it was made of."""
    return [*_stairs(game), *(f"level {n}: {wrong}" for n in game.levels for wrong in _level(game, game.levels[n]))]


def shown(position: Position[Game]) -> list[str]:
    """What the view of a state that waits should show and does not."""
    seen, why = view(position.state, None), position.waiting.why if position.waiting else ""
    return [*_shown(position.state, seen), *_shown_while(why, position.state, seen)]


def walks_to_and_fro(path: Sequence[object]) -> bool:
    """Whether a party goes six times back and forth between the same two places."""
    turned = "".join("x" if here == before else "." for here, before in zip(path[2:], path, strict=False))
    return "x" * 6 in turned


# What is seen ----------------------------------------------------------------------------------------------------


def _shown(game: Game, seen: View) -> Iterator[str]:
    if seen.setting_up == (seen.here is not None):
        yield f"setting up is {seen.setting_up}, the map is {seen.here}"
    for shown in (seen.here, *seen.levels) if seen.here else ():
        if shown and len(shown.segments) != len(game.levels[shown.level]):
            yield f"{len(shown.segments)} segments of level {shown.level} are shown"
    if seen.here and seen.here.party and not any((one.x, one.y) == seen.here.party for one in seen.here.segments):
        yield f"the party is shown at {seen.here.party}, where nothing is"
    letters = [way.letter for way in seen.here.exits if way.letter] if seen.here else []
    if _doubled(letters):
        yield f"ways lettered {letters}"
    if sorted(one.id for one in seen.party.characters if one.alive) != sorted(one.id for one in game.living):
        yield "somebody alive is shown as dead, or the other way round"


def _shown_while(why: str, game: Game, seen: View) -> Iterator[str]:
    if (seen.placement is not None) != (why == "exploration.lay"):
        yield f"asked for {why}, the drawn segment is {seen.placement}"
    if why.startswith("combat.") and seen.battle is None:
        yield f"asked for {why}, and no battle is seen"
    if seen.battle is not None and game.met is not None:
        ours = [one.id for rank in seen.battle.party for one in rank]
        theirs = [one.id for rank in seen.battle.monsters for one in rank]
        if ours != [one.id for one in game.living]:
            yield f"{ours} are seen fighting"
        if sorted(theirs) != sorted(one.id for one in game.met.living):
            yield f"{theirs} are seen fighting"


# The party -------------------------------------------------------------------------------------------------------


def _party(game: Game) -> Iterator[str]:
    if 0 < game.options.adventures < game.adventure:
        yield f"adventure {game.adventure} of {game.options.adventures}"
    if len(game.people) > MOST_CHARACTERS or len(game.living) > WIDEST * DEEPEST:
        yield f"{len(game.people)} living characters, {len(game.living)} with charmed monsters"
    for one in game.characters.values():
        yield from (f"{one.id}: {wrong}" for wrong in _character(game, one))
    yield from _things(game)
    learnt = sum(max(len(one.known) - max(one.potential), 0) for one in game.characters.values())
    if learnt > sum(segment.examined for level in game.levels.values() for segment in level.values()):
        yield f"{learnt} spells more than the potentials allow, and fewer books"
    heroes = [one for one in game.characters.values() if not one.apprentice and not one.ally]
    for hero, count in Counter(str(one.name) for one in heroes).items():
        if count > 1:
            yield f"{hero} was dealt {count} times"


def _character(game: Game, one: Character) -> Iterator[str]:
    if one.wounds < 0 or one.spent < 0 or one.strength < 1:
        yield f"strength {one.strength}, wounds {one.wounds}, spent {one.spent}"
    if one.seat not in game.seats:
        yield f"belongs to {one.seat}"
    magic = [item.name for item in one.items if item.kind == "weapon"]
    if one.in_hand not in one.weapons or len(one.weapons) > 2 + len(magic) or _doubled(one.weapons):
        yield f"holds {one.in_hand} of {one.weapons}, magic are {magic}"
    if min(one.gold, one.experience, one.absorbs, one.dizzy, *one.uses.values(), *one.cast.values()) < 0:
        yield f"gold {one.gold}, experience {one.experience}, uses {one.uses}"
    if one.bought * game.tables.experience.price > one.experience:
        yield f"learnt {one.bought} times from {one.experience} points"
    if (one.fate == "stone") != (one.stone_at is not None):
        yield f"fate {one.fate!r}, stone at {one.stone_at}"
    yield from _spells(game, one)


def _spells(game: Game, one: Character) -> Iterator[str]:
    if _doubled(one.known):
        yield f"knows {one.known}"
    if not all(spell in one.known for spell in one.usable) or _doubled(one.usable):
        yield f"may use {one.usable} of {one.known}"
    suns = any(item.kind == "talisman" and item.name.endswith(("sun", "suns")) for item in _all_items(game))
    if one.alive and game.sun and not game.outside and not suns and len(one.usable) > one.spells_under(game.sun):
        yield f"may use {one.usable} under a {game.sun} sun with {one.potential}"
    for spell in one.cast:
        left = uses_left(game, one, spell) if spell in spells_of(game, one) else None
        if left is not None and left < 0:
            yield f"cast {spell} {one.cast[spell]} times of {one.uses}"


def _all_items(game: Game) -> list[Item]:
    return [*game.heap.items, *(item for one in game.characters.values() for item in one.items)]


def _things(game: Game) -> Iterator[str]:
    if _doubled([item.id for item in _all_items(game)]):
        yield "a thing is in two places"
    if any(item.worth < 0 or item.plus < 0 for item in _all_items(game)):
        yield "a thing is worth less than nothing"
    for one in game.characters.values():
        worn = Counter(item.kind for item in one.items if item.worn)
        for kind, count in worn.items():
            if count > game.tables.items.most_worn(kind):
                yield f"{one.id} wears {count} of {kind}"
    if any(item.worn for item in game.heap.items):
        yield "somebody wears what lies on the floor"


def _doubled(ids: list[str]) -> bool:
    return len(dict.fromkeys(ids)) != len(ids)


# The order of march ----------------------------------------------------------------------------------------------


def _formation(game: Game) -> Iterator[str]:
    if not game.formation and not game.levels:
        return
    living = [one.id for one in game.characters.values() if one.alive]
    standing = [one for rank in game.formation for one in rank]
    if sorted(living) != sorted(standing):
        yield f"{standing} stand in the ranks, {living} live"
    if any(not 1 <= len(rank) <= WIDEST for rank in game.formation):
        yield f"ranks {game.formation}"
    if len(game.formation) > DEEPEST:
        yield f"{len(game.formation)} ranks"
    if game.fight is None and game.formation and len(game.formation[0]) < min(FRONT_WIDTH, len(living)):
        yield f"only {game.formation[0]} in front while {len(living)} live"


# The labyrinth ---------------------------------------------------------------------------------------------------


def _labyrinth(game: Game) -> Iterator[str]:
    if not game.levels:
        return
    yield from _bag(game)
    yield from _stairs(game)
    entrances = [(n, square) for n, level in game.levels.items() for square, s in level.items() if s.kind == "entrance"]
    if entrances != [(1, ENTRANCE)]:
        yield f"entrances at {entrances}"
    if game.square not in game.levels.get(game.level, {}):
        yield f"the party stands at {game.square} of level {game.level}, where nothing is"
    for number, level in game.levels.items():
        yield from (f"level {number}: {wrong}" for wrong in _level(game, level))


def _bag(game: Game) -> Iterator[str]:
    """What lies in the bag and in the labyrinth is the whole set, once for each filling; stairs are one chit."""
    kinds = {tile.id: tile.kind for tile in game.tables.tiles.tile}
    full, there = Counter[str](), Counter[str]()
    for chit, count in fresh_bag(game).items():
        full[kinds[chit]] += count
    for chit, count in game.bag.items():
        if count < 1:
            yield f"{count} chits {chit} in the bag"
        there[kinds[chit]] += count
    for number, level in game.levels.items():
        there.update(one.kind for one in level.values() if one.kind != "stairs" or number == 1)
    del there["entrance"], there["gate"]
    fillings = {there[kind] / count for kind, count in full.items()}
    if len(fillings) != 1 or not min(fillings).is_integer() or sorted(there) != sorted(full):
        yield f"chits {dict(there)} where the set has {dict(full)}"


def _stairs(game: Game) -> Iterator[str]:
    stairs = {n: [square for square, one in level.items() if one.kind == "stairs"] for n, level in game.levels.items()}
    if any(sorted(squares) != sorted(stairs[1]) for squares in stairs.values()):
        yield f"stairs at {stairs}"
    if sorted(game.levels) != (list(LEVELS) if stairs[1] else [1]):
        yield f"levels {sorted(game.levels)} with stairs at {stairs[1]}"


def _level(game: Game, level: Level) -> Iterator[str]:
    for square, segment in level.items():
        yield from (f"{square}: {wrong}" for wrong in _segment(level, square, segment))
    if not game.gate_found and not any(open_exits(level)):
        yield "no open exit is left, and the Gate is not found"
    starts = [square for square, segment in level.items() if segment.kind in ("entrance", "stairs")]
    reached = [square for start in starts for square in distances(start, lambda here: _once_joined(level, here))]
    if any(square not in reached for square in level):
        yield "a segment that nobody can have reached"


def _once_joined(level: Level, here: Square) -> list[Square]:
    """Neighbours that can be reached, or could before a door was locked."""
    segment = level[here]
    ways = [beyond for side, beyond in here.neighbours() if side in segment.sealed and beyond in level]
    return [*joined_squares(level, here), *ways]


def _segment(level: Level, square: Square, segment: Segment) -> Iterator[str]:
    if len(segment.sides) != 4 or segment.sides.strip("CDW"):
        yield f"sides {segment.sides}"
    if any(side_of(segment, side) != "W" for side in segment.sealed):
        yield f"sealed {segment.sealed} with sides {segment.sides}"
    for side, beyond in square.neighbours():
        if beyond in level and side_of(level[beyond], OPPOSITE[side]) != side_of(segment, side):
            yield f"{side_of(segment, side)} meets {side_of(level[beyond], OPPOSITE[side])} on side {side}"
    if not segment.visited and segment.group is not None:
        yield "monsters were met where nobody was"


# The monsters ----------------------------------------------------------------------------------------------------


def _monsters(game: Game) -> Iterator[str]:
    groups = [segment.group for level in game.levels.values() for segment in level.values() if segment.group]
    for group in groups:
        yield from (f"{group.kind}: {wrong}" for wrong in _group(group))


def _group(group: Group) -> Iterator[str]:
    ids = [monster.id for monster in group.monsters]
    if not ids or _doubled(ids):
        yield f"monsters {ids}"
    held = group.hoard
    if group.bribe < 0 or (held and min(held.gold, held.jewels, held.items) < 0):
        yield f"hoard {held}, bribe {group.bribe}"
    if any(monster.full < 1 or monster.wounds < 0 for monster in group.monsters):
        yield "a monster was born dead"


# Between two stages ----------------------------------------------------------------------------------------------


def settled(game: Game) -> list[str]:
    """What is not settled when a stage is over."""
    return [*_unsettled(game)]


def _unsettled(game: Game) -> Iterator[str]:
    if game.drawn is not None:
        yield "a chit is still in somebody's hand"
    if game.fight is not None and game.people:
        yield "a fight goes on"
    if bool(game.people) == (game.outcome == "defeat"):
        yield f"{len(game.people)} live, and the outcome is {game.outcome!r}"
    if game.people and (game.heap or game.fallen):
        yield f"{game.heap} was not shared, {game.fallen} are not mourned"
    groups = [segment.group for level in game.levels.values() for segment in level.values() if segment.group]
    gold = sum(one.gold for one in game.characters.values()) + sum(group.bribe for group in groups)
    if game.people and gold > game.tally.gold:
        yield f"{gold} gold where {game.tally.gold} was found"
    if any(one.fate == "turned" for one in game.characters.values()) and game.people:
        yield "somebody is still turned on the party"
    if game.people and not all(group.living for group in groups):
        yield "dead monsters were left lying"
    if game.outside and (game.square, game.level) != (ENTRANCE, 1):
        yield f"outside at {game.square} of level {game.level}"


# The witness -----------------------------------------------------------------------------------------------------


class LabyrinthWitness(GameWitness, frozen=True):
    """Parties of one to four people; those at random are of any heroes and apprentices."""

    def sensible(self, n: int) -> Journey:
        """The n-th game of the autopilot."""
        return journeys.sensible(self.rules, n)

    def wild(self, n: int) -> Journey:
        """The n-th game of people who do anything that is legal."""
        return journeys.wild(self.rules, n)


WITNESS = LabyrinthWitness(
    rules=journeys.labyrinth(),
    seeds=(71, 72),
    careful=140,
    reckless=140,
    outcomes=("victory", "defeat", "adventures", "home"),
    deep=2,
    paused=6,
    impossible=impossible,
    settled=settled,
    shown=shown,
    fixed=("heroes", "apprentices"),
    meddling=Meddling(
        stages=60,
        reckless=(4, 14, 51, 504),
        more=range(500, 518),
        careful=range(500, 506),
        deeds=(*DEEDS, "takeback"),
        rare=("flesh", "MonstersParted"),  # few are stones; scenarios have the other one
        forgiven=("spells more than the potentials allow", " sun with "),
    ),
)
