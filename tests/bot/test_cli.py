"""The command ``labirynt`` at a game master's terminal."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import msgspec
import pytest
from PIL import Image
from typer.testing import CliRunner, Result

from bot.acts.copies.formats import SeatLine
from bot.lookup.tables import tables_of, title_of
from bot.run.cli import app
from bot.run.printing import PHONE, Played
from bot.run.terminal import print_facts, print_rows, printable
from bot.words.narrator import Narrator
from rules.games import all_games, book, books, load
from rules.kernel.chance import START, Sealed, commitment
from rules.kernel.corrections import CORRECTION
from rules.kernel.proof import Proof, Seal, StageProof
from rules.kernel.recording import Line
from rules.kernel.requests import CHANCE, Roll
from rules.labirynt_czarnoksieznika.tables import FOLDER as SORCERERS_TABLES
from rules.labirynt_smierci.tables import FOLDER

TROLL = {"strength": "2K6+5", "dexterity": 7, "resistance": 3, "reluctance": 5, "section": "8.2", "origin": "published"}


def labirynt(line: str, **surroundings: str) -> Result:
    """The command as typed, in these surroundings."""
    english = {"LC_ALL": "en_GB.UTF-8", "LABIRYNT_TABLES": ""}
    return CliRunner().invoke(app, line.split(), env={**english, **surroundings})


@pytest.mark.parametrize(
    ("line", "facts"),
    [
        ("table bribe --sum 9 --gold 60 --json", {"limit": 4, "section": "8.9", "origin": "published"}),
        ("table combat --weapon sword --roll 9 --json", {"wounds": 1, "section": "9.9", "origin": "published"}),
        ("table negotiation --total 7 --json", {"result": "agreement", "section": "8.5", "origin": "published"}),
        ("table negotiation --total -3 --json", {"result": "failure"}),
        ("table negotiation --total \u22123 --json", {"result": "failure"}),
        ("table monster --name troll --level 2 --json", TROLL),
        ("lookup troll 2 --json", TROLL),
        ("lookup lc troll --json", {"encounter": "troll", "total": 14}),
    ],
)
def test_an_entry_as_json(line: str, facts: dict[str, Any]) -> None:
    """A table's entry is one line of JSON."""
    result = labirynt(line)

    assert result.exit_code == 0
    assert facts.items() <= json.loads(result.stdout).items()


@pytest.mark.parametrize(
    "line",
    [
        "table trap --roll --seed 3",
        "table combat --weapon sword --bonus 4 --roll --seed 3",
        "table treasure --type J --roll --seed 3",
        "table find --feature statue --roll 2 --seed 3",
        "table monster --level 2 --roll --seed 3",
        "table encounter --digit 4 --roll --seed 3",
        "table token --name cloud --roll --seed 3",
        "table special --name bridge --roll --seed 3",
        "table chamber --game jaskinia --roll --seed 3",
    ],
)
def test_dice_thrown_for_a_table(line: str) -> None:
    """With --roll the dice are thrown, each is shown, and the same seed throws the same."""
    first, again, words = labirynt(f"{line} --json"), labirynt(f"{line} --json"), labirynt(line)

    assert first.exit_code == 0
    assert first.stdout == again.stdout
    assert json.loads(first.stdout)["rolled"]
    assert "🎲" in words.stdout


def test_a_die_that_is_given_is_not_thrown() -> None:
    """--roll with a number is what a real die showed; without one it is thrown, wherever it stands."""
    given, thrown = labirynt("table trap --roll 4 --json"), labirynt("table trap --json --roll")
    attack = labirynt("table combat --weapon sword --roll --bonus 4 --json")

    assert "rolled" not in json.loads(given.stdout)
    assert json.loads(given.stdout)["trap"] == "explosion"
    assert json.loads(thrown.stdout)["rolled"][0]["code"] == "1K6"
    assert json.loads(attack.stdout) | {"weapon": "sword", "bonus": 4} == json.loads(attack.stdout)


def test_dice_fall_differently_without_a_seed() -> None:
    """Twenty attacks are not all alike."""
    thrown = {labirynt("table jewel --roll --json").stdout for _ in range(20)}

    assert len(thrown) > 1


