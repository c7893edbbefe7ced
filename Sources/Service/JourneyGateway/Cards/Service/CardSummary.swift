import JourneyBase
import JourneyWire

/// What an app may know of a card, taken from the issuer's card object member by member: a member that the issuer adds gets
/// no further.
struct CardSummary: Hashable, Sendable {
    let id: String
    /// The issuer's id of who holds it.
    let user: String
    let name: String
    /// `MM/YY`.
    let expiry: String
    let maskedNumber: String
    let status: String
    var blockType: String?
    let type: String
    /// ISO 4217; an account may also be of something that is no currency.
    let currency: String?
    /// The issuer's own name of its look.
    let look: String?

    /// Throws `ISSUER_INVALID` for what is no card, or shows more of its number than it may.
    init(_ json: JSONValue) throws(CardRefusal) {
        guard let id = json["id"]?.string, CardID.isOne(id), let user = json["userId"]?.string, CardID.isOne(user),
            let name = json["name"]?.string.flatMap({ CardText.line($0, most: 100) }),
            let expiry = json["expiryData"]?.string.flatMap(CardSummary.expiry),
            let number = json["maskedCardNumber"]?.string, CardSummary.isMasked(number),
            let status = json["status"]?.string, CardText.isWord(status),
            let type = json["type"]?.string, CardText.isWord(type),
            let account = json["linkedAccountCurrency"]?.string, CardText.isWord(account)
        else { throw CardRefusal(.issuerInvalid) }
        let block = json["blockType"]?.string
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
        look = json["design"]?.string
    }

    /// As the route answers it.
    func answer(_ designs: [String: CardDesign]) -> CardAnswer {
        CardAnswer(
            id: id, name: name, expiry: expiry, maskedCardNumber: maskedNumber, status: status, type: type,
            blockType: blockType, currency: currency, design: (look.flatMap { designs[$0] } ?? designs[type])?.look)
    }

    var isActive: Bool { status == "ACTIVE" }

    /// Whether the person has frozen it, so that the person may lift it.
    var isFrozenByHolder: Bool {
        status == "BLOCKED" && [CardSummary.byHolder, "BLOCKEDBYCARDHOLDERVIAPHONE"].contains(blockType)
    }

    static let byHolder = "BLOCKEDBYCARDHOLDER"

    /// Whether it was blocked by who has the API key: by a person through this proxy, or by the operator.
    var isBlockedByClient: Bool { status == "BLOCKED" && blockType == "BLOCKEDBYCLIENT" }

    /// `11/27` of `2027-11-30T23:59:59.000Z`.
    private static func expiry(_ text: String) -> String? {
        let date = text.prefix { $0 != "T" }.split(separator: "-", omittingEmptySubsequences: false)
        guard date.count == 3, date[0].utf8.count == 4, date[1].utf8.count == 2, let year = UInt(date[0]),
            let month = UInt(date[1]), (1...12).contains(month), (2_000...2_099).contains(year)
        else { return nil }
        return "\(date[1])/\(date[0].suffix(2))"
    }

    /// Whether no more than the first six and the last four digits can be read, and something stands between them or in place
    /// of them. One mark may stand for many digits, so what counts is on which side of the marks a digit is.
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

/// Texts of the issuer's on their way to an app.
enum CardText {
    /// Letters, digits, hyphens and underscores of ASCII.
    static func isWord(_ text: String) -> Bool {
        (1...64).contains(text.utf8.count)
            && text.utf8.allSatisfy { $0.isLetterOrDigit || "_-".utf8.contains($0) }
    }

    /// `text` without control characters and without marks that turn the direction of what follows, at most `most`
    /// characters; `nil` when nothing is left.
    static func line(_ text: String, most: Int) -> String? {
        let kept = text.unicodeScalars.filter { scalar in
            !scalar.properties.isDefaultIgnorableCodePoint && scalar.properties.generalCategory != .control
                && scalar.properties.generalCategory != .format && scalar.value != 0x2028 && scalar.value != 0x2029
        }
        let line = String(String(String.UnicodeScalarView(kept)).prefix(most))
        return line.allSatisfy(\.isWhitespace) ? nil : line
    }
}
