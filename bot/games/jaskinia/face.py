"""The face of Jaskinia: Seekers on separate ways through one cave, with Spells hidden from the others."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from msgspec.structs import replace

from bot.games import face
from bot.games.jaskinia import epilogue, moments, pictures, tables, words
from bot.games.jaskinia.calling import CALLING, CALLS, LAID, MEET, OPPONENT
from bot.games.jaskinia.explained import explained_refusal
from bot.games.jaskinia.moments import can_end_game, for_you
from bot.games.jaskinia.weights import WEIGHTS
from bot.games.rivals import RivalFace
from bot.games.table_words import Deck
from bot.table.results import Tally
from bot.words.narrator import Narrator, Said, clip
from images.clashes import Outcome, Side, headline, last_great
from images.moments import Moment
from images.printing.shapes import Plan, Sheet
from rules.jaskinia.events import course as course_events
from rules.jaskinia.events.cards import CardDrawn, EnduranceLost
from rules.jaskinia.events.fights import EnemiesBeaten, EnemiesWon, FightEven, RivalBeaten, RivalsEven
from rules.jaskinia.view import CardView, PlayerView, SeekerView, View
from rules.kernel.errors import Refused
from rules.kernel.events import DiceRolled, Event
from rules.kernel.requests import Action, Option, Seat
from rules.kernel.words import Term, Word


def ended_fight(events: Iterable[Event]) -> Outcome | None:
    """Return the last fight between Seekers or with a death, else the last one, with its dice and wounds; or None."""
    found: list[Outcome] = []
    dice = Counter[str]()
    psychic = False
    for event in events:
        if isinstance(event, DiceRolled):
            psychic = event.why.startswith("psychic.")
            dice[event.why.rpartition(".")[2]] = event.total
        elif decided := _outcome_of_event(event):
            sides = zip(decided, (dice["own"], dice["foe"]), strict=True)
            found.append(Outcome(*(side._replace(psychic=psychic, die=die) for side, die in sides)))
        elif found and isinstance(event, EnduranceLost | course_events.SeekerDied):
            found[-1] = found[-1].wounded(event.who, isinstance(event, course_events.SeekerDied))
    return last_great(found, "seeker.") or next(reversed(found), None)


def _outcome_of_event(event: Event) -> Outcome | None:
    match event:
        case EnemiesBeaten(who=who, enemies=enemies, own=own, theirs=theirs):
            return Outcome(Side((who,), own, won=True), Side(enemies, theirs))
        case EnemiesWon(who=who, enemies=enemies, own=own, theirs=theirs):
            return Outcome(Side((who,), own), Side(enemies, theirs, won=True))
        case FightEven(who=who, enemies=enemies, total=total):
            return Outcome(Side((who,), total), Side(enemies, total))
        case RivalBeaten(who=who, whom=whom, own=own, theirs=theirs):
            return Outcome(Side((who,), own, won=True), Side((whom,), theirs))
        case RivalsEven(who=who, whom=whom, total=total):
            return Outcome(Side((who,), total), Side((whom,), total))
        case _:
            return None


def bouts(narrator: Narrator, told: Iterable[face.Happened]) -> Iterator[face.Bout]:
    """Yield every fight that had a winner, against the cave or a rival."""
    for item in told:
        event = item.event
        if isinstance(event, EnemiesBeaten | EnemiesWon | RivalBeaten):
            might = event.theirs if isinstance(event, EnemiesBeaten) else 0
            foe = event.whom if isinstance(event, RivalBeaten) else event.enemies
            lead = abs(event.own - event.theirs)
            yield face.Bout(item.stage, event, lead=lead, might=might, foe=foe, victor=event.who)


def graves(narrator: Narrator, told: Iterable[face.Happened]) -> Iterator[face.Grave]:
    """Yield every Seeker that died."""
    since: dict[Seat, int] = {}
    foes: dict[Term, tuple[Term, ...]] = {}
    for item in told:
        event = item.event
        if isinstance(event, course_events.SeekerTaken):
            since[event.by] = item.stage
        elif isinstance(event, course_events.SeekerTurn):
            foes = {}
        elif isinstance(event, EnemiesWon):
            foes[event.who] = event.enemies
        elif isinstance(event, RivalBeaten):
            foes[event.whom] = (event.who,)
        elif isinstance(event, course_events.SeekerDied):
            by = narrator.term(foes[event.who]) if event.who in foes else Said()
            yield face.Grave(narrator.term(event.who), since.get(event.by, 0), item.stage, event, by)


ALL = "all"
"""The id of the whole cave, the default of ``/map``."""
MOVES = ("roll", "go", "gate")
"""First words of the ids of actions that move a Seeker."""
CONTESTS = (*moments.ATTACKS, "trial.strength", "trial.power")
"""Labels of fights that a player may decline."""


class JaskiniaFace(RivalFace):
    """The face of Jaskinia."""

    topic = "cave"
    topics: Mapping[str, Sequence[str]] = {"beside": ("answer",)}
    explained = ("move", "attack", "fight", "things", "party", "map", "lookup")
    lasting = ("seekers.png",)
    weights = WEIGHTS
    moments: Mapping[str, Sequence[str]] = {"move": ("move.route", "move.stop")}
    verbs: Mapping[str, Sequence[str]] = {"attack": ("attack", "psychic", "steal")}
    placing = ("card", "bags", "crystal", MEET, OPPONENT)
    calls = CALLS
    calling = CALLING
    laid_calls = LAID
    named_rulings: Mapping[str, Sequence[str]] = {
        "death": ("gm.slay",),
        "return": ("gm.seeker", "gm.return"),
        "life": ("gm.endurance",),
        "might": ("gm.might",),
        "magic": ("gm.magic",),
        "gold": ("gm.purse",),
        "place": ("gm.area",),
        "open": ("gm.open",),
        "shut": ("gm.shut",),
        "crystal": ("gm.crystal",),
        "leaves": ("gm.sweep", "gm.stop"),
        "break": ("gm.stop",),
    }
    call_topic = "cave"
    visits = ("again", "come", "stay", "died")
    has_secrets = True
    unadvised = ("guest.enter", "guest.outside")
    said_openly = ("turn.start", "arrival", "draw.deck", "fight.ready", "turn.finish")
    cast = "cave.cast"
    stage = "chronicle.turns"
    decks = (Deck("seeker", "jaskinia/seekers"), Deck("cave_spell", "jaskinia/spells"))
    prefix = "cave"
    for_you = staticmethod(for_you)
    can_end_game = staticmethod(can_end_game)
    known = staticmethod(words.known_seekers)
    sheet = staticmethod(words.sheet)
    card = staticmethod(pictures.seeker_picture)
    exit_card = staticmethod(words.last_exit_card)
    mine = staticmethod(words.mine)
    blank_plans = staticmethod(tables.blank_plans)
    growth = staticmethod(pictures.grown_cave)

    async def story(self, narrator: Narrator, view: View, events: Iterable[Event], over: bool) -> list[face.Picture]:
        """Return the drawn cards, then the fight or the surroundings of the acting Seeker.

        The whole cave is shown when a way is chosen or opens, when the Crystal Chamber is found, and, with all Seekers,
        at the start and end.
        """
        happened = list(events)
        if view.setting_up:
            return []
        if over or _has_event_of(happened, course_events.SeekersOrder):
            everybody = await pictures.seekers_picture(narrator, view, setting_out=not over)
            cave = await pictures.overview_picture(narrator, view)
            return await self.ending(narrator, view) or face.without_failed(everybody, cave)
        cards = [
            card
            for card in drawn_cards(view, happened)
            if not (card.bare and view.fight and card in view.fight.other.cards)
        ]
        drawn = await pictures.cards_picture(narrator, cards) if cards else None
        whole = bool(view.choice) or _has_event_of(happened, course_events.CrystalFound) or _is_move_undecided(happened)
        above = headline(moments.moment_of(narrator, view, happened), ended_fight(happened))
        return face.without_failed(
            drawn,
            await _scene_picture(narrator, view, above, whole=whole),
            *[
                await pictures.discovery_picture(narrator, view, finder)
                for finder in _living_crystal_finders(view, happened)
            ],
        )

    def standings(self, narrator: Narrator, view: View, events: Sequence[Event]) -> list[str]:
        """Return lines on arrivals at the Crystal Chamber, progress towards own Strength, and the race."""
        line = moments.standings(narrator, view, events)
        nearer = [*moments.arrivals(narrator, view, events), *moments.brought_nearer(narrator, view, events)]
        return [*nearer, *([line] if line else [])]

    def course(self, narrator: Narrator, view: View) -> list[str]:
        """Return the round, the player to move, the Gates, the Crystal Chamber and the trials passed."""
        if view.setting_up:
            return []
        facts = {"open": sum(gate.open for gate in view.gates), "gates": len(view.gates)}
        key = "cave.course" if view.turn_of else "cave.course.outside"
        line = narrator.say(key, round=view.round, who=view.turn_of, **facts)
        return [
            f"{line} · {words.crystal(narrator, view)}",
            *(
                narrator.say("cave.passed", name=seeker.name, who=seeker.seat, number=len(seeker.trials), of=view.goal)
                for seeker in view.seekers
                if seeker.trials
            ),
        ]

    def next_seats(self, view: View) -> list[Seat]:
        """Return who is at turn after the present player."""
        without = [player.seat for player in view.players if player.out or (player.guest and not player.coming)]
        return face.seats_after(view, without)

    def what_now(self, narrator: Narrator, view: View, seats: Sequence[Seat]) -> list[str]:
        """Return the next aims of each asked Seeker and the abilities of its card and things."""
        asked = [seeker for seeker in view.seekers if seeker.seat in seats]
        return [line for seeker in asked for line in words.what_now(narrator, view, seeker)]

    def outcome(self, narrator: Narrator, view: View) -> Said:
        """Say who won and how, or that the only player lost."""
        return epilogue.outcome(narrator, view) if view.outcome else Said()

    async def ending(self, narrator: Narrator, view: View) -> list[face.Picture]:
        """Draw the Seekers, the trials passed and the dead."""
        return await pictures.ending_picture(narrator, view) if view.outcome else []

    def epilogue(self, narrator: Narrator, view: View, told: Sequence[face.Happened]) -> list[str]:
        """Return a line for each player, then the honours."""
        return [] if view.setting_up else epilogue.epilogue(narrator, view, told, list(graves(narrator, told)))

    # Looking without asking --------------------------------------------------------------------------------

    async def overview(self, narrator: Narrator, view: View) -> face.Parts:
        """Return all Seekers in a picture and in words."""
        if view.setting_up:
            return []
        return [
            *face.without_failed(await pictures.seekers_picture(narrator, view)),
            clip(words.players(narrator, view), face.PAGE),
        ]

    def maps(self, narrator: Narrator, view: View) -> list[tuple[str, str]]:
        """Return the whole cave, then the surroundings of each Seeker."""
        if view.setting_up:
            return []
        plain = narrator.plain
        each = [(seeker.id, str(plain.say("cave.around", name=seeker.name, at=seeker.at))) for seeker in view.seekers]
        return [(ALL, str(plain.say("cave.whole"))), *each]

    async def map(self, narrator: Narrator, view: View, id: str) -> face.Parts:
        """Return the whole cave or the surroundings of one Seeker."""
        if id == ALL:
            return [
                *face.without_failed(await pictures.cave_picture(narrator, view)),
                words.cave_in_words(narrator, view),
            ]
        at = next(seeker.at for seeker in view.seekers if seeker.id == id)
        return [
            *face.without_failed(await pictures.area_picture(narrator, view, at)),
            words.surroundings_in_words(narrator, view, at),
        ]

    def larger_map(self, view: View) -> str:
        """Return the whole cave with the legend; '' during set-up and fights."""
        return "" if view.setting_up or view.fight else ALL

    def absent_seats(self, view: View) -> dict[Seat, Term]:
        """Return the seats whose Seeker is on the main board, or dead, with its name; '' if there was none."""
        outside = [player for player in view.players if not player.seeker] if view.beside else []
        return {player.seat: player.guest or player.last or "" for player in outside}

    # On paper ----------------------------------------------------------------------------------------------

    def blank_sheets(self, narrator: Narrator) -> list[Sheet]:
        """Return two empty Seeker sheets, and two of guests from the main board on a page of their own."""
        guest = tables.GUEST.fill(narrator)
        return [*[tables.FORM.fill(narrator)] * 2, replace(guest, fresh=True), guest]

    def filled_sheets(self, narrator: Narrator, view: View) -> list[Sheet]:
        """Return the sheets of all Seekers in the cave, then those of the guests outside."""
        return [tables.sheet(narrator, view, seeker) for seeker in words.known_seekers(view)]

    def plans(self, narrator: Narrator, view: View) -> list[Plan]:
        """Return the plan of the whole cave."""
        return [] if view.setting_up else tables.plans(narrator, view)

    # Playing -----------------------------------------------------------------------------------------------

    def places(self, narrator: Narrator, view: View) -> Iterator[tuple[Sequence[str], bool]]:
        """Yield each Area by its letter and number, and by its name."""
        for area in view.areas:
            yield (
                (area.id, area.chamber, narrator.term(area.name)),
                any(seeker.at == area.id for seeker in view.seekers),
            )

    def later(self, view: View) -> str:
        """Return the key of what can be ruled after a fight."""
        return "gm.later.cave" if view.fight else ""

    def has_fallen(self, view: View, seat: Seat) -> bool:
        """Whether a player is out for good."""
        return any(player.out for player in view.players if player.seat == seat)

    def farewells(self, narrator: Narrator, view: View, told: Sequence[Event]) -> dict[Seat, Said]:
        """Return a line with its place for each player who is out of the game."""
        out = {event.by for event in told if isinstance(event, course_events.PlayerOut)}
        return {
            player.seat: narrator.say("cave.farewell", who=player.last or "", place=place, of=len(view.players))
            for place, player in epilogue.ranked(view)
            if player.out and player.seat in out
        }

    def is_move(self, action: Action) -> bool:
        """Whether an action is a throw for the way, a step or an attempt at a Gate."""
        return action.option.id.partition(":")[0] in MOVES and not action.aside

    def is_idle(self, option: Option) -> bool:
        """Whether an option is an attack or trial that cannot be won, or Gates that cannot be forced."""
        if option.label.startswith("gate."):
            return option.facts.get("faces") == 0
        return option.label.startswith(CONTESTS) and option.facts.get("wins") == 0

    def group(self, correction: Action) -> str:
        """Return the group of a correction: the table, one Seeker, or the cave (Gates, Crystal Chamber, decks)."""
        group = super().group(correction)
        return group if group in (face.ON_TABLE, face.ONE) else "gm.group.cave"

    # Called events -----------------------------------------------------------------------------------------

    def explained_refusal(self, narrator: Narrator, view: View, refusal: Refused, line: str) -> Refused:
        """Say that a named player is outside, or where a named card is."""
        return explained_refusal(narrator, view, refusal, line, self.absent_seats(view))

    # The chronicle -----------------------------------------------------------------------------------------

    async def changed_maps(
        self, narrator: Narrator, before: View | None, after: View, *, done: bool
    ) -> list[face.Picture]:
        """Draw the cave as a chapter left it."""
        shown = pictures.seen_later(after) if done else after
        return [] if after.setting_up else face.without_failed(await pictures.cave_picture(narrator, shown))

    bouts = staticmethod(bouts)
    graves = staticmethod(graves)

    def tally(self, view: View, told: Sequence[face.Happened]) -> Tally:
        """Return the dice of each seat's fights."""
        return Tally(*epilogue.fights_of(told)[1:])

    def members(self, narrator: Narrator, view: View) -> list[face.Member]:
        """Return each player's Seeker and the one that died last."""
        return [member for player in view.players for member in _members(narrator, player)]


