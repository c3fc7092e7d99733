"""``/lookup``: the rulebook's tables for whoever runs a game, in any channel, with or without dice."""

from __future__ import annotations

import inspect
import secrets
from collections.abc import Callable, Iterator, Mapping
from functools import cache, partial
from typing import Any

from discord import app_commands
from discord.app_commands import Choice

from bot.commands import lookup_tables as whole
from bot.commands import lookup_words as words
from bot.commands.desk import Desk, language_of
from bot.commands.localised import about, named
from bot.commands.making import FOR_GUILDS, IN_GUILDS, choices, serve
from bot.narrator import LOCALES, Narrator
from bot.prompts.controls import view
from bot.prompts.public import Shown
from bot.prompts.reply import Interaction, Reply
from rules.kernel.chance import thrower
from rules.kernel.errors import Refused
from rules.labirynt_smierci.lookups import LOOKUPS, Lookup, Parameter, listed, lookup
from rules.labirynt_smierci.tables import Tables, load

GAME = "labirynt-smierci"
TYPED = {
    "roll": "result",
    "id": "letter",
    "combat.roll": "attack",
    "experience.sum": "strengths",
}
"""Parameters that are typed under another name, since ``roll`` throws the dice."""
MOST_PAGES = 9
Given = dict[str, Any]


def lookups(desk: Desk) -> app_commands.Group:
    """The group of look-ups: one sub-command for each table, and one for tables as a whole."""
    group = app_commands.Group(
        name=named("lookup"),
        description=about("lookup"),
        allowed_contexts=IN_GUILDS,
        allowed_installs=FOR_GUILDS,
    )
    group.add_command(_whole(desk))
    for one in LOOKUPS:
        group.add_command(_entry(desk, one))
    return group


def tables_of(desk: Desk) -> Tables:
    """The tables in force; the shipped ones where the game is not played."""
    found = getattr(desk.games.get(GAME), "tables", None)
    return found if isinstance(found, Tables) else _shipped()


@cache
def _shipped() -> Tables:
    return load()


# Whole tables ----------------------------------------------------------------------------------------------


def _whole(desk: Desk) -> app_commands.Command[Any, ..., None]:
    @app_commands.rename(**{name: _option(name) for name in ("name", "page", "public")})
    @app_commands.describe(
        name=about("lookup.option.table"), page=about("lookup.option.page"), public=about("lookup.option.public")
    )
    async def show(
        interaction: Interaction, name: str = "", page: app_commands.Range[int, 1, MOST_PAGES] = 1, public: bool = False
    ) -> None:
        async def work(reply: Reply) -> None:
            narrator = Narrator(language_of(interaction))
            await _answer(reply, narrator, lambda: _table(narrator, tables_of(desk), name, page), public=public)

        await serve(desk, interaction, work, public=public)

    async def complete(interaction: Interaction, begun: str) -> list[Choice[str]]:
        return choices(_begun(_titles(Narrator(language_of(interaction), marked=False)), begun))

    made = app_commands.Command[Any, ..., None](
        name=named("lookup.table"), description=about("lookup.table"), callback=show
    )
    made.autocomplete("name")(complete)
    return made


def _table(narrator: Narrator, tables: Tables, name: str, page: int) -> str:
    if not name:
        return whole.tables(narrator, LOOKUPS, listed(tables))
    try:
        one = lookup(next((id for title, id in _all_titles() if _same(title, name)), name))
    except Refused as refusal:
        titles = tuple(title for title, _ in _titles(narrator.plain))
        raise Refused(refusal.reason, got=name[:40], values=titles) from refusal
    return whole.table(narrator, one, one.rows(tables), page)


def _titles(narrator: Narrator) -> list[tuple[str, str]]:
    return [(str(narrator.say(f"lookup.table.{one.name}")), one.name) for one in LOOKUPS]


def _all_titles() -> list[tuple[str, str]]:
    """Titles and sub-commands in every language, for names that were typed rather than picked."""
    plain = [Narrator(locale, marked=False) for locale in LOCALES]
    commands = [(whole.command_of(narrator, one.name), one.name) for narrator in plain for one in LOOKUPS]
    return [title for narrator in plain for title in _titles(narrator)] + commands


# One entry -------------------------------------------------------------------------------------------------


def _entry(desk: Desk, one: Lookup) -> app_commands.Command[Any, ..., None]:
    """A sub-command; discord.py reads its options from its signature, so each table gets a signature of its own."""

    async def run(interaction: Interaction, throw: bool = False, public: bool = False, **given: Any) -> None:
        async def work(reply: Reply) -> None:
            asked = {name: value for name, value in given.items() if value is not None}
            narrator = Narrator(language_of(interaction))
            look = partial(look_up, narrator, tables_of(desk), one, asked, throw=throw)
            await _answer(reply, narrator, look, public=public)

        await serve(desk, interaction, work, public=public)

    run.__signature__ = inspect.Signature(list(_signature(one, tables_of(desk))))  # type: ignore[attr-defined]  # inspect's own protocol
    options = {asked.name: f"lookup.option.{typed(one, asked)}" for asked in one.parameters}
    options |= {"throw": "lookup.option.roll"} if one.roll else {}
    options |= {"public": "lookup.option.public"}
    app_commands.rename(**{name: named(key) for name, key in options.items()})(run)
    app_commands.describe(**{name: about(key) for name, key in options.items()})(run)
    made = app_commands.Command[Any, ..., None](
        name=named(f"lookup.{one.name}"), description=about(f"lookup.{one.name}"), callback=run
    )
    for asked in one.parameters:
        if asked.type == "choice":
            made.autocomplete(asked.name)(_completion(desk, one, asked))
    return made


