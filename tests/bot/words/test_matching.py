"""What typed words may mean."""

from __future__ import annotations

import pytest

from bot.words.matching import find_matches, is_near, is_slip_of, matching_offers

NAMES = ("Labirynt Śmierci", "Labirynt Czarnoksiężnika", "Wilkołak", "Hobgoblin", "Goblin", "Ork", "Lord Dil")
OFFERS = [(name, f"id-{n}") for n, name in enumerate(NAMES)]


def named(begun: str) -> list[str]:
    """What is offered to who began so."""
    return [name for name, _ in matching_offers(OFFERS, begun)]


@pytest.mark.parametrize(
    ("begun", "offered"),
    [
        ("smierci", ["Labirynt Śmierci"]),
        ("LABIRYNT S", ["Labirynt Śmierci"]),
        ("czar lab", ["Labirynt Czarnoksiężnika"]),
        ("dil lord", ["Lord Dil"]),
        ("goblin", ["Goblin", "Hobgoblin"]),
        ("or", ["Ork", "Lord Dil"]),
        ("", list(NAMES)),
        ("id-6", ["Lord Dil"]),
    ],
)
def test_accents_and_order_do_not_count(begun: str, offered: list[str]) -> None:
    """Parts of names, and the beginnings of their words in any order; whatever begins so comes first."""
    assert named(begun) == offered


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("ala strength", ["a"]),
        ("ala: strength", ["a"]),
        ("ala full", ["b"]),
        ("ala", ["a", "b"]),
        ("strength", ["a", "b"]),
    ],
)
def test_whole_words_without_the_colon_are_enough(typed: str, found: list[str]) -> None:
    """What a name begins with is meant before what it only contains."""
    names = {"a": ["Ala: strength (4 of 5)"], "b": ["Ala: full strength (5)"]}

    assert find_matches(names, typed) == found


@pytest.mark.parametrize(
    ("typed", "found"), [("ole", []), ("lek", []), ("bol", ["b"]), ("(gosc", ["b"]), ("gosc", ["b"])]
)
def test_a_name_fits_from_the_beginning_of_a_word(typed: str, found: list[str]) -> None:
    """«Olę» typed for Ola, who is not there, must not lead to Bolek."""
    assert find_matches({"b": ["Bolek (Gość)"], "t": ["Tomek"]}, typed) == found


@pytest.mark.parametrize(
    ("begun", "offered"),
    [
        ("wilkolk", ["Wilkołak"]),
        ("hobgobln", ["Hobgoblin"]),
        ("hob goblin", ["Hobgoblin"]),
        ("hobbgo", ["Hobgoblin"]),
        ("smirec", ["Labirynt Śmierci"]),
        ("orka", ["Ork"]),
        ("dragon", []),
        ("okr", []),
    ],
)
def test_a_slip_is_forgiven_where_nothing_fits(begun: str, offered: list[str]) -> None:
    """A letter too many, too few, another, or two in the wrong order; not in short words."""
    assert named(begun) == offered


@pytest.mark.parametrize(("name", "typed"), [("drzwi-n", "drzwi-s"), ("box-51", "box-52"), ("level 12", "level 13")])
def test_ids_and_numbers_are_taken_at_their_letter(name: str, typed: str) -> None:
    """The next door is no slip."""
    assert not is_near(name, typed)


@pytest.mark.parametrize(
    ("typed", "name", "same"),
    [
        ("trol", "troll", True),
        ("wikup", "wykup", True),
        ("okr", "ork", False),
        ("trol", "troll skalny", False),
        ("evil maeg", "evil mage", True),
        ("k5", "k6", False),
    ],
)
def test_a_slip_in_the_whole_name(typed: str, name: str, *, same: bool) -> None:
    """Not in short names, not in ids, and not in a part of a name."""
    assert is_slip_of(name, typed) == same
