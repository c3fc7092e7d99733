// Discord's Markdown as DOM nodes. Nothing here ever becomes HTML by way of a string.

import { h, clock, relative, safeLink, say } from "./dom.js";

const TIMES = {
  t: { timeStyle: "short" }, T: { timeStyle: "medium" }, d: { dateStyle: "short" }, D: { dateStyle: "long" },
  f: { dateStyle: "long", timeStyle: "short" }, F: { dateStyle: "full", timeStyle: "short" },
};

// Each rule: a pattern, and what its match becomes. `inside` renders nested text.
const INLINE = [
  [/\\([^a-zA-Z0-9\s])/, (m) => m[1]],
  [/(`+)([\s\S]*?[^`])\1(?!`)/, (m) => h("code", {}, m[2].trim() || m[2])],
  [/<t:(-?\d{1,13})(?::([tTdDfFR]))?>/, (m) => timestamp(Number(m[1]), m[2] ?? "f")],
  [/<@!?(\d+)>/, (m, _, names) => mention(`@${names.user(m[1]) ?? m[1]}`, names.isMe(m[1]))],
  [/<@&(\d+)>/, (m, _, names) => mention(`@${names.role(m[1]) ?? m[1]}`)],
  [/<#(\d+)>/, (m, _, names) => channelLink(m[1], names)],
  [/<\/([^:>]{1,100}):\d+>/, (m) => mention(`/${m[1]}`)],
  [/<a?:(\w{2,32}):\d+>/, (m) => `:${m[1]}:`],
  [/@(everyone|here)\b/, (m) => mention(m[0], true)],
  [/\[([^\]\n]+)\]\(<?(https?:\/\/[^\s)>]+)>?\)/, (m, inside, names) => maskedLink(m[2], inside(m[1]), names)],
  [/<(https?:\/\/[^\s>]+)>/, (m) => link(m[1], [m[1]])],
  [/https:\/\/discord\.com\/channels\/\d+\/(\d+)(?:\/(\d+))?/, (m, _, names) => messageLink(m, names)],
  [/https?:\/\/[^\s<]+[^\s<.,:;"')\]!?]/, (m) => link(m[0], [m[0]])],
  [/\|\|([\s\S]+?)\|\|/, (m, inside) => spoiler(inside(m[1]))],
  [/\*\*\*([\s\S]+?)\*\*\*/, (m, inside) => h("strong", {}, h("em", {}, inside(m[1])))],
  [/\*\*([\s\S]+?)\*\*(?!\*)/, (m, inside) => h("strong", {}, inside(m[1]))],
  [/__([\s\S]+?)__(?!_)/, (m, inside) => h("u", {}, inside(m[1]))],
  [/~~([\s\S]+?)~~/, (m, inside) => h("s", {}, inside(m[1]))],
  [/\*(?=\S)((?:\*\*|\\[\s\S]|\s+(?:\\[\s\S]|[^\s*\\]|\*\*)|[^\s*\\])+?)\*(?!\*)/, (m, inside) => h("em", {}, inside(m[1]))],
  [/(?<![\p{L}\p{N}_])_(?=\S)([\s\S]*?\S)_(?![\p{L}\p{N}_])/u, (m, inside) => h("em", {}, inside(m[1]))],
];

function inline(text, names, depth = 0) {
  const nodes = [];
  let rest = text;
  while (rest) {
    const [match, make] = earliest(rest, depth);
    if (!match) break;
    if (match.index) nodes.push(...lines(rest.slice(0, match.index)));
    nodes.push(make(match, (inner) => inline(inner, names, depth + 1), names));
    rest = rest.slice(match.index + match[0].length);
  }
  if (rest) nodes.push(...lines(rest));
  return nodes;
}

function earliest(text, depth) {
  let best = null;
  let maker = null;
  for (const [pattern, make] of depth < 8 ? INLINE : []) {
    const match = pattern.exec(text);
    if (match && (!best || match.index < best.index)) [best, maker] = [match, make];
  }
  return [best, maker];
}

const lines = (text) => text.split("\n").flatMap((line, place) => (place ? [h("br"), line] : [line]));

function timestamp(seconds, style) {
  const date = new Date(seconds * 1000);
  if (Number.isNaN(date.getTime())) return `<t:${seconds}>`;
  const exact = clock(date, TIMES.F);
  const text = style === "R" ? relative(seconds) : clock(date, TIMES[style]);
  const data = style === "R" ? { relative: seconds } : {};
  return h("time", { dateTime: date.toISOString(), title: exact, data }, text);
}

const mention = (text, me = false) => h(me ? "span.mention.me" : "span.mention", {}, text);

function channelLink(id, names) {
  const name = names.channel(id);
  return name ? h("a.mention", { href: `#channel-${id}`, data: { channel: id } }, `#${name}`) : mention(`#${id}`);
}

/** A link to a message, or to a channel, stays in the page. */
function messageLink([address, id, message], names) {
  const name = names.channel(id);
  if (!name) return link(address, [address]);
  const data = { channel: id, ...(message ? { jump: message } : {}) };
  return h("a.mention", { href: `#${message ? `m-${message}` : `channel-${id}`}`, data }, `#${name}${message ? " › 💬" : ""}`);
}

/** Named words instead of an address; those that lead to a message here stay in the page. */
function maskedLink(address, children, names) {
  const [, id, message] = address.match(/^https:\/\/discord\.com\/channels\/\d+\/(\d+)(?:\/(\d+))?$/) ?? [];
  if (!id || !names.channel(id)) return link(address, children);
  const data = { channel: id, ...(message ? { jump: message } : {}) };
  return h("a", { href: `#${message ? `m-${message}` : `channel-${id}`}`, data }, children);
}

function link(address, children) {
  const href = safeLink(address);
  return href ? h("a", { href, target: "_blank", rel: "noopener noreferrer nofollow" }, children) : h("span", {}, children);
}

export function spoiler(children) {
  const cover = h("button.spoiler", { type: "button", ariaLabel: say("spoiler"), ariaExpanded: "false" });
  const inner = h("span", {}, children);
  inner.inert = true;
  cover.append(inner);
  cover.addEventListener("click", () => {
    cover.replaceWith(h("span.spoiler.open", { tabIndex: -1 }, ...inner.childNodes));
  });
  return cover;
}

// -- blocks: one rule per kind of line ------------------------------------------------------------------------------

export function markdown(text, names) {
  const root = h("div.markdown");
  const parts = text.split(/```(?:([\w+-]*)\n)?([\s\S]*?)```/);
  for (let place = 0; place < parts.length; place += 3) {
    blocks(parts[place], names, root);
    if (place + 2 < parts.length) root.append(h("pre", { tabIndex: 0 }, h("code", {}, parts[place + 2].replace(/\n$/, ""))));
  }
  return root;
}

function blocks(text, names, root) {
  const rows = text.split("\n");
  while (rows.length) {
    const row = rows.shift();
    let match;
    if ((match = /^(#{1,3})\s+(.+)/.exec(row))) root.append(h(`h${match[1].length + 2}`, {}, inline(match[2], names)));
    else if ((match = /^-#\s+(.+)/.exec(row))) root.append(h("small.subtext", {}, inline(match[1], names)));
    else if ((match = /^>>>\s?([\s\S]*)/.exec(row))) root.append(quote([match[1], ...rows.splice(0)], names));
    else if (/^>\s/.test(row)) root.append(quote([row, ...taken(rows, /^>\s/)].map((line) => line.slice(2)), names));
    else if (/^\s*[-*]\s+\S/.test(row)) root.append(list([row, ...taken(rows, /^(\s*[-*]|\s{2,}\d+\.)\s+\S/)], names));
    else if (/^\s*\d+\.\s+\S/.test(row)) root.append(list([row, ...taken(rows, /^(\s*\d+\.|\s{2,}[-*])\s+\S/)], names));
    else paragraph([row, ...taken(rows, /^(?!#{1,3}\s|-#\s|>\s|>>>|\s*([-*]|\d+\.)\s+\S)/)], names, root);
  }
}

function taken(rows, pattern) {
  const found = [];
  while (rows.length && pattern.test(rows[0])) found.push(rows.shift());
  return found;
}

function paragraph(rows, names, root) {
  const text = rows.join("\n").replace(/^\n+|\n+$/g, "");
  if (text) root.append(h("p", {}, inline(text, names)));
}

function quote(rows, names) {
  const block = h("blockquote");
  blocks(rows.join("\n"), names, block);
  return block;
}

function list(rows, names) {
  const ordered = /^\s*\d/.test(rows[0]);
  const top = h(ordered ? "ol" : "ul", ordered ? { start: parseInt(rows[0], 10) || 1 } : {});
  for (const row of rows) {
    const [, indent, , text] = /^(\s*)([-*]|\d+\.)\s+(.*)/.exec(row);
    const item = h("li", {}, inline(text, names));
    const deep = indent.length >= 2 && top.lastElementChild;
    if (!deep) top.append(item);
    else {
      let inner = top.lastElementChild.querySelector("ul");
      if (!inner) top.lastElementChild.append((inner = h("ul")));
      inner.append(item);
    }
  }
  return top;
}
