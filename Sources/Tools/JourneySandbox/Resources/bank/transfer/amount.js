import {
    busy, clearProblems, connect, find, leave, money, pence, ready, showProblems, showRejection,
} from "/pages/assets/page.js";

const bridge = await connect();
const input = find("#amount");
let balance;

document.querySelectorAll(".chips button").forEach((chip) => {
    chip.addEventListener("click", () => {
        input.value = chip.dataset.amount;
        input.focus();
    });
});

find("form").addEventListener("submit", async (event) => {
    event.preventDefault();
    clearProblems();
    const amount = pence(input.value);
    if (amount === null || amount === 0) {
        showProblems({ amount: "Enter an amount in pounds and pence, like 25.00." });
        return;
    }
    if (balance !== undefined && amount > balance) {
        showProblems({ amount: `You have ${money(balance)} in your account.` });
        return;
    }
    if (busy("Getting your quote…")) await leave(bridge, "submit", { amount, currency: "GBP" });
});
find("#back").addEventListener("click", () => leave(bridge, "back"));

bridge.on("quoteRejected", (rejection) => showRejection(rejection, "The bank didn't accept this amount."));
bridge.on("accountReady", (account) => {
    balance = account.balance;
    find("#account-name").textContent = `${account.name} ···· ${account.accountNumber.slice(-4)}`;
    find("#balance").textContent = money(balance);
    ready();
});
// The balance is optional, so the page doesn't wait for it.
bridge.on("accountUnavailable", ready);
setTimeout(ready, 1500);
