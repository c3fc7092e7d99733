"""What only one seat may know of a question: who sees what of it, and whom the game waits for."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
from msgspec.structs import replace

from bot.acts import rulings
from bot.acts.copies.exporting import export_own
from bot.acts.undo_points import points
from bot.discord.commands.undo_words import Reader, label
from bot.discord.prompts.choices import public_controls
from bot.discord.prompts.open_question import Scene
from bot.discord.prompts.public import prompt, votes_on_question
from bot.discord.prompts.question_path import without_secret_actions
from bot.session.transaction import Transaction
from bot.table.authority import may_look
from bot.table.records import Press, Standing
from bot.table.timekeeping import waited_at
from bot.table.votes import Vote
from rules.kernel.errors import Refused
from rules.kernel.requests import PARTY, Choose, Everyone, NextAction
from tests.bot.a_channel import AS_USUAL, HERE, UNSAID, Channel, a_channel
from tests.bot.a_copy import masters_copy
from tests.bot.a_den import PLACES, SONG, Den
from tests.bot.a_table import ALA, CHANNEL, EWA, OLEK, STRANGER, House, a_house, an_interaction
from tests.bot.test_secrets import GUEST, LOOKS, seen_by

NOW = "Moje rzeczy teraz"
THINGS = "🎒"
CHOOSE = "Wybierz po swojemu…"


@pytest_asyncio.fixture
async def den(tmp_path: Path) -> AsyncIterator[Channel]:
    """Ala's turn, while Bartek and Celina wait and Ewa looks on."""
    async with a_channel(tmp_path, Den()) as channel, channel.bot_up():
        channel.playground.add_person(GUEST, guild="Piwnica u Ali")
        await channel.opened("Ala", "Bartek", "Celina")
        yield channel


@pytest_asyncio.fixture
async def house(tmp_path: Path) -> AsyncIterator[House]:
    """A bot that is up."""
    async with a_house(tmp_path / "db", Den()) as one:
        yield one


async def begun(house: House, *users: int) -> Standing:
    """The turn of the first of these people."""
    await house.lobby(*users)
    return (await house.sessions.start(CHANNEL, users[0], an_interaction())).standing


def labels(channel: Channel, who: str) -> list[str]:
    """The buttons under the newest message that somebody sees."""
    return [button.label or str(button.emoji) for button in channel.hands.messages(HERE, who)[-1].buttons]


def choices(channel: Channel, who: str) -> list[str]:
    """What the menus of the newest message that somebody sees offer."""
    return [one["label"] for select in channel.hands.messages(HERE, who)[-1].selects for one in select.options]


def _id(channel: Channel, who: str) -> str:
    return str(channel.playground.world.person(who)["user"]["id"])


def heard_by(channel: Channel, who: str) -> str:
    """All that somebody was shown, in one text."""
    return seen_by(channel.playground, channel, who)


# Actions ------------------------------------------------------------------------------------------------


async def test_a_prompt_shows_what_is_open_and_the_way_to_ones_own_things(den: Channel) -> None:
    """Whether Ala has a potion is not to be read from it; nobody but her is asked."""
    newest = den.hands.messages(HERE, "Bartek")[-1]

    assert [button.label or button.emoji for button in newest.buttons] == [f"{AS_USUAL} go", "stay", "Rzeczy", "?"]
    assert newest.selects == []
    assert newest.text.startswith(f"<@{_id(den, 'Ala')}> **Co teraz?**")
    assert SONG not in json.dumps(newest.data, ensure_ascii=False)


async def test_ones_own_panel_holds_all_that_one_can_do(den: Channel) -> None:
    """Ala can drink, Bartek give orders though nobody waits for him; who only looks on has no things."""
    await den.press("Ala", THINGS)
    alas = [*labels(den, "Ala"), *choices(den, "Ala")]
    his = await den.press("Bartek", THINGS)
    barteks = [*labels(den, "Bartek"), *choices(den, "Bartek")]
    refused = await den.press(GUEST, THINGS)

    assert alas == [f"{AS_USUAL} go", "stay", NOW, f"{SONG}-pije…"]
    assert barteks == [NOW, "orders…"]
    assert his.text.endswith("⏳ Czekamy na: Ala. Tymczasem możesz:")
    assert "Co teraz?" not in his.text
    assert "zajęte" in refused.text or "miejsc" in refused.text


async def test_a_secret_drink_is_taken_from_ones_own_panel(den: Channel) -> None:
    """The others learn nothing, not even that there was something; she herself reads what, there and later."""
    await den.press("Ala", THINGS)
    panel = den.hands.messages(HERE, "Ala")[-1]
    await den.pick("Ala", panel, 0, f"{SONG}-pije…")
    await den.press("Ala", f"{SONG}-niebieski")
    things = await den.command("Ala", "things")

    assert "tajemnic" not in den.story()
    assert f"{SONG}-s1-drink-blue" in things.text
    assert SONG not in heard_by(den, "Bartek")
    assert labels(den, "Bartek") == [f"{AS_USUAL} go", "stay", "Rzeczy", "?"]


