// Pictures: in their place small enough to read around, on demand at full size.

import { h, local, say } from "./dom.js";

const HIGHEST = 420; // pixels, as in message.css

export function thumbnail(media, alt, { spoiler = false } = {}) {
  const address = local(media.url);
  if (!address) return h("a.file", { href: media.url, target: "_blank", rel: "noopener noreferrer" }, media.url);
  const words = alt || say("image");
  const image = h("img", { src: address, alt: alt ?? "", decoding: "async" });
  const { width: wide, height: high } = media;
  if (wide && high) { // its place is kept until it is there
    image.style.setProperty("--wide", `${Math.round(wide * Math.min(1, HIGHEST / high))}px`);
    image.style.setProperty("--shape", `${wide} / ${high}`);
  }
  const button = h("button.picture", { type: "button", ariaLabel: say("enlarge", { alt: words }), title: alt ?? "" }, image);
  if (spoiler) {
    button.classList.add("veiled");
    button.setAttribute("aria-label", say("spoiler"));
  }
  button.addEventListener("click", () => {
    if (button.classList.contains("veiled")) {
      button.classList.remove("veiled");
      button.setAttribute("aria-label", say("enlarge", { alt: words }));
    } else enlarge(address, words);
  });
  return button;
}

function enlarge(address, alt) {
  const before = document.activeElement;
  // A second press shows a large picture pixel by pixel, to scroll in.
  const image = h("button.zoom", { type: "button", onclick: () => box.classList.toggle("full") }, h("img", { src: address, alt }));
  const box = h("dialog.lightbox", { ariaLabel: alt }, image, h("p", {}, alt),
    h("button.close", { type: "button", ariaLabel: say("close"), onclick: () => box.close() }, "✕"));
  box.addEventListener("click", (event) => event.target === box && box.close());
  box.addEventListener("close", () => {
    box.remove();
    before?.focus?.({ preventScroll: true });
  });
  document.body.append(box);
  box.showModal();
}

export function size(bytes) {
  return bytes < 1024 ? `${bytes} B` : bytes < 1048576 ? `${(bytes / 1024).toFixed(1)} KiB` : `${(bytes / 1048576).toFixed(1)} MiB`;
}

export function fileCard(attachment) {
  const href = local(attachment.url) ?? "#";
  return h("a.file", { href, download: attachment.filename }, h("span", { ariaHidden: "true" }, "↓ "),
    h("span", {}, attachment.filename, h("small", {}, ` ${size(attachment.size ?? 0)}`)));
}
