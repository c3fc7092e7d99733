"""Words: plural forms, cases, names made harmless, and nothing missing in either language."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from string import Formatter

import pytest
from babel.messages.catalog import Message
from babel.messages.pofile import read_po
from msgspec.structs import asdict, fields

from bot.discord.prompts.story import dice, lines, missing, pages
from bot.table.events import HOUSE_EVENTS
from bot.table.records import Address
from bot.words.catalogues import FOLDERS, LOCALES, keys
from bot.words.narrator import MOST_VARIANTS, Narrator, make_harmless, tame
from rules.games import all_games, load
from rules.jaskinia.events.course import SeekerTurn
from rules.kernel.events import DiceRolled, Event, Told
from rules.kernel.words import Word
from rules.labirynt_smierci.events import combat
from rules.labirynt_smierci.events.course import BITTER, HURT, AllQuiet, DraftOrder, GoldFound, MonstersMet

HERE = Address(1, 2, 3)
ORC = Word("monster.orc")


@pytest.mark.parametrize(
    ("number", "polish", "english"),
    [(1, "1 rana", "1 wound"), (3, "3 rany", "3 wounds"), (5, "5 ran", "5 wounds"), (22, "22 rany", "22 wounds")],
)
def test_numbers_bring_their_nouns_with_them(number: int, polish: str, english: str) -> None:
    """Polish has three forms, English two."""
    assert Narrator("pl").count_in_words(number, "wounds") == polish
    assert Narrator("en").count_in_words(number, "wounds") == english


def test_throws_that_are_won_are_told_as_a_chance() -> None:
    """Of 36, as of two dice; beside such a chance the others in per cent only."""
    facts = {"wins": 21, "ties": 5}

    assert Narrator("pl").fill("{wins:odds}, {ties:percent}", facts) == "58% (21/36), 14%"


def test_faces_of_one_die_are_told_as_a_chance() -> None:
    """With per cent where there is room."""
    assert Narrator("pl").fill("{hits:sixths}; {hits:sixths_short}", {"hits": 1}) == "1/6 (17%); 1/6"


def test_each_of_a_pair_is_told_in_its_own_way() -> None:
    """The second list as throws of 36, or as faces of one die."""
    facts = {"gold": (20, 40), "limits": (2, 3), "won": (21, 9)}

    assert Narrator("pl").fill("{gold:&limits/sixths}", facts) == "20: 2/6 (33%), 40: 3/6 (50%)"
    assert Narrator("pl").fill("{gold:&won/odds}", facts) == "20: 58% (21/36), 40: 25% (9/36)"


def test_a_list_may_leave_the_choice() -> None:
    """With an "or", in a case."""
    boards = ("Ala", "Bo", "Cel")

    assert Narrator("en").fill("{boards:|}", {"boards": boards}) == "Ala, Bo or Cel"
    assert Narrator("pl").fill("{boards:acc|}", {"boards": (ORC, "Bo")}) == "orka lub Bo"


def test_a_noun_has_cases() -> None:
    """The accusative stands under a message context; a missing case falls back to the word itself."""
    polish = Narrator("pl")

    assert polish.term(ORC) == "ork"
    assert polish.term(ORC, "acc") == "orka"
    assert polish.term(ORC, "voc") == "ork"
    assert polish.count_in_words(2, "gold", "acc") == "2 sztuki złota"


def test_a_counted_fact_agrees_with_its_verb() -> None:
    """One stands alone, several have their number, and the verb follows."""
    polish = Narrator("pl")
    template = "{n:@who^} {n:~attack}"

    assert polish.fill(template, {"n": 1, "who": ORC}) == "Ork atakuje"
    assert polish.fill(template, {"n": 3, "who": ORC}) == "3 orki atakują"
    assert polish.fill(template, {"n": 5, "who": ORC}) == "5 orków atakuje"
    assert Narrator("en").fill(template, {"n": 1, "who": ORC}) == "An orc attacks"


def test_a_list_is_spoken() -> None:
    """Commas, and an "and" before the last."""
    assert Narrator("pl").term((ORC, "Ala", 7)) == "ork, Ala i 7"


def test_a_noun_that_is_there_twice_is_counted() -> None:
    """What has no plural, and names and numbers, are said again."""
    dagger = Word("loot.dagger")

    assert Narrator("en").term((dagger, ORC, dagger)) == "2 daggers and orc"
    assert Narrator("pl").term((dagger,) * 5, "acc") == "5 sztyletów"
    assert Narrator("pl").term((3, "Ala", 3, "Ala")) == "3, 3, Ala i Ala"


def test_a_typed_name_cannot_shout_or_hide() -> None:
    """No Markdown, no mention, no link, no reversed text, no line of its own."""
    assert make_harmless("**@everyone**\n<@1>") == "\\*\\*@\u200beveryone\\*\\* \\<@\u200b1\\>"
    assert make_harmless("http://x.y") == "http:\u200b//x.y"
    assert tame("a\u202eb\u200bc") == "a b c"
    assert len(tame("ź" * 4000)) == 48


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("discord.gg/abcdef", "discord.\u200bgg/abcdef"),
        ("DISCORD.GG/abc", "DISCORD.\u200bGG/abc"),
        ("Discord.com/invite/abc", "Discord.\u200bcom/invite/abc"),
        ("discordapp.com/invite/a", "discordapp.\u200bcom/invite/a"),
        ("www.example.org", "www.\u200bexample.\u200borg"),
        ("a_b.pl", "a\\_b.\u200bpl"),
        ("a*.pl", "a\\*.\u200bpl"),
        ("https://discord.gg/a", "https:\u200b//discord.\u200bgg/a"),
        ("żółw.рф", "żółw.\u200bрф"),
        ("J. R. R. Ala", "J. R. R. Ala"),
        ("J.R. v1.2 …", "J.R. v1.2 …"),
        ("Ala.", "Ala."),
    ],
)
def test_no_name_is_a_link(name: str, shown: str) -> None:
    """Neither an invitation nor another address without its scheme; it reads as before."""
    assert make_harmless(name) == shown
    assert tame(name) == name
    assert Narrator("en").passage(f"see {name}") == f"see {shown}"


@pytest.mark.parametrize(
    "name",
    [
        "\u200b",
        "\u3164",
        "\u2800\u2800",
        "\u115f\u1160",
        "\uffa0",
        "\U0001d159",
        "\ufe0f",
        "\u034f",
        "\u0301",
        " ",
        "\u200d",
    ],
)
def test_a_name_that_nobody_sees_has_a_sign(name: str) -> None:
    """Else a sentence would have a gap; a missing name stays missing, and blanks in a name are spaces."""
    assert tame(name) == make_harmless(name) == Narrator("en").term(name) == "?"
    assert tame("") == Narrator("en").term("") == ""
    assert tame(f"Ala{name}") in (f"Ala{name}", "Ala", "Alá")


def test_a_decomposed_name_is_composed() -> None:
    """As macOS writes it; a picture would set the accent beside its letter."""
    assert tame(unicodedata.normalize("NFD", "Żółć")) == "Żółć"


def test_emoji_that_are_joined_stay_one() -> None:
    """A mage and a dragon, a family, a heart on fire; between letters nothing invisible hides, nor at the end."""
    for name in ("🧙\u200d♂\ufe0f🐉", "👨\u200d👩\u200d👧 i my", "❤\ufe0f\u200d🔥", "🧙🏽\u200d♀\ufe0f"):
        assert tame(name) == make_harmless(name) == name

    assert tame("Al\u200da \u200d") == "Al a"
    assert tame("🐉\u200dAla") == "🐉 Ala"
    assert tame("🧙\u200d🧙", longest=2) == "🧙…"


def test_words_inside_words_are_escaped_once() -> None:
    """A sentence that becomes part of a sentence keeps its stars."""
    polish = Narrator("pl")
    inner = polish.fill("**{who}**", {"who": "*Ala*"})

    assert polish.fill("({it})", {"it": inner}) == "(**\\*Ala\\***)"


def test_a_typed_name_bears_no_article() -> None:
    """The Miner falls, but Bolek does; a seat's name never had one."""
    english = Narrator("en", {"s1": "Ala"})

    assert english.fill("It is **the {who}**'s turn.", {"who": "Bolek"}) == "It is **Bolek**'s turn."
    assert english.fill("The {who} falls.", {"who": "Bolek"}) == "Bolek falls."
    assert english.fill("The {who} falls.", {"who": ORC}).startswith("The ")
    assert english.fill("breathe {who}", {"who": "Bolek"}) == "breathe Bolek"
    assert english.fill("the {by:seat}", {"by": "s1"}) == "the Ala"


