"""How Jaskinia shows itself: what stands below a story, what a map says in words, whose Spells nobody else reads."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest
from structlog.testing import capture_logs

from bot.discord.commands.play import part_for
from bot.discord.prompts.open_question import Scene
from bot.games import face_of
from bot.games.face import ON_TABLE, ONE, Picture
from bot.games.jaskinia.face import drawn_cards
from bot.games.jaskinia.words import aims, around, cave_in_words, fight_in_words
from bot.words.catalogues import LOCALES
from bot.words.narrator import Narrator
from images.jaskinia.surroundings import ACROSS, _first_place, _is_within_block
from rules.games import load
from rules.jaskinia.events.cards import CardDrawn
from rules.jaskinia.events.course import CrystalFound, GateOpened, SeekersOrder, WentTo
from rules.jaskinia.make_view import view
from rules.jaskinia.model import TRIALS, Fight, Game
from rules.jaskinia.turn import aim_of, set_out
from rules.jaskinia.view import View
from rules.kernel.events import DiceRolled, Event
from rules.kernel.requests import GM, Action, NextAction, Option
from rules.kernel.words import Word
from tests.bot.a_cave import NEAR, a_figure, a_meeting
from tests.bot.a_channel import HERE, Channel, a_channel
from tests.bot.a_table import ALA, CHANNEL, OLEK, a_house, an_interaction
from tests.rules.jaskinia.builders import a_game, give, lay, ordered
from tests.rules.playing import question

FACE = face_of("jaskinia")
NAMES = {"s1": "Ala", "s2": "Olek", "s3": "Ewa", "s4": "Jan"}
ENGLISH = Narrator("en", NAMES)


def a_cave() -> Game:
    """Ala's Shaman and Olek's Cannibal in the corridor B6; a goblin lies in the Chamber beside it."""
    game = a_game("shaman", "cannibal")
    give(game, "s1", "thought_dart", "opal_of_power", "faithful_hound", "kobold")
    lay(game, "A6", "goblin")
    return game


async def below(game: Game, *events: Event, over: bool = False) -> list[str]:
    """The names of the pictures below a story that told this."""
    return [picture.name for picture in await FACE.story(ENGLISH, view(game, None), events, over)]


def shown_around(seen: View, at: str) -> list[str]:
    """What the close-up shows."""
    return [area.id for area in seen.areas if _is_within_block(area.id, _first_place(at), (ACROSS, ACROSS))]


def was_drawn(card: str) -> CardDrawn:
    """Ala's Shaman drew a card."""
    return CardDrawn(Word("seeker.shaman"), Word(f"cavecard.{card}"), Word("cavedeck.cave"))


# Below a story -----------------------------------------------------------------------------------------------


async def test_a_story_shows_where_the_seeker_at_turn_is() -> None:
    """Close up; whole are the cave and all Seekers when the game begins, and when it is over."""
    game = a_cave()

    assert await below(game) == ["around-B6.png"]
    assert await below(game, SeekersOrder(("s1", "s2"))) == ["seekers.png", "overview.png"]
    assert await below(game, over=True) == ["seekers.png", "overview.png"]


async def test_a_way_is_chosen_on_the_whole_map() -> None:
    """As far as six areas from here; who has walked already sees what is around."""
    game, who = a_cave(), Word("seeker.shaman")
    die, walked = (
        DiceRolled("move.roll", "1K6", (5,), 5, "chance"),
        WentTo(who, ("B6",), Word("cavearea.corridor"), "B6"),
    )

    assert await below(game, die) == ["overview.png"]
    assert await below(game, die, walked) == ["around-B6.png"]


async def test_an_open_gate_and_the_crystal_chamber_have_a_card() -> None:
    """Above what is around, and as the last picture, which is the one that the channel shows."""
    game, who = a_cave(), Word("seeker.shaman")
    gate = GateOpened(who, "W1", Word("cavemeans.force"))
    found = CrystalFound(who, Word("cavearea.k5"), "A2", Word("cavemeans.map"))

    assert await below(game, gate) == ["around-B6.png"]
    game.crystal = "A2"
    assert await below(game, found) == ["overview.png", "crystal.png"]


