"""What a seat may know of the game: the only thing that pictures and prompts see."""

from __future__ import annotations

from typing import Literal

import msgspec

from rules.kernel.requests import Ranks, Seat
from rules.kernel.words import Term, Word


class SegmentView(msgspec.Struct, frozen=True):
    """One explored segment. ``sides``: N, E, S, W, each C(orridor), D(oor) or W(all); ``monsters``: how many wait.

    ``kind`` is corridor, room, entrance, gate, or a feature: stairs mirror fountain statue trapdoor furniture
    altar art. ``examined``: its feature was examined [13]. ``gate``: the Black Gate is here (also below a trap door):
    open or destroyed. ``stone``: how many members stand here turned to stone. ``graves``: who fell here.
    """

    x: int
    y: int
    kind: str
    sides: str
    monsters: int = 0
    monster_kind: str = ""
    sealed: str = ""
    examined: bool = False
    gate: Literal["", "open", "destroyed"] = ""
    stone: int = 0
    graves: tuple[Term, ...] = ()


class ExitView(msgspec.Struct, frozen=True):
    """An opening of the maze. ``letter`` is that of the button that leads there, '' where there is none.

    ``side``: n, e, s, w, or 'up', 'down', 'out' for stairs and entrance (drawn in the segment). ``known``: it leads
    to an explored segment.
    """

    x: int
    y: int
    side: str
    letter: str
    known: bool


class MapView(msgspec.Struct, frozen=True):
    """One level as far as it is explored, and where the party stands on it (None: on another level)."""

    level: int
    stage: int
    segments: tuple[SegmentView, ...]
    exits: tuple[ExitView, ...]
    party: tuple[int, int] | None
    living: int


class PlacementOption(msgspec.Struct, frozen=True):
    """One legal way for the drawn segment to lie: the option's id, its letter, the sides as they would be."""

    id: str
    letter: str
    sides: str


class PlacementView(msgspec.Struct, frozen=True):
    """The drawn segment that is to be laid at (x, y), and the ways it can lie."""

    x: int
    y: int
    kind: str
    options: tuple[PlacementOption, ...]


class FighterView(msgspec.Struct, frozen=True):
    """Somebody in a fight. ``mark`` is a short sign (number or letter) that buttons and picture share.

    ``kind``: human elf dwarf halfcronk, elf-apprentice …, or the monster's id (``gate`` for the Black Gate itself);
    charmed monsters stand among the party, members who turned on it among the monsters. ``strength`` now, of ``full``
    (wounds). ``weapon``: '' for claws and teeth. ``asleep``, ``shielded``: under these spells [10]. ``person``: the
    character that it is, '' of monsters.
    """

    id: str
    mark: str
    name: Term
    kind: str
    weapon: str
    strength: int
    full: int
    asleep: bool = False
    shielded: bool = False
    person: str = ""


class BattleView(msgspec.Struct, frozen=True):
    """Two formations face to face: ranks from the front, each from left to right as the party sees them."""

    round: int
    party: tuple[tuple[FighterView, ...], ...]
    monsters: tuple[tuple[FighterView, ...], ...]


class ItemView(msgspec.Struct, frozen=True):
    """Something found. ``kind``: weapon armour potion talisman medallion ring manuscript jewel art.

    ``name``: which one, '' while nobody knows; ``title`` is what it is called. ``plus`` of weapon and armour,
    ``worth`` in gold pieces of jewels and art.
    """

    id: str
    kind: str
    name: str
    title: Term
    plus: int
    worth: int
    worn: bool


