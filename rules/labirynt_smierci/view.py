"""The view of the game for a seat: the only source of pictures and prompts."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from rules.kernel.requests import Ranks, Seat
from rules.kernel.words import Term, Word


class SegmentView(Struct, frozen=True):
    """One explored segment. ``sides``: N, E, S, W, each C(orridor), D(oor) or W(all); ``monsters``: their number.

    ``kind`` is corridor, room, entrance, gate, or a feature: stairs mirror fountain statue trapdoor furniture altar
    art. ``examined``: its feature was examined [13]. ``gate``: the Black Gate is here (also below a trap door): open or
    destroyed. ``stone``: the number of petrified members here. ``graves``: the members who fell here.
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


class ExitView(Struct, frozen=True):
    """An opening of the labyrinth. ``letter`` is the letter of its button, '' without one.

    ``side``: n, e, s, w, or 'up', 'down', 'out' for stairs and entrance (drawn in the segment). ``known``: it leads to
    an explored segment.
    """

    x: int
    y: int
    side: str
    letter: str
    known: bool


class MapView(Struct, frozen=True):
    """The explored part of one level, and the party's place on it (None: on another level)."""

    level: int
    stage: int
    segments: tuple[SegmentView, ...]
    exits: tuple[ExitView, ...]
    party: tuple[int, int] | None
    living: int


class PlacementOption(Struct, frozen=True):
    """A legal orientation of the drawn segment: the option's id, its letter, its turned sides."""

    id: str
    letter: str
    sides: str


class PlacementView(Struct, frozen=True):
    """The drawn segment to be laid at (x, y), and its legal orientations."""

    x: int
    y: int
    kind: str
    options: tuple[PlacementOption, ...]


class FighterView(Struct, frozen=True):
    """A fighter. ``mark`` is a short sign (number or letter) that buttons and picture share.

    ``kind``: human elf dwarf halfcronk, elf-apprentice …, or the monster's id (``gate`` for the Black Gate). Charmed
    monsters stand among the party, turned members among the monsters. ``strength`` is left of ``full`` (wounds).
    ``weapon``: '' for claws and teeth. ``asleep``, ``shielded``: under these spells [10]. ``person``: the character's
    id, '' for monsters.
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


class BattleView(Struct, frozen=True):
    """Two opposing formations: ranks from the front, each from left to right as the party sees them."""

    round: int
    party: tuple[tuple[FighterView, ...], ...]
    monsters: tuple[tuple[FighterView, ...], ...]


class ItemView(Struct, frozen=True):
    """A found item. ``kind``: weapon armour potion talisman medallion ring manuscript jewel art.

    ``name``: its name in its kind, '' while it is unknown; ``title``: its displayed name. ``plus`` of weapon and
    armour, ``worth`` in gold pieces of jewels and art.
    """

    id: str
    kind: str
    name: str
    title: Word
    plus: int
    worth: int
    worn: bool


class CharacterView(Struct, frozen=True):
    """A character's sheet. ``dexterity`` and ``resistance`` are the present values, with items and temporary effects.

    ``fate``: '' alive or dead, stone, turned (on the party), lost. ``ally``: the kind of a charmed monster.
    ``improvements``: the number that experience can buy now, ``lesson``: points for one [12]. ``spells``: castable in
    this adventure, rings and manuscript included; ``uses``: uses left of limited spells. ``absorbs``: wounds that Mage
    Armor still absorbs. ``might``: the bonus to melee attacks in the next fight. ``charming``: a potion of charm works
    there, on a person or a monster. ``wealth``: gold, jewels and art in pieces.
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
    """Whether the item is worn, or is a magic weapon that its owner can fight with."""
    return item.worn or (item.kind == "weapon" and item.name in character.weapons)


class GateView(Struct, frozen=True):
    """What is known of the Black Gate: its level and the number of new segments to it (None: not told yet)."""

    level: int
    segments_left: int | None
    found: bool
    destroyed: bool


class ProspectsView(Struct, frozen=True):
    """The chances at the Gate out of ten tries: with the party ``healed``, and ``now`` once the Gate is close.

    ``enough``: the number that a careful player wants; ``ready``: it is reached. Poor odds suffice when no
    adventure is left after this one (``last``), and when nothing is left to explore or to learn (``pressed``).
    """

    healed: int
    now: int
    enough: int
    ready: bool
    last: bool
    pressed: bool = False


class PartyView(Struct, frozen=True):
    """The party as a whole. ``sun`` is red, yellow, blue or '' before the set-up is done; gold in pieces.

    ``heap``: finds that are being divided. ``winners``: characters with a personal victory, for which they need
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


class SpellView(Struct, frozen=True):
    """A spell of the party: its cost in strength, its amount and its uses (dice or numbers, or '')."""

    id: str
    cost: int
    amount: str
    uses: str


class GroupView(Struct, frozen=True):
    """The met monsters: kind, each strength, characteristics with their level's additions.

    ``reluctance`` None: no talks and no bribe. ``perils``: their special abilities. ``kinds``: the kind of each
    monster, if they differ.
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
    level: int = 1


class View(Struct, frozen=True):
    """The view of a seat. ``here`` is the party's level; the others are explored levels.

    ``magic``: the spells that members can cast in this adventure, each once. ``outcome``: '' while the game goes on,
    else victory, defeat, adventures, home. ``home``: steps to the entrance over known segments; None: outside, or there
    is no way. ``homeward``: a careful player goes home now. ``prospects``: the chances at the Gate; None: it is unknown
    or destroyed. ``homeward`` and ``prospects`` are computed only for hints on what to aim at.
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
