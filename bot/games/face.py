"""The base class of a game's presentation: pictures, sheets and words drawn from ``rules.view(state, viewer)``."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeAlias, TypeVar

from msgspec import Struct
from structlog import get_logger

from bot.executors import DRAWING
from bot.games.call_lines import Calling
from bot.games.table_words import Deck
from bot.games.weights import Weighing
from bot.table.results import Tally
from bot.words.narrator import Narrator, Said
from images.printing.shapes import Plan, Sheet
from rules.kernel.answers import Value
from rules.kernel.autopilot import Advice
from rules.kernel.errors import Refused
from rules.kernel.events import Event
from rules.kernel.requests import Action, Option, Request, Seat
from rules.kernel.words import Term


class Happened(Struct, frozen=True):
    """An event told to everybody, with its stage and the turn in which it was told."""

    stage: int
    event: Event
    turn: int = 0


class Bout(Struct, frozen=True):
    """A finished fight, with the stage in which it ended and the event that told it.

    ``lead``: the winner's margin, None if it did not decide. ``might``: the strength of the side that the players beat,
    0 if they beat nobody. ``said``: a further line. ``foe``: whom ``victor`` beat ('': the whole party).
    """

    stage: int
    told: Event
    said: Said = Said()
    rounds: int = 1
    wounds: int = 0
    lead: int | None = None
    might: int = 0
    foe: Term | tuple[Term, ...] = ""
    victor: Term = ""


class Grave(Struct, frozen=True):
    """A dead character, with the stages of arrival and death and the event that told the death.

    ``by``: the killer if the event does not name one; '' for nobody.
    """

    who: Said
    since: int
    stage: int
    told: Event
    by: Said = Said()


AWARDS: tuple[tuple[str, Callable[[Bout], tuple[int, ...]]], ...] = (
    ("longest", lambda bout: (bout.rounds, bout.wounds) if bout.rounds > 1 else ()),
    ("bloodiest", lambda bout: (bout.wounds, bout.rounds) if bout.wounds > 1 else ()),
    ("closest", lambda bout: () if bout.lead is None else (-bout.lead, bout.might)),
    ("mightiest", lambda bout: (bout.might,) if bout.might else ()),
)
"""The awards for fights, each with its measure: the highest value wins, an empty tuple does not compete."""


def best(bouts: Iterable[Bout]) -> list[tuple[list[str], Bout]]:
    """Return the fights that won an award, each with its awards; of equal fights the first wins."""
    known, won = list(bouts), dict[int, list[str]]()
    for award, worth in AWARDS:
        nth = max(range(len(known)), key=lambda number: worth(known[number]), default=None)
        if nth is not None and worth(known[nth]):
            won.setdefault(nth, []).append(award)
    return [(awards, known[nth]) for nth, awards in won.items()]


_log = get_logger(__name__)
PAGE = 3800
"""The most characters of text beside pictures; Discord allows 4000."""


class Picture(Struct, frozen=True):
    """A drawn picture: file name, bytes, alt text."""

    name: str
    data: bytes
    alt: str


async def draw_picture(name: str, draw: Callable[[], bytes], alt: str) -> Picture | None:
    """Draw a picture in a thread; return None if drawing fails, as the words say everything."""
    try:
        return Picture(name, await DRAWING.do(draw), alt)
    except Exception:
        _log.exception("picture.failed", picture=name)
        return None


def without_failed(*pictures: Picture | None) -> list[Picture]:
    """Return the pictures that could be drawn."""
    return [picture for picture in pictures if picture]


async def dice_picture(pips: Sequence[int], said: str) -> Picture | None:
    """Draw dice as they fell; ``said``: the result in words, used as the alt text."""

    def draw() -> bytes:
        from images.versus import draw_dice

        return draw_dice(pips)

    return await draw_picture("dice.png", draw, said)


T = TypeVar("T")
TOGETHER = 10
"""Sheets per message."""
SET_UP = 0
"""The number of the set-up chapter, before the first chapter."""
ON_TABLE = "gm.group.place"
"""The catalogue key of the corrections that put something on the table."""
ONE = "gm.group.who"
"""The catalogue key of the corrections that concern one character."""

Parts: TypeAlias = list[str | Picture]
"""A message: texts and pictures in order."""


class Character(Struct, frozen=True):
    """A character with a sheet: id, name without Markdown, seat."""

    id: str
    name: str
    seat: Seat


def message_groups(shown: Sequence[T]) -> list[Sequence[T]]:
    """Return the characters that are shown, ``TOGETHER`` per message."""
    return [shown[start : start + TOGETHER] for start in range(0, len(shown), TOGETHER)]


class Member(Struct, frozen=True):
    """A character of the cast in words: seat, name, kind, fate ('' if alive and well), id of its sheet ('' if none)."""

    seat: Seat
    name: Said
    kind: Said
    fate: Said = Said()
    id: str = ""


class Grown(Struct, frozen=True):
    """The growth of a map: the animation, the finished map for readers who want no motion, and the caption."""

    moving: Picture
    still: Picture | None
    caption: Said


def seats_after(view: Any, gone: Collection[Seat]) -> list[Seat]:
    """Return the seats in the order of turns, from the one after the present; ``gone``: those without a turn."""
    if view.turn_of not in view.order:
        return []
    at = view.order.index(view.turn_of)
    return [seat for seat in (*view.order[at + 1 :], *view.order[:at]) if seat not in gone]


class Face(Weighing):
    """What the bot shows of a game; this base class shows nothing and each game overrides what it needs.

    ``view`` is a spectator's view in public places (channel, ``/game status``, chronicle) and the caller's own in
    ``/party``, ``/hero``, ``/map`` and ``mine``. Pictures that cannot be drawn are left out.
    """

    topic = ""
    """The ``/help`` topic of the game: catalogue keys ``help.TOPIC``, ``help.topic.TOPIC`` and ``help.TOPIC.end``."""
    topics: Mapping[str, Sequence[str]] = {}
    """Further help topics, listed in the game's own topic only, each with the keys of its commands."""
    explained: Sequence[str] = ()
    """The keys of the commands that the game's help topic lists."""
    moments: Mapping[str, Sequence[str]] = {}
    """English names of commands, each with the ``why`` of the questions that it answers; action ids need no entry."""
    verbs: Mapping[str, Sequence[str]] = {}
    """Further actions that a typed command names: command to first words of action ids."""
    placing: Sequence[str] = ("piece",)
    """First words of the ids of corrections that put a piece on the table."""
    calls: Sequence[str] = ()
    """The ids of the corrections that a line may call: they run a part of the game, save for ``laid_calls``."""
    calling: Calling
    """Reads and completes the lines that call them; only of a game with ``calls``."""
    laid_calls: Sequence[str] = ()
    open_verbs: Sequence[str] = ()
    """First words of the ids of corrections that the whole table must hear of."""
    named_rulings: Mapping[str, Sequence[str]] = {}
    """The labels of the corrections that the words of ``gm.word.KEY`` name, too, by key: ``death``, ``gold``."""
    call_topic = ""
    """The end of the keys ``call.moment.TOPIC`` (when calls are possible) and ``call.examples.TOPIC``."""
    has_secrets = False
    """Whether seats have hidden things, so that each prompt offers a private look at them."""
    telltale: Sequence[str] = ()
    """The public questions (each ``why``) whose usual answer could reveal a secret."""
    said_openly: Sequence[str] = ()
    """Questions with secret actions whose usual answer is public: an open action that rests on nothing hidden."""
    advises_party = False
    """Whether the usual answer to a question of the party is the same for each of its seats."""
    unadvised: Sequence[str] = ()
    """Questions on what happened outside the game: no usual answer is offered."""
    lasting: Sequence[str] = ()
    """File names of pictures that must stay findable: the message that shows one is not edited any more."""
    passing: Sequence[str] = ()
    """File names of short-lived pictures: ``afterwards`` replaces them when their message continues."""
    cast: str = "chronicle.party"
    """The catalogue key for all characters together."""
    stage: str = "chronicle.stages"
    """The catalogue key for a counted number of stages."""
    visits: Sequence[str] = ()
    """Ids of the actions by which people outside come in, as last time first; a real table has a button for them."""
    decks: Sequence[Deck] = ()
    """The tables that can be printed as cards to cut out."""

    # The channel -------------------------------------------------------------------------------------------

    async def story(self, narrator: Narrator, view: Any, events: Iterable[Event], over: bool) -> list[Picture]:
        """Return the pictures below a story that told these events; ``over``: the table is closed."""
        return []

    async def afterwards(self, narrator: Narrator, events: Iterable[Event]) -> list[Picture]:
        """Return the pictures that replace a ``passing`` picture once these events are told; empty to keep it."""
        return []

    async def question_picture(self, narrator: Narrator, view: Any) -> Picture | None:
        """Draw the picture of the open question, if any."""
        return None

    async def pieces_picture(self, narrator: Narrator, pieces: Sequence[Option]) -> Picture | None:
        """Draw the pieces that may be drawn by hand, so that players find theirs."""
        return None

    def weighed(self, state: Any, view: Any) -> Any:
        """Return the view with the figures that take longer to compute, for ``course`` and ``what_now``."""
        return view

    def course(self, narrator: Narrator, view: Any) -> list[str]:
        """Return the progress of the game as lines for ``/game status``, without the outcome."""
        return []

    def next_seats(self, view: Any) -> list[Seat]:
        """Return who is at turn after the present player, in this order; nobody in a game without turns."""
        return []

    def what_now(self, narrator: Narrator, view: Any, seats: Sequence[Seat]) -> list[str]:
        """Return the aims and aids of the asked seats, as lines for a player who asks what a question means."""
        return []

    def outcome(self, narrator: Narrator, view: Any) -> Said:
        """Say in a sentence how the game ended; '' while it goes on."""
        return Said()

    async def ending(self, narrator: Narrator, view: Any) -> list[Picture]:
        """Draw how the game ended; nothing while it goes on."""
        return []

    def epilogue(self, narrator: Narrator, view: Any, told: Sequence[Happened]) -> list[str]:
        """Return a line on the fate of each player or character, then the honours, for a finished game."""
        return []

    def standings(self, narrator: Narrator, view: Any, events: Sequence[Event]) -> list[str]:
        """Return short lines below a story on progress and the race; mostly none."""
        return []

    def for_you(self, narrator: Narrator, view: Any, events: Sequence[Event], seat: Seat) -> str:
        """Return a public line on what concerns a seat in the events since it acted; ``view``: a spectator's view."""
        return ""

    def can_end_game(self, view: Any, option: Option) -> bool:
        """Whether everybody can see that an option can win or lose the game; ``view``: a spectator's view."""
        return False

    def odds_of(self, narrator: Narrator, state: Any, option: Option) -> Said:
        """Return odds of an option that take long to work out, so that its note has none; '' if it has its own."""
        return Said()

    # Looking without asking --------------------------------------------------------------------------------

    async def overview(self, narrator: Narrator, view: Any) -> Parts:
        """Return the message of ``/party``: all characters at a glance; the chronicle uses its pictures, too."""
        return []

    def characters(self, narrator: Narrator, view: Any) -> list[Character]:
        """Return the characters that ``/hero`` can show."""
        plain = narrator.plain
        return [Character(shown.id, str(plain.term(shown.name)), shown.seat) for shown in self.known(view)]

    def known(self, view: Any) -> Sequence[Any]:
        """Return the characters that have a sheet, as the view has them: with id, name and seat."""
        return ()

    async def sheets(self, narrator: Narrator, view: Any, ids: Sequence[str]) -> list[Parts]:
        """Return the messages of ``/hero`` for these characters; the chronicle uses their pictures, too."""
        return []

    def maps(self, narrator: Narrator, view: Any) -> list[tuple[str, str]]:
        """Return the ids and names (without Markdown) of the maps that ``/map`` can show, the default first."""
        return []

    async def map(self, narrator: Narrator, view: Any, id: str) -> Parts:
        """Return one map of ``/map`` as pictures and words; below ``/story`` only the pictures are shown."""
        return []

    def larger_map(self, view: Any) -> str:
        """Return the id of the map that shows more than the picture in the channel; '' if none does."""
        return ""

    def absent_seats(self, view: Any) -> Mapping[Seat, Term]:
        """Return the seats whose character is not in the game now, with its name; ``exit_card`` says what it took."""
        return {}

    def exit_card(self, narrator: Narrator, told: Sequence[Event], seat: Seat) -> str:
        """Say what the seat's character took along when it last left the game; '' if it never did."""
        return ""

    def mine(self, narrator: Narrator, view: Any) -> str:
        """Say what only the viewing seat may see of its own things; '' if nothing is hidden."""
        return ""

    async def mine_shown(self, narrator: Narrator, view: Any) -> list[Picture]:
        """Draw the pictures that stand beside the words of ``mine``."""
        return []

    # On paper ----------------------------------------------------------------------------------------------

    def blank_sheets(self, narrator: Narrator) -> list[Sheet]:
        """Return one page of empty character sheets to fill in by hand."""
        return []

    def filled_sheets(self, narrator: Narrator, view: Any) -> list[Sheet]:
        """Return the sheets of all characters as they are now."""
        return []

    def plans(self, narrator: Narrator, view: Any) -> list[Plan]:
        """Return all maps as they are now, the map with the characters first."""
        return []

    def blank_plans(self, narrator: Narrator, tables: Any) -> list[Plan]:
        """Return the maps that are the same in every game, without anybody on them; none if there are none."""
        return []

    # Playing -----------------------------------------------------------------------------------------------

    def for_master(self, narrator: Narrator, view: Any) -> list[str]:
        """Return what the game master's screen says besides the overview and what players hide."""
        return []

    def runs(self, correction: str) -> bool:
        """Whether a correction runs a part of the game; ``laid_calls`` only lay something down."""
        return correction in self.calls and correction not in self.laid_calls

    def places(self, narrator: Narrator, view: Any) -> Iterator[tuple[Sequence[str], bool]]:
        """Yield the names of each place, and whether somebody stands there; ``view``: a spectator's view."""
        return iter(())

    def later(self, view: Any) -> str:
        """Return the key of a sentence on the rulings that are possible later but not now; '' if there is none."""
        return ""

    def look_ups_now(self, view: Any) -> list[tuple[str, str]]:
        """Return the tables and entries on what the players face now."""
        return []

    def has_nothing_hidden(self, view: Any, seat: Seat) -> bool:
        """Whether everybody knows that a seat owns nothing secret, so that its usual answers reveal nothing."""
        return False

    def has_fallen(self, view: Any, seat: Seat) -> bool:
        """Whether a seat has lost all its characters, so that nobody can take it over."""
        return False

    def farewells(self, narrator: Narrator, view: Any, told: Sequence[Event]) -> dict[Seat, Said]:
        """Return a line for each seat that these public events have put out of the game, with its place if any."""
        return {}

    def usual_to_all(self, narrator: Narrator, state: Any, request: Request, seat: Seat) -> tuple[Value, Said] | None:
        """Return the usual answer of a ``telltale`` question and its aim if public facts alone decide it, else None."""
        return None

    def starred(self, state: Any, request: Request) -> Request | None:
        """Return the question with the actions that may be the usual answer of people; None: nothing is advised."""
        return None if request.why in self.unadvised else request

    def preparations(self, state: Any, request: Any, seat: Seat) -> Sequence[Value]:
        """Return free actions of this seat that are advised, as answers; one entry of the menu stands for several."""
        return ()

    def usual_for(
        self, narrator: Narrator, state: Any, request: Request, advice: Advice, seat: Seat, *, openly: bool
    ) -> Said:
        """Say in at most 40 letters why a usual answer is given (``openly``: to everybody); '' for nothing."""
        reason = advice.reason
        return narrator.say(reason.key, **dict(reason.facts)) if reason else Said()

    def is_move(self, action: Action) -> bool:
        """Whether an action is a move that ``/move`` names."""
        return False

    def is_idle(self, option: Option) -> bool:
        """Whether an option has no chance or no effect, so that it goes into the menu unless it is the only one."""
        return False

    def comes_first(self, view: Any, option: Option) -> bool:
        """Whether an option stands first after the usual answer; ``view``: a spectator's, without ``weighed``."""
        return False

    def group(self, correction: Action) -> str:
        """Return the catalogue key of a correction's group: ``ONE``, ``ON_TABLE`` or a key of the game.

        A key of the game needs three entries: ``option.KEY``, ``ask.KEY``, ``why.KEY``.
        """
        if correction.option.id.partition(":")[0] in self.placing:
            return ON_TABLE
        return ONE if "who" in correction.option.facts else "gm.group.party"

    def explained_refusal(self, narrator: Narrator, view: Any, refusal: Refused, line: str) -> Refused:
        """Return the refusal of a line that a game master typed, with the game's own reason if there is one."""
        return refusal

    # The chronicle -----------------------------------------------------------------------------------------

    def chapter(self, view: Any) -> int:
        """Return the number of the chapter of a stage that began with this view, from 1; never asked for the set-up."""
        return 1

    def title(self, narrator: Narrator, chapter: int) -> Said:
        """Return the title of a chapter; ``SET_UP`` is the chapter before the first."""
        key = "chronicle.set_up" if chapter == SET_UP else "chronicle.chapter"
        return narrator.say(key, number=chapter)

    async def changed_maps(self, narrator: Narrator, before: Any, after: Any, *, done: bool) -> list[Picture]:
        """Draw the maps of ``after`` that differ from ``before`` (None: nothing seen before).

        ``done``: the chapter is finished, so nobody is drawn on the maps.
        """
        return []

    async def growth(self, narrator: Narrator, views: Sequence[Any]) -> list[Grown]:
        """Return animations of the maps from the first view to the last, where they are worth it."""
        return []

    def bouts(self, narrator: Narrator, told: Sequence[Happened]) -> Iterator[Bout]:
        """Yield the fights among the told events, in order."""
        return iter(())

    def graves(self, narrator: Narrator, told: Sequence[Happened]) -> Iterator[Grave]:
        """Yield the deaths among the told events, in order."""
        return iter(())

    def has_won(self, view: Any, seat: Seat) -> bool:
        """Whether a seat has won the finished game."""
        return False

    def tally(self, view: Any, told: Sequence[Happened]) -> Tally:
        """Return what the statistics count for each seat besides fights and deaths."""
        return Tally()

    def members(self, narrator: Narrator, view: Any) -> list[Member]:
        """Return the characters of all seats, dead ones included."""
        return []
