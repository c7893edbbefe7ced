// What the pages of an application do alike, on top of what every page of the bank does.

import {
    busy, clearProblems, connect as connectPage, find, leave, ready, showProblems, showRejection, speak,
} from "/pages/assets/page.js";
import { textsFor } from "./texts.js";

export { find, ready, showProblems };

/** The words in use; English until the app has said which. */
export let texts = textsFor("en");

/** Connects the page and puts it into the customer's language. */
export const connect = async () => {
    try {
        const bridge = await connectPage();
        use(bridge.context.locale);
        return bridge;
    } finally {
        // The page shows even when no app is there, to say so.
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

/** What the inputs hold, by name, without spaces around. */
export const values = (...names) =>
    Object.fromEntries(names.map((name) => [name, find(`[name="${name}"]`).value.trim()]));

/**
 * Sends the form as the event `submit`: `read` gives its payload, or `null` when it has shown what is wrong. The event
 * `rejected` brings what the bank did not accept.
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
