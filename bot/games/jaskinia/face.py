"""The face of Jaskinia: Seekers on their own ways through one cave, Spells that each hides from the others."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from bot.games.face import ON_TABLE, ONE, SET_UP, Character, Face, Grown, Member, Parts
from bot.games.feats import Bout, Grave, Happened
from bot.games.jaskinia import feats, places, printed, words
from bot.games.jaskinia.clashes import ended_fight
from bot.games.jaskinia.pictures import (
    cards_picture,
    cave_picture,
    discovery_picture,
    fight_picture,
    seeker_picture,
    seekers_picture,
    surroundings_picture,
)
from bot.games.jaskinia.tale import grown_cave, seen_later
from bot.games.pictures import PAGE, Picture, without_failed
from bot.games.printed import Deck
from bot.words.clip import clip
from bot.words.narrator import Narrator, Said
from images.clashes import Outcome
from images.printing.shapes import Plan, Sheet
from rules.jaskinia.events.course import CrystalFound, SeekersOrder
from rules.jaskinia.events.finds import CardDrawn
from rules.jaskinia.events.ways import GateOpened, WentTo
from rules.jaskinia.view import CardView, PlayerView, SeekerView, View
from rules.kernel.requests import Action, Seat
from rules.kernel.table import DiceRolled, Event
from rules.kernel.words import Word

ALL = "all"
"""What ``/map`` shows when nothing was typed: the whole cave."""
TOGETHER = 3
"""Seekers on a page."""
ROUNDS = 10
"""Rounds of a chapter of the chronicle."""
MOVES = ("roll", "go", "gate")
"""First words of the ids of actions by which a Seeker goes somewhere."""


class JaskiniaFace(Face):
    """What the bot shows of Jaskinia."""

    topic = "cave"
    topics: Mapping[str, Sequence[str]] = {"beside": ("answer",)}
    explained: Sequence[str] = ("move", "attack", "fight", "things", "party", "map", "lookup")
    lasting: Sequence[str] = ("seekers.png",)
    moments: Mapping[str, Sequence[str]] = {"move": ("move.route", "move.stop")}
    verbs: Mapping[str, Sequence[str]] = {"attack": ("attack", "psychic", "steal")}
    placing: Sequence[str] = ("card", "bags", "crystal")
    has_secrets = True
    said_openly: Sequence[str] = ("turn.start", "arrival", "draw.deck", "fight.ready", "turn.finish")
    cast = "cave.cast"
    stage = "chronicle.turns"
    decks: Sequence[Deck] = (Deck("seeker", "jaskinia/seekers"), Deck("cave_spell", "jaskinia/spells"))

    async def story(self, narrator: Narrator, view: View, events: Iterable[Event], over: bool) -> list[Picture]:
        """The cards that were drawn, then the fight, or the surroundings of whoever may act.

        The whole cave when a way has to be chosen, when one opens in it or the Crystal Chamber is found; with all
        Seekers when the game begins, or is over.
        """
        happened = list(events)
        if view.setting_up:
            return []
        if over or _among(happened, SeekersOrder):
            return without_failed(await seekers_picture(narrator, view), await cave_picture(narrator, view))
        cards = [card for card in drawn_cards(view, happened) if not _is_seen_fighting(view, card)]
        shown = [await cards_picture(narrator, cards)] if cards else []
        shown += [await discovery_picture(narrator, view, one) for one in _finders(view, happened)]
        whole = bool(view.choice) or _among(happened, GateOpened, CrystalFound) or _has_to_choose(happened)
        return without_failed(*shown, await _scene(narrator, view, ended_fight(happened), whole=whole))

    def course(self, narrator: Narrator, view: View) -> list[str]:
        """The round, whose turn it is, the Gates, the Crystal Chamber, who has passed which trials."""
        if view.setting_up:
            return []
        facts = {"open": sum(gate.open for gate in view.gates), "gates": len(view.gates)}
        key = "cave.course" if view.turn_of else "cave.course.outside"
        line = narrator.say(key, round=view.round, who=view.turn_of, **facts)
        return [
            f"{line} · {places.crystal(narrator, view)}",
            *(_passed(narrator, view, one) for one in view.seekers if one.trials),
        ]

    def what_now(self, narrator: Narrator, view: View, seats: Sequence[Seat]) -> list[str]:
        """Of each who is asked: the next aims, and what the Seeker's card and things can do."""
        asked = [one for one in view.seekers if one.seat in seats]
        return [line for one in asked for line in words.what_now(narrator, view, one)]

    def outcome(self, narrator: Narrator, view: View) -> Said:
        """Who won, and how; or that the only player lost."""
        key = f"cave.won.{view.outcome}" if view.winner or not view.beside else "cave.won.nobody"
        return narrator.say(key, who=view.winner) if view.outcome else Said()

    # Looking without asking --------------------------------------------------------------------------------

    async def overview(self, narrator: Narrator, view: View) -> Parts:
        """All Seekers."""
        if view.setting_up:
            return []
        return [*without_failed(await seekers_picture(narrator, view)), clip(words.players(narrator, view), PAGE)]

    def characters(self, narrator: Narrator, view: View) -> list[Character]:
        """All Seekers in the cave."""
        return [Character(one.id, str(narrator.plain.term(one.name)), one.seat) for one in view.seekers]

    async def sheets(self, narrator: Narrator, view: View, ids: Sequence[str]) -> list[Parts]:
        """Cards with their words below, a few to a message."""
        shown = [one for one in view.seekers if one.id in ids]
        some = [shown[start : start + TOGETHER] for start in range(0, len(shown), TOGETHER)]
        return [await _page(narrator, view, one) for one in some]

    def maps(self, narrator: Narrator, view: View) -> list[tuple[str, str]]:
        """The whole cave, then the surroundings of each Seeker."""
        if view.setting_up:
            return []
        plain = narrator.plain
        each = [(one.id, str(plain.say("cave.around", name=one.name, at=one.at))) for one in view.seekers]
        return [(ALL, str(plain.say("cave.whole"))), *each]

    async def map(self, narrator: Narrator, view: View, id: str) -> Parts:
        """The whole cave, or what is around a Seeker."""
        if id == ALL:
            return [*without_failed(await cave_picture(narrator, view)), places.cave_in_words(narrator, view)]
        at = next(one.at for one in view.seekers if one.id == id)
        return [
            *without_failed(await surroundings_picture(narrator, view, at)),
            places.surroundings_in_words(narrator, view, at),
        ]

    def mine(self, narrator: Narrator, view: View) -> str:
        """The own Seeker, Spells in hand, standing orders."""
        return words.mine(narrator, view)

    # On paper ----------------------------------------------------------------------------------------------

    def blank_sheets(self, narrator: Narrator) -> list[Sheet]:
        """Two Seekers to a page."""
        return [printed.blank_sheet(narrator)] * 2

    def filled_sheets(self, narrator: Narrator, view: View) -> list[Sheet]:
        """Everybody in the cave."""
        return [printed.sheet(narrator, view, one) for one in view.seekers]

    def plans(self, narrator: Narrator, view: View) -> list[Plan]:
        """The whole cave."""
        return [] if view.setting_up else printed.plans(narrator, view)

    # Playing -----------------------------------------------------------------------------------------------

    def has_fallen(self, view: View, seat: Seat) -> bool:
        """Whether a player is out for good."""
        return any(player.out for player in view.players if player.seat == seat)

    def is_move(self, action: Action[Any]) -> bool:
        """A throw for the way, a step, an attempt at a Gate."""
        return action.option.id.partition(":")[0] in MOVES and not action.aside

    def group(self, correction: Action[Any]) -> str:
        """What is put on the table, one Seeker, or the cave: Gates, the Crystal Chamber, decks."""
        group = super().group(correction)
        return group if group in (ON_TABLE, ONE) else "gm.group.cave"

    # The chronicle -----------------------------------------------------------------------------------------

    def chapter(self, view: View) -> int:
        """Ten rounds are a chapter."""
        return 1 + (view.round - 1) // ROUNDS

    def title(self, narrator: Narrator, chapter: int) -> Said:
        """Which rounds it tells of."""
        if chapter == SET_UP:
            return super().title(narrator, chapter)
        return narrator.say("cave.rounds", first=(chapter - 1) * ROUNDS + 1, last=chapter * ROUNDS)

    async def changed_maps(self, narrator: Narrator, before: View | None, after: View, *, done: bool) -> list[Picture]:
        """The cave as a chapter left it."""
        shown = seen_later(after) if done else after
        return [] if after.setting_up else without_failed(await cave_picture(narrator, shown))

    async def growth(self, narrator: Narrator, views: Sequence[View]) -> list[Grown]:
        """How the cave became known."""
        return await grown_cave(narrator, views)

    def bouts(self, narrator: Narrator, told: Sequence[Happened]) -> list[Bout]:
        """As they were told."""
        return list(feats.bouts(told))

    def graves(self, narrator: Narrator, told: Sequence[Happened]) -> list[Grave]:
        """As they were told."""
        return list(feats.graves(narrator, told))

    def members(self, narrator: Narrator, view: View) -> list[Member]:
        """Every player's Seeker, and the one that died last."""
        return [member for player in view.players for member in _members(narrator, player)]


