"""Views for the tests of pictures: mazes built from the game's own tiles by legal joins, fights, parties."""

from __future__ import annotations

from functools import cache
from itertools import product
from typing import Literal

import msgspec

from images.stonework import scatter
from rules.kernel.requests import Seat
from rules.kernel.words import Fact, Term, Word
from rules.labirynt_smierci import view

HORDE = """swamp_creature chimera evil_mage evil_hero demon gargoyle harpy hydra skeleton
cronk medusa minotaur ogre orc troll wight vampire warg"""
FEATURES = ("stairs", "mirror", "fountain", "statue", "trapdoor", "furniture", "altar", "art")
TILES = (
    *(("corridor", sides) for sides in ("WWCC", "WCWC", "WCDC", "DCDC", "DDCC", "CWDC", "WCCD")),
    *(("room", sides) for sides in ("DWWW", "DDWW", "DWDW")),
    *((kind, "DDDD") for kind in FEATURES),
)
STEPS = ((0, -1), (1, 0), (0, 1), (-1, 0))
Cell = tuple[int, int]
Laid = dict[Cell, tuple[str, str]]


def words(key: str, /, **facts: Fact) -> str:
    """A stand-in for the catalogue: the key and its facts."""
    return " ".join([key, *map(str, facts.values())])


def beyond(place: Cell, side: int) -> Cell:
    """The cell on the other side."""
    return place[0] + STEPS[side][0], place[1] + STEPS[side][1]


def openings(laid: Laid) -> list[tuple[Cell, int]]:
    """Openings into unexplored cells."""
    return [
        (place, side)
        for (place, (_, sides)), side in product(laid.items(), range(4))
        if sides[side] != "W" and beyond(place, side) not in laid
    ]


def fits(laid: Laid, place: Cell, sides: str) -> bool:
    """Whether the sides join every neighbour."""
    near = ((laid.get(beyond(place, side)), side) for side in range(4))
    return all(other is None or other[1][(side + 2) % 4] == sides[side] for other, side in near)


def laid_out(size: int, seed: int) -> Laid:
    """A legal maze of about so many segments, always the same for the same seed."""
    laid: Laid = {(0, 0): ("entrance", "CWWW")}
    for attempt in range(size * 60):
        ways = openings(laid)
        if len(laid) >= size or not ways:
            break
        place, side = ways[scatter(attempt, seed, 1) % len(ways)]
        kind, sides = TILES[scatter(attempt, seed, 2) % len(TILES)]
        turn = scatter(attempt, seed, 3) % 4
        sides = sides[turn:] + sides[:turn]
        closing = len(ways) == 1 and sides.count("W") == 3
        if not closing and fits(laid, beyond(place, side), sides):
            laid[beyond(place, side)] = (kind, sides)
    return laid


@cache
def a_maze(size: int, seed: int = 1, party: bool = True) -> view.MapView:
    """A level of about so many segments; the party stands on the last one laid."""
    laid = laid_out(size, seed)
    here = list(laid)[-1]
    segments = tuple(
        view.SegmentView(*place, kind, sides, monsters=4 if scatter(*place, seed) % 9 == 0 else 0)
        for place, (kind, sides) in laid.items()
    )
    letters = iter("ABCD")
    exits = [
        view.ExitView(
            *place, "nesw"[side], next(letters) if place == here and party else "", beyond(place, side) in laid
        )
        for (place, (_, sides)), side in product(laid.items(), range(4))
        if sides[side] != "W" and (place == here or beyond(place, side) not in laid)
    ]
    return view.MapView(1, 14, segments, tuple(exits), here if party else None, 6)


