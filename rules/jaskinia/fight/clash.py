"""A fight or psychic combat from the first word to the dice, and the wound of who lost it [6.1–6.3, 6.5, 6.7]."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from rules.jaskinia.any_time import any_time_offers
from rules.jaskinia.cards import card_word
from rules.jaskinia.effects.spells import cast
from rules.jaskinia.events.fights import (
    EnemiesBeaten,
    EnemiesFaced,
    EnemiesWon,
    Evaded,
    FightEven,
    ItemDidNotSave,
    ItemSaved,
)
from rules.jaskinia.fight.evading import EVADE, SURELY, faces_note, slips_away, way_out
from rules.jaskinia.fight.odds import facts_of_fight
from rules.jaskinia.fight.scores import (
    OWN,
    SIDES,
    THEIRS,
    Result,
    Side,
    behind,
    fight_facts,
    fight_of,
    fighter,
    foe_types,
    opponents,
    result,
    scores,
    value_of,
)
from rules.jaskinia.fight.spells import CAST, escape_spells, gain_facts, helpful_spells, spell_facts
from rules.jaskinia.model import Fight, FightKind, Game, Seeker
from rules.jaskinia.seeker.values import use_number
from rules.jaskinia.seeker.wounds import lose_endurance
from rules.jaskinia.tables.sheets import Mod
from rules.kernel.odds import faces_said
from rules.kernel.offers import Offer, Pick, does, does_with, one_way, take
from rules.kernel.requests import Option
from rules.kernel.table import Event, Table
from rules.kernel.words import Fact, Word


def fight_guardian(table: Table, game: Game, one: Seeker, kind: FightKind, value: int, guardian: str) -> Result:
    """A fight against a Strength or Power: no evading; what comes of it is seen to by whoever began it [10.6, 12]."""
    game.fight = Fight(kind=kind, guardian=f"caveguardian.{guardian}", value=value)
    begin_fight(table, game, one)
    ended = decide(table, game, one)
    game.fight = None
    return ended


def begin_fight(table: Table, game: Game, one: Seeker) -> None:
    """A fight begins; before the dice there are Spells, and Enemies may be evaded."""
    kind = Word(f"cavefight.{fight_of(game).kind}")
    table.tell(EnemiesFaced(one.name, kind, opponents(game), value_of(game, THEIRS)))
    prepare(table, game, one)


def decide(table: Table, game: Game, one: Seeker) -> Result:
    """One die each side, and who wins [6.2, 6.3]."""
    for side in SIDES:
        throw(table, game, side)
    table.tell(_told(game, one))
    ended = result(game)
    use_number(game, one)
    return ended


def throw(table: Table, game: Game, side: Side) -> int:
    """The die of a side; its natural face stays with the fight."""
    fight, one = fight_of(game), fighter(game, side)
    what = "duel" if fight.rival else fight.kind
    why = f"{what}.own" if side == OWN else f"{what}.foe"
    fight.dice[side] = int(table.roll("1K6", why, who=opponents(game)[0] if one is None else one.name))
    return fight.dice[side]


def _told(game: Game, one: Seeker) -> Event:
    own, theirs = scores(game)
    kind = Word(f"cavefight.{fight_of(game).kind}")
    match result(game):
        case "won":
            return EnemiesBeaten(one.name, opponents(game), own, theirs, kind)
        case "lost":
            return EnemiesWon(one.name, opponents(game), own, theirs, kind)
        case "tied":
            return FightEven(one.name, opponents(game), own, kind)


# Before the dice: the Seeker at turn evades, casts Spells, or fights [7.3] -------------------------------------

FIGHT = "fight"


def prepare(table: Table, game: Game, one: Seeker) -> None:
    """As long as its player wants to and anybody is left to fight with; ``game.fight.foes`` are those who are."""
    tried = False
    while _faces_anybody(game):
        table.set_right()
        evading, casts = list(_evading(game, one, tried)), [*_vanishing(game, one), *_casting(game, one)]
        pauses = _waits_for_spells(game, one) and (casts or _may_hide_a_spell(game, one))
        if not (evading or pauses) and game.beside is None:  # guests may name a number first
            return
        offers = [*evading, *casts]
        option = Option(FIGHT, "ready.fight", "ready.fight", facts_of_fight(game, OWN))
        fight = Offer(one.seat, option, do=does(_begin))
        beside = any_time_offers(game)
        done = take(table, "fight.ready", [fight, *offers, *beside], secret=True, **fight_facts(game))
        if done == FIGHT:
            return
        tried = tried or done == EVADE


def _waits_for_spells(game: Game, one: Seeker) -> bool:
    """By the standing order and by what everybody sees, never by what is held."""
    order = game.orders(one).ready
    in_need = behind(game, OWN) >= 0 or one.endurance <= 1
    return order == "ask" or (order == "behind" and in_need)


def _may_hide_a_spell(game: Game, one: Seeker) -> bool:
    """Whether rivals, who see how many Spells it holds, could read from a fight without a pause that none fits."""
    return len(game.players) > 1 and bool(one.spells)


def _begin(_: Table) -> str:
    return FIGHT


def _faces_anybody(game: Game) -> bool:
    fight = fight_of(game)
    return bool(fight.foes or fight.rival or fight.guardian)


def _evading(game: Game, one: Seeker, tried: bool) -> Iterator[Offer[Any]]:
    """An ability evades Enemies, all of its types at once, once in a fight [A15]."""
    cards, mod = _evadable(game, one), way_out(game, one, foe_types(game))
    if cards and mod is not None and not tried:
        facts: dict[str, Fact] = {"enemies": tuple(map(card_word, cards)), "faces": faces_said(mod.faces)}
        note = faces_note(mod)
        option = Option(EVADE, "ready.evade.sure" if note == SURELY else "ready.evade", note, facts)
        yield Offer(one.seat, option, do=does(_evade, game, one, mod, cards))


def _evadable(game: Game, one: Seeker) -> list[str]:
    """The Enemies that the ability evades."""
    foes = fight_of(game).foes
    mod = way_out(game, one, foe_types(game)) if foes else None
    return [card for card in foes if game.card(card).type in mod.types] if mod is not None else []


def _evade(table: Table, game: Game, one: Seeker, mod: Mod, cards: Sequence[str]) -> str:
    if slips_away(table, one, mod):
        game.trip.evaded += cards
        _leave_out(table, game, one, cards)
    return EVADE


def _vanishing(game: Game, one: Seeker) -> Iterator[Pick[str]]:
    """A Spell evades one Enemy [A15]."""
    for spell in escape_spells(game, one):
        for card in dict.fromkeys(fight_of(game).foes):
            facts = spell_facts(spell, enemy=card_word(card))
            option = Option(f"{CAST}:{spell}:{card}", "ready.vanish", f"cavespell.{spell}", facts)
            yield one_way(one.seat, "vanish", option, card, does_with(_vanish, game, one, spell), secret=True)


def _vanish(table: Table, game: Game, one: Seeker, spell: str, card: str) -> None:
    if cast(table, game, one, spell, target=card, words=(card_word(card),)):
        _leave_out(table, game, one, [card])


def _casting(game: Game, one: Seeker) -> Iterator[Pick[str]]:
    for spell, gain in helpful_spells(game, one).items():
        option = Option(f"{CAST}:{spell}", "ready.cast", f"cavespell.{spell}", gain_facts(game, OWN, spell, gain))
        yield one_way(one.seat, "help", option, spell, does_with(_cast, game, one), secret=True)


def _cast(table: Table, game: Game, one: Seeker, spell: str) -> None:
    cast(table, game, one, spell)


def _leave_out(table: Table, game: Game, one: Seeker, cards: Sequence[str]) -> None:
    """They fight no more, and stay where they are."""
    for card in cards:
        fight_of(game).foes.remove(card)
    table.tell(Evaded(one.name, tuple(map(card_word, cards))))


# The wound: Endurance, unless an Item saves it -----------------------------------------------------------------


def take_wound(table: Table, game: Game, one: Seeker, kind: FightKind) -> None:
    """One Endurance in all; in a fight one roll with the best Item may save it [6.2, 6.3, 6.8]."""
    if kind != "fight" or not _saved(table, game, one):
        lose_endurance(table, game, one, 1, Word(f"cavefight.{kind}"))


def _saved(table: Table, game: Game, one: Seeker) -> bool:
    item = max(one.items, key=lambda item: len(_faces(game, item)), default="")
    if not item or not _faces(game, item):
        return False
    saved = int(table.roll("1K6", "save.roll", character=one.name, item=card_word(item))) in _faces(game, item)
    table.tell((ItemSaved if saved else ItemDidNotSave)(one.name, card_word(item)))
    return saved


def _faces(game: Game, item: str) -> list[int]:
    """The faces on which an Item saves."""
    return [face for mod in game.card(item).mods if mod.mod == "save" for face in mod.faces]
