"""Narration: turns facts into words by filling the gaps of a catalogue's templates."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Hashable, Mapping, Sequence
from contextlib import suppress
from functools import cached_property, lru_cache
from gettext import NullTranslations
from string import Formatter
from typing import Any, Literal, TypeVar

from bot.bounded import Bounded
from bot.words.catalogues import LOCALES, catalogue, keys
from rules.kernel.answers import JOINER
from rules.kernel.odds import THROWS
from rules.kernel.requests import Seat
from rules.kernel.tables import BLANKS, is_visible
from rules.kernel.words import Phrase, Word

LISTS = {"pl": "pl", "en": "en_GB"}
"""The locales for lists; British English has no comma before the "and"."""
LONGEST_NAME, LONGEST_PASSAGE = 48, 300
MOST_VARIANTS = 40
KEPT = 8192
"""The cache size for words, names and templates."""
LONGEST_KEPT = 100
"""Longer texts (characters) are not cached: names are shorter, and long texts would fill the memory."""
ARTICLE = re.compile(r"\b[Tt]he (?=\**$)")
T = TypeVar("T")
CHANCES: Mapping[str, Callable[[int], str]] = {
    "odds": lambda wins: f"{wins / THROWS:.0%} ({wins}/{THROWS})",
    "percent": lambda throws: f"{throws / THROWS:.0%}",
    "sixths": lambda faces: f"{faces}/6 ({faces / 6:.0%})",
    "sixths_short": lambda faces: f"{faces}/6",
}
"""Formats of a chance, from the number of winning throws of two dice or faces of one."""
DRAWN = "\ufe0f"
"""The variation selector that makes the preceding character an emoji."""

AS_SPACES = str.maketrans(dict.fromkeys(BLANKS, " "))
UNSEEN = "?"
"""Replaces a name without a visible character."""

_DOT_OF_LINK = re.compile(r"(?<=[^\s.])\.(?=[^\W\d_]{2})")
_SYNTAX = re.compile(r"([\\`*_~|<>\[\]()#])")


@lru_cache(maxsize=KEPT)
def _template_pieces(template: str) -> tuple[tuple[str, str | None, str | None, str | None], ...]:
    """Parse a template into texts, each with the gap after it: fact, spec and conversion."""
    return tuple(Formatter().parse(template))


class Said(str):
    """Finished text, which is not escaped again when it fills a gap."""

    __slots__ = ()


def tame(name: str, longest: int = LONGEST_NAME) -> str:
    """Return a typed name on one line, without invisible or reversing characters, cut to ``longest`` characters.

    Joiners stay only between two emoji. A name without visible characters becomes ``UNSEEN``.
    """
    return _tame_short(name, longest) if len(name) <= LONGEST_KEPT else _clean_name(name, longest)


def _clean_name(name: str, longest: int) -> str:
    composed = unicodedata.normalize("NFC", name.translate(AS_SPACES))
    words = " ".join("".join(_visible_character(composed, n) for n in range(len(composed))).split())
    if name and not is_visible(words):
        return UNSEEN
    return words if len(words) <= longest else words[: longest - 1].rstrip(JOINER + " ") + "…"


_tame_short = lru_cache(maxsize=KEPT)(_clean_name)


def _visible_character(name: str, n: int) -> str:
    sign = name[n]
    if sign == JOINER and _joins_emoji(name[:n].rstrip(DRAWN)[-1:], name[n + 1 : n + 2]):
        return sign
    return " " if unicodedata.category(sign) in ("Cc", "Cf", "Cs", "Zl", "Zp") else sign


def _joins_emoji(before: str, after: str) -> bool:
    return all(sign and unicodedata.category(sign) in ("So", "Sk") for sign in (before, after))


def fold(text: str) -> str:
    """Return typed words in a form for comparisons: lower case, without accents, single spaces."""
    # One sign of a few stands for eighteen; nobody types a name with them.
    plain = unicodedata.normalize("NFKD", text.casefold().replace("ł", "l"))[: 3 * len(text) + 20]
    return " ".join("".join(sign for sign in plain if not unicodedata.combining(sign)).split())


fold_name = lru_cache(maxsize=KEPT)(fold)
"""A cached ``fold`` for names of the program; typed text must not fill the cache."""


def make_harmless(name: str, longest: int = LONGEST_NAME) -> str:
    """Return a typed name escaped so that Discord shows it as typed: no Markdown, no mention, no link."""
    return _escape_short(name, longest) if len(name) <= LONGEST_KEPT else _escape_name(name, longest)


def _escape_name(name: str, longest: int) -> str:
    escaped = _SYNTAX.sub(r"\\\1", tame(name, longest))
    unlinked = _DOT_OF_LINK.sub(".\u200b", escaped)
    return unlinked.replace("@", "@\u200b").replace("://", ":\u200b//")


_escape_short = lru_cache(maxsize=KEPT)(_escape_name)


PEOPLE = ("who", "whom", "character", "seeker", "target", "attacker", "rival", "enemy", "mate", "other")
"""The gaps that may hold a person's name, which somebody may have typed."""


