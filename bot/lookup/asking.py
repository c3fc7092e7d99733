"""Answers a look-up from a form or a line: the list of tables, one table, an entry, or dice."""

from __future__ import annotations

import re
import secrets
from collections.abc import Iterator
from typing import Any, NamedTuple

from bot.lookup import words
from bot.lookup.reading import Reading, Understood, named_entries, reader_name, table_in_front, understand
from bot.lookup.tables import Library, Table, game_begun, game_in_front, game_offers, game_title, tables_of, title_of
from bot.lookup.values import complete_entry, entries, label, parse_values, values
from bot.lookup.words import dice, entry
from bot.words.catalogues import LOCALES
from bot.words.matching import Offer, has_each_word, matching_offers
from bot.words.narrator import Narrator, Said, all_narrators, clip, fold, fold_name
from rules.kernel.chance import throw, thrower
from rules.kernel.dice import Rolled, typed_code
from rules.kernel.errors import Refused
from rules.kernel.lookups import Book, Facts, Parameter, Throw

Found = Facts | list[Facts]
"""An entry of a table, or all its rows."""


def look_up(narrator: Narrator, library: Library, table: str, name: str, *, throw: bool = False, page: int = 1) -> str:
    """Return the list of tables, one table, or an entry in words; ``table`` '': search all. Raises ``Refused``."""
    if not table:
        return Desk(narrator, library).look_up(name, throw) if name else words.tables(narrator, library)
    found = library.table(table)
    if not found:
        known = tuple(title_of(narrator.plain, each_table) for each_table in tables_of(library.books))
        raise Refused("lookup_table", got=table[:40], values=known)
    dice = thrower(secrets.token_bytes(32)) if throw else None
    return _tell(narrator, library, found, _find(narrator, library, found, name, dice), page)


def _fight_in_words(narrator: Narrator, library: Library, typed: str, refusal: Refused) -> str:
    """Return how a fight goes in a game that has no table for it; '' if the words ask for something else."""
    asked = " ".join(word for word in fold(typed).split() if not word.isdecimal())
    for book in library.books if refusal.reason in ("lookup_entry", "lookup_extra") else ():
        called = ", ".join(voice.first_known(f"lookup.fight.{book.game}") for voice in all_narrators())
        if asked in map(fold, called.split(", ")):
            return str(narrator.say(f"lookup.fight_how.{book.game}"))
    return ""


def _with_name_said(narrator: Narrator, library: Library, refused: Refused, reading: Reading) -> Refused:
    """Return the refusal; of an entry that takes nothing behind its name with what stands there too much."""
    got, id = refused.facts.get("got"), reading.name.id
    if isinstance(got, str) and id and got.startswith(f"{id} "):
        name = reader_name(narrator.plain, library, reading)
        return Refused("lookup_extra", name=Said(name), extra=got.removeprefix(id).strip())
    return refused


def _find(narrator: Narrator, library: Library, table: Table, asked: str, dice: Throw | None) -> Found:
    """Return an entry of a table, or all its rows, for typed words; raises ``Refused`` in the reader's words."""
    tables = library.tables(table.book)
    try:
        return table.lookup.answer(tables, parse_values(tables, table, asked, dice is not None), dice)
    except Refused as refusal:
        raise in_words(narrator, tables, table, refusal) from refusal


def _tell(narrator: Narrator, library: Library, table: Table, found: Found, page: int = 1) -> str:
    if isinstance(found, list):
        return words.table(narrator, table, found, page, library.paper)
    return clip(entry(narrator, table, found), library.paper.room)


def in_words(narrator: Narrator, tables: Any, table: Table, refusal: Refused) -> Refused:
    """Return the refusal with the names that the reader knows."""
    facts = dict(refusal.facts)
    asked = {asked.name: asked for asked in table.lookup.parameters}
    option = str(narrator.plain.say("command.lookup.option.name.name"))
    if "parameter" in facts:
        parameter = asked[str(facts["parameter"])]
        what = label(narrator, table, parameter)
        facts |= {"parameter": f"{option} ({what})" if what else option, "what": what or option}
        if parameter.type == "choice":
            facts["values"] = _named_values(narrator, tables, table, parameter, facts["values"])
    if "parameters" in facts:
        missing = facts["parameters"] if isinstance(facts["parameters"], tuple) else ()
        facts["parameters"] = tuple(label(narrator, table, asked[str(word)]) or option for word in missing)
    if "table" in facts:
        facts["table"] = title_of(narrator.plain, table)
    return Refused(refusal.reason, **facts)


