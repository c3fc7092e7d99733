// What an empty channel says: how one may begin, where the bot has such a command.

import { h, say } from "./dom.js";
import { attempt, upload } from "./api.js";
import { flatten } from "./composer.js";

const BEGIN = "game new", BRING = "game import";
const WAYS = { alone: {}, table: { table: "true", players: "" } };

/** `wish(command, options)` has the command stand in the composer, as soon as the bot has it. */
export function greeting(state, locale, wish) {
  const commands = flatten(state.commands, locale);
  if (commands.length && !commands.some((command) => command.words === BEGIN)) return h("p.empty", {}, say("empty"));
  const way = (name, onclick) => h("button.button.secondary", { type: "button", onclick },
    h("b", {}, say(`greet_${name}`)), h("span", {}, say(`greet_${name}_about`)));
  return h("section.empty.greeting", { ariaLabel: say("greet") }, h("h2", {}, say("greet")),
    Object.entries(WAYS).map(([name, options]) => way(name, () => wish(BEGIN, options))),
    way("example", ({ currentTarget }) => open(currentTarget, state, locale)), h("p", {}, say("greet_else")));
}

/** Bring the example, once; what became of it stands on the button until there are messages. */
async function open(button, state, locale) {
  if (button.getAttribute("aria-busy") === "true") return;
  const about = button.querySelector("span");
  button.setAttribute("aria-busy", "true");
  about.textContent = say("greet_example_opening");
  const { kind, text, message } = await bring(state, locale);
  button.removeAttribute("aria-busy");
  if (kind === "failed") about.textContent = say("failed", { reason: text });
  if (!message) return;
  const waits = setInterval(() => { // it says only that a file is checked: what comes after it tells the story
    if (state.messages.size < 2) return;
    clearInterval(waits);
    attempt("dismiss", { user: state.world.me, message: message.id });
  }, 200);
}

/** Have the bot check the example that comes with the page, and bring it into this channel. */
async function bring(state, locale) {
  const name = `example-${locale === "pl" ? "pl" : "en"}.json.gz`;
  try {
    const copy = await (await fetch(`/page/${name}`)).blob();
    const { id } = await upload(new File([copy], name));
    const options = { file: id, retell: true };
    return await attempt("slash", { user: state.world.me, channel: state.channel, command: BRING, options });
  } catch (refusal) {
    return { kind: "failed", text: refusal.message };
  }
}
