"""The ``/help`` and ``/privacy`` commands."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from discord import ButtonStyle, app_commands

from bot.acts.privacy import forget, try_to_scrub
from bot.discord.commands import registering
from bot.discord.commands.finding import language_of
from bot.discord.commands.service import TableService
from bot.discord.prompts.components import CustomId, Press, view
from bot.discord.prompts.public import Shown
from bot.discord.prompts.reply import Reply
from bot.games import face_of
from bot.table.records import Address
from bot.words.narrator import Narrator
from rules.games import all_games
from rules.kernel.errors import Refused

PLAY = "play"
BEGINNING: Mapping[str, tuple[str, ...]] = {
    PLAY: (
        *("game.new", "game.status", "answer", "move", "attack", "party", "hero", "map", "things", "roll"),
        "lookup",
    ),
}
BESIDES: Mapping[str, tuple[str, ...]] = {
    "weeks": (
        *("mine", "follow", "story", "chronicle", "away", "back", "quiet", "table", "vote", "undo", "redo"),
        "house",
    ),
    "people": (
        *("game.join", "game.leave", "game.hand", "game.kick", "game.start", "game.end", "game.resume"),
        *("settings", "stats"),
    ),
    "gm": (
        *("gm.take", "gm.appoint", "gm.resign", "gm.what", "gm.set", "gm.place", "gm.roll", "gm.skip"),
        *("gm.tell", "gm.see", "gm.note", "gm.notes", "undo", "house"),
    ),
    "table": ("gm.now", "gm.prepare", "gm.screen", "dice", "table", "game.hand", "print"),
    "trust": ("dice", "game.export", "game.import", "privacy"),
}


def topics() -> Mapping[str, Sequence[str]]:
    """Return the help topics, those of each game included, with the keys of their commands."""
    faces = [face_of(game) for game in all_games()]
    of_games = {face.topic: face.explained for face in faces if face.topic}
    more = {topic: explained for face in faces for topic, explained in face.topics.items()}
    return {**BEGINNING, **of_games, **BESIDES, **more}


def other_topics(topic: str) -> list[str]:
    """Return the topics linked from a topic; a game's sub-topics are linked only from its own topic."""
    of_one = {more: face.topic for face in map(face_of, all_games()) for more in face.topics}
    return [other for other in topics() if other != topic and of_one.get(other, topic) == topic]


@app_commands.choices(topic=[registering.localised_choice(f"help.topic.{topic}", topic) for topic in topics()])
async def _explain(service: TableService, reply: Reply, topic: registering.Picked = PLAY) -> None:
    narrator = Narrator(language_of(reply.interaction))
    await reply.whisper(text(narrator, list(service.games), topic))


def text(narrator: Narrator, games: list[str], topic: str = PLAY) -> str:
    """Return a help page: how to begin, a line for each command under its localised name, and hints."""
    begin = [narrator.say(f"help.{topic}"), *(_game_lines(narrator, games) if topic == PLAY else ())]
    lines = [
        *begin,
        "",
        *(f"`/{command_as_typed(narrator, key)}` – {narrator.say(f'command.{key}.about')}" for key in topics()[topic]),
        "",
    ]
    others = narrator.join_words([narrator.say(f"help.topic.{other}") for other in other_topics(topic)])
    end = narrator.first_known(f"help.{topic}.end", rest=narrator.plain.say("menu.more"))
    return "\n".join([*lines, *([end] if end else []), narrator.say("help.topics", topics=others)])


def _game_lines(narrator: Narrator, games: list[str]) -> Iterator[str]:
    for game in games:
        if about := narrator.first_known(f"help.game.{game}"):
            yield f"- {about}"


def command_as_typed(narrator: Narrator, key: str) -> str:
    """Return a command as its reader types it."""
    steps = key.split(".")
    keys = [".".join(steps[: n + 1]) for n in range(len(steps))]
    return " ".join(
        narrator.say(f"command.{name}.name") if narrator.locale == "pl" else steps[n] for n, name in enumerate(keys)
    )


VERB = "forget"


async def _tell_kept_data(service: TableService, reply: Reply) -> None:
    voice = await service.voice(reply.interaction)
    tables = len(await service.store.all_tables_of(reply.user_id))
    button = Press(_button_id("ask"), voice.plain.say("privacy.forget_me"), ButtonStyle.danger)
    await reply.whisper(Shown(voice.say("privacy.kept", tables=tables), view([button])))


async def on_press(service: TableService, reply: Reply, id: CustomId, values: Sequence[str]) -> None:
    """Handle a button of these commands: ask for confirmation, then act."""
    voice = await service.voice(reply.interaction)
    match id.option:
        case "ask":
            yes = Press(_button_id("yes"), voice.plain.say("privacy.yes"), ButtonStyle.danger)
            no = Press(_button_id("no"), voice.plain.say("privacy.no"))
            await reply.update(voice.say("privacy.sure"), view([yes, no]))
        case "no":
            await reply.update(voice.say("privacy.kept_on"))
        case "yes":
            tables = await forget(service.sessions, reply.user_id)
            done = "privacy.forgotten" if await try_to_scrub(service.store) else "privacy.forgotten_soon"
            await reply.update(voice.say(done, tables=len(tables)))
            for game_id in tables:
                await service.deliver(reply, game_id)
        case _:
            raise Refused("stale")


def _button_id(option: str) -> CustomId:
    return CustomId(VERB, "", Address(0, 0, 0), (), option)


HANDLERS: registering.Handlers = {VERB: on_press}

HELP_COMMAND = registering.command("help", _explain, share="look")
"""The command ``/help``."""

PRIVACY_COMMAND = registering.command("privacy", _tell_kept_data)
"""The command ``/privacy``."""
