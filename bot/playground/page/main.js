// The page: one person looking at one channel; news come in by the live line.

import { h, announce, learnWords, relative, say } from "./dom.js";
import { Live, act, attempt, look } from "./api.js";
import { Composer, flatten } from "./composer.js";
import { message, nameOf } from "./messages.js";
import { greeting } from "./greeting.js";
import { ask, dialog, openModal } from "./modal.js";
import { Reading } from "./reading.js";
import { Screen } from "./screen.js";
import { closeSide, openSide, sidebar } from "./sidebar.js";

const $ = (id) => document.getElementById(id);
const DM = 1, SHOWN_AT_FIRST = 60;

const state = {
  world: null, channel: null, limit: SHOWN_AT_FIRST, more: false, messages: new Map(), commands: [], live: null, pings: new Map(), marks,
};

// -- who and where ----------------------------------------------------------------------------------------------------

async function become(user) {
  state.live?.close();
  state.pings.clear();
  state.world = await look("world", user ? { user } : { language: navigator.language.slice(0, 2) });
  sessionStorage.setItem("me", state.world.me);
  await learnWords(me().locale);
  $("skip").textContent = say("skip");
  const wanted = new URLSearchParams(location.search).get("channel");
  const find = (key) => state.world.channels.find((channel) => key && (channel.id === key || channel.name === key));
  const seen = [state.channel, wanted, sessionStorage.getItem("channel")].map(find).find(Boolean);
  early = [];
  state.live = new Live(state.world.me, { news, state: connection });
  await state.live.heard; // nothing is missed between the story so far and what comes next
  await open((seen ?? state.world.channels.find((channel) => channel.type === 0)).id, false);
  const told = early;
  early = null;
  told.forEach(([event, data]) => news(event, data));
}

const me = () => state.world.people.find((person) => person.id === state.world.me);
const here = () => state.world.channels.find((channel) => channel.id === state.channel);
const guild = () => state.world.guilds.find((one) => one.id === here().guild_id);

async function open(channelId, focus = true) {
  if (state.channel !== channelId) state.limit = SHOWN_AT_FIRST;
  state.channel = channelId;
  sessionStorage.setItem("channel", channelId);
  const query = { user: state.world.me, channel: channelId };
  const [{ messages, more }, { commands }] = await Promise.all([look("messages", { ...query, limit: state.limit }), look("commands", query)]);
  if (state.channel !== channelId) return; // somebody was quicker with another channel
  state.messages = new Map(messages.map((data) => [data.id, data]));
  state.more = more;
  state.commands = commands;
  screen.arrive();
  state.pings.delete(channelId);
  markRead();
  drawAll();
  document.body.classList.remove("side-open");
  if (focus) $("box")?.focus();
}

function readKey(channel) {
  return `read:${state.world.me}:${channel.id}`;
}

function markRead() {
  const channel = here();
  if (channel?.last_message_id) localStorage.setItem(readKey(channel), channel.last_message_id);
}

function marks(channel) {
  const last = BigInt(channel.last_message_id ?? 0), read = BigInt(localStorage.getItem(readKey(channel)) ?? 0);
  return { unread: last > read, pings: state.pings.get(channel.id) ?? 0 };
}

// -- drawing -----------------------------------------------------------------------------------------------------------

function drawAll() {
  drawSide();
  drawHead();
  drawLog();
  state.composer = new Composer($("composer"), composerPlace());
}

function composerPlace() {
  return {
    me: state.world.me, locale: me().locale, channel: here(), commands: state.commands,
    people: peopleHere(), channels: channelsHere(), roles: guild()?.roles ?? [], onoutcome: outcome, begin,
  };
}

const peopleHere = () => {
  const inGuild = state.world.people.filter((person) => !guild() || person.guilds.includes(guild().id));
  return [...inGuild, { id: state.world.bot.id, name: state.world.bot.name }];
};
const channelsHere = () => state.world.channels.filter((channel) => guild() && channel.guild_id === guild().id);

