"""The stand-in and the little bot of its own tests."""

from tests.playground.conftest import bot, hands, playground

__all__ = ["bot", "hands", "playground"]