def test_an_entry_to_read() -> None:
    """Without --json each fact has its line, in the words of /lookup."""
    result = labirynt("table treasure --type G")

    assert result.exit_code == 0
    assert result.stdout.splitlines()[:3] == ["Treasure", "Type: G", "Gold: 3d6x5, always"]


@pytest.mark.parametrize(
    ("line", "surroundings", "said"),
    [
        ("table bribe --sum 9 --gold 60", {}, "Bribe: taken when d6 ≤ 4"),
        ("table bribe --sum 9 --gold 60 --lang pl", {}, "Wykup: zgoda, gdy 1K6 pokaże najwyżej 4"),
        ("table bribe --sum 9 --gold 60", {"LC_ALL": "pl_PL.UTF-8"}, "Wykup: zgoda, gdy 1K6 pokaże najwyżej 4"),
        ("table bribe --sum 9 --gold 60", {"LC_ALL": "", "LC_MESSAGES": "", "LANG": "pl"}, "Wykup: zgoda"),
        ("table bribe --sum 9 --gold 60 --lang en", {"LC_ALL": "pl_PL.UTF-8"}, "Bribe: taken when d6 ≤ 4"),
        ("table bribe --sum 9 --gold 60", {"LC_ALL": "de_DE.UTF-8"}, "Bribe: taken when d6 ≤ 4"),
        ("table wykup --sum 9 --gold 5", {}, "Bribe: too little: no chance"),
        ("table monster --name wilkołak --level 2", {}, "Dire wolf · Monsters"),
        ("table monster --name trol", {}, "Power: regeneration"),
        ("table encounter --name troll --lang pl", {}, "Troll skalny · Spotkania"),
        ("table --lang pl", {}, "Potwory wędrowne"),
    ],
)
def test_the_words_are_those_of_the_language(line: str, surroundings: dict[str, str], said: str) -> None:
    """That of --lang, else that of the surroundings; names as in the story, in whichever language they are typed."""
    assert said in labirynt(line, **surroundings).stdout


def test_json_is_raw_in_every_language() -> None:
    """Ids and codes as the tables have them."""
    polish, english = (labirynt(f"table monster --name troll --json --lang {lang}").stdout for lang in ("pl", "en"))

    assert polish == english
    assert json.loads(polish)["strength"] == "2K6+3"
    assert json.loads(polish)["power"] == "regeneration"


def test_a_language_that_is_not_spoken() -> None:
    """Is misuse."""
    result = labirynt("roll d6 --lang de")

    assert result.exit_code == 2
    assert "there are pl, en" in result.stderr


def test_the_list_of_tables() -> None:
    """Without words all tables are listed, by their titles."""
    result, narrator = labirynt("table"), Narrator("en", marked=False)

    assert result.exit_code == 0
    assert all(title_of(narrator, one) in result.stdout for one in tables_of(books()))


@pytest.mark.parametrize("game", all_games())
def test_the_list_of_a_games_tables(game: str) -> None:
    """With ``--game`` only those of that game."""
    rows = json.loads(labirynt(f"table --game {game} --json").stdout)

    assert [(row["table"], row["game"]) for row in rows] == [(one.name, game) for one in book(game).lookups]
    assert {"table": "bribe", "options": ["sum", "gold"], "game": "labirynt-smierci"} in rows or "smierci" not in game


def test_a_table_of_another_game() -> None:
    """It is found by its name alone; where both games have one, ``--game`` says which, anywhere on the line."""
    troll = labirynt("table encounter --name troll --json")
    sword = labirynt("table find --name sword --game labirynt-czarnoksieznika --json")
    same = labirynt("table --game=labirynt-czarnoksieznika find --name sword --json")

    assert json.loads(troll.stdout) | {"total": 14, "strength": 6} == json.loads(troll.stdout)
    assert json.loads(sword.stdout) | {"count": 9, "bonus": 2} == json.loads(sword.stdout)
    assert same.stdout == sword.stdout
    assert json.loads(labirynt("table find --feature statue --roll 2 --json").stdout)["feature"] == "statue"