async def test_drawn_cards_stand_above_the_fight_with_them() -> None:
    """The fight is what the question is about."""
    game = a_cave()
    lay(game, "B6", "hobgoblin")
    game.fight = Fight(kind="fight", foes=["hobgoblin"])

    assert await below(game, was_drawn("hobgoblin")) == ["cards.png", "fight.png"]


async def test_a_card_that_does_nothing_but_fight_is_seen_in_the_fight_alone() -> None:
    """Both pictures would say the same; where it does not fight yet, there is only the card."""
    game = a_cave()
    lay(game, "B6", "orc", "hobgoblin")

    calm = await below(game, was_drawn("orc"))
    game.fight = Fight(kind="fight", foes=["orc", "hobgoblin"])

    assert calm[0] == "cards.png"
    assert await below(game, was_drawn("orc")) == ["fight.png"]
    assert await below(game, was_drawn("orc"), was_drawn("hobgoblin")) == ["cards.png", "fight.png"]


def test_a_drawn_card_is_shown_wherever_it_went() -> None:
    """On the area, in somebody's hands, among trophies or face up in the used pile; not from within a deck."""
    game = a_cave()
    game.used["cave"]["gold_vein"] = 1
    cards = ("goblin", "opal_of_power", "faithful_hound", "kobold", "gold_vein", "orc")

    seen = drawn_cards(view(game, None), [was_drawn(card) for card in cards])

    assert [card.id for card in seen] == [*cards[:-1]]


async def test_the_pictures_say_in_words_what_is_on_them() -> None:
    """Whoever sees none learns the same."""
    game = a_cave()

    (around,) = await FACE.story(ENGLISH, view(game, None), [], False)
    cards, _ = await FACE.story(ENGLISH, view(game, None), [was_drawn("goblin")], False)

    assert "Goblin (Monster, Strength 2)" in around.alt
    assert cards.alt.startswith("Goblin: ")


def test_a_fight_is_told_side_by_side() -> None:
    """Strength, what Spells add, and the dice once they lie there."""
    game = a_cave()
    game.fight = Fight(kind="fight", rival="s2", bonus={"own": 3}, dice={"own": 5, "theirs": 2})
    fight = view(game, None).fight
    assert fight is not None

    said = fight_in_words(ENGLISH, fight)

    assert said == "A fight: Shaman, Strength 7 (3 of it from Spells) 🎲 5 – Cannibal, Strength 5 🎲 2."


# Looking -----------------------------------------------------------------------------------------------------


def test_the_map_in_words_tells_gates_and_where_everybody_is() -> None:
    """A Gate that has been opened is told so, and the Crystal Chamber once it is found."""
    game = a_cave()
    closed = FACE.course(ENGLISH, view(game, None))
    game.gates.append("W2")
    game.crystal = "A2"

    said = cave_in_words(ENGLISH, view(game, None))

    assert "Gates open: 0 of 3" in closed[0]
    assert "W1 (A4–A3) closed, W2 (E4–E3) open" in said
    assert "The Crystal Chamber: Chamber K5 (A2)." in said
    assert "Shaman (Ala, pawn 1): Corridor (B6)." in said
    assert "Chamber K1 (A6): Goblin (Monster, Strength 2)." in said


async def test_surroundings_tell_the_ways_out() -> None:
    """Before Gates they say so, and what lies far away is not among them."""
    game = a_cave()
    game.seeker_of("s1").at = "A4"
    lay(game, "I2", "orc")

    parts = await FACE.map(ENGLISH, view(game, None), "shaman")
    (said,) = [part for part in parts if isinstance(part, str)]

    assert "North: closed Gates, beyond them Deep corridor (A3)." in said
    assert "East: Underground spring (B4)." in said
    assert "Goblin" in said
    assert "Orc" not in said


