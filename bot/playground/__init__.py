"""A local stand-in for Discord, with a page to play on: try the bot without an account, and test it end to end.

Start it, and a stock discord.py client beside it, in one process or in two::

    playground = Playground(Path("var/playground"), port=8780)
    await playground.start()      # CannotStart (PortTaken, FolderTaken) says a kind sentence
    client = MyClient(connector=playground.connector())           # aiohttp.UnixConnector(path=…, limit=0)
    await client.start(playground.token)
    print(playground.address)                   # http://127.0.0.1:8780/  the page for people
    await playground.stop()                     # everything is kept in the folder; start() goes on there

In another process the bot needs only ``str(playground.socket)`` and ``playground.token``:
``discord.Client(connector=aiohttp.UnixConnector(path=socket, limit=0))``.  Where there are no Unix sockets (Windows),
``playground.socket`` is None and ``point_discord_at(playground.api_address)`` sets discord.py's three class attributes.
``python -m bot.playground --folder var/playground --port 8780`` runs the server alone and prints all of these.

The world to begin with: guild "Piwnica u Ali" (pl; #labirynt-śmierci #lochy #jaskinia; Ala owns it, Bartek, Celina,
Darek) and guild "The Other Cellar" (en-US; #the-maze #the-pit; Erin owns it).  People and channels are meant by name
or by id everywhere; ``playground.add_person(name, locale=…, guild=…)`` and ``await playground.add_channel(name,
guild=…)`` make more.  Channel "@bot" is the person's DM with the bot.

``hands = playground.hands`` does what people do; each verb returns an `Outcome`: what that person sees next. ::

    await hands.slash("Ala", "lochy", "game new", {"players": 3})       options by name; users/channels by name too
    await hands.complete("Ala", "lochy", "game new", {"kind": "lab"}, focused="kind")    -> [Choice(name, value)]
    await hands.press("Ala", message, custom_id)        message: a Message or its id; or hands.press_label(…, "Rzuć")
    await hands.select("Ala", message, custom_id, ["sword"])
    await hands.submit("Ala", outcome.modal, {"roll": "5", "how": "hand"})       values by custom_id
    await hands.menu("Ala", "lochy", "Command name", target)            context menus: a Message or a person's name
    await hands.say("Ala", "lochy", "hello")                            an ordinary message
    await hands.dismiss("Ala", message)                                 hides an ephemeral message
    await hands.follow(outcome) -> Outcome      waits for what comes after "thinking…", then looks again
    await hands.settled()                       the bot has said everything (``with playground.guest(client)`` it is
                                                asked, see `bot.playground.hands`; else silence has to do)
    await hands.until(condition)                waits, a few ms at a time, until the function returns something true
    hands.messages("lochy", "Ala")              -> [Message] as that person sees it, oldest first, own ephemerals too
    hands.find_button("lochy", "Ala", "Rzuć")   -> (Message, Button), the newest live one whose label contains the text
    hands.commands("Ala", "lochy")              -> the commands that person may use there, as JSON
    hands.direct_messages("Ala")                -> [Message] of the bot's DM with her; press and select work there too

What Discord's own client would not let a person do raises `Refused`; a name or id that is not here raises `Unknown`,
which is a `Refused`, too.

`Outcome`: ``kind`` ("message", "ephemeral", "modal", "update", "thinking", "failed", "nothing"), ``message``,
``modal``, ``followups`` (messages, after `follow`), ``text`` (all words of message or modal; of a failure the sentence
shown), ``interaction_id``.  `Message`: ``id``, ``content``, ``text`` (content, embeds and text displays joined),
``buttons`` (each ``label custom_id disabled url style emoji``), ``selects`` (each ``custom_id options placeholder
min_values max_values disabled``), ``attachments``, ``ephemeral``, ``deferred``, ``author``, ``channel_id``,
``mentions`` (user ids), ``system`` (Discord tells of a pin or a thread), ``data`` (raw JSON).
`Modal`: ``title``, ``custom_id``, ``fields`` (each ``custom_id kind label required options value``), ``text``,
``data``.

For tests: ``playground.requests`` records all REST calls (``method route path body files status reply``; ``route`` as
in Discord's OpenAPI document); ``Playground(folder, rules=…)`` takes other `DiscordRules` than the plain ones, which
refuse only what people at the page can run into (`tests/discord_limits` has the complete checks, rate limits, nonces
and injected faults); ``playground.patience.acknowledge`` (3 s) and ``.token`` (900 s) are Discord's deadlines;
``playground.clock.ahead += 301`` lets messages grow old;
``await playground.cut_gateway()`` drops every gateway line (the bot has to RESUME), ``cut_gateway(4011)`` with a code,
``playground.refuse_identify(4004)`` refuses the next login, ``await playground.ask_to_reconnect()`` is opcode 7,
``await playground.invalidate_session(resumable=False)`` opcode 9;
``await playground.remove_message(message)`` is a moderator's deed;
``await playground.permit("lochy", send_messages=False, attach_files=False, view_channel=True)`` switches the bot's
rights in a channel, ``permit_everywhere("Piwnica u Ali", send_messages=False)`` in a guild;
``await playground.ready()`` waits until a bot is connected, ``playground.connected``
says whether one is.

The same verbs over HTTP on the page's address (JSON in, JSON out; 400 or 404 with ``{"error": sentence}``)::

    POST /api/slash      {user, channel, command, options}             -> outcome
    POST /api/complete   {user, channel, command, options, focused}    -> {"choices": [{name, value}]}
    POST /api/press      {user, message, custom_id}                    -> outcome
    POST /api/select     {user, message, custom_id, values}            -> outcome
    POST /api/submit     {user, modal, values}      modal: outcome.modal.interaction_id       -> outcome
    POST /api/menu       {user, channel, command, target}              -> outcome
    POST /api/say        {user, channel, text}                         -> message
    POST /api/dismiss    {user, message}                               -> {}
    POST /api/follow     {user, interaction}                           -> outcome
    POST /api/settled    {quiet?, timeout?}                            -> {}
    POST /api/upload     multipart, field "file"     -> {id, filename, size}, for attachment options and form uploads
    POST /api/people     {name, locale, guild}                         -> user
    POST /api/channels   {name, guild}                                 -> channel
    POST /api/permissions {channel, send_messages?, attach_files?, view_channel?, ...}        -> {}
    GET  /api/world?user=…      people, guilds, channels and threads that person can see, and whether the bot is there
    GET  /api/messages?user=…&channel=…&limit=…                        -> {"messages": [...], "more": bool}
    GET  /api/commands?user=…&channel=…                                -> {"commands": [...]}
    GET  /api/requests                                                 -> {"requests": [...]}
    GET  /api/live?user=…              websocket of {event, data}: message, message-deleted, channel, thinking, bot, …
    GET  /attachments/<channel>/<id>/<name>

    outcome = {kind, text, interaction_id, message, modal, followups}, messages and modals in Discord's own JSON shape
"""

from bot.playground.core import Recorded
from bot.playground.discord_rules import DiscordRules
from bot.playground.hands import Hands
from bot.playground.seen import Button, Choice, Field, Message, Modal, Outcome, Refused, Select, Unknown
from bot.playground.server import CannotStart, FolderTaken, Playground, PortTaken, point_discord_at

__all__ = [
    "Button",
    "CannotStart",
    "Choice",
    "DiscordRules",
    "Field",
    "FolderTaken",
    "Hands",
    "Message",
    "Modal",
    "Outcome",
    "Playground",
    "PortTaken",
    "Recorded",
    "Refused",
    "Select",
    "Unknown",
    "point_discord_at",
]
