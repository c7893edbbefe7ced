// The observer of development runs: runs at document start, in the main frame only, in its own script world. Production runs
// don't have it. It reports what the page's console, errors and policy violations say, without the values of secret fields.
//
// page world -> observer   a MessageEvent "journey-console" on the document: data is the level, a line feed, the text
// observer -> native       one string of JSON, see PageObserver.swift
(() => {
    "use strict";
    const handler = window.webkit.messageHandlers.journeyObserver;
    const longest = 4096;
    const most = 1000;
    let count = 0;

    // Values of secret fields, also those that were typed before: longest first, because one may contain another.
    const mostSecrets = 512;
    const shortestSecret = 3;
    const secretKinds = /(^|\s)(current-password|new-password|one-time-code|cc-number|cc-csc|cc-exp)(\s|$)/;
    let secrets = [];
    const isSecret = (field) =>
        field instanceof HTMLInputElement && (field.type === "password" || secretKinds.test(field.autocomplete));
    const keep = (value) => {
        const escaped = value.replaceAll("&", "&amp;").replaceAll('"', "&quot;");
        for (const form of [value, JSON.stringify(value).slice(1, -1), encodeURIComponent(value), escaped]) {
            if (form.length < shortestSecret || secrets.includes(form)) continue;
            if (secrets.length >= mostSecrets) return;
            secrets.push(form);
        }
        secrets.sort((first, second) => second.length - first.length);
    };
    const collect = () => {
        for (const field of document.querySelectorAll("input")) if (isSecret(field)) keep(field.value);
    };
    const noteInput = (event) => {
        const field = event.composedPath()[0];
        if (isSecret(field)) keep(field.value);
    };
    window.addEventListener("input", noteInput, true);
    window.addEventListener("change", noteInput, true);
    const clean = (value) => {
        let text = String(value ?? "");
        for (const secret of secrets) text = text.replaceAll(secret, "•••");
        return text.length > longest ? `${text.slice(0, longest)}…` : text;
    };

    const say = (kind, members) => {
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
        say("console", { level: text.slice(0, end), text: text.slice(end + 1) });
    });
    window.addEventListener("error", (event) => {
        if (!(event instanceof ErrorEvent)) {
            // The engine gives no reason. A missing file is reported by its status too.
            const source = event.target?.src || event.target?.href;
            if (source) say("error", { text: `${source.split(/[?#]/)[0]} was not used: missing, blocked, or of a wrong content type` });
            return;
        }
        const { message, filename, lineno, colno, error } = event;
        say("error", { text: message, file: filename, line: lineno, column: colno, stack: error?.stack });
    }, true);
    window.addEventListener("unhandledrejection", (event) => {
        const { reason } = event;
        const isError = reason !== null && typeof reason === "object" && "message" in reason;
        say("rejection", {
            text: isError ? `${reason.name}: ${reason.message}` : reason, stack: isError ? reason.stack : undefined,
        });
    });
    document.addEventListener("securitypolicyviolation", (event) => {
        say("violation", {
            text: event.effectiveDirective, blocked: event.blockedURI, file: event.sourceFile, line: event.lineNumber,
            column: event.columnNumber,
        });
    });
})();