def _named_values(narrator: Narrator, tables: Any, table: Table, asked: Parameter, ids: Any) -> tuple[str, ...]:
    known = values(narrator.plain, tables, table, asked)
    return tuple(id if asked.called else said for said, id in known if id in ids)


# Completion ------------------------------------------------------------------------------------------------


def complete_lookup(
    narrator: Narrator, library: Library, table: str, begun: str, *, throw: bool = False
) -> list[Offer]:
    """Return completions for a table; without a table, the named entries of all tables."""
    if table:
        found = library.table(table)
        return complete_entry(narrator, library.tables(found.book), found, begun, throw) if found else []
    every = [
        offer
        for each_table in tables_of(library.books)
        if each_table.lookup.roll or not throw
        for offer in entries(narrator, library.tables(each_table.book), each_table, throw)
    ]
    return matching_offers(dict.fromkeys(offer for offer in every if throw or not offer[1].isdecimal()), begun)


def throw_typed(typed: str) -> Rolled:
    """Roll the dice of a typed code; raises ``Refused`` if it is not a dice code."""
    code = typed_code(typed)
    return Rolled(code, throw(code, secrets.token_bytes(32)))


THROWN = "!"
"""The suffix of an entry that has dice rolled for it."""
_LIKE_DICE = re.compile(r"[0-9]*[dk][0-9]")


class Completed(NamedTuple):
    """A completion: its text, the number of typed characters that it replaces, and a description."""

    said: str
    instead: int
    about: str = ""


