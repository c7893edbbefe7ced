/// A media type with its parameters (RFC 9110, section 8.3.1), such as `text/plain; charset=utf-8`.
package struct MediaType: Hashable, Sendable, CustomStringConvertible {
    /// The `type/subtype`, in lower case.
    package let essence: String
    /// The parameters in order, with unique names in lower case.
    package let parameters: [Parameter]

    package struct Parameter: Hashable, Sendable {
        package let name: String
        package let value: String
    }

    package static let octets = MediaType(essence: "application/octet-stream", parameters: [])

    private init(essence: String, parameters: [Parameter]) {
        self.essence = essence
        self.parameters = parameters
    }

    /// Parses a media type. Returns `nil` if `text` exceeds 255 bytes, repeats a parameter or breaks the grammar.
    package init?(_ text: String) {
        guard text.utf8.count <= 255 else { return nil }
        var scanner = FieldScanner(text)
        guard let type = scanner.token(), scanner.take(UInt8(ascii: "/")), let subtype = scanner.token(),
            let parameters = scanner.parameters()
        else { return nil }
        self.init(essence: "\(type)/\(subtype)".lowercased(), parameters: parameters)
    }

    /// The value of the parameter `name`, which is given in lower case.
    package subscript(name: String) -> String? { parameters.first { $0.name == name }?.value }

    package var description: String {
        parameters.reduce(essence) { text, parameter in
            let isToken = !parameter.value.isEmpty && parameter.value.utf8.allSatisfy(\.isToken)
            let value = parameter.value.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
            return text + "; \(parameter.name)=" + (isToken ? parameter.value : "\"\(value)\"")
        }
    }
}

/// A scanner for the parts of header values (RFC 9110, section 5.6).
struct FieldScanner {
    private var rest: Substring.UTF8View

    init(_ text: String) { rest = Substring(text).utf8 }

    mutating func take(_ byte: UInt8) -> Bool {
        guard rest.first == byte else { return false }
        rest = rest.dropFirst()
        return true
    }

    mutating func token() -> String? {
        let token = rest.prefix(while: \.isToken)
        guard !token.isEmpty else { return nil }
        rest = rest[token.endIndex...]
        return String(Substring(token))
    }

    /// Reads `; name=value` pairs up to the end, or returns `nil`.
    ///
    /// With `isBackslashLiteral`, a backslash in a quoted value stands for itself, as browsers write file names; otherwise it
    /// escapes the next character.
    mutating func parameters(isBackslashLiteral: Bool = false) -> [MediaType.Parameter]? {
        var found: [MediaType.Parameter] = []
        while true {
            skipBlanks()
            if rest.isEmpty { return found }
            guard take(UInt8(ascii: ";")) else { return nil }
            skipBlanks()
            guard let name = token()?.lowercased(), take(UInt8(ascii: "=")),
                let value = rest.first == UInt8(ascii: "\"") ? quoted(isBackslashLiteral) : token(),
                !found.contains(where: { $0.name == name })
            else { return nil }
            found.append(MediaType.Parameter(name: name, value: value))
        }
    }

    private mutating func skipBlanks() { rest = rest.drop { $0 == 0x20 || $0 == 0x09 } }

    private mutating func quoted(_ isBackslashLiteral: Bool) -> String? {
        rest = rest.dropFirst()
        var value: [UInt8] = []
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "\""): return String(validating: value, as: UTF8.self)
            case UInt8(ascii: "\\") where !isBackslashLiteral:
                guard let next = rest.popFirst() else { return nil }
                value.append(next)
            case 0x09, 0x20...0x7E, 0x80...: value.append(byte)
            default: return nil
            }
        }
        return nil
    }
}
