"""``/gm prepare``: calls kept for their author alone, offered where they are due, and played by one press."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.acts.privacy import forget
from bot.discord.commands.gm_prepare import MOST, note_due
from bot.playground.seen import Button
from bot.playground.seen import Refused as Impossible
from bot.session.transaction import Transaction
from bot.table.records import Prepared
from bot.words.narrator import Narrator
from rules.games import load
from tests.bot.a_channel import AS_USUAL, HERE, Channel, a_channel
from tests.bot.a_mastered_channel import LUCK, MASTER
from tests.bot.a_table import ALA, OLEK, a_house
from tests.bot.test_screen import a_game, screen

LINE = "2 trolle, poziom 2"


async def prepare(channel: Channel, who: str = MASTER, **options: str) -> str:
    """What is said to who prepares a call."""
    outcome = await channel.hands.slash(who, HERE, "gm prepare", dict(options))
    await channel.hands.settled()
    return outcome.text


async def kept(channel: Channel, who: str = MASTER) -> str:
    """The list of who asks for it."""
    return (await channel.command(who, "gm prepare")).text


def greens(channel: Channel) -> list[Button]:
    """The buttons of the screen that play something prepared."""
    return [one for one in screen(channel).buttons if ":prepared:" in one.custom_id]


async def on_screen(channel: Channel) -> str:
    """The game master's screen as it is now."""
    await channel.command(MASTER, "gm screen")
    return screen(channel).text


async def test_it_stands_on_the_screen_and_one_press_plays_it(tmp_path: Path) -> None:
    """Without a place it is only listed; once it is played it is there no more."""
    async with a_game(tmp_path, load("labirynt-smierci")) as channel:
        said = await prepare(channel, name="Zasadzka", what=LINE, note="Słychać *chrapanie*.")
        seen = await on_screen(channel)
        [button] = greens(channel)
        played = await channel.hands.press(MASTER, screen(channel), button.custom_id)
        await channel.hands.settled()
        story, left = channel.story(), await kept(channel)

    for text in (said, seen):
        assert "**Zasadzka** – 2 trolle, poziom 2 · Słychać \\*chrapanie\\*." in text
    assert "Gotowe" in played.text
    assert "roll" in story
    assert "Zasadzka" not in story
    assert "nic przygotowanego" in left


async def test_a_line_that_would_be_refused_is_kept_with_the_reason(tmp_path: Path) -> None:
    """Not at the table, where all wait, is it found out that the game has no such monster."""
    async with a_game(tmp_path, load("labirynt-smierci")) as channel:
        said = await prepare(channel, name="Zasadzka", what="2 smoki, poziom 2")
        fine = await prepare(channel, name="Druga", what=LINE)

    assert "**Zasadzka** – 2 smoki, poziom 2" in said
    assert "byłaby odrzucona" in said
    assert "smoki" in said.partition("odrzucona")[2]
    assert "odrzucona" not in fine


async def test_it_is_due_only_where_everybody_sees_somebody_stand(tmp_path: Path) -> None:
    """The due one stands first with a button; the offer comes with a private answer once it can be played, and once."""
    async with a_game(tmp_path, load("labirynt-smierci")) as channel:
        await prepare(channel, name="Niżej", what=LINE, place="poziom 2")
        await prepare(channel, name="Tutaj", what=LINE, place="poziom 1")
        listed = await kept(channel)
        await on_screen(channel)
        labels = [one.label for one in greens(channel)]
        story = channel.story()
        before = {one.id for one in channel.hands.messages(HERE, MASTER)}
        for _ in range(20):
            await channel.press("Ala", AS_USUAL)
            asked = await channel.command(MASTER, "gm now", what="skarb K")
            told = [one for one in channel.hands.messages(HERE, MASTER) if one.id not in before and "Tutaj" in one.text]
            assert bool(told) is ("Nie teraz" not in asked.text)
            if told:
                break
        await channel.command(MASTER, "gm notes")
        told = [one for one in channel.hands.messages(HERE, MASTER) if one.id not in before and "Tutaj" in one.text]

    assert listed.index("**Tutaj** – 2 trolle, poziom 2 · 📍 poziom 1 – **to tutaj**") < listed.index("**Niżej**")
    assert labels == ["Tutaj"]
    assert "Tutaj" not in story
    assert [(one.ephemeral, [button.label for button in one.buttons]) for one in told] == [(True, ["Tutaj"])]