function drawSide() {
  $("side").setAttribute("aria-label", say("channels"));
  const focused = document.activeElement?.dataset?.channel;
  const parts = sidebar(state, { open, become, addPerson, addChannel, theme });
  const scrolled = $("side").querySelector(".places")?.scrollTop ?? 0;
  // While somebody is choosing who they are, that list stays as it is.
  if (document.activeElement?.id === "who") [...$("side").children].slice(0, 2).forEach((old, place) => old.replaceWith(parts[place]));
  else $("side").replaceChildren(...parts);
  $("side").querySelector(".places").scrollTop = scrolled;
  if (focused) $("side").querySelector(`[data-channel="${focused}"]`)?.focus();
}

function drawHead() {
  const channel = here();
  const parent = state.world.channels.find((one) => one.id === channel.parent_id);
  const name = channel.type === DM ? state.world.bot.name : channel.name;
  document.title = `${channel.type === DM ? "" : "#"}${name} · ${me().name}`;
  $("head").replaceChildren(
    h("button.round.menu", { type: "button", ariaLabel: say("menu"), ariaControls: "side", onclick: openSide }, "☰"),
    h("h1", {}, parent ? h("span.dim", {}, `# ${parent.name} › `) : channel.type === DM ? "@ " : "# ", name),
    screen.opener(),
    channel.type === 0 ? h("button.round", { type: "button", ariaLabel: say("rights"), title: say("rights"), onclick: rights }, "⚙") : "");
  banner();
}

function banner(text = state.world.bot.connected ? "" : say("botAwayLong")) {
  $("banner").textContent = text;
  $("banner").hidden = !text;
}

function drawLog() {
  const log = $("log");
  log.setAttribute("aria-label", here().name ?? say("direct"));
  const list = [...state.messages.values()];
  const earlier = h("button.earlier.button.secondary", { type: "button", onclick: showEarlier }, say("earlier"));
  log.replaceChildren(...(state.more ? [earlier] : []), ...(list.length ? list.map((data, place) => draw(data, list[place - 1])) : [greeting(state, me().locale, wishFor)]));
  reading.stick(true);
}

async function showEarlier() {
  const first = $("log").querySelector(".message")?.id;
  state.limit += 200;
  await open(state.channel, false);
  const place = document.getElementById(first);
  place?.scrollIntoView();
  place?.focus({ preventScroll: true });
}

function draw(data, before) {
  return message(data, contextOf(data, before));
}

function contextOf(data, before) {
  return {
    me: state.world.me, names, before, choices,
    menus: state.commands.some((command) => command.type === 3), userMenus: state.commands.some((command) => command.type === 2),
    press: (customId, element) => use("press", { custom_id: customId }, data, element),
    select: (customId, values, element) => use("select", { custom_id: customId, values }, data, element),
    dismiss: (id) => attempt("dismiss", { user: state.world.me, message: id }), openThread: open, menu, shownName,
  };
}

/** A command as it is called in the reader's language. */
function shownName(name) {
  return flatten(state.commands, me().locale).find((command) => command.words === name)?.shown ?? name;
}

/** What an id in a mention stands for. */
const names = {
  user: (id) => (id === state.world.bot.id ? state.world.bot.name : state.world.people.find((person) => person.id === id)?.name),
  isMe: (id) => id === state.world.me,
  role: (id) => state.world.guilds.flatMap((one) => one.roles).find((role) => role.id === id)?.name,
  channel: (id) => state.world.channels.find((channel) => channel.id === id)?.name,
};

/** The options of a select: its own, or the people, roles and channels of this place. */
function choices(part) {
  const chosen = new Set((part.default_values ?? []).map((value) => value.id));
  const named = (things, sign) => things.map((thing) => ({ label: `${sign}${thing.name}`, value: thing.id, default: chosen.has(thing.id) }));
  const roles = guild()?.roles ?? [];
  const channels = channelsHere().filter((channel) => !part.channel_types?.length || part.channel_types.includes(channel.type));
  const lists = {
    5: () => named(peopleHere(), "@"), 6: () => named(roles, "@"), 7: () => named([...peopleHere(), ...roles], "@"),
    8: () => named(channels, "#"),
  };
  return lists[part.type]?.() ?? part.options ?? [];
}

// -- doing --------------------------------------------------------------------------------------------------------------

async function use(verb, body, data, element) {
  if (element.getAttribute("aria-busy") === "true") return;
  element.setAttribute("aria-busy", "true");
  reading.hasPressed();
  showFailure(data.id, "");
  const result = await attempt(verb, { user: state.world.me, message: data.id, ...body });
  element.removeAttribute("aria-busy");
  if (result.kind === "failed") showFailure(data.id, result.text);
  else outcome(result);
  return result;
}

