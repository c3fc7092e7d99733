"""The free texts that people may type into commands, found from the commands as Discord has them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from bot.playground import wire as kinds
from bot.playground.wire import JSON
from tests.bot.a_channel import HERE, Channel

DISCORD_LIMIT = 6000


class FreeText(NamedTuple):
    """A text option of a command; ``besides``: the other text options that the command requires."""

    path: str
    option: JSON
    besides: Mapping[str, Any]

    @property
    def name(self) -> str:
        """Return the option's name."""
        return str(self.option["name"])

    @property
    def longest(self) -> int:
        """Return the most characters that may be typed."""
        return min(self.option.get("max_length") or DISCORD_LIMIT, DISCORD_LIMIT)

    async def offered(self, channel: Channel, who: str, begun: str = "") -> list[str]:
        """Return the values that are offered for what is typed."""
        if not self.option.get("autocomplete"):
            return []
        typed = {**self.besides, self.name: begun}
        offers = await channel.hands.complete(who, HERE, self.path, typed, focused=self.name)
        return [str(offer.value) for offer in offers]

    async def sent(self, channel: Channel, who: str, text: str) -> None:
        """Send the command with this text."""
        await channel.hands.slash(who, HERE, self.path, {**self.besides, self.name: text})
        await channel.hands.settled()


def free_texts(channel: Channel, who: str) -> Iterator[FreeText]:
    """Yield each free text of each command."""
    for command in channel.hands.commands(who, HERE):
        for path, options in leaves_of(command, ()):
            texts = [option for option in options if option["type"] == kinds.STRING and not option.get("choices")]
            required = {option["name"]: "trol" for option in texts if option.get("required")}
            yield from (FreeText(path, option, required) for option in texts)


def leaves_of(command: JSON, path: tuple[str, ...]) -> list[tuple[str, list[JSON]]]:
    """Return the command, or each of its sub-commands, with its options."""
    path, options = (*path, command["name"]), command.get("options") or []
    inner = [option for option in options if option["type"] in kinds.INSIDE]
    if inner:
        return [leaf for option in inner for leaf in leaves_of(option, path)]
    return [(" ".join(path), options)] if command["type"] in (*kinds.INSIDE, kinds.CHAT_INPUT) else []
