"""A fight or psychic combat up to the dice and its wound: evading, Spells before the dice [6]."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial

from msgspec import Struct

from rules.jaskinia.any_time import any_time_offers
from rules.jaskinia.cards import card_word, spell_word
from rules.jaskinia.effects import cast
from rules.jaskinia.events import fights
from rules.jaskinia.fight.odds import (
    OWN,
    RIVAL_TYPES,
    SIDES,
    THEIRS,
    Result,
    Side,
    behind,
    facts_of_fight,
    fight_facts,
    fight_of,
    foe_types,
    opponents,
    result,
    scores,
    value_of,
)
from rules.jaskinia.model import Fight, FightKind, Game, Seeker
from rules.jaskinia.seeker.belongings import castable, may_hold, spells_for
from rules.jaskinia.seeker.dying import lose_endurance
from rules.jaskinia.seeker.values import SIX, STATS, mods, use_number
from rules.jaskinia.tables.effects import Evade, FightBonus
from rules.jaskinia.tables.sheets import Mod, Window
from rules.kernel.events import Event
from rules.kernel.odds import FACES, faces_said, rethrow_note
from rules.kernel.offers import Offer, Pick, Way, does, does_with, one_way, take
from rules.kernel.requests import Option
from rules.kernel.table import Table
from rules.kernel.turns import window
from rules.kernel.words import Fact, Facts, Word, phrase

WINDOWS: Mapping[FightKind, Window] = {"fight": "before_fight", "psychic": "before_psychic"}
CAST = "cast"
"""The prefix of answers that cast a Spell: ``cast:SPELL``, or ``cast:SPELL:CARD`` with a target."""


def helpful_spells(game: Game, seeker: Seeker) -> dict[str, int]:
    """Return the Spells in hand that add to this fight, with their bonuses."""
    gains = {spell: _spell_gain(game, spell) for spell in _castable_fight_spells(game, seeker)}
    return {spell: gain for spell, gain in gains.items() if gain > 0}


def may_help(game: Game) -> bool:
    """Whether any Spell in the game adds to this fight, whoever holds it."""
    return any(_spell_gain(game, spell.id) > 0 for spell in spells_for(game, WINDOWS[fight_of(game).kind]))


def may_escape(game: Game) -> bool:
    """Whether any Spell in the game evades an opponent, whoever holds it; False without a fight."""
    fight = game.fight
    return fight is not None and any(
        _is_escape_spell(game, spell.id) for spell in spells_for(game, WINDOWS[fight.kind])
    )


def _spell_gain(game: Game, spell: str) -> int:
    stat = STATS[fight_of(game).kind]
    do = game.spell(spell).do
    return sum(op.n for op in do if isinstance(op, FightBonus) and op.stat == stat)


def escape_spells(game: Game, seeker: Seeker) -> list[str]:
    """Return the Spells in hand that evade an opponent; none without a fight [6.1]."""
    if not game.fight:
        return []
    return [spell for spell in _castable_fight_spells(game, seeker) if _is_escape_spell(game, spell)]


def _is_escape_spell(game: Game, spell: str) -> bool:
    return any(isinstance(op, Evade) for op in game.spell(spell).do)


def _castable_fight_spells(game: Game, seeker: Seeker) -> list[str]:
    return castable(game, seeker, WINDOWS[fight_of(game).kind])


def spell_facts(spell: str, **more: Fact) -> Facts:
    """Return the facts of an option with a Spell."""
    return {"spell": spell_word(spell), **more}


def gain_facts(game: Game, side: Side, spell: str, gain: int) -> Facts:
    """Return the facts of a Spell that adds to a fight: its bonus, and the odds with it."""
    return spell_facts(spell, gain=gain, **facts_of_fight(game, side, gain))


# In defence ----------------------------------------------------------------------------------------------------

PASS = "pass"


def defend(table: Table, game: Game, other: Seeker) -> None:
    """Let the attacked cast Spells until its player or its standing order passes."""
    while may_hold(game, other) and may_help(game):
        spell = _choose_defence_spell(table, game, other, helpful_spells(game, other))
        if spell is None:
            return
        cast(table, game, other, spell)


def _choose_defence_spell(table: Table, game: Game, other: Seeker, gains: Mapping[str, int]) -> str | None:
    """A player is asked whatever the hand holds."""
    order = game.orders(other).defence
    if order == "ask":
        # Ask even with no Spell in hand: rivals must not learn that.
        casts = [_defence_spell_way(game, spell, gain) for spell, gain in gains.items()]
        odds = facts_of_fight(game, THEIRS) if casts else {}
        passing = Option(PASS, "duel.pass", "duel.pass" if odds else "", odds)
        return table.ask(window(other.seat, "duel.defence", passing, casts, fight_facts(game)))
    return sensible_cast(game, gains) if order == "losing" else None


def _defence_spell_way(game: Game, spell: str, gain: int) -> Way[str]:
    facts = gain_facts(game, THEIRS, spell, gain)
    return Way(Option(f"{CAST}:{spell}", "duel.cast", f"cavespell.{spell}", facts), spell)


def sensible_cast(game: Game, gains: Mapping[str, int]) -> str | None:
    """Return the Spell to cast for a side that is not ahead: the smallest that is enough, else the largest.

    None if the side is ahead or has no Spell.
    """
    missing = behind(game, THEIRS)
    if missing < 0 or not gains:
        return None
    enough = [spell for spell in gains if gains[spell] > missing]
    return min(enough, key=gains.__getitem__) if enough else max(gains, key=gains.__getitem__)


EVADE, STAND = "evade", "stand"
SURELY = "evade.surely"
"""The note of an ability that needs no die."""


def way_out(game: Game, seeker: Seeker, types: Sequence[str]) -> Mod | None:
    """Return the best ability to evade opponents of any of these types."""
    ways = [mod for mod in mods(game, seeker, "evade") if any(type in mod.types for type in types)]
    return max(ways, key=lambda mod: len(mod.faces), default=None)


def faces_note(mod: Mod) -> str:
    """Return the note on the faces of the die with which an ability works."""
    return SURELY if len(mod.faces) == SIX else "evade.faces"


def slips_away(table: Table, seeker: Seeker, mod: Mod) -> bool:
    """Whether an ability to evade works: by a die, unless it always does [12]."""
    if len(mod.faces) == SIX:
        return True
    facts: Facts = {"character": seeker.name, "on": faces_said(mod.faces)}
    if int(table.roll("1K6", "evade.roll", **facts)) in mod.faces:
        return True
    table.tell(fights.EvadingFailed(seeker.name))
    return False


# Somebody else's attack ----------------------------------------------------------------------------------------


class Escape(Struct, frozen=True):
    """A way to evade: a Spell or an ability."""

    spell: str = ""
    mod: Mod | None = None


def evades(table: Table, game: Game, attacker: Seeker, other: Seeker) -> bool:
    """Whether the victim of an attack or a theft evades [6.1, 6.5].

    The ability is public and comes before Spells, unless the player is asked about both. A player who declines it keeps
    the Spell, too.
    """
    tried = False
    while way := _choose_escape(table, game, attacker, other, tried):
        if _try_escape(table, game, attacker, other, way):
            table.tell(fights.Evaded(other.name, (attacker.name,)))
            return True
        tried = tried or way.mod is not None
    return False


def _choose_escape(table: Table, game: Game, attacker: Seeker, other: Seeker, tried: bool) -> Escape | None:
    """Choose by standing orders or by the player's answer, who is asked about Spells whatever the hand holds."""
    orders = game.orders(other)
    mod = None if tried or orders.evade == "never" else way_out(game, other, RIVAL_TYPES)
    if mod and orders.evade == "always":
        return Escape(mod=mod)
    asked = orders.defence == "ask" and may_hold(game, other) and may_escape(game)
    if mod or asked:
        ways = [
            *(
                [Way(Option(EVADE, "duel.evade", faces_note(mod), {"faces": faces_said(mod.faces)}), Escape(mod=mod))]
                if mod
                else []
            ),
            *(_spell_escape_ways(game, other) if asked else []),
        ]
        facts = {"character": other.name, "attacker": attacker.name}
        odds = facts_of_fight(game, THEIRS) if game.fight and ways else {}
        stand = Option(STAND, "duel.stand", "duel.stand" if odds else "", odds)
        return table.ask(window(other.seat, "duel.evade", stand, ways, facts))
    losing = orders.defence == "losing" and game.fight is not None and behind(game, THEIRS) >= 0
    return next((way.meant for way in _spell_escape_ways(game, other)), None) if losing else None


