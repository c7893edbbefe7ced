// Functions of all pages of an application, in addition to those of all pages.

import {
    busy, clearProblems, connect as connectPage, find, leave, ready, showProblems, showRejection, speak,
} from "/pages/assets/page.js";
import { textsFor } from "./texts.js";

export { find, ready, showProblems };

/** The current texts; English until the app sends its language. */
export let texts = textsFor("en");

/** Connects the page and sets the customer's language. */
export const connect = async () => {
    try {
        const bridge = await connectPage();
        use(bridge.context.locale);
        return bridge;
    } finally {
        // The page is shown even without an app, with a notice.
        document.body.dataset.language ??= "en";
    }
};

const use = (tag) => {
    texts = textsFor(tag);
    if (texts.page) {
        speak(texts);
        document.documentElement.lang = "ar";
        document.documentElement.dir = texts.direction;
        document.querySelectorAll("[data-text]").forEach((element) => {
            element.textContent = texts.page[element.dataset.text] ?? element.textContent;
        });
        document.querySelectorAll("[data-label]").forEach((element) => {
            element.setAttribute("aria-label", texts.page[element.dataset.label] ?? "");
        });
        document.title = `${find("h1").textContent} – ${texts.page.bank}`;
    }
    document.body.dataset.language = document.documentElement.lang;
};

/** Returns the trimmed values of the inputs by name. */
export const values = (...names) =>
    Object.fromEntries(names.map((name) => [name, find(`[name="${name}"]`).value.trim()]));

/**
 * Sends the form as the event `submit`. `read` returns its payload, or `null` after showing errors. The event `rejected`
 * contains the bank's refusal.
 */
export const submits = (bridge, label, rejected, read) => {
    find("form").addEventListener("submit", (event) => {
        event.preventDefault();
        clearProblems();
        const payload = read();
        if (payload && busy(label)) leave(bridge, "submit", payload);
    });
    if (rejected) bridge.on(rejected, (rejection) => showRejection(rejection, texts.notAccepted));
};