class CharacterView(msgspec.Struct, frozen=True):
    """A character's sheet. ``dexterity`` and ``resistance`` as they are now, with items and passing effects.

    ``fate``: '' alive or dead, stone, turned (on the party), lost. ``ally``: the kind of a charmed monster.
    ``improvements``: how many can be bought with experience now, ``lesson``: points for one [12]. ``spells``: what can
    be cast in this adventure, rings and manuscript included; ``uses``: how often a limited one still can. ``absorbs``:
    wounds that Mage Armor still takes; ``might``: added to melee attacks in the next fight; ``charming``: a potion of
    charm works there, on a person or a monster. ``wealth``: gold, jewels and art in pieces.
    """

    id: str
    seat: Seat
    name: Term
    apprentice: bool
    race: str
    alive: bool
    strength: int
    full: int
    wounds: int
    resistance: int
    dexterity: int
    potential: tuple[int, int, int]
    weapons: tuple[str, ...]
    in_hand: str
    weapon_skill: dict[str, int]
    skills: dict[str, int]
    known: tuple[str, ...]
    usable: tuple[str, ...]
    spells: tuple[str, ...] = ()
    uses: dict[str, int] = {}
    experience: int = 0
    improvements: int = 0
    lesson: int = 50
    gold: int = 0
    wealth: int = 0
    items: tuple[ItemView, ...] = ()
    armour: int = 0
    absorbs: int = 0
    might: int = 0
    charming: str = ""
    fate: str = ""
    ally: str = ""


def is_in_use(character: CharacterView, item: ItemView) -> bool:
    """Whether it is worn, or a magic weapon that its owner fights with whenever one of its kind is in his hand."""
    return item.worn or (item.kind == "weapon" and item.name in character.weapons)


class GateView(msgspec.Struct, frozen=True):
    """What is known of the Black Gate: on which level, after how many new segments there (None: not told yet)."""

    level: int
    segments_left: int | None
    found: bool
    destroyed: bool


class ProspectsView(msgspec.Struct, frozen=True):
    """How the Black Gate would fall, of ten tries: with the party ``healed``, and as it is ``now`` once that is close.

    ``enough``: so many are wanted by who is careful; ``ready``: so many there are. It is sought in any case when no
    adventure is left after this one (``last``), and when nothing is left to explore or to learn (``pressed``).
    """

    healed: int
    now: int
    enough: int
    ready: bool
    last: bool
    pressed: bool = False


class PartyView(msgspec.Struct, frozen=True):
    """The party as a whole. ``sun`` is red, yellow, blue or '' before the set-up is done; gold in pieces.

    ``heap``: what was found and is being divided. ``winners``: characters with a personal victory, for which they need
    ``victory_points`` of experience and ``victory_gold`` in pieces [17].
    """

    characters: tuple[CharacterView, ...]
    formation: Ranks
    gold: int
    sun: str
    adventure: int
    adventures: int
    gate: GateView | None = None
    heap: tuple[ItemView, ...] = ()
    winners: tuple[str, ...] = ()
    victory_points: int = 0
    victory_gold: int = 0


class SpellView(msgspec.Struct, frozen=True):
    """A spell that somebody can cast: its cost in strength, how much it does, how often (dice or numbers, or '')."""

    id: str
    cost: int
    amount: str
    uses: str


class GroupView(msgspec.Struct, frozen=True):
    """The monsters that were met: kind, each one's strength, characteristics with the level's additions.

    ``reluctance`` None: no talks and no bribe. ``perils``: what they can do beyond their numbers. ``kinds``: of
    each one, where they are not all alike.
    """

    kind: str
    name: Term
    strengths: tuple[int, ...]
    dexterity: int
    reluctance: int | None
    resistance: int
    stance: str
    perils: tuple[Word, ...] = ()
    kinds: tuple[str, ...] = ()


class View(msgspec.Struct, frozen=True):
    """All that a seat may know. ``here`` is the level the party is on, others are explored levels below and above.

    ``magic``: the spells that members of the party can cast in this adventure, each once.
    ``outcome``: '' while the game goes on, else victory, defeat, adventures, home. ``home``: steps to the entrance over
    known ground; None: outside, or there is no way. ``homeward``: who is careful goes there now. ``prospects``: at the
    Gate; None: it is not known, or down. Both are weighed only for who asks what to aim at.
    """

    stage: int
    setting_up: bool
    outcome: str
    party: PartyView
    here: MapView | None
    levels: tuple[MapView, ...] = ()
    placement: PlacementView | None = None
    met: GroupView | None = None
    battle: BattleView | None = None
    magic: tuple[SpellView, ...] = ()
    home: int | None = None
    homeward: bool = False
    prospects: ProspectsView | None = None