class Narrator:
    """Words facts in one language for one table; ``names``: the names of the seats.

    ``marked``: the text goes where Discord reads Markdown; otherwise (labels, pictures, alt text) nothing is escaped.
    """

    def __init__(self, locale: str, names: Mapping[Seat, str] | None = None, *, marked: bool = True) -> None:
        self.locale = locale if locale in LOCALES else "en"
        self.names = names or {}
        self.marked = marked
        self._made = Bounded[Hashable, Any](200)

    @cached_property
    def _catalogue(self) -> NullTranslations:
        return catalogue(self.locale)

    @cached_property
    def plain(self) -> Narrator:
        """Return a narrator of this language and these names for places without Markdown."""
        return Narrator(self.locale, self.names, marked=False)

    def once(self, of: object, how: Hashable, work: Callable[[], T]) -> T:
        """Return what this work makes of an object here, worked out once and kept for a while."""
        key = (id(of), how)
        made: tuple[object, T] | None = self._made.get(key)
        if made is None:  # the object is kept as well, so that its id stays its own
            made = self._made[key] = of, work()
        return made[1]

    def has_words(self, key: str) -> bool:
        """Whether the catalogues have this key."""
        return self._find(key) is not None

    def variants(self, key: str) -> tuple[str, ...]:
        """Return all existing keys of a text: the key itself, and those numbered from 1."""
        return _variants(self._catalogue, key)

    def template(self, key: str) -> str:
        """Return the template of a key with its gaps; '' for a missing key."""
        return self._find(key) or ""

    def is_bare(self, key: str) -> bool:
        """Whether the catalogues have this key and its template has no gaps."""
        template = self._find(key)
        return template is not None and all(name is None for _, name, _, _ in _template_pieces(template))

    def say(self, key: str, /, **facts: Any) -> Said:
        """Return the text of a key with its gaps filled; for a missing key return its last part and log a warning."""
        template = self._find(key)
        if template is None:
            _warn_of_missing_words("words.missing", key=key, locale=self.locale)
            return Said(key.rpartition(".")[2])
        return self.fill(template, facts)

    def first_known(self, *keys: str, **facts: Any) -> Said:
        """Return the text of the first key in the catalogues; '' if they have none of the keys."""
        template = next((found for key in keys if (found := self._find(key)) is not None), None)
        return Said() if template is None else self.fill(template, facts)

    def fill(self, template: str, facts: Mapping[str, Any]) -> Said:
        """Fill the gaps of a template; an article before a typed name is dropped."""
        return Said(
            "".join(
                _text_before_gap(text, facts.get(name), spec) + self._gap(name, spec or "", facts) if name else text
                for text, name, spec, _ in _template_pieces(template)
            )
        )

    def term(self, term: Any, case: str = "") -> Said:
        """Return a fact as text: a word in a case, an escaped name, a number, or a list of these."""
        match term:
            case Word(key=key):
                return Said(self._find(key, case) or self.say(key))
            case Phrase(key=key, facts=facts):
                own = dict(facts)
                said = self.first_known(*keys(key, own), **own)
                return said if said or key.startswith("note.") else self.say(key, **own)  # a note may be missing
            case Said():
                return term
            case str():
                return Said(make_harmless(term) if self.marked else tame(term))
            case tuple() | list():
                return self.join_words([said for item in dict.fromkeys(term) for said in self._each(item, term, case)])
            case int() if term < 0:
                return Said(f"−{-term}")
        return Said(term)

    def _each(self, item: Any, terms: Sequence[Any], case: str) -> list[Said]:
        """Return the text of equal items of a list: a counted noun ("2 daggers"), or copies if it has no plural."""
        number = terms.count(item)
        if number > 1 and isinstance(item, Word) and self._find(item.key, "", number):
            return [Said(self.count_in_words(number, item.key, case))]
        return [self.term(item, case)] * number

    def passage(self, text: str) -> Said:
        """Return a long typed text, escaped."""
        return Said(make_harmless(text, LONGEST_PASSAGE) if self.marked else tame(text, LONGEST_PASSAGE))

    def join_words(self, parts: Sequence[str], style: Literal["standard", "or"] = "standard") -> Said:
        """Join finished texts with commas and an "and" or "or"."""
        if len(parts) < 2:
            return Said("".join(parts))
        from babel.lists import format_list  # a roll of dice lists nothing, and need not wait for it

        return Said(format_list(parts, style, LISTS[self.locale]))

    def seat(self, seat: Seat) -> Said:
        """Return the name of the player at this seat."""
        return self.term(self.names[seat]) if seat in self.names else self.say(f"seat.{seat}")

    def count_in_words(self, number: int, noun: str, case: str = "") -> str:
        """Return a number with its noun in the right plural form; a ``~`` before the noun omits the number."""
        key = noun.removeprefix("~")
        form = self._find(key, case, number) or self._find(key, "", number)
        if form is None:
            _warn_of_missing_words("words.missing", key=key, locale=self.locale)
            return str(number)
        return form if noun.startswith("~") else f"{number} {form}"

    def dice_code(self, code: str) -> str:
        """Return a dice code of the rules as written in this language."""
        said, several = self.say("dice.code.one"), self.say("dice.code.several")
        return code.replace("1K", said, 1) if code.startswith("1K") else code.replace("K", several, 1)

    def _gap(self, name: str, spec: str, facts: Mapping[str, Any]) -> str:
        if name not in facts:
            _warn_of_missing_words("words.fact_missing", fact=name, locale=self.locale)
            return "?"
        capital, fact, spec = spec.endswith("^"), facts[name], spec.removesuffix("^")
        filled = (self._typed_name(fact, spec) if name in PEOPLE else "") or self._filled(fact, spec, facts)
        return filled[:1].upper() + filled[1:] if capital else filled

    def _typed_name(self, fact: Any, case: str) -> str:
        """Return a person's typed name behind a noun in this case, as nobody has typed its forms; else ''."""
        if not case or not isinstance(fact, str) or isinstance(fact, Said):
            return ""
        bearer = self._find("typed_name", case)
        return self.fill(bearer, {"name": fact}) if bearer else ""

    def _filled(self, fact: Any, spec: str, facts: Mapping[str, Any]) -> str:
        if spec == "seat":
            return self.join_words([self.seat(seat) for seat in ((fact,) if isinstance(fact, str) else fact)])
        if spec.startswith("&"):
            other, _, case = spec[1:].partition(":")
            other, _, said = other.partition("/")
            pairs = zip(fact, facts[other], strict=False)
            said_pairs = ((self._typed_name(item, case) or self.term(item, case), two) for item, two in pairs)
            return ", ".join(f"{item}: {self._filled(two, said, facts)}" for item, two in said_pairs)
        if spec.endswith("|"):
            return self.join_words([self.term(item, spec[:-1]) for item in dict.fromkeys(fact)], "or")
        if spec.startswith("@") and isinstance(fact, tuple):
            counted = zip(fact, facts[spec[1:]], strict=True)
            return self.join_words([self._counted_fact(number, "@one", "", {"one": item}) for number, item in counted])
        if spec.startswith("?"):
            return self.say(spec[1:], **facts) if fact else ""
        if spec == "text":
            return self.passage(fact)
        if spec == "code":
            return self.dice_code(fact)
        if spec in ("tenths", "thousands"):
            from babel.numbers import format_decimal  # takes long to read, and is seldom needed

            return str(format_decimal(fact / 10 if spec == "tenths" else fact, locale=self.locale))
        if spec in CHANCES:
            return CHANCES[spec](fact)
        if isinstance(fact, int) and spec:
            noun, _, case = spec.partition(":")
            return self._counted_fact(fact, noun, case, facts)
        case, _, other = spec.partition("!")
        return self.term(fact, "" if facts.get(other) else case)

    def _counted_fact(self, number: int, noun: str, case: str, facts: Mapping[str, Any]) -> str:
        silent, noun = noun[: noun.startswith("~")], noun.removeprefix("~")
        if noun.startswith("@"):
            word = facts.get(noun[1:])
            noun = word.key if isinstance(word, Word) else str(word)
            if number == 1 and not silent and (alone := self._find(noun, "one")):
                return alone
        return self.count_in_words(number, silent + noun, case)

    def _find(self, key: str, case: str = "", number: int | None = None) -> str | None:
        words = self._catalogue
        return _word_in_case(words, key, case) if number is None else _plural_form(words, key, case, number)


