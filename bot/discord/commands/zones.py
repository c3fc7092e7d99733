"""Time zones: what to offer for one, and the question for it to people whose Discord does not speak Polish."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from bot.acts import typed_times
from bot.acts.absence import set_rest
from bot.discord.commands.finding import language_of
from bot.discord.commands.registering import Handlers
from bot.discord.commands.service import TableService
from bot.discord.prompts import components
from bot.discord.prompts.public import Shown
from bot.discord.prompts.reply import Interaction, Reply
from bot.table.habits import Person
from bot.table.records import Address
from bot.words.matching import Offer, matching_offers
from bot.words.narrator import Narrator
from rules.kernel.errors import Refused

VERB = "zone"
ZONES = (
    "Europe/Warsaw", "Europe/London", "Europe/Berlin", "Europe/Lisbon", "Europe/Kyiv", "America/New_York",
    "America/Chicago", "America/Los_Angeles", "Asia/Tokyo", "Australia/Sydney", "UTC",
)  # fmt: skip
NAMES = [(name.replace("_", " "), name) for name in ZONES]


async def ask_zone(service: TableService, reply: Reply) -> None:
    """Ask somebody who sits down for their time zone, once, unless their Discord speaks Polish or they have settings.

    Until they answer they are called at any hour.
    """
    if reply.interaction.locale.value == "pl" or await service.store.people([reply.user_id]):
        return
    narrator = Narrator(language_of(reply.interaction))
    picks = [components.Pick(name, label) for label, name in NAMES]
    menu = components.Menu(components.CustomId(VERB, "", Address(0, 0, 0)), narrator.plain.say("zone.pick"), picks)
    await reply.whisper(Shown(narrator.say("zone.ask"), components.view(menus=[menu])))
    await service.store.put_person(Person(reply.user_id, "UTC", quiet_from=0, quiet_to=0))


async def on_pick(service: TableService, reply: Reply, id: components.CustomId, values: Sequence[str]) -> None:
    """Set the time zone, and the quiet hours that everybody has at first."""
    person = await set_rest(service.sessions, reply.user_id, "".join(values), "22-8")
    await reply.update(Narrator(language_of(reply.interaction)).say("zone.done", zone=person.zone))


async def zone_offers(service: TableService, interaction: Interaction, begun: str) -> Iterable[Offer]:
    """Return the zone that is meant by what is typed, and the best known ones."""
    try:
        meant = [typed_times.zone(begun)]
    except Refused:
        meant = []
    found = [(name.replace("_", " "), name) for name in meant]
    return dict.fromkeys([*found, *matching_offers(NAMES, begun)])


HANDLERS: Handlers = {VERB: on_pick}
