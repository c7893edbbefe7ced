/// A data object of a consumer-presented code (ISO/IEC 8825-1, BER-TLV).
///
/// Its description shows no value: the objects hold a person's card.
public struct BERObject: Hashable, Sendable, CustomStringConvertible, CustomReflectable {
    /// The tag in hexadecimal capitals, such as `9F26`.
    public let tag: String
    /// The value.
    public let value: [UInt8]

    /// Creates an object. `ConsumerCode.write` checks it.
    ///
    /// - Parameters:
    ///   - tag: The tag in hexadecimal capitals: one or two bytes.
    ///   - value: The value.
    public init(_ tag: String, _ value: [UInt8]) {
        self.tag = tag
        self.value = value
    }

    /// Creates a template.
    ///
    /// - Parameters:
    ///   - tag: The tag in hexadecimal capitals.
    ///   - objects: The objects in the template.
    public init(_ tag: String, _ objects: [BERObject]) { self.init(tag, objects.flatMap(\.encoded)) }

    public var description: String { "\(tag) (\(value.count) bytes)" }
    public var customMirror: Mirror { Mirror(self, children: [:]) }

    /// The encoding, with the shortest form of the length.
    var encoded: [UInt8] {
        let count = value.count
        let length: [UInt8] =
            count < 0x80
            ? [UInt8(count)]
            : count < 0x100 ? [0x81, UInt8(count)] : [0x82, UInt8(count >> 8 & 0xFF), UInt8(count & 0xFF)]
        return (Hex.decode(tag) ?? []) + length + value
    }

    /// Reads objects that follow each other.
    ///
    /// - Parameters:
    ///   - bytes: The bytes, all of which must belong to objects.
    ///   - path: The path of the template, for errors.
    /// - Returns: The objects.
    /// - Throws: `PaymentCodeError` with `PAYMENT_CODE_TAG` or `PAYMENT_CODE_LENGTH`.
    public static func list(_ bytes: [UInt8], path: String = "") throws(PaymentCodeError) -> [BERObject] {
        var (objects, at): ([BERObject], Int) = ([], 0)
        while at < bytes.count {
            let tag = try tag(bytes, &at, path)
            let place = path.isEmpty ? tag : "\(path).\(tag)"
            let length = try length(bytes, &at, place)
            guard length <= bytes.count - at else {
                throw PaymentCodeError(.length, at: place, "The length exceeds what is left.")
            }
            objects.append(BERObject(tag, Array(bytes[at..<at + length])))
            at += length
        }
        return objects
    }

    private static func tag(_ bytes: [UInt8], _ at: inout Int, _ path: String) throws(PaymentCodeError) -> String {
        let start = at
        at += 1
        // Zero and FF are fillers of cards, and no tags.
        guard bytes[start] != 0, bytes[start] != 0xFF else {
            throw PaymentCodeError(.tag, at: path, "A tag is 00 or FF.")
        }
        if bytes[start] & 0x1F == 0x1F {
            guard at < bytes.count, bytes[at] & 0x80 == 0 else {
                throw PaymentCodeError(.tag, at: path, "A tag has more than two bytes, or is cut.")
            }
            at += 1
        }
        return Hex.encode(bytes[start..<at]).uppercased()
    }

    private static func length(_ bytes: [UInt8], _ at: inout Int, _ place: String) throws(PaymentCodeError) -> Int {
        guard at < bytes.count else { throw PaymentCodeError(.length, at: place, "The length is missing.") }
        let first = bytes[at]
        at += 1
        guard first >= 0x80 else { return Int(first) }
        let count = Int(first & 0x7F)
        guard count > 0 else { throw PaymentCodeError(.length, at: place, "The length is indefinite.") }
        guard count <= 2, count <= bytes.count - at else {
            throw PaymentCodeError(.length, at: place, "The length has more than two bytes, or is cut.")
        }
        let length = bytes[at..<at + count].reduce(0) { $0 << 8 | Int($1) }
        at += count
        guard length >= (count == 1 ? 0x80 : 0x100) else {
            throw PaymentCodeError(.length, at: place, "The length is not in its shortest form.")
        }
        return length
    }
}
