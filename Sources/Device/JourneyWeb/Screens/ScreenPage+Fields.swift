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
                    + " maxlength=\"\(digits * 2)\" size=\"\(digits)\" class=\"code\" dir=\"ltr\"")
        case .pin(let digits):
            line(
                field, index,
                " data-kind=\"secret\" type=\"password\" inputmode=\"numeric\" autocomplete=\"off\""
                    + " maxlength=\"\(digits)\" size=\"\(digits)\" class=\"code\" dir=\"ltr\""
                    + (field.pad == .shuffled ? " readonly" : ""),
                hint: language(.digitsHint(digits))) + (field.pad == .shuffled ? "\n" + pad(field, index) : "")
        case .secret:
            line(
                field, index,
                " data-kind=\"secret\" type=\"password\" autocomplete=\"off\" maxlength=\"\(Screen.Field.secretLimit)\""
            )
        case .choice(let choice): options(field, choice, index)
        case .consent(let consent): items(field, consent, index)
        }
    }

    private func line(_ field: Screen.Field, _ index: Int, _ attributes: String, hint: String? = nil) -> String {
        let optional = field.isOptional ? " <span class=\"mark\">\(HTMLText.escaped(language(.optional)))</span>" : ""
        let isFaulty = screen.inlineError != nil && index == 0
        let described = isFaulty ? "error fault-\(index)" : "fault-\(index)"
        return """
            <label for="field-\(index)" dir="auto">\(HTMLText.escaped(field.label))\(optional)</label>
            \(hintLine(field.hint ?? hint))<input id="field-\(index)" name="\(HTMLText.escaped(field.id))"\(attributes)\
            \(isFaulty ? " aria-invalid=\"true\"" : "") aria-describedby="\(described)"\(index == 0 ? " autofocus" : "")>
            """
    }

    private func hintLine(_ hint: String?) -> String {
        hint.map { "<p class=\"hint\" dir=\"auto\">\(HTMLText.escaped($0))</p>\n" } ?? ""
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
                below: option.detail.map { "<span class=\"hint\" dir=\"auto\">\(HTMLText.escaped($0))</span>" } ?? "")
        }
        return fieldset(field, index, rows)
    }

    private func items(_ field: Screen.Field, _ consent: Screen.Consent, _ index: Int) -> String {
        var rows: [String] = []
        var count = 0
        for group in consent.groups {
            let detail = group.detail.map { " <span class=\"hint\"><bdi>\(HTMLText.escaped($0))</bdi></span>" } ?? ""
            rows.append("<h2><bdi>\(HTMLText.escaped(group.title))</bdi>\(detail)</h2>")
            for item in group.items {
                let marks = [item.isRequired ? Phrase.required : nil, item.isRetained ? .willBeKept : nil]
                    .compactMap { $0.map { "<span class=\"mark\">\(HTMLText.escaped(language($0)))</span>" } }
                rows.append(
                    box(
                        field, id: item.id, label: item.label, isOn: item.isOn, type: "checkbox",
                        element: count == 0 ? "field-\(index)" : "field-\(index)-\(count)",
                        below: marks.joined(separator: " ")))
                count += 1
            }
        }
        return fieldset(field, index, rows)
    }

    private func fieldset(_ field: Screen.Field, _ index: Int, _ rows: [String]) -> String {
        """
        <fieldset data-kind="chosen" data-field="\(HTMLText.escaped(field.id))" aria-describedby="fault-\(index)">
        <legend dir="auto">\(HTMLText.escaped(field.label))</legend>
        \(hintLine(field.hint))\(rows.joined(separator: "\n"))
        </fieldset>
        """
    }

    private func box(
        _ field: Screen.Field, id: String, label: String, isOn: Bool, type: String, element: String, below: String
    ) -> String {
        """
        <label class="option"><input type="\(type)" id="\(element)" name="\(HTMLText.escaped(field.id))" \
        value="\(HTMLText.escaped(id))"\(isOn ? " checked" : "")>\
        <span><span dir="auto">\(HTMLText.escaped(label))</span> \(below)</span></label>
        """
    }

    func action(_ action: Screen.Action, id: String) -> String {
        let left = action.secondsLeft(at: now)
        let label = left > 0 && action.role == .resend ? language(.sendAgainIn(seconds: left)) : action.label
        let name =
            switch action.role {
            case .primary: "primary"
            case .secondary: "secondary"
            case .destructive: "destructive"
            case .back: "back"
            case .cancel: "cancel"
            case .resend: "resend"
            }
        return """
            <button type="submit" name="action" id="\(id)" value="\(HTMLText.escaped(action.id))" class="\(name)"\
            \(left > 0 ? " disabled" : "")><span dir="auto">\(HTMLText.escaped(label))</span></button>
            """
    }
}
