"""The face of Labirynt Czarnoksiężnika: rival teams, their boards, and their secrets."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from bot.games import face
from bot.games.labirynt_czarnoksieznika import epilogue, feats, moments, pictures, tables, words
from bot.games.labirynt_czarnoksieznika.calling import CALLING, CALLS
from bot.games.labirynt_czarnoksieznika.feats import clashes, telling_clash
from bot.games.labirynt_czarnoksieznika.moments import can_end_game, for_you
from bot.games.labirynt_czarnoksieznika.weights import WEIGHTS
from bot.games.labirynt_czarnoksieznika.words import rune_goals
from bot.games.rivals import RivalFace
from bot.games.table_words import Deck
from bot.table.results import Tally
from bot.words.narrator import Narrator, Said, clip
from images.clashes import headline
from images.printing.shapes import Plan, Sheet
from rules.kernel.answers import Value
from rules.kernel.autopilot import Advice
from rules.kernel.events import Event
from rules.kernel.requests import Action, NextAction, Option, Request, Seat
from rules.kernel.words import Word
from rules.labirynt_czarnoksieznika.autopilot.openly import aim_of, foretold
from rules.labirynt_czarnoksieznika.events.course import Appeared, Moved, TeamOut, Transferred, TurnOrder
from rules.labirynt_czarnoksieznika.model import Game
from rules.labirynt_czarnoksieznika.view import BoardView, CardView, View

ALL = "all"
"""The id of all boards together, the default of ``/map``."""
MOVES = ("step", "zombie")
"""First words of the ids of actions that move a character."""
MOVE, END = "turn.move", "turn.end"
"""The questions of a turn's Move and of its end."""


