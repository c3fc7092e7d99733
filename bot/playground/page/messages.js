// One message: who, when, what; embeds, attachments, components; what is only for me.

import { h, hourAndMinute, local, safeLink, say, sentAt } from "./dom.js";
import { components } from "./components.js";
import { markdown } from "./markdown.js";
import { fileCard, thumbnail } from "./pictures.js";

const EPHEMERAL = 64, LOADING = 128, LAYOUT = 32768, IN_THREAD = 32, SYSTEM = { 6: "📌", 18: "⤷" };

export const nameOf = (user) => user.global_name ?? user.username;

export function avatar(user) {
  const look = user.bot ? "span.avatar.bot" : "span.avatar";
  const face = h(look, { ariaHidden: "true" }, user.bot ? "" : [...nameOf(user)][0].toUpperCase());
  const seed = [...`${user.id}${nameOf(user)}`].reduce((sum, letter) => (sum * 31 + letter.codePointAt(0)) % 100003, 7);
  face.style.setProperty("--hue", String(seed % 360));
  return face;
}

/** context: what components need, and {me, before, dismiss(id), openThread(id), menu(message, element), shownName(command)} */
export function message(data, context) {
  if (SYSTEM[data.type]) return systemLine(data, context);
  const mine = { ...context, message: data };
  const ephemeral = Boolean(data.flags & EPHEMERAL);
  const pinged = data.mention_everyone || data.mentions.some((user) => user.id === context.me);
  const joined = continues(data, context.before);
  const classes = [ephemeral && "ephemeral", pinged && "pinged", joined && "joined"].filter(Boolean);
  return h(["article.message", ...classes].join("."), {
    id: `m-${data.id}`, data: { id: data.id, edited: data.edited_timestamp ?? "" }, tabIndex: -1, ariaLabel: `${nameOf(data.author)}, ${sentAt(data.timestamp)}`,
  },
    origin(data, context),
    joined ? h("span.gutter", {}, h("time", { dateTime: data.timestamp }, hourAndMinute(data.timestamp))) : avatar(data.author),
    h("div.body", {}, joined ? null : headline(data, context), pinged ? h("span.unseen", {}, say("mentionsMe")) : null,
      content(data, mine), ephemeral ? onlyYou(data, context) : null),
    context.menus ? tools(data, context) : null);
}

/** What Discord says by itself, small and grey: a pin with a link to the message, a new thread with a door to it. */
function systemLine(data, context) {
  const { message_id: pinned, channel_id: thread } = data.message_reference;
  const what = data.type === 6
    ? h("a", { href: `#m-${pinned}`, data: { jump: pinned } }, say("pinnedMessage"))
    : h("button.plain", { type: "button", onclick: () => context.openThread(thread) }, data.content);
  return h("article.system", { id: `m-${data.id}`, data: { id: data.id }, tabIndex: -1, ariaLabel: sentAt(data.timestamp) },
    h("span", { ariaHidden: "true" }, SYSTEM[data.type]), h("p", {}, `${nameOf(data.author)} ${say(`system${data.type}`)} `, what),
    h("time", { dateTime: data.timestamp }, sentAt(data.timestamp)));
}

/** A message by the same author a moment later needs no second headline. */
function continues(data, before) {
  const starts = data.interaction || data.referenced_message || data.flags & EPHEMERAL;
  if (!before || starts || SYSTEM[before.type] || before.author.id !== data.author.id || before.flags & EPHEMERAL) return false;
  return new Date(data.timestamp) - new Date(before.timestamp) < 5 * 60000;
}

function headline(data, context) {
  const name = nameOf(data.author);
  const author = context.userMenus
    ? h("button.author", { type: "button", onclick: () => context.menu(2, data.author.id, name) }, name)
    : h("strong.author", {}, name);
  return h("header", {}, author,
    data.author.bot ? h("span.tag", {}, say("app")) : null,
    h("time", { dateTime: data.timestamp }, sentAt(data.timestamp)),
    data.pinned ? h("span.pin", {}, say("pinned")) : null);
}

