"""Spells that are cast, and cancelled [7]."""

from __future__ import annotations

from rules.jaskinia.cards import discard_spell, spell_word
from rules.jaskinia.effects import Work, run
from rules.jaskinia.events.effects import SpellAnnounced
from rules.jaskinia.model import Game, Note, Seeker
from rules.jaskinia.seeker.belongings import castable, may_hold, spells_for
from rules.jaskinia.seeker.notes import note
from rules.jaskinia.tables.sheets import AT_SEEKERS, Window
from rules.kernel.offers import Way
from rules.kernel.orders import window
from rules.kernel.requests import Option, Seat
from rules.kernel.table import Table
from rules.kernel.words import Fact, Term

DISPEL, LET = "dispel", "let"
WINDOW: Window = "when_spell_cast"


def cast(
    table: Table,
    game: Game,
    one: Seeker,
    spell: str,
    *,
    target: str = "",
    words: tuple[Term, ...] = (),
    aimed: Seat = "",
) -> bool:
    """Announce a Spell; unless somebody cancels it, it takes effect: whether it did [7.1].

    ``target``: an area, a seat, a card or Gates, as its window needs; ``words`` name it; ``aimed``: whom it is to hurt.
    """
    one.spells.remove(spell)
    discard_spell(game, spell)
    note(game, one, Note("cast", spell_word(spell)))
    game.tally.spells += 1
    at = tuple(word for word in words if word != one.name)  # on oneself goes without saying
    table.tell(SpellAnnounced(one.name, spell_word(spell), at))
    if _cancelled(table, game, one, spell, aimed):
        return False
    row = game.spell(spell)
    affected = game.seeker_of(target) if row.target in AT_SEEKERS else one
    run(table, game, Work(affected, spell_word(spell), target=target), row.do)
    return True


def _cancelled(table: Table, game: Game, caster: Seeker, spell: str, aimed: Seat) -> bool:
    """Everybody else may, by a standing order or as they answer, until one cancels it [7.3]."""
    for other in game.seekers:
        if other.seat == caster.seat or not may_hold(game, other) or not spells_for(game, WINDOW):
            continue
        wanted = _is_wanted(table, game, other, caster, spell, aimed)
        if wanted and cast(table, game, other, _dispel(game, other), target=spell, words=(spell_word(spell),)):
            return True
    return False


def _dispel(game: Game, one: Seeker) -> str:
    return next(iter(castable(game, one, WINDOW)), "")


def _is_wanted(table: Table, game: Game, other: Seeker, caster: Seeker, spell: str, aimed: Seat) -> bool:
    """Who wants to be asked is, whatever it holds; by order only what is aimed at the own Seeker is cancelled."""
    order, holds = game.orders(other).dispel, bool(_dispel(game, other))
    if order != "ask":
        return holds and order == "aimed" and aimed == other.seat
    facts: dict[str, Fact] = {"caster": caster.name, "spell": spell_word(spell)}
    if aimed:
        facts["aimed"] = game.seeker_of(aimed).name
    uses = [Way(Option(DISPEL, "spell.dispel"), DISPEL)] if holds else []
    return table.ask(window(other.seat, "spell.dispel", Option(LET, "spell.let"), uses, facts)) is not None
