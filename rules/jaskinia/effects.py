"""The interpreter of cards, Chambers, areas and Spells: it runs lists of operations, and casts and cancels Spells [7,
12].
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from rules.jaskinia.beside.outside import before_the_die
from rules.jaskinia.cards import card_ways, card_word, discard_spell, spell_word, spells_left
from rules.jaskinia.events import cards
from rules.jaskinia.model import Game, Note, Seeker
from rules.jaskinia.seeker import belongings, dying
from rules.jaskinia.seeker.values import SIX, bonus, holds, spell_limit, total, use_number
from rules.jaskinia.tables import effects as e
from rules.jaskinia.tables.effects import ChoiceWay, Do, DrawCards, Effect, Fight, Operation, Psychic
from rules.jaskinia.tables.sheets import AT_SEEKERS, Window
from rules.kernel.odds import FACES, faces_said
from rules.kernel.offers import Way, choice
from rules.kernel.requests import Option, Seat
from rules.kernel.table import Table
from rules.kernel.turns import window
from rules.kernel.words import Facts, Term, Word, phrase

ENDING = (DrawCards, Fight, Psychic)
"""Operations that end the list unless their fight is won [5.8]."""


Deed: TypeAlias = Callable[[Table, Game, "Work", Any], Do | None]
"""The implementation of an operation; it returns the operations to run next, if any."""
OPERATIONS: dict[type[Operation], Deed] = {}
"""The implementation of each operation; the modules register their own."""
ODDS: dict[type[Operation], Callable[[Game, Seeker, Any], Facts]] = {}
"""The odds of an operation, as facts of its option; registered by the module of fights."""


class Work(Struct, frozen=True):
    """An effect and the Seeker that it affects. ``card``: the id of its card, if any; ``target``: the target of a
    Spell; ``together``: it befalls others at the same moment, so the last one alive is looked for after it [A28].
    """

    seeker: Seeker
    source: Term
    card: str = ""
    target: str = ""
    together: bool = False


def run(table: Table, game: Game, work: Work, do: Do) -> None:
    """Run all operations while the Seeker lives and stays on its area and the game goes on."""
    for op in do:
        if op.who == "all":
            _run_for_all(table, game, work, op)
        elif _is_within_reach(game, work.seeker):
            run(table, game, work, _run_operation(table, game, work, op))
        if isinstance(op, ENDING) and game.trip.over:
            return


def _run_for_all(table: Table, game: Game, work: Work, op: Effect) -> None:
    """All throw in the order of play, then what the dice say happens to all at one moment [A28]."""
    affected = [replace(work, seeker=seeker, together=True) for seeker in _affected_by_all(game, work.seeker)]
    thrown = [(one, _run_operation(table, game, one, op)) for one in affected if _is_within_reach(game, one.seeker)]
    for one, do in thrown:
        run(table, game, one, do)
    if not all(game.alive(one.seeker) for one in affected):
        dying.look_for_the_last(table, game)


def _affected_by_all(game: Game, seeker: Seeker) -> list[Seeker]:
    """The Seeker who drew the card, then everybody not at the Entrance, in the order of play [12]."""
    entrance, first = game.tables.board.entrance, game.order.index(seeker.seat)
    there = [game.players[seat].seeker for seat in (*game.order[first:], *game.order[:first])]
    return [other for other in there if other and (other is seeker or other.at != entrance)]


def _is_within_reach(game: Game, seeker: Seeker) -> bool:
    """An operation that moves the Seeker or kills somebody ends the rest for them."""
    moved = game.trip.moved and seeker.seat == game.active_seat
    return game.alive(seeker) and not game.outcome and not moved


def _run_operation(table: Table, game: Game, work: Work, op: Effect) -> Do:
    if not holds(game, work.seeker, op.unless):
        return OPERATIONS[type(op)](table, game, work, op) or ()
    table.tell(cards.ProtectedBy(work.seeker.name, card_word(op.unless.partition(":")[2])))
    return ()


def is_vain(game: Game, seeker: Seeker, do: Do) -> bool:
    """Whether none of these operations could have an effect, such as healing without wounds."""
    return all(_does_nothing(game, seeker, op) for op in do)


def can_pay(game: Game, seeker: Seeker, way: ChoiceWay) -> bool:
    """Whether a Seeker can pay for a way."""
    return seeker.gold >= way.cost_gold and len(belongings.spendable(game, seeker.items)) >= way.cost_item


def _does_nothing(game: Game, seeker: Seeker, op: Effect) -> bool:
    match op:
        case e.Heal():
            return seeker.endurance >= seeker.level
        case e.DrawSpell():
            return len(seeker.spells) >= spell_limit(game, seeker) or not spells_left(game)
        case e.Gold(n=n):
            return n < 0 and not seeker.gold
        case e.If(cond=cond, then=then, otherwise=otherwise):
            return is_vain(game, seeker, then if holds(game, seeker, cond) else otherwise)
        case e.RollTable(table=table):
            return all(is_vain(game, seeker, do) for do in table.values())
        case e.ChooseWay(options=options):
            return all(is_vain(game, seeker, way.do) for way in options if can_pay(game, seeker, way))
        case _:
            return False


# Values --------------------------------------------------------------------------------------------------------


def do_gain_strength(table: Table, game: Game, work: Work, op: e.GainStrength) -> None:
    """Raise own Strength by n."""
    dying.gain_strength(table, work.seeker, op.n)
    belongings.note(game, work.seeker, Note("strength", work.source, op.n))


def do_gain_power(table: Table, game: Game, work: Work, op: e.GainPower) -> None:
    """Raise own Power by n."""
    dying.gain_power(table, work.seeker, op.n)
    belongings.note(game, work.seeker, Note("power", work.source, op.n))


def do_lose_power(table: Table, game: Game, work: Work, op: e.LosePower) -> None:
    """Lower own Power by n."""
    before = work.seeker.power
    dying.lose_power(table, game, work.seeker, op.n)
    if work.seeker.power < before:
        belongings.note(game, work.seeker, Note("power", work.source, work.seeker.power - before))


# Things --------------------------------------------------------------------------------------------------------


def do_gold(table: Table, game: Game, work: Work, op: e.Gold) -> None:
    """Gain or lose n bags of gold."""
    if op.n > 0:
        belongings.gain_gold(table, work.seeker, op.n)
    elif work.seeker.gold:
        belongings.lose_gold(table, work.seeker, -op.n)
    else:
        table.tell(dying.nothing(work.seeker, "gold"))


def do_lose_spell(table: Table, game: Game, work: Work, op: e.LoseSpell) -> None:
    """Lose n Spells of the owner's choice."""
    if work.seeker.spells:
        belongings.give_up_spells(table, game, work.seeker, op.n)
    else:
        table.tell(dying.nothing(work.seeker, "spells"))