function showFailure(messageId, text) {
  const place = document.querySelector(`#m-${messageId} .failure`);
  if (!place) return;
  place.textContent = text;
  place.hidden = !text;
}

/** While the bot has not answered a typed command, a line says that it was sent. */
function begin(command) {
  const line = h("p.pending", { role: "status" }, say("usedOf", { who: me().name, command: `/${command}` }), " …");
  $("log").append(line);
  reading.stick(true);
  return () => line.remove();
}

function outcome(result, command) {
  if (result.kind === "modal") {
    openModal(result.modal, { me: state.world.me, names, choices, onoutcome: outcome });
  } else if (result.kind === "failed") {
    $("log").querySelector(".empty")?.remove();
    const notice = h("div.notice", { role: "alert" }, command ? h("b", {}, `/${command} `) : null, result.text, " ",
      h("button.plain", { type: "button", onclick: () => notice.remove() }, say("dismiss")));
    $("log").append(notice);
    reading.stick(true);
  }
}

/** The commands of a message (kind 3) or of a person (kind 2). */
function menu(kind, target, title) {
  const shown = (command) => command.name_localizations?.[me().locale] ?? command.name;
  const run = async (command) => {
    box.close();
    outcome(await attempt("menu", { user: state.world.me, channel: state.channel, command: command.name, target }), shown(command));
  };
  const entries = state.commands.filter((command) => command.type === kind)
    .map((command) => h("button.button.secondary", { type: "button", onclick: () => run(command) }, shown(command)));
  const box = dialog(title, h("div.menu-list", {}, entries), h("div.foot", {},
    h("button.button.secondary", { type: "button", onclick: () => box.close() }, say("cancel"))));
}

// -- news ---------------------------------------------------------------------------------------------------------------

const screen = new Screen(state, { contextOf, outcome, names: () => flatten(state.commands, me().locale) });

const reading = new Reading($("log"));

function place(data) {
  if (screen.takes(data)) return;
  const before = document.getElementById(`m-${data.id}`);
  const held = before?.contains(document.activeElement);
  const focused = held ? document.activeElement.dataset.customId : null;
  const known = state.messages.has(data.id);
  state.messages.set(data.id, data);
  const list = [...state.messages.values()];
  const drawn = draw(data, list[list.findIndex((one) => one.id === data.id) - 1]);
  $("log").querySelector(".empty")?.remove();
  if (known && before) before.replaceWith(drawn);
  else $("log").append(drawn);
  // A pressed button that is gone leaves the focus on its message, from where Tab goes on to the news.
  if (held) ((focused && drawn.querySelector(`[data-custom-id="${CSS.escape(focused)}"]`)) || drawn).focus({ preventScroll: true });
  if (known) reading.stick();
  else reading.heard(data.author.id === state.world.me);
}

const NEWS = {
  message({ message: data, new: isNew }) {
    const channel = state.world.channels.find((one) => one.id === data.channel_id);
    if (channel && isNew) channel.last_message_id = data.id;
    if (data.channel_id === state.channel) {
      place(data);
      if (document.visibilityState === "visible") markRead();
      $("typing").textContent = "";
    } else if (isNew && data.mentions.some((user) => user.id === state.world.me)) {
      state.pings.set(data.channel_id, (state.pings.get(data.channel_id) ?? 0) + 1);
    }
    drawSide();
  },
  "message-deleted"({ id }) {
    screen.loses(id);
    state.messages.delete(id);
    document.getElementById(`m-${id}`)?.remove();
  },
  channel(data) {
    const found = state.world.channels.findIndex((one) => one.id === data.id);
    if (found < 0) state.world.channels.push(data);
    else state.world.channels[found] = { ...state.world.channels[found], ...data };
    drawSide();
  },
  "channel-deleted"({ id }) {
    state.world.channels = state.world.channels.filter((one) => one.id !== id);
    if (state.channel === id) open(state.world.channels[0].id);
    else drawSide();
  },
  bot({ connected }) {
    state.world.bot.connected = connected;
    drawSide();
    banner();
  },
  typing({ channel_id: channel }) {
    if (channel !== state.channel) return;
    $("typing").textContent = say("typing", { name: state.world.bot.name });
    setTimeout(() => ($("typing").textContent = ""), 8000);
  },
  /** Whoever edits the group's own tables is told whether they are in force. */
  tables(words) {
    outcome({ kind: "failed", text: words[document.documentElement.lang] });
  },
  async people() {
    state.world = await look("world", { user: state.world.me });
    drawSide();
  },
  async commands() {
    const { commands } = await look("commands", { user: state.world.me, channel: state.channel });
    state.commands.splice(0, state.commands.length, ...commands); // the composer holds this very list
    prepareWish();
  },
};

