internal import JourneyBase

/// A message of the script in a screen's page.
///
/// First, for each secret, `secret`, the drawing, the field's name and the input, separated by line feeds; they go from the
/// engine's memory into locked memory only. Then `{"action": id, "drawing": number, "values": {field id: text}, "chosen": {field
/// id: [option id]}}`.
enum ScreenMessage: Sendable {
    case secret(field: String, drawing: Int, Secret)
    case answer([UInt8])

    /// The longest secret that is read. A longer one is cut, and then too long for any field.
    static let secretLimit = 1_024
    private static let answerLimit = 256 * 1_024

    /// Reads a message from the engine's bytes; `nil` for an invalid one.
    init?(_ bytes: UnsafeRawBufferPointer) {
        guard bytes.starts(with: "secret\n".utf8) else {
            guard bytes.count <= ScreenMessage.answerLimit else { return nil }
            self = .answer(Array(bytes))
            return
        }
        let parts = bytes.split(separator: UInt8(ascii: "\n"), maxSplits: 3, omittingEmptySubsequences: false)
        guard parts.count == 4, parts[1].count < 10, parts[2].count <= 200,
            let drawing = Int(String(decoding: parts[1], as: UTF8.self))
        else { return nil }
        let typed = UnsafeRawBufferPointer(rebasing: parts[3].prefix(ScreenMessage.secretLimit))
        let secret = Secret(count: typed.count) { $0.copyMemory(from: typed) }
        self = .secret(field: String(decoding: parts[2], as: UTF8.self), drawing: drawing, secret)
    }
}

enum ScreenAnswer {
    /// Reads the answer from `bytes` when it belongs to page number `drawing`: a second press on one question must not answer the
    /// next. Does not check it against the screen; fields that the screen lacks are left out.
    static func read(
        _ bytes: [UInt8], of screen: Screen, drawing: Int, secrets: [String: Secret] = [:]
    ) -> ScreenAction? {
        guard let value = try? JSONReader.read(bytes, limits: JSONLimits(bytes: 256 * 1024, depth: 3, values: 4_000)),
            value["drawing"]?.string == "\(drawing)", let action = value["action"]?.string
        else { return nil }
        guard screen.action(action)?.role.submits == true else { return ScreenAction(action: action) }
        var values: [String: ScreenAction.Value] = [:]
        for field in screen.fields {
            switch field.kind {
            case .text: values[field.id] = value["values"]?[field.id]?.string.map { .text($0) }
            case .oneTimeCode:
                values[field.id] = value["values"]?[field.id]?.string.map { .text(Digits.ascii($0) ?? $0) }
            case .date: values[field.id] = value["values"]?[field.id]?.string.map { .text(day($0)) }
            case .pin: values[field.id] = secrets[field.id].map { .secret($0.asciiDigits() ?? $0) }
            case .secret: values[field.id] = secrets[field.id].map { .secret($0) }
            case .choice, .consent:
                values[field.id] = value["chosen"]?[field.id]?.array.map { .chosen(Set($0.compactMap(\.string))) }
            }
        }
        return ScreenAction(action: action, values: values)
    }

    /// Returns a date as `yyyy-MM-dd`; the text itself if its parts, which slashes separate, are no date.
    private static func day(_ text: String) -> String {
        let typed = text.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        guard typed.count == CalendarDay.Part.allCases.count else { return text }
        let parts = Dictionary(zip(CalendarDay.Part.allCases, typed), uniquingKeysWith: { first, _ in first })
        return CalendarDay(typed: parts)?.text ?? text
    }

    /// Handles the form in a script world of its own; the page has no script. Secret fields are emptied after they are sent. A
    /// button of the header submits nothing, so that Enter never presses it.
    static let script = """
        {
            const post = (text) => window.webkit.messageHandlers.journeyScreen.postMessage(text);
            const send = (action) => {
                const drawing = document.body.dataset.drawing;
                const values = {}, chosen = {};
                for (const input of document.querySelectorAll("input[data-kind=text]")) values[input.name] = input.value;
                for (const set of document.querySelectorAll("fieldset[data-kind=date]")) {
                    const typed = [...set.querySelectorAll("input")].map((input) => input.value.trim());
                    values[set.dataset.field] = typed.some((text) => text !== "") ? typed.join("/") : "";
                }
                for (const set of document.querySelectorAll("fieldset[data-kind=chosen]")) {
                    chosen[set.dataset.field] = [...set.querySelectorAll("input:checked")].map((input) => input.value);
                }
                for (const input of document.querySelectorAll("input[data-kind=secret]")) {
                    post(["secret", drawing, input.name, input.value].join("\\n"));
                    input.value = "";
                }
                globalThis.drawCells();
                post(JSON.stringify({ action, drawing, values, chosen }));
            };
            document.addEventListener("submit", (event) => {
                event.preventDefault();
                const first = document.querySelector("button[type=submit]");
                send((event.submitter ?? first)?.value);
            });
            document.addEventListener("click", (event) => {
                const button = event.target.closest?.("button[type=button][name=action]");
                if (button) send(button.value);
            });
            document.addEventListener("keydown", (event) => {
                if (event.key === "Escape") document.querySelector("button[data-leaves]:not([aria-disabled=true])")?.click();
            });
        }
        """

