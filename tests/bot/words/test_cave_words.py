"""What Jaskinia says of payments, and of an area that is worth a visit for a rival's sake."""

from __future__ import annotations

import pytest

from bot.words.catalogues import keys
from bot.words.narrator import Narrator
from rules.jaskinia.events.cards import PurseEmptied
from rules.jaskinia.forecast import glimpse_inside
from rules.jaskinia.seeker.belongings import pay_gold
from rules.jaskinia.turn import aim_of
from rules.kernel.words import Word
from tests.rules.jaskinia.builders import a_game, lay
from tests.rules.playing import play


def said(locale: str, event: PurseEmptied) -> str:
    """The words of an event."""
    facts = {name: getattr(event, name) for name in event.__struct_fields__}
    return str(Narrator(locale).first_known(*keys("event.PurseEmptied", facts), **facts))


@pytest.mark.parametrize(
    ("gold", "paid", "polish", "english"),
    [
        (1, 1, "płaci 1 mieszek złota (Jama wróżki), ostatni.", "pays 1 bag of gold (Seer's hollow), the last one."),
        (3, 3, "płaci 3 mieszki złota (Jama wróżki), ostatnie.", "pays 3 bags of gold (Seer's hollow), the last ones."),
        (5, 3, "płaci 3 mieszki złota (Jama wróżki), zostaje 2.", "pays 3 bags of gold (Seer's hollow), 2 left."),
    ],
)
def test_a_payment_with_the_last_coin_is_a_payment(gold: int, paid: int, polish: str, english: str) -> None:
    """[8.1] Not a loss: it says what it was for."""
    one = a_game("miner").seeker_of("s1")
    one.gold = gold
    event = play(lambda table: pay_gold(table, one, paid, Word("cavespecial.hollow"))).one(PurseEmptied)

    assert said("pl", event) == f"💰 **Górnik** {polish}"
    assert said("en", event) == f"💰 **The Miner** {english}"


def test_gold_that_is_lost_is_no_payment() -> None:
    event = PurseEmptied(who=Word("seeker.miner"), gold=2, total=0)

    assert "płaci" not in said("pl", event)


def test_a_step_names_the_odds_against_a_rival_and_against_enemies() -> None:
    """[6.3, 6.5] A monster and a rival on one area: the reason to go there is said, too."""
    game = a_game("gladiatrix", "miner", at="E6")
    game.seeker_of("s2").at = "F6"
    lay(game, "F6", "deep_demon")

    assert (
        Narrator("pl").term(glimpse_inside(game, game.seeker_of("s1"), "F6")) == "F6 🧠8% (Demon głębin i Górnik ⚔️56%)"
    )


def test_nobody_is_attacked_at_the_entrance() -> None:
    """[5.3] So there are no odds."""
    game = a_game("gladiatrix", "miner", at="E6")
    game.seeker_of("s2").at = "E7"

    assert "⚔️" not in Narrator("pl").term(glimpse_inside(game, game.seeker_of("s1"), "E7"))


def test_the_aim_tells_the_chance_of_a_trial() -> None:
    """[10.6] So that it is seen why the usual answer waits."""
    game = a_game("miner")
    one = game.seeker_of("s1")
    game.crystal = one.at
    one.strength, one.power = 8, 20
    aim = Narrator("pl").term(aim_of(game, one))

    assert aim.startswith("próby tu i teraz: Siła 8/8 (🎲 42%)")
    assert "Moc 20/7 ✓" in aim


def test_a_typed_name_stands_behind_a_noun_in_its_case() -> None:
    """Nobody types the forms of a guest's name, and the program does not guess whether it is a man's or a woman's."""
    polish = Narrator("pl")

    assert polish.say("option.arrival.attack", whom="Wanda") == "Zaatakuj postać imieniem Wanda"
    assert polish.say("option.arrival.attack", whom=Word("seeker.friar")) == "Zaatakuj Zakonnika"
    assert Narrator("en").say("option.arrival.attack", whom="Wanda") == "Attack: Wanda"
