/// A consumer-presented payment code (EMV QRCPS, Consumer-Presented Mode): Base64 of BER-TLV, read strictly, with nothing
/// lost.
///
/// Its description shows no value: the code holds a person's card.
public struct ConsumerCode: Hashable, Sendable, CustomStringConvertible, CustomReflectable {
    /// All objects, in order: `85`, one or two `61`, `62` if it is there, then others.
    public let objects: [BERObject]
    /// The applications (objects 61).
    public let applications: [CardApplication]
    /// The objects that all applications share (object 62).
    public let common: [BERObject]

    /// The longest code, in bytes before Base64.
    public static let longest = 512

    public var description: String { "consumer-presented code, applications: \(applications.count)" }
    public var customMirror: Mirror { Mirror(self, children: [:]) }

    /// The bytes of the code.
    public var encoded: [UInt8] { objects.flatMap(\.encoded) }

    /// The text of the code.
    public var text: String { Base64.encode(encoded) }

    /// Reads a code. White space around the text is removed once.
    ///
    /// - Parameter text: The text of the code, in Base64 with padding.
    /// - Returns: The code.
    /// - Throws: `PaymentCodeError` with the reason and the path of the object.
    public static func read(_ text: String) throws(PaymentCodeError) -> ConsumerCode {
        let text = CodeText.trimmed(text)
        guard text.utf8.count <= (longest + 2) / 3 * 4 else {
            throw PaymentCodeError(.tooLong, at: "", "The code has more than \(longest) bytes.")
        }
        guard let bytes = Base64.decode(text), !bytes.isEmpty else {
            throw PaymentCodeError(.base64, at: "", "The text is not Base64 with padding.")
        }
        return try read(bytes)
    }

    /// Reads the bytes of a code.
    ///
    /// - Parameter bytes: The bytes.
    /// - Returns: The code.
    /// - Throws: `PaymentCodeError` with the reason and the path of the object.
    public static func read(_ bytes: [UInt8]) throws(PaymentCodeError) -> ConsumerCode {
        guard bytes.count <= longest else {
            throw PaymentCodeError(.tooLong, at: "", "The code has more than \(longest) bytes.")
        }
        return try ConsumerCode(try BERObject.list(bytes))
    }

    /// Writes a code.
    ///
    /// - Parameters:
    ///   - applications: The objects of one or two applications (61).
    ///   - common: The objects that they share (62).
    ///   - others: Objects behind these.
    /// - Returns: The code, as `read` returns it for the text.
    /// - Throws: `PaymentCodeError`, for everything that `read` refuses.
    public static func write(
        applications: [[BERObject]], common: [BERObject] = [], others: [BERObject] = []
    ) throws(PaymentCodeError) -> ConsumerCode {
        let shared = common.isEmpty ? [] : [BERObject("62", common)]
        let objects =
            [BERObject("85", Array("CPV01".utf8))] + applications.map { BERObject("61", $0) } + shared + others
        return try read(objects.flatMap(\.encoded))
    }

    private init(_ objects: [BERObject]) throws(PaymentCodeError) {
        try ConsumerCode.checkOrder(objects)
        self.objects = objects
        var common: [BERObject] = []
        if let template = objects.first(where: { $0.tag == "62" }) {
            common = try BERObject.list(template.value, path: "62")
        }
        try ConsumerCode.checkUnique(common, in: "62", transparent: "64")
        var applications: [CardApplication] = []
        for template in objects where template.tag == "61" {
            let own = try BERObject.list(template.value, path: "61")
            try ConsumerCode.checkUnique(own, in: "61", transparent: "63")
            let tags = Set(common.map(\.tag))
            if let twice = own.first(where: { tags.contains($0.tag) }) {
                throw PaymentCodeError(.duplicate, at: "62.\(twice.tag)", "The object is in 61 and in 62.")
            }
            applications.append(try CardApplication(own, common: common))
        }
        self.common = common
        self.applications = applications
    }

    private static func checkOrder(_ objects: [BERObject]) throws(PaymentCodeError) {
        guard let first = objects.first, first.tag == "85" else {
            throw PaymentCodeError(.order, at: "85", "The payload format indicator is not the first object.")
        }
        guard first.value == Array("CPV01".utf8) else {
            throw PaymentCodeError(.version, at: "85", "The payload format is not CPV01.")
        }
        let tags = objects.map(\.tag)
        for (tag, most) in [("85", 1), ("61", 2), ("62", 1)] where tags.count(where: { $0 == tag }) > most {
            throw PaymentCodeError(
                .duplicate, at: tag, "The object is there more than \(most == 1 ? "once" : "twice").")
        }
        let count = tags.count { $0 == "61" }
        guard count > 0 else { throw PaymentCodeError(.missing, at: "61", "The code has no application.") }
        guard tags.dropFirst().prefix(count).allSatisfy({ $0 == "61" }) else {
            throw PaymentCodeError(.order, at: "61", "The applications do not follow the payload format indicator.")
        }
        guard !tags.contains("62") || tags[1 + count] == "62" else {
            throw PaymentCodeError(.order, at: "62", "The common data does not follow the applications.")
        }
        var others: Set<String> = []
        for tag in tags.dropFirst(1 + count) where !others.insert(tag).inserted {
            throw PaymentCodeError(.duplicate, at: tag, "The data object occurs twice.")
        }
    }

    private static func checkUnique(
        _ objects: [BERObject], in path: String, transparent: String
    ) throws(PaymentCodeError) {
        var seen: Set<String> = []
        for object in objects {
            let place = "\(path).\(object.tag)"
            guard seen.insert(object.tag).inserted else {
                throw PaymentCodeError(.duplicate, at: place, "The data object occurs twice.")
            }
            let isMisplaced = ["61", "62", "63", "64", "85"].contains(object.tag) && object.tag != transparent
            guard !isMisplaced else {
                throw PaymentCodeError(.order, at: place, "The object is in the wrong template.")
            }
        }
    }
}

/// Base64 with the standard alphabet and with padding (RFC 4648, section 4).
enum Base64 {
    static func encode(_ bytes: [UInt8]) -> String {
        let text = Base64URL.encode(bytes).utf8.map { byte in
            byte == UInt8(ascii: "-") ? UInt8(ascii: "+") : byte == UInt8(ascii: "_") ? UInt8(ascii: "/") : byte
        }
        return String(decoding: text, as: UTF8.self) + String(repeating: "=", count: (4 - text.count % 4) % 4)
    }

    static func decode(_ text: String) -> [UInt8]? {
        let bytes = Array(text.utf8)
        guard bytes.count.isMultiple(of: 4) else { return nil }
        let body = bytes.suffix(2).reversed().prefix { $0 == UInt8(ascii: "=") }.count
        let plain = bytes.dropLast(body)
        guard plain.allSatisfy({ $0.isLetterOrDigit || $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "/") }) else {
            return nil
        }
        let safe = plain.map { byte in
            byte == UInt8(ascii: "+") ? UInt8(ascii: "-") : byte == UInt8(ascii: "/") ? UInt8(ascii: "_") : byte
        }
        return Base64URL.decode(String(decoding: safe, as: UTF8.self))
    }
}
