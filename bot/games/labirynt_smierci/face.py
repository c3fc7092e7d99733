"""The face of Labirynt Śmierci: one party, its levels, its fights."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import product
from typing import get_args

from msgspec.structs import replace

from bot.games import face
from bot.games.labirynt_smierci import feats, pictures, sheets, words
from bot.games.labirynt_smierci.calling import CALLING, CALLS
from bot.games.labirynt_smierci.epilogue import epilogue, member, party_at_end, tally
from bot.games.labirynt_smierci.weights import WEIGHTS
from bot.games.table_words import Deck
from bot.table.results import Tally
from bot.words.narrator import Narrator, Said, clip
from images.labirynt_smierci.description import gate_in_words
from images.printing.shapes import Sheet
from rules.kernel.answers import Value
from rules.kernel.autopilot import Advice
from rules.kernel.events import Event
from rules.kernel.requests import Action, NextAction, Option, Request, Seat
from rules.labirynt_smierci.autopilot.free_actions import preparations
from rules.labirynt_smierci.autopilot.strength import prospects_view
from rules.labirynt_smierci.autopilot.ways import is_at_a_loss, weighed
from rules.labirynt_smierci.events.combat import CharacterDied
from rules.labirynt_smierci.events.course import Explored, PartySetOut, Travelled
from rules.labirynt_smierci.events.finds import ExperienceGained
from rules.labirynt_smierci.exploration import LEVELS, gate_is_next
from rules.labirynt_smierci.make_view import view as view_of
from rules.labirynt_smierci.model import Game
from rules.labirynt_smierci.tables.sheets import Kind
from rules.labirynt_smierci.view import CharacterView, MapView, View

WHOLE = "whole"
"""The map id of the whole level."""
WAY, ENCOUNTER = "way", "encounter"
"""The ``why`` of the questions where to go and what to do about monsters."""
PREPARATIONS = ("cast:mage_armor", "wear", "formation", "weapons")
"""Free actions that are not advised before moving on; the first is before the Gate."""
MOVES = ("way.", "outside.")
"""Label prefixes of actions that move the party."""
NOT_MOVES = ("way.attack",)
WAYS_HOME = ("way.out", "way.to.entrance")
FIGHT = "encounter.fight"
IDLE_LABELS = ("encounter.negotiate.hopeless", "encounter.bribe.hopeless")
IDLE_NOTES = ("examine.mirror.nothing", "combat.change.useless", "weapons.useless")
HURT, WEAK = 0.7, 2
"""The party is hurt below this share of its strength, or if a living member has at most this strength."""


class LabiryntSmierciFace(face.Face):
    """The face of Labirynt Śmierci; nothing in it is hidden from anybody."""

    topic = "death"
    explained = (*("move", "negotiate", "bribe", "fight", "attack", "formation", "party", "hero", "map", "lookup"),)
    moments: Mapping[str, Sequence[str]] = {
        "attack": ("combat.orders",),
        "formation": ("formation", "combat.regroup"),
    }
    lasting = ("party.png",)
    advises_party = True
    weights = WEIGHTS
    warnings = ("LifeAtRisk",)
    burials = ("GateFound",)
    placing = ("lay", *CALLS, "lair", "piece")
    calls = CALLS
    calling = CALLING
    open_verbs = ("owner",)
    named_rulings: Mapping[str, Sequence[str]] = {
        "death": ("gm.strength", "gm.foe"),
        "return": ("gm.strength.back", "gm.flesh"),
        "life": ("gm.strength",),
        "gold": ("gm.gold",),
        "leaves": ("gm.dismiss", "gm.leave"),
        "break": ("gm.dismiss",),
    }
    call_topic = "party"
    decks = (Deck("hero", "labirynt_smierci/heroes"), Deck("spell", "labirynt_smierci/spells"))
    look_ups_now = staticmethod(words.monsters_faced)
    plans = staticmethod(sheets.plans)
    blank_plans = staticmethod(sheets.blank_plans)

    async def story(self, narrator: Narrator, view: View, events: Iterable[Event], over: bool) -> list[face.Picture]:
        """Return the battle or the map with the latest news above; at the start the party first, at the end the ending.

        Nothing is shown while a segment is being placed, as the question shows it.
        """
        happened = list(events)
        begins = any(isinstance(event, PartySetOut) and event.adventure == 1 for event in happened)
        if over and (ending := await self.ending(narrator, view)):
            return ending
        if view.placement:
            return []
        if not (begins or over) or not view.here:
            return face.without_failed(await pictures.scene_picture(narrator, view, words.tidings_of(view, happened)))
        seen = (
            pictures.map_picture(narrator, view.here) if over else pictures.scene_picture(narrator, view, legend=begins)
        )
        people = pictures.party_picture(narrator, view.party, setting_out=not over)
        return face.without_failed(await people, await seen)

    async def question_picture(self, narrator: Narrator, view: View) -> face.Picture | None:
        """Draw the ways to place a drawn segment."""
        if not view.placement or not view.here:
            return None
        return await pictures.placement_picture(narrator, view.here, view.placement)

    async def pieces_picture(self, narrator: Narrator, pieces: Sequence[Option]) -> face.Picture | None:
        """Draw the chits that fit; heroes are found by name."""
        seen = [piece.facts for piece in pieces if "sides" in piece.facts]
        return await pictures.chits_picture(narrator, seen) if seen else None

    def weighed(self, state: Game, view: View) -> View:
        """Return the view with the odds at the Gate and the advice whether to turn home."""
        return weighed(state, view)

    def course(self, narrator: Narrator, view: View) -> list[str]:
        """Return the adventure, sun, gold, living members, the Gate and the present aims."""
        if view.setting_up:
            return []
        party = view.party
        living = sum(character.alive for character in party.characters)
        facts = {"sun": sheets.sun(narrator, party), "gold": party.gold, "living": living}
        said = [narrator.say("status.course", adventure=sheets.adventure(narrator, party), **facts)]
        stands = " · ".join([*said, *([gate_in_words(party.gate, narrator.say)] if party.gate else [])])
        return [stands, *words.aims(narrator, view)]

    def standings(self, narrator: Narrator, view: View, events: Sequence[Event]) -> list[str]:
        """Return the members who can improve from now on, and the way to the exit and the gold after a walk."""
        gains = [event for event in events if isinstance(event, ExperienceGained)]
        improving = tuple(
            hero.name
            for hero in view.party.characters
            if hero.improvements
            and sum(gain.points for gain in gains if hero.name in gain.who) > hero.experience % hero.lesson
        )
        lines: list[str] = [narrator.say("status.improving", who=improving)] if improving else []
        if view.home is not None and any(isinstance(event, Explored | Travelled) for event in events):
            lines.append(narrator.say("status.home", steps=view.home, gold=view.party.gold))
        return lines

    def outcome(self, narrator: Narrator, view: View) -> Said:
        """Say the end: victory, defeat, no adventure left, or home."""
        return narrator.say(f"farewell.{view.outcome}") if view.outcome else Said()

    async def ending(self, narrator: Narrator, view: View) -> list[face.Picture]:
        """Draw the living and the dead."""
        return await pictures.ending_picture(narrator, view.party, view.outcome) if view.outcome else []

    def epilogue(self, narrator: Narrator, view: View, told: Sequence[face.Happened]) -> list[str]:
        """Return a line for each hero, then the honours."""
        return [] if view.setting_up else epilogue(narrator, view, told)

    def odds_of(self, narrator: Narrator, state: Game, option: Option) -> Said:
        """Return the odds at the Black Gate before its door is opened; the simulated fights are cached."""
        odds = prospects_view(state) if option.note == "way.gate" else None
        return narrator.say("way.gate.odds", now=odds.now, healed=odds.healed) if odds else Said()

    # Looking without asking --------------------------------------------------------------------------------

    async def overview(self, narrator: Narrator, view: View) -> face.Parts:
        """Return the party rank by rank in a picture and in words."""
        party = party_at_end(view)
        words = clip(sheets.party(narrator, party), face.PAGE)
        return [*face.without_failed(await pictures.party_picture(narrator, party)), words]

    def known(self, view: View) -> Sequence[CharacterView]:
        """Return the party, dead members included."""
        return party_at_end(view).characters

    async def sheets(self, narrator: Narrator, view: View, ids: Sequence[str]) -> list[face.Parts]:
        """Return the characters' cards with their words, then the spell notes."""
        shown = [character for character in self.known(view) if character.id in ids]
        pages = [await _cards(narrator, group) for group in face.message_groups(shown)]
        if notes := "\n".join(sheets.spell_notes(narrator, view, shown)):
            pages[-1].append(clip(notes, face.PAGE // 2))
        return pages

    def maps(self, narrator: Narrator, view: View) -> list[tuple[str, str]]:
        """Return the party's level, the whole of it, then the other levels."""
        found = [
            (str(level.level), narrator.plain.say("map.level", level=level.level)) for level in _known_levels(view)
        ]
        whole = [(WHOLE, narrator.plain.say("map.whole", level=view.here.level))] if view.here else []
        return [*found[:1], *whole, *found[1:]]

    async def map(self, narrator: Narrator, view: View, id: str) -> face.Parts:
        """Return an explored level: the party's surroundings or all of it."""
        levels = _known_levels(view)
        level = next((each_level for each_level in levels if str(each_level.level) == id), levels[0])
        seen = (
            pictures.whole_picture(narrator, level)
            if id == WHOLE
            else pictures.map_picture(narrator, level, legend=True)
        )
        return [*face.without_failed(await seen), words.map_in_words(narrator, level)]

    def larger_map(self, view: View) -> str:
        """Return the id of the whole level once more than its entrance is known; '' in battle."""
        shown = None if view.battle else view.here
        return "" if not shown or shown.party is None or len(shown.segments) < 2 else WHOLE

    # On paper ----------------------------------------------------------------------------------------------

    def blank_sheets(self, narrator: Narrator) -> list[Sheet]:
        """Return two empty character sheets, which fill a page."""
        return [sheets.FORM.fill(narrator)] * 2

    def filled_sheets(self, narrator: Narrator, view: View) -> list[Sheet]:
        """Return the sheets of the party, dead members included."""
        return [sheets.printed_sheet(narrator, character) for character in view.party.characters]

    # Playing -----------------------------------------------------------------------------------------------

    def for_master(self, narrator: Narrator, view: View) -> list[str]:
        """Return the spells of each caster with the uses left."""
        return list(sheets.casters(narrator, view.party))

    def places(self, narrator: Narrator, view: View) -> Iterator[tuple[Sequence[str], bool]]:
        """Yield each kind of segment on each level."""
        known = [(level, segment) for level in _known_levels(view) for segment in level.segments]
        stands = [(level.level, segment.kind) for level, segment in known if (segment.x, segment.y) == level.party]
        for level, place in product(LEVELS, get_args(Kind)):
            name = narrator.first_known(f"legend.{place}", f"segment.{place}")
            yield (narrator.say("map.level", level=level), name), (level, place) in stands

    def later(self, view: View) -> str:
        """Return the key of what can be ruled after a fight, or once no monsters wait."""
        if view.battle:
            return "gm.later.fight"
        return "gm.later.met" if view.met and view.met.stance != "truce" else ""

    def has_fallen(self, view: View, seat: Seat) -> bool:
        """Whether all characters of a seat are dead."""
        own = [character for character in view.party.characters if character.seat == seat]
        return bool(own) and not any(character.alive for character in own)

    def farewells(self, narrator: Narrator, view: View, told: Sequence[Event]) -> dict[Seat, Said]:
        """Return a line with its dead for each player who has lost the last hero."""
        died = {event.who for event in told if isinstance(event, CharacterDied)}
        heroes = view.party.characters
        return {
            seat: narrator.say("epilogue.farewell", who=tuple(hero.name for hero in heroes if hero.seat == seat))
            for seat in {hero.seat: 0 for hero in heroes if hero.name in died}
            if self.has_fallen(view, seat)
        }

    def starred(self, state: Game, request: Request) -> Request | None:
        """Return the question without preparations, which keep from the way; None where only a defeat is left."""
        if not isinstance(request, NextAction) or request.why != WAY:
            return request
        if is_at_a_loss(state):
            return None
        put_off = PREPARATIONS[gate_is_next(state) :]
        left = tuple(action for action in request.actions if not action.option.id.startswith(put_off))
        return replace(request, actions=left)

    def preparations(self, state: Game, request: NextAction, seat: Seat) -> Sequence[Value]:
        """Return what the autopilot would do before moving on or fighting."""
        return preparations(state, request, seat) if request.why in (WAY, ENCOUNTER) else ()

    def usual_for(
        self, narrator: Narrator, state: Game, request: Request, advice: Advice, seat: Seat, *, openly: bool
    ) -> Said:
        """Say why the party's usual answer is given; an exploring step serves the next step to the victory."""
        if (said := super().usual_for(narrator, state, request, advice, seat, openly=openly)) or request.why != WAY:
            return said
        return words.aim_in_short(narrator, view_of(state, None))

    def is_move(self, action: Action) -> bool:
        """Whether an action leaves a segment or is the party's next step outside."""
        label = action.option.label
        return label.startswith(MOVES) and not label.startswith(NOT_MOVES) and not action.aside

    def is_idle(self, option: Option) -> bool:
        """Whether an option has no effect: hopeless talks and bribes, a spent mirror, weapons useless
        from their rank.
        """
        return option.label in IDLE_LABELS or option.note in IDLE_NOTES

    def comes_first(self, view: View, option: Option) -> bool:
        """Whether an option is a fight, whose odds always have room, the exit after the first steps, or the way home
        of a hurt party.
        """
        if not option.label.startswith(WAYS_HOME) or not view.here:
            return option.label == FIGHT
        if option.label == "way.out" and len(view.here.segments) > 1:
            return True
        living = [character for character in view.party.characters if character.alive]
        strength, full = sum(character.strength for character in living), sum(character.full for character in living)
        return strength < HURT * full or any(character.strength <= WEAK for character in living)

    def group(self, correction: Action) -> str:
        """Return the group of a correction: the table, one character, the monsters met, or the party."""
        group = super().group(correction)
        return (
            group
            if group in (face.ON_TABLE, face.ONE) or "monster" not in correction.option.facts
            else "gm.group.monsters"
        )

    # The chronicle -----------------------------------------------------------------------------------------

    def chapter(self, view: View) -> int:
        """Return the number of the adventure; each adventure is a chapter."""
        return view.party.adventure

    def title(self, narrator: Narrator, chapter: int) -> Said:
        """Return the adventure's title, or that of the set-up."""
        return narrator.say("chronicle.adventure", number=chapter) if chapter else super().title(narrator, face.SET_UP)

    async def changed_maps(
        self, narrator: Narrator, before: View | None, after: View, *, done: bool
    ) -> list[face.Picture]:
        """Draw the levels that an adventure explored, as it left them."""
        return face.without_failed(
            *[
                await pictures.map_picture(narrator, level, legend=True)
                for level in pictures.changed_levels(before, after, done=done)
            ]
        )

    async def growth(self, narrator: Narrator, views: Sequence[View]) -> list[face.Grown]:
        """Return the animations level by level."""
        return [
            grown for seen in pictures.history(views).values() for grown in await pictures.grown_level(narrator, seen)
        ]

    bouts = staticmethod(feats.bouts)
    graves = staticmethod(feats.graves)

    def has_won(self, view: View, seat: Seat) -> bool:
        """Whether the party has won."""
        return view.outcome == "victory"

    def tally(self, view: View, told: Sequence[face.Happened]) -> Tally:
        """Return the dice of each seat's fights, its misses, and the deepest level."""
        return tally(view, told)

    def members(self, narrator: Narrator, view: View) -> list[face.Member]:
        """Return all characters with their race."""
        return [member(narrator, character) for character in view.party.characters]


def _known_levels(view: View) -> list[MapView]:
    """Return the known levels, the party's level first."""
    return [each_map for each_map in (view.here, *view.levels) if each_map]


async def _cards(narrator: Narrator, shown: Sequence[CharacterView]) -> face.Parts:
    parts: face.Parts = []
    for nth, character in enumerate(shown, 1):
        said = (sheets.sheet(voice, character) for voice in (narrator, narrator.plain))
        words, alt = (clip(text, face.PAGE // 2 // len(shown)) for text in said)
        picture = await pictures.card_picture(narrator, character, alt.replace("**", ""), nth)
        parts.append(picture or words)  # the card says all that the words say
    return parts