@pytest.mark.parametrize("at", ["E7", "B6", "I2", "A3", "E4"])
def test_the_words_close_up_tell_of_the_areas_on_the_picture(at: str) -> None:
    """As many as there are within two columns and rows; at the edge of the cave all on one side."""
    seen = view(a_cave(), None)

    told = around(seen, at)

    assert told[0].id == at
    assert sorted(one.id for one in told) == sorted(shown_around(seen, at))


async def test_the_whole_cave_and_each_seekers_surroundings_are_maps() -> None:
    """First what is shown when nothing was typed."""
    known = FACE.maps(ENGLISH, view(a_cave(), None))

    assert known == [
        ("all", "the whole Cave"),
        ("shaman", "around: Shaman (B6)"),
        ("cannibal", "around: Cannibal (B6)"),
    ]


async def test_a_sheet_tells_what_each_card_does() -> None:
    """Items and Followers with their words; trophies by name."""
    (parts,) = await FACE.sheets(ENGLISH, view(a_cave(), "s2"), ["shaman"])
    (said,) = [part for part in parts if isinstance(part, str)]

    assert "- Opal of power (Magic Item): " in said
    assert "- Faithful hound (Follower): " in said
    assert "Trophies taken: Kobold" in said
    assert "Spells in hand: 1/2" in said


async def test_nobody_else_reads_a_spell() -> None:
    """Ala finds it among her things, with what it does; Olek and the channel see how many she holds."""
    game = a_cave()
    others = [str(await FACE.sheets(ENGLISH, view(game, seat), ["shaman"])) for seat in ("s2", None)]

    assert "**Thought dart** – " in FACE.mine(ENGLISH, view(game, "s1"))
    assert [said for said in others if "Thought dart" in said] == []
    assert FACE.mine(ENGLISH, view(game, None)) == ""


def test_the_goal_of_what_now_is_the_goal_of_the_question() -> None:
    """One function says it: too weak for the trials, both tell to grow."""
    game = a_game("miner")
    one = game.seeker_of("s1")
    game.crystal = "A2"
    narrator = Narrator("pl", NAMES)
    seen = view(game, "s1")
    seeker = seen.players[0].seeker
    assert seeker is not None

    (_, goal) = aims(narrator, seen, seeker)

    asked = question(lambda table: set_out(table, game, one)).facts["aim"]
    assert asked == aim_of(game, one)
    assert aim_of(game, one).key == "caveaim.grow"
    assert goal.startswith(f"🎯 {narrator.fill('{aim:^}', {'aim': asked})}")


def test_standing_orders_are_told_where_somebody_changed_them() -> None:
    """To their player alone."""
    game = a_cave()
    ordered(game, "s1", deck="cave", dispel="never")

    mine, others = (FACE.mine(ENGLISH, view(game, seat)) for seat in ("s1", "s2"))

    assert mine.endswith("📜 Standing orders – Deck to explore with: always Cave; Dispel: never")
    assert others.endswith("📜 Standing orders – unchanged")


@pytest.mark.parametrize("locale", LOCALES)
async def test_no_words_are_missing(locale: str) -> None:
    """Of whatever somebody looks at in the middle of a game: plights, trials, the dead, who is out."""
    game = a_game("shaman", "cannibal", "miner", "rogue")
    one = give(game, "s1", "thought_dart", "opal_of_power", "kobold")
    one.slow, one.lost, one.trials = 2, 1, [*TRIALS]
    ordered(game, "s1", trophies="at_once")
    for seat, out in (("s3", False), ("s4", True)):
        player = game.players[seat]
        player.seeker, player.last, player.out = None, "miner", out
    game.gold["A6"] = 3
    seen, narrator = view(game, "s1"), Narrator(locale, NAMES)

    with capture_logs() as logged:
        said: list[object] = [
            FACE.course(narrator, seen),
            FACE.mine(narrator, seen),
            await FACE.overview(narrator, seen),
        ]
        said += [await FACE.map(narrator, seen, id) for id, _ in FACE.maps(narrator, seen)]
        said += [FACE.members(narrator, seen), FACE.title(narrator, 2)]
        said += [
            FACE.outcome(narrator, msgspec.structs.replace(seen, outcome=how, winner="s1"))
            for how in ("crystal", "last", "lost")
        ]

    assert [entry for entry in logged if entry["event"].startswith("words.")] == []
    assert all(said)