async def test_what_is_secret_can_be_typed_by_its_owner_alone(den: Channel) -> None:
    """Completion offers Ala her drink and Bartek none; typing it gets him no further than a word that means nothing."""
    alas = await den.hands.complete("Ala", HERE, "answer", {"value": ""}, focused="value")
    barteks = await den.hands.complete("Bartek", HERE, "answer", {"value": ""}, focused="value")
    guessed = await den.answer("Bartek", f"{SONG}-pije")
    nonsense = await den.answer("Bartek", f"{SONG}-leje")
    typed = await den.answer("Ala", "drink red")

    assert any("pije" in one.name for one in alas)
    assert not any("pije" in one.name or "drink" in str(one.value) for one in barteks)
    assert guessed.text == nonsense.text.replace("leje", "pije")
    assert f"{SONG}-czerwony" in typed.text
    assert "tajemnic" not in den.story()


async def test_an_order_given_meanwhile_is_its_owners(den: Channel) -> None:
    """Bartek's standing orders in Ala's turn: nobody reads them, and it is still for her to go on."""
    await den.answer("Bartek", f"orders {SONG}-atak")
    newest = den.hands.messages(HERE, "Celina")[-1]

    assert newest.text.startswith(f"<@{_id(den, 'Ala')}> **Co teraz?**")
    assert newest.data["mentions"] == []
    assert SONG not in heard_by(den, "Ala") + heard_by(den, "Celina")
    assert f"{SONG}-atak" in heard_by(den, "Bartek")


async def test_the_last_secrets_are_told_once_more(den: Channel) -> None:
    """Bartek has given ten orders; the last eight are among his things, in their order."""
    for nth in range(10):
        await den.hands.follow(await den.hands.slash("Bartek", HERE, "answer", {"value": f"orders rozkaz{nth}"}))
    things = await den.command("Bartek", "things")

    assert [line.rpartition("rozkaz")[2][:1] for line in things.text.splitlines() if "rozkaz" in line] == list(
        "23456789"
    )
    assert "Ostatnio tylko dla ciebie" in things.text


# A whole secret question -------------------------------------------------------------------------------------


async def test_where_something_is_hidden_is_asked_and_answered_in_secret(den: Channel) -> None:
    """The channel learns who is asked and that it is done; Bartek can neither open it nor complete it."""
    await den.press("Ala", "stay")
    asked = den.hands.messages(HERE, "Bartek")[-1]
    opened = await den.press("Bartek", CHOOSE)
    completed = await den.hands.complete("Bartek", HERE, "answer", {"value": ""}, focused="value")
    await den.press("Ala", CHOOSE)
    offered = labels(den, "Ala")
    await den.press("Ala", f"{SONG}-dach")

    assert "**Decyzja w tajemnicy**" in asked.text
    assert [button.label for button in asked.buttons] == [UNSAID, CHOOSE, "?"]
    assert opened.text == "To pytanie nie do ciebie – czekamy na: Ala."
    assert completed == []
    assert offered == [f"{AS_USUAL} {SONG}-dziura", f"{SONG}-dach"]
    assert "**Ala** → (w tajemnicy)" in den.story()
    assert SONG not in heard_by(den, "Bartek")


async def test_no_look_around_finds_a_secret(den: Channel) -> None:
    """Whatever the others ask for: status, lists, votes, undo, their own copies."""
    await den.answer("Ala", "drink red")
    await den.answer("Celina", f"orders {SONG}-czekać")
    await den.press("Ala", "stay")
    for who in ("Bartek", GUEST):
        for command in (*LOOKS, "things"):
            await den.hands.follow(await den.hands.slash(who, HERE, command, {}))
        await den.hands.complete(who, HERE, "undo", {"what": ""}, focused="what")
    steps = await den.hands.complete("Bartek", HERE, "undo", {"what": ""}, focused="what")
    await den.press("Ala", AS_USUAL)

    assert len(steps) > 1
    assert SONG not in str(steps)
    assert SONG not in heard_by(den, "Bartek")
    assert SONG not in heard_by(den, GUEST)


async def test_an_undo_list_tells_an_answer_to_who_gave_it(house: House) -> None:
    """Ala reads what she drank, Olek that there was an answer."""
    turn = await begun(house, ALA, OLEK)
    now = (await house.press(turn, ALA, ["drink", "red"])).standing
    last = (await points(house.store, now.record.id, now.address, 1))[-1]
    scene = Scene(now, Den())

    assert SONG in label(scene, scene.narrator, last, Reader(ALA))
    assert label(scene, scene.narrator, last, Reader(OLEK)) == "1 wstecz – Ala: odpowiedź"
    assert label(scene, scene.narrator, last, Reader()) == "1 wstecz – Ala: odpowiedź"


