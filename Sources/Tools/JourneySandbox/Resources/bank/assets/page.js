// Functions of all pages of the bank: connect, show texts in the customer's language, show problems, and run one action at a
// time.

import { Journey } from "./journey-bridge.js";
import { textsFor } from "./texts.js";

export const find = (selector) => document.querySelector(selector);

/** The current texts; English until the app sends its language. */
export let texts = textsFor("en", {});

/** Connects the page and shows it in the customer's language; shows a notice if it isn't opened in an app. */
export const connect = async (own) => {
    try {
        texts = textsFor("en", own);
        const bridge = await Journey.connect();
        speak(textsFor(bridge.context.locale, own));
        find("#cancel")?.addEventListener("click", () => leave(bridge, "cancel"));
        return bridge;
    } catch {
        showNotice(texts.opensInApp, texts.goBack);
        throw new Error("not connected");
    } finally {
        // The page is shown even without an app, with a notice.
        document.body.dataset.language = texts.tag;
    }
};

/** Replaces the page's texts with those of another language; amounts in them are listed in pence. */
const speak = (spoken) => {
    texts = spoken;
    amounts = formats(texts.numbers);
    if (!texts.page) return;
    document.documentElement.lang = texts.tag;
    document.documentElement.dir = texts.direction;
    document.querySelectorAll("[data-text]").forEach((element) => {
        const values = (element.dataset.pence ?? "").split(" ").filter(Boolean).map((pence) => wholeMoney(Number(pence)));
        element.textContent = fill(texts.page[element.dataset.text] ?? element.textContent, ...values);
    });
    document.querySelectorAll("[data-label]").forEach((element) => {
        element.setAttribute("aria-label", texts.page[element.dataset.label] ?? "");
    });
    document.title = `${find("h1").textContent} – ${texts.page.bank}`;
};

/** Puts the values in place of each `%` of a text, in order. */
export const fill = (text, ...values) => text.replace(/%/g, () => isolated(values.shift() ?? ""));

/** Isolates a name or a number in right-to-left text, so that neither changes the other's order (UAX #9). */
export const isolated = (text) =>
    texts.direction === "rtl" ? `\u2068${text.replace(/[\u061c\u202a-\u202e\u2066-\u2069]/g, "")}\u2069` : text;

/** Marks the page as ready, for screen readers and tests. */
export const ready = () => {
    document.documentElement.dataset.ready = "true";
};

/** Emits an event that leaves the page. */
export const leave = async (bridge, name, payload = {}) => {
    try {
        await bridge.emit(name, payload);
    } catch {
        showNotice(texts.didNotWork, texts.checkConnection);
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

/** The most that one transfer can send, in pence. */
const LIMIT = 1_000_000;

/** Returns the text for an error code; `otherwise` for codes without a text for customers. */
export const sentence = (code, otherwise) => fill(texts.sentences[code] ?? otherwise, money(LIMIT));

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
    showNotice(texts.pleaseCheck, sentence(rejection.problem, sentence(rejection.code, otherwise)));
};

// MARK: - Numbers and money

const formats = (locale) => {
    const currency = { style: "currency", currency: "GBP" };
    return {
        whole: new Intl.NumberFormat(locale, { ...currency, trailingZeroDisplay: "stripIfInteger" }),
        exact: new Intl.NumberFormat(locale, currency),
        plain: new Intl.NumberFormat(locale, { minimumFractionDigits: 2, useGrouping: false }),
    };
};
let amounts = formats(texts.numbers);

// An amount never breaks across lines.
const formatted = (format, pence) => format.format(pence / 100).replaceAll(" ", "\u00a0");

/** Formats pence as the customer's language writes them: £1,234.50 for 123450. */
export const money = (pence) => formatted(amounts.exact, pence);

/** Formats pence without the pence of a whole amount: £25 for 2500. */
export const wholeMoney = (pence) => formatted(amounts.whole, pence);

/** Formats pence as they are typed: 25.00 for 2500. */
export const figure = (pence) => formatted(amounts.plain, pence);

/** Replaces Arabic-Indic and Bengali digits and separators by those that the bank reads. */
export const plain = (text) =>
    text.replace(/[\u0660-\u0669\u06f0-\u06f9\u09e6-\u09ef]/g, (digit) => {
        const code = digit.charCodeAt(0);
        return String(code - (code >= 0x09e6 ? 0x09e6 : code >= 0x06f0 ? 0x06f0 : 0x0660));
    }).replaceAll("\u066b", ".").replaceAll("\u066c", ",");

/** Parses an entered amount (`1,234.5`, `£20`) as pence, or returns `null`. Uses digits only, no floating-point arithmetic. */
export const pence = (text) => {
    const match = /^£?\s*(\d{1,3}(?:,\d{3})+|\d{1,9})(?:\.(\d{1,2}))?$/.exec(plain(text.trim()));
    if (!match) return null;
    return Number(match[1].replaceAll(",", "")) * 100 + Number((match[2] ?? "0").padEnd(2, "0"));
};
