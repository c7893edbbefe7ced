// The page in which the issuer's own frames draw a card. It loads the issuer's script, requests consent or drawing from it, and
// reports the result to the app. It has no payment data of the card: number, security code and PIN are in frames of the issuer's
// origin, which no script here can read.
import { Journey } from "./journey-bridge.js";

/** The app's codes for refusals of the issuer's frames; RENDER_FAILED for others. */
const CODES = {
    31048: "TOKEN_EXPIRED",
    30012: "TOKEN_EXPIRED",
    30013: "CARD_UNKNOWN",
    30061: "CARD_UNKNOWN",
    30100: "CARD_NOT_ACTIVE",
    TOKEN_EXPIRED: "TOKEN_EXPIRED",
    CARD_UNKNOWN: "CARD_UNKNOWN",
    CARD_BLOCKED: "CARD_BLOCKED",
    CARD_NOT_ACTIVE: "CARD_NOT_ACTIVE",
};
/** The app's codes for refusals to send a code; CONSENT_FAILED for others. */
const CONSENT_CODES = {
    30029: "MFA_NOT_ENABLED",
    30043: "USER_SUSPENDED",
    31055: "RATE_LIMITED",
    32017: "USER_SUSPENDED",
    MFA_NOT_ENABLED: "MFA_NOT_ENABLED",
};
/** The issuer's codes for cards without a PIN: virtual cards, and physical ones before it is set. */
const NO_PIN = ["30022", "30101"];
const NO_FACTORS = "Multi-factor authentication not enabled";
/** An explicit colour, because the issuer shows the icon as an image, which doesn't inherit one. */
const copyIcon = (color) =>
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" width="20" height="20" fill="none" stroke="${color}" stroke-width="2"><rect x="9" y="9" width="11" height="11" rx="2"/><path d="M5 15V5a1 1 0 0 1 1-1h9"/></svg>`;

/** Returns the page's settings and removes them from the document, so that later scripts can't read them. */
const takeSettings = () => {
    const { script, uiSecret, applicationId, userId, cardId } = document.body.dataset;
    for (const name of Object.keys(document.body.dataset)) delete document.body.dataset[name];
    return { script, uiSecret, applicationId, userId, cardId };
};

/** A refusal with the app's code and the issuer's own. */
class Refusal extends Error {
    constructor(code, issuerCode) {
        super(code);
        this.issuerCode = String(issuerCode);
    }
}

/** Returns the code of an error thrown by the issuer's script. */
const codeOf = (error) => error?.errorCode ?? error?.code;

/** Loads the issuer's script and starts it. */
const startIssuer = ({ script, uiSecret, applicationId }) =>
    new Promise((resolve, reject) => {
        const refuse = () => reject(new Refusal("SCRIPT_MISSING"));
        const element = document.createElement("script");
        element.onerror = refuse;
        element.onload = () => {
            const plugin = globalThis.StrigaUXPlugin;
            const isWhole = ["create", "requestConsent", "render"].every((name) => typeof plugin?.[name] === "function");
            if (!isWhole) return refuse();
            try {
                plugin.create(uiSecret, { applicationId });
                resolve(plugin);
            } catch {
                refuse();
            }
        };
        element.src = script;
        document.head.append(element);
    });

// MARK: - Consent

const consentCode = (error) => {
    if (String(error?.message).includes(NO_FACTORS)) return "MFA_NOT_ENABLED";
    // A network failure is a TypeError (Fetch, section 5.6), which the issuer's script may report as the generic code 00000.
    if (error instanceof TypeError || codeOf(error) === "00000") return "NET_UNREACHABLE";
    return CONSENT_CODES[codeOf(error)] ?? "CONSENT_FAILED";
};

const requestConsent = async (issuer, { userId, channel }) => {
    let answer;
    try {
        answer = await issuer.requestConsent(channel ? { userId, channel } : { userId });
    } catch (error) {
        throw new Refusal(consentCode(error));
    }
    const end = new Date(answer?.dateExpires);
    if (!answer?.challengeId || Number.isNaN(end.getTime())) throw new Refusal("CONSENT_FAILED");
    return { challengeId: String(answer.challengeId), dateExpires: end.toISOString() };
};

// MARK: - The card

const element = (name, { text, parent, ...attributes }) => {
    const made = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    if (text !== undefined) made.textContent = text;
    parent?.append(made);
    return made;
};

const isColor = (text) => /^#[0-9a-f]{6}$/i.test(text);

/**
 * Draws the card's visible parts, with containers for the issuer's frames, and returns functions to control it. An app with its own
 * button to hide the card sets `offersHide: false`.
 */
