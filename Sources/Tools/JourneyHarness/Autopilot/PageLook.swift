import JourneyBase

/// What a page shows at one moment, as far as a press can have changed it. Values that were typed are in none of it.
package struct PageLook: Sendable, Hashable {
    /// A field that the page has marked as wrong, or that is required and empty.
    package struct Field: Sendable, Hashable {
        /// As the person reads it.
        package var label: String
        /// Its name or id.
        package var name: String
        /// What the page says of it; empty where it says nothing.
        package var message: String
        /// `true` if the page itself has marked it as wrong (`aria-invalid`). Else the engine alone finds it so, as it does a
        /// required field that nobody has filled in yet.
        package var isMarked = false
    }

    /// Differs between two documents.
    package var document: String
    /// Differs when anything in the document does.
    package var content: String
    /// The fields that the page has marked as wrong.
    package var invalid: [Field]
    /// The required fields that are empty.
    package var empty: [Field]
    /// The texts of visible alerts.
    package var alerts: [String]

    /// What the script below has returned, or `nil` for anything else.
    package init?(_ text: String) {
        guard let value = try? JSONReader.read(Array(text.utf8)), let document = value["document"]?.string,
            let content = value["content"]?.string
        else { return nil }
        self.document = document
        self.content = content
        invalid = PageLook.fields(value["invalid"])
        empty = PageLook.fields(value["empty"])
        alerts = (value["alerts"]?.array ?? []).compactMap(\.string)
    }

    private static func fields(_ value: JSONValue?) -> [Field] {
        (value?.array ?? []).map { field in
            Field(
                label: field["label"]?.string ?? "", name: field["name"]?.string ?? "",
                message: field["message"]?.string ?? "", isMarked: field["isMarked"] == true)
        }
    }

    /// `true` if the page says that something is wrong.
    package var complains: Bool { !invalid.isEmpty || !alerts.isEmpty }

    /// Returns `true` if it says so of more than it did in `before`: a notice that stood there already is no answer to a press.
    func complains(since before: PageLook?) -> Bool {
        !Set(invalid).subtracting(before?.invalid ?? []).isEmpty || alerts(since: before)
    }

    /// Returns `true` if it shows alerts that did not stand there in `before`.
    func alerts(since before: PageLook?) -> Bool { !Set(alerts).subtracting(before?.alerts ?? []).isEmpty }

    /// Returns `true` if the page itself says that something is wrong that it did not say in `before`. A field that a press has revealed,
    /// and that has yet to be filled in, is nothing of the kind.
    func saysWrong(since before: PageLook?) -> Bool {
        !Set(invalid.filter(\.isMarked)).subtracting(before?.invalid ?? []).isEmpty || alerts(since: before)
    }

    /// What the page says is wrong, in one sentence or several: fields with their messages, then alerts. Empty when the page
    /// says nothing and no required field is empty.
    package var complaint: String {
        var sentences = invalid.prefix(3).map { field in
            let said = field.message.isEmpty ? "is marked as wrong." : "says: “\(field.message)”"
            return "The field \(PageLook.name(of: field)) \(said)"
        }
        if invalid.isEmpty {
            sentences += empty.prefix(3).map { "The required field \(PageLook.name(of: $0)) is empty." }
        }
        sentences += alerts.prefix(2).map { "The page says: “\($0)”" }
        return sentences.joined(separator: " ")
    }

    private static func name(of field: Field) -> String {
        field.label.isEmpty ? "“\(field.name)”" : "“\(field.label)” (\(field.name))"
    }

    /// The body of a script that returns the look as JSON text, for an engine to run in the page.
    package static let script = """
        const isShown = (element) => element.getClientRects().length > 0
            && getComputedStyle(element).visibility !== "hidden";
        const cut = (text) => (text ?? "").replace(/\\s+/g, " ").trim().slice(0, 200);
        const label = (field) => {
            const own = field.labels?.[0];
            const text = own ? [...own.childNodes].find((node) => node.nodeType === 3 && node.data.trim())?.data
                ?? own.textContent : field.getAttribute("aria-label");
            return cut(text);
        };
        const message = (field) => {
            const ids = [field.getAttribute("aria-errormessage"), field.getAttribute("aria-describedby")]
                .flatMap((list) => (list ?? "").split(/\\s+/)).filter((id) => id !== "");
            const texts = ids.map((id) => document.getElementById(id))
                .filter((element) => element && isShown(element)).map((element) => cut(element.innerText));
            return texts.filter((text) => text !== "").pop() ?? cut(field.validationMessage);
        };
        const describe = (field) => ({
            label: label(field), name: field.name || field.id, message: message(field),
            isMarked: field.getAttribute("aria-invalid") === "true",
        });
        const fields = [...document.querySelectorAll("input, select, textarea")].filter(isShown);
        const isMarked = (field) => field.getAttribute("aria-invalid") === "true"
            || (field.form && !field.form.noValidate && field.willValidate && !field.validity.valid);
        const isEmpty = (field) => field.required && (field.type === "checkbox" ? !field.checked : field.value === "");
        let hash = 0;
        const add = (text) => {
            for (let index = 0; index < text.length; index += 1) hash = (hash * 31 + text.charCodeAt(index)) | 0;
        };
        add(document.documentElement.outerHTML);
        for (const field of fields) add(`${field.value}${field.checked}`);
        return JSON.stringify({
            document: `${performance.timeOrigin} ${location.href}`, content: String(hash),
            invalid: fields.filter(isMarked).slice(0, 8).map(describe),
            empty: fields.filter(isEmpty).slice(0, 8).map(describe),
            alerts: [...document.querySelectorAll("[role=alert]")].filter(isShown)
                .map((element) => cut(element.innerText)).filter((text) => text !== "").slice(0, 4),
        });
        """
}
