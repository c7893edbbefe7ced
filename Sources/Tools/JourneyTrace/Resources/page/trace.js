// The interactive part of a trace's page. The page can be read without it. Everything from the trace is put into the document as
// text; no markup is ever parsed.
(() => {
    "use strict";
    const data = JSON.parse(document.getElementById("trace-data").textContent);
    const { lines, visits, snapshots } = data;
    const duration = Math.max(data.duration, 1);
    const byId = (id) => document.getElementById(id);
    const make = (tag, attributes = {}, ...children) => {
        const element = document.createElement(tag);
        for (const [name, value] of Object.entries(attributes)) {
            if (value === true) element.setAttribute(name, "");
            else if (value !== false && value !== undefined) element.setAttribute(name, value);
        }
        element.append(...children.filter((child) => child !== undefined && child !== null));
        return element;
    };
    const drawing = (tag, attributes) => {
        const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
        for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
        return element;
    };
    const seconds = (milliseconds) => `${(milliseconds / 1000).toFixed(2)} s`;
    const line = (number) => lines[number - 1];

    // ---- The rows, which are the page's own ----

    const rows = new Map();
    for (const row of document.querySelectorAll(".row")) rows.set(Number(row.id.slice(7)), row);
    const numbers = [...rows.keys()];
    if (numbers.length === 0) return;
    const order = new Map(numbers.map((number, index) => [number, index]));
    const visitOf = new Map();
    document.querySelectorAll(".visit").forEach((item, index) => {
        for (const row of item.querySelectorAll(".row")) visitOf.set(Number(row.id.slice(7)), index);
    });
    const starts = [];
    lines.forEach((one, index) => {
        if (one.kind === "input" || one.kind === "script") starts.push(index + 1);
    });
    /// The lines of one input and of what followed from it: the first number, and the one after the last.
    const group = (number) => {
        let [first, end] = [1, lines.length + 1];
        for (const start of starts) {
            if (start <= number) first = start;
            else { end = start; break; }
        }
        if (starts.length > 0 && number < starts[0]) end = starts[0];
        return [first, end];
    };

    let now = numbers[0];
    let visible = numbers;
    let tab = "why";

    // ---- Values ----

    const value = (one) => {
        if (one === undefined) return make("span", { class: "absent" }, "absent");
        const kind = one === null ? "null" : typeof one;
        return make("span", { class: `value ${kind}` }, typeof one === "string" ? JSON.stringify(one) : JSON.stringify(one) ?? "");
    };
    const tree = (one, name, isOpen) => {
        const label = name === undefined ? undefined : make("span", { class: "key" }, name);
        if (one === null || typeof one !== "object") return make("div", { class: "leaf" }, label, value(one));
        const entries = Object.entries(one);
        const size = Array.isArray(one) ? `[${entries.length}]` : `{${entries.length}}`;
        if (entries.length === 0) return make("div", { class: "leaf" }, label, make("span", { class: "absent" }, size));
        const part = make("details", { open: isOpen, class: "tree" }, make("summary", {}, label ?? "value", " ", make("small", {}, size)));
        // Filled when it is opened: most of a large value is never looked at.
        const fill = () => {
            if (part.childElementCount > 1) return;
            const list = make("div", { class: "children" });
            for (const [key, member] of entries.slice(0, 500)) list.append(tree(member, key, entries.length < 12 && isOpen));
            if (entries.length > 500) list.append(make("p", { class: "quiet" }, `${entries.length - 500} more`));
            part.append(list);
        };
        if (isOpen) fill();
        part.addEventListener("toggle", () => { if (part.open) fill(); });
        return part;
    };
    const flat = (one, path = "", out = new Map()) => {
        if (one !== null && typeof one === "object" && Object.keys(one).length > 0) {
            for (const [key, member] of Object.entries(one)) flat(member, path === "" ? key : `${path}.${key}`, out);
        } else if (one !== undefined && path !== "") {
            out.set(path, one);
        }
        return out;
    };
    const quiet = (text) => make("p", { class: "quiet" }, text);

    // ---- Panels ----

    const link = (number, ...content) => make("a", { href: `#moment-${number}`, "data-moment": number, class: "to" }, ...content);

    const whyEntry = (one, number, source) => {
        switch (one.kind) {
        case "guard": {
            const truth = one.value === true ? "true" : one.value === false ? "false" : "error";
            const table = make("table", { class: "paths" });
            for (const path of one.paths ?? []) {
                table.append(make("tr", {}, make("th", { scope: "row" }, path.path), make("td", {}, value(path.value))));
            }
            const lead = [one.emit ? `emit ${one.emit}` : "", one.to ? `go to ${one.to}` : ""].filter((text) => text !== "").join(", ");
            return make("div", { class: `card guard ${truth}` },
                make("p", { class: "source" }, make("span", { class: `pill ${truth}` }, truth), make("code", {}, one.source || "always")),
                (one.paths ?? []).length > 0 ? table : undefined,
                one.error ? make("p", { class: "problem" }, one.error) : undefined,
                make("p", { class: "quiet" }, `if true: ${lead === "" ? "stay" : lead}`));
        }
        case "transition": {
            const lead = [one.emit ? `emit ${one.emit}` : "", one.to ? `go to ${one.to}` : ""].filter((text) => text !== "").join(", ");
            return make("div", { class: "card taken" }, make("p", {}, make("b", {}, "Taken: "), lead === "" ? "stay" : lead,
                make("span", { class: "quiet" }, ` on ${one.event}`)));
        }
        case "event":
            return make("div", { class: "entry" }, make("b", {}, `event ${one.name}`), flat(one.payload).size > 0 ? tree(one.payload, "payload", ![source.payload, source.body].some((known) => JSON.stringify(known) === JSON.stringify(one.payload))) : undefined);
        case "call":
            return make("div", { class: "entry" }, make("b", {}, `call ${one.operation}`),
                one.problem ? make("p", { class: "problem" }, one.problem) : undefined, tree(one.arguments, "arguments", true));
        case "emit":
            return make("div", { class: "entry" }, make("b", {}, `to the page: ${one.name}`), flat(one.payload).size > 0 ? tree(one.payload, "payload", false) : undefined);
        case "enter":
            return make("div", { class: "entry step" }, make("b", {}, `enter ${one.step}`), make("span", { class: "quiet" }, ` ${one.type} step`));
        case "effect":
            return make("div", { class: "entry quiet" }, `${one.name}: ${one.detail}`);
        case "diagnostic": case "mismatch":
            return make("div", { class: "entry" }, make("p", { class: "problem" }, one.message, one.code ? ` (${one.code})` : ""));
        default: {
            const row = rows.get(number);
            return row ? make("div", { class: "entry" }, link(number, row.querySelector("span").textContent)) : undefined;
        }
        }
    };
    const why = () => {
        const [first, end] = group(now);
        const panel = make("div", {});
        const isInput = ["input", "script"].includes(line(first).kind);
        const head = isInput ? rows.get(first)?.querySelector("span").textContent : "Before the first event";
        panel.append(make("h3", {}, starts.length === 0 ? "This moment" : head));
        if (starts.length === 0) {
            const { at, kind, ...members } = line(now);
            panel.append(quiet("The state machine was not recorded."), tree(members, kind, true));
            return panel;
        }
        const source = line(first);
        const { at, kind, input, step, name, ...members } = source;
        if (first <= now && flat(members).size > 0 && kind === "input") panel.append(tree(members, "with", true));
        for (let number = first + (kind === "input" || kind === "script" ? 1 : 0); number < end; number += 1) {
            const one = line(number);
            if (["state", "dom", "picture", "timeline", "exchange"].includes(one.kind)) continue;
            const part = whyEntry(one, number, source);
            if (!part) continue;
            if (number === now) part.classList.add("here");
            panel.append(part);
        }
        if (!["input", "event", "guard", "transition", "call", "emit", "enter", "effect", "diagnostic", "mismatch", "script", "picture"].includes(line(now).kind)) {
            const { at: time, kind: own, ...rest } = line(now);
            panel.prepend(make("h3", {}, "This moment"), tree(rest.attributes ?? rest, own, true), ...(isInput ? [make("p", { class: "quiet" }, "The event before it:")] : []));
        }
        return panel;
    };

    const state = () => {
        const [first, end] = group(now);
        let [before, after] = [undefined, undefined];
        for (let number = 1; number < end; number += 1) {
            const one = line(number);
            if (one.kind !== "state") continue;
            if (number < first) before = one;
            else after = one;
        }
        const panel = make("div", {});
        if (!before && !after) return make("div", {}, make("h3", {}, "State"), quiet("No state was recorded up to this moment."));
        const pick = (one) => one === undefined ? {} : { step: one.step, phase: one.phase, calls: (one.calls ?? []).join(", ") || undefined, steps: one.steps };
        const [old, fresh] = [flat(pick(before)), flat(pick(after ?? before))];
        const table = make("table", { class: "diff" }, make("thead", {}, make("tr", {},
            make("th", { scope: "col" }, "path"), make("th", { scope: "col" }, "before"), make("th", { scope: "col" }, "after"))));
        const body = make("tbody", {});
        for (const path of [...new Set([...old.keys(), ...fresh.keys()])].sort()) {
            const [one, two] = [old.get(path), fresh.get(path)];
            if (JSON.stringify(one) === JSON.stringify(two)) continue;
            const change = one === undefined ? "added" : two === undefined ? "removed" : "changed";
            body.append(make("tr", { class: change }, make("th", { scope: "row" }, path), make("td", {}, value(one)), make("td", {}, value(two))));
        }
        table.append(body);
        panel.append(make("h3", {}, "What changed"));
        panel.append(body.childElementCount === 0 ? quiet("Nothing changed by this event.") : table);
        panel.append(make("h3", {}, "State after it"), tree(pick(after ?? before), "state", true));
        return panel;
    };

    const exchanges = lines.flatMap((one, index) => one.kind === "exchange" ? [index + 1] : []);
    let openCall;
    const calls = () => {
        const panel = make("div", {}, make("h3", {}, "Requests"));
        if (exchanges.length === 0) { panel.append(quiet("No request was recorded.")); return panel; }
        const slowest = Math.max(...exchanges.map((number) => line(number).milliseconds), 1);
        if (line(now).kind === "exchange") openCall = now;
        for (const number of exchanges) {
            const one = line(number);
            const status = one.response?.status;
            const isBad = status === undefined || status >= 400;
            const bar = make("span", { class: "bar" });
            const length = make("i", {});
            length.style.width = `${Math.max(2, one.milliseconds / slowest * 100)}%`;
            bar.append(length);
            const part = make("details", { class: `call${number > now ? " later" : ""}${number === now ? " here" : ""}`, open: number === openCall },
                make("summary", {}, make("b", { class: isBad ? "bad" : "" }, `${status ?? "–"}`), make("span", {}, `${one.request.method} ${one.operation}`),
                    make("small", {}, `${one.milliseconds} ms`), bar));
            const fill = () => {
                if (part.childElementCount > 1) return;
                part.append(make("p", { class: "url" }, one.request.url), make("p", { class: "quiet" }, "answered at ", link(number, seconds(one.at))));
                if (one.error) part.append(make("p", { class: "problem" }, `${one.error.code}: ${one.error.message}`));
                part.append(make("h4", {}, "Request"), tree(one.request.headers, "headers", false));
                if (one.request.body !== undefined) part.append(tree(one.request.body, "body", true));
                if (one.response) {
                    part.append(make("h4", {}, "Response"), tree(one.response.headers, "headers", false));
                    if (one.response.body !== undefined) part.append(tree(one.response.body, "body", true));
                }
            };
            if (number === openCall) fill();
            part.addEventListener("toggle", () => { if (part.open) { openCall = number; fill(); } });
            panel.append(part);
        }
        return panel;
    };

    const reports = lines.flatMap((one, index) => one.kind === "timeline" && one.name === "page" ? [index + 1] : []);
    const consolePanel = () => {
        const panel = make("div", {}, make("h3", {}, "Console and network of the pages"));
        const list = make("ul", { class: "console" });
        for (const number of reports.filter((one) => one <= now).slice(-400)) {
            const one = line(number);
            const about = one.attributes;
            const text = rows.get(number)?.querySelector("span").textContent ?? "";
            const isBad = rows.get(number)?.classList.contains("bad");
            list.append(make("li", { class: `${about.kind}${isBad ? " bad" : ""}${number === now ? " here" : ""}` },
                link(number, seconds(one.at)), make("span", {}, text),
                about.stack ? make("details", {}, make("summary", {}, "stack"), make("pre", {}, about.stack)) : undefined));
        }
        panel.append(list.childElementCount === 0 ? quiet("The pages have said nothing up to this moment.") : list);
        return panel;
    };

    const nearest = (members, number) => {
        const visit = visits[visitOf.get(number) ?? 0];
        const own = visit?.[members] ?? [];
        const before = own.filter((one) => one <= number);
        if (before.length > 0) return before.at(-1);
        if (own.length > 0) return own[0];
        return visits.flatMap((one) => one[members]).filter((one) => one <= number).sort((a, b) => a - b).at(-1);
    };

    let domSearch = "";
    const dom = () => {
        const panel = make("div", {});
        const found = nearest("snapshots", now);
        const entry = snapshots.find((one) => one.line === found);
        if (!entry) { panel.append(make("h3", {}, "DOM"), quiet("No snapshot of a page was recorded up to this moment.")); return panel; }
        const page = entry.snapshot;
        panel.append(make("h3", {}, String(page.title || "Page")), make("p", { class: "url" }, String(page.url ?? "")),
            make("p", { class: "quiet" }, `taken at ${seconds(line(found).at)}, ${page.width} × ${page.height}${page.cut ? ", cut at its limit" : ""}; secrets and scripts are left out`));
        const search = make("input", { type: "search", "aria-label": "Search in the DOM", placeholder: "Search in the DOM", value: domSearch });
        const box = make("pre", { class: "dom", role: "group", tabindex: "0", "aria-label": "Elements of the page" });
        const draw = () => {
            box.replaceChildren();
            const words = domSearch.toLowerCase();
            for (const node of (Array.isArray(page.nodes) ? page.nodes : []).slice(0, 5000)) {
                const [depth, name, content] = node;
                const row = make("div", {});
                row.style.paddingInlineStart = `${Math.min(Number(depth) || 0, 40) * 0.9}rem`;
                if (name === "#text") {
                    row.append(make("span", { class: "text" }, String(content)));
                } else {
                    row.append(make("span", { class: "tag" }, `<${name}`));
                    for (const [key, one] of Object.entries(content ?? {})) {
                        row.append(" ", make("span", { class: "attribute" }, key), "=", make("span", { class: "string" }, JSON.stringify(String(one))));
                    }
                    row.append(make("span", { class: "tag" }, ">"));
                }
                if (words !== "" && row.textContent.toLowerCase().includes(words)) row.classList.add("match");
                box.append(row);
            }
            if (words !== "") box.querySelector(".match")?.scrollIntoView({ block: "nearest" });
        };
        search.addEventListener("input", () => { domSearch = search.value; draw(); });
        draw();
        panel.append(search, box);
        return panel;
    };

    const adopted = (id) => {
        const section = byId(id);
        section.hidden = false;
        return section;
    };
    const graph = byId("graph");
    const hasGraph = graph.querySelector("svg") !== null;
    const about = byId("about");
    graph.remove();
    about.remove();
    const graphPanel = () => {
        const step = visits[visitOf.get(now) ?? 0]?.step;
        for (const box of graph.querySelectorAll("[data-step]")) box.classList.toggle("now", box.getAttribute("data-step") === step);
        graph.hidden = false;
        return graph;
    };
    const panels = {
        why: ["Why", why], state: ["State", state], calls: ["Calls", calls], console: ["Console", consolePanel], dom: ["DOM", dom],
        ...(hasGraph ? { graph: ["Graph", graphPanel] } : {}), about: ["About", () => about],
    };

    // ---- The stage ----

    const stage = byId("stage");
    const tabs = make("div", { role: "tablist", "aria-label": "Panels", class: "tabs" });
    const panel = make("div", { role: "tabpanel", id: "panel", tabindex: "0", class: "panel" });
    for (const [index, [key, [label]]] of Object.entries(panels).entries()) {
        const button = make("button", { role: "tab", type: "button", id: `tab-${key}`, "aria-controls": "panel", title: `${label} (${index + 1})` }, label);
        button.addEventListener("click", () => show(key));
        tabs.append(button);
    }
    tabs.addEventListener("keydown", (event) => {
        const way = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
        if (!way) return;
        const keys = Object.keys(panels);
        show(keys.at((keys.indexOf(tab) + way) % keys.length));
        byId(`tab-${tab}`).focus();
        event.preventDefault();
        event.stopPropagation();
    });
    const screen = make("figure", { class: "screen" });
    const crumb = make("p", { class: "crumb", "aria-live": "polite" });
    const previous = make("button", { type: "button", "aria-label": "Previous moment", title: "Previous moment (k)" }, "‹");
    const next = make("button", { type: "button", "aria-label": "Next moment", title: "Next moment (j)" }, "›");
    previous.addEventListener("click", () => move(-1));
    next.addEventListener("click", () => move(1));

    // ---- The track, which shows when things happened ----

    const track = make("div", { class: "track", role: "slider", tabindex: "0", "aria-label": "Moment", "aria-valuemin": "1", "aria-valuemax": String(numbers.length) });
    const place = (at) => `${at / duration * 100}%`;
    visits.forEach((visit, index) => {
        const band = make("span", { class: `band ${visit.type || "none"}${index % 2 ? " odd" : ""}` }, make("em", {}, visit.step || "start"));
        band.style.left = place(visit.entered);
        band.style.width = `${Math.max(0.2, (visit.left - visit.entered) / duration * 100)}%`;
        track.append(band);
    });
    const ticks = drawing("svg", { class: "ticks", viewBox: "0 0 1000 10", preserveAspectRatio: "none", "aria-hidden": "true" });
    const paths = {};
    for (const number of numbers) {
        const row = rows.get(number);
        const key = row.classList.contains("bad") ? "bad" : row.classList[1];
        paths[key] = `${paths[key] ?? ""}M${(line(number).at / duration * 1000).toFixed(1)} 0V10`;
    }
    for (const [key, path] of Object.entries(paths)) ticks.append(drawing("path", { class: key, d: path, "vector-effect": "non-scaling-stroke" }));
    const head = make("span", { class: "playhead" });
    track.append(ticks, head);
    const closest = (x) => {
        const box = track.getBoundingClientRect();
        const at = Math.min(Math.max((x - box.left) / box.width, 0), 1) * duration;
        const list = visible.length > 0 ? visible : numbers;
        return list.reduce((best, number) => Math.abs(line(number).at - at) < Math.abs(line(best).at - at) ? number : best, list[0]);
    };
    track.addEventListener("pointerdown", (event) => {
        track.setPointerCapture(event.pointerId);
        select(closest(event.clientX));
    });
    track.addEventListener("pointermove", (event) => {
        if (track.hasPointerCapture(event.pointerId)) select(closest(event.clientX));
    });
    track.addEventListener("keydown", (event) => {
        const way = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 }[event.key];
        if (!way) return;
        move(way);
        event.preventDefault();
        event.stopPropagation();
    });
    const film = make("div", { class: "film", role: "group", "aria-label": "Pictures" });
    const frames = [];
    for (const number of visits.flatMap((visit) => visit.pictures)) {
        const image = byId(`picture-${number}`);
        if (!image) continue;
        const step = String(line(number).step ?? "");
        const button = make("button", { type: "button", "aria-label": `Picture of ${step} at ${seconds(line(number).at)}` }, make("img", { src: image.src, alt: "" }), make("small", {}, step));
        button.addEventListener("click", () => select(number));
        frames.push([number, button]);
        film.append(button);
    }
    stage.append(
        make("h2", { class: "hidden" }, "The moment"),
        make("div", { class: "strip" }, track, frames.length > 0 ? film : undefined),
        make("div", { class: "bench" },
            make("div", { class: "left" }, make("div", { class: "where" }, previous, crumb, next), screen),
            make("div", { class: "right" }, tabs, panel, make("a", { class: "jump", href: "#timeline" }, "All moments"))));
    stage.hidden = false;

    // ---- Search and filters ----

    const tools = byId("tools");
    const search = make("input", { type: "search", id: "search", placeholder: "Search everything", "aria-label": "Search the trace", title: "Search (/)" });
    const found = make("p", { class: "found", "aria-live": "polite" });
    const filters = make("div", { class: "filters", role: "group", "aria-label": "Kinds of moments" });
    const chosen = new Set();
    const kinds = [["event", "Events"], ["guard", "Guards"], ["call", "Calls"], ["page", "Pages"], ["person", "Person"], ["bad", "Problems"]];
    for (const [key, label] of kinds) {
        const count = numbers.filter((number) => rows.get(number).classList.contains(key)).length;
        if (count === 0) continue;
        const button = make("button", { type: "button", "aria-pressed": "false", class: key }, label, make("small", {}, String(count)));
        button.addEventListener("click", () => {
            if (chosen.has(key)) chosen.delete(key); else chosen.add(key);
            button.setAttribute("aria-pressed", String(chosen.has(key)));
            filter();
        });
        filters.append(button);
    }
    const texts = new Map();
    const textOf = (number) => {
        if (!texts.has(number)) texts.set(number, `${rows.get(number).querySelector("a").textContent} ${JSON.stringify(line(number))}`.toLowerCase());
        return texts.get(number);
    };
    const filter = () => {
        const words = search.value.trim().toLowerCase().split(/\s+/).filter((word) => word !== "");
        visible = numbers.filter((number) => {
            const classes = rows.get(number).classList;
            const isChosen = chosen.size === 0 || [...chosen].some((key) => classes.contains(key));
            return isChosen && (words.length === 0 || words.every((word) => textOf(number).includes(word)));
        });
        const shown = new Set(visible);
        for (const [number, row] of rows) row.hidden = !shown.has(number);
        for (const item of document.querySelectorAll(".visit")) item.hidden = item.querySelector(".row:not([hidden])") === null;
        found.textContent = visible.length === numbers.length ? "" : `${visible.length} of ${numbers.length} moments`;
    };
    let waiting;
    search.addEventListener("input", () => {
        clearTimeout(waiting);
        waiting = setTimeout(filter, 80);
    });
    const help = make("dialog", { "aria-labelledby": "help-title" }, make("h2", { id: "help-title" }, "Keyboard"));
    const keys = make("dl", {});
    for (const [key, meaning] of [["j, ↓", "next moment"], ["k, ↑", "previous moment"], ["n, p", "next, previous step"], ["Home, End", "first, last moment"],
        ["/", "search"], ["1–7", "panel"], ["Esc", "clear the search"], ["?", "this list"]]) {
        keys.append(make("div", {}, make("dt", {}, make("kbd", {}, key)), make("dd", {}, meaning)));
    }
    const close = make("button", { type: "button" }, "Close");
    close.addEventListener("click", () => help.close());
    help.append(keys, close);
    const helpButton = make("button", { type: "button", class: "help", "aria-label": "Keyboard shortcuts", title: "Keyboard shortcuts (?)" }, "?");
    helpButton.addEventListener("click", () => help.showModal());
    tools.append(make("div", { class: "search" }, search, helpButton), filters, found);
    tools.hidden = false;
    document.body.append(help);

    // ---- Choosing a moment ----

    const show = (key) => {
        tab = key;
        for (const button of tabs.children) {
            const isOn = button.id === `tab-${key}`;
            button.setAttribute("aria-selected", String(isOn));
            button.tabIndex = isOn ? 0 : -1;
        }
        panel.setAttribute("aria-labelledby", `tab-${key}`);
        panel.replaceChildren(panels[key][1]());
    };
    const drawScreen = () => {
        const number = nearest("pictures", now);
        const image = number && byId(`picture-${number}`);
        const visit = visits[visitOf.get(now) ?? 0];
        // A screen that was shown later than the picture, such as on a terminal.
        let text;
        for (let one = now; one >= (visit?.first ?? 1); one -= 1) {
            if (line(one).kind === "timeline" && line(one).name === "screen") { text = line(one).attributes; break; }
        }
        const isOwn = visit?.pictures.includes(number);
        if (image && (isOwn || !text)) {
            const picture = make("img", { src: image.src, alt: image.alt });
            screen.replaceChildren(picture, make("figcaption", {}, isOwn ? `${visit.step}, at ${seconds(line(number).at)}` : `still ${line(number).step}`));
        } else if (text) {
            screen.replaceChildren(make("div", { class: "native" }, make("b", {}, String(text.title ?? "")),
                text.text ? make("p", {}, String(text.text)) : undefined,
                ...(text.fields ?? []).map((field) => make("span", { class: "field" }, String(field))),
                ...(text.actions ?? []).map((action) => make("span", { class: "action" }, String(action)))), make("figcaption", {}, "a screen of the app"));
        } else {
            screen.replaceChildren(make("div", { class: "none" }, make("span", {}, "Nothing is on screen: the app does this by itself.")), make("figcaption", {}, visit?.step ?? ""));
        }
        for (const [one, button] of frames) {
            const isHere = one === number;
            button.setAttribute("aria-pressed", String(isHere));
            if (isHere) {
                const [box, own] = [film.getBoundingClientRect(), button.getBoundingClientRect()];
                if (own.left < box.left || own.right > box.right) film.scrollLeft += own.left - box.left - box.width / 2;
            }
        }
    };
    const select = (number, isQuiet = false) => {
        if (!rows.has(number)) return;
        rows.get(now)?.querySelector("a").removeAttribute("aria-current");
        now = number;
        const row = rows.get(number);
        row.querySelector("a").setAttribute("aria-current", "true");
        if (row.hidden) { search.value = ""; chosen.clear(); filters.querySelectorAll("button").forEach((one) => one.setAttribute("aria-pressed", "false")); filter(); }
        const list = byId("timeline");
        const scrolls = getComputedStyle(list).overflowY === "auto";
        if (scrolls) row.scrollIntoView({ block: isQuiet ? "center" : "nearest" });
        const visit = visits[visitOf.get(number) ?? 0];
        const text = row.querySelector("span").textContent;
        crumb.replaceChildren(make("b", {}, visit?.step || "start"), make("span", {}, text), make("small", {}, `${seconds(line(number).at)} · ${order.get(number) + 1} of ${numbers.length}`));
        head.style.left = place(line(number).at);
        track.setAttribute("aria-valuenow", String(order.get(number) + 1));
        track.setAttribute("aria-valuetext", `${seconds(line(number).at)}, ${visit?.step ?? ""}: ${text}`);
        drawScreen();
        show(tab);
        if (!isQuiet) {
            try { history.replaceState(null, "", `#moment-${number}`); } catch { /* The address of a page in a frame may not change. */ }
        }
    };
    const reveal = () => {
        if (getComputedStyle(byId("timeline")).overflowY !== "auto") stage.scrollIntoView();
    };
    const move = (way) => {
        const list = visible.length > 0 ? visible : numbers;
        let index = list.indexOf(now);
        if (index < 0) index = list.findIndex((number) => number > now) - (way > 0 ? 1 : 0);
        select(list[Math.min(Math.max(index + way, 0), list.length - 1)]);
    };
    const moveStep = (way) => {
        const wanted = (visitOf.get(now) ?? 0) + way;
        const target = numbers.find((number) => visitOf.get(number) === wanted);
        if (target) select(target);
    };
    document.addEventListener("click", (event) => {
        const anchor = event.target instanceof Element ? event.target.closest("a[href^='#moment-']") : null;
        if (!anchor || event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
        event.preventDefault();
        select(Number(anchor.getAttribute("href").slice(8)));
        // Where the list is below the stage, what was chosen is shown.
        if (anchor.closest(".row")) reveal();
    });
    document.addEventListener("keydown", (event) => {
        const isTyping = event.target instanceof HTMLInputElement;
        if (event.key === "Escape" && isTyping) { event.target.value = ""; event.target.dispatchEvent(new Event("input")); event.target.blur(); return; }
        if (isTyping || help.open || event.metaKey || event.ctrlKey || event.altKey) return;
        const acts = {
            j: () => move(1), ArrowDown: () => move(1), k: () => move(-1), ArrowUp: () => move(-1), n: () => moveStep(1), p: () => moveStep(-1),
            Home: () => select((visible.length > 0 ? visible : numbers)[0]), End: () => select((visible.length > 0 ? visible : numbers).at(-1)),
            "/": () => search.focus(), "?": () => help.showModal(),
        };
        const names = Object.keys(panels);
        const act = acts[event.key] ?? (/^[1-9]$/.test(event.key) && names[Number(event.key) - 1] ? () => show(names[Number(event.key) - 1]) : undefined);
        if (!act) return;
        // Arrows scroll a panel that has the focus.
        if (event.key.startsWith("Arrow") && panel.contains(document.activeElement)) return;
        act();
        event.preventDefault();
    });
    const follow = (isQuiet) => {
        const match = /^#moment-(\d+)$/.exec(location.hash);
        const number = match ? Number(match[1]) : undefined;
        // A line without a row is shown by the row before it.
        const target = number === undefined ? undefined : numbers.filter((one) => one <= number).at(-1);
        select(target ?? now, isQuiet);
    };
    window.addEventListener("hashchange", () => follow(true));
    document.documentElement.classList.add("app");
    const problem = numbers.find((number) => rows.get(number).classList.contains("bad") && rows.get(number).classList.contains("event"));
    now = document.querySelector(".badge.bad") && problem ? problem : numbers.find((number) => visits[visitOf.get(number) ?? 0]?.step !== "") ?? numbers[0];
    follow(true);
    // The engine scrolls to the address's row; here its moment is at the top.
    if (location.hash.startsWith("#moment-")) window.addEventListener("load", () => requestAnimationFrame(() => { follow(true); reveal(); }));
})();
