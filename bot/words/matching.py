"""Matches typed words with names: it ignores accents and word order, and forgives a typo if nothing else fits."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextvars import ContextVar
from functools import lru_cache
from itertools import accumulate, takewhile

from bot.words.narrator import fold, fold_name

Names = Mapping[str, Sequence[str]]
"""Ids with all their names; the last name is the one that people know."""
Offer = tuple[str, str]
"""The text of a completion and its value."""
MOST_COMPARISONS = 20_000
"""The most comparisons that one text may need; ordinary ones need a few thousand."""
SHORTEST = 4
"""Words with fewer letters than this must be spelled exactly."""
LONG = 8
"""Words with this number of letters may have two typos."""
_WORDS = re.compile(r"\w+")


class TooManyComparisons(BaseException):
    """Typed words need more comparisons than their budget allows; no handler of faults on the way may take it."""


class Budget:
    """Allows ``most`` comparisons of typed words with names in its block, which ends early if it needs more.

    They are counted before they are made, so the time that a text takes is bounded whatever its words are. What comes
    after the block refuses the words. A block inside another has a budget of its own.
    """

    def __init__(self, most: int) -> None:
        self.most = most
        self.spent = 0

    def __enter__(self) -> Budget:
        self._token = _budget.set(self)
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: object) -> bool:
        _budget.reset(self._token)
        return kind is TooManyComparisons

    def spend(self, comparisons: int) -> None:
        """Count comparisons that are about to be made; raises ``TooManyComparisons``."""
        self.spent += comparisons
        if self.spent > self.most:
            raise TooManyComparisons


_budget: ContextVar[Budget | None] = ContextVar("budget", default=None)


def spend(comparisons: int) -> None:
    """Count comparisons that are about to be made; raises ``TooManyComparisons`` if their budget is exhausted."""
    if budget := _budget.get():
        budget.spend(comparisons)


def _may_mean(wanted: str, *names: str) -> bool:
    return any(wanted in name or has_each_word(name, wanted) for name in map(fold_name, names))


def has_each_word(name: str, wanted: str) -> bool:
    """Whether each of the words begins some word of the name: «cios mie» for «Cios: kronk A (miecz)».

    More words than the name has do not fit.
    """
    parts, words = _parts_of(name), wanted.split()
    return len(words) <= len(parts) and all(any(part.startswith(word) for part in parts) for word in words)


@lru_cache(maxsize=8192)
def _parts_of(name: str) -> tuple[str, ...]:
    """Return the words of a folded name, both with and without punctuation."""
    return (*name.split(), *_WORDS.findall(name))


def count_meaningful_words(names: Names, words: Sequence[str], *, slips: bool) -> int:
    """Return the greatest number of leading words that can belong to one of the names, in one pass per name."""
    known = {fold_name(name) for called in names.values() for name in called}
    spend(len(known))
    longest = max(map(len, known), default=0)
    beginnings = takewhile(lambda text: len(text) <= longest, accumulate(map(fold, words), "{} {}".format))
    together = [beginning.rstrip(":") for beginning in beginnings]
    apart = [fold(word).rstrip(":") for word in words]
    return max((_count_words_of(name, together, apart, slips) for name in known), default=0)


def most_words(names: Names) -> int:
    """Return the greatest number of words that can fit one of the names."""
    return max((len(_parts_of(fold_name(name))) for known in names.values() for name in known), default=0)


def _count_words_of(name: str, together: Sequence[str], apart: Sequence[str], slips: bool) -> int:
    """Count for one name; ``together``: the first word, the first two words and so on, ``apart``: each word alone."""
    if slips:
        return min(len(apart), len(name.split()) + 1)
    parts = _parts_of(name)
    return max(
        sum(1 for _ in takewhile(lambda beginning: beginning in name, together)),
        sum(1 for _ in takewhile(lambda word: any(part.startswith(word) for part in parts), apart[: len(parts)])),
    )


def has_whole_words(name: str, wanted: str) -> bool:
    """Whether the words stand whole in the name: «duch» for «zly duch», not for «duchy»."""
    return set(wanted.split()) <= set(_parts_of(name))


def begins_with_words(name: str, wanted: str) -> bool:
    """Whether the name begins with these whole words, without its punctuation: «ala strength» for «Ala: strength»."""
    return _WORDS.findall(name)[: len(wanted.split())] == wanted.split()


def contains_words(name: str, wanted: str) -> bool:
    """Whether the words stand in the name from the beginning of a word: «zly du» for «bardzo zly duch».

    Never inside a word: «ole» is Ola in another form, and not Bolek.
    """
    return any(name.startswith(wanted, word.start()) for word in _WORDS.finditer(name))


WAYS = (str.__eq__, str.startswith, begins_with_words, contains_words, has_each_word)
"""The ways in which typed words may fit a name, the most certain first."""


def find_matches(names: Names, text: str, *, slips: bool = True) -> list[str]:
    """Return the ids that the words may mean: one id if a way of matching fits it alone, else all of the best fit.

    If nothing fits and ``slips`` are forgiven, return the ids of names with a similar spelling.
    """
    if text in names:
        return [text]
    exact = [id for id, known in names.items() if text in known]
    if len(exact) == 1:  # «Iskra» and «iskra» are two
        return exact
    wanted, best = fold(text), list[str]()
    likely = _names_containing(names, wanted.split()[0]) if wanted else {}
    for way in WAYS if likely else ():
        found = _ids_matching(likely, wanted, way)
        if len(found) == 1:
            return found
        best = best or found
    return best if best or not slips else _ids_matching(_names_containing(names, ""), wanted, is_near)


def _names_containing(names: Names, word: str) -> Names:
    """Return the folded names that contain a word: each of ``WAYS`` needs the first typed word in the name."""
    spend(sum(map(len, names.values())))
    folded = {id: [name for name in map(fold_name, known) if word in name] for id, known in names.items()}
    return {id: known for id, known in folded.items() if known}


def _ids_matching(folded: Names, wanted: str, way: Callable[[str, str], bool]) -> list[str]:
    spend(sum(map(len, folded.values())))
    return [id for id, known in folded.items() if any(way(name, wanted) for name in known)]


def is_slip_of(name: str, wanted: str) -> bool:
    """Whether the words are the whole name with one or two typos: «trol» for «troll»."""
    allowed = _allowed_slips(wanted.replace(" ", ""))
    return (
        bool(allowed) and abs(len(name) - len(wanted)) <= allowed and _edit_distance(name, wanted, allowed) <= allowed
    )


def is_near(name: str, wanted: str) -> bool:
    """Whether each of the words begins some word of the name, apart from a typo: «wilkolk» for «wilkolak».

    Numbers, ids and short words must be exact. One word may be written as two: «hob goblin».
    """
    words, parts = wanted.split(), name.split()
    if not 0 < len(words) <= len(parts) + 1:
        return False
    if len(words) > 1 and _is_near_beginning("".join(words), name):
        return True
    return len(words) <= len(parts) and all(any(_is_near_beginning(word, part) for part in parts) for word in words)


def _is_near_beginning(word: str, part: str) -> bool:
    allowed = _allowed_slips(word)
    if not allowed or not part:
        return part.startswith(word)
    ends = range(max(1, len(word) - allowed), min(len(part), len(word) + allowed) + 1)
    return any(_edit_distance(word, part[:end], allowed) <= allowed for end in ends)


def _allowed_slips(word: str) -> int:
    return (len(word) >= SHORTEST) + (len(word) >= LONG) if word.isalpha() else 0


def _edit_distance(first: str, other: str, allowed: int) -> int:
    from rapidfuzz.distance import OSA  # a few milliseconds that most people never need

    return OSA.distance(first, other, score_cutoff=allowed)


def matching_offers(offers: Iterable[Offer], begun: str, *, slips: bool = True) -> list[Offer]:
    """Return the offers with a fitting text, else with a fitting value, else (``slips``) with a similar text."""
    known, wanted = list(offers), fold(begun)
    spend(len(known))
    found = next(filter(None, _matches_by_method(known, wanted, slips)), [])
    return sorted(found, key=lambda offer: not fold_name(offer[0]).startswith(wanted))


def _matches_by_method(offers: list[Offer], wanted: str, slips: bool) -> Iterator[list[Offer]]:
    yield [offer for offer in offers if _may_mean(wanted, offer[0])]
    yield [offer for offer in offers if _may_mean(wanted, offer[1])]
    yield [offer for offer in offers if slips and is_near(fold_name(offer[0]), wanted)]
