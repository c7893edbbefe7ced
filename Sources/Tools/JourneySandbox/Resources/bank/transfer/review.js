import { busy, connect, fill, find, isolated, leave, money, ready, texts } from "/pages/assets/page.js";
import { own } from "./texts.js";

const bridge = await connect(own);

const BADGES = { match: ["good", texts.match], close: ["warn", texts.close], noMatch: ["warn", texts.noMatch] };

bridge.on("quoteReady", (quote) => {
    const { payee, from } = quote;
    find("#figure").textContent = money(quote.amount);
    find("#payee").textContent = payee.name;
    const [kind, words] = BADGES[payee.nameMatch] ?? BADGES.noMatch;
    const badge = find("#badge");
    badge.className = `badge ${kind}`;
    badge.textContent = words;
    find("#account").textContent = `${payee.sortCode}  ${payee.accountNumber}`;
    find("#from").textContent = `${from.name} ${isolated(`····\u00a0${from.accountNumberEnding}`)}`;
    find("#fee").textContent = quote.fee === 0 ? texts.free : money(quote.fee);
    find("#total").textContent = money(quote.total);
    find("#confirm").textContent = fill(texts.send, money(quote.amount));
    find("#waiting").hidden = true;
    find("#quote").hidden = false;
    ready();
});

find("#confirm").addEventListener("click", () => {
    if (busy(texts.oneMoment)) leave(bridge, "confirm");
});
find("#edit").addEventListener("click", () => leave(bridge, "edit"));