def test_a_reason_may_be_longer_than_a_name() -> None:
    """As long as it may be typed, and as harmless."""
    said = Narrator("en").fill("{why:text}", {"why": "a *long* story " * 15})

    assert len(said) > 200
    assert "\\*long\\*" in said


def test_labels_are_not_escaped() -> None:
    """Buttons and pictures do not read Markdown."""
    assert Narrator("pl").plain.term("*Ala*") == "*Ala*"


def test_dice_stand_beside_what_they_decided() -> None:
    """Two dice with their sum, on the line of the event that follows."""
    told = [Told(DiceRolled("treasure.amount", "2K6", (3, 4), 7, "chance")), Told(GoldFound(7, 0, 9))]

    assert lines(Narrator("en"), told, HERE) == [
        "💰 Dirty coins, but good ones: 7 gold pieces. You have 9 in all.  🎲 how much gold 2d6: **3 + 4 → 7**"
    ]


def test_what_ran_by_itself_is_told_in_short_and_in_full_to_whoever_asks() -> None:
    """Routine goes with its dice, a death stays with its own; after the summary everything is told again."""
    hit = combat.Blow("Ala", Word("weapon.bow"), ORC, "A", 9, 1, False)
    told = [
        Told(combat.RoundRan(2)),
        Told(DiceRolled("combat.attack", "1K6", (4,), 4, "chance")),
        Told(hit),
        Told(DiceRolled("resist.roll", "1K6", (6,), 6, "chance")),
        Told(combat.CharacterDied("Ola", 2, 1, 35, ORC, place=Word("segment.corridor"), kills=1, adventures=2)),
        Told(combat.RoundsFought(2, 2, 1)),
        Told(combat.BlowsSummed(("Ala",), (1,), ("A",), (1,))),
        Told(combat.RoundBegan(3)),
        Told(hit),
    ]

    short, whole = (lines(Narrator("en"), told, HERE, whole=whole) for whole in (False, True))

    assert [line.split("  🎲")[0] for line in short] == [
        "🕯️ **Ola** sinks to the stones, killed by an orc "
        "(a corridor, level 1; to their name: 1 foe, 2 adventures, experience 35).",
        "**Round 2**, without new orders.",
        "🗡️ Wounds dealt – Ala: 1. The enemy's wounds – A: 1.",
        "**Round 3**",
        "**Ala** hits orc A with the bow: 1 wound.",
    ]
    assert short[0].endswith("**6**")
    assert [line.split("  🎲")[0] for line in whole] == [
        "**Round 2**", "A short move, a long scrape: 1 wound for orc A from **Ala**'s arrow.",
        short[0].split("  🎲")[0], "**Round 3**", short[-1],
    ]  # fmt: skip
    assert whole[1].endswith("**4**")