def test_a_group_may_own_the_other_box_too(tmp_path: Path) -> None:
    """Each game's own tables lie in the folder of its name."""
    shipped = (SORCERERS_TABLES / "encounters.toml").read_text("utf-8")
    (tmp_path / "labirynt_czarnoksieznika").mkdir()
    own = tmp_path / "labirynt_czarnoksieznika" / "encounters.toml"
    own.write_text(shipped.replace("strength = 8", "strength = 9"), "utf-8")

    dragon = labirynt("table encounter --name dragon --json", LABIRYNT_TABLES=str(tmp_path))

    assert json.loads(dragon.stdout)["strength"] == 9


WHOLE = [f"{one.name} --game {game}" for game in all_games() for one in book(game).lookups]


@pytest.mark.parametrize("name", WHOLE)
def test_a_whole_table(name: str) -> None:
    """Each table can be printed whole, to read and as JSON; an entry of its name comes behind it."""
    paper, rows = labirynt(f"table {name}"), labirynt(f"table {name} --json")
    lines = paper.stdout.split("\n\n")[0].splitlines()

    assert [paper.exit_code, rows.exit_code] == [0, 0]
    assert len(json.loads(rows.stdout)) + 2 <= len(lines) <= len(json.loads(rows.stdout)) + 4


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("table xyzzy", "Nothing in the tables is called “xyzzy”."),
        ("table monster --name smok --game labirynt-smierci", "Name: not “smok”; there are: Nameless, Chimera,"),
        ("lookup troll 9", "Level: not “9”; there are: 1, 2 and 3."),
        ("table --game chess", "There is no game “chess”; there are: labirynt-smierci, "),
        ("table encounter --roll", "Encounters: still needed: digit of the chamber."),
        ("table find --name moths --game labirynt-czarnoksieznika", "Name: not “moths”; there are: Dagger,"),
        ("table level --level 4", "Level: not “4”; there are: 1, 2 and 3."),
        ("table bribe --sum nine --gold 60", "Sum: “nine” is no whole number."),
        ("table bribe --sum 9", "Bribe: still needed: gold."),
        ("table bribe --sum 9 --roll", "Bribe: still needed: gold."),
        ("table jewel --number 99 --roll", "Number: not “99”; there are: 1, 2,"),
        ("table bribe --sum 9 --lang pl", "Wykup: brakuje jeszcze: złoto."),
        ("roll 0K6", "“0K6” is no dice code I know. Write d6, 2d6+1,"),
        ("roll 0K6 --lang pl", "„0K6” nie wygląda na kod rzutu. Pisz 1K6,"),
        ("roll 999999K6", "“999999K6” is no dice code I know."),
        ("roll 1K6;DROP", "“1K6;DROP” is no dice code I know."),
        ("simulate --game chess", "There is no game “chess”; there are: labirynt-smierci"),
        ("simulate --policy reckless", "labirynt-smierci has no policy “reckless”; there are: careful and camp."),
    ],
)
def test_misuse(line: str, sentence: str) -> None:
    """What cannot be done is answered with one sentence that says what can, and exit code 2."""
    result = labirynt(line)

    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr.startswith(sentence)
    assert len(result.stderr.splitlines()) == 1


@pytest.mark.parametrize(
    ("code", "dice", "least", "most"), [("2K6+1", 2, 3, 13), ("1K3", 1, 1, 3), ("1K6x4", 1, 4, 24)]
)
def test_a_roll(code: str, dice: int, least: int, most: int) -> None:
    """Dice fall within their bounds, and each one is shown."""
    rolled = json.loads(labirynt(f"roll {code} --json").stdout)

    assert rolled["code"] == code
    assert len(rolled["dice"]) == dice
    assert least <= rolled["total"] <= most


def test_a_roll_to_read() -> None:
    """A roll is one line."""
    assert labirynt("roll 20K6").stdout.startswith("🎲 20d6: ")
    assert labirynt("roll d6 --lang pl").stdout.startswith("🎲 1K6: ")


def test_a_roll_is_written_as_in_the_shell() -> None:
    """Both say «5 + 4 → 9»."""
    form = re.compile(r"🎲 2d6: [1-6] \+ [1-6] → \d+\n")
    piped = CliRunner().invoke(app, ["shell", "--lang", "en"], input="2d6\n").stdout

    assert form.fullmatch(labirynt("roll 2K6").stdout)
    assert form.fullmatch(piped)


@pytest.mark.parametrize("line", ["table trap 4", "lookup trap 4", "lookup trap --roll 4", "table pułapka 4"])
def test_a_line_is_read_as_in_the_shell(line: str) -> None:
    """Both names of the command, with words or with options."""
    assert labirynt(line).stdout.startswith("An explosion · Traps")