const drawCard = (main, { card, words, offersHide }, onHide) => {
    const face = element("section", { parent: main, class: "face", role: "group", "aria-label": words.card });
    for (const name of ["background", "accent", "text"]) {
        if (isColor(card.design[name])) face.style.setProperty(`--card-${name}`, card.design[name]);
    }
    // Isolated, so that the card's texts keep their own direction on right-to-left pages.
    element("bdi", { parent: element("p", { parent: face, class: "design" }), text: card.design.name });
    const list = element("dl", { parent: face });
    const entry = (kind, label, { text, ...attributes }) => {
        const row = element("div", { parent: list, class: kind });
        element("dt", { parent: row, text: label });
        const value = element("dd", { parent: row, ...attributes });
        if (text !== undefined) element("bdi", { parent: value, text });
        return value;
    };
    entry("number", words.number, { id: "card-number", class: "frame", dir: "ltr" });
    entry("holder", words.holder, { text: card.holder });
    entry("expiry", words.expiry, { text: card.expiry });
    entry("cvv", words.cvv, { id: "card-cvv", class: "frame", dir: "ltr" });
    const pin = entry("pin", words.pin, { id: "card-pin", class: "frame", dir: "ltr" });
    pin.parentElement.hidden = true;
    const status = element("p", { parent: main, class: "status", role: "status", text: words.drawing });
    let isHidden = false;
    const hide = () => {
        isHidden = true;
        for (const frame of face.querySelectorAll(".frame")) {
            // A frame still being drawn ends up in a detached element.
            const empty = frame.cloneNode(false);
            empty.removeAttribute("id");
            frame.replaceWith(empty);
        }
        status.textContent = "";
    };
    if (offersHide !== false) {
        element("button", { parent: main, type: "button", text: words.hide }).addEventListener("click", () => {
            hide();
            onHide();
        });
    }
    return {
        hide,
        isHidden: () => isHidden,
        /** Marks the card as completely drawn. */
        finish: () => {
            status.textContent = "";
            main.dataset.drawn = "yes";
        },
        showPIN: (isShown) => {
            pin.parentElement.hidden = !isShown;
        },
        textColor: () => getComputedStyle(face).color,
    };
};

/** Lets the issuer draw one part into its own frame. `onLost` is called for later failures. */
const drawPart = (issuer, part, options, onCopy, onLost) =>
    new Promise((resolve, reject) => {
        let isDrawn = false;
        const refuse = (code) => (isDrawn ? onLost : reject)(new Refusal(CODES[code] ?? "RENDER_FAILED", code));
        const onAnswer = (answer) => {
            if (answer?.type === "success") {
                isDrawn = true;
                resolve();
            } else if (answer?.type === "copied") onCopy();
            else refuse(codeOf(answer));
        };
        // Without a callback, the app's own timeout applies.
        Promise.resolve(issuer.render(part, options, onAnswer)).catch((error) => refuse(codeOf(error)));
    });

const drawParts = async (issuer, face, { cardId, authToken, showPin }, { card }, bridge, onLost) => {
    const style = { color: face.textColor(), fontFamily: "ui-monospace, monospace", fontSize: "20px", letterSpacing: "1px" };
    const common = { cardId, authToken, style, hideData: false };
    const parts = [
        [
            "cardNumber",
            {
                id: "card-number",
                maskedCardNumber: `•••• •••• •••• ${card.lastFour}`,
                enableCardNumberCopy: true,
                copyButtonSvgIcon: copyIcon(style.color),
            },
        ],
        ["cvv", { id: "card-cvv" }],
    ];
    if (showPin) {
        face.showPIN(true);
        parts.push(["pin", { id: "card-pin" }]);
    }
    // Sequentially, as the issuer requires.
    for (const [index, [part, options]] of parts.entries()) {
        let event = "rendered";
        try {
            await drawPart(issuer, part, { ...common, ...options }, () => bridge.emit("copied", { part }), onLost);
        } catch (error) {
            if (part !== "pin" || !NO_PIN.includes(error.issuerCode)) throw error;
            face.showPIN(false);
            event = "absent";
        }
        // Hidden meanwhile: stop drawing.
        if (face.isHidden()) return;
        // Finished before the last event, so that its receivers find the complete card.
        if (index === parts.length - 1) face.finish();
        await bridge.emit(event, { part });
    }
};

// MARK: - Messages from the app

const main = document.getElementById("card");
const settings = takeSettings();
const bridge = await Journey.connect();
const fail = (error, otherwise) =>
    bridge.emit("failed", { code: error instanceof Refusal ? error.message : otherwise });
const issuer = startIssuer(settings);
issuer.catch((error) => fail(error, "SCRIPT_MISSING"));

const { card, language, isRightToLeft, words, offersHide } = bridge.context;
if (card) {
    document.documentElement.lang = language;
    document.documentElement.dir = isRightToLeft ? "rtl" : "ltr";
    document.title = words.title;
    const face = drawCard(main, { card, words, offersHide }, () => bridge.emit("done"));
    bridge.on("hide", face.hide);
    const giveUp = async (error) => {
        // No report after hiding the card or after an earlier failure.
        if (face.isHidden()) return;
        face.hide();
        // A missing script has already been reported.
        if (error.message !== "SCRIPT_MISSING") await fail(error, "RENDER_FAILED");
    };
    bridge.on("render", async (order) => {
        try {
            // The page is for one card: the token must not be used for another.
            if (order.cardId !== settings.cardId) throw new Refusal("CARD_UNKNOWN");
            const plugin = await issuer;
            if (!face.isHidden()) await drawParts(plugin, face, order, { card }, bridge, giveUp);
        } catch (error) {
            await giveUp(error);
        }
    });
} else {
    bridge.on("consent", async (order) => {
        try {
            if (order.userId !== settings.userId) throw new Refusal("CONSENT_FAILED");
            await bridge.emit("challenge", await requestConsent(await issuer, order));
        } catch (error) {
            if (error.message !== "SCRIPT_MISSING") await fail(error, "CONSENT_FAILED");
        }
    });
}
