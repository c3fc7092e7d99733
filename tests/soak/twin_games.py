"""Stages of whole games played twice, with another hand for one who is not at turn."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any

import msgspec

from rules.jaskinia.seeker.values import spell_limit
from rules.kernel.answers import Value
from rules.kernel.autopilot import anything
from rules.kernel.chance import Sealed
from rules.kernel.game import Rules
from rules.kernel.requests import Choose, Form, NextAction, Request, Seat
from rules.labirynt_czarnoksieznika.ways import steps
from tests.rules.contract.witness import GameWitness
from tests.rules.contract.witnesses import WITNESSES
from tests.rules.twins import Hidden, Player, Witness, repeated, told_apart
from tests.soak.journeys import Game, play

ALONE = 0.2
"""How often the autopilot answers for who hides something."""


class Twins(msgspec.Struct, frozen=True):
    """How twins of a game are made.

    ``deal``: another hand, of as many cards, for a seat. ``meet``: brings somebody to who is at turn. ``order``: the
    seat's standing orders, by name, beside those it has; ``ask``: of who is asked in every window, ``usual``: of who is
    not asked at all. ``windows``: what a rival is asked only for what it might hold; ``noes``: the answers with which
    nothing is played.
    """

    witness: GameWitness
    hand: Callable[[Any, Seat], object]
    deal: Callable[[Any, Seat, Random], None]
    meet: Callable[[Any, Seat, Random], None]
    order: Callable[[Any, Seat, Mapping[str, str]], None]
    ask: Mapping[str, str]
    usual: Mapping[str, str]
    windows: Sequence[str]
    noes: Sequence[str]

    def compared(self, n: int, orders: Mapping[str, str], stages: int) -> tuple[Counter[str], list[str]]:
        """Twins of a game's turns: what the hider was asked how often, and what told them apart."""
        luck, asked, found = Random(f"twins {n}"), Counter[str](), list[str]()
        game = self.witness.sensible(n)
        for stage, _ in play(game, stages):
            number, state = stage.snapshot.stage, self._state(stage.snapshot.state)
            others = [seat for seat in state.order if seat != state.active_seat] if number else []
            if others:
                one, other = self._twins(stage.snapshot.state, luck.choice(others), orders, luck)
                wrong = self._played(one, other, game, stage.snapshot.chain, luck, asked)
                found += [f"game {n}, stage {number}: {wrong}"] if wrong else []
        return asked, found

    def compared_all(
        self, games: Sequence[int], orders: Mapping[str, str], stages: int
    ) -> tuple[Counter[str], list[str]]:
        """The same of several games."""
        asked, found = Counter[str](), list[str]()
        for n in games:
            more, wrong = self.compared(n, orders, stages)
            asked, found = asked + more, [*found, *wrong]
        return asked, found

    def _state(self, saved: bytes) -> Any:
        return self.witness.rules.decode(saved, self.witness.rules.schema)

    def _twins(
        self, saved: bytes, hider: Seat, orders: Mapping[str, str], luck: Random
    ) -> tuple[tuple[Any, Seat], tuple[Any, Seat]]:
        """Both brought together and given full hands alike, but for the hider's."""
        alike = luck.random()
        states = [self._state(saved) for _ in range(2)]
        for nth, state in enumerate(states):
            self.meet(state, hider, Random(alike))
            self.deal(state, state.active_seat, Random(alike))
            self.deal(state, hider, Random(alike + nth))
            self.order(state, hider, orders)
        return (states[0], hider), (states[1], hider)

    def _played(
        self,
        one: tuple[Any, Seat],
        other: tuple[Any, Seat],
        game: Game,
        chain: bytes,
        luck: Random,
        asked: Counter[str],
    ) -> str:
        rules, hidden = self.witness.rules, Hidden(one[1], self.hand)
        player = self._reserved(rules, one[1], luck)
        here = Witness(rules, one[0], hidden, player).plays(rules.stage, Sealed(game.seed, chain))
        there = Witness(rules, other[0], hidden, repeated(here.answers)).plays(rules.stage, Sealed(game.seed, chain))
        asked.update(why for seat, why in here.asked if seat == one[1])
        asked["twins"] += 1
        return told_apart(here, there)

    def _reserved(self, rules: Rules[Any], hider: Seat, luck: Random) -> Player:
        """Others do what comes to their minds as often as not; the hider plays nothing, unless the autopilot would."""
        others = _quarrelsome(rules, luck)

        def player(state: Any, request: Request[Any], seat: Seat) -> Value:
            if seat == hider and request.secret and isinstance(request, Choose | Form):
                by_itself = luck.random() < ALONE
                return rules.autopilot(state, request, seat) if by_itself else self.declined(request)
            return others(state, request, seat)

        return player

    def declined(self, request: Choose | Form) -> Value:
        """The answer that plays nothing; where there is none the first."""
        if isinstance(request, Form):
            return {field.name: self.declined(field.ask) for field in request.fields}  # type: ignore[arg-type]  # choices
        ids = [option.id for option in request.options]
        return next((id for id in ids if id in self.noes), ids[0])


