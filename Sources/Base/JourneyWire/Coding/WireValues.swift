package import JourneyBase

/// Any JSON, unchanged.
package struct WireJSON: WireValue {
    package static let example: JSONValue = .object([:])
    package let json: JSONValue

    package init(_ json: JSONValue) { self.json = json }
}

/// A number with its original text.
package struct WireNumber: WireValue {
    package static let example: JSONValue = JSONNumber(0.5).map { .number($0) } ?? 0
    package let number: JSONNumber

    package init(_ number: JSONNumber) { self.number = number }

    package init?(_ json: JSONValue) {
        guard let number = json.number else { return nil }
        self.number = number
    }

    package var json: JSONValue { .number(number) }
}

/// Bytes in base64url without padding (RFC 4648, section 5).
package struct WireBytes: WireValue {
    package static let example: JSONValue = "AA"
    package let bytes: [UInt8]

    package init(_ bytes: [UInt8]) { self.bytes = bytes }

    package init?(_ json: JSONValue) {
        guard let text = json.string, let bytes = Base64URL.decode(text) else { return nil }
        self.bytes = bytes
    }

    package var json: JSONValue { .string(Base64URL.encode(bytes)) }
}

/// A string that is printed only as `‹secret›`.
///
/// Its text occurs in the message's JSON and nowhere else.
package struct WireSecret: WireValue, CustomStringConvertible {
    package static let example: JSONValue = "secret"
    package let secret: Secret

    package init(_ secret: Secret) { self.secret = secret }

    /// Creates a secret from bytes, as base64url without padding.
    package init(base64URL bytes: [UInt8]) { secret = Secret(copying: Base64URL.encode(bytes).utf8) }

    package init?(_ json: JSONValue) {
        guard let text = json.string else { return nil }
        secret = Secret(copying: text.utf8)
    }

    package var json: JSONValue { .string(secret.withBytes { String(decoding: $0, as: UTF8.self) }) }
    package var description: String { secret.description }

    package static func == (a: WireSecret, b: WireSecret) -> Bool { a.secret.hasSameBytes(as: b.secret) }

    /// Hashes nothing, so that the hash reveals nothing: all secrets collide.
    package func hash(into hasher: inout Hasher) {}
}

/// A time in whole seconds since 1970 (`NumericDate`, RFC 7519, section 2), at most 2^53, so that arithmetic can't overflow.
package struct WireTime: WireValue {
    package static let example: JSONValue = 0
    package let seconds: Int64

    package init(_ seconds: Int64) { self.seconds = seconds }

    package init?(_ json: JSONValue) {
        guard let seconds = json.int64, (0...(1 << 53)).contains(seconds) else { return nil }
        self.seconds = seconds
    }

    package var json: JSONValue { .number(JSONNumber(seconds)) }
}