async def test_an_offer_that_waited_can_still_be_played(tmp_path: Path) -> None:
    """The players answer again and again before the game master does anything; its button is of the last question."""
    async with a_game(tmp_path, load("labirynt-smierci")) as channel:
        await prepare(channel, name="Skarb", what="skarb K", place="poziom 1")
        times = 0
        while times < 3:
            await channel.press("Ala", AS_USUAL)
            times += bool(await channel.hands.complete(MASTER, HERE, "gm now", {"what": "skarb"}, focused="what"))
        await channel.command(MASTER, "gm notes")
        [offer] = [one for one in channel.hands.messages(HERE, MASTER) if one.text.startswith("- **Skarb**")]
        played = await channel.hands.press(MASTER, offer, offer.buttons[0].custom_id)

    assert "Gotowe" in played.text


@pytest.mark.parametrize(
    ("place", "known"),
    [("ołtarz", True), ("altar, level 2", True), ("level 9", False), ("E6", False), (",", False)],
)
async def test_a_place_is_one_of_the_game(tmp_path: Path, place: str, *, known: bool) -> None:
    """In either language, with and without accents; others are refused and not kept."""
    async with a_game(tmp_path, load("labirynt-smierci")) as channel:
        said = await prepare(channel, name="Zasadzka", what=LINE, place=place)
        listed = await kept(channel)

    assert ("Nie znam w tej grze miejsca" in said) is not known
    assert ("Zasadzka" in listed) is known


@pytest.mark.parametrize("game", ["labirynt-smierci", "labirynt-czarnoksieznika", "jaskinia"])
@pytest.mark.parametrize("locale", ["pl", "en"])
async def test_somebody_stands_somewhere_in_every_game(tmp_path: Path, game: str, locale: str) -> None:
    """Each place has a name in each language, and places with somebody are fewer than all."""
    async with a_channel(tmp_path, load(game)) as channel, channel.bot_up(lambda: LUCK) as bot:
        await channel.command("Ala", "game new", game=game)
        await channel.press("Bartek", "Dołącz")
        await channel.hands.slash("Ala", HERE, "game start", {"quick": True})
        await channel.hands.until(lambda: channel.hands.messages(HERE, "Ala")[-1].buttons)
        [entry] = bot.service.sessions.live()
        scene = await bot.service.game(entry.id)
        places = list(scene.face.places(Narrator(locale), scene.view))

    here = [names for names, is_here in places if is_here]
    assert 0 < len(here) < len(places)
    assert all(names[-1] or names[0] for names, _ in places)


async def test_nobody_else_finds_it(tmp_path: Path) -> None:
    """The next game master has a list of their own; the former one keeps theirs and can play nothing."""
    async with a_game(tmp_path, load("labirynt-smierci")) as channel:
        await prepare(channel, name="Zasadzka", what=LINE)
        await on_screen(channel)
        page, [button] = screen(channel), greens(channel)
        await channel.command("Ala", "settings", **{"gm-role": "Owner"})
        await channel.command("Ala", "gm take")
        theirs, own = await kept(channel, "Ala"), await kept(channel)
        late = await channel.hands.press(MASTER, page, button.custom_id)
        refused = await prepare(channel, name="Druga", what=LINE)

    assert ("Zasadzka" in theirs, "Zasadzka" in own) == (False, True)
    assert late.text == refused == "To może tylko mistrz gry tego stołu."


