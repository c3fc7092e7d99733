// Message components: rows of buttons and selects, and the layouts of Components V2.

import { h, safeLink, say } from "./dom.js";
import { markdown } from "./markdown.js";
import { fileCard, thumbnail } from "./pictures.js";
import { picker } from "./picker.js";

const STYLES = { 1: "primary", 2: "secondary", 3: "success", 4: "danger", 5: "link", 6: "primary" };
const KINDS = {
  1: row, 2: button, 3: select, 5: select, 6: select, 7: select, 8: select, 9: section, 10: text, 11: accessory,
  12: gallery, 13: file, 14: separator, 17: container,
};

/** context: {message, names, press(custom_id, element), select(custom_id, values, element), choices(component)} */
export function component(part, context) {
  return KINDS[part.type]?.(part, context) ?? null;
}

export const components = (parts, context) => (parts ?? []).map((part) => component(part, context));

function row(part, context) {
  return h("div.row", {}, components(part.components, context));
}

/** A telephone shows the first 40 characters of a button's label. */
const SHOWN_ON_A_PHONE = 40, PHONE = matchMedia("(max-width: 480px)");

function cut(label) {
  const letters = [...label];
  return letters.length > SHOWN_ON_A_PHONE ? `${letters.slice(0, SHOWN_ON_A_PHONE - 1).join("").trimEnd()}…` : label;
}

/** The words on a button: on a telephone cut, with the whole label for whoever points at it or hears the page read. */
function name(element, label) {
  const words = PHONE.matches ? cut(label) : label, whole = words === label;
  element.querySelector(".label").textContent = words;
  if (whole) ["title", "aria-label"].forEach((key) => element.removeAttribute(key));
  else ["title", "aria-label"].forEach((key) => element.setAttribute(key, label));
}

PHONE.addEventListener("change", () => {
  for (const element of document.querySelectorAll(".button[data-label]")) name(element, element.dataset.label);
});

function button(part, context) {
  const element = unnamed(part, context);
  if (part.label) {
    element.dataset.label = part.label;
    name(element, part.label);
  }
  return element;
}

function unnamed(part, context) {
  const label = [part.emoji?.name ? h("span.emoji", {}, part.emoji.name) : null, part.label ? h("span.label") : null];
  const look = `.button.${STYLES[part.style] ?? "secondary"}`;
  if (part.style === 5) {
    return h(`a${look}`, { href: safeLink(part.url), target: "_blank", rel: "noopener noreferrer" }, label, " ↗");
  }
  const element = h(`button${look}`, {
    type: "button", disabled: part.disabled, data: { customId: part.custom_id },
    ariaLabel: part.label ? null : part.emoji?.name, onclick: () => context.press(part.custom_id, element),
  }, label);
  return element;
}

function select(part, context) {
  const element = picker({
    label: part.placeholder || say("choose"), options: context.choices(part), disabled: part.disabled,
    min: part.min_values ?? 1, max: part.max_values ?? 1,
    onchange: (values) => context.select(part.custom_id, values, element),
  });
  element.querySelector(".opener").dataset.customId = part.custom_id;
  return element;
}

function text(part, context) {
  return markdown(part.content, context.names);
}

function section(part, context) {
  return h("div.section", {}, h("div.words", {}, components(part.components, context)), component(part.accessory, context));
}

function accessory(part) {
  return h("div.thumb", {}, thumbnail(part.media, part.description, { spoiler: part.spoiler }));
}

function gallery(part) {
  const items = part.items.map((item) => thumbnail(item.media, item.description, { spoiler: item.spoiler }));
  return h(`div.gallery.of${Math.min(items.length, 4)}`, {}, items);
}

function file(part, context) {
  const found = context.message.attachments.find((item) => item.url === part.file.url);
  return fileCard(found ?? { url: part.file.url, filename: part.file.url.split("/").pop().split("?")[0] });
}

function separator(part) {
  return h(`hr${part.divider === false ? ".invisible" : ""}${part.spacing === 2 ? ".wide" : ""}`);
}

function container(part, context) {
  const box = h("div.container", {}, components(part.components, context));
  if (part.accent_color !== null && part.accent_color !== undefined) {
    box.style.setProperty("--stripe", `#${part.accent_color.toString(16).padStart(6, "0")}`);
  }
  if (!part.spoiler) return box;
  box.classList.add("veiled");
  box.inert = true;
  const uncover = () => {
    box.classList.remove("veiled");
    box.inert = false;
    cover.remove();
  };
  const cover = h("button.button.secondary", { type: "button", onclick: uncover }, say("spoiler"));
  return h("div", {}, cover, box);
}