def test_what_dice_by_hand_decided_is_told_though_the_rest_is_summed_up() -> None:
    """A row of numbers runs through a whole round: each die has its result, in order."""
    told = [
        Told(combat.RoundRan(2)),
        Told(DiceRolled("combat.attack", "1K6", (4,), 4, "s1")),
        Told(combat.Blow("Ala", Word("weapon.bow"), ORC, "A", 9, 1, False)),
        Told(DiceRolled("combat.attack", "1K6", (3,), 3, "chance")),
        Told(combat.Blow("Ola", Word("weapon.bow"), ORC, "B", 8, 1, False)),
        Told(combat.BlowsSummed(("Ala", "Ola"), (1, 1), ("A", "B"), (1, 1))),
    ]

    said = lines(Narrator("en"), told, HERE)
    assert [line.partition("🎲")[2] for line in said] == [" blow d6: **4** ✋", ""]
    assert "**Ala**" in said[0]


def test_dice_by_hand_that_decide_nothing_yet_say_whose_they_are() -> None:
    """Each on a line of its own, in order; a monster with its mark."""
    told = [
        Told(DiceRolled("powers.die", "1K6", (4,), 4, "s1", whose=(ORC,), mark="B")),
        Told(DiceRolled("fight.own", "1K6", (5,), 5, "s1", whose=("Bolek",))),
        Told(DiceRolled("fight.own", "1K6", (5,), 5, "chance")),
    ]

    assert lines(Narrator("pl"), told, HERE) == [
        "🎲 Ork B: moc potwora 1K6: **4** ✋",
        "🎲 Bolek: atak 1K6: **5** ✋",
        "🎲 atak 1K6: **5**",
    ]


