import { busy, connect, find, leave, ready } from "./page.js";

const bridge = await connect();
find("#start").addEventListener("click", () => {
    if (busy("One moment…")) leave(bridge, "submit");
});
ready();
