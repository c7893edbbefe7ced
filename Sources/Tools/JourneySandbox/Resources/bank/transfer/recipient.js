import { busy, clearProblems, connect, find, idle, leave, ready, showProblems, showRejection } from "/pages/assets/page.js";

const bridge = await connect();
const inputs = { name: find("#name"), sortCode: find("#sort-code"), accountNumber: find("#account-number") };
const review = find("#name-review");

const digits = (text) => text.replace(/\D/g, "");

// Formats a sort code as printed on cards: 04-00-04.
inputs.sortCode.addEventListener("input", () => {
    const pairs = digits(inputs.sortCode.value).slice(0, 6).match(/\d{1,2}/g) ?? [];
    inputs.sortCode.value = pairs.join("-");
});

const problems = () => {
    const found = {};
    if (inputs.name.value.trim().length < 2) found.name = "Enter the name on the account.";
    if (digits(inputs.sortCode.value).length !== 6) found.sortCode = "Enter a 6-digit sort code, like 04-00-04.";
    if (!/^\d{8}$/.test(inputs.accountNumber.value.trim())) {
        found.accountNumber = "Enter an 8-digit account number.";
    }
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
    if (!busy("Checking the name…")) return;
    await leave(bridge, "submit", {
        name: inputs.name.value.trim(),
        sortCode: inputs.sortCode.value,
        accountNumber: inputs.accountNumber.value.trim(),
    });
};

find("form").addEventListener("submit", (event) => {
    event.preventDefault();
    check();
});

bridge.on("payeeRejected", (rejection) => showRejection(rejection, "The bank didn't accept these details."));

// A matching name continues; otherwise the customer decides.
bridge.on("payeeChecked", (payee) => {
    if (payee.nameMatch === "match") return;
    idle();
    const isClose = payee.nameMatch === "close" && payee.suggestedName;
    find("#name-review h2").textContent = isClose ? "Is this who you mean?" : "The name doesn't match";
    find("#name-review p").textContent = isClose
        ? `The account belongs to ${payee.suggestedName}.`
        : "This isn't the name on the account. If the account is wrong, you could lose your money.";
    const use = find("#use-name");
    use.hidden = !isClose;
    use.textContent = isClose ? `Use ${payee.suggestedName}` : "";
    use.onclick = () => {
        inputs.name.value = payee.suggestedName;
        check();
    };
    review.hidden = false;
    review.focus();
});
find("#confirm-payee").addEventListener("click", () => {
    if (busy("One moment…")) leave(bridge, "confirmPayee");
});

ready();
