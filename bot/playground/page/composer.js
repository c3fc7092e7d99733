// The box at the bottom: plain messages, and slash commands with their options completed step by step.

import { h, announce, fresh, say } from "./dom.js";
import { act, upload } from "./api.js";
import { Combo } from "./combo.js";
import { BOOLEAN, CHANNEL, FILE, INTEGER, MENTIONABLE, NUMBER, ROLE, USER, called, isFree, plainly, readOptions } from "./typed.js";

const SUB = [1, 2];
const YES = ["true", "yes", "tak"], NO = ["false", "no", "nie"];

const localized = (thing, key, locale) => thing[`${key}_localizations`]?.[locale] ?? thing[key];

/** Every command that can be typed: sub-commands are commands with more words. */
export function flatten(commands, locale) {
  return commands.filter((command) => command.type === 1).flatMap((command) => unfold([command], locale));
}

function unfold(chain, locale) {
  const last = chain[chain.length - 1];
  const inner = (last.options ?? []).filter((option) => SUB.includes(option.type));
  if (inner.length) return inner.flatMap((option) => unfold([...chain, option], locale));
  return [{
    words: chain.map((step) => step.name).join(" "),
    shown: chain.map((step) => localized(step, "name", locale)).join(" "),
    everyName: ["", ...Object.keys(last.name_localizations ?? {})].map((each) => chain.map((step) => localized(step, "name", each)).join(" ")),
    hint: localized(last, "description", locale), options: last.options ?? [],
  }];
}

