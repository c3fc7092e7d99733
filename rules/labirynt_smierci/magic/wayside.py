"""Spells between two fights or at once [10]: healing, Neutralize Poison, Resurrect, Teleport."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from msgspec import Struct

from rules.kernel.grid import Square, distances
from rules.kernel.odds import faces_said
from rules.kernel.offers import Offer, Way, does_with, ends, one_way
from rules.kernel.requests import Option, Seat
from rules.kernel.table import Table
from rules.kernel.words import Facts, Word
from rules.labirynt_smierci.events import magic
from rules.labirynt_smierci.exploration import entrance_in, joined_squares, open_exits, reach
from rules.labirynt_smierci.magic import casting
from rules.labirynt_smierci.model import Character, Game, Segment
from rules.labirynt_smierci.party.formation import with_newcomer
from rules.labirynt_smierci.party.losses import cure
from rules.labirynt_smierci.party.traits import in_force
from rules.labirynt_smierci.tables import amount, most_amount

# Poison ----------------------------------------------------------------------------------------------------------


NEUTRALIZE = "neutralize_poison"


def most_poison(victim: Character, code: str) -> int:
    """The highest number of wounds by poison; 0 with the medallion [10, 14]."""
    return 0 if victim.wears("medallion", "neutralize_poison") else most_amount(code)


def poison_wounds(table: Table, game: Game, victim: Character, code: str, why: str) -> int:
    """Return the wounds by poison: 0 with the medallion or a spell cast at once, else by the dice [10]."""
    if victim.wears("medallion", "neutralize_poison"):
        table.tell(magic.PoisonNeutralized(victim.name, medallion=True))
        return 0
    if neutralize(table, game, victim):
        table.tell(magic.PoisonNeutralized(victim.name, medallion=False))
        return 0
    return amount(table, code, why, who=victim.name)


def neutralize(table: Table, game: Game, victim: Character) -> bool:
    """Ask all owners of casters at once; return whether one casts the spell."""
    offers = neutralizing_offers(game, victim)
    return casting.volunteer(table, "poison", lambda: offers, [], victim=victim.name, strength=victim.strength_now)


def neutralizing_offers(game: Game, victim: Character) -> list[Offer]:
    """Return the casters and the refusal for each seat."""
    offers: list[Offer] = []
    able = casting.casters(game, NEUTRALIZE)
    for seat in game.seats:
        own = [character for character in able if character.seat == seat]
        offers += [_neutralize_offer(game, character, victim) for character in own]
        offers += [Offer(seat, Option(casting.NONE, "poison.none"), do=casting.refuses)] if own else []
    return offers


def _neutralize_offer(game: Game, character: Character, victim: Character) -> Offer:
    facts = {
        **casting.spell_facts(game, NEUTRALIZE),
        "who": character.name,
        "strength": character.strength_now,
        "victim": victim.name,
    }
    option = Option(f"neutralize:{character.id}", "poison.neutralize", "poison.cost", facts)
    return one_way(
        character.seat,
        NEUTRALIZE,
        option,
        casting.Cast(character, NEUTRALIZE, victim),
        ends(does_with(cure_poison, game)),
    )


def cure_poison(table: Table, game: Game, cast: casting.Cast[Character]) -> None:
    """Pay for the spell that saves the victim from poison."""
    casting.pay_for(table, game, cast, cast.target.name)


# The dead --------------------------------------------------------------------------------------------------------


RESURRECT = "resurrection"


def call_back(table: Table, game: Game) -> None:
    """Let casters call back those who just fell, one after the other.

    The things of the dead are divided after this, and the returned take part [5, house].
    """
    game.fallen = [member for member in game.fallen if not game.characters[member].fate]
    refused: list[Seat] = []
    while casting.volunteer(table, "resurrection", lambda: raising_offers(game), refused, number=len(game.fallen)):
        continue
    game.fallen = []


def just_fallen(game: Game) -> list[Character]:
    """Return the characters who just fell."""
    return [game.characters[member] for member in game.fallen]


def raising_offers(game: Game) -> list[Offer]:
    """Return the targets and the refusal for each seat that can cast Resurrect."""
    offers: list[Offer] = []
    able = casting.casters(game, RESURRECT) if game.fallen else []
    for seat in game.seats:
        pairs = [(character, fallen) for character in able if character.seat == seat for fallen in just_fallen(game)]
        offers += [_resurrect_offer(game, character, fallen) for character, fallen in pairs]
        offers += (
            [Offer(seat, Option(casting.NONE, "resurrection.none", "resurrection.none.cost"), do=casting.refuses)]
            if pairs
            else []
        )
    return offers


def _resurrect_offer(game: Game, character: Character, fallen: Character) -> Offer:
    facts: Facts = {"who": character.name, "strength": character.strength_now, "dead": fallen.name}
    facts |= {**casting.spell_facts(game, RESURRECT), "lost": game.tables.spells.lost}
    option = Option(f"raise:{character.id}>{fallen.id}", "resurrection.raise", "resurrection.cost", facts)
    return one_way(
        character.seat, RESURRECT, option, casting.Cast(character, RESURRECT, fallen), ends(does_with(raise_up, game))
    )


def raise_up(table: Table, game: Game, cast: casting.Cast[Character]) -> None:
    """Bring a dead character back at full strength, or lose him for ever by an unlucky die [10]."""
    character = cast.target
    casting.pay_for(table, game, cast, character.name)
    game.fallen.remove(character.id)
    lost = game.tables.spells.lost
    rolled = int(table.roll("1K6", "resurrection.roll", who=character.name, lost=faces_said(lost)))
    if rolled in lost:
        character.fate = "lost"
        table.tell(magic.NotCalledBack(character.name, rolled))
        return
    character.wounds = character.spent = 0
    game.formation = with_newcomer(game.formation, character.id)
    table.tell(magic.Raised(character.name, rolled))


HEALING = ("heal", "rejuvenate")


def wayside_offers(game: Game) -> list[Offer]:
    """Return the offers of all spells that can be cast before the party moves on."""
    return [offer for spell in WAYSIDE for offer in _offers_of_spell(game, spell)]


def healing_offers(game: Game) -> list[Offer]:
    """Return the offers of healing spells."""
    return [offer for spell in HEALING for offer in _offers_of_spell(game, spell)]


def _offers_of_spell(game: Game, spell: str) -> Iterator[Offer]:
    if targets := [_target_way(spell, character) for character in WAYSIDE[spell].helps(game)]:
        yield from casting.cast_offers(game, spell, does_with(cast_wayside, game), lambda _: targets)


def _target_way(spell: str, character: Character) -> Way[Character]:
    note = "cast.wounded" if spell in HEALING else ""
    facts: Facts = {"target": character.name, "wounds": character.wounds, "strength": character.strength_now}
    return Way(Option(character.id, "cast.at", note, facts), character)


def cast_wayside(table: Table, game: Game, cast: casting.Cast[Character]) -> None:
    """Cast a spell between two fights."""
    casting.pay_for(table, game, cast, cast.target.name)
    WAYSIDE[cast.spell].effect(table, game, cast.spell, cast.target)


def heal_by_orders(table: Table, game: Game) -> None:
    """After a fight, let healers cure the badly hurt by their players' standing orders, as long as they can pay."""
    while casts := list(_healing_casts_by_orders(game)):
        cast_wayside(table, game, min(casts, key=lambda cast: (cast.target.strength_now, -cast.caster.strength_now)))


