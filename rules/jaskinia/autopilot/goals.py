"""The goals of a Seeker, distances to them, its hope in trials, and a guest's coming and going."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache, partial
from heapq import heappop, heappush
from math import inf

from msgspec import Struct

from rules.jaskinia.autopilot.worth import GOLD, pain, use_of
from rules.jaskinia.beside.sheets import annex_of, as_kept
from rules.jaskinia.exploration.chambers import MAP, ROLL, Gift, gifts
from rules.jaskinia.fight.odds import odds_against
from rules.jaskinia.forecast import may_hide_crystal
from rules.jaskinia.model import TRIALS, Game, Seeker
from rules.jaskinia.places import FIGHTS, WEALTH, trial_value
from rules.jaskinia.seeker.values import power, strength
from rules.jaskinia.tables.effects import Heal
from rules.jaskinia.turn import GROWN, has_map
from rules.kernel.answers import Value
from rules.kernel.odds import THROWS, Odds
from rules.kernel.offers import Pick, Way
from rules.kernel.requests import Form, NextAction, Seat

READY = 0.25
"""Trials are taken from this mean chance to win the fights that remain."""
TRIAL = 16.0
"""The worth of a passed trial."""
FAINT = 1
"""Up to this Endurance a Seeker keeps the gold that it needs for healing."""


def is_ready(game: Game, seeker: Seeker) -> bool:
    """Whether the Seeker can hope to pass as many trials as it still needs, with or without that of Wealth."""
    chances = sorted(_trial_win_chances(game, seeker), reverse=True)
    needed = game.options.trials - len(seeker.trials)
    if len(chances) >= needed and _is_hopeful(chances[:needed]):
        return True
    with_wealth = chances[: needed - 1]
    return WEALTH not in seeker.trials and (_is_hopeful(with_wealth) if with_wealth else bool(gifts(game, seeker)))


def has_sure_trial(game: Game, seeker: Seeker) -> bool:
    """Whether an open trial would be passed for certain at an affordable price."""
    return any(_is_sure_to_pass(game, seeker, trial) for trial in TRIALS if trial not in seeker.trials)


def _is_sure_to_pass(game: Game, seeker: Seeker, trial: str) -> bool:
    return bool(affordable(game, seeker)) if trial == WEALTH else odds_in(game, seeker, trial).wins == THROWS


def _is_hopeful(chances: Sequence[float]) -> bool:
    return sum(chances) >= READY * len(chances)


def _trial_win_chances(game: Game, seeker: Seeker) -> Iterator[float]:
    """Yield the chance to win each fought trial; 0 where a defeat would cost more than the trial is worth."""
    for trial in TRIALS:
        if trial != WEALTH and trial not in seeker.trials:
            yield odds_in(game, seeker, trial).win if _trial_fight_worth(game, seeker, trial) > 0 else 0.0


def odds_in(game: Game, seeker: Seeker, trial: str) -> Odds:
    """Return the odds against the guardian of a trial."""
    return odds_against(game, seeker, FIGHTS[trial], trial_value(game, trial))


def best_trial(game: Game, seeker: Seeker, at: str) -> float:
    """Return the worth of the best trial on an area; ``-inf`` if there is no trial."""
    if at != game.crystal:
        return -inf
    return max((trial_worth(game, seeker, trial) for trial in TRIALS if trial not in seeker.trials), default=-inf)


def trial_worth(game: Game, seeker: Seeker, trial: str) -> float:
    """Return the worth of a trial; ``-inf`` if it is not sure and the others are hopeless."""
    if trial == WEALTH:
        return max((TRIAL - _gift_price(game, seeker, gift) for gift in affordable(game, seeker)), default=-inf)
    return (
        _trial_fight_worth(game, seeker, trial)
        if _is_sure_to_pass(game, seeker, trial) or is_ready(game, seeker)
        else -inf
    )


def _trial_fight_worth(game: Game, seeker: Seeker, trial: str) -> float:
    """The price of a defeat keeps a Seeker from risking its last Endurance at poor odds."""
    chances = odds_in(game, seeker, trial)
    return chances.win * TRIAL - chances.loss * pain(game, seeker)


def affordable(game: Game, seeker: Seeker) -> list[Gift]:
    """Return the gifts that can be spared: any if the Seeker is ready for the trials, else only cheap ones."""
    offered = gifts(game, seeker)
    return (
        offered
        if not offered or is_ready(game, seeker)
        else [gift for gift in offered if _is_cheap_gift(game, seeker, gift)]
    )


def _is_cheap_gift(game: Game, seeker: Seeker, gift: Gift) -> bool:
    """Whether the gift costs no more than gold alone and leaves a weak Seeker its healing price."""
    left = seeker.gold - gift.gold
    cheap = _gift_price(game, seeker, gift) <= GOLD * game.tables.crystal.wealth_points
    return cheap and (seeker.endurance > FAINT or left >= game.tables.seekers.healing_price)


def _gift_price(game: Game, seeker: Seeker, gift: Gift) -> float:
    return GOLD * gift.gold + sum(use_of(game, seeker, item) for item in gift.items)


def cheapest_gift(game: Game, seeker: Seeker, wealth: Pick[Gift]) -> Way[Gift]:
    """Return the gift for the Trial of Wealth that costs the Seeker least."""
    return min(wealth.ways, key=lambda way: _gift_price(game, seeker, way.meant))


TIRED, LADEN = 2, 9
"""A guest leaves at up to this Endurance, or after this number of notes for the exit card."""


class Sample(Struct, frozen=True):
    """A plausible Seeker of the main game."""

    name: str
    align: str
    values: tuple[str, str, str]
    gold: int
    items: str = "-"
    followers: str = "-"
    spells: int = 0


SAMPLES = (
    Sample("Bolek", "good", ("4/3", "3", "4"), 2, "Sword (weapon, strength +1 fight)", "Mule (carries 4)"),
    Sample("Wanda", "neutral", ("3", "5/4", "4"), 1, "Ring (magic, power +1)", spells=2),
    Sample("Gniewko", "evil", ("5/4", "2", "5/4"), 3, "Axe (weapon, strength +2 fight), Shield (saves 5-6)"),
    Sample("Dobrawa", "good", ("2", "6/5", "4"), 0, spells=3),
)


def sheet_of(form: Form) -> Mapping[str, Value]:
    """Return the usual values of a form's fields."""
    return {field.name: field.usual for field in form.fields if field.usual is not None}


