// What an empty channel says: how one may begin, where the bot has such a command.

import { h, say } from "./dom.js";
import { flatten } from "./composer.js";

const BEGIN = "game new";
const WAYS = { alone: {}, table: { table: "true", players: "" } };

/** `wish(command, options)` has the command stand in the composer, as soon as the bot has it. */
export function greeting(state, locale, wish) {
  const commands = flatten(state.commands, locale);
  if (commands.length && !commands.some((command) => command.words === BEGIN)) return h("p.empty", {}, say("empty"));
  const way = ([name, options]) => h("button.button.secondary", { type: "button", onclick: () => wish(BEGIN, options) },
    h("b", {}, say(`greet_${name}`)), h("span", {}, say(`greet_${name}_about`)));
  return h("section.empty.greeting", { ariaLabel: say("greet") }, h("h2", {}, say("greet")), Object.entries(WAYS).map(way),
    h("p", {}, say("greet_else")));
}
