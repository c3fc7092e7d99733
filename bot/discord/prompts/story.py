"""Events as lines of a story: each event in words, beside the dice that decided it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from hashlib import blake2b
from itertools import groupby
from typing import NamedTuple

from msgspec.structs import asdict

from bot.discord.prompts.open_question import Scene
from bot.table.events import UNTOLD, HouseEvent
from bot.table.records import Address
from bot.words.catalogues import MOOD, keys
from bot.words.narrator import Narrator, Said
from rules.kernel.dice import parse
from rules.kernel.events import DiceRolled, Event, Told
from rules.kernel.requests import CHANCE, Seat
from rules.kernel.words import Word

LONGEST = 3_800
"""Maximum characters of a page."""


def lines(narrator: Narrator, told: Iterable[Told], address: Address, *, whole: bool = False) -> list[str]:
    """Return the public lines of a story, one for each event; automatic play is summed up unless ``whole``."""
    return [line.whole for line in told_lines(narrator, told, address, whole=whole)]


class Line(NamedTuple):
    """A line of a story: an event in words, the dice that decided it, and the event (None: dice alone)."""

    words: str
    dice: str
    event: Event | None

    @property
    def whole(self) -> str:
        """The words and the dice."""
        return f"{self.words}  {self.dice}" if self.words and self.dice else self.words or self.dice


def told_lines(narrator: Narrator, told: Iterable[Told], address: Address, *, whole: bool = False) -> list[Line]:
    """Return the public lines with their events and dice apart; automatic play is summed up unless ``whole``."""
    return list(_lines(narrator, [fact for fact in told if fact.to is None], address, whole))


def exit_cards(scene: Scene, told: Sequence[Told]) -> list[str]:
    """Return the exit cards among these facts; as messages of their own they are not lost in a long story."""
    events = [fact.event for fact in told]
    cards = (scene.face.exit_card(scene.narrator, events, seat.seat) for seat in scene.record.seats)
    return [card for card in cards if card]


def private_lines(narrator: Narrator, told: Iterable[Told], seat: Seat, address: Address) -> list[str]:
    """Return the lines of a story that are for one seat alone."""
    facts = [fact for fact in told if fact.to is not None and seat in fact.to]
    return [line.whole for line in _lines(narrator, facts, address)]


def _lines(narrator: Narrator, facts: Sequence[Told], address: Address, whole: bool = True) -> Iterator[Line]:
    rolled: list[DiceRolled] = []
    counted = [(event, turn) for event, turn in _numbered(facts, address) if not isinstance(event, UNTOLD)]
    flags = _shown_flags([event for event, _ in counted], whole)
    for (event, turn), shown in zip(counted, flags, strict=True):
        if isinstance(event, DiceRolled):
            rolled.append(event)
        elif not shown:
            rolled = []
        elif said := words(narrator, event, turn):
            yield Line(said, all_dice(narrator, rolled) if rolled else "", event)
            rolled = []
    for (whose, mark), own in groupby(rolled, key=lambda event: (event.whose, event.mark)):
        named = f"{narrator.say('dice.whose', whose=whose, mark=mark)} " if whose else ""
        yield Line("", all_dice(narrator, list(own), named), None)


def _shown_flags(events: Sequence[Event], whole: bool) -> Iterator[bool]:
    """Yield for each event whether to tell it: of automatic play only the sum, or if ``whole`` everything else.

    While the sum is still missing, the details are told; and what people's own dice decided always is.
    """
    summed = max((nth for nth, event in enumerate(events) if event.fold == "sum"), default=-1)
    inside = by_hand = False
    for nth, event in enumerate(events):
        inside = event.fold != "sum" and (inside or event.fold == "begins")
        folded = not by_hand and (event.fold == "detail" or (inside and event.fold and nth < summed))
        by_hand = isinstance(event, DiceRolled) and (by_hand or event.by != CHANCE)
        yield event.fold != "sum" if whole else not folded


def all_dice(narrator: Narrator, rolled: Sequence[DiceRolled], named: str = "") -> str:
    """Return all dice of an event; equal rolls are joined: ``6× strength 1K6+1: 4, 3, 5, …``.

    ``named``: whose they are, before them.
    """
    said = []
    for _, same in groupby(rolled, key=lambda event: (event.why, event.code, event.by, event.plus, event.measure)):
        throws = list(same)
        said.append(dice(narrator, throws[0]) if len(throws) == 1 else _throws_in_words(narrator, throws))
    return f"🎲 {named}{'; '.join(said)}"


def _throws_in_words(narrator: Narrator, throws: Sequence[DiceRolled]) -> str:
    what = narrator.first_known(f"dice.{throws[0].why}")
    totals = ", ".join(str(event.total) for event in throws)
    code = narrator.dice_code(throws[0].code)
    if plus := throws[0].plus:
        added = ", ".join(str(event.total + plus) for event in throws)
        totals += f", {narrator.say(f'dice.{throws[0].why}.plus', plus=plus)} → {added}"
    return f"{what + ' ' if what else ''}{len(throws)}× {code}: **{totals}**{_measure(narrator, throws[0])}"


def dice(narrator: Narrator, event: DiceRolled) -> str:
    """Return a roll in short form, ``2K6: 3 + 4 → 7``, with its modifiers; a hand marks a person's roll."""
    total = event.total + event.plus
    shown = " + ".join(str(pip) for pip in parse(event.code).shown(event.pips))
    shown += f", {narrator.say(f'dice.{event.why}.plus', plus=event.plus)}" if event.plus else ""
    result = shown if shown == str(total) else f"{shown} → {total}"
    what = narrator.first_known(f"dice.{event.why}")
    return f"{what + ' ' if what else ''}{narrator.dice_code(event.code)}: **{result}**{_measure(narrator, event)}"


