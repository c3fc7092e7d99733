"""How a game shows itself: pictures, sheets and words of what ``rules.view(state, viewer)`` shows a person."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from hashlib import blake2b
from typing import Any, Final, Generic, NamedTuple, TypeAlias, TypeVar

import msgspec
import structlog

from bot.executors import DRAWING, WHOLE
from bot.games.table_words import Deck
from bot.words.narrator import Narrator, Said
from images.cache import Kept
from images.printing.shapes import Plan, Sheet
from rules.kernel.answers import Value
from rules.kernel.errors import Refused
from rules.kernel.requests import Action, Option, Request, Seat
from rules.kernel.table import Event


class Happened(msgspec.Struct, frozen=True):
    """Something that everybody was told, in which stage, and by which turn it had its words."""

    stage: int
    event: Event
    turn: int = 0


class Bout(msgspec.Struct, frozen=True):
    """A fight: in which stage it ended, and as what that was told; how many rounds and wounds it had.

    ``lead``: by how much one side was ahead, None where that did not decide; ``might``: of whom the players beat, 0 if
    nobody. ``said``: what else is worth a line.
    """

    stage: int
    told: Event
    said: Said = Said()
    rounds: int = 1
    wounds: int = 0
    lead: int | None = None
    might: int = 0


class Grave(msgspec.Struct, frozen=True):
    """Who died: name, since which stage in the game and in which stage dead, as it was told.

    ``by``: whom that does not name; '' for nobody."""

    who: Said
    since: int
    stage: int
    told: Event
    by: Said = Said()


AWARDS: Final[tuple[tuple[str, Callable[[Bout], tuple[int, ...]]], ...]] = (
    ("longest", lambda bout: (bout.rounds, bout.wounds) if bout.rounds > 1 else ()),
    ("bloodiest", lambda bout: (bout.wounds, bout.rounds) if bout.wounds > 1 else ()),
    ("closest", lambda bout: () if bout.lead is None else (-bout.lead, bout.might)),
    ("mightiest", lambda bout: (bout.might,) if bout.might else ()),
)
"""What a fight is remembered for, and by what; the greatest wins, and nothing is no candidate."""


def best(bouts: Iterable[Bout]) -> list[tuple[list[str], Bout]]:
    """The fights that are remembered, each with all that it is remembered for; of equal ones the first."""
    known, won = list(bouts), dict[int, list[str]]()
    for award, worth in AWARDS:
        nth = max(range(len(known)), key=lambda number: worth(known[number]), default=None)
        if nth is not None and worth(known[nth]):
            won.setdefault(nth, []).append(award)
    return [(awards, known[nth]) for nth, awards in won.items()]


_log = structlog.get_logger(__name__)
PAGE = 3800
"""Signs of words beside pictures; Discord takes 4000."""


class Picture(msgspec.Struct, frozen=True):
    """A drawn picture: file name, bytes, alt text."""

    name: str
    data: bytes
    alt: str


Draw = Callable[[], bytes]

KEPT: Final[Kept[bytes, bytes]] = Kept(8 * 2**20)
"""Pictures drawn lately, by the digest of all that they depend on; some 150 of them."""


async def draw_picture(
    name: str, draw: Draw, alt: str, narrator: Narrator | None = None, *shown: object
) -> Picture | None:
    """Draw in a thread; a picture that fails is left out, the words say it all.

    ``shown``: all that the picture depends on besides the narrator's words; what was drawn of the same is not drawn
    again. Without a narrator nothing is kept.
    """
    try:
        key = _digest(draw, narrator, shown) if narrator else b""
        data = KEPT.get(key) if key else None
        if data is None:
            data = await DRAWING.do(draw)
            if key:
                KEPT.put(key, data, len(data))
        return Picture(name, data, alt)
    except Exception:
        _log.exception("picture.failed", picture=name)
        return None


def _digest(draw: Draw, narrator: Narrator, shown: Sequence[object]) -> bytes:
    """The same for the same picture alone: who draws, in which language, what they are called, what is seen."""
    seen = (draw.__module__, draw.__qualname__, narrator.locale, list(narrator.names.items()), shown)
    return blake2b(msgspec.msgpack.encode(seen), digest_size=20).digest()


def without_failed(*pictures: Picture | None) -> list[Picture]:
    """Those that could be drawn."""
    return [picture for picture in pictures if picture is not None]


async def dice_picture(pips: Sequence[int], said: str) -> Picture | None:
    """Natural dice, with what they came to in words."""

    def draw() -> bytes:
        from images.versus import draw_dice

        return draw_dice(pips)

    return await draw_picture("dice.png", draw, said)


SET_UP = 0
"""The chapter before the first one."""
ON_TABLE = "gm.group.place"
"""Words of the corrections that put something on the table."""
ONE = "gm.group.who"
"""Words of the corrections that concern one character."""

Parts: TypeAlias = list[str | Picture]
"""A message: words and pictures one below the other."""


class Character(msgspec.Struct, frozen=True):
    """Somebody who has a sheet: under which id, called what (without Markdown), whose."""

    id: str
    name: str
    seat: Seat


class Member(msgspec.Struct, frozen=True):
    """Somebody of the cast, in words: whose, the name, of what kind, what became of them ('' where all is well).

    ``id``: of the character with whose sheet they are shown; '' for whoever has none any more.
    """

    seat: Seat
    name: Said
    kind: Said
    fate: Said = Said()
    id: str = ""


class Grown(msgspec.Struct, frozen=True):
    """How a map grew: the animated picture, the finished map for those who want no motion, what stands below."""

    moving: Picture
    still: Picture | None
    caption: Said


class Face:
    """What the bot shows of a game. As it stands here it shows nothing; a game's own face says what is different.

    Every ``view`` is one of the game's own: a spectator's in the channel, in ``/game status`` and the chronicle, where
    everybody reads along; that of whoever asks in ``/party``, ``/hero``, ``/map`` and ``mine``. Pictures that cannot be
    drawn are left out, the words say it all.
    """

    topic = ""
    """The topic of ``/help`` that explains it: words ``help.TOPIC``, ``help.topic.TOPIC`` and ``help.TOPIC.end``."""
    topics: Mapping[str, Sequence[str]] = {}
    """More topics, named in the game's own alone, each with the keys of the commands that it lists."""
    explained: Sequence[str] = ()
    """The keys of the commands that this topic lists."""
    moments: Mapping[str, Sequence[str]] = {}
    """Which questions a typed command answers: the command's English name → each ``why``.

    A command that is the id of an action needs no line here.
    """
    verbs: Mapping[str, Sequence[str]] = {}
    """Which actions a typed command names beside the one of its own id: the command → first words of their ids."""
    placing: Sequence[str] = ("piece",)
    """First words of the ids of corrections that put something on the table; whatever it is, a piece is put there."""
    calls: Sequence[str] = ()
    """The ids of the corrections by which only a part of the game is run, an encounter or a trap; empty: none."""
    has_secrets = False
    """Whether seats have hidden things of their own, so that each prompt lets everybody look at theirs."""
    telltale: Sequence[str] = ()
    """Which questions that all may read have a usual answer that could tell what somebody hides: each ``why``."""
    said_openly: Sequence[str] = ()
    """Which questions with secret actions have a usual answer before everybody: it is one of the open ones, and rests
    on nothing hidden."""
    lasting: Sequence[str] = ()
    """File names of pictures that everybody shall find again: the message that shows one is not written on."""
    passing: Sequence[str] = ()
    """File names of pictures of a moment: ``afterwards`` takes their place when their message goes on beyond it."""
    peaks: frozenset[type[Event]] = frozenset()
    """The events that deserve a bold line directly above the question; ``is_peak`` tells whether one of them does."""
    cast: str = "chronicle.party"
    """The words for all characters together."""
    stage: str = "chronicle.stages"
    """What a stage is called when stages are counted."""
    decks: Sequence[Deck] = ()
    """Which tables are cards that can be cut out."""

    # The channel -------------------------------------------------------------------------------------------

    async def story(self, narrator: Narrator, view: Any, events: Iterable[Event], over: bool) -> list[Picture]:
        """What belongs below a story that told these events; ``over``: the table is closed."""
        return []

    async def afterwards(self, narrator: Narrator, events: Iterable[Event]) -> list[Picture]:
        """What takes the place of a ``passing`` picture when these events were told below it; nothing: it stays."""
        return []

    async def question_picture(self, narrator: Narrator, view: Any) -> Picture | None:
        """What belongs to the open question."""
        return None

    async def pieces_picture(self, narrator: Narrator, pieces: Sequence[Option]) -> Picture | None:
        """What may have been drawn by hand, to find it again."""
        return None

    def weighed(self, state: Any, view: Any) -> Any:
        """A view of this state with what takes longer to weigh, for ``course`` and ``what_now``."""
        return view

    def course(self, narrator: Narrator, view: Any) -> list[str]:
        """How far the game has come, in lines for ``/game status``; without its outcome."""
        return []

    def what_now(self, narrator: Narrator, view: Any, seats: Sequence[Seat]) -> list[str]:
        """What those who are asked are after and what helps them, in lines for whoever asks what a question means."""
        return []

    def outcome(self, narrator: Narrator, view: Any) -> Said:
        """How the game ended, in a sentence; '' while it goes on."""
        return Said()

    async def ending(self, narrator: Narrator, view: Any) -> list[Picture]:
        """The picture of how the game ended; nothing while it goes on."""
        return []

    def epilogue(self, narrator: Narrator, view: Any, told: Sequence[Happened]) -> list[str]:
        """What became of everybody, a line each, and the honours, by what everybody was told; for a game that ended."""
        return []

    def standings(self, narrator: Narrator, view: Any, events: Sequence[Event]) -> list[str]:
        """Short lines below a story that told these events: what came nearer, how the race stands; mostly none."""
        return []

    def for_you(self, narrator: Narrator, view: Any, events: Sequence[Event], seat: Seat) -> str:
        """A line on what in these events, told since a seat acted, concerns it; '' for nothing.

        ``view``: a spectator's, as the line is public.
        """
        return ""

    def can_end_game(self, view: Any, option: Option) -> bool:
        """Whether an option can win or lose the game, as everybody sees; ``view``: a spectator's."""
        return False

    def is_peak(self, event: Event) -> bool:
        """Whether an event deserves a bold line directly above the question."""
        return type(event) in self.peaks

    # Looking without asking --------------------------------------------------------------------------------

    async def overview(self, narrator: Narrator, view: Any) -> Parts:
        """``/party``: everybody at a glance, as one message; its pictures stand in the chronicle, too."""
        return []

    def characters(self, narrator: Narrator, view: Any) -> list[Character]:
        """Whom ``/hero`` can show."""
        return []

    async def sheets(self, narrator: Narrator, view: Any, ids: Sequence[str]) -> list[Parts]:
        """``/hero``: the sheets of these characters, message by message; their pictures are in the chronicle, too."""
        return []

    def maps(self, narrator: Narrator, view: Any) -> list[tuple[str, str]]:
        """What ``/map`` can show, as ids and names (without Markdown); first what it shows when nothing was typed."""
        return []

    async def map(self, narrator: Narrator, view: Any, id: str) -> Parts:
        """``/map``: the pictures of one of these and what is on it in words; pictures alone stand below ``/story``."""
        return []

    def larger_map(self, view: Any) -> str:
        """Which of its maps shows more than the picture in the channel does; '' where that shows all there is."""
        return ""

    def mine(self, narrator: Narrator, view: Any) -> str:
        """What only the seat that looks may see of its own things; '' where nothing is hidden."""
        return ""

    async def mine_shown(self, narrator: Narrator, view: Any) -> list[Picture]:
        """Pictures of it, which stand beside those words."""
        return []

    # On paper ----------------------------------------------------------------------------------------------

    def blank_sheets(self, narrator: Narrator) -> list[Sheet]:
        """A page of sheets of characters to be written by hand."""
        return []

    def filled_sheets(self, narrator: Narrator, view: Any) -> list[Sheet]:
        """The sheets of all characters as they are now."""
        return []

    def plans(self, narrator: Narrator, view: Any) -> list[Plan]:
        """All maps as they are now, the one on which people are first."""
        return []

    # Playing -----------------------------------------------------------------------------------------------

    def has_nothing_hidden(self, view: Any, seat: Seat) -> bool:
        """Whether a seat owns nothing that others may not see, as all can tell: its usual answers betray nothing."""
        return False

    def has_fallen(self, view: Any, seat: Seat) -> bool:
        """Whether a seat has lost all that it plays with, so that nobody can take it over."""
        return False

    def usual_to_all(
        self, narrator: Narrator, state: Any, request: Request[Any], seat: Seat
    ) -> tuple[Value, Said] | None:
        """A ``telltale`` question's usual answer and what it is for, if it follows from what everybody sees."""
        return None

    def usual_for(
        self, narrator: Narrator, state: Any, request: Request[Any], value: Value, seat: Seat, *, openly: bool
    ) -> Said:
        """What a usual answer is for, in a word or two on its button; '' where nothing is to be said.

        ``openly``: before everybody.
        """
        return Said()

    def is_move(self, action: Action[Any]) -> bool:
        """Whether an action is one of the ways that ``/move`` names."""
        return False

    def is_idle(self, option: Option) -> bool:
        """Whether an option has no chance or no effect, so that it belongs in the menu and gets no button.

        A choice that is the only one of its question keeps its button; whoever lays out the buttons sees to that.
        """
        return False

    def comes_first(self, view: Any, option: Option) -> bool:
        """Whether an option stands before all others but the usual answer, as things are now.

        ``view``: a spectator's, unweighed.
        """
        return False

    def group(self, correction: Action[Any]) -> str:
        """The words for whom or what a game master's correction concerns: ``ONE``, ``ON_TABLE``, or words of its own.

        Such words are three entries: ``option.KEY``, ``ask.KEY``, ``why.KEY``.
        """
        if correction.option.id.partition(":")[0] in self.placing:
            return ON_TABLE
        return ONE if "who" in correction.option.facts else "gm.group.party"

    def read_call(self, corrections: Mapping[str, Action[Any]], line: str) -> tuple[str, Value]:
        """The one of ``calls`` that a typed line means, and its answer; refuses what it does not understand."""
        raise Refused("no_calls")

    def complete_call(
        self, narrator: Narrator, corrections: Mapping[str, Action[Any]], begun: str
    ) -> list[tuple[str, str]]:
        """How such a line may be meant, and go on: words to show, and the line."""
        return []

    # The chronicle -----------------------------------------------------------------------------------------

    def chapter(self, view: Any) -> int:
        """The number of the chapter in which a stage was played that began so; from 1, the set-up is no question."""
        return 1

    def title(self, narrator: Narrator, chapter: int) -> Said:
        """What a chapter is called; ``SET_UP``: the one before the first."""
        return (
            narrator.say("chronicle.set_up") if chapter == SET_UP else narrator.say("chronicle.chapter", number=chapter)
        )

    async def changed_maps(self, narrator: Narrator, before: Any, after: Any, *, done: bool) -> list[Picture]:
        """The maps that are not in ``after`` as they were in ``before`` (None: nothing was seen before).

        ``done``: the chapter is behind us, nobody stands on them any more.
        """
        return []

    async def growth(self, narrator: Narrator, views: Sequence[Any]) -> list[Grown]:
        """How the maps grew from the first of these views to the last, where that is worth an animation."""
        return []

    def bouts(self, narrator: Narrator, told: Sequence[Happened]) -> list[Bout]:
        """The fights among what everybody was told, in order."""
        return []

    def graves(self, narrator: Narrator, told: Sequence[Happened]) -> list[Grave]:
        """Who died, by what everybody was told, in order."""
        return []

    def members(self, narrator: Narrator, view: Any) -> list[Member]:
        """Who played: the characters of all seats, the dead among them."""
        return []


V = TypeVar("V")
M = TypeVar("M")

FEWEST = 3
"""Moments that are worth a moving picture."""


class Film(NamedTuple, Generic[V, M]):
    """How a game films a map: which moments are shown, and they as a GIF."""

    choose: Callable[[Sequence[V]], list[M]]
    draw: Callable[[Sequence[M]], bytes]


async def moments_of(film: Callable[[], Film[V, M]], views: Sequence[V]) -> list[M]:
    """The moments that are shown; none where hardly anything happened. ``film``: reads what films, in a thread."""
    shown = await WHOLE.do(lambda: film().choose(views))
    return shown if len(shown) >= FEWEST else []


async def grown_map(
    name: str,
    film: Callable[[], Film[V, M]],
    shown: Sequence[M],
    still: Awaitable[Picture | None],
    caption: Said,
    alt: Said,
) -> list[Grown]:
    """The moving picture with the finished map; nothing when it cannot be drawn.

    ``name``: of the file, without its ending; ``alt``: what moves, before the words of the finished map.
    """
    finished = await still
    words = f"{alt} {finished.alt}" if finished else alt
    moving = await draw_picture(f"{name}.gif", lambda: film().draw(shown), words)
    return [Grown(moving, finished, caption)] if moving else []