def _healing_casts_by_orders(game: Game) -> Iterator[casting.Cast[Character]]:
    """The cure must exceed its cost; a healer of others keeps the strength that the orders name."""
    for spell in HEALING:
        cost = game.tables.spells.of(spell).cost if in_force(game, spell) else 0
        for caster in casting.casters(game, spell):
            heal_below = game.orders_of(caster.seat).heal
            least = 0 if heal_below == "never" else int(heal_below)
            for target in wounded(game):
                bears = target is caster or caster.strength_now - cost >= least
                if target.strength_now < least and target.wounds > cost and bears:
                    yield casting.Cast(caster, spell, target)


# Whom it helps ---------------------------------------------------------------------------------------------------


def wounded(game: Game) -> list[Character]:
    """Return the living characters with wounds."""
    return [character for character in game.living if character.wounds]


def not_mighty(game: Game) -> list[Character]:
    """Return the living characters without a strength bonus for the next fight."""
    return [character for character in game.living if not character.might]


def unarmored(game: Game) -> list[Character]:
    """Return the living characters without Mage Armor."""
    return [character for character in game.living if not character.absorbs]


def stone_here(game: Game) -> list[Character]:
    """Return the characters who stand on this segment as stone."""
    here = (game.level, game.square)
    return [
        character for character in game.characters.values() if character.fate == "stone" and character.stone_at == here
    ]


# What it does ----------------------------------------------------------------------------------------------------


def heal(table: Table, game: Game, spell: str, target: Character) -> None:
    """Cure wounds; strength spent on spells does not come back [10]."""
    cured = cure(target, casting.roll_amount(table, game, spell, target.name))
    table.tell(magic.Healed(target.name, cured, target.strength_now))


def give_might(table: Table, game: Game, spell: str, target: Character) -> None:
    """Raise melee attack numbers in the next fight."""
    target.might = casting.roll_amount(table, game, spell, target.name)
    table.tell(magic.MightGiven(target.name, target.might))


