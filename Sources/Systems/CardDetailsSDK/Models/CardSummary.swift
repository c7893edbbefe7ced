internal import JourneyBase
internal import JourneyWire

/// The data of a card that the app may see: holder, expiry, last four digits and status.
///
/// The issuer's web frames show the full number and the CVV; the app never has them.
public struct CardSummary: Hashable, Sendable {
    /// The issuer's status of the card. Open, because issuers add values.
    public struct Status: RawRepresentable, Hashable, Sendable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }
        public static let active = Status(rawValue: "ACTIVE")
        public static let blocked = Status(rawValue: "BLOCKED")
    }

    /// The form of the card. Open, because issuers add values.
    public struct Kind: RawRepresentable, Hashable, Sendable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }
        public static let virtual = Kind(rawValue: "VIRTUAL")
        public static let physical = Kind(rawValue: "PHYSICAL")
    }

    public let id: CardID
    public let kind: Kind?
    /// The name on the card.
    public let holder: String
    /// The expiry as printed, `MM/YY`.
    public let expiry: String
    /// The last four digits, in ASCII.
    public let lastFour: String
    public let status: Status
    /// The issuer's reason for a block.
    public let blockType: String?
    /// The currency's code (ISO 4217).
    public let currency: String?
    public let design: CardDesign?

    /// `true` if the holder has frozen the card, and can unfreeze it.
    public var isFrozen: Bool {
        status == .blocked && ["BLOCKEDBYCARDHOLDER", "BLOCKEDBYCARDHOLDERVIAPHONE"].contains(blockType)
    }

    /// Reads the proxy's card, which must be `id`. Throws `ISSUER_INVALID`.
    ///
    /// A masked number with more digits than the last four is refused, because it would be a leak.
    init(_ value: JSONValue, id: CardID) throws(JourneyError) {
        let fault = JourneyError(
            .issuerInvalid, "The proxy's card is not the documented JSON, or not the requested card.")
        guard let answer = try? CardAnswer(value), answer.id == id.rawValue,
            let holder = CardSummary.line(answer.name, limit: 100), CardSummary.isExpiry(answer.expiry),
            let lastFour = CardSummary.lastFour(of: answer.maskedCardNumber),
            let status = CardSummary.line(answer.status, limit: 64)
        else { throw fault }
        self.id = id
        kind = answer.type.flatMap { CardSummary.line($0, limit: 32) }.map(Kind.init)
        self.holder = holder
        expiry = answer.expiry
        self.lastFour = lastFour
        self.status = Status(rawValue: status)
        blockType = answer.blockType.flatMap { CardSummary.line($0, limit: 64) }
        currency = answer.currency.flatMap { CurrencyCode.isOne($0) ? $0 : nil }
        design = answer.design.flatMap { CardDesign($0.json) }
    }

    /// Returns `true` for `MM/YY`.
    private static func isExpiry(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        return bytes.count == 5 && bytes[2] == UInt8(ascii: "/")
            && [0, 1, 3, 4].allSatisfy { bytes[$0].isDigit } && (1...12).contains(Int(text.prefix(2)) ?? 0)
    }

    /// Returns the last four digits of a masked number, such as `**** **** **** 1234`; `nil` if it is not masked enough. The
    /// first six identify the issuer, not the card (ISO/IEC 7812-1); no other digit is allowed.
    private static func lastFour(of masked: String) -> String? {
        let places = Array(masked.filter { $0 != " " })
        guard (5...40).contains(places.count), masked.utf8.count <= 160 else { return nil }
        let last = String(places.suffix(4))
        guard last.utf8.count == 4, last.utf8.allSatisfy(\.isDigit) else { return nil }
        let middle = places.dropLast(4).dropFirst(6)
        let isMasked = places.dropLast(4).contains { !$0.isNumber }
        return isMasked && !middle.contains(where: \.isNumber) ? last : nil
    }

    /// Returns a line of 1 to `limit` characters without control characters, else `nil`.
    static func line(_ text: String, limit: Int) -> String? {
        guard (1...limit).contains(text.count),
            text.unicodeScalars.allSatisfy({ $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value) })
        else { return nil }
        return text
    }
}
