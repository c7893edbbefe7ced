import { busy, connect, find, leave, money, ready } from "/pages/assets/page.js";

const bridge = await connect();

const BADGES = {
    match: ["good", "✓ Name checked"],
    close: ["warn", "Name is close"],
    noMatch: ["warn", "Name doesn't match"],
};

bridge.on("quoteReady", (quote) => {
    const { payee, from } = quote;
    find("#figure").textContent = money(quote.amount);
    find("#payee").textContent = payee.name;
    const [kind, words] = BADGES[payee.nameMatch] ?? BADGES.noMatch;
    const badge = find("#badge");
    badge.className = `badge ${kind}`;
    badge.textContent = words;
    find("#account").textContent = `${payee.sortCode}  ${payee.accountNumber}`;
    find("#from").textContent = `${from.name} ···· ${from.accountNumberEnding}`;
    find("#fee").textContent = quote.fee === 0 ? "Free" : money(quote.fee);
    find("#total").textContent = money(quote.total);
    find("#confirm").textContent = `Send ${money(quote.amount)}`;
    find("#waiting").hidden = true;
    find("#quote").hidden = false;
    ready();
});

find("#confirm").addEventListener("click", () => {
    if (busy("One moment…")) leave(bridge, "confirm");
});
find("#edit").addEventListener("click", () => leave(bridge, "edit"));