def _among(events: Sequence[Event], *kinds: type[Event]) -> bool:
    return any(isinstance(event, kinds) for event in events)


def _finders(view: View, events: Sequence[Event]) -> list[SeekerView]:
    """Who has just found the Crystal Chamber, and lives."""
    names = [event.who for event in events if isinstance(event, CrystalFound) and view.crystal]
    return [one for one in view.seekers if one.name in names]


def _has_to_choose(events: Sequence[Event]) -> bool:
    """Whether the die for a move has fallen, and nobody went anywhere yet: the way may lead far."""
    thrown = any(isinstance(event, DiceRolled) and event.why == "move.roll" for event in events)
    return thrown and not _among(events, WentTo)


def drawn_cards(view: View, events: Iterable[Event]) -> list[CardView]:
    """The cards that were drawn, as they look wherever they are now; without those that have gone into a deck again."""
    known = {card.name: card for card in _face_up(view)}
    names = dict.fromkeys(event.card for event in events if isinstance(event, CardDrawn))
    return [known[name] for name in names if name in known]


def _is_seen_fighting(view: View, card: CardView) -> bool:
    """Whether the picture of the fight says all that the card would."""
    return card.bare and view.fight is not None and card in view.fight.other.cards


def _face_up(view: View) -> list[CardView]:
    carried = [card for one in view.seekers for card in (*one.items, *one.followers, *one.trophies)]
    return [*(card for area in view.areas for card in area.cards), *carried, *view.used]