class Desk:
    """Answers typed lines in one language from some tables; the game named last stays selected.

    ``seed``: of all dice; None: each answer has dice of its own.
    """

    def __init__(self, narrator: Narrator, library: Library, seed: bytes | None = None) -> None:
        self._narrator = narrator
        self._library = library
        self._seed = seed
        self._every = {kind: _words_for_kind(kind) for kind in ("help", "quit", "roll", "tables", "games")}

    def is_over(self, line: str) -> bool:
        """Whether the line asks to quit."""
        return self._is(line, "quit")

    def answer(self, line: str) -> str:
        """Return the answer to a line, '' for an empty one; raises ``Refused`` in the reader's words."""
        line = line.strip()
        if not line:
            return ""
        if self._is(line, "help"):
            return self._narrator.say("shell.help")
        if self._is(line, "games"):
            self._library = self._library._replace(chosen=None)
        if self._is(line, "games") or self._is(line, "tables"):
            return words.tables(self._narrator, self._library)
        return self.look_up(*self._with_dice(line))

    def find(self, line: str) -> Found:
        """Return the entry or the rows that a line names, of the first table that has them; raises ``Refused``."""
        asked, rolling = self._with_dice(line)
        game, rest = game_in_front(asked)
        return self._find_all(self._in_game(game), rest, rolling)[1][0][1]

    def _in_game(self, game: Book | None) -> Library:
        return self._library._replace(chosen=game or self._library.chosen)

    def _is(self, line: str, kind: str) -> bool:
        return fold(line) in self._every[kind]

    def _with_dice(self, line: str) -> tuple[str, bool]:
        """Return the line without the words or suffix that ask for dice, and whether it had one.

        With a number behind it, such a word is the name of a value: ``combat sword roll 9``.
        """
        words = line.removesuffix(THROWN).split(" ")
        pairs = zip(words, [*words[1:], ""], strict=True)
        kept = [word for word, after in pairs if after.strip(",").isdecimal() or not self._is(word.strip(","), "roll")]
        return " ".join(kept or words).strip(), line.endswith(THROWN) or 0 < len(kept) < len(words)

    def look_up(self, asked: str, rolling: bool) -> str:
        """Return what the words name: dice, the tables of a game, or entries of tables; raises ``Refused``."""
        if (rolled := _throw_or_none(asked)) is not None:
            return roll_in_words(self._narrator, rolled)
        game, rest = game_in_front(asked)
        library = self._in_game(game)
        if game and not rest:
            self._library = library
            return words.tables(self._narrator, library)
        try:
            understood, found = self._find_all(library, rest, rolling)
        except Refused as refusal:
            if not game and (begun := game_begun(asked)):
                return self.look_up(begun.game, rolling)
            if said := _fight_in_words(self._narrator, library, rest, refusal):
                return said
            if refusal.reason == "lookup_entry" and _LIKE_DICE.match(fold(asked)):
                typed_code(asked)  # says how dice are written
            if refusal.reason == "lookup_entry" and library.chosen:
                game_said = Said(game_title(self._narrator, library.chosen))
                raise Refused("lookup_entry_in_game", game=game_said, **refusal.facts) from refusal
            raise
        self._library = self._library._replace(recent=understood.readings[0].table.book)
        told = [_tell(self._narrator, library, *each) for each in found]
        if understood.meant:
            told.insert(0, self._narrator.say("lookup.meant", got=understood.typed, name=Said(understood.meant)))
        return clip("\n\n".join(told), library.paper.room)

    def _find_all(self, library: Library, typed: str, rolling: bool) -> tuple[Understood, list[tuple[Table, Found]]]:
        """Return the meanings of the words with what each finds; raises ``Refused`` if none finds anything."""
        understood, found, refusal = understand(self._narrator, library, typed, throw=rolling), [], None
        for reading in understood.readings:
            dice = thrower(self._seed or secrets.token_bytes(32)) if rolling else None
            try:
                found.append((reading.table, _find(self._narrator, library, reading.table, reading.entry, dice)))
            except Refused as refused:
                refusal = refusal or _with_name_said(self._narrator, library, refused, reading)
        if refusal and not found:
            raise refusal
        return understood, found

    # Completion ------------------------------------------------------------------------------------------------

    def complete(self, line: str) -> Iterator[Completed]:
        """Yield the completions of a line."""
        begun, rolling = self._with_dice(line.lstrip())
        game, rest = game_in_front(begun)
        if game and not rest and not line.endswith(" "):
            game, rest = None, begun
        library = self._in_game(game)
        begun = rest + " " * line.endswith(" ")
        if table := table_in_front(library, begun):
            yield from self._asked_of(library, *table, rolling)
        elif begun:
            yield from self._named(library, begun, games=game is None)

    def _asked_of(self, library: Library, table: Table, begun: str, rolling: bool) -> Iterator[Completed]:
        for said, _ in complete_entry(self._narrator, library.tables(table.book), table, begun, rolling):
            yield Completed(said, len(begun), title_of(self._narrator, table))

    def _named(self, library: Library, begun: str, *, games: bool) -> Iterator[Completed]:
        known = dict.fromkeys(game_offers(self._narrator) if games else (), "")
        for table in tables_of(library.books):
            title = title_of(self._narrator, table)
            known[title, table.key] = game_title(self._narrator, table.book)
            known |= dict.fromkeys(named_entries(self._narrator, library, table), title)
        found = matching_offers(known, begun.rstrip())
        first = [offer for offer in found if has_each_word(fold_name(offer[0]), fold(begun))]
        yield from (Completed(offer[0], len(begun), known[offer]) for offer in first or found)


def roll_in_words(narrator: Narrator, rolled: Rolled) -> str:
    """Return a roll without a purpose in words."""
    return dice(narrator, [{"for": "", "code": rolled.code, "dice": rolled.dice, "total": int(rolled)}])


def _throw_or_none(asked: str) -> Rolled | None:
    try:
        return throw_typed(asked)
    except Refused:
        return None


def _words_for_kind(kind: str) -> set[str]:
    voices = [Narrator(locale, marked=False) for locale in LOCALES]
    return {fold(word) for voice in voices for word in voice.say(f"shell.word.{kind}").split(", ")}
