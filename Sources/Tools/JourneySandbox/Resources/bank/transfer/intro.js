import { busy, connect, find, leave, ready, texts } from "/pages/assets/page.js";
import { own } from "./texts.js";

const bridge = await connect(own);
find("#start").addEventListener("click", () => {
    if (busy(texts.oneMoment)) leave(bridge, "submit");
});
ready();
