import {
    busy, clearProblems, connect, fill, find, idle, leave, plain, ready, showProblems, showRejection, texts,
} from "/pages/assets/page.js";
import { own } from "./texts.js";

const bridge = await connect(own);
const inputs = { name: find("#name"), sortCode: find("#sort-code"), accountNumber: find("#account-number") };
const review = find("#name-review");

const digits = (text) => plain(text).replace(/\D/g, "");

// Formats a sort code as printed on cards: 04-00-04.
inputs.sortCode.addEventListener("input", () => {
    const pairs = digits(inputs.sortCode.value).slice(0, 6).match(/\d{1,2}/g) ?? [];
    inputs.sortCode.value = pairs.join("-");
});

const problems = () => {
    const found = {};
    if (inputs.name.value.trim().length < 2) found.name = texts.nameFault;
    if (digits(inputs.sortCode.value).length !== 6) found.sortCode = texts.sortCodeFault;
    if (!/^\d{8}$/.test(plain(inputs.accountNumber.value.trim()))) found.accountNumber = texts.accountNumberFault;
    return found;
};

const check = async () => {
    clearProblems();
    review.hidden = true;
    const found = problems();
    if (Object.keys(found).length > 0) {
        showProblems(found);
        return;
    }
    if (!busy(texts.checkingName)) return;
    await leave(bridge, "submit", {
        name: inputs.name.value.trim(),
        sortCode: inputs.sortCode.value,
        accountNumber: plain(inputs.accountNumber.value.trim()),
    });
};

find("form").addEventListener("submit", (event) => {
    event.preventDefault();
    check();
});

bridge.on("payeeRejected", (rejection) => showRejection(rejection, texts.payeeNotAccepted));

// A matching name continues; otherwise the customer decides.
bridge.on("payeeChecked", (payee) => {
    if (payee.nameMatch === "match") return;
    idle();
    const isClose = payee.nameMatch === "close" && payee.suggestedName;
    find("#name-review h2").textContent = isClose ? texts.closeTitle : texts.noMatchTitle;
    find("#name-review p").textContent = isClose ? fill(texts.closeText, payee.suggestedName) : texts.noMatchText;
    const use = find("#use-name");
    use.hidden = !isClose;
    use.textContent = isClose ? fill(texts.useName, payee.suggestedName) : "";
    use.onclick = () => {
        inputs.name.value = payee.suggestedName;
        check();
    };
    review.hidden = false;
    review.focus();
});
find("#confirm-payee").addEventListener("click", () => {
    if (busy(texts.oneMoment)) leave(bridge, "confirmPayee");
});

ready();
