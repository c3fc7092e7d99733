"""``/lookup`` for a game as a whole: one sub-command, which asks for the table and for an entry of it."""

from __future__ import annotations

from functools import partial
from typing import Any

from discord import app_commands
from discord.app_commands import Choice

from bot.discord.commands import lookup_tables as whole
from bot.discord.commands import lookup_titles as titles
from bot.discord.commands.desk import Desk, language_of
from bot.discord.commands.localised import about, named
from bot.discord.commands.lookup_entry import Given, answer, look_up, meant_values, tables_of, values
from bot.discord.commands.registering import choices, serve
from bot.discord.prompts.controls import CONTENT
from bot.discord.prompts.reply import Interaction, Reply
from bot.games import face_of
from bot.words.clip import clip
from bot.words.narrator import LOCALES, Narrator
from rules.kernel.errors import Refused
from rules.kernel.lookups import Book, Lookup, Parameter

OPTIONS = ("table", "entry", "roll", "public")


def command_of(narrator: Narrator, book: Book[Any]) -> str:
    """The game's sub-command as the reader types it."""
    name = face_of(book.game).lookup
    return str(narrator.plain.say(f"command.lookup.{name}.name")) if narrator.locale == "pl" else name


def of_game(desk: Desk, book: Book[Any]) -> app_commands.Command[Any, ..., None]:
    """The sub-command of a game."""

    @app_commands.rename(**{name: named(f"lookup.option.{name}") for name in OPTIONS})
    @app_commands.describe(**{name: about(f"lookup.option.{name}") for name in OPTIONS})
    async def show(
        interaction: Interaction, table: str = "", entry: str = "", roll: bool = False, public: bool = False
    ) -> None:
        async def work(reply: Reply) -> None:
            narrator = Narrator(language_of(interaction))
            look = partial(look_into, narrator, book, tables_of(desk, book), table, entry, throw=roll)
            await answer(reply, narrator, look, public=public)

        await serve(desk, interaction, work, public=public, share="look")

    async def complete_table(interaction: Interaction, begun: str) -> list[Choice[str]]:
        keys = [one.key for one in book.lookups]
        known = titles.titles(Narrator(language_of(interaction), marked=False))
        return choices(titles.begun([(title, key) for title, key in known if key in keys], begun))

    async def complete_entry(interaction: Interaction, begun: str) -> list[Choice[str]]:
        table = str(getattr(interaction.namespace, "table", "") or "")
        throw = bool(getattr(interaction.namespace, "roll", False))
        narrator = Narrator(language_of(interaction), marked=False)
        return choices(titles.begun(offered(narrator, book, tables_of(desk, book), table, throw), begun))

    key = f"lookup.{face_of(book.game).lookup}"
    made = app_commands.Command[Any, ..., None](name=named(key), description=about(key), callback=show)
    made.autocomplete("table")(complete_table)
    made.autocomplete("entry")(complete_entry)
    return made


def look_into(narrator: Narrator, book: Book[Any], tables: Any, table: str, entry: str, *, throw: bool) -> str:
    """The game's tables, one of them, or one entry; without a table whatever is called so; refuses in the reader's
    words."""
    if not table:
        return _anywhere(narrator, book, tables, entry, throw) if entry else whole.tables(narrator, book, tables)
    found = titles.meant(table, book)
    if found is None:
        known = tuple(str(narrator.plain.say(f"lookup.table.{one.key}")) for one in book.lookups)
        raise Refused("lookup_table", got=table[:40], values=known)
    return _looked_up(narrator, tables, found[1], entry, throw)


def _looked_up(narrator: Narrator, tables: Any, one: Lookup[Any], entry: str, throw: bool) -> str:
    given = _given(tables, one, entry, throw) if entry else {}
    return look_up(narrator, tables, one, given, throw=throw, option=partial(_option_name, narrator))


def _anywhere(narrator: Narrator, book: Book[Any], tables: Any, entry: str, throw: bool) -> str:
    """The entries of this name in all tables; those that are only like it where none has it."""
    every = _open(book, throw)
    holding = [one for one in every if _holds(tables, one, entry, throw)]
    holding = holding or [one for one in every if any(_fits(tables, one, each, entry) for each in _asked(one, throw))]
    if not holding:
        raise Refused("lookup_entry", got=entry[:40], name=str(command_of(narrator, book)))
    return clip("\n\n".join(_looked_up(narrator, tables, one, entry, throw) for one in holding), CONTENT)


def _open(book: Book[Any], throw: bool) -> list[Lookup[Any]]:
    """The tables in which something can be looked up; with dice those on which they are thrown."""
    return [one for one in book.lookups if one.roll or not throw]


def _holds(tables: Any, one: Lookup[Any], entry: str, throw: bool) -> bool:
    """Whether a table has an entry of just this name in any language."""
    known = [offer for locale in LOCALES for offer in entries(Narrator(locale, marked=False), tables, one, throw)]
    return any(titles.same(name, entry) for offer in known for name in offer)


def offered(narrator: Narrator, book: Book[Any], tables: Any, table: str, throw: bool) -> list[tuple[str, str]]:
    """The entries of a table, or, where none was chosen, those of all that have a name."""
    if table:
        found = titles.meant(table, book)
        return entries(narrator, tables, found[1], throw) if found else []
    every = [offer for one in _open(book, throw) for offer in entries(narrator, tables, one, throw)]
    return list(dict.fromkeys(offer for offer in every if throw or not offer[1].isdecimal()))


def entries(narrator: Narrator, tables: Any, one: Lookup[Any], throw: bool) -> list[tuple[str, str]]:
    """What can be asked of a table: as people call it, and its id."""
    return [offer for asked in _asked(one, throw) for offer in values(narrator, tables, one, asked)]


def _asked(one: Lookup[Any], throw: bool) -> list[Parameter[Any]]:
    """What an entry may stand for: when dice are thrown, what they need."""
    rolling = [asked for asked in one.parameters if asked.rolling]
    return rolling if throw and rolling else [asked for asked in one.parameters if not asked.rolling]


def _given(tables: Any, one: Lookup[Any], entry: str, throw: bool) -> Given:
    """The parameter that the entry fits, or the first, which then refuses it."""
    asked = _asked(one, throw)
    fitting = [each for each in asked if _fits(tables, one, each, entry)]
    return {(fitting or asked)[0].name: entry}


def _fits(tables: Any, one: Lookup[Any], asked: Parameter[Any], entry: str) -> bool:
    try:
        asked.read(tables, meant_values(tables, one, {asked.name: entry})[asked.name])
    except Refused:
        return False
    return True


def _option_name(narrator: Narrator, asked: Parameter[Any]) -> str:
    """All that a table asks for is typed as its entry."""
    name = str(narrator.plain.say("command.lookup.option.entry.name")) if narrator.locale == "pl" else "entry"
    what = narrator.plain.first_known(f"lookup.asked.{asked.name}")
    return f"{name} ({what})" if what else name
