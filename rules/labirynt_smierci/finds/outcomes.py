"""What an examination can bring, whatever was examined: a look into a mirror, jewels and things, monsters [13]."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from rules.kernel.table import Table
from rules.kernel.words import Word
from rules.labirynt_smierci.combat.fight import fight
from rules.labirynt_smierci.combat.powers import POSSESSED, turn_on_party
from rules.labirynt_smierci.encounter.monsters import assemble, meet_newcomers, one_monster
from rules.labirynt_smierci.events.course import AllQuiet
from rules.labirynt_smierci.events.finds import MirrorEmpty, MirrorShowsLevel, MirrorShowsWay, MonsterWoke, PeacefulGone
from rules.labirynt_smierci.events.treasure import ThingFound
from rules.labirynt_smierci.model import Character, Game, Gate, Group, Hoard, Item
from rules.labirynt_smierci.party.mood import mood
from rules.labirynt_smierci.tables import amount
from rules.labirynt_smierci.tables.sheets_finds import FindRow
from rules.labirynt_smierci.treasure.hoards import bring_to_light

# Mirrors: the level of the Black Gate, and how many new segments lie before it -----------------------------------


def tells_of_the_gate(game: Game, level: int) -> Literal["", "level", "segments"]:
    """What a mirror on this level still shows: where the Gate stands, how far it is there, or nothing any more [13]."""
    gate = game.gate
    if gate is None:
        return "level"
    return "segments" if gate.level == level and gate.segments_left is None and not gate.found else ""


def look_into(table: Table, game: Game) -> None:
    """The first mirror of the game names the level; the first on that level counts the segments; later ones nothing."""
    if game.gate is None:
        name_the_level(table, game)
    elif not show_the_way(table, game):
        table.tell(MirrorEmpty())


def name_the_level(table: Table, game: Game) -> None:
    """1K6 for the Gate's level; if the party is on it, at once how far it is [13]."""
    level = game.tables.finds.level_on(int(table.roll("1K6", "mirrors.level")))
    game.gate = Gate(level=level)
    table.tell(MirrorShowsLevel(level))
    show_the_way(table, game)


def show_the_way(table: Table, game: Game) -> bool:
    """On the Gate's level, once: the Gate is the last of 1K6+2 new segments [13]."""
    gate = game.gate
    if gate is None or tells_of_the_gate(game, game.level) != "segments":
        return False
    gate.segments_left = int(table.roll(game.tables.finds.segments, "mirrors.segments"))
    table.tell(MirrorShowsWay(gate.level, gate.segments_left))
    return True


# Gifts, onto the heap, to be divided -----------------------------------------------------------------------------


def give_jewels(table: Table, game: Game, row: FindRow) -> None:
    """As many jewels as the row says, each worth what 2K6 say [14]."""
    bring_to_light(table, game, Hoard(jewels=amount(table, row.amount, "finds.jewels")))


def give_item(table: Table, game: Game, item: Item) -> None:
    """One magic item."""
    game.heap.items.append(item)
    table.tell(ThingFound(item.title, item.plus))


# Monsters, while others may be there at peace with the party -----------------------------------------------------


Meeting = Callable[[Table, Game, Group], None]


def bring_monsters(table: Table, game: Game, group: Group, meet: Meeting = meet_newcomers) -> None:
    """Meet them here. Those at peace keep out of it; newcomers who are left alive drive them off [13.9, house]."""
    room, peaceful = game.here, game.here.group
    meet(table, game, group)
    if peaceful is None:
        return
    if room.group is None:
        room.group = peaceful
    else:
        table.tell(PeacefulGone(peaceful.name, len(peaceful.living)))


def wake(table: Table, game: Game, tester: Character, kind: str, *, mute: bool = False) -> None:
    """One living monster of this kind comes out of what was examined; ``mute``: it does not talk."""
    table.tell(MonsterWoke(tester.name, Word(f"monster.{kind}")))
    group = one_monster(table, game, kind)
    group.mute = mute
    bring_monsters(table, game, group)


def perhaps_bring_monsters(table: Table, game: Game, on: tuple[int, ...], *, resident: bool) -> None:
    """Residents or wanderers come on these results of 1K6."""
    if table.roll("1K6", "finds.monsters") in on:
        bring_monsters(table, game, assemble(table, game, resident))
    else:
        table.tell(AllQuiet(mood(game)))


def fight_possessed(table: Table, game: Game, tester: Character) -> None:
    """The Nameless speaks through a member, who fights alone until dead, asleep or redeemed [13.9]; he has no treasure.

    When nobody else is left the game is lost.
    """
    group = Group(
        kind="nameless", title=POSSESSED, level=game.level, resident=True, monsters=[], mute=True, hoard=Hoard()
    )
    turn_on_party(table, game, group, tester, master="")
    if game.people:
        bring_monsters(table, game, group, _fall_upon)


def _fall_upon(table: Table, game: Game, group: Group) -> None:
    game.here.group = group
    fight(table, game, group)
