/// A page of a draft: a heading, an input field per value of the operation, and a button.
struct DraftPage {
    let operation: DraftOperation
    let isLast: Bool

    init(_ operation: DraftOperation, isLast: Bool) {
        self.operation = operation
        self.isLast = isLast
    }

    var html: String {
        """
        <!doctype html>
        <html lang="en-GB">
            <head>
                <meta charset="utf-8">
                <meta name="viewport" content="width=device-width, initial-scale=1">
                <title>\(DraftPage.escaped(operation.title))</title>
                <link rel="stylesheet" href="page.css">
                <script type="module" src="page.js"></script>
            </head>
            <body>
                <header>
                    <button type="button" id="cancel" data-text="cancel">Cancel</button>
                </header>
                <main>
                    <h1>\(DraftPage.escaped(operation.title))</h1>
                    <p id="notice" role="alert" tabindex="-1" hidden></p>
        \(operation.isShown ? answer : "")\
                    <form novalidate>
        \(operation.fields.map(field).joined())\
                        <button type="submit" id="continue" data-text="\(isLast ? "confirm" : "continue")"\(operation.isShown ? " disabled" : "")>\(isLast ? "Confirm" : "Continue")</button>
                    </form>
                </main>
            </body>
        </html>

        """
    }

    /// The list of what the bank answers, each value beside its words.
    private var answer: String {
        let rows = operation.answerRows.map { row in
            """
                            <div><dt>\(DraftPage.escaped(row.label))</dt><dd data-name="\(DraftPage.escaped(row.name))"></dd></div>

            """
        }
        return """
                        <dl id="answer" aria-live="polite" hidden>
            \(rows.joined())            </dl>

            """
    }

    private func field(_ field: DraftField) -> String {
        let hint = field.hint.map { "<small id=\"\(field.id)-hint\">\(DraftPage.escaped($0))</small>" } ?? ""
        let described = (field.hint == nil ? "" : "\(field.id)-hint ") + "\(field.id)-error"
        let common =
            "id=\"\(field.id)\" name=\"\(field.path)\" aria-describedby=\"\(described)\"\(field.isRequired ? " required" : "")"
        return """
            \(DraftPage.remark(field))                <div class="field">
                                <label for="\(field.id)">\(DraftPage.escaped(field.label))\(field.isRequired ? "" : " <span data-text=\"optional\">(optional)</span>")\(hint)</label>
                                \(DraftPage.input(field.kind, common))
                                <p class="error" id="\(field.id)-error" hidden></p>
                            </div>

            """
    }

    /// Returns a comment for the author about a field without a value in the scripts.
    private static func remark(_ field: DraftField) -> String {
        guard let gap = field.gap else { return "" }
        var text = escaped("autopilot.json and events.json have no value for this field: \(gap).")
        // Two hyphens are not allowed in an HTML comment.
        while text.contains("--") { text = text.replacing("--", with: "- -") }
        return "                <!-- \(text) -->\n"
    }

    private static func input(_ kind: DraftField.Kind, _ common: String) -> String {
        switch kind {
        case .text: "<input type=\"text\" autocomplete=\"off\" \(common)>"
        case .area: "<textarea rows=\"4\" \(common)></textarea>"
        case .email: "<input type=\"email\" autocomplete=\"email\" \(common)>"
        case .date: "<input type=\"text\" inputmode=\"numeric\" placeholder=\"2026-01-31\" \(common)>"
        case .integer: "<input type=\"text\" inputmode=\"numeric\" data-type=\"integer\" \(common)>"
        case .number: "<input type=\"text\" inputmode=\"decimal\" data-type=\"number\" \(common)>"
        case .flag: "<input type=\"checkbox\" \(common)>"
        case .choice(let words):
            "<select \(common)><option value=\"\"></option>"
                + words.map { "<option value=\"\(escaped($0))\">\(escaped(DraftField.words(of: $0)))</option>" }
                .joined()
                + "</select>"
        }
    }

    private static func escaped(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
            .replacing("\"", with: "&quot;")
    }
}

extension DraftOperation {
    /// The members of the answer that a page shows, with their words. Identifiers are for the journey and not for a person, except
    /// for a reference.
    var answerRows: [(name: String, label: String)] {
        outputs.compactMap { output in
            guard let label = output.label else { return nil }
            let isHidden =
                DraftOperation.identifies(output.name) && !output.name.lowercased().hasSuffix("reference")
            return isHidden ? nil : (output.name, label)
        }
    }
}