def _spell_escape_ways(game: Game, other: Seeker) -> Iterator[Way[Escape]]:
    for spell in escape_spells(game, other):
        option = Option(f"{CAST}:{spell}", "duel.vanish", f"cavespell.{spell}", spell_facts(spell))
        yield Way(option, Escape(spell))


def _try_escape(table: Table, game: Game, attacker: Seeker, other: Seeker, way: Escape) -> bool:
    if not way.mod:
        return cast(table, game, other, way.spell, target=other.seat, words=(attacker.name,), aimed=attacker.seat)
    away = slips_away(table, other, way.mod)
    game.trip.evaded += [other.seat] if away else []
    return away


def fight_guardian(table: Table, game: Game, seeker: Seeker, kind: FightKind, value: int, guardian: str) -> Result:
    """Fight against a Strength or Power, without evading; the caller applies the result [10.6, 12]."""
    game.fight = Fight(kind=kind, guardian=f"caveguardian.{guardian}", value=value)
    begin_fight(table, game, seeker)
    # Only a called fight is ever broken off, and a victory in it changes nothing.
    ended = decide(table, game, seeker) if _has_opponent(game) else "won"
    game.fight = None
    return ended


def begin_fight(table: Table, game: Game, seeker: Seeker) -> None:
    """Begin a fight, with Spells and evading before the dice."""
    kind = Word(f"cavefight.{fight_of(game).kind}")
    table.tell(fights.EnemiesFaced(seeker.name, kind, opponents(game), value_of(game, THEIRS)))
    prepare(table, game, seeker)


