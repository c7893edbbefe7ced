// What every page of the bank does alike: connect, show problems, and keep one thing going at a time.

import { Journey } from "./journey-bridge.js";

export const find = (selector) => document.querySelector(selector);

const words = {
    opensInApp: "This page opens in your app",
    goBack: "Go back to the app and start there.",
    didNotWork: "That did not work",
    checkConnection: "Check your connection and try again.",
    pleaseCheck: "Please check this",
};

/** Has this module say what `texts` has in place of its own words and sentences. */
export const speak = (texts) => {
    Object.assign(words, texts.words);
    Object.assign(SENTENCES, texts.sentences);
};

/** Connects the page; says so on screen when there is no app to talk to. */
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

/** Tells whoever waits (a screen reader, a test) that the page can be used. */
export const ready = () => {
    document.documentElement.dataset.ready = "true";
};

/** Raises an event that leads away from the page. */
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

/** Shows that something is under way; `false` when something is already. */
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
    RATE_LIMITED: "That was tried too often. Wait a moment and try again.",
    SERVER_ERROR: "The bank cannot do this at the moment. Try again soon.",
    AUTH_EXPIRED: "You have been signed out. Go back to the app and sign in.",
    INSUFFICIENT_FUNDS: "This is more than you have in your account.",
    LIMIT_EXCEEDED: "You can send up to £10,000.00 at a time.",
};

/** One sentence for an error code; `otherwise` for codes that say nothing to a customer. */
export const sentence = (code, otherwise) => SENTENCES[code] ?? otherwise;

/** Shows a notice above the form and moves to it. */
export const showNotice = (title, text) => {
    const notice = find("#notice");
    notice.querySelector("h2").textContent = title;
    notice.querySelector("p").textContent = text;
    notice.hidden = false;
    notice.focus();
};

/** Takes every problem off the page. */
export const clearProblems = () => {
    find("#notice").hidden = true;
    document.querySelectorAll(".field").forEach((field) => {
        field.querySelector(".error").hidden = true;
        field.querySelector("input, select, textarea").removeAttribute("aria-invalid");
    });
};

/** Shows `problems`, by the name of the input, and moves to the first. */
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

/** Shows what the bank did not accept: its fields where it names them, else one sentence. */
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

/** £1,234.50 for 123450. */
export const money = (pence) => pounds.format(pence / 100);

/** Pence for what a person typed (`1,234.5`, `£20`), or `null`. Digits are counted, never multiplied as fractions. */
export const pence = (text) => {
    const match = /^£?\s*(\d{1,3}(?:,\d{3})+|\d{1,9})(?:\.(\d{1,2}))?$/.exec(text.trim());
    if (!match) return null;
    return Number(match[1].replaceAll(",", "")) * 100 + Number((match[2] ?? "0").padEnd(2, "0"));
};