def do_lose_item(table: Table, game: Game, work: Work, op: e.LoseItem) -> None:
    """Lose n Items, by chance or by choice."""
    if not work.seeker.items:
        table.tell(dying.nothing(work.seeker, "items"))
    lose_some(table, game, work, op.n, op.pick)


def lose_some(table: Table, game: Game, work: Work, n: int, pick: str, *, paid: bool = False) -> None:
    """Lose n Items one after the other, or all if there are fewer: the contents of a bag go with it."""
    for _ in range(n):
        if items := belongings.spendable(game, work.seeker.items) if paid else work.seeker.items:
            belongings.lose_items(table, game, work.seeker, [_pick_item(table, work, items, pick)], paid=paid)


def _pick_item(table: Table, work: Work, items: list[str], pick: str) -> str:
    if pick == "random":
        return belongings.random_item(table, items, "effect.item", character=work.seeker.name)
    facts: Facts = {"character": work.seeker.name, "source": work.source}
    return table.ask(choice(work.seeker.seat, "effect.item", card_ways(items), facts)).id


def do_discard_this(table: Table, game: Game, work: Work, op: e.DiscardThis) -> None:
    """Discard the card that takes effect."""
    if work.card in game.lying.get(work.seeker.at, ()):
        belongings.leave_area_card(table, game, work.seeker.at, work.card)


# Leading to other operations: a roll, a test, a condition, a choice --------------------------------------------


