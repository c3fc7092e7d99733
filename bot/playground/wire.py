"""The wire format of Discord: JSON of objects, errors, ids, times and permissions."""

from __future__ import annotations

import json
import time
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from typing import Any

from aiohttp.web import Response

from rules.kernel.text_files import is_deeper_than

JSON = dict[str, Any]

DISCORD_EPOCH = 1_420_070_400_000  # https://discord.com/developers/docs/reference#snowflakes


class ApiError(Exception):
    """A refusal by Discord's API (docs: topics/opcodes-and-status-codes#json)."""

    def __init__(self, status: int, code: int, message: str, errors: JSON | None = None) -> None:
        super().__init__(f"{status} {code}: {message} {errors or ''}")
        self.status, self.code, self.message, self.errors = status, code, message, errors

    def body(self) -> JSON:
        """Return the error's JSON; `errors` is present if single fields are wrong (docs: reference#error-messages)."""
        shape: JSON = {"message": self.message, "code": self.code}
        return {**shape, "errors": self.errors} if self.errors else shape

    def headers(self) -> dict[str, str]:
        """The additional headers of the error response."""
        return {}


def invalid_form(path: tuple[str | int, ...], code: str, message: str) -> ApiError:
    """The value at this path of the body is wrong (docs: reference#error-messages)."""
    errors: JSON = {"_errors": [{"code": code, "message": message}]}
    for step in reversed(path):
        errors = {str(step): errors}
    return ApiError(400, 50035, "Invalid Form Body", errors)


def not_found() -> ApiError:
    """The endpoint does not exist."""
    return ApiError(404, 0, "404: Not Found")


def unauthorized() -> ApiError:
    """The bot's token is missing or wrong."""
    return ApiError(401, 0, "401: Unauthorized")


def unknown_account() -> ApiError:
    """No user has this id or name."""
    return ApiError(404, 10013, "Unknown User")


def unknown_channel() -> ApiError:
    """No channel has this id or name."""
    return ApiError(404, 10003, "Unknown Channel")


def unknown_guild() -> ApiError:
    """No guild has this id or name."""
    return ApiError(404, 10004, "Unknown Guild")


def unknown_member() -> ApiError:
    """The user is not in the guild."""
    return ApiError(404, 10007, "Unknown Member")


def unknown_message() -> ApiError:
    """The message does not exist, or no longer."""
    return ApiError(404, 10008, "Unknown Message")


def unknown_webhook() -> ApiError:
    """No interaction has this token, or it has not yet had its first answer."""
    return ApiError(404, 10015, "Unknown Webhook")


def unknown_interaction() -> ApiError:
    """The interaction does not exist, or the three seconds for its first answer are over."""
    return ApiError(404, 10062, "Unknown interaction")


def unknown_command() -> ApiError:
    """No command has this id."""
    return ApiError(404, 10063, "Unknown application command")


def too_many_pins(most: int) -> ApiError:
    """The channel has the maximum number of pinned messages."""
    return ApiError(400, 30003, f"Maximum number of pins reached ({most})")


def too_large() -> ApiError:
    """The uploaded files exceed the size limit of one request."""
    return ApiError(413, 40005, "Request entity too large")


def already_acknowledged() -> ApiError:
    """The interaction has already had its first answer."""
    return ApiError(400, 40060, "Interaction has already been acknowledged.")


def missing_access() -> ApiError:
    """The bot is not in the guild or may not see the channel."""
    return ApiError(403, 50001, "Missing Access")


def not_the_author() -> ApiError:
    """Only its author may edit a message."""
    return ApiError(403, 50005, "Cannot edit a message authored by another user")


def empty_message() -> ApiError:
    """The message has no text, embed, file or component."""
    return ApiError(400, 50006, "Cannot send an empty message")


def closed_dms() -> ApiError:
    """The person accepts no direct messages from the bot."""
    return ApiError(403, 50007, "Cannot send messages to this user")


def missing_permissions() -> ApiError:
    """The bot sees the channel, but lacks the permission for this."""
    return ApiError(403, 50013, "Missing Permissions")


def system_message_stays() -> ApiError:
    """A system message cannot be edited."""
    return ApiError(403, 50021, "Cannot execute action on a system message")


def expired_token() -> ApiError:
    """The interaction's token has expired after fifteen minutes."""
    return ApiError(401, 50027, "Invalid Webhook Token")


