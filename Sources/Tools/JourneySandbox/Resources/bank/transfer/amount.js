import {
    busy, clearProblems, connect, figure, fill, find, isolated, leave, money, pence, ready, showProblems, showRejection, texts,
    wholeMoney,
} from "/pages/assets/page.js";
import { own } from "./texts.js";

const bridge = await connect(own);
const input = find("#amount");
let balance;

input.placeholder = figure(0);
document.querySelectorAll(".chips button").forEach((chip) => {
    const amount = Number(chip.dataset.pence);
    chip.textContent = wholeMoney(amount);
    chip.addEventListener("click", () => {
        input.value = figure(amount);
        input.focus();
    });
});

find("form").addEventListener("submit", async (event) => {
    event.preventDefault();
    clearProblems();
    const amount = pence(input.value);
    if (amount === null || amount === 0) {
        showProblems({ amount: fill(texts.amountFault, figure(2500)) });
        return;
    }
    if (balance !== undefined && amount > balance) {
        showProblems({ amount: fill(texts.overBalance, money(balance)) });
        return;
    }
    if (busy(texts.quoting)) await leave(bridge, "submit", { amount, currency: "GBP" });
});
find("#back").addEventListener("click", () => leave(bridge, "back"));

bridge.on("quoteRejected", (rejection) => showRejection(rejection, texts.amountNotAccepted));
bridge.on("accountReady", (account) => {
    balance = account.balance;
    find("#account-name").textContent = `${account.name} ${isolated(`····\u00a0${account.accountNumber.slice(-4)}`)}`;
    find("#balance").textContent = money(balance);
    ready();
});
// The balance is optional, so the page doesn't wait for it.
bridge.on("accountUnavailable", ready);
setTimeout(ready, 1500);
