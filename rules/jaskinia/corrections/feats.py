"""Setting right what a Seeker has done: trophies and trials."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from rules.jaskinia.cards import card_word, discard
from rules.jaskinia.corrections.moments import calm, cards_of, draw_out, supply
from rules.jaskinia.events.corrections import TrialGranted, TrialUndone, TrophyGranted, TrophyVanished
from rules.jaskinia.fight.scores import FOUGHT
from rules.jaskinia.model import TRIALS, Game, Seeker
from rules.kernel.corrections import Deed, action
from rules.kernel.requests import GM, Action, Choose, Option, Seat
from rules.kernel.table import Table
from rules.kernel.words import Word


def offers(game: Game, one: Seeker) -> Iterator[Action[Any]]:
    """Trophies that come and go; out of a fight trials that count as passed, but for the last, which wins [10.8]."""
    yield from _offer("trophy", one, cards_of(supply(game, FOUGHT["fight"])))
    yield from _offer("untrophy", one, cards_of(one.trophies))
    if not calm(game):
        return
    if _left(game, one) > 1:
        yield from _offer("trial", one, _trials([trial for trial in TRIALS if trial not in one.trials]))
    yield from _offer("untrial", one, _trials(one.trials))


def _offer(verb: str, one: Seeker, options: tuple[Option, ...]) -> Iterator[Action[Any]]:
    if options:
        facts = {"who": one.name}
        yield action(verb, one.seat, Choose(who=GM, why=f"gm.{verb}", options=options, facts=facts), **facts)


def _left(game: Game, one: Seeker) -> int:
    """How many trials are still to be passed."""
    return game.options.trials - len(one.trials)


def _trials(trials: Sequence[str]) -> tuple[Option, ...]:
    return tuple(Option(trial, "gm.trial.one", facts={"trial": Word(f"cavetrial.{trial}")}) for trial in trials)


# What comes of it ------------------------------------------------------------------------------------------------


def give_trophy(table: Table, game: Game, about: Seat, card: str) -> None:
    """An Enemy that nobody fought is a trophy."""
    one = game.seeker_of(about)
    one.trophies.append(draw_out(game, card))
    table.tell(TrophyGranted(one.name, card_word(card)))


def take_trophy(table: Table, game: Game, about: Seat, card: str) -> None:
    """A trophy goes to its used pile."""
    one = game.seeker_of(about)
    one.trophies.remove(card)
    discard(game, card)
    table.tell(TrophyVanished(one.name, card_word(card)))


def pass_trial(table: Table, game: Game, about: Seat, trial: str) -> None:
    """It counts as passed."""
    one = game.seeker_of(about)
    one.trials.append(trial)
    table.tell(TrialGranted(one.name, Word(f"cavetrial.{trial}"), _left(game, one)))


def undo_trial(table: Table, game: Game, about: Seat, trial: str) -> None:
    """It is still to be passed."""
    one = game.seeker_of(about)
    one.trials.remove(trial)
    table.tell(TrialUndone(one.name, Word(f"cavetrial.{trial}"), _left(game, one)))


DEEDS: Mapping[str, Deed[Game]] = {
    "trophy": give_trophy,
    "untrophy": take_trophy,
    "trial": pass_trial,
    "untrial": undo_trial,
}
