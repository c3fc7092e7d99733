"""Every cache and queue of the program has a bound, and the bound is written down here."""

from __future__ import annotations

import ast
import importlib
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from bot.session.table_state import MOST_OLDER, TablesVersions
from bot.words import narrator

ROOT = Path(__file__).parents[2]
MOST_KEPT = 8192
"""Entries of the largest ``lru_cache``."""
COLLECTIONS = ("deque", "OrderedDict", "WeakValueDictionary", "WeakKeyDictionary", "Queue")
PLAIN = ("dict", "list", "set", "Counter", "defaultdict")
WITHOUT_PLAIN = ("bot/playground/", "bot/run/")
"""Where attributes that are plain dicts, lists and sets end with a command or with a test."""

BOUNDS = {
    "bot/acts/undo_points.py:asides": "one entry for each row of a stage, at most 1,000 (LONGEST); ends with it",
    "bot/acts/copies/replaying.py:_answers": "the rows of one file, at most 60,000 (MOST_ANSWERS); ends with its check",
    "bot/acts/copies/replaying.py:_proof": "a line for each answer of one file, at most 60,000; ends with its check",
    "bot/acts/copies/replaying.py:_snapshots": "one entry for each stage of a file, at most 5,000; ends with its check",
    "bot/acts/copies/replaying.py:_told": "what one stage of a file told; ends with its check",
    "bot/acts/table_settings.py:_locks": "weak: one lock for each person who is waiting",
    "bot/discord/commands/gm_now.py:asked": "the rolls of one stage; ends with the preview that replays it",
    "bot/discord/direct.py:closed": "one number for each person who refuses direct messages; until their next press",
    "bot/discord/posting.py:_hinted_at": "one number for each story that a newer program has left unposted",
    "bot/discord/reminders.py:_looked": "one entry for each person reminded within a day (DAY)",
    "bot/games/own_tables.py:shipped_ids": "the ids of the shipped tables",
    "bot/discord/client.py:_left_guilds": "one number for each server that threw the bot out since it started",
    "bot/discord/clockwork.py:_deliveries": "one task for each table that is delivered to; ends with the task",
    "bot/discord/clockwork.py:_put_off": "one entry for each table whose delivery failed; ends after an hour (PUT_OFF)",
    "bot/discord/commands/registering.py:_in_line": "weak: one lock for each person whose command is under way",
    "bot/discord/retry_queue.py:_known": "one entry for each table with a pending delivery",
    "bot/discord/retry_queue.py:_owed": "one entry for each table with a pending delivery",
    "bot/discord/retry_queue.py:_seen": "one entry for each table with a pending delivery",
    "bot/discord/commands/reporting.py:_guild_names": "one name for each server",
    "bot/discord/commands/reporting.py:offered": "one number for each prepared call, at most 50 a server (MOST)",
    "bot/discord/commands/reporting.py:offers": "one message for each game master and channel",
    "bot/discord/threads.py:_handled_at": "one time for each thread with a live table; others end with the next look",
    "bot/games/labirynt_smierci/feats.py:_of": "one entry for each member of the party; ends with each fight",
    "bot/discord/gallery.py:_lasting": "one entry for each live table",
    "bot/discord/gallery.py:_passing": "one entry for each live table",
    "bot/discord/writer.py:_plain": "one entry for each live table at which Discord refused a layout",
    "bot/discord/writer.py:_created": "one message for each live table; ends when an edit completes it",
    "bot/discord/writer.py:_rung": "one message for each live table",
    "images/labirynt_smierci/insets.py:pictogram": "the few kinds of features in the few sizes of a map",
    "bot/discord/requests.py:_differences": "the last 5 (SAMPLES)",
    "bot/discord/limits.py:_in_hand": "one number for each kind of work (UNDER_WAY)",
    "bot/discord/limits.py:_whole_again": "one time for each person or server; beyond 10,000 (FORGET_AT) past ones go",
    "bot/discord/live.py:_asked": "one entry for each live table",
    "bot/discord/live.py:_sending": "one message for each table whose delivery failed; ends when it arrives",
    "bot/discord/live.py:_unnoted": "notes of a table that the store has not taken yet; end when it does",
    "bot/discord/requests.py:_counted": "one time for each request of the last 2 seconds (LAST)",
    "bot/discord/requests.py:_sent": "one entry for each channel; from 1,000 (KNOWN_CHANNELS) on the silent ones go",
    "bot/discord/requests.py:sent": "the messages of the last seconds of one channel",
    "bot/discord/posting.py:_failures": "one number for each table with a pending delivery",
    "bot/discord/posting.py:_locks": "weak: one lock for each table that is delivered to",
    "bot/discord/prompts/reply.py:left": "one entry for each slot (two); ends with the reply",
    "bot/discord/sitting.py:_known": "the last stories of each live table, at most 60 (RECENT)",
    "bot/discord/status_line.py:_editing": "one task for each live table",
    "bot/discord/status_line.py:_newest": "one wording for each live table, the newest",
    "bot/discord/status_line.py:_said": "one digest for each live table",
    "bot/discord/chronicle.py:_known": "one number for each stage of a game; ends with the chronicle",
    "bot/discord/chronicle.py:_markdown": "one",
    "bot/discord/chronicle.py:_template": "one",
    "bot/discord/in_flight.py:_answering": "one task for each answer under way; ends with the task",
    "bot/discord/in_flight.py:_beside": "one task for each piece of work under way; ends with the task",
    "bot/executors.py:_mine": "weak: one lock for each person whose work is under way",
    "bot/games/own_tables.py:_forms_by_kind": "one",
    "bot/games/own_tables.py:_artwork_folders": "one",
    "bot/games/own_tables.py:_table_names": "one entry for each game",
    "bot/lookup/tables.py:shipped": "one entry for each game",
    "bot/playground/core.py:requests": "the last requests (REMEMBERED_REQUESTS)",
    "bot/playground/gateway.py:sent": "the last events of a session (REMEMBERED_EVENTS)",
    "bot/run/cli.py:_load_director": "one entry for each game",
    "bot/run/simulating.py:_load_rules": "one entry for each game and way to play of one command",
    "bot/session/table_state.py:_locks": "weak: one lock for each table in use",
    "bot/session/sessions.py:_index": "one entry for each live table, at most 200 for each server (MOST_TABLES)",
    "bot/session/transaction.py:heard": "what one action tells; ends with the action",
    "bot/store/errors.py:_refused": "one entry for each reason that there is",
    "bot/store/shards.py:_next": "one time for each slot of Discord's start limit",
    "bot/store/writer.py:_waiting": "what is to be stored; whoever wants it stored waits for it",
    "rules/kernel/grid.py:queue": "the areas of one map; ends with the search",
    "rules/kernel/grid.py:rotations": "one entry for each pattern of four sides",
    "rules/kernel/turns.py:_standing_orders_form": "one entry for each game, seat and secrecy",
    "rules/kernel/turns.py:names": "one entry for each game",
    "rules/kernel/turns.py:values_of": "one entry for each standing order",
    "rules/labirynt_czarnoksieznika/free_actions.py:_orders_form": "one entry for each seat",
    "bot/words/catalogues.py:_entries": "the words of one language; there are two (LOCALES)",
    "images/artwork.py:_sources": "one entry for each drawing",
    "images/artwork.py:art": "one entry for each drawing and size of a cell or a sign",
    "images/artwork.py:there_are": "one entry for each folder of drawings",
    "images/jaskinia/tokens.py:cards_on_floor": "one entry for each size",
    "images/jaskinia/tokens.py:face_up": "one entry for each card and size",
    "images/jaskinia/tokens.py:gold_piece": "one entry for each size",
    "images/jaskinia/tokens.py:pawn": "one entry for each player and size",
    "images/jaskinia/tokens.py:trial": "one entry for each trial and size",
    "images/jaskinia/plan.py:_passage_points": "one entry for each area of the board and direction",
    "images/jaskinia/plan.py:_rock_slots": "one entry for each kind of area and pattern of sides",
    "bot/discord/in_flight.py:_tracked": "one task for each event that is being handled",
    "images/jaskinia/plan.py:floor": "one entry for each area of the board and size",
    "images/labirynt_czarnoksieznika/pieces.py:camp": "one entry for each team and size",
    "images/labirynt_czarnoksieznika/pieces.py:rune": "one entry for each element and size",
    "images/labirynt_czarnoksieznika/pieces.py:badge": "one entry for each team and size",
    "images/labirynt_czarnoksieznika/pieces.py:digit": "one entry for each size",
    "images/labirynt_czarnoksieznika/pieces.py:goal": "one entry for each size",
    "images/labirynt_czarnoksieznika/pieces.py:pawn": "one entry for each figure of each team and size",
    "images/labirynt_czarnoksieznika/pieces.py:pile": "one entry for each size",
    "images/labirynt_czarnoksieznika/pieces.py:special": "one entry for each kind of token, team and size",
    "images/labirynt_smierci/faces.py:face": "one entry for each drawing, weapon and size",
    "images/labirynt_smierci/frame.py:again": "one entry for each size",
    "images/lettering.py:_font_bytes": "one entry for each typeface",
    "images/lettering.py:_missing_glyph": "one entry for each typeface",
    "images/lettering.py:font": "one entry for each typeface and size",
    "images/signs.py:blank_die": "one entry for each size",
    "images/palette.py:_parse_path": "one entry for each path of a drawing",
    "images/signs.py:feature": "one entry for each kind of feature and size",
    "images/stonework.py:_draw_bundle": "one entry for each of the ways to draw strokes and size of a cell",
    "images/stonework.py:_bundles_of_patch": "one entry for each place of a patch and size of a cell",
    "images/stonework.py:_distances_from_box": "one entry for each kind of floor, and of opening on each side",
    "images/stonework.py:_mouth_patches": "one entry for each kind of opening on each side",
    "images/stonework.py:_rock_patches": "one entry for each pattern of four sides",
    "images/stonework.py:door": "two for each size of a cell",
    "images/stonework.py:floor": "one entry for each pattern of four sides, way to draw it and size of a cell",
    "images/stonework.py:is_room": "one entry for each pattern of four sides and kind of segment",
}
"""``path:name`` of everything that may grow, and what bounds it."""


