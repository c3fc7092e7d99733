"""Whatever is asked in one line, without forms: dice, a table, an entry, with dice or without, of which game."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from bot.lookup.asking import list_tables, look_up_anywhere
from bot.lookup.entry import dice
from bot.lookup.library import Library
from bot.lookup.reading import named_entries, table_in_front
from bot.lookup.throwing import throw_typed
from bot.lookup.titles import Table, game_in_front, game_offers, game_title, tables_of, title_of
from bot.lookup.values import complete_entry
from bot.words.catalogues import LOCALES
from bot.words.matching import Offer, has_each_word, matching_offers
from bot.words.narrator import Narrator, fold, fold_name
from rules.kernel.dice import Rolled, typed_code
from rules.kernel.errors import Refused

THROWN = "!"
"""Behind what dice are thrown for."""
_LIKE_DICE = re.compile(r"[0-9]*[dk][0-9]")


class Completed(NamedTuple):
    """What may be meant, how many signs of the line it stands for, and what it is."""

    said: str
    instead: int
    about: str = ""


class Desk:
    """Where lines are answered: in one language, out of some tables; the game that was named last stays open."""

    def __init__(self, narrator: Narrator, library: Library) -> None:
        self._narrator = narrator
        self._library = library
        self._every = {kind: _words(kind) for kind in ("help", "quit", "roll", "tables", "games")}

    def is_over(self, line: str) -> bool:
        """Whether somebody wants to go."""
        return self._is(line, "quit")

    def answer(self, line: str) -> str:
        """What there is to say to a line; '' to an empty one. Refuses in the reader's words."""
        line = line.strip()
        if not line:
            return ""
        if self._is(line, "help"):
            return self._narrator.say("shell.help")
        if self._is(line, "games"):
            self._library = self._library._replace(chosen=None)
        if self._is(line, "games") or self._is(line, "tables"):
            return list_tables(self._narrator, self._library)
        return self._looked_up(*self._with_dice(line))

    def _is(self, line: str, kind: str) -> bool:
        return fold(line) in self._every[kind]

    def _with_dice(self, line: str) -> tuple[str, bool]:
        """The line without the word, or the sign, that has dice thrown."""
        first, _, rest = line.partition(" ")
        if self._is(first, "roll") and rest.strip():
            return rest.strip(), True
        return (line[: -len(THROWN)].strip(), True) if line.endswith(THROWN) else (line, False)

    def _looked_up(self, asked: str, rolling: bool) -> str:
        if (rolled := _thrown(asked)) is not None:
            return roll_in_words(self._narrator, rolled)
        game, rest = game_in_front(asked)
        library = self._library._replace(chosen=game) if game else self._library
        if game and not rest:
            self._library = library
            return list_tables(self._narrator, library)
        try:
            return look_up_anywhere(self._narrator, library, rest, throw=rolling)
        except Refused as refusal:
            if refusal.reason == "lookup_entry" and _LIKE_DICE.match(fold(asked)):
                typed_code(asked)  # says how dice are written
            raise

    # Completion ------------------------------------------------------------------------------------------------

    def complete(self, line: str) -> Iterator[Completed]:
        """How the line may go on."""
        begun, rolling = self._with_dice(line.lstrip())
        game, rest = game_in_front(begun)
        if game and not rest and not line.endswith(" "):
            game, rest = None, begun
        library = self._library._replace(chosen=game) if game else self._library
        begun = rest + " " * line.endswith(" ")
        if table := table_in_front(library, begun):
            yield from self._asked_of(library, *table, rolling)
        elif begun:
            yield from self._named(library, begun, games=game is None)

    def _asked_of(self, library: Library, table: Table, begun: str, rolling: bool) -> Iterator[Completed]:
        """What may be asked of a table."""
        for said, _ in complete_entry(self._narrator, library.tables(table.book), table, begun, rolling):
            yield Completed(said, len(begun), title_of(self._narrator, table))

    def _named(self, library: Library, begun: str, *, games: bool) -> Iterator[Completed]:
        """Tables, their entries and games that may be called so."""
        known: dict[Offer, str] = dict.fromkeys(game_offers(self._narrator) if games else (), "")
        for table in tables_of(library.books):
            title = title_of(self._narrator, table)
            known[title, table.key] = game_title(self._narrator, table.book)
            known |= dict.fromkeys(named_entries(self._narrator, library, table), title)
        found = matching_offers(known, begun.rstrip())
        first = [offer for offer in found if has_each_word(fold_name(offer[0]), fold(begun))]
        yield from (Completed(offer[0], len(begun), known[offer]) for offer in first or found)


def roll_in_words(narrator: Narrator, rolled: Rolled) -> str:
    """Dice that fell for nothing but themselves."""
    return dice(narrator, [{"for": "", "code": rolled.code, "dice": rolled.dice, "total": int(rolled)}])


def _thrown(asked: str) -> Rolled | None:
    """The dice of this code; None where it is none."""
    try:
        return throw_typed(asked)
    except Refused:
        return None


def _words(kind: str) -> set[str]:
    """What people of any language type to ask for this."""
    voices = [Narrator(locale, marked=False) for locale in LOCALES]
    return {fold(word) for voice in voices for word in voice.say(f"shell.word.{kind}").split(", ")}
