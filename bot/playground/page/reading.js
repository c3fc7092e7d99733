// Where somebody reads in a channel's log: at its end, which is followed, or further up.

import { h, say } from "./dom.js";

const NEAR = 80; // pixels from the end at which one still reads it
const AWAITED = 10_000; // milliseconds for which somebody who has pressed waits for what comes of it

export class Reading {
  constructor(log) {
    this.log = log;
    this.atEnd = true;
    this.pressed = -AWAITED;
    this.note();
    this.opener = h("button.newer.button.primary", { type: "button", hidden: true, onclick: () => this.stick(true) });
    log.after(this.opener);
    log.addEventListener("scroll", () => this.moved(), { passive: true });
    for (const sign of ["wheel", "touchmove"]) log.addEventListener(sign, () => this.leaves(), { passive: true });
    log.addEventListener("load", () => this.stick(), true); // pictures that load late push the end away
    new ResizeObserver(() => this.stick()).observe(log); // a growing composer does not cover the last words
  }

  /** Only a person scrolls up in a log of the same height: one that shrank and grew moves by itself, and stays at its end. */
  moved() {
    const { scrollHeight, scrollTop, clientHeight } = this.log;
    if (scrollHeight - scrollTop - clientHeight < NEAR) this.atEnd = true;
    else if (scrollTop < this.last && scrollHeight === this.height) this.atEnd = false;
    else this.stick();
    this.note();
    if (this.atEnd) this.opener.hidden = true;
  }

  note() {
    this.last = this.log.scrollTop;
    this.height = this.log.scrollHeight;
  }

  /** Whoever has pressed a button further up waits for what comes of it: the next message is followed. */
  hasPressed() {
    this.pressed = performance.now();
  }

  /** Whoever goes to read elsewhere afterwards waits no more. */
  leaves() {
    this.pressed = -AWAITED;
  }

  /** A new message stands at the end; whoever reads further up is told so, and is not pulled down. */
  heard(own) {
    this.stick(own || performance.now() - this.pressed < AWAITED);
    this.opener.textContent = say("newer");
    this.opener.hidden = this.atEnd;
  }

  stick(always = false) {
    if (always) this.atEnd = true;
    if (!this.atEnd) return;
    this.log.scrollTop = this.log.scrollHeight;
    this.note();
    this.opener.hidden = true;
  }
}
