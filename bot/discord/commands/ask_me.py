"""The button “ask me” for decisions that brisk pace makes for a player: when it is shown, and how it looks."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from msgspec.structs import replace

from bot.discord.prompts.components import Press, view
from bot.discord.prompts.open_question import Scene
from bot.discord.prompts.public import Shown
from bot.session.asking import standing_orders
from bot.table.authority import in_person_seats, seats_of
from rules.kernel.events import DecidedUnasked, Told
from rules.kernel.requests import Seat
from rules.kernel.words import Word

ASK_ME = "askme"
ASKING = ("each", "ask")
"""The values of standing orders that ask the player."""


def ask_me_news(scene: Scene, user_id: int, told: Iterable[Told]) -> Shown | None:
    """Return what brisk pace decided for this person for the first time, with a button each; None if nothing."""
    mine = seats_of(scene.record, user_id)
    decided = [fact.event for fact in told if isinstance(fact.event, DecidedUnasked)]
    asked = [(seat, event.order) for event in decided for seat in event.players if seat in mine]
    buttons = [_button(scene, *each) for each in asked]
    return Shown(scene.narrator.say("answer.unasked"), view(buttons)) if asked else None


def ask_me_buttons(scene: Scene, seat: Seat) -> list[Press]:
    """Return a button for each decision that brisk pace still makes for this seat and has told of."""
    orders = standing_orders(scene.rules, scene.standing, seat)
    if not isinstance(orders, Mapping):
        return []
    told = [name for name in scene.state.decided.get(seat, ()) if orders[name] not in ASKING]
    return [_button(scene, seat, Word(f"{scene.rules.order_words}.{name}")) for name in told]


def _button(scene: Scene, seat: Seat, order: Word) -> Press:
    id = replace(scene.id(ASK_ME, option=order.key.rpartition(".")[2]), seat=seat)
    plain, several = scene.plain, seat in in_person_seats(scene.record)
    said = plain.say("button.ask_me", order=order)
    return Press(id, f"{plain.seat(seat)}: {said}" if several else said)