class LabiryntCzarnoksieznikaFace(RivalFace):
    """The face of Labirynt Czarnoksiężnika."""

    topic = "sorcerer"
    explained = ("move", "attack", "things", "party", "hero", "map", "lookup")
    lasting = ("lineup.png", "teams.png")
    passing = ("fight.png",)
    weights = WEIGHTS
    moments: Mapping[str, Sequence[str]] = {"attack": ("encounter.attack",)}
    placing = ("token", "floor", *CALLS)
    calls = CALLS
    calling = CALLING
    named_rulings: Mapping[str, Sequence[str]] = {
        "death": ("gm.fell",),
        "return": ("gm.wake", "gm.instead", "gm.recall"),
        "life": ("gm.life",),
        "place": ("gm.chamber",),
        "leaves": ("gm.part",),
        "break": ("gm.part",),
    }
    call_topic = "chambers"
    has_secrets = True
    said_openly = ("turn.move", "turn.end", "encounter.attack", "pack")
    telltale = ("turn.move", "turn.haste", "teleport.choose", "fight.reroll")
    cast = "sorcerer.cast"
    stage = "chronicle.turns"
    decks = (
        Deck("character", "labirynt_czarnoksieznika/heroes"),
        Deck("sorcerer_find", "labirynt_czarnoksieznika/finds", ("scroll",)),
    )
    prefix = "sorcerer"
    for_you = staticmethod(for_you)
    can_end_game = staticmethod(can_end_game)
    known = staticmethod(words.all_cards)
    sheet = staticmethod(words.sheet)
    card = staticmethod(pictures.card_picture)
    mine = staticmethod(words.mine)
    blank_sheets = staticmethod(tables.blank_sheets)
    blank_plans = staticmethod(tables.blank_plans)
    growth = staticmethod(pictures.growth)

    async def story(self, narrator: Narrator, view: View, events: Iterable[Event], over: bool) -> list[face.Picture]:
        """Return the clash or the boards in play; at the start also the teams, at the end everything.

        During the set-up the characters of the teams taken so far are shown.
        """
        if view.setting_up:
            return face.without_failed(await pictures.lineup_picture(narrator, view)) if view.teams else []
        told = list(events)
        if any(isinstance(event, TurnOrder) for event in told) and not over:
            return face.without_failed(
                await pictures.lineup_picture(narrator, view),
                await pictures.ways_picture(narrator, view, _shown_boards(view, told)),
            )
        if over:
            shown = face.without_failed(
                await pictures.teams_picture(narrator, view), await pictures.boards_picture(narrator, view)
            )
            return await self.ending(narrator, view) or shown
        if view.fight:
            return face.without_failed(await pictures.fight_picture(narrator, view.fight, clashes(told)[-1]))
        above = headline(moments.moment_of(narrator, view, told), telling_clash(view, told))
        return face.without_failed(await pictures.ways_picture(narrator, view, _shown_boards(view, told), above))

    def standings(self, narrator: Narrator, view: View, events: Sequence[Event]) -> list[str]:
        """Return all Gems in a line if a round began or a Crystal came home."""
        line = moments.standings(narrator, view, events)
        return [line] if line else []

    async def afterwards(self, narrator: Narrator, events: Iterable[Event]) -> list[face.Picture]:
        """Draw how the last clash ended."""
        ended = [ended for ended in clashes(events) if ended][-1:]
        return face.without_failed(*[await pictures.outcome_picture(narrator, last) for last in ended])

    def course(self, narrator: Narrator, view: View) -> list[str]:
        """Return the round, the player to move and all Gems."""
        if view.setting_up:
            return []
        each = (f"{narrator.seat(team.seat)} {moments.gems_of_team(narrator, team)}" for team in view.teams)
        gems = Said(", ".join(each))
        return [narrator.say("sorcerer.course", round=view.round, who=view.turn_of, gems=gems, goal=view.goal)]

    def next_seats(self, view: View) -> list[Seat]:
        """Return who is at turn after the present player."""
        return face.seats_after(view, [team.seat for team in view.teams if team.out])

    def outcome(self, narrator: Narrator, view: View) -> Said:
        """Say who won and how, and all teams with their Gems."""
        return epilogue.outcome(narrator, view) if view.outcome else Said()

    async def ending(self, narrator: Narrator, view: View) -> list[face.Picture]:
        """Draw the winning team, all Gems and the dead."""
        return await pictures.ending_picture(narrator, view) if view.outcome else []

    def epilogue(self, narrator: Narrator, view: View, told: Sequence[face.Happened]) -> list[str]:
        """Return a line for each player, then the honours."""
        return [] if view.setting_up else epilogue.epilogue(narrator, view, told)

    # Looking without asking --------------------------------------------------------------------------------

    async def overview(self, narrator: Narrator, view: View) -> face.Parts:
        """Return all teams in a picture and in words."""
        if view.setting_up:
            return []
        return [
            *face.without_failed(await pictures.teams_picture(narrator, view)),
            clip(words.teams(narrator, view), face.PAGE),
        ]

    def maps(self, narrator: Narrator, view: View) -> list[tuple[str, str]]:
        """Return all boards together, then each board."""
        if view.setting_up:
            return []
        each = [(str(nth), str(narrator.plain.term(board.name))) for nth, board in enumerate(view.boards, 1)]
        return [(ALL, str(narrator.plain.say("sorcerer.all_boards"))), *each]

    async def map(self, narrator: Narrator, view: View, id: str) -> face.Parts:
        """Return all boards, or one close up."""
        if id == ALL:
            return [*face.without_failed(await pictures.boards_picture(narrator, view))] or [
                clip(words.boards_in_words(narrator, view), face.PAGE)
            ]
        board = view.boards[int(id) - 1]
        return [
            *face.without_failed(await pictures.whole_board_picture(narrator, view, board)),
            words.board_in_words(narrator, view, board),
        ]

    def larger_map(self, view: View) -> str:
        """Return the board of the acting characters, or all if they stand on several; '' during set-up and fights."""
        if view.setting_up or view.fight:
            return ""
        shown = [str(nth) for nth, board in enumerate(view.boards, 1) if board in _boards_in_play(view)]
        return ALL if len(shown) > 1 else "".join(shown)

    async def mine_shown(self, narrator: Narrator, view: View) -> list[face.Picture]:
        """Draw the boards with the chambers where the player's own Runes go, if there are any."""
        return face.without_failed(await pictures.goals_picture(narrator, view)) if rune_goals(view) else []

    # On paper ----------------------------------------------------------------------------------------------

    def filled_sheets(self, narrator: Narrator, view: View) -> list[Sheet]:
        """Return the sheets of all teams."""
        return [] if view.setting_up else tables.sheets(narrator, view)

    def plans(self, narrator: Narrator, view: View) -> list[Plan]:
        """Return the plans of all boards."""
        return [] if view.setting_up else tables.plans(narrator, pictures.without_ways(view))

    # Playing -----------------------------------------------------------------------------------------------

    def for_master(self, narrator: Narrator, view: View) -> list[str]:
        """Return a line on each character that is on no board."""
        return [words.card_line(narrator, view, card) for card in words.all_cards(view) if card.state != "active"]

    def has_nothing_hidden(self, view: View, seat: Seat) -> bool:
        """Whether nobody in the team carries anything and its Camp is empty."""
        team = next(team for team in view.teams if team.seat == seat)
        return not team.stored and not any(card.carried or card.has_rune for card in team.cards)

    def places(self, narrator: Narrator, view: View) -> Iterator[tuple[Sequence[str], bool]]:
        """Yield each chamber by its letter and number, and by its board."""
        for board in view.boards:
            for chamber in board.chambers:
                yield (
                    (chamber.name, narrator.term(board.name)),
                    any(pawn.chamber == chamber.name for pawn in board.pawns),
                )

    def later(self, view: View) -> str:
        """Return the key of what can be ruled after a fight."""
        return "gm.later.chambers" if view.fight else ""

    def has_fallen(self, view: View, seat: Seat) -> bool:
        """Whether all characters of a team are finally dead."""
        return any(team.out for team in view.teams if team.seat == seat)

    def farewells(self, narrator: Narrator, view: View, told: Sequence[Event]) -> dict[Seat, Said]:
        """Return a line with its place for each player who is out of the game."""
        out = {event.by for event in told if isinstance(event, TeamOut)}
        return {
            team.seat: narrator.say("sorcerer.farewell", place=place, of=len(view.teams), gems=team.gems)
            for place, team in epilogue.ranked(view)
            if team.out and team.seat in out
        }

    def usual_to_all(self, narrator: Narrator, state: Game, request: Request, seat: Seat) -> tuple[Value, Said] | None:
        """Return the usual Move, and one more for a Gem, unless it depends on hidden Runes or Crystals; else None."""
        if (
            not isinstance(request, NextAction)
            or request.why not in (MOVE, END)
            or (told := foretold(state, request, seat)) is None
        ):
            return None
        return told[0], words.aim_in_words(narrator, told[1])

    def usual_for(
        self, narrator: Narrator, state: Game, request: Request, advice: Advice, seat: Seat, *, openly: bool
    ) -> Said:
        """Say the errand that the Move serves; in public only an errand that everybody can tell."""
        if not isinstance(request, NextAction) or request.why not in (MOVE, END):
            return super().usual_for(narrator, state, request, advice, seat, openly=openly)
        if openly:
            told = self.usual_to_all(narrator, state, request, seat)
            return told[1] if told is not None and told[0] == advice.value else Said()
        return words.aim_in_words(narrator, aim_of(state, request, advice.value))

    def is_move(self, action: Action) -> bool:
        """Whether an action is a step of a character or the Zombie."""
        return action.option.id.partition(":")[0] in MOVES

    def is_idle(self, option: Option) -> bool:
        """Whether an option is an attack that cannot be won."""
        return option.label.startswith("encounter.attack") and option.facts.get("wins") == 0

    def group(self, correction: Action) -> str:
        """Return the group of a correction: a character, a team's Gems and Camp, the table, or the boards."""
        if "player" in correction.option.facts:
            return "gm.group.teams"
        group = super().group(correction)
        return group if group in (face.ON_TABLE, face.ONE) else "gm.group.boards"

    # Called events -----------------------------------------------------------------------------------------

    # The chronicle -----------------------------------------------------------------------------------------

    async def changed_maps(
        self, narrator: Narrator, before: View | None, after: View, *, done: bool
    ) -> list[face.Picture]:
        """Draw the boards as a chapter left them."""
        return (
            []
            if after.setting_up
            else face.without_failed(
                await pictures.boards_picture(narrator, pictures.without_ways(after) if done else after)
            )
        )

    bouts = staticmethod(feats.bouts)
    graves = staticmethod(feats.graves)

    def tally(self, view: View, told: Sequence[face.Happened]) -> Tally:
        """Return the dice of each seat's fights."""
        return Tally(*epilogue.fights_of(view, told)[1:])

    def members(self, narrator: Narrator, view: View) -> list[face.Member]:
        """Return the characters of all teams, each with its team."""
        return [_member(narrator, card) for card in words.all_cards(view) if card.mark != "Z"]


def _boards_in_play(view: View) -> list[BoardView]:
    """Return the board of the active character, else the boards with characters of the player to move."""
    active = [board for board in view.boards if any(pawn.id == view.active for pawn in board.pawns)]
    return active or [board for board in view.boards if any(pawn.seat == view.turn_of for pawn in board.pawns)]


def _shown_boards(view: View, events: Iterable[Event]) -> list[BoardView]:
    """Return the board where a character of the player to move last arrived, else the one with most possible steps."""
    arrived = [event.who for event in events if isinstance(event, Moved | Appeared | Transferred)]

    def importance(board: BoardView) -> tuple[int, int]:
        own = [pawn.name for pawn in board.pawns if pawn.seat == view.turn_of]
        latest = max((nth for nth, name in enumerate(arrived) if name in own), default=-1)
        return latest, sum(len(chamber.ways) for chamber in board.chambers)

    return sorted(_boards_in_play(view), key=importance)[-1:]


def _member(narrator: Narrator, card: CardView) -> face.Member:
    fate = Said() if card.state in ("active", "asleep") else narrator.say(f"sorcerer.state.{card.state}")
    return face.Member(card.seat, narrator.term(card.name), narrator.term(Word(f"team.{card.team}")), fate, card.id)
