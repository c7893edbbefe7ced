// Functions of all pages of an application, in addition to those of all pages.

import {
    busy, clearProblems, connect as connectPage, find, leave, plain, ready, showProblems, showRejection, texts,
} from "/pages/assets/page.js";
import { own } from "./texts.js";

export { find, ready, showProblems, texts };

/** Connects the page and sets the customer's language. */
export const connect = () => connectPage(own);

/** Returns the trimmed values of the inputs by name; dates, numbers and addresses in the digits that the bank reads. */
export const values = (...names) =>
    Object.fromEntries(names.map((name) => {
        const input = find(`[name="${name}"]`);
        const text = input.value.trim();
        return [name, input.classList.contains("latin") ? plain(text) : text];
    }));

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