def test_a_secret_is_not_in_the_public_story() -> None:
    """What is told to a seat is told to that seat."""
    assert lines(Narrator("en"), [Told(GoldFound(7, 0, 9), to=("s1",))], HERE) == []


@pytest.mark.parametrize("locale", LOCALES)
def test_no_variant_is_told_twice_within_ten(locale: str) -> None:
    """What happens in one stage after another is told in other words each time; all of them come up."""
    narrator, stages = Narrator(locale), range(60)
    said = [lines(narrator, [Told(AllQuiet())], Address(1, stage, 0))[0] for stage in stages]

    assert all(len(set(said[first : first + 10])) == 10 for first in range(50))
    assert len(set(said)) == 12


@pytest.mark.parametrize("locale", LOCALES)
def test_all_words_of_the_catalogues_come_up(locale: str) -> None:
    """A Seeker's turn is told in 36 ways; none of the catalogues has more of anything than are looked for."""
    narrator, turn = Narrator(locale), [Told(SeekerTurn("s1", Word("seeker.miner")))]
    numbers = [int(number) for key in _keys(locale) for number in re.findall(r"^event\..*\.(\d+)$", key)]

    assert len({lines(narrator, turn, Address(1, stage, 0), whole=True)[0] for stage in range(36 * 2)}) == 36
    assert max(numbers) <= MOST_VARIANTS


def _keys(locale: str) -> Iterator[str]:
    """All keys of a language."""
    for file in sorted((FOLDERS[0] / locale / "LC_MESSAGES").glob("*.po")):
        yield from (
            message.id if isinstance(message.id, str) else message.id[0] for message in read_po(file.open("rb"))
        )


def test_the_same_place_tells_the_same_variant() -> None:
    """Variants come from the place in the game, never from dice, and they do vary."""
    met = MonstersMet(ORC, 2, (3, 4), True)
    told = {lines(Narrator("en"), [Told(met)], Address(0, stage, 0))[0] for stage in range(20)}
    again = {lines(Narrator("en"), [Told(met)], Address(0, stage, 0))[0] for stage in range(20)}

    assert told == again
    assert len(told) > 1


def test_an_old_event_is_told_with_the_names_of_today() -> None:
    """Rules tell of seats: when Olek hands his seat to Ewa, the story of the draw names Ewa."""
    told = [Told(DraftOrder(("s2", "s1")))]

    before = lines(Narrator("en", {"s1": "Ala", "s2": "Olek"}), told, HERE)
    after = lines(Narrator("en", {"s1": "Ala", "s2": "Ewa"}), told, HERE)

    assert before == ["Heroes are drawn by Olek and Ala, in this order."]
    assert after == ["Heroes are drawn by Ewa and Ala, in this order."]


