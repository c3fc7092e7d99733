// A list to choose from, one or several, by mouse or keyboard: behind select menus, also those in forms.

import { h, fresh, say } from "./dom.js";

/**
 * options: [{label, value, description, emoji, default}]
 * onchange(values) is called when the choice is final: at once for one, at "Done" for several.
 */
export function picker({ label, options, min = 1, max = 1, disabled = false, onchange, chosen }) {
  const listId = fresh("list");
  const picked = new Set(chosen ?? options.filter((option) => option.default).map((option) => option.value));
  const several = max > 1;
  const text = h("span.picked");
  const opener = h("button.opener", {
    type: "button", disabled, ariaHaspopup: "listbox", ariaExpanded: "false", ariaControls: listId,
  }, text, h("span.arrow", { ariaHidden: "true" }, "▾"));
  const list = h("div.options", { id: listId, role: "listbox", tabIndex: -1, hidden: true, ariaLabel: label });
  list.setAttribute("aria-multiselectable", String(several));
  const done = h("button.done", { type: "button", hidden: true, onclick: finish }, say("done"));
  const root = h("div.picker", {}, opener, list, done);
  let active = 0;

  const items = options.map((option, place) => {
    const item = h("div.option", { role: "option", id: fresh("option"), onclick: () => pick(place) },
      h("span.tick", { ariaHidden: "true" }),
      option.emoji?.name ? h("span.emoji", {}, option.emoji.name) : null,
      h("span", {}, h("span.label", {}, option.label),
        option.description ? h("span.description", {}, option.description) : null));
    list.append(item);
    return item;
  });
  if (!items.length) list.append(h("div.option.none", {}, say("nothing")));

  function show() {
    const names = options.filter((option) => picked.has(option.value)).map((option) => option.label);
    text.textContent = names.join(", ") || label;
    text.classList.toggle("placeholder", !names.length);
    opener.setAttribute("aria-label", names.length ? `${label}: ${names.join(", ")}` : label);
    items.forEach((item, place) => {
      item.setAttribute("aria-selected", String(picked.has(options[place].value)));
      item.classList.toggle("active", place === active);
    });
    if (items[active]) list.setAttribute("aria-activedescendant", items[active].id);
    done.disabled = picked.size < min;
  }

  function open(yes) {
    list.hidden = !yes;
    done.hidden = !yes || !several;
    opener.setAttribute("aria-expanded", String(yes));
    if (yes) {
      active = Math.max(0, options.findIndex((option) => picked.has(option.value)));
      show();
      list.focus({ preventScroll: true });
      root.scrollIntoView({ block: "nearest" });
    }
  }

  function pick(place) {
    const { value } = options[place];
    active = place;
    if (!several) {
      const again = min === 0 && picked.has(value); // choosing it again takes it back
      picked.clear();
      if (!again) picked.add(value);
      return finish();
    }
    if (picked.has(value)) picked.delete(value);
    else if (picked.size < max) picked.add(value);
    show();
  }

  function finish() {
    open(false);
    show();
    opener.focus({ preventScroll: true });
    onchange?.(options.filter((option) => picked.has(option.value)).map((option) => option.value));
  }

  opener.addEventListener("click", () => open(list.hidden));
  opener.addEventListener("keydown", (event) => {
    if (["ArrowDown", "ArrowUp"].includes(event.key) && list.hidden) {
      event.preventDefault();
      open(true);
    }
  });
  list.addEventListener("keydown", (event) => {
    const steps = { ArrowDown: 1, ArrowUp: -1, Home: -items.length, End: items.length };
    if (event.key in steps) active = Math.min(items.length - 1, Math.max(0, active + steps[event.key]));
    else if (event.key === " " || event.key === "Enter") {
      if (event.key === "Enter" && several && picked.size >= min) finish();
      else if (items.length) pick(active);
    } else if (event.key === "Escape") {
      open(false);
      opener.focus();
    } else if (event.key.length === 1) typeAhead(event.key);
    else return;
    event.preventDefault();
    event.stopPropagation();
    if (!list.hidden) show();
    items[active]?.scrollIntoView({ block: "nearest" });
  });
  root.addEventListener("focusout", (event) => {
    if (!list.hidden && event.relatedTarget && !root.contains(event.relatedTarget)) open(false);
  });

  function typeAhead(letter) {
    const order = options.map((_, place) => (active + 1 + place) % options.length);
    const hit = order.find((place) => options[place].label.toLowerCase().startsWith(letter.toLowerCase()));
    if (hit !== undefined) active = hit;
  }

  show();
  root.values = () => options.filter((option) => picked.has(option.value)).map((option) => option.value);
  return root;
}