def test_a_line_may_name_an_entry_alone() -> None:
    """Any table is looked into, that of a game which is named alone."""
    assert labirynt("lookup black knight 3 --lang pl").stdout.startswith("Czarny Rycerz · Potwory\nPoziom: 3")
    assert labirynt("table orc --game jaskinia").stdout.startswith("Orc · Cards")


def test_a_groups_own_tables(tmp_path: Path) -> None:
    """The folder named in LABIRYNT_TABLES goes before ours; it holds a folder for each game."""
    own = tmp_path / "labirynt_smierci"
    own.mkdir()
    printed = (FOLDER / "negotiation.toml").read_text("utf-8")
    (own / "negotiation.toml").write_text(printed.replace("least =  7", "least =  5"), "utf-8")

    result = labirynt("table negotiation --total 5 --json", LABIRYNT_TABLES=str(tmp_path))

    assert json.loads(result.stdout)["result"] == "agreement"


def test_a_broken_table(tmp_path: Path) -> None:
    """A broken file of the group is named with its row and line."""
    own = tmp_path / "labirynt_smierci"
    own.mkdir()
    printed = (FOLDER / "bribe.toml").read_text("utf-8")
    (own / "bribe.toml").write_text(printed.replace("gold =  40", "gold =  10"), "utf-8")

    result = labirynt(f"table bribe --tables {tmp_path}")

    assert result.exit_code == 2
    assert result.stderr == (
        "labirynt_smierci/bribe.toml, line 19, row 2.gold: rows ascend: more than 20 is expected, not 10\n"
    )


def test_a_simulation() -> None:
    """The same seed tells the same story."""
    first, second = (labirynt("simulate --games 2 --stages 5 --seed 7 --players 2 --json") for _ in range(2))

    assert first.exit_code == 0
    assert first.stdout == second.stdout
    assert json.loads(first.stdout)["games"] == 2


def test_a_simulation_by_another_policy() -> None:
    """Other games by the same seed."""
    line = "simulate --games 1 --stages 30 --seed 7 --json --jobs 1"

    usual, careful, camp = (labirynt(line + more).stdout for more in ("", " --policy careful", " --policy camp"))

    assert usual == careful != camp


def test_too_many_players() -> None:
    """Seven do not fit around the table."""
    assert labirynt("simulate --players 7").exit_code == 2


def test_simulate_counts_questions() -> None:
    """As a table to be read, or as JSON."""
    line = "simulate --questions --games 2 --stages 5 --seed 7 --players 2 --jobs 1"

    assert "setup.apprentices" in labirynt(line).output
    assert json.loads(labirynt(line + " --json").output)["questions"][0]["per game"] > 0


@pytest.mark.parametrize("game", all_games())
def test_the_words_of_each_game_can_be_read_alone(game: str) -> None:
    """A fact of one sentence is no fact of another because it has its name."""
    result = labirynt(f"words --game {game} --games 1 --json")

    assert result.exit_code == 0, result.exception
    assert all(row["sentence"] for row in json.loads(result.stdout))


@pytest.mark.parametrize("language", ["pl", "en"])
def test_words_to_be_read(language: str) -> None:
    """Sentences as games said them, the same with other numbers, and nouns with each."""
    line = f"words --language {language} --game labirynt-smierci --json"
    wounds = {"pl": "1 rana; 2 rany; 5 ran; 22 rany", "en": "1 wound; 2 wounds; 5 wounds; 22 wounds"}

    assert max(row["said"] for row in json.loads(labirynt(line + " --games 2 --key event.").output)) > 10
    (plurals, *_) = json.loads(labirynt(line + " --games 0 --key wounds").output)
    assert plurals["sentence"] == wounds[language]
    assert "words.missing" not in labirynt(f"words --language {language} --games 0 --json").output


def test_words_of_an_unknown_language() -> None:
    """Those that there are, are named."""
    refused = labirynt("words --language de")

    assert refused.exit_code == 2
    assert "pl, en" in refused.output