async def test_who_plays_among_rivals_prepares_and_calls_nothing(tmp_path: Path) -> None:
    """As with every tool of a game master."""
    async with a_channel(tmp_path, load("jaskinia")) as channel, channel.bot_up(lambda: LUCK) as bot:
        await channel.command("Ala", "game new", game="jaskinia")
        await channel.press("Bartek", "Dołącz")
        await channel.command("Ala", "gm appoint", member=MASTER)
        await channel.hands.slash("Ala", HERE, "game start", {"quick": True})
        await channel.hands.until(lambda: channel.hands.messages(HERE, "Ala")[-1].buttons)
        [entry] = bot.service.sessions.live()
        scene = await bot.service.game(entry.id)
        player = scene.record.seats[0].user_id

        async def appoint(action: Transaction) -> None:
            action.rewrite(gm_id=player)

        await bot.service.sessions.change(entry.id, None, appoint)
        call = Prepared(7, scene.record.guild_id, player, 1.0, "jaskinia", "Ork", "ork na E6", place="E6")
        await bot.service.store.prepare(call, MOST)
        refused = await prepare(channel, "Ala", name="Ork", what="ork na E6")
        await note_due(bot.service, await bot.service.game(entry.id))
        listed = await channel.command("Ala", "gm prepare")
        called = await channel.pick("Ala", listed.message, 0, "Ork")
        gone = await channel.pick("Ala", listed.message, 1, "Ork")

    assert refused == called.text
    assert refused.startswith("Grasz tu przeciwko innym")
    assert "nic przygotowanego" in gone.text
    assert not bot.service.reports.offers


async def test_a_restart_keeps_it_and_it_is_taken_away_by_choice(tmp_path: Path) -> None:
    """Two menus: the first plays, the second takes away; what is gone, or shown before, is refused."""
    async with a_game(tmp_path, load("labirynt-smierci")) as channel:
        await prepare(channel, name="Zasadzka", what=LINE)
        await prepare(channel, name="Skarb", what="skarb K")
    async with a_channel(tmp_path, load("labirynt-smierci")) as channel, channel.bot_up():
        await on_screen(channel)
        ambush, treasure = greens(channel)
        listed = await channel.command(MASTER, "gm prepare")
        after = await channel.pick(MASTER, listed.message, 1, "Zasadzka")
        again = await channel.hands.press(MASTER, screen(channel), ambush.custom_id)
        await channel.press("Ala", AS_USUAL)
        stale = await channel.hands.press(MASTER, screen(channel), treasure.custom_id)
        left = await kept(channel)

    assert ("Zasadzka" in after.text, "Skarb" in after.text) == (False, True)
    assert "Gra poszła dalej" in again.text
    assert "Gra poszła dalej" in stale.text
    assert "Skarb" in left


async def test_what_cannot_be_played_now_stays(tmp_path: Path) -> None:
    """The refusal is that of ``/gm now``."""
    async with a_game(tmp_path, load("labirynt-smierci")) as channel:
        await prepare(channel, name="Smok", what="walka 2 smokopodobne")
        await on_screen(channel)
        refused = await channel.hands.press(MASTER, screen(channel), greens(channel)[0].custom_id)
        now = await channel.command(MASTER, "gm now", what="walka 2 smokopodobne")
        left = await kept(channel)

    assert refused.text == now.text
    assert "Smok" in left


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"name": "x" * 61, "what": LINE}, "name: at most 60"),
        ({"name": "x", "what": "y" * 201}, "what: at most 200"),
        ({"name": "x", "what": LINE, "place": "z" * 61}, "place: at most 60"),
        ({"name": "x", "what": LINE, "note": "z" * 181}, "note: at most 180"),
    ],
)
async def test_what_is_kept_has_bounds(tmp_path: Path, options: dict[str, str], said: str) -> None:
    """Name, line, place and note have 500 characters together."""
    async with a_game(tmp_path, load("labirynt-smierci")) as channel:
        with pytest.raises(Impossible, match=said):
            await prepare(channel, **options)


@pytest.mark.parametrize("options", [{"name": "x"}, {"what": LINE}, {"name": "\u200b", "what": LINE}])
async def test_a_name_and_a_line_there_must_be(tmp_path: Path, options: dict[str, str]) -> None:
    """Visible ones."""
    async with a_game(tmp_path, load("labirynt-smierci")) as channel:
        refused = await prepare(channel, **options)
        left = await kept(channel)

    assert "musi mieć nazwę" in refused
    assert "nic przygotowanego" in left


