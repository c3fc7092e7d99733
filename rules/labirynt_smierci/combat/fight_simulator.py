"""A fast fight simulator: the rounds of chapter 9 without a table, for forecasts from dozens of fights.

All fighters follow a fixed tactic: the first rank strikes the nearest, the second shoots the weakest that matters,
casters target the strongest, and the Gate is shut when the way is clear. All orders of a round are given before its
first blow, as in the real rules; ``tests/soak`` compares the two.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any, TypeAlias

from msgspec import Struct

from rules.labirynt_smierci.party.formation import FRONT_WIDTH, WIDEST

FACES = 6
LONGEST = 40
"""The maximum number of rounds."""
RESERVE = 2
LOWEST, HIGHEST = -12, 40
"""The range of attack numbers in the tables of wounds."""
WORTH_A_SPELL = 4
"""The strength from which a monster is worth a spell."""
MIGHTY = 8
"""The strength from which a monster is worth an expensive spell."""
TURNED, GATE = 1 << 20, 1 << 30
"""What is added to the strength of a turned comrade and of the Gate: they are attacked last."""
LIGHTNING = (2, 3, 4, 4, 5, 6)
"""The results of 2K3 mapped to the faces of one die."""
UNLIMITED = 99
"""The number of shots of a character with a bow."""
POWERS = ("fire_breath", "petrification", "charm")
"""Powers that replace a blow."""


class Ours(Struct, frozen=True, kw_only=True):
    """A party member; ``strike`` and ``shot`` hold the wounds per die face from the first and second rank.

    ``reeling``, ``shot_reeling``: the wounds under the stench. ``throws``: shots per fight. ``draws``: stepping up from
    the second rank costs a blow to draw another weapon. ``sleep``: the price of the Sleep spell, 0 without it;
    ``bolt``: price and wounds of the best wounding spell.
    """

    strength: int
    absorbs: int = 0
    armour: int = 0
    resists: int = 0
    person: bool = True
    strike: tuple[int, ...] = ()
    shot: tuple[int, ...] = ()
    reeling: tuple[int, ...] = ()
    shot_reeling: tuple[int, ...] = ()
    throws: int = UNLIMITED
    draws: bool = False
    caster: bool = False
    hand: tuple[int, ...] = ()
    sleep: int = 0
    bolt: tuple[int, int] = (0, 0)
    gate: int = 0
    shielded: bool = False


class Foe(Struct, frozen=True, kw_only=True):
    """An enemy; ``numbers``: wounds by attack number, to which ``bonus`` is added.

    ``skills``: the weapon skill by die face, rolled once per fight. ``heads``: half of its strength, rounded up, is
    added as well. ``minded``: Sleep can work. ``turned``: the index of the member who turned on the party (−1: none).
    """

    strength: int
    wounds: int = 0
    numbers: tuple[int, ...] = ()
    bonus: int = 0
    skills: tuple[int, ...] = ()
    heads: bool = False
    resists: int = 0
    power: str = ""
    lightning: bool = False
    shielded: bool = False
    minded: bool = True
    gate: bool = False
    asleep: bool = False
    turned: int = -1


class Powers(Struct, frozen=True, kw_only=True):
    """The die faces for a power and a spell, fire wounds by face, a Troll's cure, and the Gate's Blasts."""

    shows: int
    casts: int
    fire: tuple[int, ...]
    regeneration: int
    blasts: int
    blast: int
    gate_any: bool


class Ended(Struct, frozen=True):
    """The result of a fight: strength left per member (0: lost), the number of rounds, whether the party lost."""

    left: list[int]
    rounds: int
    lost: bool


Sides: TypeAlias = tuple[tuple[Ours, ...], tuple[tuple[int, ...], ...], tuple[Foe, ...], Powers]
"""The party, its ranks, its foes in the order in which they stand, and the powers."""
_Opponents: TypeAlias = list[tuple[int, list[list[int]], int]]


@lru_cache(maxsize=4096)
def _opponents(rank: tuple[int, ...], opposite: tuple[int, ...]) -> _Opponents:
    """Return each of the rank with the opponents, the nearest first and the equally near together, and the first one.

    A lone fighter before three may attack any of them [9.3].
    """
    opponents, lone = [], (len(rank), len(opposite)) == (1, WIDEST)
    for own, fighter in enumerate(rank):
        near = defaultdict[int, list[int]](list)
        for place, other in enumerate(opposite):
            near[0 if lone else abs(2 * (place - own) - len(opposite) + len(rank))].append(other)
        ways = [near[distance] for distance in sorted(near)]
        opponents.append((fighter, ways, ways[0][0]))
    return opponents


class PaperFight:
    """The simulated fights of two sides, each with dice of its own."""

    def __init__(self, sides: Sides) -> None:
        self.ours, ranks, foes, self.powers = sides
        self.stench = any(foe.power == "stench" for foe in foes)
        self.cured = [n for n, foe in enumerate(foes) if foe.power == "regeneration"]
        self.gate = next((n for n, foe in enumerate(foes) if foe.gate), -1)
        numbers = range(len(foes))
        members = [(our.strength, our.absorbs, our.throws, our.strike, our.shot) for our in self.ours]
        enemies = [(foe, foe.strength, foe.bonus, foe.asleep, GATE * foe.gate, -1) for foe in foes]
        self.first: tuple[Sequence[Any], ...] = (
            *([*zip(*members, strict=True)] or [()] * 5),
            *([*zip(*enemies, strict=True)] or [()] * 6),
            *(ranks, numbers[:WIDEST], numbers[WIDEST:], ()),
        )

    def _begin(self, dice: Iterator[int]) -> None:
        self.left, self.absorbs, self.throws, self.strikes, self.shots, *theirs = map(list, self.first)
        self.foes, self.hp, self.bonus, self.asleep, self.last, self.masters, *places = theirs
        self.ranks, self.line, self.behind, self.drawing = places
        self.dice = dice
        for foe, spec in enumerate(self.foes):
            if spec.skills:
                self.bonus[foe] += spec.skills[next(dice)]
        for n, our in enumerate(self.ours if self.stench else ()):
            if our.person and next(dice) >= our.resists:
                self.strikes[n], self.shots[n] = our.reeling, our.shot_reeling
        self.fallen = self.moved = True
        """Whether one of the party, one of the foes has fallen or changed sides since all took their places."""

    def fought(self, dice: Iterator[int], *, monsters_first: bool = False) -> Ended:
        """Simulate a fight to its end."""
        self._begin(dice)
        rounds = 0
        while rounds < LONGEST and self._goes_on():
            rounds += 1
            if self.moved or self.fallen:
                self._take_places()
                self.moved = self.fallen = False
            if rounds > 1 or not monsters_first:
                self._party()
            if self._goes_on():
                self._monsters()
                if self.gate >= 0 and self.hp[self.gate] > 0:
                    self._blasts()
            if rounds == 1:  # the first ranks close up
                self.fallen |= len(self.ranks[0]) < FRONT_WIDTH
                self.moved |= len(self.behind) > 1
            if self.moved or self.fallen or self.cured:
                self._reorganise()
        for foe in range(len(self.first[5]), len(self.foes)):
            if self.hp[foe] > 0 and self._people():
                self.left[self.foes[foe].turned] = self.hp[foe]
        return Ended(self.left, rounds, not self._people())

    # Who stands where ------------------------------------------------------------------------------------------

    def _people(self) -> bool:
        ours, left = self.ours, self.left
        for rank in self.ranks:
            for member in rank:
                if left[member] > 0 and ours[member].person:
                    return True
        return False

    def _goes_on(self) -> bool:
        if not (self.moved or self.fallen):
            return True
        for hp, asleep in zip(self.hp, self.asleep, strict=True):
            if hp > 0 and not asleep:
                return not self.fallen or self._people()
        return False

    def _take_places(self) -> None:
        front, line = tuple(self.ranks[0]), tuple(self.line)
        self.orders, self.facing = _opponents(front, line), _opponents(line, front)

    def _reorganise(self) -> None:
        hp, foes = self.hp, self.foes
        if self.fallen:
            self._close_ranks()
        if self.moved:
            self.line = [foe for foe in self.line if hp[foe] > 0]
        if self.behind:
            self.behind = sorted((foe for foe in self.behind if hp[foe] > 0), key=lambda foe: -hp[foe])
            while self.behind and len(self.line) < WIDEST:
                self.line.append(self.behind.pop(0))
        for foe in self.cured:
            if hp[foe] > 0:
                hp[foe] = min(hp[foe] + self.powers.regeneration, foes[foe].strength + foes[foe].wounds)

    def _close_ranks(self) -> None:
        left = self.left
        ranks = [alive for rank in self.ranks if (alive := [member for member in rank if left[member] > 0])]
        while len(ranks) > 1 and len(ranks[0]) < FRONT_WIDTH:
            best = max(ranks[1], key=lambda fighter: (not self.ours[fighter].caster, left[fighter]))
            ranks[0].append(best)
            ranks[1].remove(best)
            ranks = [rank for rank in ranks if rank]
            if self.ours[best].draws:
                self.drawing.append(best)
        self.ranks = ranks

    # The party's phase -----------------------------------------------------------------------------------------

    def _party(self) -> None:
        ours, hp, drawing, gate, dice = self.ours, self.hp, self.drawing, self.gate >= 0, self.dice
        orders, line = self.orders, self.line
        weakest = line[0]
        if len(line) > 1:
            weakest = self._weakest(line)
            if len(line) != len(orders):
                orders = [(fighter, ways, self._weakest(ways[0])) for fighter, ways, _ in orders]
        for fighter, ways, target in orders:
            if gate and ours[fighter].gate and self._tries_the_gate(ours[fighter].gate):
                continue
            if drawing and fighter in drawing:
                drawing.remove(fighter)
            elif faces := self.strikes[fighter]:
                if hp[target] <= 0:
                    target = next((foe for near in ways for foe in near if hp[foe] > 0), -1)
                if target >= 0:
                    hp[target] -= faces[next(dice)]
                    if hp[target] <= 0:
                        self._falls(target)
        if len(self.ranks) > 1:
            self._second_rank(weakest)

    def _second_rank(self, weakest: int) -> None:
        ours, hp, throws, shots, dice = self.ours, self.hp, self.throws, self.shots, self.dice
        for fighter in self.ranks[1]:
            our = ours[fighter]
            if (our.sleep or our.bolt[0]) and self._casts(fighter, our):
                continue
            if (shot := shots[fighter]) and throws[fighter] > 0:
                target = weakest
                if hp[target] <= 0:
                    line, rank = self.line, self.ranks[1]
                    places = [place for place, foe in enumerate(line) if hp[foe] > 0]
                    if not places:
                        return
                    middle = 2 * rank.index(fighter) + len(line) - len(rank)
                    target = line[min(places, key=lambda place: abs(2 * place - middle))]
                throws[fighter] -= 1
                hp[target] -= shot[next(dice)]
                if hp[target] <= 0:
                    self._falls(target)

    def _tries_the_gate(self, skill: int) -> bool:
        hp, stands = self.hp, False
        for foe in self.line:
            if hp[foe] > 0:
                if self.foes[foe].gate:
                    stands = True
                elif not (self.asleep[foe] or self.powers.gate_any):
                    return False
        if stands and next(self.dice) < skill:
            self.moved = True
            for foe, other in enumerate(self.foes):
                hp[foe] = hp[foe] if other.lightning else 0  # Demons vanish, the Nameless fights on
        return stands

    def _weakest(self, near: Sequence[int]) -> int:
        hp, last, weakest = self.hp, self.last, near[0]
        for foe in near:
            if hp[foe] + last[foe] < hp[weakest] + last[weakest]:
                weakest = foe
        return weakest

    def _casts(self, fighter: int, spec: Ours) -> bool:
        foe, hp = -1, WORTH_A_SPELL - 1
        for other in self.line:
            if self.hp[other] > hp and not self.asleep[other] and not self.foes[other].gate:
                foe, hp = other, self.hp[other]
        if foe < 0:
            return False
        target, spare = self.foes[foe], self.left[fighter] - RESERVE
        if spec.sleep and target.minded and spare >= spec.sleep:
            self.left[fighter] -= spec.sleep
            self.asleep[foe] = next(self.dice) >= target.resists
            self.moved |= self.asleep[foe]
            return True
        price, wounds = spec.bolt
        if price and (price < 4 or hp >= MIGHTY) and not target.shielded and spare >= price:
            self.left[fighter] -= price
            if next(self.dice) >= target.resists:
                self.hp[foe] -= wounds
                if hp <= wounds:
                    self._falls(foe)
            return True
        return False

    def _falls(self, foe: int) -> None:
        self.moved = True
        if (turned := self.foes[foe].turned) >= 0:
            self.left[turned] = 0
        elif foe in self.masters:
            self._come_to_senses(foe)

    def _come_to_senses(self, master: int) -> None:
        for foe, whose in enumerate(self.masters):
            if whose == master and self.hp[foe] > 0:
                turned = self.foes[foe].turned
                self.left[turned], self.hp[foe], self.fallen = self.hp[foe], 0, True
                if len(self.ranks) > 1 and len(self.ranks[-1]) < WIDEST:
                    self.ranks[-1] = [*self.ranks[-1], turned]
                else:
                    self.ranks.append([turned])

    # The monsters' phase ---------------------------------------------------------------------------------------

    def _monsters(self) -> None:
        hp, asleep, foes = self.hp, self.asleep, self.foes
        for place, foe in enumerate(self.line):
            if hp[foe] > 0 and not asleep[foe] and not foes[foe].gate and (not self.fallen or self._people()):
                self._acts(foe, place)
        for foe in self.behind[:WIDEST]:
            if foes[foe].lightning and hp[foe] > 0 and not asleep[foe] and self._people():
                self._bolt(self._any_of(self._front()))

    def _front(self) -> list[int]:
        left = self.left
        if not (front := [member for member in self.ranks[0] if left[member] > 0]):
            self._close_ranks()
            self._take_places()
            return self._front()
        return front

    def _any_of(self, near: Sequence[int]) -> int:
        return near[0] if len(near) == 1 else near[next(self.dice) * len(near) // FACES]

    def _acts(self, foe: int, place: int) -> None:
        spec, near = self.foes[foe], self.facing[place][1][0]
        if self.fallen:
            self._front()
            standing = ([member for member in near if self.left[member] > 0] for near in self.facing[place][1])
            near = next(filter(None, standing))
        victim = near[0] if len(near) == 1 else near[next(self.dice) * len(near) // FACES]
        if spec.lightning and next(self.dice) < self.powers.casts:
            self._bolt(victim)
        elif spec.power in POWERS and next(self.dice) < self.powers.shows:
            self._power(spec.power, foe, victim)
        else:
            number = next(self.dice) + 1 + self.bonus[foe] - self.ours[victim].armour
            if spec.heads:
                number += (self.hp[foe] + 1) // 2
            if not LOWEST <= number < HIGHEST:
                number = LOWEST if number < LOWEST else HIGHEST - 1
            if wounds := spec.numbers[number - LOWEST]:
                self._wound(victim, wounds)

    def _resists(self, fighter: int) -> bool:
        return next(self.dice) < self.ours[fighter].resists

    def _bolt(self, victim: int) -> None:
        if not self.ours[victim].shielded and not self._resists(victim):
            self._wound(victim, LIGHTNING[next(self.dice)])

    def _power(self, power: str, foe: int, victim: int) -> None:
        if power == "fire_breath":
            for member in self._front():
                if not self._resists(member):
                    self._wound(member, self.powers.fire[next(self.dice)])
        elif power == "petrification":
            if not self._resists(victim):
                self.left[victim], self.fallen = 0, True
        elif self.ours[victim].person and not self._resists(victim):
            self._turn(victim, foe)

    def _turn(self, fighter: int, master: int) -> None:
        spec = self.ours[fighter]
        self.foes.append(Foe(strength=self.left[fighter], numbers=spec.hand, resists=spec.resists, turned=fighter))
        self.hp.append(self.left[fighter])
        self.bonus.append(0)
        self.asleep.append(False)
        self.last.append(TURNED)
        self.masters.append(master)
        self.left[fighter], self.fallen = 0, True
        if len(self.line) < WIDEST:
            self.line = [*self.line, len(self.foes) - 1]
        else:
            self.behind.append(len(self.foes) - 1)

    def _wound(self, fighter: int, wounds: int) -> None:
        if self.absorbs[fighter]:
            kept = min(self.absorbs[fighter], wounds)
            self.absorbs[fighter] -= kept
            wounds -= kept
        self.left[fighter] -= wounds
        if self.left[fighter] <= 0:
            self.fallen = True

    def _blasts(self) -> None:
        left = self.left
        living = [member for rank in self.ranks for member in rank if left[member] > 0]
        for _ in range(self.powers.blasts):
            if not living:
                return
            fighter = self._any_of(living)
            our = self.ours[fighter]
            if not our.shielded and next(self.dice) >= our.resists:
                self._wound(fighter, self.powers.blast)
                if left[fighter] <= 0:
                    living.remove(fighter)
