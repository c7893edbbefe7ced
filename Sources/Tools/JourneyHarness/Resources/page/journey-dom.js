// A snapshot of the page's DOM for a trace: runs in a script world of its own, as the body of a function that returns JSON. It has
// no scripts, styles, event handlers or comments, and no values of secret fields.
//
// {"url", "title", "width", "height", "cut", "nodes": [[depth, "tag", {attributes}] or [depth, "#text", "text"]]}
"use strict";
const [mostNodes, longestText, longestValue, deepest] = [3000, 400, 200, 200];
const secretKinds = /(^|\s)(current-password|new-password|one-time-code|cc-number|cc-csc|cc-exp|cc-exp-month|cc-exp-year)(\s|$)/;
const left = new Set(["SCRIPT", "STYLE", "NOSCRIPT", "TEMPLATE", "LINK", "META", "BASE"]);
const addresses = new Set(["src", "href", "action", "formaction", "poster", "data", "srcset"]);
const isSecret = (field) =>
    (field instanceof HTMLInputElement || field instanceof HTMLSelectElement) && (field.type === "password" || secretKinds.test(field.autocomplete));
const secrets = [];
const collect = (root) => {
    for (const field of root.querySelectorAll("input, select")) {
        if (isSecret(field) && field.value.length >= 3) secrets.push(field.value);
    }
};
collect(document);
const clean = (text, longest) => {
    const masked = secrets.reduce((rest, secret) => rest.replaceAll(secret, "•••"), String(text)).toWellFormed();
    return masked.length > longest ? `${masked.slice(0, longest).toWellFormed()}…` : masked;
};
const address = (text) => {
    const value = String(text);
    if (value.startsWith("data:")) return `${value.slice(0, 40)}…`;
    return value.replace(/\?[^#]*/, "?…").replace(/#.*/, "#…");
};
const nodes = [];
let cut = false;
const attributes = (element) => {
    const out = {};
    for (const { name, value } of [...element.attributes].slice(0, 30)) {
        if (name.startsWith("on") || name === "nonce" || name === "value" || name === "style" || name === "srcdoc") continue;
        out[name] = clean(addresses.has(name) ? address(value) : value, longestValue);
    }
    if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement || element instanceof HTMLSelectElement) {
        if (element.type === "checkbox" || element.type === "radio") { if (element.checked) out.checked = ""; }
        else if (element.type !== "file" && element.value !== "") out.value = isSecret(element) ? "•••" : clean(element.value, longestValue);
    }
    if (element.scrollTop > 0) out["scroll-top"] = String(Math.round(element.scrollTop));
    return out;
};
const walk = (node, depth) => {
    if (nodes.length >= mostNodes || depth > deepest) { cut = true; return; }
    if (node.nodeType === Node.TEXT_NODE) {
        const text = node.data.replace(/\s+/g, " ").trim();
        if (text !== "") nodes.push([depth, "#text", clean(text, longestText)]);
        return;
    }
    if (node.nodeType !== Node.ELEMENT_NODE || left.has(node.tagName)) return;
    nodes.push([depth, node.localName, attributes(node)]);
    if (node.shadowRoot) {
        collect(node.shadowRoot);
        nodes.push([depth + 1, "#shadow", {}]);
        for (const child of node.shadowRoot.childNodes) walk(child, depth + 2);
    }
    for (const child of node.childNodes) walk(child, depth + 1);
};
if (document.documentElement) walk(document.documentElement, 0);
return JSON.stringify({
    url: address(location.href), title: clean(document.title, longestValue), width: innerWidth, height: innerHeight, cut, nodes,
});