def test_a_particular_event_has_particular_words() -> None:
    """A blow that kills, a blow that misses."""
    kill = combat.Blow("Ala", Word("weapon.bow"), ORC, "A", 12, 3, True)
    miss = combat.Blow("Ala", Word("weapon.bow"), ORC, "A", 2, 0, False)

    assert "event.Blow.killed" in list(keys("event.Blow", asdict(kill)))
    assert "event.Blow.no_wounds" in list(keys("event.Blow", asdict(miss)))
    assert lines(Narrator("pl"), [Told(kill)], HERE) == [
        "☠️ **Ala** trafia z łuku tam, gdzie trzeba: ork A pada na ziemię (3 rany)."
    ]


def test_a_long_line_is_not_lost_between_pages() -> None:
    """Pages break between lines."""
    assert list(pages(["a" * 10, "b" * 10, "c"], longest=12)) == ["a" * 10, "b" * 10 + "\nc"]


@pytest.mark.parametrize("game", all_games())
@pytest.mark.parametrize("locale", LOCALES)
def test_every_event_has_words(locale: str, game: str) -> None:
    """In both languages, whatever is played."""
    assert missing(Narrator(locale), (*load(game).events, *HOUSE_EVENTS)) == []


@pytest.mark.parametrize("locale", LOCALES)
def test_words_of_an_event_name_its_own_facts(locale: str) -> None:
    """A gap for which an event has no fact would be told as a question mark."""
    events = [*HOUSE_EVENTS, *(event for game in all_games() for event in load(game).events)]
    facts = {event.__name__: {field.name for field in fields(event)} for event in events}
    told = [(key_of(one), gaps(one)) for one in entries(locale) if key_of(one).startswith("event.")]

    strange = {key: named for key, named in told if not named <= facts.get(key.split(".")[1], set())}

    assert told
    assert strange == {}


def entries(locale: str) -> Iterator[Message]:
    """Every entry of a language."""
    for path in files(locale):
        yield from (message for message in _catalogue(path, locale) if message.id)


def files(locale: str) -> list[Path]:
    """The catalogues of a language: the bot's, and one of each game."""
    return [path for folder in FOLDERS for path in sorted((folder / locale / "LC_MESSAGES").glob("*.po"))]


def _catalogue(path: Path, locale: str) -> list[Message]:
    with path.open("rb") as file:
        return list(read_po(file, locale=locale))


def key_of(message: Message) -> str:
    """The key, without its plural."""
    return str(message.id if isinstance(message.id, str) else message.id[0])


def test_both_languages_have_the_same_keys() -> None:
    """A key that only one of them has is a sentence that somebody will miss; heads and help have English elsewhere."""
    english_elsewhere = ("tables.init.head.", "cli.help.", "cli.option.")
    polish, english = ({key_of(one) for one in entries(locale) if not one.context} for locale in ("pl", "en"))

    assert {key for key in polish if not key.startswith(english_elsewhere)} == english


def test_both_languages_name_facts_that_exist() -> None:
    """A gap of one language is a fact that the other one could name, too, or it is left out on purpose."""
    facts = {locale: {key_of(one): gaps(one) for one in entries(locale)} for locale in ("pl", "en")}
    strange = {key: found for key, found in facts["pl"].items() if not found <= facts["en"].get(key, found)}

    assert strange == {}


def gaps(message: Message) -> set[str]:
    """The facts that an entry names."""
    forms = message.string if isinstance(message.string, tuple) else (message.string,)
    return {name for form in forms for _, name, _, _ in Formatter().parse(form) if name}


@pytest.mark.parametrize("locale", LOCALES)
def test_each_game_has_one_catalogue_and_the_bot_one(locale: str) -> None:
    """Called as the game's package."""
    assert {path.stem for path in files(locale)} == {"bot", *(game.replace("-", "_") for game in all_games())}


