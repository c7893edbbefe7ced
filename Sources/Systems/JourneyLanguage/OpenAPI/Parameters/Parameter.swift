internal import JourneyBase

/// A parameter of an operation, as its document declares it.
struct Parameter: Sendable {
    let name: String
    let place: ParameterLocation
    let isRequired: Bool
    let form: Form
    let check: ValueRule
    /// Whether its schema takes `null`, which is then left out.
    let isNullable: Bool

    /// How its value becomes text.
    enum Form: Hashable, Sendable {
        case style(ParameterStyle, explode: Bool, allowsReserved: Bool)
        /// `content` with a JSON media type: JSON text.
        case json
        /// `content` with `text/plain`.
        case text
    }

    /// What identifies it: headers have no case.
    var key: Key { Key(place: place, name: place == .header ? name.lowercased() : name) }

    struct Key: Hashable {
        let place: ParameterLocation
        let name: String
    }

    /// The text for a path or a header; `nil` when its form cannot say `value`.
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

    /// The `name=value`s for a query or a cookie; `nil` when its form cannot say `value`.
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