def test_no_proof_of_dice(tmp_path: Path) -> None:
    """A file that is no proof is misuse, not a wrong die."""
    file = tmp_path / "shopping.json"
    file.write_text("bread", "utf-8")

    result = labirynt(f"verify {file}")

    assert result.exit_code == 2
    assert result.stderr.startswith("shopping.json is no proof of dice")


def a_proof(change: int = 0, rulings: int = 0) -> bytes:
    """Two sealed throws, and one by hand; a ``change`` of a die is a fault; so many ``rulings`` at the end."""
    seed, chain = bytes(32), START
    chance, lines = Sealed(seed, chain), []
    for seat, shown in ((CHANCE, None), ("s1", [4, 4]), (CHANCE, None)):
        value: Any = shown or chance.answer(Roll(who=CHANCE, why="storm", code="2K6"))
        chance.note(seat, value)
        lines.append(Line("storm", seat, value, "2K6"))
    lines[2] = msgspec.structs.replace(lines[2], value=[1 + (pip + change - 1) % 6 for pip in lines[2].value])
    lines += [Line(CORRECTION, "party", ["house", {"loops": "1"}, False])] * rulings
    stage = StageProof(0, chain.hex(), tuple(lines))
    return msgspec.json.encode(
        Proof(game="storms", version=1, commitment=commitment(seed), seed=seed.hex(), stages=(stage,))
    )


UNKNOWN = """
What this check cannot know:
- whether these are the hashes that were shown in the channel;
- whether stages were cut off at the end: the last message of the game says how many there were;
- whether the players gave these answers, and the rules asked for these dice and piles.
"""


def test_a_verdict_tells_dice_stages_seals_and_what_it_cannot_know(tmp_path: Path) -> None:
    good, bad = tmp_path / "good.json", tmp_path / "bad.json"
    good.write_bytes(a_proof())
    bad.write_bytes(a_proof(change=1))
    verdicts = [labirynt(f"verify {file}") for file in (good, bad)]

    assert verdicts[0].stdout == (
        "2 dice, all as sealed; 1 thrown by hand.\n"
        "Stages: 1.\n"
        "\n"
        f"Hash: {commitment(bytes(32))}\n"
        f"Seed: {bytes(32).hex()}\n"
        "Compare with the message in the channel: the first hash was shown when the game began.\n"
        f"{UNKNOWN}"
    )
    assert verdicts[1].stdout.startswith("1 dice as sealed; 1 thrown by hand.\nWrong: stage 0: storm shows")
    assert [verdict.exit_code for verdict in verdicts] == [0, 1]
    assert json.loads(labirynt(f"verify {good} --json").stdout) == {
        "fair": 2,
        "human": 1,
        "faults": [],
        "corrections": 0,
        "seeds": 1,
        "stages": 1,
        "seals": [{"commitment": commitment(bytes(32)), "seed": bytes(32).hex()}],
        "begun_at": None,
        "by_rules": False,
        "untold": "",
        "unchecked": {},
    }


def test_a_verdict_has_every_seed_with_its_hash(tmp_path: Path) -> None:
    """A host who tried many later seeds has to show each one's hash."""
    file, seed = tmp_path / "two.json", bytes(range(32))
    proof = msgspec.json.decode(a_proof(), type=Proof)
    file.write_bytes(msgspec.json.encode(msgspec.structs.replace(proof, later=(Seal(commitment(seed), seed.hex()),))))

    lines = labirynt(f"verify {file}").stdout.splitlines()

    assert lines[0] == "2 dice, all as sealed; 1 thrown by hand."
    assert any(line.startswith("2 sealed seeds threw in turn") for line in lines)
    assert f"Hash: {commitment(seed)}" in lines
    assert f"Seed: {seed.hex()}" in lines
    assert "Each later hash was shown when its seed took over." in lines


@pytest.mark.parametrize(("rulings", "said"), [(1, "1 ruling:"), (2, "2 rulings:")])
def test_a_verdict_counts_what_was_ruled(tmp_path: Path, rulings: int, said: str) -> None:
    """A table without a game master votes on its house rules, so nobody is named."""
    file = tmp_path / "ruled.json"
    file.write_bytes(a_proof(rulings=rulings))

    lines = labirynt(f"verify {file}").stdout.splitlines()

    assert f"The log holds {said} something set right, a die thrown again or a house rule changed." in lines


