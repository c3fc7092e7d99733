"""The ``/stats`` command: what finished games of this server have left of a person or of everybody."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import timedelta
from statistics import median

from discord import ButtonStyle, Member
from msgspec.structs import replace

from bot.acts.absence import person_of
from bot.discord.commands.finding import language_of
from bot.discord.commands.registering import Handlers, command
from bot.discord.commands.service import TableService
from bot.discord.prompts.components import CustomId, Press, file_of, fit_lines, mention_user, view
from bot.discord.prompts.public import Shown
from bot.discord.prompts.reply import Reply
from bot.discord.prompts.table_words import moment
from bot.games.face import Picture, dice_picture, without_failed
from bot.games.honours import name_of
from bot.table.records import Address
from bot.table.results import Feats, Result
from bot.words.narrator import LISTS, Narrator, Said

VERB = "stats"
BAR = 10
"""Dice of the longest bar of the histogram: a row of the picture."""
PEOPLE = 12
"""The most people named with their wins."""
FALLEN = 12
"""The most fallen characters named, the latest ones."""
RECORDS: Mapping[str, Callable[[Feats], float]] = {
    "fastest": lambda feats: feats.won / (1 + feats.lasted),
    "deepest": lambda feats: feats.depth,
    "missed": lambda feats: feats.misses,
}
"""The records of a server, each with its measure: the highest value is the record, 0 is none."""


async def _show_statistics(
    service: TableService, reply: Reply, person: Member | None = None, server: bool = False
) -> None:
    narrator, member = Narrator(language_of(reply.interaction)), person or reply.interaction.user
    results = await service.store.results(reply.guild_id, 0 if server else member.id)
    whose = "server" if server else "own" if member.id == reply.user_id else "person"
    lines = [narrator.say(f"stats.head.{whose}", who=member.display_name), *_games_in_words(narrator, results, whose)]
    if whose == "own":
        await _show_own(service, reply, narrator, results, lines)
    else:
        await reply.whisper(fit_lines(lines))


async def _show_own(
    service: TableService, reply: Reply, narrator: Narrator, results: Sequence[Result], lines: list[Said]
) -> None:
    """Show a person their own dice and waits too, with the buttons of what is kept of them."""
    dice, pictures = sum((Counter(result.luck.dice) for result in results), Counter[int]()), list[Picture]()
    if results:
        table, bars = _histogram(narrator, dice)
        lines += [_luck_in_words(narrator, results, dice.total()), *table]
        pictures = without_failed(await dice_picture(bars, "; ".join(table))) if dice else []
    option = "sure" if await service.store.is_counted(reply.user_id) else "on"
    lines += [narrator.say("stats.uncounted")] if option == "on" else []
    fame = "nameless" if (await person_of(service.store, reply.user_id)).fame else "fame"
    presses = [
        Press(CustomId(VERB, "", Address(0, 0, 0), (), each), narrator.plain.say(f"stats.button.{each}"))
        for each in (option, fame)
    ]
    await reply.whisper(Shown(fit_lines(lines), view(presses)), [*map(file_of, pictures)])


def _histogram(narrator: Narrator, dice: Counter[int]) -> tuple[list[Said], list[int]]:
    """Return a line for each face thrown, and the dice to draw as its bars."""
    each_die = -(-max(dice.values(), default=1) // BAR)  # throws for each die drawn
    table = [narrator.say("stats.die", face=face, number=dice[face]) for face in sorted(dice)]
    table += [narrator.say("stats.scale", number=each_die)] if each_die > 1 else []
    return table, [face * (nth * each_die < dice[face]) for face in sorted(dice) for nth in range(BAR)]


def _luck_in_words(narrator: Narrator, results: Sequence[Result], dice: int) -> Said:
    waits = [result.luck.wait for result in results if result.luck.wait is not None]
    return narrator.say("stats.luck", wait=_duration(narrator, median(waits)) if waits else "–", dice=dice)


def _games_in_words(narrator: Narrator, results: Sequence[Result], whose: str) -> Iterator[Said]:
    """Yield what the channels saw of these results, then the records of a server."""
    if not results:
        yield narrator.say("stats.none")
        return
    yield narrator.say("stats.since", day=moment(results[0].ended_at, "D"))
    per_game = _results_per_game(results)
    for game, own in per_game.items():
        depth, won = max(result.feats.depth for result in own), {result.game_id for result in own if result.feats.won}
        facts = {"games": len({result.game_id for result in own}), "won": len(won), "depth": depth}
        yield narrator.say("stats.game.depth" if depth else "stats.game", game=narrator.say(f"game.{game}"), **facts)
    if whose == "server":
        yield from _wins_in_words(narrator, results)
    yield from _deeds_in_words(narrator, results)
    for game, own in per_game.items():
        might, foe = max(result.feats.felled for result in own)
        if might:
            enemy = name_of(narrator, foe)
            yield narrator.first_known(f"stats.felled.{game}", "stats.felled", enemy=enemy, might=might)
    if whose == "server":
        yield from _records_in_words(narrator, [result for result in results if not result.mark])


def _results_per_game(results: Sequence[Result]) -> dict[str, list[Result]]:
    found: dict[str, list[Result]] = {}
    for result in results:
        found.setdefault(result.game, []).append(result)
    return found


def _wins_in_words(narrator: Narrator, results: Sequence[Result]) -> Iterator[Said]:
    played = Counter(result.user_id for result in results if result.user_id)
    wins = Counter(result.user_id for result in results if result.feats.won)
    for user in sorted(played, key=lambda user: (-wins[user], played[user]))[:PEOPLE]:
        yield narrator.say("stats.person", who=mention_user(user), games=played[user], won=wins[user])


def _deeds_in_words(narrator: Narrator, results: Sequence[Result]) -> Iterator[Said]:
    marks = Counter({result.game_id: result.mark for result in results}.values())
    yield narrator.say("stats.marked", alone=marks["alone"], room=marks["room"])
    lost = [name_of(narrator, who, by) for result in results for who, by in result.feats.lost]
    yield narrator.say("stats.deeds", number=len(lost), fallen=narrator.join_words(lost[-FALLEN:]))
    if misses := max(result.feats.misses for result in results):
        yield narrator.say("stats.misses", misses=misses)


def _records_in_words(narrator: Narrator, results: Sequence[Result]) -> Iterator[Said]:
    for record, worth in RECORDS.items() if results else ():
        best = max(results, key=lambda result: worth(result.feats))
        if worth(best.feats):
            yield narrator.say(
                f"stats.record.{record}",
                who=mention_user(best.user_id) if best.user_id else narrator.say("stats.nobody"),
                game=narrator.say(f"game.{best.game}"),
                place=Said(f"<#{best.channel_id}>"),
                day=moment(best.ended_at, "D"),
                lasted=_duration(narrator, best.feats.lasted),
                depth=best.feats.depth,
                misses=best.feats.misses,
            )


def _duration(narrator: Narrator, seconds: float) -> Said:
    from babel.dates import format_timedelta

    return Said(format_timedelta(timedelta(seconds=seconds), locale=LISTS[narrator.locale]))


async def on_press(service: TableService, reply: Reply, id: CustomId, values: Sequence[str]) -> None:
    """Count the person's games from now on, or no more; or let later games name their fallen, or no more."""
    narrator = Narrator(language_of(reply.interaction))
    if id.option == "sure":  # all that is kept goes, on every server
        press = Press(replace(id, option="off"), narrator.plain.say("stats.button.off"), ButtonStyle.danger)
        await reply.whisper(Shown(narrator.say("stats.sure"), view([press])))
        return
    if id.option in ("fame", "nameless"):
        known = await person_of(service.store, reply.user_id)
        await service.store.put_person(replace(known, fame=int(id.option == "fame")))
    else:
        await service.store.count_person(reply.user_id, id.option == "on")
    await reply.whisper(narrator.say(f"stats.done.{id.option}"))


HANDLERS: Handlers = {VERB: on_press}

COMMAND = command("stats", _show_statistics, share="look")
"""The command ``/stats``."""