def archived_thread() -> ApiError:
    """The thread is archived, and this request does not reopen it."""
    return ApiError(400, 50083, "Thread is archived")


MAX_DEPTH = 64
"""The maximum nesting of lists and objects in a request's JSON."""


def parse_json(text: str | bytes) -> Any:
    """Parse received JSON; raises `ApiError` 50109 if it is invalid, nested too deep or not Unicode."""
    try:
        value = json.loads(text)
        json.dumps(value, ensure_ascii=False).encode()  # a lone half of a surrogate pair cannot be stored
    except (ValueError, RecursionError) as error:
        raise invalid_json() from error
    if is_deeper_than(value, MAX_DEPTH):
        raise invalid_json()
    return value


def parse_object(text: str | bytes) -> JSON:
    """Parse a received JSON object; raises `ApiError` 50109."""
    value = parse_json(text)
    if not isinstance(value, dict):
        raise invalid_json()
    return value


def invalid_json() -> ApiError:
    """The body is not JSON, or its form does not suit the endpoint."""
    return ApiError(400, 50109, "The request body contains invalid JSON.")


def reply(value: Any, status: int = 200, headers: dict[str, str] | None = None) -> Response:
    """Return a JSON response without charset: discord.py expects exactly "application/json" (http.py)."""
    text = json.dumps(value, ensure_ascii=False).encode()
    return Response(body=text, status=status, headers={"Content-Type": "application/json", **(headers or {})})


def no_content() -> Response:
    """Return an empty response with status 204."""
    return Response(status=204)


class Clock:
    """Discord's clock in seconds since 1970; tests set it ``ahead`` to make messages old."""

    def __init__(self) -> None:
        self.ahead = 0.0

    def __call__(self) -> float:
        """Return the present time in seconds since 1970."""
        return time.time() + self.ahead

    def stamp(self) -> str:
        """Return the present time in ISO 8601 and UTC."""
        return datetime.fromtimestamp(self(), UTC).isoformat()


