// The left side: guilds, channels with their threads and unread marks, and who I am.

import { h, say } from "./dom.js";
import { avatar } from "./messages.js";

const DM = 1, THREADS = [10, 11, 12];

export function sidebar(state, { open, become, addPerson, addChannel, theme }) {
  const { world } = state;
  const groups = world.guilds.map((guild) => guildGroup(guild, state, open, addChannel));
  return [
    h("div.brand", {}, h("img", { src: "/page/icon.svg", alt: "", width: 32, height: 32 }),
      h("div", {}, h("strong", {}, "Mistrz Labiryntu"), presence(world.bot.connected)),
      h("button.round", { type: "button", ariaLabel: say("live"), title: say("theme"), onclick: theme }, "◐")),
    h("div.places", {}, groups, directGroup(state, open)),
    whoAmI(world, become, addPerson),
  ];
}

export function presence(connected) {
  return h(`span.presence${connected ? ".here" : ""}`, {}, say(connected ? "botHere" : "botAway"));
}

function guildGroup(guild, state, open, addChannel) {
  const channels = state.world.channels.filter((channel) => channel.guild_id === guild.id);
  const tops = channels.filter((channel) => !THREADS.includes(channel.type));
  return h("section.guild", {}, h("h2", {}, guild.name,
    h("button.round", { type: "button", ariaLabel: `${say("addChannel")}: ${guild.name}`, title: say("addChannel"), onclick: () => addChannel(guild) }, "+")),
  h("ul", {}, tops.map((channel) => h("li", {}, entry(channel, `# ${channel.name}`, state, open),
    threads(channels.filter((thread) => thread.parent_id === channel.id && !thread.thread_metadata?.archived), state, open)))));
}

function threads(list, state, open) {
  if (!list.length) return null;
  return h("ul.threads", { ariaLabel: say("threads") }, list.map((thread) => h("li", {}, entry(thread, thread.name, state, open))));
}

function directGroup(state, open) {
  const direct = state.world.channels.filter((channel) => channel.type === DM);
  if (!direct.length) return null;
  return h("section.guild", {}, h("h2", {}, say("direct")),
    h("ul", {}, direct.map((channel) => h("li", {}, entry(channel, state.world.bot.name, state, open)))));
}

function entry(channel, label, state, open) {
  const here = channel.id === state.channel;
  const { unread, pings } = state.marks(channel);
  const marks = [here && "here", unread && !here && "unread"].filter(Boolean);
  return h(["button.channel", ...marks].join("."), {
    type: "button", data: { channel: channel.id }, ariaCurrent: here ? "page" : null, onclick: () => open(channel.id),
  }, h("span", {}, label), unread && !here ? h("span.unseen", {}, ` (${say("newMessages")})`) : null,
  pings && !here ? h("span.badge", { title: say("mentionsMe") }, String(pings)) : null);
}

function whoAmI(world, become, addPerson) {
  const me = world.people.find((person) => person.id === world.me);
  const menu = h("select", { id: "who", onchange: (event) => become(event.target.value) }, world.all_guilds.map((guild) =>
    h("optgroup", { label: guild.name }, world.people.filter((person) => person.guilds[0] === guild.id)
      .map((person) => h("option", { value: person.id, selected: person.id === world.me }, person.name)))));
  return h("div.whoami", {}, avatar({ id: me.id, global_name: me.name }), h("div", {}, h("label", { htmlFor: "who" }, say("who")), menu),
    h("button.round", { type: "button", ariaLabel: say("addPerson"), title: say("addPerson"), onclick: addPerson }, "+"));
}

/** Where the list of channels is hidden it slides in, and whoever comes by key is in it at once. */
export function openSide() {
  document.body.classList.add("side-open");
  document.getElementById("side").querySelector(".channel.here")?.focus();
}

export function closeSide() {
  if (!document.body.classList.contains("side-open")) return;
  document.body.classList.remove("side-open");
  document.querySelector(".menu").focus();
}