    /// Shows what is typed in the boxes of a code and the dots of a PIN, which lie under their inputs. Dots say how many digits
    /// there are, and nothing else.
    static let cells = """
        globalThis.drawCells = () => {
            for (const holder of document.querySelectorAll(".cells")) {
                const input = holder.querySelector("input");
                const typed = [...input.value].filter((one) => one.trim() !== "");
                const cells = [...holder.querySelectorAll("span")];
                cells.forEach((cell, index) => {
                    cell.className = index < typed.length ? "full" : index === typed.length ? "next" : "";
                    if (input.dataset.kind === "text") cell.textContent = typed[index] ?? "";
                });
                if (typed.length >= cells.length) cells.at(-1).classList.add("next");
            }
        };
        document.addEventListener("input", () => globalThis.drawCells());
        document.addEventListener("DOMContentLoaded", () => globalThis.drawCells());
        """

    /// The keys of PIN pads. A key types into its pad's input; one with a shuffled pad takes no keyboard. A full input, or a focus
    /// or a click on another one, changes the pad. A clicked key takes no focus, so that no picture reveals it.
    static let pad = """
        {
            const inputs = () => [...document.querySelectorAll(".dots input")];
            const give = (input) => {
                for (const pad of document.querySelectorAll(".pad")) pad.hidden = pad.dataset.pad !== input.id;
                for (const one of inputs()) one.parentElement.classList.toggle("open", one === input);
            };
            const owner = (target) => target.closest?.(".dots input");
            const goOn = (input) => {
                const all = inputs();
                const rest = all.slice(all.indexOf(input)).find((one) => one.value.length < one.maxLength);
                if (!rest || rest === input) return;
                give(rest);
                if (document.activeElement === input) rest.focus();
            };
            globalThis.openPad = () => { if (inputs()[0]) give(inputs()[0]); };
            document.addEventListener("DOMContentLoaded", () => globalThis.openPad());
            document.addEventListener("mousedown", (event) => {
                if (event.target.closest?.(".pad")) event.preventDefault();
            });
            document.addEventListener("focusin", (event) => { if (owner(event.target)) give(owner(event.target)); });
            document.addEventListener("input", (event) => {
                const input = owner(event.target);
                if (!input) return;
                input.value = input.value.replace(/\\P{Nd}/gu, "");
                globalThis.drawCells();
                goOn(input);
            });
            document.addEventListener("click", (event) => {
                if (owner(event.target)) return give(owner(event.target));
                const key = event.target.closest?.(".pad button");
                const input = key && document.getElementById(key.closest(".pad").dataset.pad);
                if (!input) return;
                if (key.dataset.key === "clear") input.value = "";
                else if (key.dataset.key === "delete") input.value = input.value.slice(0, -1);
                else if (input.value.length < input.maxLength) input.value += key.dataset.key;
                globalThis.drawCells();
                goOn(input);
            });
        }
        """

    /// Marks the pressed button of the answered page as busy, where it stands, and takes no other press.
    static let busy = """
        if (document.body.dataset.drawing !== drawing) return "";
        for (const button of document.querySelectorAll("button")) {
            if (button.name === "action" && button.value === action) button.setAttribute("aria-busy", "true");
            else button.setAttribute("aria-disabled", "true");
        }
        return "";
        """

    /// Draws another screen in the loaded document, if that is `document`: one form takes the place of the other, and nothing of the
    /// former stays. The first field, or else the title, takes the focus. Returns `drawn`.
    ///
    /// The document's content security policy holds for the new form too; the engine runs no script of a text that is set this way.
    static let draw = """
        if (document.body.dataset.document !== loaded) return "";
        const holder = document.createElement("template");
        holder.innerHTML = html;
        document.title = title;
        document.body.dataset.screen = screen;
        document.body.dataset.drawing = drawing;
        document.querySelector("form").replaceWith(holder.content);
        scrollTo(0, 0);
        globalThis.drawCells();
        globalThis.openPad();
        const heading = document.querySelector("h1");
        if (!document.querySelector("[autofocus]")) heading.tabIndex = -1;
        (document.querySelector("[autofocus]") ?? heading).focus();
        return "drawn";
        """

    /// Gives the form the classes of `layout`, replaces the elements of `parts` by id, and removes those of `gone`. An input that
    /// remains keeps its value and the focus.
    static let update = """
        const focused = document.activeElement?.id;
        const make = (html) => {
            const holder = document.createElement("template");
            holder.innerHTML = html;
            return holder.content.firstElementChild;
        };
        const keep = (input) => {
            const before = document.getElementById(input.id);
            if (before?.name !== input.name || before.type !== input.type) return;
            if (input.type !== "radio" && input.type !== "checkbox") input.value = before.value;
            else if (input.value === before.value) input.checked = before.checked;
        };
        document.querySelector("form").className = layout;
        for (const id of gone) document.getElementById(id)?.remove();
        for (const { id, html, after, region } of parts) {
            const old = document.getElementById(id), fresh = make(html);
            fresh.querySelectorAll("input").forEach(keep);
            if (old) old.replaceWith(fresh);
            else if (after) document.getElementById(after).after(fresh);
            else document.getElementById(region).prepend(fresh);
        }
        globalThis.drawCells();
        if (focused && document.activeElement?.id !== focused) document.getElementById(focused)?.focus();
        return "";
        """

    /// Shows an error: at the top, or at its field, which gets the focus. An error of an earlier drawing is not shown.
    static let showError = """
        if (document.body.dataset.drawing !== drawing) return "";
        const place = document.getElementById(where);
        for (const fault of document.querySelectorAll(".fault")) fault.textContent = "";
        place.hidden = false;
        place.textContent = text;
        globalThis.drawCells();
        for (const input of document.querySelectorAll("input")) input.removeAttribute("aria-invalid");
        const field = document.getElementById(focus);
        const invalid = field?.closest(".date")?.querySelectorAll("input") ?? (field ? [field] : []);
        for (const input of invalid) input.setAttribute("aria-invalid", "true");
        field?.focus();
        return "";
        """
}
