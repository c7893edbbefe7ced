import { busy, connect, find, leave, ready } from "/pages/assets/page.js";

const bridge = await connect();
find("#start").addEventListener("click", () => {
    if (busy("One moment…")) leave(bridge, "submit");
});
ready();
