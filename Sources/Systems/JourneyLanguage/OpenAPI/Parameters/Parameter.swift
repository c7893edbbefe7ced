internal import JourneyBase

/// A parameter of an operation, as its document declares it.
struct Parameter: Sendable {
    let name: String
    let place: ParameterLocation
    let isRequired: Bool
    let form: Form
    let check: ValueRule
    /// `true` if its schema allows `null`, which is then omitted.
    let isNullable: Bool

    /// The serialization of a parameter's value.
    enum Form: Hashable, Sendable {
        case style(ParameterStyle, explode: Bool, allowsReserved: Bool)
        /// `content` with a JSON media type: JSON text.
        case json
        /// `content` with `text/plain`.
        case text
    }

    /// The identity of the parameter; header names are case-insensitive.
    var key: Key { Key(place: place, name: place == .header ? name.lowercased() : name) }

    struct Key: Hashable {
        let place: ParameterLocation
        let name: String
    }

    /// Returns the text for a path or a header, or `nil` if the form cannot represent `value`.
    func text(of value: JSONValue) -> String? {
        switch form {
        case .style(let style, let explode, _):
            let writer =
                place == .header
                ? ParameterWriter.header(name, explode: explode) : ParameterWriter(name, style, explode: explode)
            return ParameterValue(value).flatMap(writer.text)
        case .json, .text:
            guard let text = content(of: value) else { return nil }
            return place == .header ? text : PercentEncoding.encoded(text)
        }
    }

    /// Returns the `name=value` pairs for a query or a cookie, or `nil` if the form cannot represent `value`.
    func pairs(of value: JSONValue) -> [(name: String, value: String)]? {
        switch form {
        case .style(let style, let explode, let allowsReserved):
            let writer = ParameterWriter(name, style, explode: explode, allowsReserved: allowsReserved)
            return ParameterValue(value).flatMap(writer.pairs)
        case .json, .text:
            return content(of: value).map { [(PercentEncoding.encoded(name), PercentEncoding.encoded($0))] }
        }
    }

    private func content(of value: JSONValue) -> String? {
        form == .json ? value.compactText : ParameterValue.text(value)
    }
}
