"""What of a story stands above the question: each line weighed, several merged, the lightest left out."""

from __future__ import annotations

import pytest

from bot.discord.screen_story import DICE, OLD, OLD_GREAT, Weighed, fit, merge, sum_up
from bot.words.narrator import Narrator
from rules.jaskinia.events.cards import CardDrawn
from rules.kernel.events import Event
from rules.kernel.words import Word
from rules.labirynt_smierci.events.combat import CharacterDied, FightWon
from rules.labirynt_smierci.events.course import GoldFound, SegmentLaid
from rules.labirynt_smierci.events.finds import CharacterImproved, JewelFound, ThingFound

PL = Narrator("pl")


def texts(lines: list[Weighed]) -> list[str]:
    return [line.text for line in lines]


def test_what_fits_is_shown_as_it_was_told() -> None:
    """In the order of events, with nothing said to be left out."""
    lines = [Weighed("a step", 6), Weighed("a death", 1), Weighed("a find", 5)]

    assert fit(PL, lines, 3) == (lines, [])
    assert sum_up(PL, []) == ""


def test_the_lightest_goes_first() -> None:
    """Routine, then finds, then wounds; the line that says so takes room, too."""
    weights = {"a wound": 4, "a step": 6, "a Rune": 3, "a find": 5, "a trial": 2}
    lines = [Weighed(*line) for line in weights.items()]

    kept = [texts(fit(PL, lines, *room)[0]) for room in ((5,), (4,), (0, 4), (0, 2), (-2,))]

    assert kept == [
        ["a wound", "a step", "a Rune", "a find", "a trial"],
        ["a wound", "a Rune", "a trial"],
        ["a Rune", "a trial"],
        ["a trial"],
        ["a trial"],
    ]


def test_the_heaviest_stay_even_without_room() -> None:
    """Six deaths are six lines."""
    deaths = [Weighed(f"death {nth}", 1 + nth % 2) for nth in range(6)]

    assert fit(PL, [*deaths, Weighed("the last step")], 2)[0] == deaths


def test_great_events_have_some_lines_more() -> None:
    """Which nothing lighter fills."""
    great = [Weighed(f"Rune {nth}", 3) for nth in range(5)]

    assert texts(fit(PL, [*great, Weighed("a wound", 4)], 1, 4)[0]) == texts(great)[1:]


def test_of_equal_weight_computers_go_before_people_and_the_earlier_before_the_later() -> None:
    """What the answer of whoever pressed has caused stays."""
    lines = [Weighed("mine", 5), Weighed("theirs", 5, caused=False), Weighed("mine again", 5)]

    assert [texts(fit(PL, lines, room)[0]) for room in (2, 1)] == [["mine again"], []]
    assert texts(fit(PL, [*lines, Weighed("a step")], 3)[0]) == ["mine", "mine again"]


def test_what_an_earlier_answer_told_goes_before_dice_and_dice_before_words() -> None:
    """Its great events stay longer than the routine of the newest answer."""
    old, old_death = Weighed("old", 3, is_new=False), Weighed("old death", 1, is_new=False)
    lines = [old_death, old, Weighed("a step", 6), Weighed("dice", 4, is_dice=True), Weighed("a wound", 4)]

    assert [line.rank for line in lines] == [OLD_GREAT, OLD, 6, DICE, 4]
    assert texts(fit(PL, lines, 3)[0]) == ["old death", "a wound"]
    assert texts(fit(PL, lines, 2)[0]) == ["a wound"]


def test_equal_lines_are_one_with_their_number() -> None:
    """Their dice are gone; other lines keep theirs."""
    dice = Weighed("dice", is_dice=True)
    lines = [Weighed("quiet"), dice, Weighed("a step"), dice, Weighed("quiet")]

    assert texts(merge(PL, lines)) == ["quiet ×2", "a step", "dice"]


@pytest.mark.parametrize(
    ("events", "said"),
    [
        (
            (CharacterDied(Word("hero.almuric"), by=Word("monster.troll")), CharacterDied("Jaro")),
            "**🕯️ Giną: Almuryk (troll) · Jaro.**",
        ),
        ((GoldFound(25, 0, 60), JewelFound(15), JewelFound(100)), "**💰 25 (razem 60) · 💎 15 · 💎 100.**"),
        (
            (
                CharacterImproved("Stephen", Word("weapon.sword"), 3),
                CharacterImproved("Weldron", Word("weapon.sword"), 3),
            ),
            "**📈 Stephen: miecz 3 · Weldron: miecz 3.**",
        ),
        (
            (ThingFound(Word("item.weapon.sword"), 2), ThingFound(Word("item.potion"), 0)),
            "**✨ Magia przechodzi dreszczem po palcach: magiczny miecz +2 · nieznana mikstura.**",
        ),
        (
            tuple(CardDrawn("Bolek", card, Word("deck.cave")) for card in ("Lina", "Hak")),
            "👁️ Karty: Lina · Hak.",
        ),
    ],
)
def test_events_of_a_class_are_told_together(events: tuple[Event, ...], said: str) -> None:
    """Even with another line between them; the line is as heavy as the heaviest of them."""
    weight = 4 if isinstance(events[0], CardDrawn) else 3
    lines = [Weighed(f"line {nth}", weight, (event,)) for nth, event in enumerate(events)]

    merged = merge(PL, [lines[0], Weighed("a step"), *lines[1:]])

    assert texts(merged) == [said, "a step"]
    assert merged[0].events == events
    assert merged[0].weight == weight


def test_events_without_words_for_several_stay_apart() -> None:
    """As do those of an earlier answer, and what computers did."""
    laid = [Weighed(f"segment {nth}", events=(SegmentLaid(Word("segment.room"), 1),)) for nth in range(2)]
    jewel = Weighed("a jewel", 5, (JewelFound(15),))
    jewels = [jewel._replace(is_new=False), jewel, jewel._replace(caused=False)]

    assert merge(PL, [*laid, *jewels]) == [*laid, *jewels]


def test_a_list_below_a_line_without_words_for_both_stays() -> None:
    """As below an answer, which is no event."""
    lines = [Weighed("**Ala** → B"), Weighed("- one"), Weighed("- two")]

    assert merge(PL, lines) == lines


def test_the_fold_says_what_it_folds() -> None:
    """Counted by kind where there are words, else as lines; dice are not mentioned."""
    fight = Weighed("won", 3, (FightWon(Word("monster.troll"), 1, 2),))
    laid = Weighed("laid", 6, (SegmentLaid(Word("segment.room"), 1),))

    assert sum_up(PL, [laid, fight, laid]) == "-# … wcześniej: 2 segmenty, 1 wygrana walka – `/opowieść`"
    assert sum_up(PL, [Weighed("hm"), Weighed("hm")]) == "-# … wcześniej: 2 wiersze – `/opowieść`"
    assert sum_up(Narrator("en"), [Weighed("hm")]) == "-# … earlier: 1 line – `/story`"
    assert sum_up(PL, [Weighed("dice", is_dice=True)]) == ""