def give_armor(table: Table, game: Game, spell: str, target: Character) -> None:
    """Give Mage Armor, which absorbs wounds until it is used up or the adventure ends."""
    target.absorbs = casting.roll_amount(table, game, spell, target.name)
    table.tell(magic.ArmorGiven(target.name, target.absorbs))


def stone_to_flesh(table: Table, game: Game, spell: str, target: Character) -> None:
    """Return a petrified character to life with his former strength, at the end of the formation."""
    del spell  # the only one of its kind
    target.fate, target.stone_at = "", None
    game.formation = with_newcomer(game.formation, target.id)
    table.tell(magic.FleshAgain(target.name, target.strength_now))
    if not target.usable:  # stone since another adventure, under another sun
        casting.catch_up(table, game, target)


class Wayside(Struct, frozen=True):
    """A spell between two fights: its possible targets, its effect and the field of its target that it raises."""

    helps: Callable[[Game], list[Character]]
    effect: Callable[[Table, Game, str, Character], None]
    raises: str = ""


WAYSIDE: Mapping[str, Wayside] = {
    "heal": Wayside(wounded, heal),
    "rejuvenate": Wayside(wounded, heal),
    "strength": Wayside(not_mighty, give_might, "might"),
    "mage_armor": Wayside(unarmored, give_armor, "absorbs"),
    "stone_flesh": Wayside(stone_here, stone_to_flesh),
}
"""The spells between two fights, in the order in which they are offered."""


# Teleport --------------------------------------------------------------------------------------------------------


TELEPORT = "teleport"
MOST_TARGETS = 25
PLAIN = ("corridor", "room")


def teleport_offers(game: Game) -> Iterator[Offer]:
    """Yield the offers of Teleport to segments that matter; only the nearest if there are many."""
    yield from casting.cast_offers(
        game,
        TELEPORT,
        does_with(teleport, game),
        lambda _: [Way(square_option(game, square), square) for square in worth_going(game)],
    )


def worth_going(game: Game) -> list[Square]:
    """Return the squares for Teleport: those with something to do first, the nearest first.

    Squares from which locked doors cut off the way home are left out [house].
    """
    level = game.levels[game.level]
    exits = [square for square, _ in open_exits(level)]
    stones = [
        character.stone_at[1]
        for character in game.characters.values()
        if character.stone_at and character.stone_at[0] == game.level
    ]
    steps = distances(game.square, lambda here: joined_squares(level, here))

    def worth(square: Square) -> tuple[bool, int, Square]:
        plain = not (is_worth_a_visit(level[square]) or square in exits or square in stones)
        return plain, steps.get(square, len(level)), square

    there = sorted((square for square in level if square != game.square), key=worth)
    if can_go_home(game, game.square):
        there = [square for square in there[: 2 * MOST_TARGETS] if can_go_home(game, square)]
    return there[:MOST_TARGETS]


def can_go_home(game: Game, square: Square) -> bool:
    """Whether the entrance can be reached from this square."""
    return entrance_in(game, reach(game, (game.level, square)))


def is_worth_a_visit(segment: Segment) -> bool:
    """Whether a segment has something to come back for."""
    if segment.kind in ("entrance", "stairs", "gate") or segment.group:
        return True
    return segment.kind not in PLAIN and not segment.examined


def square_option(game: Game, square: Square, level: int = 0) -> Option:
    """Return the option for a segment: kind, monsters, place from the party; ``level`` 0: the party's level."""
    segment = game.levels[level or game.level][square]
    where, facts = bearings(game, square)
    facts["kind"] = Word(f"segment.{segment.kind}")
    waiting = len(segment.group.living) if segment.group else 0
    if segment.group and waiting:
        facts |= {"monster": segment.group.name, "number": waiting}
    return Option(f"{square.x},{square.y}", f"cast.to.{where}", "cast.waiting" if waiting else "", facts)


def bearings(game: Game, square: Square) -> tuple[str, Facts]:
    """Return the direction of a square from the party (``across`` the map, ``along`` it, ``both``) and distances."""
    east, south = square.x - game.square.x, square.y - game.square.y
    facts: Facts = {"across": abs(east), "along": abs(south)}
    facts |= {"side": Word(f"side.{'e' if east > 0 else 'w'}"), "other": Word(f"side.{'s' if south > 0 else 'n'}")}
    return "across" if not south else "along" if not east else "both", facts


def teleport(table: Table, game: Game, cast: casting.Cast[Square]) -> None:
    """Teleport the party; it came by no door, so that every door is a new way [5B]."""
    casting.pay_for(table, game, cast)
    game.square = cast.target
    game.entered_by = game.left_by = None
    game.here.visited = True
    table.tell(magic.PartyTeleported(Word(f"segment.{game.here.kind}")))