let early = null;

/** What happens while the story so far is being fetched is told after it. */
function news(event, data) {
  if (early) early.push([event, data]);
  else NEWS[event]?.(data);
}

let wasLost = false;
async function connection(isOpen) {
  if (!isOpen) {
    wasLost = true;
    state.world.bot.connected = false; // nobody can tell
    drawSide();
    banner(say("reconnecting"));
  } else if (wasLost) {
    wasLost = false;
    state.world = await look("world", { user: state.world.me });
    await open(state.channel, false);
  }
}

// -- the page's own dialogs ----------------------------------------------------------------------------------------------

function addPerson() {
  const guilds = state.world.all_guilds.map((one) => [one.name, one.name]);
  ask(say("addPerson"), [
    { key: "name", label: say("name") },
    { key: "locale", label: say("language"), options: [["pl", say("polish")], ["en-US", say("english")]] },
    { key: "guild", label: say("guild"), options: guilds },
  ], (values) => act("people", values));
}

function addChannel(one) {
  ask(say("addChannel"), [{ key: "name", label: say("channelName") }], async ({ name }) => {
    const channel = await act("channels", { name, guild: one.name });
    NEWS.channel(channel);
    await open(channel.id);
  });
}

async function rights() {
  const channel = (await look("world", { user: state.world.me })).channels.find((one) => one.id === state.channel);
  const fields = Object.entries(channel.bot_may).map(([key, checked]) => ({ key, label: say(key), checked }));
  ask(say("rights"), fields, (values) => act("permissions", { channel: channel.id, ...values }));
}

function theme() {
  const dark = matchMedia("(prefers-color-scheme: dark)").matches;
  const now = document.documentElement.dataset.theme ?? (dark ? "dark" : "light");
  document.documentElement.dataset.theme = now === "dark" ? "light" : "dark";
  localStorage.setItem("theme", document.documentElement.dataset.theme);
}

$("skip").addEventListener("click", (event) => {
  event.preventDefault();
  ($("composer").querySelector("input") ?? $("composer").querySelector("button")).focus();
});

// -- beginning -----------------------------------------------------------------------------------------------------------

document.addEventListener("click", async (event) => {
  const link = event.target.closest?.("[data-jump], a[data-channel]");
  if (link) {
    event.preventDefault();
    const { channel, jump } = link.dataset;
    if (channel && channel !== state.channel) await open(channel);
    const target = jump ? document.getElementById(`m-${jump}`) : null;
    target?.scrollIntoView({ block: "center" });
    target?.focus();
  } else if (!event.target.closest?.("#side, .menu")) document.body.classList.remove("side-open");
});

document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") closeSide();
});

setInterval(() => {
  for (const time of document.querySelectorAll("time[data-relative]")) time.textContent = relative(Number(time.dataset.relative));
}, 20000);

/** Once: the command that the address wishes for, as soon as the bot has it. */
const wish = new URLSearchParams(location.search);
function prepareWish() {
  if (!wish.has("command") || !state.composer?.prepare(wish.get("command"), wish)) return;
  wish.delete("command");
  history.replaceState(null, "", location.pathname); // a page that is loaded again wishes for nothing
}

function wishFor(command, options) {
  for (const [name, value] of Object.entries({ ...options, command })) wish.set(name, value);
  prepareWish();
}

const kept = localStorage.getItem("theme");
if (kept) document.documentElement.dataset.theme = kept;
await become(new URLSearchParams(location.search).get("user") ?? sessionStorage.getItem("me")).catch(() => {
  sessionStorage.removeItem("me");
  return become(null);
});
prepareWish();
document.body.dataset.ready = "yes";
