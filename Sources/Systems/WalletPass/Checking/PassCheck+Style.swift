import JourneyBase

extension PassCheck {
    /// The one style, when there is one.
    mutating func checkStyle() -> PassStyle? {
        let styles = PassStyle.allCases.filter { content[$0.rawValue] != nil }
        guard styles.count == 1, let style = styles.first else {
            let names = PassStyle.allCases.map(\.rawValue).joined(separator: ", ")
            let found = styles.isEmpty ? "none of them is" : "\(styles.count) of them are"
            add(.style, "pass.json", "A pass has exactly one of \(names); \(found) there.")
            return nil
        }
        let place = "pass.json/\(style.rawValue)"
        guard let object = content[style.rawValue]?.object else {
            add(.style, place, "\(style.rawValue) is an object.")
            return nil
        }
        let types = ["Air", "Boat", "Bus", "Generic", "Train"].map { "PKTransitType\($0)" }
        switch (style, object["transitType"]) {
        case (.boardingPass, nil):
            add(
                .missing, "\(place)/transitType",
                "A boarding pass says its transitType: \(types.joined(separator: ", ")).")
        case (.boardingPass, let type?) where !types.contains(type.string ?? ""):
            add(.invalid, "\(place)/transitType", "transitType is one of \(types.joined(separator: ", ")).")
        case (.boardingPass, _), (_, nil): break
        case (_, _?): warn(.unknown, "\(place)/transitType", "Only a boarding pass has a transitType.")
        }
        if content["groupingIdentifier"] != nil, style != .boardingPass, style != .eventTicket {
            warn(
                .unknown, "pass.json/groupingIdentifier",
                "Only boarding passes and event tickets are grouped.")
        }
        return style
    }

    /// The fields of all parts: no key twice, not more than are shown, values that can be drawn.
    mutating func checkFields(_ style: PassStyle) {
        guard let object = content[style.rawValue]?.object else { return }
        var keys: Set<String> = []
        for part in PassStyle.parts {
            guard let value = object[part] else { continue }
            let place = "pass.json/\(style.rawValue)/\(part)"
            guard let fields = value.array else {
                add(.fields, place, "\(part) is an array.")
                continue
            }
            if let most = style.mostFields(in: part), fields.count > most {
                warn(.fields, place, "At most \(most) of the \(fields.count) fields are shown here.")
            }
            for (index, field) in fields.enumerated() { checkField(field, at: "\(place)/\(index)", &keys) }
        }
        for name in object.keys.sorted() where !PassStyle.parts.contains(name) && name != "transitType" {
            warn(
                .unknown, "pass.json/\(style.rawValue)/\(name)",
                "Wallet does not know \(name) and passes it over.")
        }
    }

    private mutating func checkField(_ value: JSONValue, at place: String, _ keys: inout Set<String>) {
        guard let field = value.object else { return add(.fields, place, "A field is an object.") }
        if let key = field["key"]?.string, !key.isEmpty {
            if !keys.insert(key).inserted {
                add(.fields, "\(place)/key", "There is another field of the key \(key); each has one of its own.")
            }
        } else {
            add(.fields, "\(place)/key", "A field has a key, which is a text.")
        }
        switch field["value"] {
        case .string, .number: break
        case nil: add(.fields, "\(place)/value", "A field has a value.")
        default: add(.fields, "\(place)/value", "A field's value is a text or a number.")
        }
        check(field, "label", at: place, "a text") { $0.string != nil }
        check(field, "changeMessage", at: place, "a text with %@ where the value goes") {
            $0.string?.contains("%@") == true
        }
        let alignments = ["Left", "Center", "Right", "Natural"].map { "PKTextAlignment\($0)" }
        check(field, "textAlignment", at: place, "one of \(alignments.joined(separator: ", "))") {
            alignments.contains($0.string ?? "")
        }
        let dates = ["None", "Short", "Medium", "Long", "Full"].map { "PKDateStyle\($0)" }
        for name in ["dateStyle", "timeStyle"] {
            check(field, name, at: place, "one of \(dates.joined(separator: ", "))") { dates.contains($0.string ?? "") }
        }
        if field["dateStyle"] != nil || field["timeStyle"] != nil {
            check(field, "value", at: place, "a date with its time zone, because it has a date's style") {
                PassDate.isGood($0.string ?? "")
            }
        }
        let numbers = ["Decimal", "Percent", "Scientific", "SpellOut"].map { "PKNumberStyle\($0)" }
        check(field, "numberStyle", at: place, "one of \(numbers.joined(separator: ", "))") {
            numbers.contains($0.string ?? "")
        }
        check(field, "currencyCode", at: place, "three capital letters (ISO 4217)") {
            $0.string.map(CurrencyCode.isOne) ?? false
        }
        if field["numberStyle"] != nil || field["currencyCode"] != nil {
            check(field, "value", at: place, "a number, because it has a number's style") { $0.number != nil }
        }
    }
}