def _files() -> Iterator[tuple[str, ast.Module]]:
    """Parse the files in which something is kept at all."""
    for folder in ("bot", "rules", "images"):
        for file in sorted((ROOT / folder).rglob("*.py")):
            text = file.read_text(encoding="utf-8")
            if "__init__" in text or any(word in text for word in ("cache", *COLLECTIONS)):
                yield file.relative_to(ROOT).as_posix(), ast.parse(text)


def _called(node: ast.expr) -> str:
    """Return the last name of what is called or subscribed: ``Queue`` of ``asyncio.Queue[int]()``."""
    while isinstance(node, (ast.Call, ast.Subscript)):
        node = node.func if isinstance(node, ast.Call) else node.value
    return node.attr if isinstance(node, ast.Attribute) else getattr(node, "id", "")


def _lru_caches(tree: ast.Module) -> Iterator[tuple[int, ast.expr | None]]:
    """Yield the line of each ``lru_cache`` with the expression of its size, None if it has none."""
    sized = {id(node.func): node for node in ast.walk(tree) if isinstance(node, ast.Call)}
    for node in ast.walk(tree):
        if isinstance(node, (ast.Name, ast.Attribute)) and _called(node) == "lru_cache":
            call = sized.get(id(node))
            sizes = [] if call is None else [*call.args, *(word.value for word in call.keywords)]
            yield node.lineno, next(iter(sizes), None)


