// Draws one secret of a card where no other origin can read it. The frame accepts one message, from its parent page and only if
// that is an admitted origin, and reports to it that the secret was drawn or copied, or the error.
"use strict";
const guests = document.documentElement.dataset.guests.split(" ");
const shown = document.getElementById("digits");
const button = document.getElementById("copy");
const styles = new Set([
    "color", "background-color", "font-family", "font-size", "font-weight", "letter-spacing", "line-height",
    "text-align", "padding",
]);
let guest;

const tell = (message) => window.parent.postMessage(message, guest);

window.addEventListener("message", async ({ origin, source, data }) => {
    if (guest || source !== window.parent || source === window || !guests.includes(origin)) return;
    if (data?.type !== "draw") return;
    guest = origin;
    try {
        const response = await fetch("/ui/v1/drawings/content", {
            method: "POST", headers: { "Content-Type": "application/json" }, cache: "no-store",
            // Otherwise the engine sends no Origin header.
            referrerPolicy: "same-origin", body: JSON.stringify({ key: data.key, parent: origin }),
        });
        const answer = await response.json();
        if (!response.ok) return tell({ type: "error", code: answer.errorCode, message: answer.message });
        draw(answer, data);
        tell({ type: "success" });
    } catch {
        tell({ type: "error", code: "00000", message: "The vault cannot be reached." });
    }
});

const draw = ({ part, count, digits }, order) => {
    for (const [name, value] of Object.entries(order.style ?? {})) {
        const property = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
        if (styles.has(property) && /^[#%.,a-zA-Z0-9 ()-]{1,64}$/.test(value)) {
            document.querySelector("main").style.setProperty(property, value);
        }
    }
    const masked = typeof order.maskedCardNumber === "string" ? order.maskedCardNumber.slice(0, 32) : undefined;
    const whole = digits ?? (part === "cardNumber" ? masked : undefined) ?? "•".repeat(count);
    shown.textContent = part === "cardNumber" ? grouped(whole) : whole;
    if (part !== "cardNumber" || !digits || order.enableCardNumberCopy !== true) return;
    if (typeof order.copyButtonSvgIcon === "string" && order.copyButtonSvgIcon.length <= 8192) {
        // As an image, in which no scripts run and nothing is fetched.
        const icon = new Image();
        icon.alt = "";
        icon.src = `data:image/svg+xml,${encodeURIComponent(order.copyButtonSvgIcon)}`;
        button.replaceChildren(icon);
    }
    button.addEventListener("click", (event) => copy(event, digits));
    button.hidden = false;
};

const grouped = (text) => text.replaceAll(" ", "").replace(/.{4}(?=.)/gu, "$& ");

// Only for a user's click, not a scripted one.
const copy = async (event, digits) => {
    if (!event.isTrusted) return;
    try {
        await navigator.clipboard.writeText(digits);
        tell({ type: "copied" });
    } catch {
        button.textContent = "✕";
    }
};

window.addEventListener("pagehide", () => shown.replaceChildren());
