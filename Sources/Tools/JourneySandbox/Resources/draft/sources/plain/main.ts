// The pages of the journey, without a framework. It is yours to change.

import { Journey, type JourneyBridge, type Json } from "journey-bridge";
import { answerTexts, read, refusal, stepName, textsFor, type Field, type Step } from "./form";
import { steps } from "./steps";
import "./style.css";

let { language, texts } = textsFor("en");
let bridge: JourneyBridge | undefined;

/** Creates an element with properties and children. */
const make = <Name extends keyof HTMLElementTagNameMap>(
    name: Name,
    properties: Partial<HTMLElementTagNameMap[Name]> = {},
    ...children: (Node | string)[]
): HTMLElementTagNameMap[Name] => {
    const element = Object.assign(document.createElement(name), properties);
    element.append(...children);
    return element;
};

const notice = make("p", { id: "notice", tabIndex: -1, hidden: true });
notice.setAttribute("role", "alert");
const list = make("dl", { id: "answer", hidden: true });
list.setAttribute("aria-live", "polite");
const form = make("form", { noValidate: true });
const button = make("button", { type: "submit", id: "continue", disabled: true });
const cancel = make("button", { type: "button", id: "cancel" });

const say = (text: string) => {
    notice.textContent = text;
    notice.lang = language;
    notice.hidden = text === "";
    if (text) notice.focus();
};

const control = (field: Field): HTMLElement => {
    const about = { id: field.id, required: field.isRequired };
    switch (field.kind) {
        case "area":
            return make("textarea", { ...about, rows: 4 });
        case "choice":
            return make("select", about, make("option"),
                ...(field.choices ?? []).map(({ value, label }) => make("option", { value }, label)));
        case "flag":
            return make("input", { ...about, type: "checkbox" });
        case "email":
            return make("input", { ...about, type: "email", autocomplete: "email" });
        default:
            return make("input", { ...about, type: "text", inputMode: inputMode(field.kind) });
    }
};

const inputMode = (kind: Field["kind"]) =>
    kind === "number" ? "decimal" : kind === "integer" || kind === "date" ? "numeric" : "text";

const row = (field: Field): HTMLElement => {
    const label = make("label", { htmlFor: field.id }, field.label);
    if (!field.isRequired) label.append(" ", make("span", { lang: language }, texts.optional));
    if (field.hint) label.append(make("small", { id: `${field.id}-hint` }, field.hint));
    const input = control(field);
    input.setAttribute("aria-describedby", `${field.hint ? `${field.id}-hint ` : ""}${field.id}-error`);
    return make("div", { className: "field" }, label, input, make("p", { className: "error", id: `${field.id}-error`, hidden: true }));
};

const complain = (step: Step, faults: { [path: string]: string }) => {
    for (const field of step.fields) {
        const text = faults[field.path] ?? "";
        const error = document.getElementById(`${field.id}-error`);
        if (error) Object.assign(error, { textContent: text, lang: language, hidden: text === "" });
        const input = document.getElementById(field.id);
        if (text) input?.setAttribute("aria-invalid", "true");
        else input?.removeAttribute("aria-invalid");
    }
};

const send = async (name: string, payload: { [name: string]: Json } = {}) => {
    try {
        await bridge?.emit(name, payload);
    } catch {
        say(texts.didNotWork);
        button.disabled = false;
    }
};

const show = (step: Step) => {
    document.title = step.title;
    button.textContent = step.isLast ? texts.confirm : texts.continue;
    cancel.textContent = texts.cancel;
    button.lang = cancel.lang = language;
    form.replaceChildren(...step.fields.map(row), button);
    document.getElementById("root")?.replaceChildren(
        make("header", {}, cancel),
        make("main", {}, make("h1", {}, step.title), notice, ...(step.isShown ? [list] : []), form));
};

const follow = (step: Step, bridge: JourneyBridge) => {
    form.addEventListener("submit", (event) => {
        event.preventDefault();
        say("");
        const { payload, faults } = read(form, step.fields, texts);
        complain(step, faults);
        if (Object.keys(faults).length > 0) return;
        button.disabled = true;
        void send("submit", payload);
    });
    cancel.addEventListener("click", () => void send("cancel"));
    bridge.on("refused", (event) => {
        button.disabled = false;
        const { faults, notice } = refusal(event, step.fields, texts);
        complain(step, faults);
        say(notice);
    });
    bridge.on("answered", (event) => {
        const rows = answerTexts(event, step);
        list.replaceChildren(...rows.map(({ label, text }) => make("div", {}, make("dt", {}, label), make("dd", {}, text))));
        list.hidden = rows.length === 0;
        button.disabled = false;
    });
    button.disabled = step.isShown;
};

const step = steps[stepName()];
if (step) {
    show(step);
    try {
        bridge = await Journey.connect();
        ({ language, texts } = textsFor(bridge.context.locale));
        show(step);
        follow(step, bridge);
    } catch {
        say(texts.opensInApp);
    }
}
