import { connect, ready, showProblems, submits, texts, values } from "./opening.js";

const bridge = await connect();

submits(bridge, texts.sending, "fundsRejected", () => {
    const given = values("sourceOfFunds");
    return showProblems(given.sourceOfFunds === "" ? { sourceOfFunds: texts.required } : {}) ? null : given;
});
ready();
