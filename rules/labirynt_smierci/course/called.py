"""Single meetings, traps, treasures and features that a game master calls; the party stays where it is.

Groups that explore on a real table use it to let the bot run only this part [5, 7, 8, 13, 14].
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import Struct

from rules.kernel.corrections import take_scheduled
from rules.kernel.table import Table
from rules.kernel.words import Word
from rules.labirynt_smierci.combat.fight import fight
from rules.labirynt_smierci.encounter.monsters import break_truce, encounter, forget, one_of_them, tell_who_comes
from rules.labirynt_smierci.events.corrections import MonstersParted
from rules.labirynt_smierci.events.course import MonstersStillThere, TrapFound
from rules.labirynt_smierci.finds.features import MIRROR, examine_feature
from rules.labirynt_smierci.finds.outcomes import look_into
from rules.labirynt_smierci.free_actions import settle
from rules.labirynt_smierci.model import Game, Group, Hoard
from rules.labirynt_smierci.traps import ANY, AnyTrap, delegates, go_there, meet_trap, spring, thieves
from rules.labirynt_smierci.treasure.items import open_chest, put_down, roll_row

How = Literal["meeting", "talks", "bribe", "fight", "ambush"]
"""The start of a called meeting: all choices, ``talks`` (which must be possible), bribe, fight, or ambush."""
MIXED = "mixed"
DEAF = 99
"""The reluctance of monsters that cannot be talked to."""


class Meeting(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Called monsters: kinds with numbers (none: the group that is here), strength (0: by dice).

    ``stays``: the survivors stay on the segment. ``gold``: their whole treasure (0: by dice).
    """

    bands: tuple[tuple[str, int], ...] = ()
    strength: int = 0
    level: int = 1
    resident: bool = True
    how: How = "meeting"
    stays: bool = False
    gold: int = 0


class Trap(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A called door trap: victim ('': the party sends somebody), kind ('': by dice), whether it may be disarmed."""

    victim: str = ""
    kind: AnyTrap = ANY
    disarmed: bool = False


class Treasure(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A called treasure by its type; in a ``chest``, it is searched for a trap first."""

    type: str
    chest: bool = False


class Feature(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A called feature and its examiner, or a mirror for the whole party, which needs none."""

    kind: str
    tester: str = ""

    def __post_init__(self) -> None:
        """Raise ``ValueError`` if an examiner is missing."""
        if self.kind != MIRROR and not self.tester:
            raise ValueError("`tester` says who examines it; only a mirror needs none")


Called: TypeAlias = Meeting | Trap | Treasure | Feature


def happens(table: Table, game: Game) -> bool:
    """Carry out the called event; return whether there was one."""
    what = take_scheduled(table, game)
    match what:
        case Meeting():
            meet(table, game, what)
        case Trap():
            fall_into(table, game, what)
            settle(table, game)
        case Treasure():
            find_treasure(table, game, what)
            settle(table, game)
        case Feature():
            find_feature(table, game, what)
            settle(table, game)
        case _:
            return what is not None
    return True


# A meeting -------------------------------------------------------------------------------------------------------


def meet(table: Table, game: Game, called: Meeting) -> None:
    """Run a called meeting; afterwards the segment is as before unless the monsters stay."""
    here, before = game.here, game.met
    group = newcomers(table, game, called) if called.bands else before
    if not group:
        return
    here.group = group
    begin(table, game, group, called.how)
    if called.bands and not called.stays:
        if here.group is group and game.people:
            table.tell(MonstersParted(group.name, len(group.living)))
        here.group = before


def newcomers(table: Table, game: Game, called: Meeting) -> Group:
    """Return a group by the tables; each strength is rolled unless it is given [5 C, 6.7]."""
    group = Group(kind=spokesman(game, called), level=called.level, resident=called.resident, monsters=[])
    group.title = MIXED if len(called.bands) > 1 else ""
    for kind in [kind for kind, number in called.bands for _ in range(number)]:
        group.monsters.append(one_of_them(table, game, group, kind, len(group.monsters) + 1, called.strength))
    if called.gold:
        group.hoard = Hoard(gold=called.gold)
    return group


def spokesman(game: Game, called: Meeting) -> str:
    """The kind that counts in talks: the most reluctant one, or one that cannot be talked to [8.4, house]."""
    return max(
        (kind for kind, _ in called.bands),
        key=lambda kind: DEAF if (own := game.tables.monsters.of(kind).reluctance) is None else own,
    )


def begin(table: Table, game: Game, group: Group, how: How) -> None:
    """Begin the meeting; monsters in a truce are met anew, or their truce is broken [5 C, 6.9]."""
    peaceful = group.stance == "truce"
    if peaceful and how == "fight":
        break_truce(table, game, group)
        return
    if peaceful:
        forget(group)
        table.tell(MonstersStillThere(group.name, len(group.living)))
    else:
        tell_who_comes(table, group)
    group.negotiated = how == "bribe"
    if how in ("fight", "ambush"):
        fight(table, game, group, monsters_first=how == "ambush")
    else:
        encounter(table, game, group)


# A trap ----------------------------------------------------------------------------------------------------------


def fall_into(table: Table, game: Game, trap: Trap) -> None:
    """Run a called trap as at a door: somebody is sent and disarms it, or it goes off [7]."""
    if not trap.victim:
        name = Word("trapped.door")
        table.tell(TrapFound(name))
        meet_trap(table, game, name, [*delegates(game, trap.kind), *thieves(game, name)])
    elif trap.disarmed:
        go_there(table, game, game.characters[trap.victim], trap.kind)
    else:
        spring(table, game, game.characters[trap.victim], trap.kind)


# Treasure and features -------------------------------------------------------------------------------------------


def find_treasure(table: Table, game: Game, treasure: Treasure) -> None:
    """Find the treasure of one type; a chest may be trapped [7.0, 14.9]."""
    if treasure.chest:
        open_chest(table, game)
    if game.people:
        put_down(table, game, roll_row(table, game.tables.treasures.of(treasure.type)))


def find_feature(table: Table, game: Game, feature: Feature) -> None:
    """Examine a feature as in a room that has it [13]; the room's own feature stays as it is."""
    if feature.kind == MIRROR:
        look_into(table, game)
    else:
        examine_feature(table, game, feature.kind, game.characters[feature.tester])
