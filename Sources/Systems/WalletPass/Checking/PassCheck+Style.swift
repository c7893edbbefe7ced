import JourneyBase

extension PassCheck {
    /// Checks the style and returns it when there is exactly one.
    mutating func checkStyle() -> PassStyle? {
        let styles = PassStyle.allCases.filter { content[$0.rawValue] != nil }
        guard styles.count == 1, let style = styles.first else {
            let names = PassStyle.allCases.map(\.rawValue).joined(separator: ", ")
            let found = styles.isEmpty ? "none of them is" : "\(styles.count) of them are"
            add(.style, "pass.json", "A pass must have exactly one of \(names); \(found) present.")
            return nil
        }
        let place = "pass.json/\(style.rawValue)"
        guard let object = content[style.rawValue]?.object else {
            add(.style, place, "\(style.rawValue) must be an object.")
            return nil
        }
        let types = ["Air", "Boat", "Bus", "Generic", "Train"].map { "PKTransitType\($0)" }
        switch (style, object["transitType"]) {
        case (.boardingPass, nil):
            add(
                .missing, "\(place)/transitType",
                "A boarding pass must have a transitType: \(types.joined(separator: ", ")).")
        case (.boardingPass, let type?) where !types.contains(type.string ?? ""):
            add(.invalid, "\(place)/transitType", "transitType must be one of \(types.joined(separator: ", ")).")
        case (.boardingPass, _), (_, nil): break
        case (_, _?): warn(.unknown, "\(place)/transitType", "transitType is for boarding passes only.")
        }
        if content["groupingIdentifier"] != nil, style != .boardingPass, style != .eventTicket {
            warn(
                .unknown, "pass.json/groupingIdentifier",
                "groupingIdentifier is for boarding passes and event tickets only.")
        }
        return style
    }

    /// Checks the fields of all parts: unique keys, the displayed number, and values that can be displayed.
    mutating func checkFields(_ style: PassStyle) {
        guard let object = content[style.rawValue]?.object else { return }
        var keys: Set<String> = []
        for part in PassStyle.parts {
            guard let value = object[part] else { continue }
            let place = "pass.json/\(style.rawValue)/\(part)"
            guard let fields = value.array else {
                add(.fields, place, "\(part) must be an array.")
                continue
            }
            if let most = style.mostFields(in: part), fields.count > most {
                warn(.fields, place, "Wallet shows at most \(most) of the \(fields.count) fields here.")
            }
            for (index, field) in fields.enumerated() { checkField(field, at: "\(place)/\(index)", &keys) }
        }
        for name in object.keys.sorted() where !PassStyle.parts.contains(name) && name != "transitType" {
            warn(
                .unknown, "pass.json/\(style.rawValue)/\(name)",
                "Wallet does not know \(name) and ignores it.")
        }
    }

    private mutating func checkField(_ value: JSONValue, at place: String, _ keys: inout Set<String>) {
        guard let field = value.object else { return add(.fields, place, "A field must be an object.") }
        if let key = field["key"]?.string, !key.isEmpty {
            if !keys.insert(key).inserted {
                add(.fields, "\(place)/key", "Duplicate field key \(key); each field needs its own.")
            }
        } else {
            add(.fields, "\(place)/key", "A field must have a key, which is a string.")
        }
        switch field["value"] {
        case .string, .number: break
        case nil: add(.fields, "\(place)/value", "A field must have a value.")
        default: add(.fields, "\(place)/value", "A field's value must be a string or a number.")
        }
        check(field, "label", at: place, "a text") { $0.string != nil }
        check(field, "changeMessage", at: place, "a string with %@ in place of the value") {
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
            check(field, "value", at: place, "a date with its time zone, because the field has dateStyle or timeStyle")
            {
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
            check(field, "value", at: place, "a number, because the field has numberStyle or currencyCode") {
                $0.number != nil
            }
        }
    }
}