@pytest.mark.parametrize("locale", LOCALES)
def test_no_key_stands_twice(locale: str) -> None:
    """The catalogues become one, so that the second would silently be lost."""
    text = "\n".join(path.read_text("utf-8").replace('msgid ""', "") for path in files(locale))
    known = Counter(re.findall(r'^(?:msgctxt "(.*)"\n)?msgid "(.*)"$', text, re.MULTILINE))

    assert len(known) == len(list(entries(locale)))
    assert [key for key, times in known.items() if times > 1] == []


@pytest.mark.parametrize("locale", LOCALES)
def test_no_entry_is_empty(locale: str) -> None:
    """Every plural form is filled."""
    empty = [
        key_of(one) for one in entries(locale) if not all(one.string if isinstance(one.string, tuple) else [one.string])
    ]

    assert empty == []


def test_words_fit_the_mood() -> None:
    """What a hurt party hears is told beside what everybody may hear; a bitter victory has words of its own."""

    def told(*events: Event) -> set[str]:
        return {lines(Narrator("en"), [Told(one)], Address(0, stage, 0))[0] for one in events for stage in range(40)}

    usual, hurt = told(AllQuiet()), told(AllQuiet(HURT))
    won, bitter = told(combat.FightWon(ORC, 1, 2)), told(combat.FightWon(ORC, 1, 2, BITTER))

    assert usual < hurt
    assert bitter
    assert not won & bitter


@pytest.mark.parametrize(("locale", "said"), [("en", "5 + 1, digit 1 → 7"), ("pl", "5 + 1, cyfra 1 → 7")])
def test_what_is_added_to_dice_stands_in_the_sum(locale: str, said: str) -> None:
    """The digit of a chamber, so that nobody wonders how 5 and 1 are 7."""
    rolled = DiceRolled("encounter.table", "2K6", (5, 1), 6, "chance", plus=1)

    assert said in dice(Narrator(locale), rolled)


@pytest.mark.parametrize(
    ("locale", "alone", "first"), [("pl", ": ork pada", ": ork A pada"), ("en", "the orc sinks", "orc A sinks")]
)
def test_who_stands_alone_bears_no_letter(locale: str, alone: str, first: str) -> None:
    """The letter tells one from another; no gap is left where it is missing."""
    lone, of_many = (combat.Blow("Ala", Word("weapon.bow"), ORC, mark, 12, 3, True) for mark in ("", "A"))

    (said,) = lines(Narrator(locale), [Told(lone)], HERE)

    assert alone in said
    assert first in lines(Narrator(locale), [Told(of_many)], HERE)[0]


@pytest.mark.parametrize(("locale", "told"), [("pl", " (rani od 4)."), ("en", " (it takes 4 to wound).")])
def test_a_number_that_nobody_knows_is_not_told_as_nothing(locale: str, told: str) -> None:
    """Stories from before thresholds were told, and a table by which nothing wounds, name none."""
    known, unknown = (
        lines(Narrator(locale), [Told(combat.Blow("Ala", Word("weapon.bow"), ORC, "A", 2, 0, False, needed))], HERE)[0]
        for needed in (4, 0)
    )

    assert known.endswith(told)
    assert not any(digit in unknown for digit in "0123456789")


def test_a_typed_name_in_an_oblique_case_has_a_noun_before_it_that_bears_the_case() -> None:
    """In Polish; a word of the game is inflected itself."""
    polish, english = Narrator("pl"), Narrator("en")

    assert polish.say("option.arrival.attack", whom="Gotfryd") == "Zaatakuj postać imieniem Gotfryd"
    assert english.say("option.arrival.attack", whom="Gotfryd") == "Attack: Gotfryd"
    assert "postaci" not in polish.say("event.StealingFailed", who="Bolek", whom=Word("seeker.miner"))
    assert "nie kradnie postaci imieniem Gotfryd niczego" in polish.say(
        "event.StealingFailed", who="Bolek", whom="Gotfryd"
    )
