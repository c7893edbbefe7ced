/// What a reader accepts before it gives up: untrusted bytes are bounded before they are parsed.
public struct JSONLimits: Sendable {
    /// The longest document, in bytes.
    public var bytes: Int
    /// The deepest nesting of arrays and objects.
    public var depth: Int
    /// The most values in all: scalars, arrays and objects.
    public var values: Int

    /// The defaults suit a message from a page or a server.
    public init(bytes: Int = 1 << 20, depth: Int = 32, values: Int = 100_000) {
        self.bytes = bytes
        self.depth = depth
        self.values = values
    }
}

/// Why a document is not accepted, and where.
public struct JSONReadError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The faults that the reader tells apart; the raw values are stable codes.
    public enum Reason: String, Sendable {
        case tooLarge = "JSON_TOO_LARGE"
        case tooDeep = "JSON_TOO_DEEP"
        case tooManyValues = "JSON_TOO_MANY_VALUES"
        case duplicateKey = "JSON_DUPLICATE_KEY"
        case badUTF8 = "JSON_BAD_UTF8"
        case badString = "JSON_BAD_STRING"
        case badNumber = "JSON_BAD_NUMBER"
        case unexpectedByte = "JSON_UNEXPECTED_BYTE"
        case unexpectedEnd = "JSON_UNEXPECTED_END"
        case trailingBytes = "JSON_TRAILING_BYTES"
    }

    /// What is wrong.
    public let reason: Reason
    /// Bytes before the fault.
    public let offset: Int

    /// One sentence, without anything of the document's content.
    public var description: String { "\(reason.rawValue) at byte \(offset)" }
}

/// Reads strict JSON (RFC 8259): UTF-8 without a mark, no duplicate keys (RFC 7493), no lone surrogates, nothing after
/// the value. Keys that Unicode holds equal, composed or not, count as duplicates.
public enum JSONReader {
    /// The value that `bytes` spell. Throws `JSONReadError`; costs one pass.
    public static func read(_ bytes: [UInt8], limits: JSONLimits = JSONLimits()) throws(JSONReadError) -> JSONValue {
        guard bytes.count <= limits.bytes else { throw JSONReadError(reason: .tooLarge, offset: limits.bytes) }
        let result = bytes.withUnsafeBufferPointer { read($0, limits) }
        return try result.get()
    }

    /// The value that a secret's bytes spell. The text stays where it is; the value lies in ordinary memory, so this is for
    /// consumers that take nothing else.
    public static func read(_ secret: Secret, limits: JSONLimits = JSONLimits()) throws(JSONReadError) -> JSONValue {
        guard secret.count <= limits.bytes else { throw JSONReadError(reason: .tooLarge, offset: limits.bytes) }
        let result = secret.withBytes { read($0.bindMemory(to: UInt8.self), limits) }
        return try result.get()
    }

    private static func read(
        _ bytes: UnsafeBufferPointer<UInt8>, _ limits: JSONLimits
    ) -> Result<JSONValue, JSONReadError> {
        var parser = JSONParser(bytes: bytes, limits: limits)
        do throws(JSONReadError) { return .success(try parser.document()) } catch { return .failure(error) }
    }
}
