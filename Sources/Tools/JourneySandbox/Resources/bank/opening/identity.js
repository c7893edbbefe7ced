import { connect, ready, submits, texts } from "./opening.js";

const bridge = await connect();
submits(bridge, texts.oneMoment, null, () => ({}));
ready();
