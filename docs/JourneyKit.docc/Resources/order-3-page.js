// What the drafted pages do alike: connect, send what was typed, show what came back. It is yours to change.

import { Journey } from "./journey-bridge.js";

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

// The words that all drafted pages have, by language. What your OpenAPI document says stays in its own.
const languages = {
    en: {
        cancel: "Cancel",
        continue: "Continue",
        confirm: "Confirm",
        optional: "(optional)",
        missing: "Please fill this in.",
        number: "Enter a number.",
        opensInApp: "This page opens in your app. Go back to the app and start there.",
        didNotWork: "That didn't work. Check your connection and try again.",
        notAccepted: "The bank didn't accept this.",
        NET_TIMEOUT: "The bank took too long to answer. Try again.",
        NET_UNREACHABLE: "You seem to be offline. Check your connection and try again.",
        SERVER_ERROR: "The bank can't do this right now. Try again soon.",
        AUTH_EXPIRED: "You've been signed out. Go back to the app and sign in.",
    },
    bn: {
        cancel: "বাতিল করুন",
        continue: "এগিয়ে যান",
        confirm: "নিশ্চিত করুন",
        optional: "(ঐচ্ছিক)",
        missing: "এটি পূরণ করুন।",
        number: "একটি সংখ্যা লিখুন।",
        opensInApp: "এই পেজটি আপনার অ্যাপে খোলে। অ্যাপে ফিরে গিয়ে সেখান থেকে শুরু করুন।",
        didNotWork: "এটি করা যায়নি। আপনার সংযোগ দেখে আবার চেষ্টা করুন।",
        notAccepted: "ব্যাংক এটি গ্রহণ করেনি।",
        NET_TIMEOUT: "ব্যাংকের উত্তর আসতে বেশি সময় লেগেছে। আবার চেষ্টা করুন।",
        NET_UNREACHABLE: "মনে হচ্ছে আপনি অফলাইনে আছেন। আপনার সংযোগ দেখে আবার চেষ্টা করুন।",
        SERVER_ERROR: "ব্যাংক এখন এটি করতে পারছে না। একটু পরে আবার চেষ্টা করুন।",
        AUTH_EXPIRED: "আপনি সাইন আউট হয়ে গেছেন। অ্যাপে ফিরে গিয়ে সাইন ইন করুন।",
    },
    ar: {
        cancel: "إلغاء",
        continue: "متابعة",
        confirm: "تأكيد",
        optional: "(اختياري)",
        missing: "يرجى ملء هذا الحقل.",
        number: "أدخل رقمًا.",
        opensInApp: "تُفتح هذه الصفحة في تطبيقك. عد إلى التطبيق وابدأ من هناك.",
        didNotWork: "لم ينجح ذلك. تحقق من اتصالك وحاول مرة أخرى.",
        notAccepted: "لم يقبل البنك هذا.",
        NET_TIMEOUT: "استغرق رد البنك وقتًا طويلًا. حاول مرة أخرى.",
        NET_UNREACHABLE: "يبدو أنك غير متصل. تحقق من اتصالك وحاول مرة أخرى.",
        SERVER_ERROR: "يتعذّر على البنك تنفيذ ذلك الآن. حاول مرة أخرى بعد قليل.",
        AUTH_EXPIRED: "تم تسجيل خروجك. عد إلى التطبيق وسجّل الدخول.",
    },
};
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
