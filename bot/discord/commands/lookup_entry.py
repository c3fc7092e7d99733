"""One entry of a table, or the table whole, in words: what may be asked for, what was meant, and the answer."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping
from functools import cache, partial
from typing import Any

from bot.discord.commands import lookup_tables as whole
from bot.discord.commands import lookup_words as words
from bot.discord.commands.desk import Desk
from bot.discord.commands.lookup_titles import same
from bot.discord.prompts.controls import view
from bot.discord.prompts.public import Shown
from bot.discord.prompts.reply import Reply
from bot.words.narrator import LOCALES, Narrator, folded
from rules.games import book as book_of
from rules.kernel.chance import thrower
from rules.kernel.errors import Refused
from rules.kernel.lookups import Book, Lookup, Parameter

TYPED = {
    "roll": "result",
    "id": "letter",
    "combat.roll": "attack",
    "experience.sum": "strengths",
}
"""Parameters that are typed under another name, since ``roll`` throws the dice."""
Given = dict[str, Any]
Namer = Callable[[Parameter[Any]], str]
"""How the reader knows an option."""


def tables_of(desk: Desk, book: Book[Any]) -> Any:
    """The tables in force; the shipped ones where the game is not played."""
    found = getattr(desk.games.get(book.game), "tables", None)
    return _shipped(book.game) if found is None else found


@cache
def _shipped(game: str) -> Any:
    return book_of(game).tables()


def values(narrator: Narrator, tables: Any, one: Lookup[Any], asked: Parameter[Any]) -> list[tuple[str, str]]:
    """What can be asked for: as people call it, and its id."""
    ids = asked.values(tables) if asked.values else ()
    return [(_named(narrator, tables, one, asked, str(value)), str(value)) for value in ids]


def _named(narrator: Narrator, tables: Any, one: Lookup[Any], asked: Parameter[Any], id: str) -> str:
    """A value's name; beside its id where people know it by both."""
    if asked.called is None:
        return _capital(words.name_of(narrator, one, asked, id))
    return f"{id} · {_capital(words.name_of(narrator, one, asked, asked.called(tables, id)))}"


def _capital(said: str) -> str:
    return said[:1].upper() + said[1:]


def typed(one: Lookup[Any], asked: Parameter[Any]) -> str:
    """The name under which a parameter is typed."""
    return TYPED.get(f"{one.name}.{asked.name}") or TYPED.get(asked.name, asked.name)


def look_up(
    narrator: Narrator,
    tables: Any,
    one: Lookup[Any],
    given: Mapping[str, Any],
    *,
    throw: bool,
    option: Namer | None = None,
) -> str:
    """An entry in words, or the whole table when nothing was asked for; refuses in the reader's words.

    ``option`` names the options of a sub-command that is not the table's own.
    """
    dice = thrower(secrets.token_bytes(32)) if throw else None
    try:
        found = one.answer(tables, meant_values(tables, one, given), dice)
    except Refused as refusal:
        raise _in_words(narrator, tables, one, refusal, option or partial(_option, narrator, one)) from refusal
    return whole.table(narrator, one, found) if isinstance(found, list) else words.entry(narrator, one, found)


def meant_values(tables: Any, one: Lookup[Any], given: Mapping[str, Any]) -> Given:
    """Names that were typed in any language become ids."""
    meant = dict(given)
    for asked in one.parameters:
        if asked.type == "choice" and asked.name in meant:
            meant[asked.name] = _id_of(tables, one, asked, str(meant[asked.name]))
    return meant


def _id_of(tables: Any, one: Lookup[Any], asked: Parameter[Any], typed: str) -> str:
    known = [offer for locale in LOCALES for offer in values(Narrator(locale, marked=False), tables, one, asked)]
    exact = [value for said, value in known if same(said, typed)]
    near = list(dict.fromkeys(value for said, value in known if folded(typed) in folded(said)))
    return exact[0] if exact else near[0] if len(near) == 1 else typed


def _in_words(narrator: Narrator, tables: Any, one: Lookup[Any], refusal: Refused, option: Namer) -> Refused:
    """A refusal with the names that the reader sees."""
    facts = dict(refusal.facts)
    asked = {asked.name: asked for asked in one.parameters}
    if "parameter" in facts:
        parameter = asked[str(facts["parameter"])]
        facts["parameter"] = option(parameter)
        if parameter.type == "choice":
            facts["values"] = _named_values(narrator, tables, one, parameter, facts["values"])
    if "parameters" in facts:
        missing = facts["parameters"] if isinstance(facts["parameters"], tuple) else ()
        facts["parameters"] = tuple(option(asked[str(name)]) for name in missing)
    if "table" in facts:
        facts["table"] = str(narrator.plain.say(f"lookup.table.{one.key}"))
    return Refused(refusal.reason, **facts)


def _option(narrator: Narrator, one: Lookup[Any], asked: Parameter[Any]) -> str:
    name = typed(one, asked)
    return str(narrator.plain.say(f"command.lookup.option.{name}.name")) if narrator.locale == "pl" else name


def _named_values(
    narrator: Narrator, tables: Any, one: Lookup[Any], asked: Parameter[Any], ids: Any
) -> tuple[str, ...]:
    known = values(narrator.plain, tables, one, asked)
    return tuple(value if asked.called else said for said, value in known if value in ids)


async def answer(reply: Reply, narrator: Narrator, look: Callable[[], str], *, public: bool) -> None:
    """Show what was found; a refusal is for the asker alone, and in the language of the answer."""
    try:
        said = look()
    except Refused as refusal:
        await reply.whisper(narrator.say(f"refused.{refusal.reason}", **refusal.facts))
        return
    if public:
        await reply.post(Shown(said, view()))
    else:
        await reply.whisper(said)