async def test_a_server_holds_fifty(tmp_path: Path) -> None:
    """All are listed in menus of 25; one more is refused, in the language of who asks."""
    async with a_channel(tmp_path, load("labirynt-smierci")) as channel, channel.bot_up() as bot:
        await channel.hands.slash("Gwen", "the-maze", "game new", {"game": "labirynt-smierci"})
        await channel.hands.slash("Gwen", "the-maze", "gm take", {})
        await channel.hands.settled()
        [entry] = bot.service.sessions.live()
        record = (await bot.service.game(entry.id)).record
        for number in range(MOST):
            whose = (record.guild_id, record.leader_id)
            call = Prepared(number, *whose, 1.0, "labirynt-smierci", f"No. {number}", "treasure K")
            await bot.service.store.prepare(call, MOST)
        full = await channel.hands.slash("Gwen", "the-maze", "gm prepare", {"name": "One more", "what": "treasure K"})
        listed = await channel.hands.slash("Gwen", "the-maze", "gm prepare", {})

    assert "already holds 50" in full.text
    assert [len(menu.options) for menu in listed.message.selects] == [25] * 4  # type: ignore[union-attr]  # it is there
    assert [menu.placeholder for menu in listed.message.selects][1:3] == ["Play now: 26–50", "Take away: 1–25"]  # type: ignore[union-attr]  # it is there


async def test_before_the_game_there_is_no_place(tmp_path: Path) -> None:
    """What has no place can be kept in the lobby."""
    async with a_channel(tmp_path, load("labirynt-smierci")) as channel, channel.bot_up():
        await channel.command("Ala", "game new")
        await channel.command("Ala", "gm appoint", member=MASTER)
        refused = await prepare(channel, name="Zasadzka", what=LINE, place="poziom 1")
        said = await prepare(channel, name="Zasadzka", what=LINE)

    assert refused == "Gra się jeszcze nie zaczęła: `/gra start`."
    assert "Zasadzka" in said


async def test_whoever_is_forgotten_has_prepared_nothing(tmp_path: Path) -> None:
    """What others have prepared stays."""
    async with a_house(tmp_path / "db") as house:
        for id, user in ((1, ALA), (2, OLEK)):
            await house.store.prepare(Prepared(id, 5, user, 1.0, "toy", "x", "y"), MOST)
        await forget(house.sessions, ALA)

        assert await house.store.prepared(5, ALA) == []
        assert await house.store.prepared(5, OLEK) == [Prepared(2, 5, OLEK, 1.0, "toy", "x", "y")]


@pytest.mark.parametrize("shared", [True, False])
async def test_nothing_is_offered_by_itself_where_rivals_share_the_screen(tmp_path: Path, *, shared: bool) -> None:
    """They would read it; the game master asks for the list when the screen is turned."""
    async with a_channel(tmp_path, load("jaskinia")) as channel, channel.bot_up(lambda: LUCK) as bot:
        if shared:
            await channel.command(MASTER, "game new", table=True, players="Fred, Ewa")
        else:
            await channel.command("Ala", "game new")
            await channel.press("Bartek", "Dołącz")
            await channel.command("Ala", "gm appoint", member=MASTER)
        await channel.hands.slash(MASTER if shared else "Ala", HERE, "game start", {"quick": True})
        await channel.hands.until(lambda: channel.hands.messages(HERE, MASTER)[-1].buttons)
        await channel.hands.settled()
        [entry] = bot.service.sessions.live()
        scene = await bot.service.game(entry.id)
        [area, *_] = [names[0] for names, is_here in scene.face.places(Narrator("pl"), scene.view) if is_here]
        said = await prepare(channel, name="Złoto", what="złoto 3 na E6", place=area)
        await note_due(bot.service, await bot.service.game(entry.id))

        assert "to tutaj" in said
        assert bool(bot.service.reports.offers) is not shared
