"""What a game master calls for: a meeting or a trap now, run by the rules, while the map stays as it is."""

from __future__ import annotations

from typing import Any

import pytest

from rules.kernel.chance import ByHand, Hand, Sealed
from rules.kernel.corrections import Correcting, entry
from rules.kernel.errors import Refused
from rules.kernel.events import DiceRolled, Event
from rules.kernel.table import Table, Waiting
from rules.kernel.words import Word
from rules.labirynt_smierci.events.combat import CharacterDied, FightBegan
from rules.labirynt_smierci.events.corrections import MonstersCalled, TrapCalled
from rules.labirynt_smierci.events.course import MonstersMet, TrapFound, TrapSprung
from rules.labirynt_smierci.model import Game
from tests.rules.labirynt_smierci.set_right import RULES, a_game, asked, of, open_now, orcs, question, set_right

TROLLS: dict[str, Any] = {"kind": "troll", "number": 2, "strength": 0}
MIXED = {**TROLLS, "second": "evil_mage", "second_number": 1, "level": 2, "how": "fight", "after": "go"}


def called(game: Game, what: str, answer: dict[str, Any]) -> tuple[list[Event], str]:
    """What is told, and why somebody is asked then."""
    told, waiting = asked(game, entry(0, 0, what, answer))
    return told, waiting.why


def test_who_is_called_is_met_at_once() -> None:
    """Their strengths are rolled as ever; the party decides."""
    game = a_game()

    told, why = called(game, "monsters", TROLLS)

    assert told[0] == MonstersCalled((Word("monster.troll"),), (2,), 1)
    assert [type(event) for event in told[1:]] == [DiceRolled, DiceRolled, MonstersMet]
    assert why == "encounter"


def test_a_strength_that_is_said_is_not_rolled() -> None:
    """As it stands on the table."""
    told, _ = called(a_game(), "monsters", {"kind": "ogre", "number": 2, "strength": 5})

    assert told[1:] == [MonstersMet(Word("monster.ogre"), 2, (5, 5), resident=False)]


def test_kinds_are_mixed_and_of_any_level() -> None:
    """Two Trolls and an evil Mage of level 2, while the party's map knows one level only: a fight at once."""
    game = a_game()

    told, why = called(game, "monsters", MIXED)

    group = game.met
    assert told[0] == MonstersCalled((Word("monster.troll"), Word("monster.evil_mage")), (2, 1), 2)
    assert any(isinstance(event, FightBegan) for event in told)
    assert why == "combat.orders"
    assert group is not None
    assert ([one.id for one in group.monsters], group.level) == (["troll-1", "troll-2", "evil_mage-3"], 2)


def test_pictures_know_each_of_them() -> None:
    """Where they are not all alike."""
    game, others = a_game(), a_game()
    called(game, "monsters", {**MIXED, "how": "meeting"})
    called(others, "monsters", TROLLS)

    assert [RULES.view(one, None).met.kinds for one in (game, others)] == [("troll", "troll", "evil_mage"), ()]


def test_while_their_strengths_are_thrown_by_hand_nothing_else_is_set_right() -> None:
    """The dice of the first come before a second call."""
    game, dice = a_game(), Hand(Sealed(b"s" * 32), ByHand(()))
    table = Table((), dice, correct=Correcting(RULES, game), corrections=[entry(0, 0, "monsters", TROLLS)])

    with pytest.raises(Waiting) as waiting:
        RULES.stage(table, game)

    assert waiting.value.request.why == "monsters.strength"
    assert table.set_right_at != waiting.value.step


def test_the_most_reluctant_of_a_mixed_group_speaks() -> None:
    """The Troll (4), not the Mage (3); a Demon among them is deaf to words [8.4, house]."""
    game, other = a_game(), a_game()
    called(game, "monsters", {**MIXED, "how": "meeting"})
    _, waiting = asked(other, entry(0, 0, "monsters", {**MIXED, "second": "demon", "how": "meeting"}))

    assert game.met is not None
    assert game.met.kind == "troll"
    assert [action.option.id for action in waiting.actions][:1] == ["fight"]


@pytest.mark.parametrize(
    ("changed", "reason"),
    [
        ({"number": 16, "second_number": 2}, "monsters_many"),
        ({"how": "bribe", "second": "demon"}, "monsters_mute"),
        ({"how": "talks", "second": "demon"}, "monsters_mute"),
        ({"how": "bribe"}, "no_gold_to_offer"),
        ({"number": 99}, "amount_range"),
        ({"level": 4}, "amount_range"),
        ({"kind": "here"}, "no_such_option"),
    ],
)
def test_what_cannot_be_is_refused(changed: dict[str, Any], reason: str) -> None:
    """With its reason, and nothing has happened."""
    game = a_game()

    with pytest.raises(Refused) as refused:
        set_right(game, "monsters", {**MIXED, **changed})

    assert refused.value.reason == reason
    assert game.met is None


def test_those_who_let_the_party_be_can_be_met_anew() -> None:
    """Nobody else can stay where they are; whoever is called goes, and they are there as before."""
    game = a_game(monsters=orcs(3, 4, stance="truce", bribed=True), purse=30)
    fields = {field.name: field.ask for field in question(game, "monsters").fields}

    _, why = called(game, "monsters", {"kind": "here", "number": 1, "strength": 0, "how": "bribe"})

    assert [option.id for option in fields["after"].options] == ["go"]
    assert fields["kind"].options[0].id == "here"
    assert why == "encounter"
    assert game.met is not None
    assert (game.met.negotiated, game.met.bribed) == (True, False)


def test_a_trap_meets_whom_the_game_master_says() -> None:
    """An explosion is known already, and nobody rolls for it; oil rolls its wounds."""
    game = a_game()

    told, why = called(game, "trap", {"who": "gislan", "trap": "oil"})

    assert told[0] == TrapCalled(Word("hero.gislan"))
    assert [event.victim for event in told if isinstance(event, TrapSprung)] == [Word("hero.gislan")]
    assert of(game, "gislan").wounds > 0
    assert why == "way"


def test_a_trap_on_nobody_has_the_party_send_somebody() -> None:
    """As at a door."""
    told, why = called(a_game(), "trap", {})

    assert told == [TrapCalled(""), TrapFound(Word("trapped.door"))]
    assert why == "traps.delegate"


def test_who_dies_in_it_is_mourned() -> None:
    """And what he carried is shared; the party goes on."""
    game = a_game(party=[{"hero": "almuric", "wounds": 7}, {"hero": "gislan"}])

    told, why = called(game, "trap", {"who": "almuric", "trap": "explosion"})

    assert any(isinstance(event, CharacterDied) for event in told)
    assert (why, game.fallen, [one.id for one in game.people]) == ("way", [], ["gislan"])


def test_only_the_living_are_hurt() -> None:
    """The dead are past all traps."""
    game = a_game(party=[{"hero": "almuric", "wounds": 99}, {"hero": "gislan"}])

    who = question(game, "trap").fields[0].ask

    assert [option.id for option in who.options] == ["party", "gislan"]


@pytest.mark.parametrize("setup", [{"monsters": orcs(3)}, {"outside": True}])
def test_nothing_is_called_for_while_monsters_wait_nor_outside(setup: dict[str, Any]) -> None:
    """One meeting at a time."""
    assert not {"monsters", "trap"} & dict.fromkeys(open_now(a_game(**setup))).keys()
