internal import JourneyBase

/// Serializes one parameter's value in its style (OpenAPI 3.1.1, section 4.8.12.4; RFC 6570, section 3.2).
///
/// Values that a parser would split differently are refused: a comma in a header's list, the delimiter itself in a delimited one,
/// a dot in an exploded label's.
struct ParameterWriter {
    let name: String
    let style: ParameterStyle
    let explode: Bool
    let encode: (String) -> String

    /// Creates a writer for a URL parameter: all but unreserved characters are escaped, unless `allowsReserved` is set.
    init(_ name: String, _ style: ParameterStyle, explode: Bool, allowsReserved: Bool = false) {
        self.init(name, style, explode: explode) { text in
            allowsReserved ? PercentEncoding.encodedKeepingReserved(text) : PercentEncoding.encoded(text)
        }
    }

    private init(
        _ name: String, _ style: ParameterStyle, explode: Bool, encode: @escaping (String) -> String
    ) {
        self.name = name
        self.style = style
        self.explode = explode
        self.encode = encode
    }

    /// Creates a writer for a header: nothing is escaped, because header values are literal (RFC 9110, section 5.5).
    static func header(_ name: String, explode: Bool) -> ParameterWriter {
        ParameterWriter(name, .simple, explode: explode) { $0 }
    }

    /// Returns the text for a path or a header.
    func text(_ value: ParameterValue) -> String? {
        switch style {
        case .simple: joined(value, by: ",", start: "")
        case .label: joined(value, by: explode ? "." : ",", start: ".")
        case .matrix: matrix(value)
        case .form, .spaceDelimited, .pipeDelimited, .deepObject: nil
        }
    }

    /// Returns `name=value` pairs for a query or a cookie, with encoded names, or `nil` if the style cannot represent `value`.
    func pairs(_ value: ParameterValue) -> [(name: String, value: String)]? {
        switch (style, value) {
        case (.simple, _), (.label, _), (.matrix, _): return nil
        case (.deepObject, .members(let members)):
            return members.map { ("\(key)%5B\(PercentEncoding.encoded($0.name))%5D", encode($0.value)) }
        case (.deepObject, _): return nil
        case (_, .plain(let text)):
            return style == .form ? [(key, encode(text))] : nil
        case (_, .list(let texts)) where explode: return texts.map { (key, encode($0)) }
        case (.form, .members(let members)) where explode:
            return members.map { (PercentEncoding.encoded($0.name), encode($0.value)) }
        case (_, .members) where explode: return nil
        default:
            guard let delimiter, value.isVoid || isFree(value, of: delimiter) else { return nil }
            return value.isVoid ? [] : [(key, flat(value).joined(separator: delimiter))]
        }
    }

    private var key: String { PercentEncoding.encoded(name) }

    private var delimiter: String? {
        switch style {
        case .form: ","
        case .spaceDelimited: "%20"
        case .pipeDelimited: "%7C"
        default: nil
        }
    }

    /// Returns `true` if no encoded piece contains `delimiter`.
    private func isFree(_ value: ParameterValue, of delimiter: String) -> Bool {
        value.texts.allSatisfy { !encode($0).uppercased().contains(delimiter) }
    }

    private func flat(_ value: ParameterValue) -> [String] {
        switch value {
        case .plain(let text): [encode(text)]
        case .list(let texts): texts.map(encode)
        case .members(let members): members.flatMap { [encode($0.name), encode($0.value)] }
        }
    }

    private func joined(_ value: ParameterValue, by separator: String, start: String) -> String? {
        if value.isVoid { return "" }
        var pieces = flat(value)
        if case .plain(let text) = value { return start + encode(text) }
        guard pieces.allSatisfy({ !$0.contains(separator) }) else { return nil }
        if explode, case .members(let members) = value {
            pieces = members.map { "\(encode($0.name))=\(encode($0.value))" }
            guard members.allSatisfy({ !encode($0.name).contains("=") }) else { return nil }
        }
        return start + pieces.joined(separator: separator)
    }

    private func matrix(_ value: ParameterValue) -> String? {
        func pair(_ name: String, _ value: String) -> String { value.isEmpty ? ";\(name)" : ";\(name)=\(value)" }
        switch value {
        case .plain(let text): return pair(key, encode(text))
        case .list(let texts) where explode: return texts.map { pair(key, encode($0)) }.joined()
        case .members(let members) where explode:
            return members.map { pair(encode($0.name), encode($0.value)) }.joined()
        default: return value.isVoid ? "" : pair(key, flat(value).joined(separator: ","))
        }
    }
}
