// Forms: the bot's modals, and the page's own small dialogs.

import { h, fresh, say } from "./dom.js";
import { act, upload } from "./api.js";
import { markdown } from "./markdown.js";
import { picker } from "./picker.js";

/** Opens a dialog and answers it; it removes itself when closed, and gives the focus back. */
export function dialog(title, ...content) {
  const before = document.activeElement;
  const titleId = fresh("title");
  const box = h("dialog.form", {}, h("h2", { id: titleId }, title), ...content);
  box.setAttribute("aria-labelledby", titleId);
  box.addEventListener("close", () => {
    box.remove();
    before?.focus?.({ preventScroll: true });
  });
  document.body.append(box);
  box.showModal();
  return box;
}

/** The bot's modal; `onoutcome` gets what the submission leads to. */
export function openModal(modal, { me, names, choices, onoutcome }) {
  const fields = modal.components.flatMap((top) => topField(top, { names, choices }));
  const error = h("p.failure", { role: "alert", hidden: true });
  const send = h("button.button.primary", { type: "submit" }, say("submit"));
  const form = h("form", { method: "dialog", noValidate: true }, fields.map((field) => field.element), error,
    h("div.foot", {}, h("button.button.secondary", { type: "button", onclick: () => box.close() }, say("cancel")), send));
  const box = dialog(modal.title, form);
  form.querySelector("input, textarea, .opener")?.focus();
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    send.disabled = true;
    error.hidden = true;
    try {
      const values = {};
      for (const field of fields) if (field.id) values[field.id] = await field.value();
      const outcome = await act("submit", { user: me, modal: modal.interaction_id, values });
      if (outcome.kind === "failed") throw new Error(outcome.text);
      box.close();
      onoutcome(outcome);
    } catch (refusal) {
      error.textContent = refusal.message;
      error.hidden = false;
    }
    send.disabled = false;
  });
}

function topField(top, context) {
  if (top.type === 10) return [{ element: markdown(top.content, context.names) }];
  const inner = top.component ? [top.component] : top.components;
  return inner.map((part) => labelled(part, top.label ?? part.label, top.description, context));
}

function labelled(part, label, description, context) {
  const id = fresh("field");
  const { element, value } = FIELDS[part.type]?.(part, label, id, context) ?? FIELDS[3](part, label, id, context);
  const needed = part.required !== false;
  const star = needed ? h("span.needed", { title: say("required") }, " *") : null;
  const grouped = [21, 22].includes(part.type);
  const words = h(grouped ? "legend" : "label", grouped ? {} : { htmlFor: id }, label, star);
  if (part.type === 23) return { id: part.custom_id, value, element: h("div.field", {}, h("label.option-line", {}, element, label)) };
  const hint = description ? h("p.hint", { id: `${id}-hint` }, description) : null;
  if (hint) element.setAttribute("aria-describedby", hint.id);
  return { id: part.custom_id, value, element: h(`${grouped ? "fieldset" : "div"}.field`, {}, words, hint, element) };
}

const FIELDS = {
  4: textInput, 3: selectInput, 5: selectInput, 6: selectInput, 7: selectInput, 8: selectInput,
  19: fileInput, 21: radioGroup, 22: checkboxGroup, 23: checkbox,
};

function textInput(part, label, id) {
  const shared = {
    id, value: part.value ?? "", placeholder: part.placeholder ?? "", maxLength: part.max_length ?? 4000,
    required: part.required !== false,
  };
  const element = part.style === 2 ? h("textarea", { ...shared, rows: 5 }) : h("input", { ...shared, type: "text" });
  return { element, value: () => element.value };
}

function selectInput(part, label, id, context) {
  const element = picker({
    label: part.placeholder || label, options: context.choices(part),
    min: part.required === false ? 0 : part.min_values ?? 1, max: part.max_values ?? 1,
  });
  element.querySelector(".opener").id = id;
  return { element, value: () => element.values() };
}

function fileInput(part, label, id) {
  const element = h("input", { id, type: "file", multiple: (part.max_values ?? 1) > 1 });
  return { element, value: async () => (await Promise.all([...element.files].map(upload))).map((file) => file.id) };
}

function group(part, type, id) {
  const boxes = (part.options ?? []).map((option) => {
    const input = h("input", { type, name: id, value: option.value, checked: Boolean(option.default) });
    const hint = option.description ? h("small", {}, option.description) : null;
    return [input, h("label.option-line", {}, input, h("span", {}, option.label, hint))];
  });
  const element = h("div", {}, boxes.map(([, line]) => line));
  return { element, values: () => boxes.filter(([input]) => input.checked).map(([input]) => input.value) };
}

function radioGroup(part, label, id) {
  const { element, values } = group(part, "radio", id);
  return { element, value: () => values()[0] ?? null };
}

function checkboxGroup(part, label, id) {
  const { element, values } = group(part, "checkbox", id);
  return { element, value: values };
}

function checkbox(part, label, id) {
  const element = h("input", { id, type: "checkbox", checked: Boolean(part.default) });
  return { element, value: () => element.checked };
}

/** A small form of the page itself: fields [{key, label, options?}], answered by onsubmit(values). */
export function ask(title, fields, onsubmit) {
  const inputs = fields.map(({ key, label, options, checked }) => {
    const id = fresh("ask");
    if (checked !== undefined) {
      const input = h("input", { id, type: "checkbox", checked });
      return [key, () => input.checked, h("div.field", {}, h("label.option-line", {}, input, label))];
    }
    const input = options ? h("select", { id }, options.map(([value, text]) => h("option", { value }, text))) : h("input", { id, type: "text", required: true, maxLength: 60 });
    return [key, () => input.value.trim(), h("div.field", {}, h("label", { htmlFor: id }, label), input)];
  });
  const error = h("p.failure", { role: "alert", hidden: true });
  const form = h("form", { method: "dialog" }, inputs.map(([, , element]) => element), error, h("div.foot", {},
    h("button.button.secondary", { type: "button", onclick: () => box.close() }, say("cancel")),
    h("button.button.primary", { type: "submit" }, say("done"))));
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    try {
      await onsubmit(Object.fromEntries(inputs.map(([key, value]) => [key, value()])));
      box.close();
    } catch (refusal) {
      error.textContent = refusal.message;
      error.hidden = false;
    }
  });
  const box = dialog(title, form);
}