# Playing -----------------------------------------------------------------------------------------------------


def test_who_is_out_has_nothing_left_to_play_with() -> None:
    """Who died and comes again has."""
    game = a_cave()
    for seat, out in (("s1", False), ("s2", True)):
        game.players[seat].seeker, game.players[seat].out = None, out

    assert [FACE.has_fallen(view(game, None), seat) for seat in ("s1", "s2")] == [False, True]


def test_the_dead_are_among_those_who_played() -> None:
    """With the Seeker that came after."""
    game = a_cave()
    game.players["s2"].last = "miner"

    told = [(str(one.name), str(one.fate)) for one in FACE.members(ENGLISH, view(game, None))]

    assert told == [("Shaman", ""), ("Cannibal", ""), ("Miner", "never came back from the Cave")]


def test_ten_rounds_are_a_chapter() -> None:
    """Its title tells which."""
    seen = view(a_cave(), None)

    assert [FACE.chapter(msgspec.structs.replace(seen, round=n)) for n in (1, 10, 11)] == [1, 1, 2]
    assert FACE.title(ENGLISH, 2) == "Rounds 11–20"


def an_action(id: str, *, aside: bool = False) -> Action[None]:
    """Something that Ala may do."""
    return Action("s1", Option(id, "any"), aside=aside)


def test_move_names_throws_steps_and_gates() -> None:
    """Neither a Spell nor what may be done first."""
    ids = ("roll", "roll:E6", "go:E6", "gate:force", "heal", "cast:pass_through_stone", "explore")

    assert [id for id in ids if FACE.is_move(an_action(id))] == [*ids[:4]]


def test_attack_offers_every_way_to_meet_somebody() -> None:
    """To who may do it alone."""
    ids = ("attack:s2", "psychic:s2", "steal:s2", "explore")
    asked = NextAction(who="s1", why="arrival", actions=tuple(an_action(id) for id in ids))

    part = part_for(FACE, asked, "attack", "s1")

    assert part is not None
    assert isinstance(part.request, NextAction)
    assert [action.option.id for action in part.request.actions] == [*ids[:3]]
    assert part_for(FACE, asked, "attack", "s2") is None


def test_corrections_are_grouped_by_what_they_concern() -> None:
    """One Seeker, what is put on the table, or the cave."""
    who = Word("seeker.shaman")
    given = [Option("purse:s1", "any", facts={"who": who}), Option("card", "any"), Option("open", "any")]

    assert [FACE.group(Action(GM, option)) for option in given] == [ONE, ON_TABLE, "gm.group.cave"]


# Alone -------------------------------------------------------------------------------------------------------


async def test_who_plays_alone_hides_nothing_from_anybody(tmp_path: Path) -> None:
    """What is usual is told in so many words; at a table of two it would give Spells away."""
    rules = load("jaskinia")
    alone, together = [await _hidden(tmp_path / name, *users) for name, users in (("1", [ALA]), ("2", [ALA, OLEK]))]

    assert rules.seats[0] == 1
    assert (alone, together) == (False, True)


async def _hidden(file: Path, *users: int) -> bool:
    rules = load("jaskinia")
    async with a_house(file, rules) as house:
        await house.lobby(*users)
        standing = (await house.sessions.start(CHANNEL, ALA, an_interaction(), quick=True)).standing
        return Scene(standing, rules).has_secrets


