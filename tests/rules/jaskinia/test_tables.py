"""The tables hold what the sheets say: the board's ways, the numbers of cards, and where each value comes from."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import pytest

from rules.jaskinia.tables import load
from rules.jaskinia.tables.checks import BACK, next_to
from rules.jaskinia.tables.sheets import Area, Card
from rules.kernel.grid import distances

TABLES = load()
AREAS = {area.id: area for area in TABLES.board.area}
GATES = [sorted(gate.between) for gate in TABLES.board.gate]


# The board -------------------------------------------------------------------------------------------------------


def ways(at: str) -> list[str]:
    """Everything next to an area, behind Gates, too."""
    return list(AREAS[at].exits.values())


def open_ways(at: str) -> list[str]:
    """The same while all Gates are closed."""
    return [beyond for beyond in ways(at) if sorted((at, beyond)) not in GATES]


def test_forty_one_areas_and_as_many_ways_as_on_the_plan() -> None:
    """47 links; one dead end, the Entrance, and eleven forks, two of them with three branches ahead."""
    degrees = Counter(len(ways(at)) for at in AREAS)

    assert len(AREAS) == 41
    assert degrees == {1: 1, 2: 29, 3: 9, 4: 2}
    assert sum(size * number for size, number in degrees.items()) == 2 * 47
    assert len(ways(TABLES.board.entrance)) == 1


@pytest.mark.parametrize("area", TABLES.board.area, ids=lambda area: str(area.id))
def test_every_way_leads_back(area: Area) -> None:
    """To the neighbour on that side, and from there by the opposite side."""
    assert {side: next_to(area.id, side) for side in area.exits} == area.exits
    assert all(AREAS[beyond].exits[BACK[side]] == area.id for side, beyond in area.exits.items())  # type: ignore[index]


def test_how_far_it_is() -> None:
    """With all Gates closed 24 areas can be reached; with open ones all of them, K6 after ten steps."""
    steps = distances(TABLES.board.entrance, ways)
    chambers = {AREAS[at].name: steps[at] for at in TABLES.board.chambers}

    assert len(distances(TABLES.board.entrance, open_ways)) == 24
    assert len(steps) == 41
    assert max(steps.values()) == 10
    assert chambers == {"k1": 5, "k2": 5, "k3": 4, "k4": 4, "k5": 9, "k6": 10, "k7": 9}


def test_zones_gates_and_what_is_drawn() -> None:
    """24 areas before the Gates, 17 behind; cards are drawn in corridors and at forks."""
    kinds = Counter(area.kind for area in AREAS.values())

    assert Counter(area.zone for area in AREAS.values()) == {"outer": 24, "inner": 17}
    assert GATES == [["A3", "A4"], ["E3", "E4"], ["I3", "I4"]]
    assert kinds == {"entrance": 1, "chamber": 7, "corridor": 17, "fork": 11, "special": 5}
    assert Counter(area.draw for area in AREAS.values() if area.kind in ("corridor", "fork")) == {1: 21, 2: 7}
    assert TABLES.board.gate_target == 8


# The sheets ------------------------------------------------------------------------------------------------------


def counts(cards: Sequence[Card]) -> dict[str, int]:
    """How many cards there are of each type."""
    found = Counter[str]()
    for card in cards:
        found[card.type] += card.copies
    return dict(found)


def deck(name: str, *, set_aside: bool) -> list[Card]:
    return [card for card in TABLES.cards.card if card.deck == name and card.set_aside == set_aside]


def test_sixty_cave_cards() -> None:
    """59 in the deck, and the Magic Crystal beside it."""
    assert counts(deck("cave", set_aside=False)) == {
        "event": 8,
        "animal": 8,
        "monster": 10,
        "spirit": 7,
        "stranger": 5,
        "gold": 3,
        "item": 7,
        "magic_item": 4,
        "follower": 4,
        "place": 3,
    }
    assert counts(deck("cave", set_aside=True)) == {"goal": 1}
    assert TABLES.cards.of("map_fragment").copies == 3


def test_thirty_adventure_cards() -> None:
    """23 in the deck; seven belong to the game with the main board."""
    assert counts(deck("adventure", set_aside=False)) == {
        "event": 4,
        "animal": 2,
        "monster": 3,
        "spirit": 2,
        "stranger": 3,
        "gold": 2,
        "item": 3,
        "magic_item": 2,
        "follower": 1,
        "place": 1,
    }
    assert counts(deck("adventure", set_aside=True)) == {"removed": 7}


def test_ten_spells_and_how_many_may_be_held() -> None:
    """Two are set aside; Power 3 holds one, 4 two, 6 three."""
    spells = TABLES.spells.spell

    assert Counter(spell.set_aside for spell in spells) == {False: 8, True: 2}
    assert TABLES.spells.limit == ((1, 0), (3, 1), (4, 2), (6, 3))


def test_eight_seekers() -> None:
    """Three evil, three neutral, two good; none has the abilities of another."""
    seekers = TABLES.seekers.seeker

    assert Counter(seeker.align for seeker in seekers) == {"evil": 3, "neutral": 3, "good": 2}
    assert len(seekers) == len({tuple(ability.mod for ability in seeker.abilities) for seeker in seekers}) == 8


def test_where_values_come_from() -> None:
    """The shared numbers are the rulebook's, the cards ours; what is set aside is the rulebook's again."""
    cards = {card.id: card.origin or TABLES.cards.origin for card in TABLES.cards.card}

    assert TABLES.seekers.origin == TABLES.spells.origin == "rulebook"
    assert {one.origin for one in TABLES.seekers.seeker} == {"house"}
    assert {spell.origin for spell in TABLES.spells.spell if not spell.set_aside} == {"house"}
    assert [id for id, origin in cards.items() if origin == "rulebook"] == [
        card.id for card in TABLES.cards.card if card.set_aside
    ]
