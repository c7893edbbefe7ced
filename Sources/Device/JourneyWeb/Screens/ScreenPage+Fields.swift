internal import JourneyBase

extension ScreenPage {
    /// Returns the field in its box. Its first input has the id `field-N`, and `fault-N` shows its error.
    func field(_ field: Screen.Field, index: Int) -> String {
        """
        <div class="field" id="part-\(index)">
        \(filling(field, index))
        <p class="fault" id="fault-\(index)" role="alert"></p>
        </div>
        """
    }

    private func filling(_ field: Screen.Field, _ index: Int) -> String {
        switch field.kind {
        case .text:
            line(field, index, " data-kind=\"text\" maxlength=\"\(Screen.Field.textLimit)\"" + keys(field.keyboard))
        case .oneTimeCode(let digits):
            line(
                field, index,
                " data-kind=\"text\" type=\"text\" inputmode=\"numeric\" autocomplete=\"one-time-code\""
                    // Some people put spaces between the digits.
                    + " maxlength=\"\(digits * 2)\" dir=\"ltr\"", cells: ("boxes", digits))
        case .date: day(field, index)
        case .pin(let digits):
            line(
                field, index,
                " data-kind=\"secret\" type=\"password\" inputmode=\"none\" autocomplete=\"off\""
                    + " maxlength=\"\(digits)\" dir=\"ltr\"" + (field.pad == .shuffled ? " readonly" : ""),
                cells: ("dots", digits))
        case .secret:
            line(
                field, index,
                " data-kind=\"secret\" type=\"password\" autocomplete=\"off\" maxlength=\"\(Screen.Field.secretLimit)\""
            )
        case .choice(let choice): options(field, choice, index)
        case .consent(let consent): items(field, consent, index)
        }
    }

    /// `true` if the screen's fault is that of its only field. Of several fields, the fault's sentence says which.
    private var isFaulty: Bool { screen.inlineError != nil && screen.fields.count == 1 }

    /// Returns an input with its label. With `cells`, the input lies over that many boxes or dots, which show what is typed.
    private func line(
        _ field: Screen.Field, _ index: Int, _ attributes: String, cells: (kind: String, count: Int)? = nil
    ) -> String {
        let optional = field.isOptional ? " <span class=\"mark\">\(HTMLText.escaped(language(.optional)))</span>" : ""
        let isFaulty = isFaulty
        let hint = cells.map { language(.digitsHint($0.count)) }
        let described = (isFaulty ? ["error"] : []) + ["fault-\(index)"] + (hint == nil ? [] : ["hint-\(index)"])
        let input = """
            <input id="field-\(index)" name="\(HTMLText.escaped(field.id))"\(attributes)\
            \(isFaulty ? " aria-invalid=\"true\"" : "") aria-describedby="\(described.joined(separator: " "))"\
            \(index == 0 ? " autofocus" : "")>
            """
        let entry =
            cells.map { cells in
                let row = String(repeating: "<span></span>", count: cells.count)
                return """
                    <span class="hidden" id="hint-\(index)">\(HTMLText.escaped(hint ?? ""))</span>\
                    <div class="cells \(cells.kind)" dir="ltr">\(input)<div aria-hidden="true">\(row)</div></div>
                    """
            } ?? input
        return """
            <label for="field-\(index)" dir="auto"\(screen.isNamedByTitle(field) ? " class=\"hidden\"" : "")>\
            \(HTMLText.escaped(field.label))\(optional)</label>
            \(hintLine(field.hint))\(entry)
            """
    }

    /// Returns the inputs of a date, in the order of all three languages. Nothing moves the focus by itself: a person can correct each part.
    private func day(_ field: Screen.Field, _ index: Int) -> String {
        let isFaulty = isFaulty
        let described = (isFaulty ? ["error"] : []) + ["fault-\(index)"]
        let inputs = CalendarDay.Part.allCases.map { part in
            let isFirst = part == .day
            return """
                <label class="part \(part.rawValue)"><span>\(HTMLText.escaped(language(part.phrase)))</span>\
                <input id="field-\(index)\(isFirst ? "" : "-\(part.rawValue)")" \
                name="\(HTMLText.escaped("\(field.id)-\(part.rawValue)"))" data-kind="part" type="text" inputmode="numeric" \
                maxlength="\(part.digits)"\(isFaulty ? " aria-invalid=\"true\"" : "")\
                \(isFirst && index == 0 ? " autofocus" : "")></label>
                """
        }
        let optional = field.isOptional ? " <span class=\"mark\">\(HTMLText.escaped(language(.optional)))</span>" : ""
        return """
            <fieldset class="date" data-kind="date" data-field="\(HTMLText.escaped(field.id))" \
            aria-describedby="\(described.joined(separator: " "))">
            <legend dir="auto">\(HTMLText.escaped(field.label))\(optional)</legend>
            \(hintLine(field.hint))<div class="parts">\(inputs.joined(separator: "\n"))</div>
            </fieldset>
            """
    }