def _unbounded_caches(tree: ast.Module) -> Iterator[str]:
    """Yield the functions that are kept by ``functools.cache``."""
    for node in ast.walk(tree):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            yield from (node.name for decorator in node.decorator_list if _called(decorator) == "cache")
        elif (
            isinstance(node, (ast.Assign, ast.AnnAssign)) and node.value is not None and _called(node.value) == "cache"
        ):
            yield _target(node)


def _collections(tree: ast.Module) -> Iterator[str]:
    """Yield the names to which a deque, an ordered or weak dict, or a queue is assigned."""
    for node in ast.walk(tree):
        if isinstance(node, (ast.Assign, ast.AnnAssign)) and node.value is not None:
            calls = [inner for inner in ast.walk(node.value) if isinstance(inner, ast.Call)]
            if any(_called(call) in COLLECTIONS for call in calls):
                yield _target(node)


def _empty_attributes(tree: ast.Module) -> Iterator[str]:
    """Yield the attributes that are empty when an object is made, and may grow."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef) and node.name == "__init__":
            for line in ast.walk(node):
                if isinstance(line, (ast.Assign, ast.AnnAssign)) and _is_empty(line.value):
                    yield _target(line)


def _is_empty(value: ast.expr | None) -> bool:
    match value:
        case ast.Dict(keys=inner) | ast.List(elts=inner):
            return not inner
        case ast.Call(args=[], keywords=[]):
            return _called(value) in PLAIN
    return False


def _target(line: ast.Assign | ast.AnnAssign) -> str:
    target = line.target if isinstance(line, ast.AnnAssign) else line.targets[0]
    while isinstance(target, (ast.Subscript, ast.Tuple)):
        target = target.value if isinstance(target, ast.Subscript) else target.elts[0]
    return target.attr if isinstance(target, ast.Attribute) else getattr(target, "id", "")


def _evaluate(path: str, size: ast.expr | None) -> Any:
    """Return the value of a size; only names need their module."""
    if size is None or isinstance(size, ast.Constant):
        return size and size.value
    module = importlib.import_module(path.removesuffix(".py").replace("/", ".").removesuffix(".__init__"))
    return eval(compile(ast.Expression(size), path, "eval"), vars(module))


def test_every_lru_cache_names_a_size() -> None:
    found = [(path, line, _evaluate(path, size)) for path, tree in _files() for line, size in _lru_caches(tree)]

    assert len(found) > 40
    assert [place for place in found if not isinstance(place[2], int) or not 0 < place[2] <= MOST_KEPT] == []


def test_everything_else_that_is_kept_has_a_known_bound() -> None:
    found: set[str] = set()
    for path, tree in _files():
        names = {*_unbounded_caches(tree), *_collections(tree)}
        names |= set() if path.startswith(WITHOUT_PLAIN) or not path.startswith("bot/") else {*_empty_attributes(tree)}
        found |= {f"{path}:{name}" for name in names}

    assert sorted(found - BOUNDS.keys()) == [], "write down what bounds these"
    assert sorted(BOUNDS.keys() - found) == [], "these are gone"


def test_long_typed_texts_are_not_kept() -> None:
    before = narrator._tame_short.cache_info().currsize, narrator._escape_short.cache_info().currsize

    for number in range(20):
        text = f"{number} " + "x" * narrator.LONGEST_KEPT
        assert len(narrator.tame(text)) == len(narrator.make_harmless(text)) == narrator.LONGEST_NAME

    assert (narrator._tame_short.cache_info().currsize, narrator._escape_short.cache_info().currsize) == before


def _with_tables(digest: str) -> Any:
    return SimpleNamespace(name="toy", digest=digest)


def test_only_the_newest_of_earlier_tables_are_kept() -> None:
    editions = TablesVersions({"toy": _with_tables("0")})
    for number in range(1, MOST_OLDER + 3):
        assert editions.put_in_force(_with_tables(str(number)))

    assert len(editions._older) == MOST_OLDER
    assert editions.begun_with("toy", _begun("2")).digest == "2"
    assert editions.begun_with("toy", _begun("1")).digest == str(MOST_OLDER + 2)


def _begun(tables: str) -> Any:
    return SimpleNamespace(tables=tables)