def a_shaft(down: int = 30) -> view.MapView:
    """A long thin level: a corridor from the entrance to the north, a room now and then; the party at its far end."""
    segments = [view.SegmentView(0, 0, "entrance", "CWWW")]
    exits: list[view.ExitView] = []
    for y in range(1, down):
        kind = FEATURES[y // 5 % len(FEATURES)] if y % 5 == 0 else "corridor"
        near, far = "D" if y % 5 == 1 and y > 1 else "C", "D" if y % 5 == 4 else "C"
        sides = "DDDD" if kind != "corridor" else f"{far}{'DW'[y % 3 > 0]}{near}W"
        segments.append(view.SegmentView(0, -y, kind, sides, monsters=y % 11 // 10 * 3))
        exits += [
            view.ExitView(0, -y, side, "", False) for side, way in (("e", sides[1]), ("w", sides[3])) if way == "D"
        ]
    top = (0, 1 - down)
    exits = [msgspec.structs.replace(way, letter="BC"[way.side == "w"] * (way.y == top[1])) for way in exits]
    exits += [view.ExitView(*top, "n", "A", False), view.ExitView(*top, "s", "D", True)]
    return view.MapView(1, 31, tuple(segments), tuple(exits), top, 5)


def every_feature() -> view.MapView:
    """A level with each kind of segment, seals, monsters, and the party on stairs with every way lettered."""
    kinds = ("entrance", *FEATURES, "gate")
    segments = [view.SegmentView(n % 5, n // 5, kind, "DDDD", monsters=n % 2 * n) for n, kind in enumerate(kinds)]
    segments.append(view.SegmentView(5, 0, "corridor", "WWCD", sealed="e"))
    exits = [view.ExitView(1, 0, side, letter, side != "n") for side, letter in zip("nesw", "ABCD", strict=True)]
    exits += [
        view.ExitView(1, 0, "up", "E", True),
        view.ExitView(1, 0, "down", "F", True),
        view.ExitView(5, 0, "s", "", False),
    ]
    return view.MapView(2, 103, tuple(segments), tuple(exits), (1, 0), 5)


def examined_features() -> view.MapView:
    """A level with each feature twice, above still to be examined and below done; stone, monsters, the party."""
    rows = ((0, False), (1, True))
    segments = [
        view.SegmentView(n, y, kind, "DDDD", examined=done, monsters=2 * (n == 5), stone=int(n > 4) * (n - 4) * y)
        for y, done in rows
        for n, kind in enumerate(FEATURES[1:])
    ]
    exits = [view.ExitView(1, 1, side, letter, side != "s") for side, letter in zip("nesw", "ABCD", strict=True)]
    segments += [
        view.SegmentView(0, 2, "corridor", "DCWW", stone=1),
        view.SegmentView(1, 2, "corridor", "DWWC", monsters=3),
    ]
    return view.MapView(2, 41, tuple(segments), tuple(exits), (1, 1), 5)


def gate_afar() -> view.MapView:
    """A great level with the Gate on its first segment, too far away to be drawn at full size."""
    maze = a_maze(163)
    first = msgspec.structs.replace(maze.segments[0], gate="open")
    return msgspec.structs.replace(maze, segments=(first, *maze.segments[1:]))


def at_the_gate(state: Literal["open", "destroyed"] = "open") -> view.MapView:
    """The Black Gate on a segment of its own and another below a trap door, with all that may stand there."""
    segments = (
        view.SegmentView(0, 0, "room", "WDWW"),
        view.SegmentView(1, 0, "gate", "DDDD", gate=state),
        view.SegmentView(2, 0, "trapdoor", "DDDD", gate=state, examined=True),
        view.SegmentView(3, 0, "room", "DDWD"),
        view.SegmentView(0, 1, "gate", "DDDD", gate=state, monsters=5),
        view.SegmentView(1, 1, "gate", "DDDD", gate=state, stone=2, monsters=3),
        view.SegmentView(2, 1, "trapdoor", "DDDD", gate=state, examined=True),
        view.SegmentView(3, 1, "corridor", "DWCD", stone=2, monsters=12),
        view.SegmentView(3, 2, "entrance", "CWWW", stone=1),
        view.SegmentView(2, 2, "trapdoor", "DDDD", gate=state, examined=True, stone=2, monsters=3),
    )
    exits = (
        view.ExitView(2, 1, "s", "A", True),
        view.ExitView(2, 1, "w", "B", True),
        view.ExitView(2, 1, "e", "C", True),
    )
    return view.MapView(3, 77, segments, exits, (2, 1), 4)


def a_placement() -> view.PlacementView:
    """A bend beside the segment at (5, 0), three ways to lie."""
    ways = ("CWDC", "CDCW", "CCWD")
    return view.PlacementView(
        5, 1, "corridor", tuple(view.PlacementOption(s, x, s) for x, s in zip("ABC", ways, strict=True))
    )


def a_fighter(mark: str, name: Term, kind: str, strength: int = 5, full: int = 8) -> view.FighterView:
    """Somebody in a fight, sword in hand."""
    return view.FighterView(f"{kind}-{mark}", mark, name, kind, "sword", strength, full)


def a_battle(name: Term = "Gwaigilion") -> view.BattleView:
    """Three in front and one behind against three monsters and a mage."""
    party = ((a_fighter("1", name, "elf"), a_fighter("2", "Raman", "halfcronk"), a_fighter("3", "Zurik", "dwarf", 0)),)
    front = (a_fighter("A", "ork", "orc"), a_fighter("B", "meduza", "medusa", 1), a_fighter("C", "troll", "troll"))
    return view.BattleView(
        3, (*party, (a_fighter("4", "Almuric", "human"),)), (front, (a_fighter("D", "", "evil_mage"),))
    )


def a_character(seat: Seat, name: Term, race: str, alive: bool = True) -> view.CharacterView:
    """A sheet with a bit of everything."""
    return view.CharacterView(
        id=f"{race}-{name}",
        seat=seat,
        name=name,
        apprentice=False,
        race=race,
        alive=alive,
        strength=6 if alive else 0,
        full=9,
        wounds=3 if alive else 9,
        resistance=2,
        dexterity=4,
        potential=(3, 4, 5),
        weapons=("sword", "knife"),
        in_hand="sword",
        weapon_skill={"sword": 2},
        skills={},
        known=(),
        usable=(),
    )


def a_party(name: Term = "Gwaigilion") -> view.PartyView:
    """Two in the first rank, one in the second, one dead, one nowhere."""
    who = [
        a_character("ala", name, "elf"),
        a_character("ola", "Gislan", "dwarf"),
        a_character("ala", "Żaneta", "human"),
    ]
    who += [a_character("ola", "Sliggoth", "dwarf", alive=False), a_character("ala", "Raman", "halfcronk")]
    formation = ((who[0].id, who[1].id), (who[2].id,))
    return view.PartyView(tuple(who), formation, 137, "red", 1, 3)


def a_battle_at_the_gate() -> view.BattleView:
    """Demon, Gate and Nameless in front; a sleeper, a shielded mage, a turncoat; an ogre on the party's side."""
    front = (
        a_fighter("A", Word("monster.demon"), "demon"),
        view.FighterView("gate", "Ω", Word("monster.gate"), "gate", "", 31, 40),
        a_fighter("C", Word("monster.nameless"), "nameless", 9, 11),
    )
    rear = (
        msgspec.structs.replace(a_fighter("D", Word("monster.orc"), "orc"), asleep=True),
        msgspec.structs.replace(a_fighter("E", Word("monster.evil_mage"), "evil_mage"), shielded=True),
        a_fighter("3", Word("hero.zurik"), "dwarf"),
    )
    ours = (
        msgspec.structs.replace(a_fighter("1", Word("hero.gwaigilion"), "elf"), shielded=True),
        a_fighter("F", Word("monster.ogre"), "ogre"),
    )
    sleeper = msgspec.structs.replace(a_fighter("2", Word("hero.raman"), "halfcronk"), asleep=True, shielded=True)
    return view.BattleView(5, (ours, (sleeper, a_fighter("4", Word("hero.almuric"), "human"))), (front, rear))


def a_great_battle() -> view.BattleView:
    """Four ranks of three against eighteen monsters."""
    races = ("human", "elf", "dwarf", "halfcronk")
    party = tuple(tuple(a_fighter(str(3 * n + m), f"Bohater {m}", races[n]) for m in (1, 2, 3)) for n in range(4))
    kinds = HORDE.split()
    monsters = [a_fighter(chr(65 + n), Word(f"monster.{kind}"), kind, n + 1, 20) for n, kind in enumerate(kinds)]
    return view.BattleView(1, party, tuple(tuple(monsters[n : n + 3]) for n in range(0, 18, 3)))


def an_item(kind: str, name: str = "", plus: int = 0, worth: int = 0, worn: bool = False) -> view.ItemView:
    """Something found."""
    title = Word(f"item.{kind}.{name}" if name else f"item.{kind}")
    return view.ItemView(f"{kind}-{name}", kind, name, title, plus, worth, worn)


def a_full_sheet() -> view.CharacterView:
    """A mage with one of everything that can be found, wounded and spent."""
    worn = [an_item("armour", "armour", plus=2, worn=True), an_item("talisman", "mind", worn=True)]
    worn += [an_item("medallion", "oratory", worn=True), an_item("ring", "heal", worn=True)]
    pack = [an_item("potion"), an_item("potion"), an_item("potion", "healing"), an_item("manuscript")]
    pack += [an_item("weapon", "axe", 3), *(an_item("jewel", worth=worth) for worth in (15, 25, 100))]
    return msgspec.structs.replace(
        a_character("ala", "Dalmilandril Żółkiewska", "elf"),
        strength=5,
        wounds=2,
        weapons=("bow", "dagger"),
        in_hand="bow",
        weapon_skill={"bow": 2},
        skills={"negotiation": 4, "gate": 1},
        known=("charm", "blast", "heal"),
        usable=("charm", "blast"),
        spells=("charm", "blast", "lightning", "magic_shield", "heal", "resurrection"),
        uses={"heal": 2, "resurrection": 1},
        experience=128,
        improvements=2,
        gold=137,
        wealth=377,
        items=(*worn, *pack, an_item("art", "tapestry", worth=100)),
        armour=2,
        absorbs=3,
        might=2,
    )


def an_ally() -> view.CharacterView:
    """A charmed ogre that marches with the party."""
    plain = a_character("ala", Word("monster.ogre"), "ogre")
    ogre = msgspec.structs.replace(plain, id="ally1", ally="ogre", potential=(0, 0, 0))
    return msgspec.structs.replace(ogre, weapons=("monsters",), in_hand="monsters", weapon_skill={})


def an_apprentice(race: str = "dwarf", fate: str = "") -> view.CharacterView:
    """Young, unhurt or under a fate, with hardly anything."""
    return msgspec.structs.replace(
        a_character("ala", "Bolo", race),
        apprentice=True,
        strength=9,
        wounds=0,
        potential=(0, 0, 0),
        fate=fate,
        alive=not fate,
        experience=12,
        gold=4,
        wealth=4,
    )


def a_hand() -> list[view.CharacterView]:
    """Seven characters of one seat: whole, young, of stone, turned, lost, dead, and a charmed monster."""
    others = [an_apprentice("human", "stone"), an_apprentice("elf", "turned"), an_apprentice("halfcronk", "lost")]
    return [a_full_sheet(), an_apprentice(), *others, a_character("ala", "Gislan", "human", alive=False), an_ally()]


def a_late_party() -> view.PartyView:
    """In the second adventure: treasure, an ally, a winner, one of stone, one dead; the Gate's level is known."""
    members = [
        a_full_sheet(),
        msgspec.structs.replace(a_character("ola", Word("hero.gislan"), "dwarf"), experience=104, gold=180, armour=1),
        msgspec.structs.replace(an_apprentice(), id="c3", name="Bolo"),
        msgspec.structs.replace(a_character("ola", Word("hero.paladin_stephen"), "human"), experience=66, gold=12),
        msgspec.structs.replace(an_apprentice("human", "stone"), id="c5", name="Mścisław"),
        a_character("ala", Word("hero.sliggoth"), "dwarf", alive=False),
        msgspec.structs.replace(an_apprentice("elf", "turned"), id="c7", name="Żaneta"),
    ]
    members.append(an_ally())
    ranks = ((members[0].id, members[1].id), (members[2].id, members[3].id), ("ally1",))
    gate = view.GateView(2, 4, False, False)
    return view.PartyView(tuple(members), ranks, 329, "red", 2, 3, gate, (), (members[1].id,))
