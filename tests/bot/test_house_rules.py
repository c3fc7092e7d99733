"""House rules are agreed on around the table: by the one who leads it, before the game, for everybody to see."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from bot.acts.table_settings import agree
from bot.playground import Message, Outcome
from bot.words import house_rules
from bot.words.catalogues import LOCALES
from bot.words.narrator import Narrator
from rules.games import load
from rules.kernel.errors import Refused
from rules.kernel.requests import Seat
from tests.bot.a_channel import HERE, Channel, a_channel, a_table
from tests.bot.a_table import ALA, CHANNEL, OLEK, a_house, an_interaction
from tests.bot.parlour import Parlour, ParlourRules, a_choice

SWITCHES = {
    "heroes": ("3", "0", "1", "2", "4", "5", "6"),
    "apprentices": ("3", "0", "1", "2", "4", "5", "6"),
    "adventures": ("3", "1", "2", "4", "6", "8", "10", "12", "0"),
    "recruits": ("yes", "no"),
    "level3_numbers": ("2", "1"),
    "resistance": ("yes", "no"),
    "treasure": ("group", "monster"),
    "negotiation": ("one", "all"),
    "gate_front": ("cleared", "any"),
    "chests": ("trapped", "safe"),
    "sharing": ("wishes", "all", "fair"),
    "experience": ("survivors", "six"),
    "spells": ("repeatable", "once"),
}
"""Every switch that the labyrinth has or is to have."""


class ManySwitches(ParlourRules):
    """The parlour with all the switches of the labyrinth; six heroes and more are too many."""

    switches = SWITCHES

    def begin(self, seats: Sequence[Seat], options: Mapping[str, str]) -> Parlour:
        """Refuses a party of more than six."""
        chosen = house_rules.in_force(self, options)
        if int(chosen["heroes"]) + int(chosen["apprentices"]) > 6:
            raise Refused("party_size", most=6)
        return super().begin(seats, options)


def lobby_of(channel: Channel) -> Message:
    """The newest lobby that everybody sees."""
    there = channel.hands.messages(HERE, "Celina")
    return [one for one in there if not one.ephemeral and "Przy stole" in one.text][-1]


async def choose(channel: Channel, who: str, panel: Outcome, switch: str, value: str) -> Outcome:
    """Pick a value in the menu of a switch."""
    assert panel.message is not None
    menus = panel.message.selects
    nth = next(n for n, menu in enumerate(menus) if menu.placeholder == switch)
    return await channel.pick(who, panel.message, nth, value)


# In the channel --------------------------------------------------------------------------------------------


async def test_the_leader_changes_a_house_rule_and_everybody_sees_it(tmp_path: Path) -> None:
    """The lobby message names what differs; the panel is the leader's alone, four switches to a page."""
    async with a_channel(tmp_path, ManySwitches(a_choice)) as channel, channel.bot_up():
        await channel.command("Ala", "game new")
        await channel.press("Ala", "Ustawienia…")
        panel = await channel.press("Ala", "Zasady domowe")
        changed = await choose(channel, "Ala", panel, "limit przygód", "brak")
        await channel.hands.until(lambda: "**Zasady domowe:**" in lobby_of(channel).text)

        assert (panel.kind, changed.kind) == ("update", "update")
        assert panel.message is not None
        assert len(panel.message.selects) == 4
        assert "**Zasady domowe:** limit przygód: brak" in lobby_of(channel).text
        assert "- **limit przygód: brak** – " in changed.text
        assert "bohaterów" not in lobby_of(channel).text


async def test_the_panel_has_a_page_for_every_four_switches(tmp_path: Path) -> None:
    """Fourteen switches are four pages; a change is shown on its own page, and the menus are new each time."""
    async with a_channel(tmp_path, ManySwitches(a_choice)) as channel, channel.bot_up():
        await channel.command("Ala", "game new")
        await channel.press("Ala", "Ustawienia…")
        await channel.press("Ala", "Zasady domowe")
        await channel.press("Ala", "▶")
        await channel.press("Ala", "▶")
        last = await channel.press("Ala", "▶")
        changed = await choose(channel, "Ala", last, "wybrany czar", "raz na przygodę")

        assert last.message is not None
        assert changed.message is not None
        assert "4 z 4" in changed.text
        assert [button.label for button in changed.message.buttons] == ["◀ Wstecz"]
        assert last.message.selects[0].custom_id != changed.message.selects[0].custom_id
        assert "wybrany czar: raz na przygodę" in lobby_of(channel).text


async def test_what_does_not_go_together_changes_nothing(tmp_path: Path) -> None:
    """Six heroes beside three apprentices: the rules say why not, and the menu says three again."""
    async with a_channel(tmp_path, ManySwitches(a_choice)) as channel, channel.bot_up():
        await channel.command("Ala", "game new")
        await channel.press("Ala", "Ustawienia…")
        panel = await channel.press("Ala", "Zasady domowe")
        await choose(channel, "Ala", panel, "bohaterów w drużynie", "6")

        refusal, now = channel.hands.messages(HERE, "Ala")[-1], channel.hands.messages(HERE, "Ala")[-2]
        assert "Bohaterów i uczniów może być razem od 1 do 6." in refusal.text
        assert [option["label"] for option in now.selects[0].options if option.get("default")] == [
            "3 – bohaterów w drużynie"
        ]
        assert "Zasady domowe" not in lobby_of(channel).text