def do_roll(table: Table, game: Game, work: Work, op: e.RollTable) -> Do:
    """Throw 1K6, plus the Seeker's ability, at most 6, and run the matching list."""
    rule = phrase(f"note.{work.source.key}") if isinstance(work.source, Word) else ""
    thrown = int(table.roll("1K6", "effect.roll", character=work.seeker.name, source=work.source, rule=rule))
    face = min(SIX, thrown + (bonus(game, work.seeker, op.mod) if op.mod else 0))
    if face > thrown:
        table.tell(cards.RollHelped(work.seeker.name, face - thrown, face))
    do = op.do_at(face)
    if not do:
        table.tell(dying.nothing(work.seeker))
    return do


def do_test(table: Table, game: Game, work: Work, op: e.Test) -> Do:
    """Compare 1K6 plus total Strength or Power with the target."""
    if game.beside:
        before_the_die(table, game, work.seeker)
    value = total(game, work.seeker, op.stat) + use_number(game, work.seeker)
    on = faces_said(face for face in FACES if value + face >= op.target)
    facts: Facts = {"stat": Word(f"cavestat.{op.stat}"), "own": value, "target": op.target, "on": on}
    result = value + int(table.roll("1K6", "effect.test", character=work.seeker.name, source=work.source, **facts))
    told = cards.TestPassed if result >= op.target else cards.TestFailed
    table.tell(told(work.seeker.name, result, op.target))
    return op.passed if result >= op.target else op.fail


def do_if(table: Table, game: Game, work: Work, op: e.If) -> Do:
    """Return the list for the condition; tell the player if it is empty."""
    do = op.then if holds(game, work.seeker, op.cond) else op.otherwise
    if not do:
        by_align = op.cond.startswith("align:")
        table.tell(dying.nothing(work.seeker, game.sheet(work.seeker).align if by_align else ""))
    return do


def do_choose(table: Table, game: Game, work: Work, op: e.ChooseWay) -> Do:
    """Ask for one of the ways that the Seeker can pay for."""
    seeker = work.seeker
    possible = [
        (n, way) for n, way in enumerate(op.options) if can_pay(game, seeker, way) and not _is_vain(game, seeker, way)
    ]
    ways = [Way(_way_option(game, seeker, str(n), way), way) for n, way in possible]
    facts: Facts = {"character": seeker.name, "source": work.source}
    way = table.ask(choice(seeker.seat, "effect.way", ways, facts))
    if way.cost_gold:
        belongings.pay_gold(table, seeker, way.cost_gold, work.source)
    lose_some(table, game, work, way.cost_item, "choice", paid=True)
    if not (way.do or way.cost_gold or way.cost_item):
        table.tell(dying.nothing(seeker, _reason_for_leaving(game, seeker, op, len(ways))))
    return way.do


def _reason_for_leaving(game: Game, seeker: Seeker, op: e.ChooseWay, ways: int) -> str:
    """Return ``left`` (by choice), ``vain`` (no use for what it can pay) or ``poor`` (it can pay for nothing)."""
    if ways > 1:
        return "left"
    return "vain" if any(can_pay(game, seeker, way) and _is_vain(game, seeker, way) for way in op.options) else "poor"


def _is_vain(game: Game, seeker: Seeker, way: e.ChoiceWay) -> bool:
    """Leaving is never vain."""
    return bool(way.do) and is_vain(game, seeker, way.do)


def _way_option(game: Game, seeker: Seeker, id: str, way: e.ChoiceWay) -> Option:
    """The facts are the price, the first number of the effect, and the odds of a fight."""
    number = next((getattr(op, name) for op in way.do for name in ("n", "strength", "power") if hasattr(op, name)), 0)
    facts: Facts = {"way": Word(f"caveway.{way.label}"), "gold": way.cost_gold, "number": number}
    return Option(id, "effect.way", f"caveway.{way.label}", facts | _way_fight_odds(game, seeker, way))


def _way_fight_odds(game: Game, seeker: Seeker, way: e.ChoiceWay) -> Facts:
    fight = next((op for op in way.do if type(op) in ODDS), None)
    return ODDS[type(fight)](game, seeker, fight) if fight else {}


# Of Spells only ------------------------------------------------------------------------------------------------


def do_fight_bonus(table: Table, game: Game, work: Work, op: e.FightBonus) -> None:
    """Add n to the caster's side of the fight."""
    fight = game.fight
    if fight:
        side = "own" if work.seeker.seat == game.active_seat else "theirs"
        fight.bonus[side] = fight.bonus.get(side, 0) + op.n
        table.tell(cards.BonusGained(work.seeker.name, Word(f"cavestat.{op.stat}"), op.n))


