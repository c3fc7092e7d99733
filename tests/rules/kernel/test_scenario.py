"""Scenario files: a rule is checked without writing Python, and every slip of the file is named."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from rules.kernel.errors import BadTable
from rules.kernel.scenario import Scenario, play, play_file, read
from rules.kernel.table import Table
from tests.rules.kernel.toy import Camp, Hills, Noted, a_fork, a_price

FILE = """
fact = "A fish costs what the die says"
section = "1"
game = "hills"
rule = "market"
chance.haggle = [4]
answers.fork = ["left"]
"""


def market(table: Table, camp: Camp) -> None:
    """A way, a die, and the price is noted; a storm drives everybody home."""
    way = table.ask(a_fork())
    price = table.roll("1K6", "haggle")
    camp.notes = [way, int(price)]
    table.tell(Noted(f"price {int(price)}"))
    if price == 6:
        camp.notes.append(table.ask(a_price("s2")))


def failures(**wanted: Any) -> list[str]:
    """What does not hold of a scenario at the market."""
    usual: dict[str, Any] = {"chance": {"haggle": [4]}, "answers": {"fork": ["left"]}}
    scenario = Scenario(fact="a fact", section="1", game="hills", rule="market", **usual | wanted)
    return play(scenario, Hills(market))


def test_a_scenario_that_holds_says_nothing() -> None:
    """Events in order, the state by a path, the end reached."""
    expected = [{"event": "DiceRolled", "why": "haggle", "total": 4}, {"event": "Noted", "what": "price 4"}]

    assert failures(expect=expected, state={"notes.1": 4, "seats.1": "s2"}, never=["Hushed"]) == []


@pytest.mark.parametrize(
    ("wanted", "sentence"),
    [
        ({"expect": [{"event": "Noted", "what": "price 5"}]}, "was not told (in this order)"),
        ({"expect": [{"event": "Noted"}, {"event": "DiceRolled"}]}, "was not told (in this order)"),
        ({"expect": [{"event": "Noted", "waht": "price 4"}]}, "was not told (in this order)"),
        ({"expect": [{"event": "Nothing"}]}, "told of this kind: nothing"),
        ({"never": ["Noted"]}, "Noted was told"),
        ({"state": {"notes.1": 5}}, "notes.1 should be 5, it is 4"),
        ({"state": {"notes.7": 5}}, "notes.7 should be 5, it is None"),
        ({"state": {"purse": 5}}, "purse should be 5, it is None"),
        ({"answers": {"fork": ["left", "right"]}}, "answers 'fork' was not used: ['right']"),
        ({"chance": {"haggle": [4, 5]}}, "chance 'haggle' was not used: [[5]]"),
        ({"chance": {"haggle": [4], "storm": [1]}}, "chance 'storm' was not used: [[1]]"),
        ({"answers": {}}, "it should play to the end, but it did wait for 'fork'"),
        ({"chance": {}}, "it should play to the end, but it did wait for 'haggle'"),
        ({"answers": {"fork": ["up"]}}, "it should play to the end, but it did be refused with 'no_such_option'"),
        ({"waits": "price"}, "it should wait for 'price', but it did play to the end"),
        ({"refused": "no_such_option"}, "it should be refused with 'no_such_option', but it did play to the end"),
    ],
)
def test_what_does_not_hold_is_a_sentence(wanted: dict[str, Any], sentence: str) -> None:
    """Unused dice and answers, missing events, wrong state, another end: each is told."""
    assert any(sentence in failure for failure in failures(**wanted))


def test_a_scenario_may_end_with_a_question() -> None:
    """With a six Bolek is asked for a price, and there the file stops."""
    assert failures(chance={"haggle": [6]}, waits="price") == []


def test_a_scenario_may_end_with_a_refusal() -> None:
    """What may not be answered can be a fact too."""
    assert failures(answers={"fork": ["up"]}, chance={}, refused="no_such_option") == []


def test_two_dice_are_a_list() -> None:
    """One die may be written without brackets."""

    def plot(table: Table, camp: Camp) -> None:
        camp.notes = [int(table.roll("2K6", "storm")), int(table.roll("1K6", "storm"))]

    scenario = Scenario(fact="f", section="1", game="hills", rule="storm", chance={"storm": [[3, 4], 2]})

    assert play(scenario, Hills(plot)) == []


def test_a_file_holds_one_scenario_or_several(tmp_path: Path) -> None:
    """Several stand under ``[[scenario]]``; each failure names file and fact."""
    one, two = tmp_path / "one.toml", tmp_path / "two.toml"
    one.write_text(FILE, "utf-8")
    two.write_text("[[scenario]]" + FILE + "[[scenario]]" + FILE.replace("[4]", "[4, 5]"), "utf-8")

    assert play_file(one, lambda name: Hills(market)) == []
    assert play_file(two, lambda name: Hills(market)) == [
        "two.toml: 'A fish costs what the die says': chance 'haggle' was not used: [[5]]"
    ]


@pytest.mark.parametrize(
    ("text", "key", "expected"),
    [
        ("fact =", "", "is not valid TOML"),
        ("fact = 1\n", "fact", "Expected `str`, got `int`"),
        (FILE + "expcet = []\n", "", "unknown field `expcet`"),
        (FILE.replace('fact = "A fish costs what the die says"', ""), "", "missing required field `fact`"),
    ],
)
def test_a_bad_file_is_named_with_its_key(tmp_path: Path, text: str, key: str, expected: str) -> None:
    """A typing error in a scenario is found at once."""
    file = tmp_path / "bad.toml"
    file.write_text(text, "utf-8")

    with pytest.raises(BadTable) as bad:
        read(file)

    assert bad.value.file == "bad.toml"
    assert key in bad.value.key
    assert expected in bad.value.expected


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    """No scenario, no silence."""
    with pytest.raises(BadTable, match=r"none\.toml: cannot be read"):
        read(tmp_path / "none.toml")
