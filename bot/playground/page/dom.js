// Small helpers: elements without innerHTML (names and messages are other people's text), words, times.

let words = {};

export async function learnWords(locale) {
  const language = locale === "pl" ? "pl" : "en";
  words = await (await fetch(`/page/words-${language}.json`)).json();
  document.documentElement.lang = language;
}

export function say(key, values = {}) {
  return (words[key] ?? key).replace(/\{(\w+)\}/g, (_, name) => values[name] ?? "");
}

/** h("button.primary", {onclick, ariaLabel: "…"}, child, "text") */
export function h(tag, attributes = {}, ...children) {
  const [name, ...classes] = tag.split(".");
  const element = document.createElement(name || "div");
  if (classes.length) element.classList.add(...classes);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else if (key.startsWith("aria")) element.setAttribute(`aria-${key.slice(4).toLowerCase()}`, value);
    else if (key === "data") Object.assign(element.dataset, value);
    else if (key in element && key !== "list" && key !== "role") element[key] = value;
    else element.setAttribute(key, value === true ? "" : value);
  }
  element.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

export function announce(text) {
  const place = document.getElementById("said");
  place.textContent = "";
  requestAnimationFrame(() => (place.textContent = text));
}

export function clock(date, options) {
  return new Intl.DateTimeFormat(document.documentElement.lang, options).format(date);
}

export function sentAt(stamp) {
  const date = new Date(stamp);
  const time = clock(date, { timeStyle: "short" });
  const isToday = date.toDateString() === new Date().toDateString();
  return isToday ? say("today", { time }) : clock(date, { dateStyle: "short", timeStyle: "short" });
}

/** Hour and minute alone, for the narrow gutter: never "AM" without its hour. */
export const hourAndMinute = (stamp) => clock(new Date(stamp), { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });

export function relative(seconds) {
  const away = seconds - Date.now() / 1000;
  const units = [["year", 31536000], ["month", 2592000], ["day", 86400], ["hour", 3600], ["minute", 60], ["second", 1]];
  const [unit, size] = units.find(([, length]) => Math.abs(away) >= length) ?? ["second", 1];
  const format = new Intl.RelativeTimeFormat(document.documentElement.lang, { numeric: "auto" });
  return format.format(Math.round(away / size), unit);
}

let lastNumber = 0;
export const fresh = (prefix) => `${prefix}-${++lastNumber}`;

/** Attachments live at Discord's address; here they are served from the same path. */
export function local(address) {
  try {
    const url = new URL(address, location.href);
    if (url.pathname.startsWith("/attachments/") && /^(cdn\.discordapp\.com|127\.0\.0\.1|localhost)$/.test(url.hostname)) {
      return url.pathname;
    }
  } catch { /* not an address: nothing to show */ }
  return null;
}

export function safeLink(address) {
  try {
    const url = new URL(address);
    return ["http:", "https:"].includes(url.protocol) ? url.href : null;
  } catch {
    return null;
  }
}