def sample_for(game: Game, seat: Seat) -> dict[str, Value]:
    """Return a plausible Seeker for a seat; after each death the next sample."""
    nth = game.seats.index(seat) + game.players[seat].deaths
    sample = SAMPLES[nth % len(SAMPLES)]
    strength, power, endurance = sample.values
    numbers = {"strength": strength, "power": power, "endurance": endurance, "gold": sample.gold}
    return {
        "name": sample.name,
        "align": sample.align,
        **numbers,
        "items": sample.items,
        "followers": sample.followers,
        "spells": sample.spells,
    }


def come_in(game: Game, request: NextAction, seat: Seat) -> Value:
    """Return the answer of a guest outside: enter healed after the last visit, or as a sample.

    With the Crystal carried out, report this seat as the winner.
    """
    actions = [action.option.id for action in request.of(seat)]
    kept, guest = as_kept(game, seat), annex_of(game).visitors.get(seat)
    if guest and guest.kept and game.tables.cards.goal in guest.kept.items:
        return ["over", seat]
    if "come" not in actions:
        return ["crown", "unknown"]
    level = str(kept.get("endurance", "")).rpartition("/")[2]
    return ["come", {**kept, "endurance": f"{level}/{level}"} if kept else sample_for(game, seat)]


def wants_out(game: Game, seeker: Seeker) -> bool:
    """Whether a guest wants to leave: with the Crystal, low Endurance or many notes."""
    guest = game.visitor(seeker)
    if not guest:
        return False
    return game.tables.cards.goal in seeker.items or seeker.endurance <= TIRED or len(guest.notes) >= LADEN


HURT = 2
"""Up to this Endurance a Seeker goes to be healed."""
URGENT, EAGER, KEEN, IDLE = 2.0, 1.0, 0.5, 0.5
"""The worth of one step towards each kind of goal, in turns."""
LEG = 2
"""After this number of rounds a Seeker without a goal goes on to the next fork."""


class Goal(Struct, frozen=True):
    """A goal: its distance from every area, and the worth of each step towards it; ``what``: '' without an aim."""

    far: Mapping[str, float]
    pull: float
    what: str = ""

    def nearness(self, at: str) -> float:
        """Return the worth of an area as a step on the way to the goal."""
        return -self.pull * self.far.get(at, FAR)