async def test_only_the_leader_and_the_keeper_of_the_channel_may(tmp_path: Path) -> None:
    """Celina sits at Bartek's table and may read; Ala may change, as the place is hers."""
    async with a_channel(tmp_path, ManySwitches(a_choice)) as channel, channel.bot_up():
        await channel.command("Bartek", "game new")
        await channel.press("Celina", "Dołącz")
        await channel.press("Celina", "Ustawienia…")
        read = await channel.press("Celina", "Zasady domowe")
        more = await channel.press("Celina", "▶")
        await channel.press("Ala", "Ustawienia…")
        panel = await channel.press("Ala", "Zasady domowe")
        await choose(channel, "Ala", panel, "limit przygód", "8")

        assert read.message is not None
        assert more.message is not None
        assert [read.message.selects, more.message.selects] == [[], []]
        assert "Zmieniać może tu Bartek" in read.text
        assert "2 z 4" in more.text
        assert "limit przygód: 8" in lobby_of(channel).text


async def test_house_rules_outlive_a_restart_and_close_with_the_start(tmp_path: Path) -> None:
    """What was agreed on is there when the bot comes back; once the game has begun the panel is too late."""
    async with a_channel(tmp_path, ManySwitches(a_choice)) as channel:
        async with channel.bot_up():
            await channel.command("Ala", "game new")
            await channel.press("Ala", "Ustawienia…")
            panel = await channel.press("Ala", "Zasady domowe")
            panel = await choose(channel, "Ala", panel, "limit przygód", "8")
        async with channel.bot_up():
            await channel.hands.settled()
            panel = await choose(channel, "Ala", panel, "bohaterów w drużynie", "2")
            both = lobby_of(channel).text
            await channel.press("Ala", "Zaczynamy")
            late = await choose(channel, "Ala", panel, "limit przygód", "6")
            status = await channel.command("Ala", "game status")

        assert "limit przygód: 8, bohaterów w drużynie: 2" in both
        assert "Gra już trwa" in channel.hands.messages(HERE, "Ala")[-1].text or "Gra już trwa" in late.text
        assert "limit przygód: 8, bohaterów w drużynie: 2" in status.text


async def test_the_status_names_what_differs(tmp_path: Path) -> None:
    """What was agreed on, and nothing of the rest: ``/house`` lists it all."""
    async with a_channel(tmp_path, ManySwitches(a_choice)) as channel, channel.bot_up():
        await channel.command("Ala", "game new", options="recruits=no")
        status = await channel.command("Ala", "game status")

        assert "**Zasady domowe:** uczeń za poległych: nie" in status.text.splitlines()
        assert "w drużynie" not in status.text


async def test_a_game_without_switches_has_no_button_for_them(tmp_path: Path) -> None:
    """Nothing to agree on, nothing to press."""
    async with a_channel(tmp_path, ParlourRules(a_choice)) as channel, channel.bot_up():
        await channel.command("Ala", "game new")
        settings = await channel.press("Ala", "Ustawienia…")
        assert settings.message is not None

        assert "Zasady domowe…" not in [button.label for button in settings.message.buttons]


async def test_the_labyrinth_lends_its_switches_to_the_lobby(tmp_path: Path) -> None:
    """The bot knows no switch by name: they are the game's own."""
    rules = load("labirynt-smierci")
    async with a_channel(tmp_path, rules) as channel, channel.bot_up():
        await channel.command("Ala", "game new")
        await channel.press("Ala", "Ustawienia…")
        panel = await channel.press("Ala", "Zasady domowe")
        await choose(channel, "Ala", panel, "uczeń za poległych", "nie")

        assert "uczeń za poległych: nie" in lobby_of(channel).text


@pytest.mark.parametrize(
    ("adventures", "told"),
    [
        ("", "Macie na to 3 przygody."),
        ("8", "Macie na to 8 przygód."),
        ("brak", "Przygód może być dowolnie wiele."),
    ],
)
async def test_the_goal_counts_the_adventures(tmp_path: Path, adventures: str, told: str) -> None:
    """The number has its noun, and without a limit there is no number."""
    async with a_channel(tmp_path, load("labirynt-smierci")) as channel, channel.bot_up():
        await channel.command("Ala", "game new")
        if adventures:
            await channel.command("Ala", "house", rule="limit przygód", value=adventures)
        await channel.press("Ala", "Szybki start")

        assert any(told in text for text in channel.texts())