QUARRELS = ("attack", "psychic", "steal", "cast")
"""How actions begin that open windows."""


def _quarrelsome(rules: Rules[Any], luck: Random) -> Player:
    """People who attack and cast when they can, and else do sensible and other things by turns."""

    def player(state: Any, request: Request[Any], seat: Seat) -> Value:
        if isinstance(request, NextAction) and luck.random() < 0.8:
            actions = [one for one in request.of(seat) if one.option.id.partition(":")[0] in QUARRELS]
            if actions:
                one = luck.choice(actions)
                return [one.option.id, *([anything(one.ask, seat, luck.randrange)] if one.ask else [])]
        sensible = luck.random() < 0.5
        return rules.autopilot(state, request, seat) if sensible else anything(request, seat, luck.randrange)

    return player


# Jaskinia --------------------------------------------------------------------------------------------------------


def _spells(game: Any, seat: Seat) -> object:
    one = game.players[seat].seeker
    return (one.id, list(one.spells)) if one is not None else None


def _deal_spells(game: Any, seat: Seat, luck: Random) -> None:
    """As many Spells as fit, out of those that there are."""
    if (one := game.players[seat].seeker) is not None:
        known = [spell.id for spell in game.tables.spells.spell if not spell.set_aside]
        one.spells = luck.sample(known, spell_limit(game, one))


def _meet_in_the_cave(game: Any, seat: Seat, luck: Random) -> None:
    """Everybody stands beside who is at turn; those who fight often are strong in Power, so that they hold Spells."""
    for one in game.seekers:
        one.power = max(one.power, 4)
    here, one = game.active, game.players[seat].seeker
    if here is not None and one is not None:
        one.at = luck.choice(sorted(game.area(here.at).exits.values()))


def _order_in_the_cave(game: Any, seat: Seat, orders: Mapping[str, str]) -> None:
    game.players[seat].orders = msgspec.structs.replace(game.players[seat].orders, **orders)


CAVE = Twins(
    witness=WITNESSES["jaskinia"],
    hand=_spells,
    deal=_deal_spells,
    meet=_meet_in_the_cave,
    order=_order_in_the_cave,
    ask={"dispel": "ask", "defence": "ask", "evade": "ask"},
    usual={"evade": "always"},
    windows=("spell.dispel", "duel.evade", "duel.defence"),
    noes=("let", "pass", "stand"),
)


# Labirynt Czarnoksiężnika ----------------------------------------------------------------------------------------

SCROLLS = ("shield", "fate", "fireball", "weakness", "rust", "teleport", "elixir", "dagger")


def _backpacks(game: Any, seat: Seat) -> object:
    return [(one.id, list(one.pack), one.state) for one in game.characters.values() if one.seat == seat]


def _deal_tokens(game: Any, seat: Seat, luck: Random) -> None:
    """Full Backpacks, mostly of scrolls."""
    for one in game.people_of(seat):
        one.pack = [luck.choice(SCROLLS) for _ in range(game.card(one.id).backpack)]


def _meet_in_a_chamber(game: Any, seat: Seat, luck: Random) -> None:
    """One or two of the hider's stand where somebody of who is at turn can go."""
    for one in luck.sample(game.people_of(seat), min(2, len(game.people_of(seat)))):
        beside = [where for other in game.people_of(game.active_seat) for _, where in steps(game, other)]
        open_ = [where for where in beside if game.kind_at(where) not in ("camp", "teleport")]
        if open_ and len(game.inside(open_[0])) < 2:
            one.at = open_[0]


def _order_a_team(game: Any, seat: Seat, orders: Mapping[str, str]) -> None:
    game.teams[seat].orders = msgspec.structs.replace(game.teams[seat].orders, **orders)


SORCERER = Twins(
    witness=WITNESSES["labirynt-czarnoksieznika"],
    hand=_backpacks,
    deal=_deal_tokens,
    meet=_meet_in_a_chamber,
    order=_order_a_team,
    ask={"joint": "ask", "scrolls": "ask", "shield": "ask", "fate": "ask", "reroll": "ask"},
    usual={"joint": "never"},
    windows=("fight.defence", "fight.magic", "fight.fate", "wound.shield"),
    noes=("pass", "keep", "take"),
)

TWINS: Mapping[str, Twins] = {twins.witness.rules.name: twins for twins in (SORCERER, CAVE)}