class Snowflakes:
    """Generates increasing ids, as Discord does; `seen` keeps them increasing after a restart with a slower clock."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._last = 0

    def seen(self, snowflake: str) -> None:
        """Make later ids greater than this one."""
        self._last = max(self._last, int(snowflake))

    def new(self) -> str:
        """Return an id greater than all before it, with the time in its upper bits (docs: reference#snowflakes)."""
        by_clock = (int(self._clock() * 1000) - DISCORD_EPOCH) << 22
        self._last = max(self._last + 1, by_clock)
        return str(self._last)


def copy(value: JSON) -> JSON:
    """Return a deep copy, so that no receiver shares an object with the world."""
    twin: JSON = json.loads(json.dumps(value))
    return twin


BITS = {
    "create_instant_invite": 0,
    "administrator": 3,
    "manage_channels": 4,
    "manage_guild": 5,
    "add_reactions": 6,
    "view_channel": 10,
    "send_messages": 11,
    "manage_messages": 13,
    "embed_links": 14,
    "attach_files": 15,
    "read_message_history": 16,
    "mention_everyone": 17,
    "use_external_emojis": 18,
    "use_application_commands": 31,
    "manage_threads": 34,
    "create_public_threads": 35,
    "create_private_threads": 36,
    "send_messages_in_threads": 38,
    "pin_messages": 51,
}
EVERYTHING = (1 << 53) - 1


def bits(*names: str) -> int:
    """Return several permissions as one number, as Discord writes them (docs: topics/permissions)."""
    return sum(1 << BITS[name] for name in names)


PEOPLE = bits(
    "create_instant_invite", "add_reactions", "view_channel", "send_messages", "embed_links", "attach_files",
    "read_message_history", "use_application_commands", "create_public_threads", "send_messages_in_threads",
)  # fmt: skip

# What the invite link of README.md asks for, and nothing more.
BOT = bits(
    "view_channel", "send_messages", "send_messages_in_threads", "embed_links", "attach_files",
    "read_message_history", "create_public_threads", "pin_messages",
)  # fmt: skip


def in_channel(base: int, member_id: str, overwrites: Iterable[JSON]) -> int:
    """Return a member's rights in a channel, with its overwrite for this member; 0 if the member may not see it."""
    if base & bits("administrator"):
        return EVERYTHING
    for overwrite in overwrites:
        if overwrite["id"] == member_id:
            base = (base & ~int(overwrite["deny"])) | int(overwrite["allow"])
    if not base & bits("view_channel"):
        return 0
    return base


def may(rights: int, *names: str) -> bool:
    """Whether these rights include all of the named permissions."""
    wanted = bits(*names)
    return rights & wanted == wanted


GUILD_TEXT, DM, PUBLIC_THREAD, PRIVATE_THREAD = 0, 1, 11, 12
THREADS = (10, PUBLIC_THREAD, PRIVATE_THREAD)

# Messages: flags and types (docs: resources/message).
EPHEMERAL, LOADING, COMPONENTS_V2 = 1 << 6, 1 << 7, 1 << 15
PINNED_MESSAGE, THREAD_CREATED = SYSTEM_MESSAGES = (6, 18)

# Commands: types, option types, and which options an option may hold (docs: interactions/application-commands).
CHAT_INPUT = 1
SUBCOMMAND, GROUP, STRING, INTEGER, BOOLEAN, USER, CHANNEL, ROLE, MENTIONABLE, NUMBER, ATTACHMENT = range(1, 12)
INSIDE = {GROUP: (SUBCOMMAND,), SUBCOMMAND: tuple(range(STRING, ATTACHMENT + 1))}


def user(user_id: str, name: str, *, is_bot: bool = False) -> JSON:
    """Return a user object; a bot has no global name and an old discriminator (docs: resources/user#user-object)."""
    return {
        "id": user_id, "username": name.lower().replace(" ", "."), "global_name": None if is_bot else name,
        "discriminator": "0", "avatar": None, "bot": is_bot, "system": False, "flags": 0, "public_flags": 0,
        "banner": None, "accent_color": None, "avatar_decoration_data": None, "primary_guild": None, "clan": None,
    } | ({"username": name, "discriminator": "2024"} if is_bot else {})  # fmt: skip


def member(who: JSON, roles: list[str]) -> JSON:
    """Return a member object with the ids of its roles (docs: resources/guild#guild-member-object)."""
    return {
        "user": who, "nick": None, "avatar": None, "banner": None, "roles": roles, "deaf": False, "mute": False,
        "joined_at": "2025-11-01T12:00:00+00:00", "premium_since": None, "flags": 0, "pending": False,
        "communication_disabled_until": None, "avatar_decoration_data": None,
    }  # fmt: skip


def role(role_id: str, name: str, permissions: int, position: int, *, bot_id: str | None = None) -> JSON:
    """Return a role; with `bot_id` it is the bot's own (docs: topics/permissions#role-object)."""
    return {
        "id": role_id, "name": name, "description": None, "permissions": str(permissions), "position": position,
        "color": 0, "colors": {"primary_color": 0, "secondary_color": None, "tertiary_color": None}, "hoist": False,
        "managed": bot_id is not None, "mentionable": False, "icon": None, "unicode_emoji": None, "flags": 0,
    } | ({"tags": {"bot_id": bot_id}} if bot_id else {})  # fmt: skip


def channel(channel_id: str, guild_id: str, name: str, position: int) -> JSON:
    """Return a guild's text channel (docs: resources/channel#channel-object)."""
    return {
        "id": channel_id, "type": GUILD_TEXT, "guild_id": guild_id, "name": name, "position": position,
        "topic": None, "nsfw": False, "parent_id": None, "last_message_id": None, "rate_limit_per_user": 0,
        "permission_overwrites": [], "flags": 0,
    }  # fmt: skip


def direct_channel(channel_id: str, who: JSON) -> JSON:
    """Return the bot's DM with one person (docs: resources/channel#channel-object-example-dm-channel)."""
    return {"id": channel_id, "type": DM, "flags": 0, "last_message_id": None, "recipients": [who]}


def thread(thread_id: str, parent: JSON, owner_id: str, body: JSON, at: str) -> JSON:
    """Return a thread under `parent` with the settings in `body`, opened `at` this ISO time (docs: topics/threads)."""
    minutes = body.get("auto_archive_duration") or 4320
    return {
        "id": thread_id, "type": body.get("type", PUBLIC_THREAD), "guild_id": parent["guild_id"],
        "parent_id": parent["id"], "owner_id": owner_id, "name": body["name"], "last_message_id": None,
        "rate_limit_per_user": body.get("rate_limit_per_user") or 0, "flags": 0, "message_count": 0,
        "total_message_sent": 0, "member_count": 1,
        "thread_metadata": {
            "archived": False, "archive_timestamp": at, "auto_archive_duration": minutes, "locked": False,
            "create_timestamp": at,
        } | ({"invitable": True} if body.get("type") == PRIVATE_THREAD else {}),
    }  # fmt: skip


def guild(record: JSON, bot: JSON) -> JSON:
    """Return the answer of `GET /guilds/{id}`; GUILD_CREATE adds members, channels and threads to it."""
    return {
        "id": record["id"], "name": record["name"], "owner_id": record["owner_id"], "icon": None, "splash": None,
        "discovery_splash": None, "home_header": None, "banner": None, "description": None, "vanity_url_code": None,
        "preferred_locale": record["locale"], "roles": roles(record, bot), "emojis": [], "stickers": [],
        "features": [], "application_id": None, "region": "deprecated", "afk_channel_id": None, "afk_timeout": 300,
        "system_channel_id": None, "system_channel_flags": 0, "widget_enabled": False, "widget_channel_id": None,
        "verification_level": 0, "default_message_notifications": 0, "mfa_level": 0, "explicit_content_filter": 0,
        "max_presences": None, "max_members": 500000, "max_stage_video_channel_users": 50,
        "max_video_channel_users": 25, "premium_tier": 0, "premium_subscription_count": 0, "rules_channel_id": None,
        "safety_alerts_channel_id": None, "public_updates_channel_id": None, "premium_progress_bar_enabled": False,
        "nsfw": False, "nsfw_level": 0, "incidents_data": None, "hub_type": None, "latest_onboarding_question_id": None,
    }  # fmt: skip


def roles(record: JSON, bot: JSON) -> list[JSON]:
    """Return a guild's roles: @everyone and the bot's, less what `permit_everywhere` took, and the owner's."""
    left = ~record.get("_taken", 0)
    everyone = role(record["id"], "@everyone", PEOPLE & left, 0)
    own = role(record["bot_role"], bot["username"], BOT & left, 1, bot_id=bot["id"])
    owner = role(record["owner_role"], "Owner", EVERYTHING, 2)
    return [everyone, own, owner]


def application(bot: JSON, owner: JSON) -> JSON:
    """Return the bot's application (docs: resources/application#application-object)."""
    return {
        "id": bot["id"], "name": bot["username"], "icon": None, "description": "", "type": None, "bot": bot,
        "bot_public": True, "bot_require_code_grant": False, "owner": owner, "team": None,
        "verify_key": "0" * 64, "flags": 0, "flags_new": "0", "redirect_uris": [], "interactions_endpoint_url": None,
        "role_connections_verification_url": None, "event_webhooks_url": None, "event_webhooks_status": 1,
        "approximate_guild_count": 2, "approximate_user_install_count": 0, "approximate_user_authorization_count": 0,
        "explicit_content_filter": 0, "eligible_oauth2_scopes": [], "tags": [], 
        "hook": True,
        "integration_types_config": {"0": {}},
    }  # fmt: skip


ROW, BUTTON, STRING_SELECT, TEXT_INPUT, USER_SELECT, ROLE_SELECT, MENTIONABLE_SELECT, CHANNEL_SELECT = range(1, 9)
SELECTS = (STRING_SELECT, USER_SELECT, ROLE_SELECT, MENTIONABLE_SELECT, CHANNEL_SELECT)
SECTION, TEXT, THUMBNAIL, GALLERY, FILE, SEPARATOR, CONTAINER = 9, 10, 11, 12, 13, 14, 17
LABEL, FILE_UPLOAD, RADIO_GROUP, CHECKBOX_GROUP, CHECKBOX = 18, 19, 21, 22, 23

Path = tuple[str | int, ...]


def walk(components: list[JSON], path: Path = ("components",)) -> Iterator[tuple[Path, JSON]]:
    """Yield every component with its path in the body, nested ones after their parents."""
    for index, component in enumerate(components):
        if isinstance(component, dict):
            yield from _walk_into(component, (*path, index))


def _walk_into(component: JSON, path: Path) -> Iterator[tuple[Path, JSON]]:
    yield path, component
    yield from walk(component.get("components") or [], (*path, "components"))
    for key in ("accessory", "component"):
        if isinstance(component.get(key), dict):
            yield from _walk_into(component[key], (*path, key))
