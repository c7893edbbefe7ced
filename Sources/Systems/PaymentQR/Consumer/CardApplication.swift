/// An application of a card in a consumer-presented code (object 61), with the common data (object 62).
///
/// Its description shows no value.
public struct CardApplication: Hashable, Sendable, CustomStringConvertible, CustomReflectable {
    /// The application's identifier (4F), 5 to 16 bytes.
    public let identifier: [UInt8]
    /// The application's label (50).
    public let label: String?
    /// The card's number or token (of 57 or 5A), 8 to 19 digits. Never log it.
    public let number: String
    /// The end of the card's validity as `YYMM` (of 57).
    public let expiry: String?
    /// The service code (of 57), three digits.
    public let serviceCode: String?
    /// The cardholder's name (5F20).
    public let holder: String?
    /// The languages that the person prefers (5F2D), such as `["en", "bn"]`.
    public let languages: [String]
    /// The data that only the issuer reads (63, or 64 of the common data): cryptogram, counter and the like.
    public let transparentData: [UInt8]?
    /// All objects of the application, without the common ones.
    public let objects: [BERObject]

    public var description: String { "application \(Hex.encode(identifier).uppercased())" }
    public var customMirror: Mirror { Mirror(self, children: [:]) }

    init(_ own: [BERObject], common: [BERObject]) throws(PaymentCodeError) {
        objects = own
        func find(_ tag: String) -> (value: [UInt8], place: String)? {
            if let object = own.first(where: { $0.tag == tag }) { return (object.value, "61.\(tag)") }
            return common.first { $0.tag == tag }.map { ($0.value, "62.\(tag)") }
        }
        func bounded(_ tag: String, _ lengths: ClosedRange<Int>) throws(PaymentCodeError) -> [UInt8]? {
            guard let (value, place) = find(tag) else { return nil }
            guard lengths.contains(value.count) else {
                throw PaymentCodeError(
                    .valueLength, at: place,
                    "The value does not have \(lengths.lowerBound) to \(lengths.upperBound) bytes.")
            }
            return value
        }
        func text(_ tag: String, _ lengths: ClosedRange<Int>) throws(PaymentCodeError) -> String? {
            guard let value = try bounded(tag, lengths) else { return nil }
            guard value.allSatisfy({ (0x20...0x7E).contains($0) }) else {
                throw PaymentCodeError(.characters, at: find(tag)?.place ?? tag, "A character is not visible ASCII.")
            }
            return String(decoding: value, as: UTF8.self)
        }
        // Each application names itself: the common data has no identifier.
        guard own.contains(where: { $0.tag == "4F" }), let identifier = try bounded("4F", 5...16) else {
            throw PaymentCodeError(.missing, at: "61.4F", "The application has no identifier.")
        }
        self.identifier = identifier
        label = try text("50", 1...16)
        holder = try text("5F20", 2...26)
        let languages = try text("5F2D", 2...8) ?? ""
        let isLanguages =
            languages.utf8.count.isMultiple(of: 2) && languages.utf8.allSatisfy { $0.lowerCased.isLowerCaseLetter }
        guard isLanguages else {
            throw PaymentCodeError(.language, at: find("5F2D")?.place ?? "5F2D", "A language is not two letters.")
        }
        self.languages = stride(from: 0, to: languages.utf8.count, by: 2).map {
            String(languages.dropFirst($0).prefix(2))
        }
        _ = try text("5F50", 1...99)
        for (tag, length) in [("9F08", 2), ("9F19", 6), ("9F24", 29), ("9F25", 2)] {
            _ = try bounded(tag, length...length)
        }
        transparentData = own.first { $0.tag == "63" }?.value ?? common.first { $0.tag == "64" }?.value
        switch (find("57"), find("5A")) {
        case (nil, nil):
            throw PaymentCodeError(.missing, at: "61.57", "The application has neither track 2 data nor a number.")
        case (.some, .some(let (_, place))):
            throw PaymentCodeError(.conflict, at: place, "The application has track 2 data and a number.")
        case (.some(let (value, place)), nil):
            let track = try CardApplication.track(value, place)
            (number, expiry, serviceCode) = (track.number, track.expiry, track.service)
        case (nil, .some(let (value, place))):
            number = try CardApplication.number(Hex.encode(value), place)
            (expiry, serviceCode) = (nil, nil)
        }
    }

    /// Reads the number of a card, which may be filled up with one `F`.
    private static func number(_ digits: String, _ place: String) throws(PaymentCodeError) -> String {
        let number = digits.hasSuffix("f") ? String(digits.dropLast()) : digits
        guard (8...19).contains(number.utf8.count), number.utf8.allSatisfy(\.isDigit) else {
            throw PaymentCodeError(.card, at: place, "The number is not 8 to 19 digits.")
        }
        return number
    }

    /// Reads track 2 data (ISO/IEC 7813): number, `D`, end of validity, service code, further digits, `F` at an odd end.
    private static func track(
        _ value: [UInt8], _ place: String
    ) throws(PaymentCodeError) -> (number: String, expiry: String, service: String) {
        let parts = Hex.encode(value).split(separator: "d", omittingEmptySubsequences: false)
        guard value.count <= 19, parts.count == 2 else {
            throw PaymentCodeError(.card, at: place, "The track 2 data is too long, or has not one separator.")
        }
        let rest = parts[1].hasSuffix("f") ? parts[1].dropLast() : parts[1]
        let month = Int(rest.dropFirst(2).prefix(2)) ?? 0
        guard rest.utf8.count >= 7, rest.utf8.allSatisfy(\.isDigit), (1...12).contains(month),
            !parts[0].hasSuffix("f")
        else {
            throw PaymentCodeError(.card, at: place, "The track 2 data has no valid end or service code.")
        }
        return (try number(String(parts[0]), place), String(rest.prefix(4)), String(rest.dropFirst(4).prefix(3)))
    }
}