def _has_event_of(events: Sequence[Event], *kinds: type[Event]) -> bool:
    return any(isinstance(event, kinds) for event in events)


def _living_crystal_finders(view: View, events: Sequence[Event]) -> list[SeekerView]:
    names = [event.who for event in events if isinstance(event, course_events.CrystalFound) and view.crystal]
    return [seeker for seeker in view.seekers if seeker.name in names]


def _is_move_undecided(events: Sequence[Event]) -> bool:
    """Whether a move was thrown but not made yet; the way may lead far."""
    thrown = any(isinstance(event, DiceRolled) and event.why == "move.roll" for event in events)
    return thrown and not _has_event_of(events, course_events.WentTo)


def drawn_cards(view: View, events: Iterable[Event]) -> list[CardView]:
    """Return the cards drawn in these events as they look now, without those back in a deck."""
    known = {card.name: card for card in _face_up_cards(view)}
    names = dict.fromkeys(event.card for event in events if isinstance(event, CardDrawn))
    return [known[name] for name in names if name in known]


def _face_up_cards(view: View) -> list[CardView]:
    carried = [card for seeker in view.seekers for card in (*seeker.items, *seeker.followers, *seeker.trophies)]
    return [*(card for area in view.areas for card in area.cards), *carried, *view.used]


async def _scene_picture(
    narrator: Narrator, view: View, above: Outcome | Moment | None, *, whole: bool
) -> face.Picture | None:
    active = next((seeker for seeker in view.seekers if seeker.active), None)
    if view.fight:
        return await pictures.fight_picture(narrator, view.fight, None if isinstance(above, Moment) else above)
    if whole or not active:
        return await pictures.overview_picture(narrator, view)
    return await pictures.surroundings_picture(narrator, view, active.at, above)


def _members(narrator: Narrator, player: PlayerView) -> list[face.Member]:
    seeker, last = player.seeker, player.last
    living = [_living_member(narrator, seeker)] if seeker else []
    if player.guest is not None:
        living = [face.Member(player.seat, narrator.term(player.guest), narrator.say("cave.guest.fate"))]
    if last is None or (seeker and seeker.name == last):
        return living
    return [*living, face.Member(player.seat, narrator.term(last), Said(), narrator.say("cave.fate"))]


def _living_member(narrator: Narrator, seeker: SeekerView) -> face.Member:
    align = narrator.say("cave.align", align=Word(f"alignment.{seeker.align}"))
    return face.Member(seeker.seat, narrator.term(seeker.name), align, id=seeker.id)
