extension Screen {
    /// What is wrong with the screen itself, one sentence each, for tests and scripts; drawers draw it as well as it goes.
    package var complaints: [String] {
        var out: [String] = []
        func repeats(_ what: String, _ ids: [String]) {
            var seen: Set<String> = []
            for id in ids where !seen.insert(id).inserted { out.append("\(what) \(id) is there twice.") }
            if ids.contains("") { out.append("\(what) without an id.") }
        }
        repeats("The action", actions.map(\.id))
        repeats("The field", fields.map(\.id))
        if title.isEmpty { out.append("There is no title.") }
        for action in actions {
            if action.label.isEmpty { out.append("The action \(action.id) has no label.") }
            if (action.role == .back) != (action.id == Screen.back) {
                out.append("The action \(action.id) has the role \(action.role).")
            }
            if [Screen.cancelled, Screen.expired].contains(action.id) {
                out.append("The action \(action.id) has a name that means something else.")
            }
        }
        for case .picture(let picture) in body where picture.alternative.isEmpty {
            out.append("A picture has no words.")
        }
        for field in fields {
            if field.label.isEmpty { out.append("The field \(field.id) has no label.") }
            switch field.kind {
            case .text, .secret: break
            case .oneTimeCode(let digits), .pin(let digits):
                if !(1...12).contains(digits) { out.append("The field \(field.id) wants \(digits) digits.") }
            case .choice(let choice):
                repeats("The option", choice.options.map(\.id))
                if choice.counts.lowerBound > choice.options.count {
                    out.append("The field \(field.id) wants more than it has.")
                }
            case .consent(let consent): repeats("The item", consent.items.map(\.id))
            }
        }
        return out
    }
}