def decide(table: Table, game: Game, seeker: Seeker) -> Result:
    """Throw one die for each side and return the result [6.2, 6.3]."""
    for side in SIDES:
        throw(table, game, side)
    table.tell(_fight_result_event(game, seeker))
    ended = result(game)
    use_number(game, seeker)
    return ended


def throw(table: Table, game: Game, side: Side) -> int:
    """Throw the die of a side and store its natural face in the fight."""
    fight = fight_of(game)
    what = "duel" if fight.rival else fight.kind
    why = f"{what}.own" if side == OWN else f"{what}.foe"
    fight.dice[side] = int(table.roll("1K6", why, **_die_facts(game, side)))
    return fight.dice[side]


def _die_facts(game: Game, side: Side) -> Facts:
    """Return the facts of a side's roll: both sides, their numbers, and what wins if the other die lies."""
    seeker, other = game.active, THEIRS if side == OWN else OWN
    sides = {OWN: (seeker.name,) if seeker else (), THEIRS: opponents(game)}
    strength, against = value_of(game, side), scores(game)[SIDES.index(other)]
    facts: Facts = {
        "who": sides[side],
        "strength": strength,
        "foes": sides[other],
        "against": against,
        "needs": "",
    }
    if other in fight_of(game).dice:
        note, faces = rethrow_note("dice.needs", [strength + face - against for face in FACES])
        facts["needs"] = phrase(note, **faces)
    return facts


def _fight_result_event(game: Game, seeker: Seeker) -> Event:
    own, theirs = scores(game)
    kind = Word(f"cavefight.{fight_of(game).kind}")
    match result(game):
        case "won":
            return fights.EnemiesBeaten(seeker.name, opponents(game), own, theirs, kind)
        case "lost":
            return fights.EnemiesWon(seeker.name, opponents(game), own, theirs, kind)
        case "tied":
            return fights.FightEven(seeker.name, opponents(game), own, kind)


# Before the dice: the Seeker at turn evades, casts Spells, or fights [7.3] -------------------------------------

FIGHT = "fight"


def prepare(table: Table, game: Game, seeker: Seeker) -> None:
    """Offer Spells and evading until the player is ready or no opponent is left in ``game.fight.foes``."""
    tried = False
    while _has_opponent(game):
        table.set_right(partial(_has_opponent, game))
        if not _has_opponent(game):  # a game master sent the last one away
            return
        evading, casts = (
            list(_evade_offers(game, seeker, tried)),
            [*_vanish_picks(game, seeker), *_help_spell_picks(game, seeker)],
        )
        # The standing order looks at public facts only. Rivals see how many Spells are in hand, so there is a
        # pause even where none fits.
        order = game.orders(seeker).ready
        in_need = behind(game, OWN) >= 0 or seeker.endurance <= 1
        pauses = (order == "ask" or (order == "behind" and in_need)) and (
            casts or (len(game.players) > 1 and bool(seeker.spells))
        )
        if not (evading or pauses) and not game.beside:  # guests may name a number first
            return
        offers = [*evading, *casts]
        option = Option(FIGHT, "ready.fight", "ready.fight", facts_of_fight(game, OWN))
        fight = Offer(seeker.seat, option, do=does(_start_fighting))
        beside = any_time_offers(game)
        done = take(table, "fight.ready", [fight, *offers, *beside], secret=True, **fight_facts(game))
        if done == FIGHT:
            return
        tried = tried or done == EVADE