def goal_of(game: Game, seeker: Seeker) -> Goal:
    """Return the most urgent goal; without one a Seeker goes from fork to fork."""
    to = partial(distances, game)
    if wants_out(game, seeker):
        return Goal(to(game.tables.board.entrance), URGENT, "out")
    if is_hurt(game, seeker):
        return Goal(to(*_healing_areas(game, seeker)), URGENT, "heal")
    if game.crystal and not (game.beside and game.beside.taken):
        goes = is_ready(game, seeker) or has_sure_trial(game, seeker)
        return Goal(to(game.crystal), URGENT, "crystal") if goes else Goal(to(next_on_tour(game, seeker)), IDLE)
    chambers = game.tables.board.chambers
    if has_map(game, seeker) and dares_to_find(game, seeker):
        return Goal(to(*(at for at in chambers if at != seeker.at)), EAGER, "map")
    if strength(game, seeker) + power(game, seeker) >= GROWN or has_sure_trial(game, seeker):
        hidden = (at for at in chambers if may_hide_crystal(game, at) and at != seeker.at)
        return Goal(to(*hidden), KEEN, "search")
    return Goal(to(next_on_tour(game, seeker)), IDLE)


def use_map(game: Game, seeker: Seeker) -> str:
    """Return whether to use the map: it waits while the Seeker does not dare to find the Crystal."""
    return MAP if dares_to_find(game, seeker) else ROLL


def dares_to_find(game: Game, seeker: Seeker) -> bool:
    """Whether the Seeker may find the Crystal Chamber now: from then on the dead do not return [8.5]."""
    if game.beside:
        return True
    return seeker.endurance > HURT and (len(game.seats) > 1 or is_ready(game, seeker))


def next_on_tour(game: Game, seeker: Seeker) -> str:
    """Return a fork of this zone that changes with the rounds and differs between players."""
    zone, board = game.area(seeker.at).zone, game.tables.board
    forks = [area.id for area in board.area if area.kind == "fork" and area.zone == zone]
    trip = [at for at in round_trip(game, forks) if at != seeker.at] or [board.entrance]
    return trip[(game.tally.rounds // LEG + game.seats.index(seeker.seat)) % len(trip)]


def is_hurt(game: Game, seeker: Seeker) -> bool:
    """Whether the Seeker should be healed: at the Entrance with enough gold for any wound, else only
    at low Endurance.
    """
    if seeker.at == game.tables.board.entrance and _can_pay_healing(game, seeker):
        return seeker.endurance < seeker.level
    return seeker.endurance <= (0 if game.crystal and is_ready(game, seeker) else HURT)


def _can_pay_healing(game: Game, seeker: Seeker) -> bool:
    return game.beside is None and seeker.gold >= game.tables.seekers.healing_price


def _healing_areas(game: Game, seeker: Seeker) -> list[str]:
    board = game.tables.board
    if _can_pay_healing(game, seeker):
        return [board.entrance]
    heals = [special.id for special in board.special if any(isinstance(op, Heal) for op in special.do)]
    return [area.id for area in board.area if area.instruction in heals]


# Ways through the cave -----------------------------------------------------------------------------------------

Links = tuple[tuple[str, ...], ...]
"""Each area, followed by its neighbours."""
Pairs = tuple[tuple[str, str], ...]
FAR = 99.0
"""The distance to an area that cannot be reached."""
GATES = 3.0
"""The number of areas that closed Gates add to a distance."""


def distances(game: Game, *goals: str) -> Mapping[str, float]:
    """Return the distance from each area to the nearest goal."""
    return _distances(*_links_and_closed_gates(game), goals)


def round_trip(game: Game, stops: Sequence[str]) -> Sequence[str]:
    """Return these areas in an order in which each is near the one before."""
    return _round_trip(*_links_and_closed_gates(game), tuple(stops))


def _links_and_closed_gates(game: Game) -> tuple[Links, Pairs]:
    board = game.tables.board
    links = tuple((area.id, *area.exits.values()) for area in board.area)
    return links, tuple(gate.between for gate in board.gate if gate.id not in game.gates)


@lru_cache(maxsize=512)
def _distances(links: Links, closed: Pairs, goals: tuple[str, ...]) -> Mapping[str, float]:
    exits = {area: beyond for area, *beyond in links}
    found: dict[str, float] = {}
    queue = [(0.0, goal) for goal in goals]
    while queue:
        cost, here = heappop(queue)
        if here in found:
            continue
        found[here] = cost
        for there in exits[here]:
            if there not in found:
                heappush(queue, (cost + (1 + GATES * any(here in gate and there in gate for gate in closed)), there))
    return found


@lru_cache(maxsize=64)
def _round_trip(links: Links, closed: Pairs, stops: tuple[str, ...]) -> Sequence[str]:
    trip: list[str] = []
    while left := [at for at in stops if at not in trip]:
        far = _distances(links, closed, tuple(trip[-1:]))
        trip.append(min(left, key=lambda at: far.get(at, FAR)))
    return trip
