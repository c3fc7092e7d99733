"""Tidings for the tests of pictures: the dead, monsters that stand there, traps, treasures."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Final

import msgspec

from images.labirynt_smierci.battle import draw_battle, draw_ending
from images.labirynt_smierci.maps import draw_map
from images.labirynt_smierci.tidings import Fallen, Find, Sprung, Tidings
from images.lettering import Say
from rules.kernel.words import Word
from rules.labirynt_smierci.view import GroupView, PartyView
from tests.images.mazes import a_battle, a_late_party, a_maze

PARTY: Final = a_late_party().characters


def a_group(kind: str, *strengths: int) -> GroupView:
    """Monsters before the party."""
    return GroupView(kind, Word(f"monster.{kind}"), strengths, 3, 2, 1, "hostile")


def the_dead(number: int) -> tuple[Fallen, ...]:
    """So many of the party have died."""
    return tuple(Fallen(one, 2, 3) for one in PARTY[:number])


SKELETONS: Final = Tidings(met=a_group("skeleton", 4, 4, 5))
HORDE: Final = Tidings(met=a_group("orc", 5, 5, 5, 4, 4, 4, 3, 3, 2, 2, 1, 1))
A_DEATH: Final = Tidings(the_dead(1))
A_DISASTER: Final = Tidings(the_dead(4), a_group("troll", 9, 8), (Sprung(Word("trap.explosion"), 1),))
ARROWS: Final = Tidings(sprung=(Sprung(Word("trap.poisoned_arrows"), 4, PARTY[1]),))
GAS: Final = Tidings(sprung=tuple(Sprung(Word("trap.gas"), 3, one) for one in PARTY[:4]))
TREASURE: Final = Tidings(
    found=(
        Find(Word("item.jewel"), 50),
        Find(Word("item.weapon.sword"), plus=1),
        Find(Word("item.potion")),
        Find(Word("item.armour"), plus=2),
        Find(Word("item.ring")),
        Find(Word("item.art.tapestry"), 120),
    )
)
ALL: Final = (SKELETONS, HORDE, A_DEATH, A_DISASTER, ARROWS, GAS, TREASURE)


def winners() -> PartyView:
    """Two of those who came out alive have won for themselves."""
    return msgspec.structs.replace(a_late_party(), winners=(PARTY[0].id, PARTY[1].id))


def the_lost() -> PartyView:
    """Nobody is alive."""
    return msgspec.structs.replace(
        a_late_party(), characters=tuple(msgspec.structs.replace(one, alive=False) for one in PARTY), winners=()
    )


def every_picture(say: Say) -> Iterator[Callable[[], bytes]]:
    """The strips above maps of all widths and above a fight; the ends."""
    for tidings in ALL:
        yield partial(draw_map, a_maze(1), say, tidings)
        yield partial(draw_battle, a_battle(), say, tidings)
    yield partial(draw_map, a_maze(163), say, A_DISASTER)
    for outcome in ("victory", "adventures", "home"):
        yield partial(draw_ending, winners(), say, outcome)
    yield partial(draw_ending, the_lost(), say, "defeat")
