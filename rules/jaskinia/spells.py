"""Spells that are cast, and cancelled [7]."""

from __future__ import annotations

from rules.jaskinia.decks import discard_spell
from rules.jaskinia.effects import Work, run
from rules.jaskinia.events.magic import SpellAnnounced
from rules.jaskinia.hand import held
from rules.jaskinia.limits import spell_word
from rules.jaskinia.model import Game, Seeker
from rules.jaskinia.primitives.magic import DEEDS
from rules.jaskinia.tables.sheets import AT_SEEKERS
from rules.kernel.requests import Choose, Option, Seat
from rules.kernel.table import Table
from rules.kernel.words import Fact, Word

DISPEL, LET = "dispel", "let"


def cast(
    table: Table,
    game: Game,
    one: Seeker,
    spell: str,
    *,
    target: str = "",
    words: tuple[Word, ...] = (),
    aimed: Seat = "",
) -> bool:
    """Announce a Spell; unless somebody cancels it, it takes effect: whether it did [7.1].

    ``target``: an area, a seat, a card or Gates, as its window needs; ``words`` name it; ``aimed``: whom it is to hurt.
    """
    one.spells.remove(spell)
    discard_spell(game, spell)
    game.tally.spells += 1
    table.tell(SpellAnnounced(one.name, spell_word(spell), words))
    if _cancelled(table, game, one, spell, aimed):
        return False
    row = game.tables.spells.of(spell)
    affected = game.seeker_of(target) if row.target in AT_SEEKERS else one
    run(table, game, Work(affected, spell_word(spell), DEEDS, target=target), row.do)
    return True


def _cancelled(table: Table, game: Game, caster: Seeker, spell: str, aimed: Seat) -> bool:
    """Everybody else who can is asked, or has a standing order, until one cancels it [7.3]."""
    for other in game.seekers:
        answers = held(game, other, "when_spell_cast") if other.seat != caster.seat else []
        willing = answers and _dispels(table, game, other, caster, spell, aimed)
        if willing and cast(table, game, other, answers[0], target=spell, words=(spell_word(spell),)):
            return True
    return False


def _dispels(table: Table, game: Game, other: Seeker, caster: Seeker, spell: str, aimed: Seat) -> bool:
    order = game.orders(other).dispel
    if order != "ask":
        return order == "aimed" and aimed == other.seat
    facts: dict[str, Fact] = {"caster": caster.name, "spell": spell_word(spell)}
    if aimed:
        facts["aimed"] = game.seeker_of(aimed).name
    options = (Option(DISPEL, "spell.dispel"), Option(LET, "spell.let"))
    ask = Choose(who=other.seat, why="spell.dispel", options=options, facts=facts, secret=True)
    return table.ask(ask) == DISPEL