OPERATIONS.update(
    {
        e.GainStrength: do_gain_strength,
        e.GainPower: do_gain_power,
        e.LosePower: do_lose_power,
        e.LoseEndurance: lambda table, game, work, op: dying.lose_endurance(
            table, game, work.seeker, op.n, last=not work.together
        ),
        e.GainEndurance: lambda table, game, work, op: dying.gain_endurance(table, work.seeker, op.n),
        e.RaiseEndurance: lambda table, game, work, op: dying.raise_level(table, work.seeker, op.n),
        e.Heal: lambda table, game, work, op: dying.heal(table, work.seeker, op.n),
        e.Gold: do_gold,
        e.DrawSpell: lambda table, game, work, op: belongings.draw_spells(table, game, work.seeker, op.n),
        e.LoseSpell: do_lose_spell,
        e.LoseItem: do_lose_item,
        e.DiscardThis: do_discard_this,
        e.LoseTurn: lambda table, game, work, op: dying.lose_turns(table, game, work.seeker, op.n),
        e.Slow: lambda table, game, work, op: dying.slow(table, work.seeker, op.n),
        e.RollTable: do_roll,
        e.Test: do_test,
        e.If: do_if,
        e.ChooseWay: do_choose,
        e.Evade: lambda table, game, work, op: game.trip.evaded.append(work.target),
        e.FightBonus: do_fight_bonus,
        e.CancelSpell: lambda table, game, work, op: table.tell(
            cards.SpellCancelled(work.seeker.name, spell_word(work.target))
        ),
    }
)


DISPEL, LET = "dispel", "let"
WINDOW: Window = "when_spell_cast"


def cast(
    table: Table,
    game: Game,
    seeker: Seeker,
    spell: str,
    *,
    target: str = "",
    words: tuple[Term, ...] = (),
    aimed: Seat = "",
) -> bool:
    """Announce a Spell, run it unless somebody cancels it, and return whether it took effect [7.1].

    ``target``: an area, a seat, a card or Gates, as its window needs; ``words``: the target's name; ``aimed``: the seat
    that it would hurt.
    """
    seeker.spells.remove(spell)
    discard_spell(game, spell)
    belongings.note(game, seeker, Note("cast", spell_word(spell)))
    game.tally.spells += 1
    at = tuple(word for word in words if word != seeker.name)  # on oneself goes without saying
    table.tell(cards.SpellAnnounced(seeker.name, spell_word(spell), at))
    if _let_others_dispel(table, game, seeker, spell, aimed):
        return False
    row = game.spell(spell)
    affected = game.seeker_of(target) if row.target in AT_SEEKERS else seeker
    run(table, game, Work(affected, spell_word(spell), target=target), row.do)
    return True


def _let_others_dispel(table: Table, game: Game, caster: Seeker, spell: str, aimed: Seat) -> bool:
    """Ask the others one by one, or follow their orders, until somebody cancels the Spell [7.3]."""
    for other in game.seekers:
        if other.seat == caster.seat or not belongings.may_hold(game, other) or not belongings.spells_for(game, WINDOW):
            continue
        wanted = _wants_to_dispel(table, game, other, caster, spell, aimed)
        if wanted and cast(table, game, other, _castable_dispel(game, other), target=spell, words=(spell_word(spell),)):
            return True
    return False


def _castable_dispel(game: Game, seeker: Seeker) -> str:
    return next(iter(belongings.castable(game, seeker, WINDOW)), "")


def _wants_to_dispel(table: Table, game: Game, other: Seeker, caster: Seeker, spell: str, aimed: Seat) -> bool:
    """A player is asked whatever the hand holds; a standing order cancels only Spells aimed at the own Seeker."""
    order, holds = game.orders(other).dispel, bool(_castable_dispel(game, other))
    if order != "ask":
        return holds and order == "aimed" and aimed == other.seat
    facts: Facts = {"caster": caster.name, "spell": spell_word(spell)}
    if aimed:
        facts["aimed"] = game.seeker_of(aimed).name
    uses = [Way(Option(DISPEL, "spell.dispel"), DISPEL)] if holds else []
    return table.ask(window(other.seat, "spell.dispel", Option(LET, "spell.let"), uses, facts)) is not None
