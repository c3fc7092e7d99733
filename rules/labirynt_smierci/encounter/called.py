"""Only a part by the bot: what a game master calls for happens here by the rules, and the party stays where it is.

Where a group explores on a real table, the bot runs just the meeting, or the trap, at hand [5, 7, 8].
"""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from rules.kernel.table import Table
from rules.kernel.words import Word
from rules.labirynt_smierci.combat.fight import fight
from rules.labirynt_smierci.encounter.monsters import break_truce, encounter, forget, one_of_them, tell_who_comes
from rules.labirynt_smierci.events.corrections import MonstersParted
from rules.labirynt_smierci.events.course import MonstersStillThere, TrapFound
from rules.labirynt_smierci.free_actions import settle
from rules.labirynt_smierci.model import Game, Group
from rules.labirynt_smierci.traps import ANY, AnyTrap, delegates, go_there, meet_trap, spring, thieves

How = Literal["meeting", "talks", "bribe", "fight", "ambush"]
"""A meeting begins with all that the party may do (``talks``: these must be possible), with the bribe after talks,
with blades, or with the monsters' blow."""
MIXED = "mixed"
"""The title of monsters of several kinds."""
UNDER_WAY = -1
"""No step: until a rule says so again nothing more is set right."""
DEAF = 99
"""Reluctance of those with whom nobody can talk."""


class Meeting(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Monsters to be met: how many of which kinds (none: those who are here), how strong (0: by dice).

    ``stays``: who is left of them belongs to the segment from then on.
    """

    bands: tuple[tuple[str, int], ...] = ()
    strength: int = 0
    level: int = 1
    resident: bool = True
    how: How = "meeting"
    stays: bool = False


class Trap(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A trap of a door: on whom ('': the party sends somebody), which ('': by dice), whether it may be disarmed."""

    victim: str = ""
    kind: AnyTrap = ANY
    disarmed: bool = False


Called: TypeAlias = Meeting | Trap
_CALLED = "called_for"


def call(game: Game, what: Called) -> None:
    """It happens before anybody is asked again, so it is never saved."""
    game.__dict__[_CALLED] = what


def happens(table: Table, game: Game) -> bool:
    """What was called for happens now; whether there was anything."""
    what: Called | None = game.__dict__.pop(_CALLED, None)
    if what is not None:
        table.set_right_at = UNDER_WAY
    match what:
        case Meeting():
            meet(table, game, what)
        case Trap():
            fall_into(table, game, what)
            settle(table, game)
    return what is not None


# A meeting -------------------------------------------------------------------------------------------------------


def meet(table: Table, game: Game, called: Meeting) -> None:
    """The group that was called; afterwards all is here as it was, unless they are to stay."""
    here, before = game.here, game.met
    group = newcomers(table, game, called) if called.bands else before
    if group is None:
        return
    here.group = group
    begin(table, game, group, called.how)
    if called.bands and not called.stays:
        if here.group is group and game.people:
            table.tell(MonstersParted(group.name, len(group.living)))
        here.group = before


def newcomers(table: Table, game: Game, called: Meeting) -> Group:
    """They come from the tables, each one's strength by its own dice, if it is not said [5 C, 6.7]."""
    group = Group(kind=spokesman(game, called), level=called.level, resident=called.resident, monsters=[])
    group.title = MIXED if len(called.bands) > 1 else ""
    for kind in [kind for kind, number in called.bands for _ in range(number)]:
        group.monsters.append(one_of_them(table, game, group, kind, len(group.monsters) + 1, called.strength))
    return group


def spokesman(game: Game, called: Meeting) -> str:
    """The kind that counts in talks: of several the most reluctant, or who is deaf to words [8.4, house]."""
    return max(
        (kind for kind, _ in called.bands),
        key=lambda kind: DEAF if (own := game.tables.monsters.of(kind).reluctance) is None else own,
    )


def begin(table: Table, game: Game, group: Group, how: How) -> None:
    """Those who let the party be are met anew, or the peace with them is broken [5 C, 6.9]."""
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
    """As at a door: somebody is sent, tries to disarm it, or it goes off [7]."""
    if not trap.victim:
        name = Word("trapped.door")
        table.tell(TrapFound(name))
        meet_trap(table, game, name, [*delegates(game, trap.kind), *thieves(game, name)])
    elif trap.disarmed:
        go_there(table, game, game.characters[trap.victim], trap.kind)
    else:
        spring(table, game, game.characters[trap.victim], trap.kind)
