// The page in which an issuer's own frames draw a card. It loads the issuer's script, asks it for consent or to draw, and
// tells the app how that went. It holds nothing of a card that could be paid with: number, security code and PIN stand in
// frames of the issuer's origin, which no script here can read.
import { Journey } from "./journey-bridge.js";

/** Which of the app's codes a refusal of the issuer's frames is. What is not here is RENDER_FAILED. */
const CODES = {
    31048: "TOKEN_EXPIRED",
    30012: "TOKEN_EXPIRED",
    30013: "CARD_UNKNOWN",
    30061: "CARD_UNKNOWN",
    30100: "CARD_BLOCKED",
    TOKEN_EXPIRED: "TOKEN_EXPIRED",
    CARD_UNKNOWN: "CARD_UNKNOWN",
    CARD_BLOCKED: "CARD_BLOCKED",
};
const NO_FACTORS = "Multi-factor authentication not enabled";
/** The issuer shows it as a picture, which takes no colour from around it. */
const copyIcon = (color) =>
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" width="20" height="20" fill="none" stroke="${color}" stroke-width="2"><rect x="9" y="9" width="11" height="11" rx="2"/><path d="M5 15V5a1 1 0 0 1 1-1h9"/></svg>`;

/** What the page was made for. It is taken out of the document, so that nothing that comes later finds it there. */
const takeSettings = () => {
    const { script, uiSecret, applicationId, userId, cardId } = document.body.dataset;
    for (const name of Object.keys(document.body.dataset)) delete document.body.dataset[name];
    return { script, uiSecret, applicationId, userId, cardId };
};

/** A refusal, by the code that the app knows it by. */
class Refusal extends Error {}

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

const requestConsent = async (issuer, { userId, channel }) => {
    try {
        const answer = await issuer.requestConsent(channel ? { userId, channel } : { userId });
        const { challengeId, dateExpires } = answer;
        return { challengeId: String(challengeId), dateExpires: new Date(dateExpires).toISOString() };
    } catch (error) {
        const hasNoFactors = error?.code === "MFA_NOT_ENABLED" || String(error?.message).includes(NO_FACTORS);
        throw new Refusal(hasNoFactors ? "MFA_NOT_ENABLED" : "CONSENT_FAILED");
    }
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

/** Draws the card as its holder knows it, with room for what the issuer's frames draw. Gives what hides it. */
const drawCard = (main, { card, words }, onHide) => {
    const face = element("section", { parent: main, class: "face", role: "group", "aria-label": words.card });
    for (const name of ["background", "accent", "text"]) {
        if (isColor(card.design[name])) face.style.setProperty(`--card-${name}`, card.design[name]);
    }
    element("p", { parent: face, class: "design", text: card.design.name });
    const list = element("dl", { parent: face });
    const entry = (kind, label, options) => {
        const row = element("div", { parent: list, class: kind });
        element("dt", { parent: row, text: label });
        return element("dd", { parent: row, ...options });
    };
    entry("number", words.number, { id: "card-number", class: "frame", dir: "ltr" });
    entry("holder", words.holder, { text: card.holder });
    entry("expiry", words.expiry, { text: card.expiry, dir: "ltr" });
    entry("cvv", words.cvv, { id: "card-cvv", class: "frame", dir: "ltr" });
    const pin = entry("pin", words.pin, { id: "card-pin", class: "frame", dir: "ltr" });
    pin.parentElement.hidden = true;
    const status = element("p", { parent: main, class: "status", role: "status", text: words.drawing });
    const button = element("button", { parent: main, type: "button", text: words.hide });
    const hide = () => {
        for (const frame of face.querySelectorAll(".frame")) frame.replaceChildren();
        status.textContent = "";
    };
    button.addEventListener("click", () => {
        hide();
        onHide();
    });
    return {
        hide,
        /** Says that everything is there. */
        finish: () => {
            status.textContent = "";
            main.dataset.drawn = "yes";
        },
        showPIN: () => {
            pin.parentElement.hidden = false;
        },
        textColor: () => getComputedStyle(face).color,
    };
};

/** Has the issuer draw one part into a frame of its own. */
const drawPart = (issuer, part, options, onCopy) =>
    new Promise((resolve, reject) => {
        const refuse = (code) => reject(new Refusal(CODES[code] ?? "RENDER_FAILED"));
        const heard = (answer) => {
            if (answer?.type === "success") resolve();
            else if (answer?.type === "copied") onCopy();
            else refuse(answer?.code);
        };
        // Where it never calls back, the app's own patience ends.
        Promise.resolve(issuer.render(part, options, heard)).catch((error) => refuse(error?.code));
    });

const drawParts = async (issuer, face, { cardId, authToken, showPin }, { card }, bridge) => {
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
        face.showPIN();
        parts.push(["pin", { id: "card-pin" }]);
    }
    // One after the other, as the issuer asks.
    for (const [index, [part, options]] of parts.entries()) {
        await drawPart(issuer, part, { ...common, ...options }, () => bridge.emit("copied", { part }));
        // Whoever hears of the last part finds everything there.
        if (index === parts.length - 1) face.finish();
        await bridge.emit("rendered", { part });
    }
};

// MARK: - What the app says

const main = document.getElementById("card");
const settings = takeSettings();
const bridge = await Journey.connect();
const fail = (error, otherwise) =>
    bridge.emit("failed", { code: error instanceof Refusal ? error.message : otherwise });
const issuer = startIssuer(settings);
issuer.catch((error) => fail(error, "SCRIPT_MISSING"));

const { card, language, isRightToLeft, words } = bridge.context;
if (card) {
    document.documentElement.lang = language;
    document.documentElement.dir = isRightToLeft ? "rtl" : "ltr";
    document.title = words.title;
    const face = drawCard(main, { card, words }, () => bridge.emit("done"));
    bridge.on("hide", face.hide);
    bridge.on("render", async (order) => {
        try {
            // The page was made for one card: a token is shown to no other.
            if (order.cardId !== settings.cardId) throw new Refusal("CARD_UNKNOWN");
            await drawParts(await issuer, face, order, { card }, bridge);
        } catch (error) {
            face.hide();
            // A script that could not be had has been told of.
            if (error.message !== "SCRIPT_MISSING") await fail(error, "RENDER_FAILED");
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
