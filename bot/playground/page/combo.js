// A text field with a list of suggestions above it (ARIA combobox): for commands and for their options.

import { h, fresh, say } from "./dom.js";

export class Combo {
  /** source(text) answers [{label, hint, value}] (or a promise); onpick(item) is told the choice. */
  constructor(input, { source, onpick, label, open = true }) {
    Object.assign(this, { input, source, onpick, items: [], active: -1, asked: 0, openOnFocus: open });
    this.list = h("div.suggestions", { id: fresh("suggestions"), role: "listbox", ariaLabel: label, hidden: true });
    for (const [key, value] of Object.entries({ role: "combobox", "aria-expanded": "false", "aria-autocomplete": "list", "aria-controls": this.list.id })) {
      input.setAttribute(key, value);
    }
    input.addEventListener("input", () => this.refresh());
    input.addEventListener("focus", () => this.openOnFocus && this.refresh());
    input.addEventListener("blur", () => setTimeout(() => document.activeElement !== input && this.close(), 120)); // not when a window is left for a moment
    input.addEventListener("keydown", (event) => this.key(event));
  }

  get isOpen() {
    return !this.list.hidden;
  }

  async refresh() {
    const ticket = ++this.asked;
    const found = this.source(this.input.value);
    if (found instanceof Promise && !this.items.length) this.show([{ label: say("loading"), empty: true }]);
    const items = (await found) ?? null;
    if (ticket !== this.asked) return; // a later keystroke asked again
    if (items === null || document.activeElement !== this.input) this.close();
    else this.show(items.length ? items : [{ label: say("nothing"), empty: true }]);
  }

  show(items) {
    this.items = items.filter((item) => !item.empty);
    this.active = this.items.length ? 0 : -1;
    this.list.replaceChildren(...items.map((item, place) => h(`div.suggestion${item.empty ? ".none" : ""}`, {
      role: "option", id: `${this.list.id}-${place}`,
      onpointerdown: (event) => event.preventDefault(), onclick: () => !item.empty && this.pick(place),
    }, h("span.label", {}, item.label), item.hint ? h("span.hint", {}, item.hint) : null)));
    this.list.hidden = false;
    this.input.setAttribute("aria-expanded", "true");
    this.mark();
  }

  mark() {
    [...this.list.children].forEach((child, place) => {
      child.setAttribute("aria-selected", String(place === this.active));
      if (place === this.active) child.scrollIntoView({ block: "nearest" });
    });
    if (this.active >= 0) this.input.setAttribute("aria-activedescendant", `${this.list.id}-${this.active}`);
    else this.input.removeAttribute("aria-activedescendant");
  }

  close() {
    this.list.hidden = true;
    this.items = [];
    this.asked++;
    this.input.setAttribute("aria-expanded", "false");
    this.input.removeAttribute("aria-activedescendant");
  }

  pick(place) {
    const item = this.items[place];
    this.close();
    this.onpick(item);
  }

  key(event) {
    if (!this.isOpen) {
      if (event.key === "ArrowDown") this.refresh();
      return;
    }
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && this.items.length) {
      this.active = (this.active + step + this.items.length) % this.items.length;
      this.mark();
      event.preventDefault();
    } else if ((event.key === "Enter" || (event.key === "Tab" && !event.shiftKey)) && this.active >= 0) {
      event.preventDefault();
      event.stopImmediatePropagation();
      this.pick(this.active);
    } else if (event.key === "Escape") {
      event.stopImmediatePropagation();
      this.close();
    }
  }
}
