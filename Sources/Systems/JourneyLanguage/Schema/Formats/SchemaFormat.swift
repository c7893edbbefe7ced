internal import JourneyBase

/// The values of `format` that are asserted (draft 2020-12 validation, section 7.3; OpenAPI 3.0, section 4.4). All others are
/// ignored.
enum SchemaFormat: String, Sendable {
    case date, time, duration, email, hostname, ipv4, ipv6, uri, uuid, regex
    case dateTime = "date-time"
    case uriReference = "uri-reference"
    case jsonPointer = "json-pointer"
    case relativeJSONPointer = "relative-json-pointer"
    case int32, int64, float, double, byte

    /// Returns `true` if `value` has the format. Values of other types always have it.
    func admits(_ value: JSONValue) -> Bool {
        switch (self, value) {
        case (.int32, .number(let number)): return number.isWhole(from: "-2147483648", to: "2147483647")
        case (.int64, .number(let number)):
            return number.isWhole(from: "-9223372036854775808", to: "9223372036854775807")
        case (.float, .number(let number)): return number.double.map { Float($0).isFinite } ?? false
        case (.double, .number(let number)): return number.double != nil
        case (.int32, _), (.int64, _), (.float, _), (.double, _): return true
        case (_, .string(let text)):
            var text = text
            return text.withUTF8 { admits(text: $0) }
        default: return true
        }
    }

    /// Returns the cost of checking `value`, in units of `SchemaLimits.work`.
    func cost(of value: JSONValue) -> Int {
        switch (self, value) {
        case (.int32, .number(let number)), (.int64, .number(let number)): number.lexeme.utf8.count
        case (.regex, .string(let text)): PatternProgram.limit + 64 * text.utf8.count
        case (_, .string(let text)): text.utf8.count / 8
        default: 0
        }
    }

    private func admits(text: UnsafeBufferPointer<UInt8>) -> Bool {
        // A practical bound for URIs, patterns and pointers.
        guard text.count <= 8_192 || self == .byte else { return false }
        var reader = FormatReader(text)
        switch self {
        case .date: return reader.date() && reader.isAtEnd
        case .time: return reader.time() && reader.isAtEnd
        case .dateTime: return reader.dateTime()
        case .duration: return reader.duration()
        case .email: return NetworkFormat.isEmail(text)
        case .hostname: return NetworkFormat.isHostname(text[...])
        case .ipv4: return NetworkFormat.isIPv4(text[...])
        case .ipv6: return NetworkFormat.isIPv6(text[...])
        case .uri: return AddressFormat.isAddress(text, mayBeRelative: false)
        case .uriReference: return AddressFormat.isAddress(text, mayBeRelative: true)
        case .uuid: return isUUID(text)
        case .jsonPointer: return isPointer(text[...])
        case .relativeJSONPointer: return isRelativePointer(text)
        case .regex:
            return Pattern.isPattern(String(decoding: text, as: UTF8.self))
        case .byte: return isBase64(text)
        case .int32, .int64, .float, .double: return true
        }
    }

    /// Validates 8-4-4-4-12 hexadecimal digits of either case (RFC 9562, section 4).
    private func isUUID(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        text.count == 36
            && text.indices.allSatisfy {
                [8, 13, 18, 23].contains($0) ? text[$0] == UInt8(ascii: "-") : text[$0].isHexDigit
            }
    }

    /// Validates a JSON Pointer (RFC 6901, section 3).
    private func isPointer(_ text: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
        guard text.isEmpty || text.first == UInt8(ascii: "/") else { return false }
        return text.indices.allSatisfy { index in
            guard text[index] == UInt8(ascii: "~") else { return true }
            let next = index + 1 < text.endIndex ? text[index + 1] : 0
            return next == UInt8(ascii: "0") || next == UInt8(ascii: "1")
        }
    }

    private func isRelativePointer(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        let digits = text.prefix { $0.isDigit }
        guard let first = digits.first, first != UInt8(ascii: "0") || digits.count == 1 else { return false }
        let rest = text[digits.endIndex...]
        return rest.count == 1 && rest.first == UInt8(ascii: "#") || isPointer(rest)
    }

    /// Validates base64 with padding (RFC 4648, section 4).
    private func isBase64(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        guard text.count.isMultiple(of: 4) else { return false }
        let padding = text.reversed().prefix { $0 == UInt8(ascii: "=") }.count
        return padding <= 2
            && text.dropLast(padding).allSatisfy {
                $0.isLetterOrDigit || $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "/")
            }
    }
}

extension JSONNumber {
    /// Returns `true` if the value is whole and between two whole numbers, regardless of their spelling.
    fileprivate func isWhole(from least: String, to most: String) -> Bool {
        guard let value = ExactNumber(self), value.isWhole, let least = JSONNumber(lexeme: least),
            let most = JSONNumber(lexeme: most), let low = ExactNumber(least), let high = ExactNumber(most)
        else { return false }
        return value.compared(to: low) >= 0 && value.compared(to: high) <= 0
    }
}
