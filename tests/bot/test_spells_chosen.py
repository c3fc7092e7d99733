"""Before spells are chosen everybody reads what the colours of the suns give [4.1 D]."""

from __future__ import annotations

import pytest

from bot.discord.prompts import words
from bot.words.narrator import LOCALES, Narrator
from rules.kernel.requests import Form
from rules.labirynt_smierci.magic.casting import choose_known
from tests.rules.labirynt_smierci.set_right import a_game
from tests.rules.playing import question


@pytest.mark.parametrize("locale", LOCALES)
def test_each_colour_says_how_many_spells_it_gives(locale: str) -> None:
    """The numbers of a caster's potential, red, yellow, blue [4.1 D]."""
    game = a_game(party=[{"hero": "curvenol"}, {"hero": "eodred"}])
    asked = question(lambda table: choose_known(table, game))
    form = next(iter(asked.asks.values()))  # type: ignore[attr-defined]
    assert isinstance(form, Form)

    said = [words.reason(Narrator(locale), field.ask) for field in form.fields]

    assert [sum(one.count(str(n)) for n in (3, 4, 5)) for one in said] == [3, 3]
    assert all(all(sun in one for sun in "🔴🟡🔵") for one in said)