async def _scene(narrator: Narrator, view: View, ended: Outcome | None, *, whole: bool) -> Picture | None:
    """The fight, and how it ended; else the whole cave, or as much of it as whoever may act sees."""
    active = next((one for one in view.seekers if one.active), None)
    if view.fight is not None:
        return await fight_picture(narrator, view.fight, ended)
    if whole or active is None:
        return await cave_picture(narrator, view)
    return await surroundings_picture(narrator, view, active.at, ended)


def _passed(narrator: Narrator, view: View, one: SeekerView) -> str:
    return narrator.say("cave.passed", name=one.name, who=one.seat, number=len(one.trials), of=view.goal)


def _members(narrator: Narrator, player: PlayerView) -> list[Member]:
    seeker, last = player.seeker, player.last
    living = [] if seeker is None else [_living(narrator, seeker)]
    if player.guest is not None:
        living = [Member(player.seat, narrator.term(player.guest), narrator.say("cave.guest.fate"))]
    if last is None or (seeker is not None and seeker.name == last):
        return living
    return [*living, Member(player.seat, narrator.term(last), Said(), narrator.say("cave.fate"))]


def _living(narrator: Narrator, one: SeekerView) -> Member:
    align = narrator.say("cave.align", align=Word(f"alignment.{one.align}"))
    return Member(one.seat, narrator.term(one.name), align, id=one.id)


async def _page(narrator: Narrator, view: View, shown: Sequence[SeekerView]) -> Parts:
    parts: Parts = []
    for nth, one in enumerate(shown, 1):
        said = clip(words.sheet(narrator, view, one), PAGE // TOGETHER)
        parts += [*without_failed(await seeker_picture(narrator, view, one, nth)), said]
    return parts
