// The playground's HTTP API: the verbs of the hands, and the live line.

import { announce, say } from "./dom.js";

export class Refusal extends Error {}

async function ask(path, options) {
  let response;
  try {
    response = await fetch(path, options);
  } catch {
    throw new Refusal("…");
  }
  const body = await response.json().catch(() => ({ error: response.statusText }));
  if (!response.ok) throw new Refusal(say(body.template ?? body.error ?? response.statusText, body.values));
  return body;
}

export function look(what, query = {}) {
  return ask(`/api/${what}?${new URLSearchParams(query)}`);
}

export function act(verb, body) {
  const headers = { "Content-Type": "application/json" };
  return ask(`/api/${verb}`, { method: "POST", headers, body: JSON.stringify(body) });
}

export function upload(file) {
  const form = new FormData();
  form.append("file", file, file.name);
  return ask("/api/upload", { method: "POST", body: form });
}

/** The live line: tells what happens, and comes back by itself when it breaks. */
export class Live {
  constructor(user, { news, state }) {
    Object.assign(this, { user, news, state, pause: 300, over: false });
    this.heard = new Promise((resolve) => (this.begun = resolve));
    this.open();
  }

  open() {
    const address = new URL(`/api/live?user=${encodeURIComponent(this.user)}`, location.href.replace(/^http/, "ws"));
    this.line = new WebSocket(address);
    this.line.onopen = () => {
      this.pause = 300;
      this.state(true);
      this.begun();
    };
    this.line.onmessage = (frame) => {
      const { event, data } = JSON.parse(frame.data);
      this.news(event, data);
    };
    this.line.onclose = () => {
      if (this.over) return;
      this.state(false);
      setTimeout(() => !this.over && this.open(), this.pause);
      this.pause = Math.min(this.pause * 1.7, 5000);
    };
  }

  close() {
    this.over = true;
    this.line.close();
  }
}

/** Runs a verb and says a refusal aloud; answers null then. */
export async function attempt(verb, body) {
  try {
    return await act(verb, body);
  } catch (refusal) {
    announce(refusal.message);
    return { kind: "failed", text: refusal.message };
  }
}