def _measure(narrator: Narrator, event: DiceRolled) -> str:
    """Return the target or factor of a roll; a hand marks a person's roll."""
    measure = f" ({narrator.term(event.measure)})" if event.measure else ""
    return measure if event.by == CHANCE else f"{measure} ✋"


def words(narrator: Narrator, event: Event, turn: int) -> str:
    """Return an event in words, marked if only an imported file reports it."""
    said = _event_in_words(narrator, event, turn)
    return narrator.say("story.from_file", said=said) if isinstance(event, HouseEvent) and event.from_file else said


def _event_in_words(narrator: Narrator, event: Event, turn: int) -> Said:
    """Return an event in one of its variants; the same ``turn`` (its place in the game) always gives the same one.

    Variants of its mood are added to the general ones; a mood's text without a number replaces them.
    """
    facts = asdict(event)
    base = f"event.{type(event).__name__}"
    key = next((key for key in keys(base, facts) if narrator.has_words(key) or narrator.has_words(f"{key}.1")), "")
    if not key:
        return narrator.say(base, **facts)
    variants = tuple(_variants_for_mood(narrator, key, facts.get(MOOD)))
    return narrator.say(_shuffled_variants(variants)[turn % len(variants)], **facts)


def _variants_for_mood(narrator: Narrator, key: str, mood: Word | None) -> Iterator[str]:
    moody = f"{key}.{mood.key}" if mood else key
    if not (mood and narrator.has_words(moody)):
        yield from narrator.variants(key)
    if mood:
        yield from narrator.variants(moody)


@lru_cache(maxsize=1024)
def _shuffled_variants(variants: tuple[str, ...]) -> list[str]:
    """Return the variants of a text in the order in which they are told, none again before all others."""
    return sorted(variants, key=lambda key: blake2b(key.encode(), digest_size=8).digest())


def missing(narrator: Narrator, events: Iterable[type[Event]]) -> list[str]:
    """Return the events without words in this language."""
    names = [f"event.{event.__name__}" for event in events if event is not DiceRolled]
    return [name for name in names if not narrator.has_words(name) and not narrator.has_words(f"{name}.1")]


def sums(narrator: Narrator, events: Iterable[Event]) -> Said:
    """Return the counts of important events, ``3 segments, 1 monster beaten``; '' if there are none."""
    counted = Counter(f"earlier.{type(event).__name__}" for event in events)
    return Said(
        ", ".join(narrator.count_in_words(number, key) for key, number in counted.items() if narrator.has_words(key))
    )


def pages(story: Sequence[str], longest: int = LONGEST) -> Iterator[str]:
    """Yield the lines of a story in pages of at most ``longest`` characters, one for each message."""
    page = ""
    for line in story:
        if page and len(page) + len(line) + 1 > longest:
            yield page
            page = ""
        page = f"{page}\n{line}" if page else line[:longest]
    if page:
        yield page


def turns(told: Iterable[Told], address: Address) -> Iterator[tuple[Event, int]]:
    """Yield the public events at an address, each with the turn that selects its variant."""
    return _numbered([fact for fact in told if fact.to is None], address)


def _numbered(facts: Iterable[Told], address: Address) -> Iterator[tuple[Event, int]]:
    """Number each event among those of its kind; an uncounted event gets a number from its address."""
    happened = Counter[type[Event]]()
    for fact in facts:
        happened[type(fact.event)] += 1
        yield fact.event, fact.nth or address.stage + 7 * address.step + happened[type(fact.event)]