    /// Returns a text whose masked numbers, such as `•••• 42`, signed amounts and negations stay on one line, and in which no line
    /// starts with a point between two facts.
    func whole(_ text: String) -> String {
        var text = text.replacing("•••• ", with: "••••\u{A0}").replacing("−", with: "−\u{2060}")
        if language == .bengali {
            for word in ScreenPage.negations { text = text.replacing(" \(word)", with: "\u{A0}\(word)") }
        }
        return HTMLText.escaped(text).replacing(" · ", with: "<span class=\"dot\">\u{A0}· </span>")
    }

    /// The words that make a Bengali sentence negative, which no line starts with: it would be read without them.
    private static let negations = ["না।", "না,", "নয়।", "নয়,", "নেই।", "নি।"]

    private func hintLine(_ hint: String?) -> String {
        hint.map { "<p class=\"hint\" dir=\"auto\">\(whole($0))</p>\n" } ?? ""
    }

    private func keys(_ keyboard: Screen.Field.Keyboard) -> String {
        switch keyboard {
        case .plain: " type=\"text\""
        case .number: " type=\"text\" inputmode=\"decimal\""
        case .phone: " type=\"tel\""
        case .email: " type=\"email\""
        }
    }

    private func options(_ field: Screen.Field, _ choice: Screen.Choice, _ index: Int) -> String {
        let rows = choice.options.enumerated().map { row, option in
            box(
                field, id: option.id, label: option.label, isOn: choice.chosen.contains(option.id),
                type: choice.isSingle ? "radio" : "checkbox",
                element: row == 0 ? "field-\(index)" : "field-\(index)-\(row)",
                below: option.detail.map { "<span class=\"hint\" dir=\"auto\">\(whole($0))</span>" } ?? "")
        }
        return fieldset(field, index, "<div class=\"options\">\(rows.joined(separator: "\n"))</div>")
    }

    private func items(_ field: Screen.Field, _ consent: Screen.Consent, _ index: Int) -> String {
        var out = ""
        var count = 0
        for group in consent.groups {
            let detail = group.detail.map { " <span class=\"hint\"><bdi>\(HTMLText.escaped($0))</bdi></span>" } ?? ""
            var rows: [String] = []
            for item in group.items {
                let marks = [item.isRequired ? Phrase.required : nil, item.isRetained ? .willBeKept : nil]
                    .compactMap { $0.map { "<span class=\"mark\">\(HTMLText.escaped(language($0)))</span>" } }
                let purpose = item.purpose.map { "<span class=\"hint\" dir=\"auto\">\(HTMLText.escaped($0))</span>" }
                let value = item.value.map {
                    """
                    <details><summary aria-label="\(HTMLText.escaped("\(language(.showValue)): \(item.label)"))">\
                    \(HTMLText.escaped(language(.showValue)))</summary>\
                    <p><bdi>\(HTMLText.escaped($0))</bdi></p></details>
                    """
                }
                rows.append(
                    "<div class=\"item\">"
                        + box(
                            field, id: item.id, label: item.label, isOn: item.isOn, type: "checkbox",
                            element: count == 0 ? "field-\(index)" : "field-\(index)-\(count)",
                            below: (purpose ?? "")
                                + (marks.isEmpty ? "" : "<span class=\"marks\">\(marks.joined(separator: " "))</span>"))
                        + (value ?? "") + "</div>")
                count += 1
            }
            out += """
                <h2><bdi>\(HTMLText.escaped(group.title))</bdi>\(detail)</h2>
                <div class="options">\(rows.joined(separator: "\n"))</div>
                """
        }
        return fieldset(field, index, out)
    }

    private func fieldset(_ field: Screen.Field, _ index: Int, _ filling: String) -> String {
        """
        <fieldset data-kind="chosen" data-field="\(HTMLText.escaped(field.id))" aria-describedby="fault-\(index)">
        <legend dir="auto">\(HTMLText.escaped(field.label))</legend>
        \(hintLine(field.hint))\(filling)
        </fieldset>
        """
    }

    private func box(
        _ field: Screen.Field, id: String, label: String, isOn: Bool, type: String, element: String, below: String
    ) -> String {
        """
        <label class="option"><input type="\(type)" id="\(element)" name="\(HTMLText.escaped(field.id))" \
        value="\(HTMLText.escaped(id))"\(isOn ? " checked" : "")>\
        <span class="words"><span dir="auto">\(HTMLText.escaped(label))</span> \(below)</span></label>
        """
    }

    func action(_ action: Screen.Action, id: String) -> String {
        let left = action.secondsLeft(at: now)
        let label = left > 0 && action.role == .resend ? language(.sendAgainIn(seconds: left)) : action.label
        let name =
            switch action.role {
            case .destructive: "destructive"
            case .resend: "resend"
            case .primary, .secondary, .back, .cancel: screen.isProminent(action) ? "primary" : "secondary"
            }
        return """
            <button type="submit" name="action" id="\(id)" value="\(HTMLText.escaped(action.id))" class="\(name)"\
            \(leaving(action))\(left > 0 ? " disabled" : "")><span dir="auto">\(whole(label))</span></button>
            """
    }
}
