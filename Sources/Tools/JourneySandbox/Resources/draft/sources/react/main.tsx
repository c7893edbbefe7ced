import { Journey } from "journey-bridge";
import { createRoot } from "react-dom/client";
import { App } from "./App";
import { stepName } from "./form";
import { steps } from "./steps";
import "./style.css";

const step = steps[stepName()];
const root = document.getElementById("root");
if (step && root) {
    document.title = step.title;
    createRoot(root).render(<App step={step} connect={Journey.connect} />);
}