async def test_an_own_copy_holds_only_ones_own_secrets(house: House) -> None:
    """Olek's copy has his orders, not what Ala drank; the game master's has both."""
    turn = await begun(house, ALA, OLEK)
    turn = (await house.press(turn, ALA, ["drink", "red"])).standing
    turn = (await house.press(turn, OLEK, ["orders", "stać"])).standing

    own = json.loads(await export_own(house.sessions, turn.record.id, "s2"))
    everything = json.loads(await masters_copy(house, turn.record.id))

    assert [line["value"] for line in own["answers"]] == [["orders", "stać"]]
    assert f"{SONG}-s1" not in json.dumps(own)
    assert f"{SONG}-s2" in json.dumps(own)
    assert f"{SONG}-s1" in json.dumps(everything)


async def test_a_leader_who_answers_for_the_late_learns_nothing(house: House) -> None:
    """She may have Olek's turn played as usual; what is his alone she cannot open."""
    turn = await begun(house, ALA, OLEK)
    secret = Choose(who="s2", why="den.hide", options=PLACES, secret=True)
    assert isinstance(turn.waiting, NextAction)

    public = without_secret_actions(turn.waiting)

    assert turn.record.leader_id == ALA
    assert [may_look(turn.record, user, "s2") for user in (ALA, OLEK)] == [False, True]
    assert isinstance(public, NextAction)
    assert [action.option.id for action in public.actions] == ["go", "stay"]
    with pytest.raises(Refused, match="not_asked"):
        without_secret_actions(secret)


async def test_a_vote_on_a_secret_shows_no_wishes(house: House) -> None:
    """Those who are asked together settle it; ``/vote``, which everybody may type, says who has spoken."""
    turn = await begun(house, ALA, OLEK)
    record = replace(turn.record, habits=replace(turn.record.habits, deciding="vote"))
    secret = Choose(who=PARTY, why="den.hide", options=PLACES, secret=True, facts={"what": SONG})
    scene = Scene(replace(turn, record=record, waiting=secret), Den())

    said = "\n".join(votes_on_question(scene, [Vote("s1", "roof", 1.0, ALA)]))

    assert "Ala" in said
    assert "(w tajemnicy)" in said
    assert SONG not in said


# Whom the game waits for -------------------------------------------------------------------------------------


async def test_nobody_waits_for_who_can_only_do_things_first(house: House) -> None:
    """Olek may give orders in Ala's turn; it is she who is waited for, and she is asked no later because of them."""
    turn = await begun(house, ALA, OLEK)
    house.clock.now += 600

    ordered = (await house.press(turn, OLEK, ["orders", "stać"])).standing

    assert waited_at(turn) == waited_at(ordered) == ("s1",)
    assert prompt(Scene(turn, Den())).ping == [ALA]
    assert ordered.address == turn.address
    assert ordered.asked_at == turn.asked_at


async def test_the_autopilot_gives_no_orders(house: House) -> None:
    """Not for a seat that it plays, not as «as usual», and not when the game master skips."""
    turn = await begun(house, ALA, OLEK, EWA)
    away = await house.on_autopilot(turn.record.id, "s2")
    with pytest.raises(Refused, match="not_asked"):
        await house.sessions.answer(_usual(away, EWA))

    async def name_a_master(one: Transaction) -> None:
        one.rewrite(gm_id=STRANGER)

    await house.sessions.change(turn.record.id, None, name_a_master)
    skipped = await rulings.skip(house.sessions, turn.record.id, STRANGER, an_interaction())

    assert away.address == turn.address
    assert isinstance(skipped.standing.waiting, Choose)


async def test_the_autopilot_plays_a_turn_in_which_others_could_give_orders(house: House) -> None:
    """Ala is away; that Olek might still do something keeps nobody waiting."""
    turn = await begun(house, ALA, OLEK)

    away = await house.on_autopilot(turn.record.id, "s1")

    assert away.record.phase == "ended"
    assert turn.record.phase == "playing"


def _usual(standing: Standing, user: int) -> Press:
    return Press(standing.record.id, user, an_interaction(), None, standing.address, usual=True)


# The button ---------------------------------------------------------------------------------------------------


async def test_a_prompt_of_a_game_with_hidden_things_always_leads_to_them(house: House) -> None:
    """Whatever is asked: a choice, a secret for everybody, actions; and in no other game."""
    turn = await begun(house, ALA, OLEK)
    choice = Choose(who=PARTY, why="door", options=PLACES)
    everyone = Everyone(who=PARTY, why="hide", asks={"s1": choice, "s2": choice}, secret=True)
    open_actions = NextAction(who=PARTY, why="errand", actions=(turn.waiting.actions[-1],))  # type: ignore[union-attr]

    for asked in (choice, everyone, open_actions):
        scene = Scene(replace(turn, waiting=asked), Den())
        with_things = public_controls(scene, "s1", things=True).buttons
        without = public_controls(scene, "s1", things=False).buttons
        assert [press.label for press in with_things] == [*(press.label for press in without), "Moje rzeczy…"]