/** "Ala used /game new", or the message this one replies to. */
function origin(data, context) {
  if (data.interaction) {
    return h("p.origin", {}, avatar(data.interaction.user), h("b", {}, nameOf(data.interaction.user)), ` ${say("used")} `,
      h("span.command", {}, data.type === 23 ? data.interaction.name : `/${context.shownName(data.interaction.name)}`));
  }
  const quoted = data.referenced_message;
  if (!quoted || quoted.flags & EPHEMERAL) return null; // what was said to oneself alone just before
  const words = quoted.content || firstWords(quoted.components) || quoted.embeds[0]?.title || "…";
  return h("p.origin", {}, h("span.unseen", {}, say("reply")), avatar(quoted.author), h("b", {}, nameOf(quoted.author)), " ",
    h("a", { href: `#m-${quoted.id}`, data: { jump: quoted.id } }, quotedWords(words, context.names)));
}

/** A line of somebody's words: people by their names, no signs of Markdown. */
function quotedWords(words, names) {
  return words.replace(/^-#\s+/gm, "").replace(/<@!?(\d+)>/g, (_, id) => `@${names.user(id) ?? id}`).replace(/[#*_`|>]|~~/g, "").replace(/\s*\n-?\s*/g, " ").match(/^.{0,120}/u)[0]; // never half an emoji
}

function firstWords(parts) {
  for (const part of parts ?? []) {
    const found = part.content ?? firstWords(part.components);
    if (found) return found;
  }
  return "";
}

function content(data, context) {
  if (data.flags & LOADING) {
    return h("p.thinking", {}, h("span.dots", { ariaHidden: "true" }, h("i"), h("i"), h("i")), ` ${nameOf(data.author)} ${say("thinking")}`);
  }
  const layout = data.flags & LAYOUT;
  return [
    data.content ? h("div.content", {}, markdown(data.content, context.names)) : null,
    layout ? null : [edited(data), attachments(data)],
    data.embeds.map((part) => embed(part, context)),
    h(layout ? "div.layout" : "div.rows", {}, components(data.components, context)),
    layout ? edited(data) : null,
    h("p.failure", { role: "alert", hidden: true }),
    data.flags & IN_THREAD && data.thread ? threadLink(data.thread, context) : null,
  ];
}

function edited(data) {
  return data.edited_timestamp ? h("span.edited", { title: sentAt(data.edited_timestamp) }, say("edited")) : null;
}

function threadLink(thread, context) {
  return h("button.thread-link", { type: "button", onclick: () => context.openThread(thread.id) }, `⤷ ${thread.name}`);
}

/** What an embed already shows is not listed a second time. */
function attachments(data) {
  const shown = new Set(data.embeds.flatMap((part) => [part.image?.url, part.thumbnail?.url]));
  return data.attachments.filter((item) => !shown.has(item.url)).map((item) => {
    const isPicture = item.content_type?.startsWith("image/") && !item.content_type.includes("svg");
    return isPicture ? thumbnail(item, item.description) : fileCard(item);
  });
}

function embed(part, context) {
  const names = context.names;
  const link = (text, url) => (url && safeLink(url) ? h("a", { href: safeLink(url), target: "_blank", rel: "noopener noreferrer" }, text) : text);
  const described = (media) => media.description ?? context.message.attachments.find((item) => item.url === media.url)?.description;
  const picture = (media) => (media?.url && local(media.url) ? thumbnail(media, described(media)) : null);
  const box = h("div.embed", {},
    h("div.words", {},
      part.author ? h("p.embed-author", {}, link(part.author.name, part.author.url)) : null,
      part.title ? h("p.embed-title", {}, link(part.title, part.url)) : null,
      part.description ? markdown(part.description, names) : null,
      part.fields?.length ? h("dl.fields", {}, part.fields.map((field) => h(field.inline ? "div.inline" : "div", {},
        h("dt", {}, markdown(field.name, names)), h("dd", {}, markdown(field.value, names))))) : null,
      picture(part.image),
      part.footer || part.timestamp ? h("p.embed-footer", {}, part.footer?.text ?? "",
        part.timestamp ? ` • ${sentAt(part.timestamp)}` : "") : null),
    part.thumbnail ? h("div.thumb", {}, picture(part.thumbnail)) : null);
  if (part.color) box.style.setProperty("--stripe", `#${part.color.toString(16).padStart(6, "0")}`);
  return box;
}

function onlyYou(data, context) {
  return h("p.only-you", {}, `${say("onlyYou")} · `,
    h("button.plain", { type: "button", onclick: () => context.dismiss(data.id) }, say("dismiss")));
}

function tools(data, context) {
  const opener = h("button.tools", { type: "button", ariaLabel: say("actions"), title: say("actions"),
    onclick: () => context.menu(3, data.id, say("actions")) }, "⋯");
  return opener;
}
