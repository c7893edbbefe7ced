extension Screen {
    /// Mistakes in the screen itself, one sentence each, for tests and scripts. Renderers draw such a screen as well as they can.
    package var complaints: [String] {
        var out: [String] = []
        func repeats(_ what: String, _ ids: [String]) {
            var seen: Set<String> = []
            for id in ids where !seen.insert(id).inserted { out.append("\(what) \(id) occurs twice.") }
            if ids.contains("") { out.append("\(what) has an empty id.") }
        }
        repeats("The action", actions.map(\.id))
        repeats("The field", fields.map(\.id))
        if title.isEmpty { out.append("The screen has no title.") }
        for action in actions {
            if action.label.isEmpty { out.append("The action \(action.id) has no label.") }
            if (action.role == .back) != (action.id == Screen.back) {
                out.append("The action \(action.id) has the role \(action.role); role and id back require each other.")
            }
            if [Screen.cancelled, Screen.expired].contains(action.id) {
                out.append("The action \(action.id) has a reserved id; choose another.")
            }
        }
        for block in body {
            switch block {
            case .picture(let picture) where picture.alternative.isEmpty:
                out.append("A picture has no alternative text.")
            case .code(let code) where code.alternative.isEmpty: out.append("A code has no alternative text.")
            case .progress(let progress) where progress.label == title: out.append("The progress repeats the title.")
            case .text(title), .empty(title): out.append("A text repeats the title.")
            case .notice(let notice) where notice.text == title: out.append("A notice repeats the title.")
            case .outcome(let outcome) where outcome.text == title: out.append("The outcome repeats the title.")
            default: break
            }
        }
        for field in fields {
            if field.label.isEmpty { out.append("The field \(field.id) has no label.") }
            switch field.kind {
            case .text, .date, .secret: break
            case .oneTimeCode(let digits), .pin(let digits):
                if !(1...12).contains(digits) {
                    out.append("The field \(field.id) wants \(digits) digits; 1 to 12 are possible.")
                }
            case .choice(let choice):
                repeats("The option", choice.options.map(\.id))
                if choice.counts.lowerBound > choice.options.count {
                    out.append(
                        "The field \(field.id) requires \(choice.counts.lowerBound) options but has \(choice.options.count)."
                    )
                }
            case .consent(let consent): repeats("The item", consent.items.map(\.id))
            }
        }
        return out
    }
}
