"""The party's choice of who stands where: order of march and pairing [4.1, 9.1], with the consent of owners."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import permutations

from rules.kernel.offers import Asking, Offer, Way, choice, does_with
from rules.kernel.requests import PARTY, Choose, Consent, Option, Ranks, Seat
from rules.kernel.table import Table
from rules.kernel.words import phrase
from rules.labirynt_smierci.combat.lineup import line_up
from rules.labirynt_smierci.combat.odds import deaths_ahead, sides_before_fight
from rules.labirynt_smierci.events.course import MonstersLinedUp
from rules.labirynt_smierci.exploration import mark_of
from rules.labirynt_smierci.model import Game, Group
from rules.labirynt_smierci.party.consent import consents
from rules.labirynt_smierci.party.formation import ask_formation, is_fit_for_front, set_formation
from rules.labirynt_smierci.party.risk import is_deadly, percent, stake_of
from rules.labirynt_smierci.party.traits import GATE

# The order of march ----------------------------------------------------------------------------------------------


def marching_offers(game: Game, *, aside: bool = True) -> Iterator[Offer[Ranks]]:
    """Yield the offer to change the order of march, if there are several members."""
    if len(game.living) > 1:
        yield Offer(
            PARTY,
            Option("formation", "formation.change"),
            ask_formation(game, change=True),
            aside=aside,
            owners=partial(_owners_of_moved, game),
            do=does_with(set_formation, game),
        )


def _owners_of_moved(game: Game, ranks: Ranks) -> dict[Seat, Consent]:
    """Concern those who change their rank; before a fight a new first rank risks what its first round does.

    With no monsters in sight the first rank is a risk for characters who are not fit for it.
    """
    now = {member: nth for nth, rank in enumerate(game.formation) for member in rank}
    group = game.met if game.met and game.met.living else None
    risks = _greater_risks(game, group, ranks, line_up(game, group, ranks)) if group else {}
    same_front = set(ranks[0]) == set(game.formation[0])
    touched = []
    for nth, rank in enumerate(ranks):
        for member in rank:
            character = game.characters[member]
            if now[member] != nth or (same_front and member in risks):
                unfit = not nth and (group is None or group.stance == "truce") and not is_fit_for_front(game, character)
                touched.append((character, "death" if unfit else stake_of(0.0 if nth else risks.get(member, 0.0))))
    return consents(game, touched)


# Opposite whom ---------------------------------------------------------------------------------------------------


def pairing_offers(game: Game, group: Group) -> Iterator[Offer]:
    """Yield the party's free choice of the monsters' order before the fight, if their strengths differ."""
    now = line_up(game, group)[0]
    strength = {monster.id: monster.strength for monster in group.living}
    if any(monster.kind == GATE for monster in group.living) or len({strength[member] for member in now}) < 2:
        return
    yield Asking(
        PARTY,
        Option("pairing", "encounter.pairing"),
        make=partial(_ask_pairing, game, group),
        aside=True,
        owners=partial(_owners_of_opposed, game, group),
        do=does_with(set_pairing, group),
    )


def _ask_pairing(game: Game, group: Group) -> Choose[tuple[str, ...]]:
    now = line_up(game, group)
    orders = sorted(permutations(now[0]), key=lambda order: order != now[0])
    ways = [Way(_pairing_option(game, group, (order, *now[1:])), order) for order in orders]
    return choice(PARTY, "encounter.pairing", ways)


def _pairing_option(game: Game, group: Group, theirs: Ranks) -> Option:
    strength = {monster.id: monster.strength for monster in group.living}
    told = tuple(f"{mark_of(member)} ({strength[member]})" for member in theirs[0])
    chances = deaths_ahead(game, group, sides_before_fight(game.formation, theirs))
    risks = tuple(
        phrase("risk.of", who=game.characters[member].name, percent=percent(chance))
        for member, chance in chances.items()
        if is_deadly(chance)
    )
    note = "pairing.risk" if risks else ""
    return Option(",".join(theirs[0]), "pairing.order", note, {"order": told, "risks": risks})


def _owners_of_opposed(game: Game, group: Group, order: tuple[str, ...]) -> dict[Seat, Consent]:
    """Concern those whose first round becomes more dangerous."""
    risks = _greater_risks(game, group, game.formation, (order, *line_up(game, group)[1:]))
    return consents(game, [(game.characters[member], stake_of(risk)) for member, risk in risks.items()])


EQUAL = 1e-9
"""Chances that differ by less are equal but for rounding."""


def _greater_risks(game: Game, group: Group, ours: Ranks, theirs: Ranks) -> dict[str, float]:
    """Return the chances to die in the first round with these ranks that are greater than with the present ones."""
    before = deaths_ahead(game, group, sides_before_fight(game.formation, line_up(game, group)))
    after = deaths_ahead(game, group, sides_before_fight(ours, theirs))
    return {member: chance for member, chance in after.items() if chance > before[member] + EQUAL}


def set_pairing(table: Table, group: Group, order: tuple[str, ...]) -> None:
    """Line the monsters' first rank up in the chosen order."""
    group.front = order
    table.tell(MonstersLinedUp(group.name, tuple(mark_of(member) for member in group.front)))
