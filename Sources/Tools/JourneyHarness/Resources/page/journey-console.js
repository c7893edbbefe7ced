// Development runs only, in the page's own world: reports the page's console output to the observer. Pages can see this script,
// and can imitate its messages.
(() => {
    "use strict";
    const longest = 16384;
    const deepest = 3;
    const widest = 20;
    const describe = (value, depth, isInside) => {
        if (typeof value === "string") return isInside ? JSON.stringify(value) : value;
        if (value instanceof Error) return `${value.name}: ${value.message}${value.stack ? `\n${value.stack}` : ""}`;
        if (value instanceof Element) return value.cloneNode(false).outerHTML;
        if (typeof value === "function") return `function ${value.name}`;
        if (value === null || typeof value !== "object") return String(value);
        if (depth === 0) return Array.isArray(value) ? "[…]" : "{…}";
        const names = Object.keys(value).slice(0, widest);
        const more = Object.keys(value).length > widest ? ", …" : "";
        if (Array.isArray(value)) {
            return `[${names.map((name) => describe(value[name], depth - 1, true)).join(", ")}${more}]`;
        }
        const members = names.map((name) => `${name}: ${describe(value[name], depth - 1, true)}`);
        return `{${members.join(", ")}${more}}`;
    };
    const text = (values) =>
        values.map((value) => {
            try {
                return describe(value, deepest, false).slice(0, longest);
            } catch {
                return "(a value that can't be read)";
            }
        }).join(" ").slice(0, longest);
    for (const level of ["debug", "log", "info", "warn", "error"]) {
        const own = console[level].bind(console);
        console[level] = (...values) => {
            document.dispatchEvent(new MessageEvent("journey-console", { data: `${level}\n${text(values)}` }));
            own(...values);
        };
    }
})();
