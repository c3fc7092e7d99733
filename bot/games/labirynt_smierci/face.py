"""The face of Labirynt Śmierci: one party, its levels, its fights."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from bot.games.face import ON_TABLE, ONE, SET_UP, Character, Face, Grown, Member, Parts
from bot.games.feats import Bout, Grave, Happened
from bot.games.labirynt_smierci import feats, printed, sheets
from bot.games.labirynt_smierci.aims import aim_in_short, aims
from bot.games.labirynt_smierci.calling import MEETING, TRAP, complete_call, read_call
from bot.games.labirynt_smierci.pictures import (
    card_picture,
    chits_picture,
    ending_picture,
    map_picture,
    party_picture,
    placement_picture,
    scene_picture,
    whole_picture,
)
from bot.games.labirynt_smierci.tale import changed_levels, grown_level, history
from bot.games.labirynt_smierci.tidings import tidings_of
from bot.games.labirynt_smierci.words import gate_in_words, map_in_words
from bot.games.pictures import PAGE, Picture, without_failed
from bot.games.printed import Deck
from bot.words.clip import clip
from bot.words.narrator import Narrator, Said
from images.printing.shapes import Plan, Sheet
from rules.kernel.answers import Value
from rules.kernel.requests import Action, NextAction, Option, Request, Seat
from rules.kernel.table import Event
from rules.labirynt_smierci.autopilot.outlook import before_the_aim, weighed
from rules.labirynt_smierci.events.course import PartySetOut
from rules.labirynt_smierci.model import Game
from rules.labirynt_smierci.sight import view as view_of
from rules.labirynt_smierci.view import CharacterView, MapView, View

WHOLE = "whole"
"""The id of the map of a whole level."""
TOGETHER = 3
"""Characters on a page."""
WAY = "way"
"""Why the party is asked where to go."""
MOVES = ("way.", "outside.")
"""Labels of the actions by which the party goes on."""
NOT_MOVES = ("way.attack",)


class LabiryntSmierciFace(Face):
    """What the bot shows of Labirynt Śmierci; nothing in it is hidden from anybody."""

    topic = "death"
    explained: Sequence[str] = (
        *("move", "negotiate", "bribe", "fight", "attack", "formation", "party", "hero", "map", "lookup"),
    )
    moments: Mapping[str, Sequence[str]] = {
        "attack": ("combat.orders",),
        "formation": ("formation", "combat.regroup"),
    }
    lasting: Sequence[str] = ("party.png",)
    placing: Sequence[str] = ("lay", "monsters", "trap", "lair", "piece")
    calls: Sequence[str] = (MEETING, TRAP)
    decks: Sequence[Deck] = (Deck("hero", "labirynt_smierci/heroes"), Deck("spell", ""))

    async def story(self, narrator: Narrator, view: View, events: Iterable[Event], over: bool) -> list[Picture]:
        """The battle or the map, above it what has just happened; before it the party when the game begins.

        Nothing while a segment is being laid: that is shown with the question. At the end, how it ended and the party.
        """
        happened = list(events)
        begins = any(isinstance(event, PartySetOut) and event.adventure == 1 for event in happened)
        if over and view.outcome:
            ended = await ending_picture(narrator, view.party, view.outcome)
            return without_failed(ended, await party_picture(narrator, view.party))
        if view.placement is not None:
            return []
        if not (begins or over) or view.here is None:
            return without_failed(await scene_picture(narrator, view, tidings_of(view, happened)))
        seen = map_picture(narrator, view.here) if over else scene_picture(narrator, view)
        return without_failed(await party_picture(narrator, view.party), await seen)

    async def question_picture(self, narrator: Narrator, view: View) -> Picture | None:
        """The ways in which a drawn segment can lie."""
        if view.placement is None or view.here is None:
            return None
        return await placement_picture(narrator, view.here, view.placement)

    async def pieces_picture(self, narrator: Narrator, pieces: Sequence[Option]) -> Picture | None:
        """The chits that fit; heroes have their names."""
        seen = [one.facts for one in pieces if "sides" in one.facts]
        return await chits_picture(narrator, seen) if seen else None

    def weighed(self, state: Game, view: View) -> View:
        """With the odds at the Gate, and whether to turn home."""
        return weighed(state, view)

    def course(self, narrator: Narrator, view: View) -> list[str]:
        """Adventure, sun, gold, the living, the Gate; what to aim at now."""
        if view.setting_up:
            return []
        party = view.party
        living = sum(one.alive for one in party.characters)
        facts = {"sun": sheets.sun(narrator, party), "gold": party.gold, "living": living}
        said = [narrator.say("status.course", adventure=sheets.adventure(narrator, party), **facts)]
        stands = " · ".join([*said, *([gate_in_words(narrator, party.gate)] if party.gate else [])])
        return [stands, *aims(narrator, view)]

    def outcome(self, narrator: Narrator, view: View) -> Said:
        """Victory, defeat, no adventure left, or home."""
        return narrator.say(f"farewell.{view.outcome}") if view.outcome else Said()

    # Looking without asking --------------------------------------------------------------------------------

    async def overview(self, narrator: Narrator, view: View) -> Parts:
        """The party rank by rank."""
        words = clip(sheets.party(narrator, view.party), PAGE)
        return [*without_failed(await party_picture(narrator, view.party)), words]

    def characters(self, narrator: Narrator, view: View) -> list[Character]:
        """The party, the dead among it."""
        return [Character(one.id, str(narrator.plain.term(one.name)), one.seat) for one in view.party.characters]

    async def sheets(self, narrator: Narrator, view: View, ids: Sequence[str]) -> list[Parts]:
        """Cards with their words below, a few to a message; what the spells do comes last, once."""
        shown = [one for one in view.party.characters if one.id in ids]
        some = [shown[start : start + TOGETHER] for start in range(0, len(shown), TOGETHER)]
        pages = [await _cards(narrator, one) for one in some]
        notes = "\n".join(sheets.spell_notes(narrator, view, shown))
        return [*pages, [clip(notes, PAGE)]] if notes else pages

    def maps(self, narrator: Narrator, view: View) -> list[tuple[str, str]]:
        """The level on which the party is, all of it at once, then the other levels."""
        found = [(str(one.level), narrator.plain.say("map.level", level=one.level)) for one in _levels(view)]
        whole = [(WHOLE, narrator.plain.say("map.whole", level=view.here.level))] if view.here else []
        return [*found[:1], *whole, *found[1:]]

    async def map(self, narrator: Narrator, view: View, id: str) -> Parts:
        """A level as far as it is explored: what is around the party, or all of it at once."""
        levels = _levels(view)
        level = next((one for one in levels if str(one.level) == id), levels[0])
        seen = whole_picture(narrator, level) if id == WHOLE else map_picture(narrator, level)
        return [*without_failed(await seen), map_in_words(narrator, level)]

    def larger_map(self, view: View) -> str:
        """The whole level where the map shows a part of it."""
        from images.labirynt_smierci.frame import shows_all

        shown = view.here if view.battle is None else None
        return "" if shown is None or shown.party is None or shows_all(shown) else WHOLE

    # On paper ----------------------------------------------------------------------------------------------

    def blank_sheets(self, narrator: Narrator) -> list[Sheet]:
        """Two characters to a page."""
        return [printed.blank_sheet(narrator)] * 2

    def filled_sheets(self, narrator: Narrator, view: View) -> list[Sheet]:
        """The party, the dead among it."""
        return [printed.sheet(narrator, one) for one in view.party.characters]

    def plans(self, narrator: Narrator, view: View) -> list[Plan]:
        """The levels, as far as they are explored."""
        return printed.plans(narrator, view)

    # Playing -----------------------------------------------------------------------------------------------

    def has_fallen(self, view: View, seat: Seat) -> bool:
        """Whether all characters of a seat are dead."""
        own = [one for one in view.party.characters if one.seat == seat]
        return bool(own) and not any(one.alive for one in own)

    def usual_for(
        self, narrator: Narrator, state: Game, request: Request[Any], value: Value, seat: Seat, *, openly: bool
    ) -> Said:
        """What the party goes its way for, weighed as «as usual» has just been."""
        if not isinstance(request, NextAction) or request.why != WAY or not isinstance(value, list | tuple):
            return Said()
        if not any(action.option.id == value[0] and self.is_move(action) for action in request.of(seat)):
            return Said()
        return aim_in_short(narrator, view_of(state, None), before_the_aim(state))

    def is_move(self, action: Action[Any]) -> bool:
        """The ways out of a segment, and what the party does outside."""
        label = action.option.label
        return label.startswith(MOVES) and not label.startswith(NOT_MOVES) and not action.aside

    def group(self, correction: Action[Any]) -> str:
        """What is put on the table, one character, the monsters met, or the party."""
        group = super().group(correction)
        return group if group in (ON_TABLE, ONE) or "monster" not in correction.option.facts else "gm.group.monsters"

    def read_call(self, corrections: Mapping[str, Action[Any]], line: str) -> tuple[str, Value]:
        """An encounter or a trap: «walka 2 trolle i zły mag, poziom 2»."""
        call = read_call(corrections, line)
        return call.what, dict(call.answer)

    def complete_call(
        self, narrator: Narrator, corrections: Mapping[str, Action[Any]], begun: str
    ) -> list[tuple[str, str]]:
        """What it means as far as it goes, neighbours of what it does not, and names that go on."""
        return complete_call(narrator, corrections, begun)

    # The chronicle -----------------------------------------------------------------------------------------

    def chapter(self, view: View) -> int:
        """Each adventure is a chapter."""
        return view.party.adventure

    def title(self, narrator: Narrator, chapter: int) -> Said:
        """Which adventure it is."""
        return narrator.say("chronicle.adventure", number=chapter) if chapter else super().title(narrator, SET_UP)

    async def changed_maps(self, narrator: Narrator, before: View | None, after: View, *, done: bool) -> list[Picture]:
        """The levels that an adventure explored, as it left them."""
        return without_failed(
            *[await map_picture(narrator, level) for level in changed_levels(before, after, done=done)]
        )

    async def growth(self, narrator: Narrator, views: Sequence[View]) -> list[Grown]:
        """Level by level."""
        return [grown for seen in history(views).values() for grown in await grown_level(narrator, seen)]

    def bouts(self, narrator: Narrator, told: Sequence[Happened]) -> list[Bout]:
        """As they were told."""
        return list(feats.bouts(narrator, told))

    def graves(self, narrator: Narrator, told: Sequence[Happened]) -> list[Grave]:
        """As they were told."""
        return list(feats.graves(narrator, told))

    def members(self, narrator: Narrator, view: View) -> list[Member]:
        """All characters with their race."""
        return [_member(narrator, one) for one in view.party.characters]


def _levels(view: View) -> list[MapView]:
    """The levels that are known, first the one on which the party is."""
    return [one for one in (view.here, *view.levels) if one is not None]


async def _cards(narrator: Narrator, shown: Sequence[CharacterView]) -> Parts:
    parts: Parts = []
    for nth, one in enumerate(shown, 1):
        words = clip(sheets.sheet(narrator, one), PAGE // TOGETHER)
        parts += [*without_failed(await card_picture(narrator, one, nth)), words]
    return parts


def _member(narrator: Narrator, who: CharacterView) -> Member:
    fate = "" if who.alive else who.fate or "dead"
    lost = narrator.say(f"plight.{fate}") if fate else Said()
    return Member(who.seat, narrator.term(who.name), narrator.say(f"race.{who.race}"), lost, who.id)