@lru_cache(maxsize=KEPT)
def _word_in_case(words: NullTranslations, key: str, case: str) -> str | None:
    """Return a single word, for a counted noun the form for one; None if the catalogues lack it."""
    with suppress(LookupError):
        return words.pgettext(case, key) if case else words.gettext(key)
    return None if case else _plural_form(words, key, "", 1)


@lru_cache(maxsize=KEPT)
def _variants(words: NullTranslations, key: str) -> tuple[str, ...]:
    found = (key, *(f"{key}.{n}" for n in range(1, MOST_VARIANTS + 1)))
    return tuple(variant for variant in found if _word_in_case(words, variant, "") is not None)


def _text_before_gap(text: str, fact: Any, spec: str | None) -> str:
    """Return the text before a gap, without its article if a typed name fills the gap: the Miner, but Bolek."""
    if fact == "":
        return text.rstrip(" ")
    typed = isinstance(fact, str) and not isinstance(fact, Said) and spec != "seat"
    return ARTICLE.sub("", text) if typed else text


@lru_cache(maxsize=KEPT)
def _plural_form(words: NullTranslations, key: str, case: str, number: int) -> str | None:
    with suppress(LookupError):
        return words.npgettext(case, key, key, number) if case else words.ngettext(key, key, number)
    return None


def _warn_of_missing_words(event: str, **facts: str) -> None:
    """Log missing words; the import of structlog is deferred until then."""
    import structlog

    structlog.get_logger(__name__).warning(event, **facts)


def clip(text: str, longest: int) -> str:
    """Cut a text to ``longest`` characters with an ellipsis, at a line's end if possible to keep Markdown closed."""
    if len(text) <= longest:
        return text
    whole, _, begun = text[: longest - 1].rpartition("\n")
    return f"{whole}\n…" if whole and len(begun) < len(whole) else text[: longest - 1].rstrip() + "…"


def all_narrators() -> list[Narrator]:
    """Return a plain narrator per language for typed words; made anew, as a table may have renamed its monsters."""
    return [Narrator(locale, marked=False) for locale in LOCALES]
