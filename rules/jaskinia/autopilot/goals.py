"""What a Seeker is after, the ways there, when there is hope in a trial, and when guests come in and go."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache, partial
from heapq import heappop, heappush
from math import inf

import msgspec

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
"""The mean chance in the fights that are left from which on trials are taken."""
TRIAL = 16.0
"""What a passed trial is worth."""
FAINT = 1
"""With no more Endurance than this no gold is handed over that is needed to be healed."""


def is_ready(game: Game, seeker: Seeker) -> bool:
    """Whether as many trials as are still needed can be hoped to be passed: with that of Wealth, or without."""
    chances = sorted(_trial_win_chances(game, seeker), reverse=True)
    needed = game.options.trials - len(seeker.trials)
    if len(chances) >= needed and _is_hopeful(chances[:needed]):
        return True
    with_wealth = chances[: needed - 1]
    return WEALTH not in seeker.trials and (_is_hopeful(with_wealth) if with_wealth else bool(gifts(game, seeker)))


def has_sure_trial(game: Game, seeker: Seeker) -> bool:
    """Whether one that is open would be passed for certain, and may be afforded."""
    return any(_is_sure_to_pass(game, seeker, trial) for trial in TRIALS if trial not in seeker.trials)


def _is_sure_to_pass(game: Game, seeker: Seeker, trial: str) -> bool:
    return bool(affordable(game, seeker)) if trial == WEALTH else odds_in(game, seeker, trial).wins == THROWS


def _is_hopeful(chances: Sequence[float]) -> bool:
    return sum(chances) >= READY * len(chances)


def _trial_win_chances(game: Game, seeker: Seeker) -> Iterator[float]:
    """To pass those that are fought; none where a loss would be worse."""
    for trial in TRIALS:
        if trial != WEALTH and trial not in seeker.trials:
            yield odds_in(game, seeker, trial).win if _trial_fight_worth(game, seeker, trial) > 0 else 0.0


def odds_in(game: Game, seeker: Seeker, trial: str) -> Odds:
    """The chances against a guardian."""
    return odds_against(game, seeker, FIGHTS[trial], trial_value(game, trial))


def best_trial(game: Game, seeker: Seeker, at: str) -> float:
    """What the best trial on an area is worth; there may be none."""
    if at != game.crystal:
        return -inf
    return max((trial_worth(game, seeker, trial) for trial in TRIALS if trial not in seeker.trials), default=-inf)


def trial_worth(game: Game, seeker: Seeker, trial: str) -> float:
    """What a trial is worth; none is taken without hope to pass the others, but for a sure one."""
    if trial == WEALTH:
        return max((TRIAL - _gift_price(game, seeker, gift) for gift in affordable(game, seeker)), default=-inf)
    return (
        _trial_fight_worth(game, seeker, trial)
        if _is_sure_to_pass(game, seeker, trial) or is_ready(game, seeker)
        else -inf
    )


def _trial_fight_worth(game: Game, seeker: Seeker, trial: str) -> float:
    """The last Endurance is risked only when winning is likelier than losing."""
    chances = odds_in(game, seeker, trial)
    return chances.win * TRIAL - chances.loss * pain(game, seeker)


def affordable(game: Game, seeker: Seeker) -> list[Gift]:
    """What may be handed over: anything, or before there is hope to pass the other trials what is easily spared."""
    offered = gifts(game, seeker)
    return (
        offered
        if not offered or is_ready(game, seeker)
        else [gift for gift in offered if _is_cheap_gift(game, seeker, gift)]
    )


def _is_cheap_gift(game: Game, seeker: Seeker, gift: Gift) -> bool:
    """No more than gold alone would cost, and not the last gold of who has to be healed."""
    left = seeker.gold - gift.gold
    cheap = _gift_price(game, seeker, gift) <= GOLD * game.tables.crystal.wealth_points
    return cheap and (seeker.endurance > FAINT or left >= game.tables.seekers.healing_price)


def _gift_price(game: Game, seeker: Seeker, gift: Gift) -> float:
    """What a gift takes from a Seeker."""
    return GOLD * gift.gold + sum(use_of(game, seeker, item) for item in gift.items)


def cheapest_gift(game: Game, seeker: Seeker, wealth: Pick[Gift]) -> Way[Gift]:
    """What is handed over."""
    return min(wealth.ways, key=lambda way: _gift_price(game, seeker, way.meant))


TIRED, LADEN = 2, 9
"""With no more Endurance than this, or after so much that is to be told of a visit, one goes home."""


class Sample(msgspec.Struct, frozen=True):
    """A Seeker of the main game as there might be one."""

    name: str
    align: str
    values: tuple[str, str, str]
    gold: int
    items: str = "-"
    followers: str = "-"
    spells: int = 0


SAMPLES: Sequence[Sample] = (
    Sample("Bolek", "good", ("4/3", "3", "4"), 2, "Sword (weapon, strength +1 fight)", "Mule (carries 4)"),
    Sample("Wanda", "neutral", ("3", "5/4", "4"), 1, "Ring (magic, power +1)", spells=2),
    Sample("Gniewko", "evil", ("5/4", "2", "5/4"), 3, "Axe (weapon, strength +2 fight), Shield (saves 5-6)"),
    Sample("Dobrawa", "good", ("2", "6/5", "4"), 0, spells=3),
)


def sheet_of(form: Form) -> Mapping[str, Value]:
    """A form as far as it fills itself in."""
    return {field.name: field.usual for field in form.fields if field.usual is not None}


def sample_for(game: Game, seat: Seat) -> dict[str, Value]:
    """A plausible Seeker for a seat; the next one after each death."""
    nth = game.seats.index(seat) + game.players[seat].deaths
    sample = SAMPLES[nth % len(SAMPLES)]
    strength, power, endurance = sample.values
    numbers: dict[str, Value] = {"strength": strength, "power": power, "endurance": endurance, "gold": sample.gold}
    return {
        "name": sample.name,
        "align": sample.align,
        **numbers,
        "items": sample.items,
        "followers": sample.followers,
        "spells": sample.spells,
    }


def come_in(game: Game, request: NextAction, seat: Seat) -> Value:
    """As one was, if one has been here, and healed outside; with the Crystal the main game is as good as won."""
    actions = [action.option.id for action in request.of(seat)]
    kept, guest = as_kept(game, seat), annex_of(game).visitors.get(seat)
    if guest is not None and guest.kept is not None and game.tables.cards.goal in guest.kept.items:
        return ["over", seat]
    if "come" not in actions:
        return ["crown", "unknown"]
    level = str(kept.get("endurance", "")).rpartition("/")[2]
    return ["come", {**kept, "endurance": f"{level}/{level}"} if kept else sample_for(game, seat)]


def wants_out(game: Game, seeker: Seeker) -> bool:
    """With the Crystal, with many wounds, or after much has happened."""
    guest = game.visitor(seeker)
    if guest is None:
        return False
    return game.tables.cards.goal in seeker.items or seeker.endurance <= TIRED or len(guest.notes) >= LADEN


HURT = 2
"""With no more Endurance than this one goes to be healed."""
URGENT, EAGER, KEEN, IDLE = 2.0, 1.0, 0.5, 0.5
"""How much a step towards each kind of goal is worth, in turns."""
LEG = 2
"""After so many rounds who has nothing else to do wanders on to the next fork."""


class Goal(msgspec.Struct, frozen=True):
    """Where to go: how far it is from everywhere, and what each step is worth."""

    far: Mapping[str, float]
    pull: float

    def nearness(self, at: str) -> float:
        """What it is worth to be on an area, on the way to the goal."""
        return -self.pull * self.far.get(at, FAR)


def goal_of(game: Game, seeker: Seeker) -> Goal:
    """The most urgent one; without any a Seeker wanders from fork to fork, and does not pace up and down."""
    to = partial(distances, game)
    if wants_out(game, seeker):
        return Goal(to(game.tables.board.entrance), URGENT)
    if is_hurt(game, seeker):
        return Goal(to(*_healing_areas(game, seeker)), EAGER)
    if game.crystal and not (game.beside is not None and game.beside.taken):
        goes = is_ready(game, seeker) or has_sure_trial(game, seeker)
        return Goal(to(game.crystal), URGENT) if goes else Goal(to(next_on_tour(game, seeker)), IDLE)
    chambers = game.tables.board.chambers
    if has_map(game, seeker) and dares_to_find(game, seeker):
        return Goal(to(*(at for at in chambers if at != seeker.at)), EAGER)
    if strength(game, seeker) + power(game, seeker) >= GROWN:
        return Goal(to(*(at for at in chambers if may_hide_crystal(game, at) and at != seeker.at)), KEEN)
    return Goal(to(next_on_tour(game, seeker)), IDLE)


def use_map(game: Game, seeker: Seeker) -> str:
    """With many wounds, and alone without hope in the trials, the map waits: then the dead come back no more."""
    return MAP if dares_to_find(game, seeker) else ROLL


def dares_to_find(game: Game, seeker: Seeker) -> bool:
    """Whether the Crystal Chamber may be found now [8.5]; among rivals who waits leaves it to them."""
    if game.beside is not None:
        return True
    return seeker.endurance > HURT and (len(game.seats) > 1 or is_ready(game, seeker))


def next_on_tour(game: Game, seeker: Seeker) -> str:
    """A fork of this zone: with the rounds another one, and for each player a different one."""
    zone, board = game.area(seeker.at).zone, game.tables.board
    forks = [area.id for area in board.area if area.kind == "fork" and area.zone == zone]
    trip = [at for at in round_trip(game, forks) if at != seeker.at] or [board.entrance]
    return trip[(game.tally.rounds // LEG + game.seats.index(seeker.seat)) % len(trip)]


def is_hurt(game: Game, seeker: Seeker) -> bool:
    """Wounds are many; at the Entrance, if they can be paid for, all are healed, in the race for the trials none."""
    if seeker.at == game.tables.board.entrance and _can_pay_healing(game, seeker):
        return seeker.endurance < seeker.level
    return seeker.endurance <= (0 if game.crystal and is_ready(game, seeker) else HURT)


def _can_pay_healing(game: Game, seeker: Seeker) -> bool:
    return game.beside is None and seeker.gold >= game.tables.seekers.healing_price


def _healing_areas(game: Game, seeker: Seeker) -> list[str]:
    """Where wounds are healed: at the Entrance for gold, else where an area does it."""
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
"""The distance of where no way leads."""
GATES = 3.0
"""How many areas more it is through closed Gates."""


def distances(game: Game, *goals: str) -> Mapping[str, float]:
    """From each area to the nearest of these."""
    return _distances(*_links_and_closed_gates(game), goals)


def round_trip(game: Game, stops: Sequence[str]) -> Sequence[str]:
    """These areas in an order in which each is near the one before."""
    return _round_trip(*_links_and_closed_gates(game), tuple(stops))


def _links_and_closed_gates(game: Game) -> tuple[Links, Pairs]:
    """How areas are linked, and which links closed Gates bar."""
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
