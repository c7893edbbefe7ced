/// The limits of a JSON reader. Untrusted input is bounded before it is parsed.
public struct JSONLimits: Sendable {
    /// The longest document, in bytes.
    public var bytes: Int
    /// The deepest nesting of arrays and objects.
    public var depth: Int
    /// The most values in all: scalars, arrays and objects.
    public var values: Int

    /// Creates limits. The defaults suit a message from a page or a server.
    ///
    /// - Parameters:
    ///   - bytes: The longest document, in bytes.
    ///   - depth: The deepest nesting of arrays and objects.
    ///   - values: The most values in all: scalars, arrays and objects.
    public init(bytes: Int = 1 << 20, depth: Int = 32, values: Int = 100_000) {
        self.bytes = bytes
        self.depth = depth
        self.values = values
    }
}

/// The reason why a document was rejected, and its location.
public typealias JSONReadError = ParseError<JSONFault, JSONPosition>

/// The reasons for a `JSONReadError`; the raw values are stable codes.
public enum JSONFault: String, Sendable {
    /// The document is larger than the limit.
    ///
    /// Next step: Send a smaller document; the limit is the reader's, as its page states.
    case tooLarge = "JSON_TOO_LARGE"
    /// Arrays and objects are nested deeper than the limit.
    ///
    /// Next step: Flatten the document.
    case tooDeep = "JSON_TOO_DEEP"
    /// The document has more values than the limit.
    ///
    /// Next step: Send fewer values.
    case tooManyValues = "JSON_TOO_MANY_VALUES"
    /// An object has two members with the same name.
    ///
    /// Next step: Remove one of the two.
    case duplicateKey = "JSON_DUPLICATE_KEY"
    /// The document is not valid UTF-8.
    ///
    /// Next step: Encode it in UTF-8, without a byte order mark.
    case badUTF8 = "JSON_BAD_UTF8"
    /// A string has an invalid escape or a raw control character.
    ///
    /// Next step: Escape the character as RFC 8259, section 7, says.
    case badString = "JSON_BAD_STRING"
    /// A number is not written as RFC 8259 requires, or is out of range.
    ///
    /// Next step: Write it without leading zeros or a plus sign.
    case badNumber = "JSON_BAD_NUMBER"
    /// A character is not allowed at this position.
    ///
    /// Next step: Write what the message expects at this line and column.
    case unexpectedByte = "JSON_UNEXPECTED_BYTE"
    /// The document ends too early.
    ///
    /// Next step: Send the whole document.
    case unexpectedEnd = "JSON_UNEXPECTED_END"
    /// More text follows the document's value.
    ///
    /// Next step: Send exactly one value.
    case trailingBytes = "JSON_TRAILING_BYTES"
}

/// A location in a JSON document.
public struct JSONPosition: Hashable, Sendable, CustomStringConvertible {
    /// The offset in bytes from the start of the document.
    public let offset: Int
    /// The line, from 1; 0 if the document was not parsed (`tooLarge`).
    private let line: Int
    /// The column, from 1, in Unicode scalars; 0 if the document was not parsed (`tooLarge`).
    private let column: Int

    init(_ offset: Int) { (self.offset, line, column) = (offset, 0, 0) }

    init(_ offset: Int, in bytes: UnsafeBufferPointer<UInt8>) {
        let before = bytes.prefix(offset)
        let start = before.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
        self.offset = offset
        line = 1 + before.count { $0 == 0x0A }
        column = 1 + before[start...].count { $0 & 0xC0 != 0x80 }
    }

    /// Line and column (from 1, in Unicode scalars), or the offset in a document that was not parsed.
    public var description: String { line > 0 ? "line \(line), column \(column)" : "byte \(offset)" }
}

extension ParseError where Place == JSONPosition {
    /// The offset in bytes from the start of the document.
    public var offset: Int { place.offset }
}

extension JSONReadError {
    /// Creates an error; `expected` are the tokens allowed at an unexpected byte, such as `'}' or a property name`.
    init(reason: JSONFault, offset: Int, expected: String? = nil) {
        let detail =
            switch reason {
            case .tooLarge: "the document exceeds \(offset) bytes"
            case .tooDeep: "arrays and objects are nested too deep"
            case .tooManyValues: "the document has too many values"
            case .duplicateKey: "the object already has a member of this name"
            case .badUTF8: "the string is not valid UTF-8"
            case .badString: "the string has an invalid escape or an unescaped control character"
            case .badNumber: "not a JSON number"
            case .unexpectedByte: "expected \(expected ?? "another token")"
            case .unexpectedEnd: "the document ends too early"
            case .trailingBytes: "expected the end of the document"
            }
        self.init(reason, at: JSONPosition(offset), detail)
    }

    /// Returns this error with the line and column of its offset in `bytes`.
    func located(in bytes: UnsafeBufferPointer<UInt8>) -> JSONReadError {
        JSONReadError(reason, at: JSONPosition(offset, in: bytes), detail)
    }
}

/// A reader for strict JSON (RFC 8259): UTF-8 without a byte order mark, no duplicate keys (RFC 7493), no lone surrogates,
/// nothing after the value. Keys that are canonically equivalent in Unicode count as duplicates.
public enum JSONReader {
    /// Parses `bytes` in one pass.
    ///
    /// - Parameters:
    ///   - bytes: The document.
    ///   - limits: The limits.
    /// - Returns: The value.
    /// - Throws: `JSONReadError`.
    public static func read(_ bytes: [UInt8], limits: JSONLimits = JSONLimits()) throws(JSONReadError) -> JSONValue {
        guard bytes.count <= limits.bytes else { throw JSONReadError(reason: .tooLarge, offset: limits.bytes) }
        let result = bytes.withUnsafeBufferPointer { read($0, limits) }
        return try result.get()
    }

    /// Parses the bytes of a secret. The text stays in locked memory, but the returned value lies in ordinary memory. For
    /// consumers that accept nothing else.
    ///
    /// - Parameters:
    ///   - secret: The document.
    ///   - limits: The limits.
    /// - Returns: The value.
    /// - Throws: `JSONReadError`.
    public static func read(_ secret: Secret, limits: JSONLimits = JSONLimits()) throws(JSONReadError) -> JSONValue {
        guard secret.count <= limits.bytes else { throw JSONReadError(reason: .tooLarge, offset: limits.bytes) }
        let result = secret.withBytes { read($0.bindMemory(to: UInt8.self), limits) }
        return try result.get()
    }

    private static func read(
        _ bytes: UnsafeBufferPointer<UInt8>, _ limits: JSONLimits
    ) -> Result<JSONValue, JSONReadError> {
        var parser = JSONParser(bytes: bytes, limits: limits)
        do throws(JSONReadError) { return .success(try parser.document()) } catch {
            return .failure(error.located(in: bytes))
        }
    }
}