async def test_one_player_opens_a_table_begins_and_sees_the_cave(tmp_path: Path) -> None:
    """The lobby asks for one at least; the first question stands below the first pictures."""
    async with a_channel(tmp_path, load("jaskinia")) as channel, channel.bot_up():
        lobby = await channel.command("Ala", "game new")
        await channel.hands.slash("Ala", HERE, "game start", {"quick": True})
        await channel.hands.until(channel.is_asked)
        status = await channel.command("Ala", "game status")
        shown = await channel.hands.follow(await channel.hands.slash("Ala", HERE, "map"))

        assert "Od 1 do 6 osób" in lobby.text
        assert "Runda 1" in status.text
        assert "Mapa Jaskini" in shown.text
        assert _usual_is_told(channel)


def _usual_is_told(channel: Channel) -> bool:
    """Whether the first button says what it does."""
    (*_, last) = [one for one in channel.hands.messages(HERE, "Darek") if one.buttons]
    return last.buttons[0].label.startswith("⭐ ")


async def test_a_picture_that_cannot_be_drawn_leaves_the_words() -> None:
    """``/party`` tells everybody's values either way."""
    parts = await FACE.overview(ENGLISH, view(a_cave(), None))

    (said,) = [part for part in parts if not isinstance(part, Picture)]
    assert "**Shaman – Ala · pawn 1** ▶" in said
    assert "Strength 3 · Power 5 · Endurance 4 (heals up to 4)" in said


# Typed -------------------------------------------------------------------------------------------------------


async def test_attack_asks_how_where_there_are_several_ways(tmp_path: Path) -> None:
    """Ala's Shaman may fight with Power, too: nothing happens before she says which it is."""
    rules = a_meeting(a_figure("shaman", NEAR), a_figure("cannibal"))
    async with a_channel(tmp_path, rules) as channel, channel.bot_up():
        await channel.opened("Ala", "Bartek")
        begun = _question(channel)
        await channel.command("Ala", "move", where="go:C6")
        await channel.hands.until(lambda: _question(channel) != begun)
        met = _question(channel)
        asked = await channel.command("Ala", "attack")
        still = _question(channel)
        await channel.command("Ala", "attack", orders="psychic:s2")
        await channel.hands.until(lambda: _question(channel) != met)

        assert asked.kind == "ephemeral"
        assert asked.message is not None
        assert len(asked.message.buttons) > 1
        assert still == met


async def test_an_area_that_a_throw_and_a_step_lead_to_is_no_throw(tmp_path: Path) -> None:
    """Its code alone fits both, as the direction does; with a word more it is the one that is meant."""
    rules = a_meeting(a_figure("cannibal", NEAR), a_figure("miner"))
    async with a_channel(tmp_path, rules) as channel, channel.bot_up():
        await channel.opened("Ala", "Bartek")
        begun = _question(channel)
        refused = await channel.command("Ala", "move", where="C6")
        still = _question(channel)
        await channel.command("Ala", "move", where="krok c6")
        await channel.hands.until(lambda: _question(channel) != begun)

        assert "pasuje do kilku możliwości: 🎲 Rzut na" in refused.text
        assert refused.text.count("C6") == 3
        assert still == begun


def _question(channel: Channel) -> str:
    """The first control of the question that is open."""
    return [one for one in channel.hands.messages(HERE, "Darek") if one.buttons][-1].buttons[0].custom_id


def test_guests_outside_are_on_paper() -> None:
    """Their sheets follow those of the Seekers in the Cave."""
    guests = [{"name": "Bolek", "at": "D6"}, {"name": "Wanda", "gold": 3}]
    game, _ = load("jaskinia").scene("turn", {"options": {"board": "table"}, "guests": guests})
    printed = FACE.filled_sheets(Narrator("pl", NAMES), view(game, None))

    assert [sheet.names[0].value for sheet in printed] == ["Bolek", "Wanda"]
    assert printed[1].names[-1].value == "na zewnątrz"