export class Composer {
  /** place: {me, locale, channel, commands, people, channels, roles, onoutcome, begin(words), end()} */
  constructor(form, place) {
    Object.assign(this, { form, place, sent: [] });
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      if (this.command) this.run();
      else this.sayIt();
    });
    this.plain();
  }

  // -- plain words -----------------------------------------------------------------------------------------------

  plain(text = "", focus = false) {
    this.command = null;
    const { channel } = this.place;
    const hint = channel.type === 1 ? say("writeDm") : say("write", { channel: channel.name });
    this.input = h("input.box", { id: "box", type: "text", value: text, placeholder: hint, ariaLabel: hint, maxLength: 2000, enterkeyhint: "send" });
    this.combo = new Combo(this.input, {
      label: say("commandList"), open: false, source: (typed) => this.matching(typed), onpick: (item) => this.enter(item.value),
    });
    this.form.replaceChildren(this.combo.list, h("div.line", {}, this.input,
      h("button.send", { type: "submit", ariaLabel: say("send"), title: say("send") }, "➤")));
    if (focus) this.input.focus();
  }

  matching(typed) {
    if (!typed.startsWith("/")) return null;
    const wanted = plainly(typed.slice(1)).trim();
    const all = flatten(this.place.commands, this.place.locale);
    const score = (entry) => {
      const names = [plainly(entry.words), plainly(entry.shown)];
      if (names.some((name) => name.startsWith(wanted))) return 0;
      return names.some((name) => name.split(" ").some((word) => word.startsWith(wanted))) ? 1
        : names.some((name) => name.includes(wanted)) ? 2 : 3;
    };
    return all.filter((entry) => score(entry) < 3).sort((a, b) => score(a) - score(b)).slice(0, 25)
      .map((entry) => ({ label: `/${entry.shown}`, hint: entry.hint, value: entry }));
  }

  async sayIt() {
    const text = this.input.value.trim();
    if (!text) return;
    if (text.startsWith("/")) return this.typed(text.slice(1)) || announce(say("noCommands"));
    try {
      await act("say", { user: this.place.me, channel: this.place.channel.id, text });
      this.input.value = "";
    } catch (refusal) {
      announce(refusal.message);
    }
  }

  /** A command that was written with its options: it is sent, or opened where one is still to be filled in. */
  typed(text) {
    const all = flatten(this.place.commands, this.place.locale).flatMap((entry) => entry.everyName.map((name) => [name, entry]));
    const [name, entry] = all.filter(([one]) => plainly(`${text} `).startsWith(plainly(`${one} `)))
      .sort(([one], [other]) => other.length - one.length)[0] ?? ["", null];
    if (!entry) return false;
    const { given, unknown } = readOptions(entry.options, text.slice(name.length).trim());
    if (unknown) {
      const options = entry.options.map((option) => localized(option, "name", this.place.locale)).join(", ");
      this.refuse(say(options ? "noOption" : "noOptions", { name: unknown, options }), entry.shown);
      return true;
    }
    this.prepare(entry.words, given);
    const open = [...this.fields.values()].filter(({ input }) => !input.value);
    if (given.size && (!open.length || open.some(({ option }) => option.required))) this.run();
    return true;
  }

  refuse(text, shown) {
    this.place.onoutcome({ kind: "failed", text }, shown);
  }

  // -- a command -------------------------------------------------------------------------------------------------

  enter(command) {
    this.command = command;
    this.fields = new Map();
    const name = h("span.command-name", { title: command.hint }, `/${command.shown}`);
    const leave = h("button.plain", { type: "button", ariaLabel: say("leave"), title: say("leave"), onclick: () => this.plain("", true) }, "✕");
    this.row = h("div.options-row", { role: "group", ariaLabel: say("optionsFor", { command: `/${command.shown}` }) }, name);
    this.more = h("div.more");
    this.lists = h("div");
    this.form.replaceChildren(this.lists, h("p.command-hint", {}, command.hint), h("div.line.command", {}, this.row, leave,
      h("button.send", { type: "submit", ariaLabel: say("send"), title: say("send") }, "➤")), this.more);
    command.options.filter((option) => option.required).forEach((option) => this.addField(option));
    command.options.filter((option) => !option.required).forEach((option) => this.offer(option));
    const first = this.row.querySelector("input, select");
    (first ?? this.form.querySelector(".send")).focus();
    this.form.onkeydown = (event) => {
      if (event.key === "Escape" && this.command) this.plain("", true);
    };
  }

  /** A command that the page's address names, with options that only have to be filled in; false: there is none such. */
  prepare(words, given) {
    const command = flatten(this.place.commands, this.place.locale).find((entry) => entry.words === words);
    if (!command) return false;
    this.enter(command);
    for (const option of command.options.filter((one) => given.has(one.name))) {
      [...this.more.children].find((chip) => chip.dataset.option === option.name)?.click();
      const { input } = this.fields.get(option.name), value = given.get(option.name);
      if (option.type !== FILE) input.value = option.type === BOOLEAN ? say(value) : value;
    }
    ([...this.row.querySelectorAll("input")].find((input) => !input.value) ?? this.form.querySelector(".send")).focus();
    return true;
  }

  offer(option) {
    const chip = h("button.chip", { type: "button", title: localized(option, "description", this.place.locale), "data-option": option.name },
      `+ ${localized(option, "name", this.place.locale)}`);
    chip.addEventListener("click", () => {
      chip.remove();
      this.addField(option).focus();
    });
    this.more.append(chip);
  }

  addField(option) {
    const { locale } = this.place;
    const name = localized(option, "name", locale);
    const id = fresh("option");
    const hint = localized(option, "description", locale);
    const type = option.type === FILE ? "file" : "text";
    const input = h("input", { id, type, title: hint, placeholder: option.type === FILE ? "" : hint, inputMode: option.type === INTEGER ? "numeric" : "text" });
    const field = { option, input, picked: null };
    this.fields.set(option.name, field);
    this.row.append(h("span.option-field", {}, h("label", { htmlFor: id }, name, option.required ? h("span.unseen", {}, ` (${say("required")})`) : null), input));
    if (type === "text" && this.suggests(option)) this.suggest(field, name);
    input.addEventListener("input", () => (field.picked = null));
    input.addEventListener("keydown", (event) => {
      if (event.key === "Backspace" && !input.value) this.stepBack(input, event);
    });
    return input;
  }

  stepBack(input, event) {
    const inputs = [...this.row.querySelectorAll("input")];
    event.preventDefault();
    if (inputs[0] === input) this.plain(`/${this.command.shown}`, true);
    else inputs[inputs.indexOf(input) - 1].focus();
  }

  suggests(option) {
    return option.choices?.length || option.autocomplete || [BOOLEAN, USER, CHANNEL, ROLE, MENTIONABLE].includes(option.type);
  }

  suggest(field, label) {
    const combo = new Combo(field.input, {
      label, source: (typed) => this.suggestions(field.option, typed),
      onpick: (item) => {
        field.input.value = item.label;
        field.picked = item.value;
        this.next(field.input);
      },
    });
    this.lists.append(combo.list);
  }

  /** After a choice the focus moves on: to the next empty field, or to "send". */
  next(input) {
    const inputs = [...this.row.querySelectorAll("input")];
    const empty = inputs.slice(inputs.indexOf(input) + 1).find((other) => !other.value);
    (empty ?? this.form.querySelector(".send")).focus();
  }

  suggestions(option, typed) {
    const fits = (items) => items.filter((item) => plainly(item.label).includes(plainly(typed))).slice(0, 25);
    if (option.autocomplete) return this.completed(option, typed);
    if (option.choices?.length) {
      return fits(option.choices.map((choice) => ({ label: localized(choice, "name", this.place.locale), value: choice.value })));
    }
    const { people, channels, roles } = this.place;
    const named = (things, sign) => things.map((thing) => ({ label: `${sign}${thing.name}`, value: thing.id }));
    const lists = {
      [BOOLEAN]: () => ["true", "false"].map((value) => ({ label: say(value), value })),
      [USER]: () => named(people, "@"), [CHANNEL]: () => named(channels, "#"), [ROLE]: () => named(roles, "@"),
      [MENTIONABLE]: () => named([...people, ...roles], "@"),
    };
    return fits(lists[option.type]());
  }

  async completed(option, typed) {
    await new Promise((resolve) => setTimeout(resolve, 150)); // while one types on, the bot is not asked
    if (this.fields.get(option.name)?.input.value !== typed) return null;
    const { me, channel } = this.place;
    const options = { ...(await this.values({ whole: false })), [option.name]: typed };
    if (!this.command) return []; // left while the list was on its way
    const request = { user: me, channel: channel.id, command: this.command.words, options, focused: option.name };
    const { choices } = await act("complete", request).catch(() => ({ choices: [] }));
    return choices.map((choice) => ({ label: choice.name, value: choice.value }));
  }

  /** While one still types, files are left out, and what is wrong elsewhere. */
  async values({ whole = true } = {}) {
    const values = {};
    for (const [name, { option, input, picked }] of this.fields) {
      if (option.type === FILE) {
        if (whole && input.files[0]) values[name] = (await upload(input.files[0])).id;
      } else if (input.value !== "") {
        try {
          values[name] = picked ?? this.exact(option, input.value);
        } catch (wrong) {
          if (whole) throw wrong;
        }
      }
    }
    return values;
  }

  /** What was typed to the end instead of chosen from the list, in any language; what fits nothing is refused. */
  exact(option, typed) {
    if (isFree(option) || option.autocomplete) return typed;
    const { people, channels, roles, locale } = this.place;
    const wrong = (key, more = {}) => { throw new Error(say(key, { field: localized(option, "name", locale), value: typed, ...more })); };
    if ([INTEGER, NUMBER].includes(option.type) && !option.choices?.length) return /^-?\d+(\.\d+)?$/.test(typed.trim()) ? typed.trim() : wrong("noNumber");
    if (option.type === BOOLEAN) {
      const [yes, no] = [YES, NO].map((words) => words.includes(plainly(typed)));
      return yes || no ? String(yes) : wrong("yesOrNo");
    }
    const things = option.choices ?? { [USER]: people, [CHANNEL]: channels, [ROLE]: roles, [MENTIONABLE]: [...people, ...roles] }[option.type];
    const found = called(things, option.choices ? typed : typed.replace(/^[@#]/, ""));
    const choices = things.map((thing) => localized(thing, "name", locale)).join(", ");
    return found ? found.value ?? found.id : wrong("chooseOne", { choices });
  }

  async run() {
    const missing = [...this.fields.values()].find(({ option, input }) => option.required && !input.value);
    if (missing) {
      announce(say("needed", { field: localized(missing.option, "name", this.place.locale) }));
      return missing.input.focus();
    }
    const { me, channel } = this.place;
    const { words, shown } = this.command;
    try {
      const options = await this.values();
      this.plain("", true);
      const end = this.place.begin(shown);
      this.place.onoutcome(await act("slash", { user: me, channel: channel.id, command: words, options }).finally(end), shown);
    } catch (refusal) {
      this.refuse(refusal.message, shown);
    }
  }
}
