// What the drafted pages do alike: connect, send what was typed, show what came back. It is yours to change.

import { Journey } from "./journey-bridge.js";
import { languages } from "./texts.js";

const find = (selector) => document.querySelector(selector);
const form = find("form");
const button = find("#continue");

const say = (text) => {
    const notice = find("#notice");
    notice.textContent = text;
    notice.lang = language;
    notice.hidden = text === "";
    if (text) notice.focus();
};

// MARK: - Texts

let language = "en";
let texts = languages.en;

/** Shows the fixed words in the language of a BCP 47 tag; in English for one that is not listed. */
const speak = (tag) => {
    const spoken = /^[a-z]+/i.exec(tag ?? "")?.[0].toLowerCase();
    if (!(spoken in languages)) return;
    [language, texts] = [spoken, languages[spoken]];
    for (const element of document.querySelectorAll("[data-text]")) {
        element.textContent = texts[element.dataset.text];
        element.lang = language;
    }
};

// MARK: - Fields

const inputs = () => [...form.querySelectorAll("[name]")];

const complain = (input, text) => {
    const error = document.getElementById(`${input.id}-error`);
    error.textContent = text;
    error.lang = language;
    error.hidden = text === "";
    if (text) input.setAttribute("aria-invalid", "true");
    else input.removeAttribute("aria-invalid");
};

/** What the operation wants to have: numbers as numbers; `undefined` for what was left empty. */
const value = (input) => {
    if (input.type === "checkbox") return input.checked;
    const text = input.value.trim();
    if (text === "") return undefined;
    if (input.dataset.type === undefined) return text;
    const number = Number(text);
    const isGood = input.dataset.type === "integer" ? Number.isSafeInteger(number) : Number.isFinite(number);
    return isGood ? number : null;
};

/** The event's payload; `undefined` when a field has to be mended first. `a.b` is the member `b` of `a`. */
const payload = () => {
    const result = {};
    let first;
    for (const input of inputs()) {
        const typed = value(input);
        const isMissing = typed === undefined && input.required;
        complain(input, isMissing ? texts.missing : typed === null ? texts.number : "");
        if (isMissing || typed === null) first ??= input;
        if (typed === undefined || typed === null) continue;
        const path = input.name.split(".");
        const last = path.pop();
        path.reduce((object, name) => (object[name] ??= {}), result)[last] = typed;
    }
    first?.focus();
    return first ? undefined : result;
};

// MARK: - The journey

let bridge;
try {
    bridge = await Journey.connect();
    speak(bridge.context.locale);
} catch {
    say(texts.opensInApp);
    throw new Error("not connected");
}

const send = async (name, what = {}) => {
    try {
        await bridge.emit(name, what);
    } catch {
        say(texts.didNotWork);
        button.disabled = false;
    }
};

form.addEventListener("submit", (event) => {
    event.preventDefault();
    say("");
    const typed = payload();
    if (typed === undefined) return;
    button.disabled = true;
    send("submit", typed);
});
find("#cancel").addEventListener("click", () => send("cancel"));

// What the bank did not accept: its fields where it names them, else one sentence.
bridge.on("refused", ({ code, problem, errors }) => {
    button.disabled = false;
    let isNamed = false;
    for (const { field, detail } of errors ?? []) {
        const input = inputs().find(({ name }) => name === field);
        if (input) complain(input, detail);
        isNamed ||= input !== undefined;
    }
    if (!isNamed) say(texts[problem] ?? texts[code] ?? texts.notAccepted);
});

// Pages without fields show what the bank has answered.
bridge.on("answered", (answer) => {
    const list = find("#answer");
    if (!list) return;
    for (const text of list.querySelectorAll("[data-name]")) {
        const what = answer[text.dataset.name];
        text.textContent = what === undefined || typeof what === "object" ? "" : String(what);
        text.parentElement.hidden = text.textContent === "";
    }
    list.hidden = !list.querySelector("div:not([hidden])");
    button.disabled = false;
});

document.documentElement.dataset.ready = "true";