def _signature(one: Lookup, tables: Tables) -> Iterator[inspect.Parameter]:
    yield _keyword("interaction", Interaction, inspect.Parameter.empty)
    for asked in one.parameters:
        yield _keyword(asked.name, _annotation(asked, tables), None)
    if one.roll:
        yield _keyword("throw", bool, False)
    yield _keyword("public", bool, False)


def _keyword(name: str, annotation: Any, default: Any) -> inspect.Parameter:
    return inspect.Parameter(name, inspect.Parameter.POSITIONAL_OR_KEYWORD, default=default, annotation=annotation)


def _annotation(asked: Parameter, tables: Tables) -> Any:
    """Discord refuses numbers out of range itself; names are completed, and refused with those that exist."""
    if asked.type == "choice":
        return str
    if asked.values is None:
        return int
    values = [int(value) for value in asked.values(tables)]
    return app_commands.Range[int, min(values), max(values)]


def typed(one: Lookup, asked: Parameter) -> str:
    """The name under which a parameter is typed."""
    return TYPED.get(f"{one.name}.{asked.name}") or TYPED.get(asked.name, asked.name)


def _option(name: str) -> app_commands.locale_str:
    return named(f"lookup.option.{name}")


def _completion(desk: Desk, one: Lookup, asked: Parameter) -> Any:
    async def complete(interaction: Interaction, begun: str) -> list[Choice[str]]:
        narrator = Narrator(language_of(interaction), marked=False)
        return choices(_begun(_values(narrator, tables_of(desk), one, asked), begun))

    return complete


def _values(narrator: Narrator, tables: Tables, one: Lookup, asked: Parameter) -> list[tuple[str, str]]:
    """What can be asked for: as people call it, and its id."""
    values = asked.values(tables) if asked.values else ()
    return [(_capital(words.name_of(narrator, one, asked, value)), str(value)) for value in values]


def _capital(said: str) -> str:
    return said[:1].upper() + said[1:]


def _begun(offers: list[tuple[str, str]], begun: str) -> list[tuple[str, str]]:
    """Those that hold what was typed so far, those that begin with it first."""
    wanted = begun.strip().casefold()
    fitting = [offer for offer in offers if wanted in offer[0].casefold() or wanted in offer[1]]
    return sorted(fitting, key=lambda offer: not offer[0].casefold().startswith(wanted))


def look_up(narrator: Narrator, tables: Tables, one: Lookup, given: Mapping[str, Any], *, throw: bool) -> str:
    """An entry in words, or the whole table when nothing was asked for; refuses in the reader's words."""
    dice = thrower(secrets.token_bytes(32)) if throw else None
    try:
        found = one.answer(tables, _meant(tables, one, given), dice)
    except Refused as refusal:
        raise _in_words(narrator, tables, one, refusal) from refusal
    return whole.table(narrator, one, found) if isinstance(found, list) else words.entry(narrator, one, found)


def _meant(tables: Tables, one: Lookup, given: Mapping[str, Any]) -> Given:
    """Names that were typed in any language become ids."""
    meant = dict(given)
    for asked in one.parameters:
        if asked.type == "choice" and asked.name in meant:
            meant[asked.name] = _id_of(tables, one, asked, str(meant[asked.name]))
    return meant


def _id_of(tables: Tables, one: Lookup, asked: Parameter, typed: str) -> str:
    for locale in LOCALES:
        for said, value in _values(Narrator(locale, marked=False), tables, one, asked):
            if _same(said, typed):
                return value
    return typed


def _same(one: str, other: str) -> bool:
    return one.strip().casefold() == other.strip().casefold()


def _in_words(narrator: Narrator, tables: Tables, one: Lookup, refusal: Refused) -> Refused:
    """A refusal with the names that the reader sees."""
    facts = dict(refusal.facts)
    asked = {asked.name: asked for asked in one.parameters}
    if "parameter" in facts:
        parameter = asked[str(facts["parameter"])]
        facts["parameter"] = _option_name(narrator, one, parameter)
        if parameter.type == "choice":
            facts["values"] = _named_values(narrator, tables, one, parameter, facts["values"])
    if "parameters" in facts:
        missing = facts["parameters"] if isinstance(facts["parameters"], tuple) else ()
        facts["parameters"] = tuple(_option_name(narrator, one, asked[str(name)]) for name in missing)
    if "table" in facts:
        facts["table"] = str(narrator.plain.say(f"lookup.table.{one.name}"))
    return Refused(refusal.reason, **facts)


def _named_values(narrator: Narrator, tables: Tables, one: Lookup, asked: Parameter, ids: Any) -> tuple[str, ...]:
    return tuple(said for said, value in _values(narrator.plain, tables, one, asked) if value in ids)


def _option_name(narrator: Narrator, one: Lookup, asked: Parameter) -> str:
    name = typed(one, asked)
    return str(narrator.plain.say(f"command.lookup.option.{name}.name")) if narrator.locale == "pl" else name


async def _answer(reply: Reply, narrator: Narrator, look: Callable[[], str], *, public: bool) -> None:
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
