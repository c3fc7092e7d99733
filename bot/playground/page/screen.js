// The game master's screen: one message of the bot, for one person alone, in a pane beside the channel. It is asked for
// by a command and, whenever something has happened in the channel, refreshed by the message's own button 🔄.

import { h, say, sentAt } from "./dom.js";
import { attempt } from "./api.js";
import { components } from "./components.js";
import { markdown } from "./markdown.js";

const COMMAND = "gm screen", AGAIN = "🔄", SOON = 350, BETWEEN = 1500;
const NARROW = matchMedia("(max-width: 960px)");
const $ = (id) => document.getElementById(id);

export class Screen {
  /** page: {contextOf(message), outcome(result), names(): the commands that there are} */
  constructor(state, page) {
    Object.assign(this, { state, page, data: null, timer: 0, at: 0, busy: false });
  }

  get key() {
    return `screen:${this.state.world.me}:${this.state.channel}`;
  }

  /** The button in the channel's head, where the bot has such a command. */
  opener() {
    if (!this.page.names().some((command) => command.words === COMMAND)) return "";
    const label = say("screen");
    return h("button.round.screen-opener", { type: "button", ariaLabel: label, title: label, ariaPressed: String(Boolean(this.data)),
      onclick: () => (!this.data ? this.open() : this.isAside ? this.stepAside(false) : this.close()) }, `🖥 ${say("screen_short")}`);
  }

  /** On a telephone the pane covers the channel: what it opens there is seen only when it makes room. What changes the
   *  screen itself brings the pane back. */
  get isAside() {
    return document.body.classList.contains("screen-aside") && NARROW.matches;
  }

  stepAside(aside) {
    document.body.classList.toggle("screen-aside", aside);
  }

  async open() {
    let result = await attempt("slash", { user: this.state.world.me, channel: this.state.channel, command: COMMAND, options: {} });
    if (result.kind === "thinking") result = await attempt("follow", { interaction: result.interaction_id });
    if (!result.message || !again(result.message)) return this.page.outcome(result);
    document.getElementById(`m-${result.message.id}`)?.remove();
    sessionStorage.setItem(this.key, result.message.id);
    this.show(result.message);
  }

  /** Another channel or person, or the page anew: what was open here is shown again, and nothing of elsewhere. */
  arrive() {
    const kept = this.state.messages.get(sessionStorage.getItem(this.key));
    if (kept) this.show(kept);
    else this.hide();
    if (kept) this.refreshSoon();
  }

  close() {
    if (!this.data) return;
    const { id } = this.data;
    sessionStorage.removeItem(this.key);
    this.hide();
    attempt("dismiss", { user: this.state.world.me, message: id });
  }

  hide() {
    clearTimeout(this.timer);
    this.stepAside(false);
    this.data = null;
    this.draw();
  }

  loses(id) {
    if (id === this.data?.id) this.hide();
  }

  /** Whether a message is the screen itself; any other one means that there is something new to see. */
  takes(data) {
    if (data.id === this.data?.id) {
      this.show(data);
      return true;
    }
    if (this.data) this.refreshSoon();
    return false;
  }

  show(data) {
    this.state.messages.delete(data.id);
    this.data = data;
    this.draw();
  }

  refreshSoon() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.refresh(), Math.max(SOON, this.at + BETWEEN - Date.now()));
  }

  async refresh() {
    const choosing = $("screen").querySelector('[aria-expanded="true"]');
    if (!this.data || this.busy || choosing) return this.data && this.refreshSoon();
    this.busy = true;
    this.at = Date.now();
    const result = await attempt("press", { user: this.state.world.me, message: this.data.id, custom_id: again(this.data) });
    this.busy = false;
    if (result.kind === "ephemeral") this.close(); // the bot said something else instead: it is not theirs any more
  }

  contextOf(data) {
    const context = this.page.contextOf(data), mine = again(data);
    // An edit alone does not tell what the press has done: it may be that of a refresh under way.
    const opens = (act) => async (id, ...more) => {
      this.stepAside(id !== mine);
      const result = await act(id, ...more);
      if (!["update", "nothing"].includes(result?.kind)) return;
      this.stepAside(false);
      if (id !== mine) $("screen").scrollTop = 0;
    };
    return { ...context, message: data, press: opens(context.press), select: opens(context.select) };
  }

  draw() {
    document.body.classList.toggle("with-screen", Boolean(this.data));
    const pane = $("screen");
    pane.hidden = !this.data;
    document.querySelector(".screen-opener")?.setAttribute("aria-pressed", String(Boolean(this.data)));
    if (!this.data) return pane.replaceChildren();
    const { scrollTop } = pane, focused = pane.contains(document.activeElement) ? document.activeElement.dataset.customId : null;
    const context = this.contextOf(this.data);
    pane.setAttribute("aria-label", say("screen"));
    pane.replaceChildren(
      h("header", {}, h("h2", {}, say("screen")), h("time", {}, sentAt(this.data.edited_timestamp ?? this.data.timestamp)),
        h("button.round", { type: "button", ariaLabel: say("close"), title: say("close"), onclick: () => this.close() }, "✕")),
      h("div.layout", {}, this.data.content ? markdown(this.data.content, context.names) : null, components(this.data.components, context)));
    pane.scrollTop = scrollTop;
    if (focused) pane.querySelector(`[data-custom-id="${CSS.escape(focused)}"]`)?.focus({ preventScroll: true });
  }
}

/** The custom id of the button that shows a message as it is now. */
function again(data) {
  const all = (parts) => (parts ?? []).flatMap((part) => [part, ...all(part.components), ...(part.accessory ? [part.accessory] : [])]);
  return all(data.components).find((part) => part.type === 2 && part.emoji?.name === AGAIN)?.custom_id;
}
