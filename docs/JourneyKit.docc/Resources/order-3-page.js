// What the drafted pages do alike: connect, send what was typed, show what came back. It is yours to change.

import { Journey } from "./journey-bridge.js";

const find = (selector) => document.querySelector(selector);
const form = find("form");
const button = find("#continue");

const say = (text) => {
    const notice = find("#notice");
    notice.textContent = text;
    notice.hidden = text === "";
    if (text) notice.focus();
};

const sentences = {
    NET_TIMEOUT: "The bank took too long to answer. Try again.",
    NET_UNREACHABLE: "You seem to be offline. Check your connection and try again.",
    SERVER_ERROR: "The bank can't do this right now. Try again soon.",
    AUTH_EXPIRED: "You've been signed out. Go back to the app and sign in.",
};

// MARK: - Fields

const inputs = () => [...form.querySelectorAll("[name]")];

const complain = (input, text) => {
    const error = document.getElementById(`${input.id}-error`);
    error.textContent = text;
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
        complain(input, isMissing ? "Please fill this in." : typed === null ? "Enter a number." : "");
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
} catch {
    say("This page opens in your app. Go back to the app and start there.");
    throw new Error("not connected");
}

const send = async (name, what = {}) => {
    try {
        await bridge.emit(name, what);
    } catch {
        say("That didn't work. Check your connection and try again.");
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
    if (!isNamed) say(sentences[problem] ?? sentences[code] ?? "The bank didn't accept this.");
});

// Pages without fields show what the bank has answered.
bridge.on("answered", (answer) => {
    const list = find("#answer");
    if (!list) return;
    for (const [name, what] of Object.entries(answer)) {
        if (typeof what === "object") continue;
        const [term, text] = [document.createElement("dt"), document.createElement("dd")];
        term.textContent = name.replace(/([a-z])([A-Z])/g, "$1 $2").toLowerCase();
        text.textContent = String(what);
        list.append(term, text);
    }
    button.disabled = false;
});

document.documentElement.dataset.ready = "true";
