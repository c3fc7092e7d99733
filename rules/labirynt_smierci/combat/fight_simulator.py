"""A fast fight simulator: the rounds of chapter 9 without a table, for forecasts from dozens of fights.

All fighters follow a fixed tactic: the first rank strikes the nearest, the second shoots the weakest that matters,
casters target the strongest, and the Gate is shut when the way is clear. All orders of a round are given before its
first blow, as in the real rules; ``tests/soak`` compares the two.
"""

from __future__ import annotations

from collections.abc import Iterator

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


class PaperFight:
    """One simulated fight."""

    def __init__(
        self,
        ours: tuple[Ours, ...],
        ranks: tuple[tuple[int, ...], ...],
        foes: tuple[Foe, ...],
        powers: Powers,
        dice: Iterator[int],
    ) -> None:
        self.ours, self.powers, self.dice = ours, powers, dice
        self.left = [our.strength for our in ours]
        self.absorbs = [our.absorbs for our in ours]
        self.ranks = [list(rank) for rank in ranks]
        self.foes = list(foes)
        self.hp = [foe.strength for foe in foes]
        self.bonus = [foe.bonus + foe.skills[next(dice)] if foe.skills else foe.bonus for foe in foes]
        self.asleep = [foe.asleep for foe in foes]
        self.masters = [-1] * len(foes)
        self.line = list(range(min(WIDEST, len(foes))))
        self.behind = list(range(WIDEST, len(foes)))
        self.places: dict[int, int] = {}
        self.facing: dict[int, int] = {}
        self.reeling: list[int] = []
        self.drawing: list[int] = []
        self.throws = [our.throws for our in ours]
        self.has_gate = any(foe.gate for foe in foes)
        self.moved = True
        """Whether somebody has fallen or changed sides since all took their places."""

    def fought(self, *, monsters_first: bool = False) -> Ended:
        """Simulate the fight to its end."""
        self._stench()
        rounds = 0
        while rounds < LONGEST and self._goes_on():
            rounds += 1
            if self.moved:
                self._take_places()
                self.moved = rounds == 1  # the first ranks close up after it
            if rounds > 1 or not monsters_first:
                self._party()
            if self._goes_on():
                self._monsters()
                if self.has_gate:
                    self._blasts()
            self._reorganise()
        for foe, spec in enumerate(self.foes):
            if spec.turned >= 0 and self.hp[foe] > 0 and self._people():
                self.left[spec.turned] = self.hp[foe]
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
        for hp, asleep in zip(self.hp, self.asleep, strict=True):
            if hp > 0 and not asleep:
                return self._people()
        return False

    def _take_places(self) -> None:
        front = self.ranks[0] if self.ranks else []
        self.places = {fighter: 2 * n - len(front) + 1 for n, fighter in enumerate(front)}
        self.facing = {foe: 2 * n - len(self.line) + 1 for n, foe in enumerate(self.line)}

    def _nearest(self, place: int, own: dict[int, int], others: dict[int, int], standing: list[int]) -> list[int]:
        """A lone fighter before three may attack any of them [9.3]."""
        if len(standing) == 1 or (len(own) == 1 and len(others) == WIDEST):
            return standing
        near: list[int] = []
        least = 99
        for other in standing:
            far = abs(others.get(other, 0) - place)
            if far < least:
                least, near = far, [other]
            elif far == least:
                near.append(other)
        return near

    def _reorganise(self) -> None:
        hp, foes = self.hp, self.foes
        if self.moved:
            self._close_ranks()
            self.line = [foe for foe in self.line if hp[foe] > 0]
        if self.behind:
            self.behind = sorted((foe for foe in self.behind if hp[foe] > 0), key=lambda foe: -hp[foe])
        while self.behind and len(self.line) < WIDEST:
            self.line.append(self.behind.pop(0))
        cure = self.powers.regeneration
        for foe in self.line + self.behind:
            if foes[foe].power == "regeneration":
                hp[foe] = min(hp[foe] + cure, foes[foe].strength + foes[foe].wounds)

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
        ours, left, standing = self.ours, self.left, self._standing()
        front = self._front()
        targets = [self._weakest(self._opposite(fighter, standing)) for fighter in front]
        weakest = self._weakest(standing)
        for fighter, target in zip(front, targets, strict=True):
            self._strikes(fighter, ours[fighter], target)
        for fighter in list(self.ranks[1]) if len(self.ranks) > 1 else ():
            if left[fighter] > 0:
                self._from_behind(fighter, ours[fighter], weakest)

    def _standing(self) -> list[int]:
        hp = self.hp
        return [foe for foe in self.line if hp[foe] > 0]

    def _opposite(self, fighter: int, standing: list[int]) -> list[int]:
        return self._nearest(self.places[fighter], self.places, self.facing, standing)

    def _strikes(self, fighter: int, spec: Ours, target: int) -> None:
        if self.has_gate and spec.gate and self._tries_the_gate(spec):
            return
        if fighter in self.drawing:
            self.drawing.remove(fighter)
            return
        faces = spec.reeling if fighter in self.reeling else spec.strike
        if target >= 0 and self.hp[target] <= 0:
            target = next(iter(self._opposite(fighter, self._standing())), -1)
        if target >= 0 and faces:
            self._hit(target, faces[next(self.dice)])

    def _tries_the_gate(self, spec: Ours) -> bool:
        gates = [foe for foe in self.line if self.foes[foe].gate and self.hp[foe] > 0]
        clear = self.powers.gate_any or not any(
            self.hp[foe] > 0 and not self.foes[foe].gate and not self.asleep[foe] for foe in self.line
        )
        if not gates or not clear:
            return False
        if next(self.dice) < spec.gate:
            self.hp[gates[0]], self.moved = 0, True
            for foe, other in enumerate(self.foes):
                self.hp[foe] = self.hp[foe] if other.lightning else 0  # Demons vanish, the Nameless fights on
        return True

    def _weakest(self, near: list[int]) -> int:
        """Turned comrades and the Gate come last; −1 stands for nobody."""
        if len(near) == 1:
            return near[0]
        foes, hp = self.foes, self.hp
        return min(near, key=lambda foe: (foes[foe].gate, foes[foe].turned >= 0, hp[foe]), default=-1)

    def _from_behind(self, fighter: int, spec: Ours, target: int) -> None:
        standing = self._standing()
        if not standing:
            return
        if (spec.sleep or spec.bolt[0]) and self._casts(fighter, spec, standing):
            return
        shot = spec.shot_reeling if fighter in self.reeling else spec.shot
        if shot and self.throws[fighter] > 0:
            self.throws[fighter] -= 1
            if self.hp[target] <= 0:
                rank = self.ranks[1]
                place = 2 * rank.index(fighter) - len(rank) + 1
                target = min(standing, key=lambda foe: (abs(self.facing[foe] - place), self.facing[foe]))
            self._hit(target, shot[next(self.dice)])

    def _casts(self, fighter: int, spec: Ours, standing: list[int]) -> bool:
        awake = [foe for foe in standing if not self.asleep[foe] and not self.foes[foe].gate]
        if not awake:
            return False
        foe = max(awake, key=lambda other: self.hp[other])
        target, hp = self.foes[foe], self.hp[foe]
        spare = self.left[fighter] - RESERVE
        if spec.sleep and hp >= WORTH_A_SPELL and target.minded and spare >= spec.sleep:
            self.left[fighter] -= spec.sleep
            self.asleep[foe] = next(self.dice) >= target.resists
            return True
        price, wounds = spec.bolt
        if price and hp >= (WORTH_A_SPELL if price < 4 else MIGHTY) and not target.shielded and spare >= price:
            self.left[fighter] -= price
            if next(self.dice) >= target.resists:
                self._hit(foe, wounds)
            return True
        return False

    def _hit(self, foe: int, wounds: int) -> None:
        if wounds <= 0:
            return
        self.hp[foe] -= wounds
        if self.hp[foe] > 0:
            return
        self.moved = True
        if (turned := self.foes[foe].turned) >= 0:
            self.left[turned] = 0
        elif foe in self.masters:
            self._come_to_senses(foe)

    def _come_to_senses(self, master: int) -> None:
        for foe, whose in enumerate(self.masters):
            if whose == master and self.hp[foe] > 0:
                turned = self.foes[foe].turned
                self.left[turned], self.hp[foe] = self.hp[foe], 0
                if len(self.ranks) > 1 and len(self.ranks[-1]) < WIDEST:
                    self.ranks[-1].append(turned)
                else:
                    self.ranks.append([turned])

    # The monsters' phase ---------------------------------------------------------------------------------------

    def _stench(self) -> None:
        if any(foe.power == "stench" for foe in self.foes):
            self.reeling = [
                n for n, fighter in enumerate(self.ours) if fighter.person and next(self.dice) >= fighter.resists
            ]

    def _monsters(self) -> None:
        for foe in list(self.line):
            if self.hp[foe] > 0 and not self.asleep[foe] and not self.foes[foe].gate and self._people():
                self._acts(foe, self.foes[foe])
        for foe in self.behind[:WIDEST]:
            if self.foes[foe].lightning and self.hp[foe] > 0 and not self.asleep[foe] and self._people():
                self._bolt(self._any_of(self._front()))

    def _front(self) -> list[int]:
        left = self.left
        if not (front := [member for member in self.ranks[0] if left[member] > 0]):
            self._close_ranks()
            self._take_places()
            return self._front()
        return front

    def _any_of(self, near: list[int]) -> int:
        return near[0] if len(near) == 1 else near[next(self.dice) * len(near) // FACES]

    def _acts(self, foe: int, spec: Foe) -> None:
        front = self._front()
        victim = self._any_of(self._nearest(self.facing.get(foe, 0), self.facing, self.places, front))
        if spec.lightning and next(self.dice) < self.powers.casts:
            self._bolt(victim)
        elif spec.power in POWERS and next(self.dice) < self.powers.shows:
            self._power(foe, spec, front, victim)
        else:
            bonus = self.bonus[foe] + ((self.hp[foe] + 1) // 2 if spec.heads else 0)
            number = next(self.dice) + 1 + bonus - self.ours[victim].armour
            self._wound(victim, spec.numbers[min(max(number, LOWEST), HIGHEST - 1) - LOWEST])

    def _resists(self, fighter: int) -> bool:
        return next(self.dice) < self.ours[fighter].resists

    def _bolt(self, victim: int) -> None:
        if not self.ours[victim].shielded and not self._resists(victim):
            self._wound(victim, LIGHTNING[next(self.dice)])

    def _power(self, foe: int, spec: Foe, front: list[int], victim: int) -> None:
        if spec.power == "fire_breath":
            for member in front:
                if not self._resists(member):
                    self._wound(member, self.powers.fire[next(self.dice)])
        elif spec.power == "petrification":
            if not self._resists(victim):
                self.left[victim], self.moved = 0, True
        elif self.ours[victim].person and not self._resists(victim):
            self._turn(victim, foe)

    def _turn(self, fighter: int, master: int) -> None:
        spec = self.ours[fighter]
        self.foes.append(Foe(strength=self.left[fighter], numbers=spec.hand, resists=spec.resists, turned=fighter))
        self.hp.append(self.left[fighter])
        self.bonus.append(0)
        self.asleep.append(False)
        self.masters.append(master)
        self.left[fighter], self.moved = 0, True
        (self.line if len(self.line) < WIDEST else self.behind).append(len(self.foes) - 1)

    def _wound(self, fighter: int, wounds: int) -> None:
        if self.absorbs[fighter] and wounds:
            kept = min(self.absorbs[fighter], wounds)
            self.absorbs[fighter] -= kept
            wounds -= kept
        self.left[fighter] -= wounds
        if self.left[fighter] <= 0:
            self.moved = True

    def _blasts(self) -> None:
        if not any(foe.gate and hp > 0 for foe, hp in zip(self.foes, self.hp, strict=True)):
            return
        for _ in range(self.powers.blasts):
            living = [member for rank in self.ranks for member in rank if self.left[member] > 0]
            if living:
                fighter = self._any_of(living)
                if not self.ours[fighter].shielded and not self._resists(fighter):
                    self._wound(fighter, self.powers.blast)