def _start_fighting(_: Table) -> str:
    return FIGHT


def _has_opponent(game: Game) -> bool:
    fight = fight_of(game)
    return bool(fight.foes or fight.rival or fight.guardian)


def _evade_offers(game: Game, seeker: Seeker, tried: bool) -> Iterator[Offer]:
    """The ability evades all Enemies of its types at once, once in a fight [A15]."""
    cards, mod = _evadable_enemies(game, seeker), way_out(game, seeker, foe_types(game))
    if cards and mod and not tried:
        facts: Facts = {"enemies": tuple(map(card_word, cards)), "faces": faces_said(mod.faces)}
        note = faces_note(mod)
        option = Option(EVADE, "ready.evade.sure" if note == SURELY else "ready.evade", note, facts)
        yield Offer(seeker.seat, option, do=does(_try_to_evade, game, seeker, mod, cards))


def _evadable_enemies(game: Game, seeker: Seeker) -> list[str]:
    foes = fight_of(game).foes
    mod = way_out(game, seeker, foe_types(game)) if foes else None
    return [card for card in foes if game.card(card).type in mod.types] if mod else []


def _try_to_evade(table: Table, game: Game, seeker: Seeker, mod: Mod, cards: Sequence[str]) -> str:
    if slips_away(table, seeker, mod):
        game.trip.evaded += cards
        _leave_out_enemies(table, game, seeker, cards)
    return EVADE


def _vanish_picks(game: Game, seeker: Seeker) -> Iterator[Pick[str]]:
    """A Spell evades one Enemy [A15]."""
    for spell in escape_spells(game, seeker):
        for card in dict.fromkeys(fight_of(game).foes):
            facts = spell_facts(spell, enemy=card_word(card))
            option = Option(f"{CAST}:{spell}:{card}", "ready.vanish", f"cavespell.{spell}", facts)
            yield one_way(
                seeker.seat, "vanish", option, card, does_with(_cast_to_vanish, game, seeker, spell), secret=True
            )


def _cast_to_vanish(table: Table, game: Game, seeker: Seeker, spell: str, card: str) -> None:
    if cast(table, game, seeker, spell, target=card, words=(card_word(card),)):
        _leave_out_enemies(table, game, seeker, [card])


def _help_spell_picks(game: Game, seeker: Seeker) -> Iterator[Pick[str]]:
    for spell, gain in helpful_spells(game, seeker).items():
        option = Option(f"{CAST}:{spell}", "ready.cast", f"cavespell.{spell}", gain_facts(game, OWN, spell, gain))
        yield one_way(seeker.seat, "help", option, spell, does_with(_cast_help_spell, game, seeker), secret=True)


def _cast_help_spell(table: Table, game: Game, seeker: Seeker, spell: str) -> None:
    cast(table, game, seeker, spell)


def _leave_out_enemies(table: Table, game: Game, seeker: Seeker, cards: Sequence[str]) -> None:
    """The Enemies leave the fight but stay on the area."""
    for card in cards:
        fight_of(game).foes.remove(card)
    table.tell(fights.Evaded(seeker.name, tuple(map(card_word, cards))))


# The wound: Endurance, unless an Item saves it -----------------------------------------------------------------


def take_wound(table: Table, game: Game, seeker: Seeker, kind: FightKind) -> None:
    """Take one Endurance; in a fight one roll with the best Item may save it [6.2, 6.3, 6.8]."""
    if kind != "fight" or not _roll_to_save(table, game, seeker):
        lose_endurance(table, game, seeker, 1, Word(f"cavefight.{kind}"))


def _roll_to_save(table: Table, game: Game, seeker: Seeker) -> bool:
    item = max(seeker.items, key=lambda item: len(_saving_faces(game, item)), default="")
    faces = _saving_faces(game, item) if item else []
    if not faces:
        return False
    facts: Facts = {"character": seeker.name, "item": card_word(item), "on": faces_said(faces)}
    saved = int(table.roll("1K6", "save.roll", **facts)) in faces
    table.tell((fights.ItemSaved if saved else fights.ItemDidNotSave)(seeker.name, card_word(item)))
    return saved


def _saving_faces(game: Game, item: str) -> list[int]:
    return [face for mod in game.card(item).mods if mod.mod == "save" for face in mod.faces]