def test_a_proof_that_was_cut_short_is_wrong(tmp_path: Path) -> None:
    file = tmp_path / "short.json"
    proof = msgspec.json.decode(a_proof(), type=Proof)
    last = msgspec.structs.replace(proof.stages[0], stage=5)
    file.write_bytes(msgspec.json.encode(msgspec.structs.replace(proof, stages=(last,))))

    result = labirynt(f"verify {file}")

    assert result.exit_code == 1
    assert "Wrong: the file begins with stage 5: what came before it is missing\n" in result.stdout


def test_a_proof_of_a_newer_format_is_not_judged(tmp_path: Path) -> None:
    file = tmp_path / "newer.json"
    proof = msgspec.json.decode(a_proof(), type=Proof)
    file.write_bytes(msgspec.json.encode(msgspec.structs.replace(proof, format=4)))

    result = labirynt(f"verify {file}")

    assert result.exit_code == 2
    assert "newer version of the bot (format 4)" in result.stderr


SCENE = """
fact = "A 5 times 4 is 20"
section = "3"
game = "labirynt-smierci"
rule = "roll:1K6x4"
chance.roll = [5]
expect = [{ event = "DiceRolled", total = 20 }]
"""


@pytest.mark.parametrize(
    ("old", "new", "exit_code", "words"),
    [
        ("20 }", "20 }", 0, "holds"),
        ("20 }", "21 }", 1, "was not told"),
        ("labirynt-smierci", "chess", 2, "There is no game “chess”"),
        ("fact = ", "fakt = ", 2, "unknown field `fakt`"),
        ("[5]", "[5", 2, "is not valid TOML"),
    ],
)
def test_a_scenario(tmp_path: Path, old: str, new: str, exit_code: int, words: str) -> None:
    """What holds is 0, what does not hold is 1, a file that cannot be read is 2."""
    file = tmp_path / "scene.toml"
    file.write_text(SCENE.replace(old, new), "utf-8")

    result = labirynt(f"scenario {file}")

    assert result.exit_code == exit_code
    assert words in result.output


@pytest.mark.parametrize("command", ["scenario", "verify"])
def test_a_file_that_is_not_there(command: str) -> None:
    """A missing file is misuse."""
    assert labirynt(f"{command} nowhere.toml").exit_code == 2


@pytest.mark.parametrize(
    "command", ["play", "run", "doctor", "simulate", "words", "scenario", "roll", "table", "verify", "print"]
)
def test_help(command: str) -> None:
    """Each command explains itself."""
    result = labirynt(f"{command} --help")

    assert result.exit_code == 0
    assert f"labirynt {command}" in result.stdout


def test_each_command_has_a_name_in_the_list_and_no_group_installs_completion() -> None:
    """Groups that are read only when they are asked for are listed like the others."""
    listed = [line.split()[1] for line in labirynt("--help").stdout.splitlines() if re.match(r"│ \w", line)]

    assert {"run", "doctor", "lookup", "tables"} <= {*listed}
    for group in ("", "table", "tables"):
        assert "completion" not in labirynt(f"{group} --help").stdout


def test_a_roll_waits_for_nobody() -> None:
    """The command is ready without Discord's library, the database and the pictures."""
    heavy = "('discord', 'aiosqlite', 'PIL', 'rich')"
    program = f"import sys, bot.run.cli; print([name for name in {heavy} if name in sys.modules])"

    loaded = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)

    assert loaded.stdout.strip() == "[]"


def test_games_on_several_cores_are_the_games_of_one() -> None:
    """By their seeds, in their order."""
    line = "simulate --game labirynt-czarnoksieznika --games 5 --stages 12 --json"

    one, three = labirynt(f"{line} --jobs 1"), labirynt(f"{line} --jobs 3")

    assert one.exit_code == 0
    assert one.stdout == three.stdout


def test_contact_sheets_show_all_artwork_and_each_game(tmp_path: Path) -> None:
    """At full size and as a phone shows it; each of the three games with a fight, everybody, and a map or board."""
    result = labirynt(f"pictures --to {tmp_path}")

    written = {file.name for file in tmp_path.iterdir()}
    assert result.exit_code == 0
    assert result.stdout == f"{len(written)} pictures in {tmp_path}\n"
    assert {f"art-{name}.png" for name in ("monsters", "jaskinia-cards", "labirynt_smierci-heroes")} < written
    for game, whole in zip(all_games(), ("party", "teams", "seekers"), strict=True):
        assert {f"{game}-01-{whole}.png", f"{game}-01-{whole}.phone.png"} < written
        assert any(name.startswith(game) and name.endswith(("battle.png", "fight.png")) for name in written)
    assert all(Image.open(tmp_path / name).width <= PHONE for name in written if name.endswith(".phone.png"))


