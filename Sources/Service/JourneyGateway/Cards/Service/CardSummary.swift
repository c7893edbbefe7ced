import JourneyBase
import JourneyWire

/// The app-visible data of a card, copied member by member from the issuer's card object, so that members the issuer adds don't
/// leak.
struct CardSummary: Hashable, Sendable {
    let id: String
    /// The issuer's id of the card holder.
    let user: String
    let name: String
    /// `MM/YY`.
    let expiry: String
    let maskedNumber: String
    let status: String
    var blockType: String?
    let type: String
    /// The ISO 4217 code; `nil` for an account that isn't in a currency.
    let currency: String?
    /// The issuer's name for the card's design.
    let look: String?

    /// Parses the issuer's card object. Throws `ISSUER_INVALID` for an invalid card or an insufficiently masked number.
    init(_ json: JSONValue) throws(CardRefusal) {
        guard let id = json[.id]?.string, CardID.isOne(id), let user = json[.userId]?.string, CardID.isOne(user),
            let name = json[.name]?.string.flatMap({ CardText.line($0, most: 100) }),
            let expiry = json[.expiryData]?.string.flatMap(CardSummary.expiry),
            let number = json[.maskedCardNumber]?.string, CardSummary.isMasked(number),
            let status = json[.status]?.string, CardText.isWord(status),
            let type = json[.type]?.string, CardText.isWord(type),
            let account = json[.linkedAccountCurrency]?.string, CardText.isWord(account)
        else { throw CardRefusal(.issuerInvalid) }
        let block = json[.blockType]?.string
        guard block.map(CardText.isWord) ?? true else { throw CardRefusal(.issuerInvalid) }
        self.id = id
        self.user = user
        self.name = name
        self.expiry = expiry
        maskedNumber = number
        self.status = status
        blockType = block
        self.type = type
        currency = CurrencyCode.isOne(account) ? account : nil
        look = json[.design]?.string
    }

    /// Returns the card as the route's answer.
    func answer(_ designs: [String: CardProductDesign]) -> CardAnswer {
        CardAnswer(
            id: id, name: name, expiry: expiry, maskedCardNumber: maskedNumber, status: status, type: type,
            blockType: blockType, currency: currency, design: (look.flatMap { designs[$0] } ?? designs[type])?.look)
    }

    var isActive: Bool { status == "ACTIVE" }

    /// `true` if the card holder froze the card and so may unfreeze it.
    var isFrozenByHolder: Bool {
        status == "BLOCKED" && [CardSummary.byHolder, "BLOCKEDBYCARDHOLDERVIAPHONE"].contains(blockType)
    }

    static let byHolder = "BLOCKEDBYCARDHOLDER"

    /// `true` if the card was blocked with the API key: by a user through this proxy, or by the operator.
    var isBlockedByClient: Bool { status == "BLOCKED" && blockType == "BLOCKEDBYCLIENT" }

    /// Converts an expiry date: `2027-11-30T23:59:59.000Z` becomes `11/27`.
    private static func expiry(_ text: String) -> String? {
        let date = text.prefix { $0 != "T" }.split(separator: "-", omittingEmptySubsequences: false)
        guard date.count == 3, date[0].utf8.count == 4, date[1].utf8.count == 2, let year = UInt(date[0]),
            let month = UInt(date[1]), (1...12).contains(month), (2_000...2_099).contains(year)
        else { return nil }
        return "\(date[1])/\(date[0].suffix(2))"
    }

    /// `true` if at most the first six and last four digits are readable, with at least one mask character between them or in
    /// their place. One mask character may stand for many digits, so a digit's side of the mask counts, not its position.
    private static func isMasked(_ text: String) -> Bool {
        let (marks, gaps) = ("*Xx•", ". -")
        let kept = text.filter { !gaps.contains($0) }
        guard (4...32).contains(text.count), let first = kept.firstIndex(where: marks.contains),
            let last = kept.lastIndex(where: marks.contains), kept[first...last].allSatisfy(marks.contains)
        else { return false }
        let (front, back) = (kept[..<first], kept[last...].dropFirst())
        return front.count <= 6 && back.count <= 4 && (front + back).allSatisfy { $0.isASCII && $0.isNumber }
    }
}

/// Validation of the issuer's texts for apps.
enum CardText {
    /// `true` for 1 to 64 ASCII letters, digits, hyphens and underscores.
    static func isWord(_ text: String) -> Bool {
        (1...64).contains(text.utf8.count)
            && text.utf8.allSatisfy { $0.isLetterOrDigit || "_-".utf8.contains($0) }
    }

    /// Returns at most `most` characters of `text` without control, format and direction characters; `nil` if only whitespace
    /// remains.
    static func line(_ text: String, most: Int) -> String? {
        let kept = text.unicodeScalars.filter { scalar in
            !scalar.properties.isDefaultIgnorableCodePoint && scalar.properties.generalCategory != .control
                && scalar.properties.generalCategory != .format && scalar.value != 0x2028 && scalar.value != 0x2029
        }
        let line = String(String(String.UnicodeScalarView(kept)).prefix(most))
        return line.allSatisfy(\.isWhitespace) ? nil : line
    }
}
