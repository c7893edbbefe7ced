import JourneyBase
import JourneyCrypto
import JourneyWire

/// A user of the issuer, authenticated by a partner.
struct CardUser: Hashable, Sendable {
    let partner: String
    /// The issuer's id of the user.
    let id: String

    /// The digest that represents the user in the database.
    var digest: [UInt8] { digest(of: "") }

    /// The digest that represents the user's ownership in the database. It ignores letter case: an issuer may accept an id in any
    /// case, so another partner could otherwise claim the user with a different spelling.
    var ownerDigest: [UInt8] { CardUser(partner: partner, id: id.lowercased()).digest }

    /// Returns the digest that represents `thing` of this user in the database, which contains no ids. It doesn't depend on the
    /// partner.
    func digest(of thing: String) -> [UInt8] {
        // An id contains no space, so the parts can't be confused.
        SHA256.hash(Array("\(id) \(thing)".utf8))
    }
}

/// The syntax of the issuer's ids for users, cards and challenges.
enum CardID {
    /// `true` for 1 to 64 ASCII letters, digits and hyphens.
    static func isOne(_ text: String) -> Bool {
        (1...64).contains(text.utf8.count) && text.utf8.allSatisfy { $0.isLetterOrDigit || $0 == UInt8(ascii: "-") }
    }

    /// Returns a valid id of a request. Throws `REQUEST_INVALID` otherwise.
    static func required(_ text: String) throws(CardRefusal) -> String {
        guard isOne(text) else { throw CardRefusal(.requestInvalid) }
        return text
    }
}