# Text from files on a terminal -------------------------------------------------------------------------------

EVIL = "Ala\x1b]0;PWN\x07\x1b[31m\x9b2J\u202e\u2028\r\x7f\u200b"
SHOWN = "Ala\ufffd]0;PWN\ufffd\ufffd[31m\ufffd2J\ufffd\ufffd\ufffd\ufffd\ufffd"


def test_text_from_a_file_steers_no_terminal() -> None:
    """Signs that move the cursor, colour, reverse or hide are shown as signs that are missing."""
    assert printable(EVIL) == SHOWN
    assert printable("a\nb\tc") == "a\ufffdb\ufffdc"
    assert printable("zażółć 🧙\u200d♂️ –\u00a0…") == "zażółć 🧙\u200d♂️ –\u00a0…"


@pytest.mark.parametrize("as_json", [False, True])
def test_facts_rows_and_json_are_printable(capsys: pytest.CaptureFixture[str], as_json: bool) -> None:
    """In every way in which commands print; JSON keeps the value."""
    print_facts({EVIL: EVIL, "inner": {EVIL: [EVIL]}, "rows": [{EVIL: EVIL}]}, as_json)
    print_rows([{EVIL: EVIL, "list": [EVIL], "map": {EVIL: 1}}], as_json)
    said = capsys.readouterr().out

    assert not set(EVIL.removeprefix("Ala")) & set(said) - set("]0;PWN[31m2J")
    if as_json:
        assert json.loads(said.splitlines()[1])[0][EVIL] == EVIL


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("scenario", 'fact = "EVIL"\nsection = "1"\ngame = "EVIL"\nrule = "EVIL"'),
        ("scenario", 'fact = "EVIL"\nsection = "1"\ngame = "labirynt-smierci"\nrule = "EVIL"'),
        ("scenario", '"EVIL" = 1'),
        ("scenario", "["),
        ("verify", '{"kind": "EVIL"}'),
        ("verify", '{"EVIL": "EVIL"}'),
        ("print", '{"kind": "EVIL"}'),
        ("print", "[" * 100_000),
        ("verify", "[" * 100_000),
        ("verify", '{"kind":' + "[" * 100_000),
        ("verify", '{"commitment":' + "[" * 100_000),
    ],
)
def test_a_hostile_file_is_one_sentence(tmp_path: Path, name: str, text: str) -> None:
    """No traceback, nothing that steers a terminal, and no second line that looks like ours."""
    file = tmp_path / "evil"
    file.write_text(text.replace("EVIL", "Ala\\u001b[31m\\u202e\\u009b2J\\n"), "utf-8")
    done = CliRunner().invoke(app, [name, str(file)])

    assert done.exit_code == 2
    assert isinstance(done.exception, SystemExit)
    assert done.output.rstrip("\n").isprintable()


def test_a_setup_that_cannot_be_names_its_file(tmp_path: Path) -> None:
    """Of several files on a line the wrong one is found."""
    file = tmp_path / "wrong.toml"
    file.write_text('fact = "x"\nsection = "1"\ngame = "jaskinia"\nrule = "turn"\nsetup = { seekers = 1 }', "utf-8")

    assert labirynt(f"scenario {file}").output.startswith("wrong.toml: setup: ")


def test_seats_of_a_file_steer_no_terminal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Their names stand in the refusal of a seat that is not there."""
    played = Played(load("labirynt-smierci"), None, [SeatLine("s1", EVIL), SeatLine("s2", "x" * 500)])
    monkeypatch.setattr("bot.run.printing._load_played_game", lambda narrator, wanted, own: played)
    done = CliRunner().invoke(app, ["print", "game.json", "--seat", f"zzz{EVIL}"])

    assert done.exit_code == 2
    assert "at this table sit Ala ]0;PWN" in done.output
    assert done.output.rstrip("\n").isprintable()
    assert len(done.output) < 200