async def test_a_rule_without_a_value_is_explained_in_words(tmp_path: Path) -> None:
    """How it stands, what it may become, how to change it; and what is typed in words is understood."""
    async with a_channel(tmp_path, ManySwitches(a_choice)) as channel, channel.bot_up():
        await channel.command("Ala", "game new")
        told = await channel.command("Ala", "house", rule="rzut na skarb")
        refused = await channel.command("Ala", "house", rule="treasure", value="wcale")
        changed = await channel.command("Ala", "house", rule="rzut na skarb", value="za każdego potwora")
        listed = await channel.command("Ala", "house")

        assert "**rzut na skarb: za całą grupę**" in told.text
        assert "Możliwe: za całą grupę i za każdego potwora." in told.text
        assert "`/zasady zasada: wartość:`" in told.text
        assert "Zasada „rzut na skarb” nie ma takiej wartości. Możliwe: za całą grupę" in refused.text
        assert "rzut na skarb: za każdego potwora" in changed.text
        assert listed.text.splitlines()[0] == "- **rzut na skarb: za każdego potwora**"
        assert len(listed.text.splitlines()) == len(SWITCHES) + 1


async def test_what_made_the_party_is_not_offered_any_more(tmp_path: Path) -> None:
    """Heroes and apprentices are chosen once for all; asked for, the rule says so in words."""
    async with a_table(tmp_path, load("labirynt-smierci"), "Ala") as channel:
        offered = await channel.hands.complete("Ala", HERE, "house", {"rule": ""}, focused="rule")
        told = await channel.command("Ala", "house", rule="heroes")
        values = await channel.hands.complete("Ala", HERE, "house", {"rule": "rzut na", "value": ""}, focused="value")

        assert [choice.value for choice in offered][:2] == ["adventures", "recruits"]
        assert "Zasady domowej „bohaterów w drużynie” nie można już zmienić" in told.text
        assert [choice.value for choice in values] == ["group", "monster"]


# At the table ----------------------------------------------------------------------------------------------


async def test_an_agreement_is_stored_at_once(tmp_path: Path) -> None:
    """After a restart it is there, and the game begins by it."""
    async with a_house(tmp_path / "db") as house:
        table = await house.lobby(ALA, OLEK)
        await agree(house.sessions, table.record.id, ALA, an_interaction(), "depth", "3")

    async with a_house(tmp_path / "db") as house:
        started = await house.sessions.start(CHANNEL, ALA, an_interaction())

        assert started.standing.record.options == {"depth": "3"}
        assert started.standing.state.depth == 3


async def test_the_same_change_sent_twice_counts_once(tmp_path: Path) -> None:
    """A redelivered interaction undoes no later change."""
    async with a_house(tmp_path / "db") as house:
        game_id = (await house.lobby(ALA)).record.id
        number = an_interaction()
        await agree(house.sessions, game_id, ALA, number, "depth", "3")
        await agree(house.sessions, game_id, ALA, an_interaction(), "depth", "1")

        again = await agree(house.sessions, game_id, ALA, number, "depth", "3")

        assert again.record.options == {"depth": "1"}


async def test_each_refusal_has_its_reason(tmp_path: Path) -> None:
    """Others, values that do not exist, tables that have begun."""
    async with a_house(tmp_path / "db") as house:
        sessions, game_id = house.sessions, (await house.lobby(ALA, OLEK)).record.id

        with pytest.raises(Refused, match="not_leader"):
            await agree(sessions, game_id, OLEK, an_interaction(), "depth", "3")
        with pytest.raises(Refused, match="option"):
            await agree(sessions, game_id, ALA, an_interaction(), "depth", "99")
        with pytest.raises(Refused, match="option"):
            await agree(sessions, game_id, ALA, an_interaction(), "dragons", "3")
        await agree(sessions, game_id, OLEK, an_interaction(), "depth", "1", may=True)
        await sessions.start(CHANNEL, ALA, an_interaction())
        with pytest.raises(Refused, match="already_started"):
            await agree(sessions, game_id, ALA, an_interaction(), "depth", "2")


# Words -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("locale", LOCALES)
def test_every_switch_has_its_words(locale: str) -> None:
    """A name, a line without the number of a section, and a word for each value that is no number."""
    narrator = Narrator(locale)
    switches = {**SWITCHES, **load("labirynt-smierci").switches}
    keys = [f"house.{switch}{part}" for switch in switches for part in ("", ".note")]
    values = [(switch, value) for switch, many in switches.items() for value in many if not value.isdecimal()]

    missing = [key for key in keys if not narrator.has_words(key)]
    missing += [f"house.{switch}.{value}" for switch, value in values if not known(narrator, switch, value)]

    assert not missing, f"no words in {locale} for: {', '.join(missing)}"
    assert not any("§" in narrator.say(f"house.{switch}.note") for switch in load("labirynt-smierci").switches)


def known(narrator: Narrator, switch: str, value: str) -> bool:
    """Whether a value has words of its own, or those that all switches share."""
    return narrator.has_words(f"house.{switch}.{value}") or narrator.has_words(f"house.{value}")
