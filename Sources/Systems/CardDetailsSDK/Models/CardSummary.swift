internal import JourneyBase
internal import JourneyWire

/// What may be known of a card outside the issuer's own frames: nothing of it is enough to pay with.
public struct CardSummary: Hashable, Sendable {
    /// The issuer's word for how the card stands. Open, because issuers add to it.
    public struct Status: RawRepresentable, Hashable, Sendable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }
        public static let active = Status(rawValue: "ACTIVE")
        public static let blocked = Status(rawValue: "BLOCKED")
    }

    /// What the card is made of. Open, because issuers add to it.
    public struct Kind: RawRepresentable, Hashable, Sendable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }
        public static let virtual = Kind(rawValue: "VIRTUAL")
        public static let physical = Kind(rawValue: "PHYSICAL")
    }

    public let id: CardID
    public let kind: Kind?
    /// The name on it.
    public let holder: String
    /// `MM/YY`, as it is printed.
    public let expiry: String
    /// Four ASCII digits.
    public let lastFour: String
    public let status: Status
    /// Why it is blocked, in the issuer's word.
    public let blockType: String?
    /// ISO 4217.
    public let currency: String?
    public let design: CardDesign?

    /// Whether its holder has frozen it, and can thaw it.
    public var isFrozen: Bool {
        status == .blocked && ["BLOCKEDBYCARDHOLDER", "BLOCKEDBYCARDHOLDERVIAPHONE"].contains(blockType)
    }

    /// The card that the proxy tells of, and which has to be `id`. Throws `ISSUER_INVALID`.
    ///
    /// A masked number with more digits than the last four would be a leak somewhere, and is refused.
    init(_ value: JSONValue, id: CardID) throws(JourneyError) {
        let fault = JourneyError(.issuerInvalid, "The proxy's word of the card cannot be read.")
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

    /// `MM/YY`.
    private static func isExpiry(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        return bytes.count == 5 && bytes[2] == UInt8(ascii: "/")
            && [0, 1, 3, 4].allSatisfy { bytes[$0].isDigit } && (1...12).contains(Int(text.prefix(2)) ?? 0)
    }

    /// The last four of a masked number, such as `**** **** **** 1234`; `nil` when it is not masked, or not enough. The first six
    /// name the issuer, and say nothing of the card (ISO/IEC 7812-1); no other may be a digit.
    private static func lastFour(of masked: String) -> String? {
        let places = Array(masked.filter { $0 != " " })
        guard (5...40).contains(places.count), masked.utf8.count <= 160 else { return nil }
        let last = String(places.suffix(4))
        guard last.utf8.count == 4, last.utf8.allSatisfy(\.isDigit) else { return nil }
        let middle = places.dropLast(4).dropFirst(6)
        let isMasked = places.dropLast(4).contains { !$0.isNumber }
        return isMasked && !middle.contains(where: \.isNumber) ? last : nil
    }

    /// One line of text of 1 to `limit` characters, without control characters.
    static func line(_ text: String, limit: Int) -> String? {
        guard (1...limit).contains(text.count),
            text.unicodeScalars.allSatisfy({ $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value) })
        else { return nil }
        return text
    }
}
