import { connect, find, ready, submits, texts } from "./opening.js";

const bridge = await connect();
const names = ["terms", "privacy", "news"];

submits(bridge, texts.deciding, "consentsRejected", () => {
    const given = Object.fromEntries(names.map((name) => [name, find(`#${name}`).checked]));
    const lacking = ["terms", "privacy"].filter((name) => !given[name]);
    names.forEach((name) => {
        const error = find(`#${name}-error`);
        error.textContent = lacking.includes(name) ? texts.agree : "";
        error.hidden = !lacking.includes(name);
    });
    if (lacking.length > 0) find(`#${lacking[0]}`).focus();
    return lacking.length > 0 ? null : given;
});
ready();
