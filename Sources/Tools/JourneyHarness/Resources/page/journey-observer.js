// The observer of development runs: runs at document start, in the main frame only, in its own script world. Production runs
// don't have it. It reports what the page's console, errors and policy violations say, without the values of secret fields.
//
// page world -> observer   a MessageEvent "journey-console" on the document: data is the level, a line feed, the text
// observer -> native       one string of JSON, see PageReport.swift
(() => {
    "use strict";
    const handler = window.webkit.messageHandlers.journeyObserver;
    const longest = 4096;
    const most = 1000;
    let count = 0;

    // The latest values of secret fields, also those that were typed before.
    const mostSecrets = 512;
    const shortestSecret = 3;
    const secretKinds = /(^|\s)(current-password|new-password|one-time-code|cc-number|cc-csc|cc-exp|cc-exp-month|cc-exp-year)(\s|$)/;
    const secrets = [];
    const isSecret = (field) =>
        (field instanceof HTMLInputElement || field instanceof HTMLSelectElement) && (field.type === "password" || secretKinds.test(field.autocomplete));
    const addSecret = (value) => {
        const escaped = value.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("\u00a0", "&nbsp;");
        for (const form of [value, JSON.stringify(value).slice(1, -1), encodeURIComponent(value.toWellFormed()), escaped]) {
            if (form.length < shortestSecret || secrets.includes(form)) continue;
            if (secrets.length >= mostSecrets) secrets.shift();
            secrets.push(form);
        }
    };
    const collect = () => {
        const values = [...document.querySelectorAll("input, select")].filter(isSecret).map((field) => field.value);
        values.forEach(addSecret);
        // A code in boxes of one character each.
        addSecret(values.filter((value) => value.length === 1).join(""));
    };
    const recordInput = (event) => {
        const field = event.composedPath()[0];
        if (!isSecret(field)) return;
        // Fields in shadow trees are seen only here.
        addSecret(field.value);
        collect();
    };
    window.addEventListener("input", recordInput, true);
    window.addEventListener("change", recordInput, true);
    const clean = (value) => {
        // Longest first, because one may contain another.
        const longestFirst = secrets.toSorted((first, second) => second.length - first.length);
        const masked = longestFirst.reduce((text, secret) => text.replaceAll(secret, "•••"), String(value ?? ""));
        const text = masked.toWellFormed();
        return text.length > longest ? `${text.slice(0, longest).toWellFormed()}…` : text;
    };

    const send = (kind, members) => {
        if (count > most) return;
        count += 1;
        collect();
        const note = { kind: count > most ? "dropped" : kind };
        if (count <= most) {
            for (const [name, value] of Object.entries(members)) {
                note[name] = typeof value === "number" ? value : clean(value);
            }
        }
        handler.postMessage(JSON.stringify(note));
    };

    // The engine also reports the end of a load that this document has replaced.
    window.addEventListener("load", () => handler.postMessage(JSON.stringify({ kind: "loaded" })));
    document.addEventListener("journey-console", (event) => {
        const text = String(event.data);
        const end = text.indexOf("\n");
        send("console", { level: text.slice(0, end), text: text.slice(end + 1) });
    });
    window.addEventListener("error", (event) => {
        if (!(event instanceof ErrorEvent)) {
            // The engine gives no reason. A missing file is reported by its status too.
            const link = event.target?.src || event.target?.href;
            const source = link?.baseVal ?? link;
            if (typeof source !== "string" || source === "") return;
            const address = source.split(/[?#]/)[0];
            send("error", { text: `${address} was not used: missing, blocked, or of a wrong content type` });
            return;
        }
        const { message, filename, lineno, colno, error } = event;
        send("error", { text: message, file: filename, line: lineno, column: colno, stack: error?.stack });
    }, true);
    window.addEventListener("unhandledrejection", (event) => {
        const { reason } = event;
        const isError = reason !== null && typeof reason === "object" && "message" in reason;
        send("rejection", {
            text: isError ? `${reason.name}: ${reason.message}` : reason, stack: isError ? reason.stack : undefined,
        });
    });
    document.addEventListener("securitypolicyviolation", (event) => {
        send("violation", {
            text: event.effectiveDirective, blocked: event.blockedURI, file: event.sourceFile, line: event.lineNumber,
            column: event.columnNumber,
        });
    });
})();
