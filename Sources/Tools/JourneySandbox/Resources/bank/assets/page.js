// Functions of all pages of the bank: connect, show problems, and run one action at a time.

import { Journey } from "./journey-bridge.js";

export const find = (selector) => document.querySelector(selector);

const words = {
    opensInApp: "This page opens in your app",
    goBack: "Go back to the app and start there.",
    didNotWork: "That didn't work",
    checkConnection: "Check your connection and try again.",
    pleaseCheck: "Please check this",
};

/** Replaces this module's texts with those of `texts`. */
export const speak = (texts) => {
    Object.assign(words, texts.words);
    Object.assign(SENTENCES, texts.sentences);
};

/** Connects the page; shows a notice if it isn't opened in an app. */
export const connect = async () => {
    try {
        const bridge = await Journey.connect();
        find("#cancel")?.addEventListener("click", () => leave(bridge, "cancel"));
        return bridge;
    } catch {
        showNotice(words.opensInApp, words.goBack);
        throw new Error("not connected");
    }
};

/** Marks the page as ready, for screen readers and tests. */
export const ready = () => {
    document.documentElement.dataset.ready = "true";
};

/** Emits an event that leaves the page. */
export const leave = async (bridge, name, payload = {}) => {
    try {
        await bridge.emit(name, payload);
    } catch {
        showNotice(words.didNotWork, words.checkConnection);
        idle();
    }
};

// MARK: - Busy

const button = () => find(".primary");
let label = "";

/** Shows that an action is in progress; returns `false` if one already is. */
export const busy = (text) => {
    const primary = button();
    if (primary.getAttribute("aria-disabled") === "true") return false;
    label = primary.textContent;
    primary.setAttribute("aria-disabled", "true");
    primary.classList.add("busy");
    primary.textContent = text;
    find("#status").textContent = text;
    return true;
};

export const idle = () => {
    const primary = button();
    if (!primary || primary.getAttribute("aria-disabled") !== "true") return;
    primary.removeAttribute("aria-disabled");
    primary.classList.remove("busy");
    primary.textContent = label;
    find("#status").textContent = "";
};

// MARK: - Problems

const SENTENCES = {
    NET_TIMEOUT: "The bank took too long to answer. Try again.",
    NET_UNREACHABLE: "You seem to be offline. Check your connection and try again.",
    RATE_LIMITED: "Too many tries. Wait a moment and try again.",
    SERVER_ERROR: "The bank can't do this right now. Try again soon.",
    AUTH_EXPIRED: "You've been signed out. Go back to the app and sign in.",
    INSUFFICIENT_FUNDS: "This is more than you have in your account.",
    LIMIT_EXCEEDED: "You can send up to £10,000.00 at a time.",
};

/** Returns the text for an error code; `otherwise` for codes without a text for customers. */
export const sentence = (code, otherwise) => SENTENCES[code] ?? otherwise;

/** Shows a notice above the form and focuses it. */
export const showNotice = (title, text) => {
    const notice = find("#notice");
    notice.querySelector("h2").textContent = title;
    notice.querySelector("p").textContent = text;
    notice.hidden = false;
    notice.focus();
};

/** Removes all problems from the page. */
export const clearProblems = () => {
    find("#notice").hidden = true;
    document.querySelectorAll(".field").forEach((field) => {
        field.querySelector(".error").hidden = true;
        field.querySelector("input, select, textarea").removeAttribute("aria-invalid");
    });
};

/** Shows `problems` by input name, and focuses the first. */
export const showProblems = (problems) => {
    let first;
    document.querySelectorAll(".field").forEach((field) => {
        const input = field.querySelector("input, select, textarea");
        const text = problems[input.name];
        if (!text) return;
        const error = field.querySelector(".error");
        error.textContent = text;
        error.hidden = false;
        input.setAttribute("aria-invalid", "true");
        first ??= input;
    });
    first?.focus();
    return first !== undefined;
};

/** Shows the bank's refusal: at the fields that it names, otherwise as one text. */
export const showRejection = (rejection, otherwise) => {
    idle();
    clearProblems();
    const problems = {};
    (rejection.errors ?? []).forEach(({ field, detail }) => {
        problems[field] = detail;
    });
    if (showProblems(problems)) return;
    showNotice(words.pleaseCheck, sentence(rejection.problem, sentence(rejection.code, otherwise)));
};

// MARK: - Money

const pounds = new Intl.NumberFormat("en-GB", { style: "currency", currency: "GBP" });

/** Formats pence: £1,234.50 for 123450. */
export const money = (pence) => pounds.format(pence / 100);

/** Parses an entered amount (`1,234.5`, `£20`) as pence, or returns `null`. Uses digits only, no floating-point arithmetic. */
export const pence = (text) => {
    const match = /^£?\s*(\d{1,3}(?:,\d{3})+|\d{1,9})(?:\.(\d{1,2}))?$/.exec(text.trim());
    if (!match) return null;
    return Number(match[1].replaceAll(",", "")) * 100 + Number((match[2] ?? "0").padEnd(2, "0"));
};
