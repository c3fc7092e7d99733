"""The JSON shapes of Discord's objects: user, member, role, guild, channel, thread, application (docs: resources/*)."""

from __future__ import annotations

from bot.playground.wire import BOT, EVERYTHING, JSON, PEOPLE

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
    """A person or the bot (docs: resources/user#user-object); a bot has no global name and an old discriminator."""
    return {
        "id": user_id, "username": name.lower().replace(" ", "."), "global_name": None if is_bot else name,
        "discriminator": "0", "avatar": None, "bot": is_bot, "system": False, "flags": 0, "public_flags": 0,
        "banner": None, "accent_color": None, "avatar_decoration_data": None, "primary_guild": None, "clan": None,
    } | ({"username": name, "discriminator": "2024"} if is_bot else {})  # fmt: skip


def member(who: JSON, roles: list[str]) -> JSON:
    """A user in a guild, with the ids of their roles (docs: resources/guild#guild-member-object)."""
    return {
        "user": who, "nick": None, "avatar": None, "banner": None, "roles": roles, "deaf": False, "mute": False,
        "joined_at": "2025-11-01T12:00:00+00:00", "premium_since": None, "flags": 0, "pending": False,
        "communication_disabled_until": None, "avatar_decoration_data": None,
    }  # fmt: skip


def role(role_id: str, name: str, permissions: int, position: int, *, bot_id: str | None = None) -> JSON:
    """A role with its permissions as bits; with `bot_id` it is the bot's own (docs: topics/permissions#role-object)."""
    return {
        "id": role_id, "name": name, "description": None, "permissions": str(permissions), "position": position,
        "color": 0, "colors": {"primary_color": 0, "secondary_color": None, "tertiary_color": None}, "hoist": False,
        "managed": bot_id is not None, "mentionable": False, "icon": None, "unicode_emoji": None, "flags": 0,
    } | ({"tags": {"bot_id": bot_id}} if bot_id else {})  # fmt: skip


def channel(channel_id: str, guild_id: str, name: str, position: int) -> JSON:
    """A guild's text channel (docs: resources/channel#channel-object)."""
    return {
        "id": channel_id, "type": GUILD_TEXT, "guild_id": guild_id, "name": name, "position": position,
        "topic": None, "nsfw": False, "parent_id": None, "last_message_id": None, "rate_limit_per_user": 0,
        "permission_overwrites": [], "flags": 0,
    }  # fmt: skip


def direct_channel(channel_id: str, who: JSON) -> JSON:
    """The bot's DM with one person (docs: resources/channel#channel-object-example-dm-channel)."""
    return {"id": channel_id, "type": DM, "flags": 0, "last_message_id": None, "recipients": [who]}


def thread(thread_id: str, parent: JSON, owner_id: str, body: JSON, at: str) -> JSON:
    """A thread under `parent`, as `body` asks for it, opened `at` this ISO time (docs: topics/threads)."""
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
    """What `GET /guilds/{id}` answers; GUILD_CREATE adds members, channels and threads to it."""
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
    """A guild's three roles: @everyone, the bot's own and the owner's, less what `permit_everywhere` took."""
    left = ~record.get("_taken", 0)
    everyone = role(record["id"], "@everyone", PEOPLE & left, 0)
    own = role(record["bot_role"], bot["username"], BOT & left, 1, bot_id=bot["id"])
    owner = role(record["owner_role"], "Owner", EVERYTHING, 2)
    return [everyone, own, owner]


def application(bot: JSON, owner: JSON) -> JSON:
    """The bot's application (docs: resources/application#application-object)."""
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
