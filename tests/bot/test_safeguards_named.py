"""The safeguards that ``make soak`` takes away one by one are still where it looks for them."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.soak.test_without_safeguards import ROOT, SAFEGUARDS


@pytest.mark.parametrize("name", SAFEGUARDS)
def test_a_safeguard_stands_where_it_is_said(name: str) -> None:
    """Once, and with the tests that notice its loss."""
    guard = SAFEGUARDS[name]

    assert (ROOT / guard.file).read_text("utf-8").count(guard.code) == 1
    assert [file for file in guard.tests.split() if not Path(ROOT, file).exists()] == []
