import JourneyBase
import JourneyCrypto
import JourneyWire

/// A user of the issuer's, vouched for by a partner.
struct CardUser: Hashable, Sendable {
    let partner: String
    /// The issuer's id of the user.
    let id: String

    /// What the database knows the user by.
    var digest: [UInt8] { digest(of: "") }

    /// What the database knows the owner of the user by, whatever the letters' case: an issuer may take an id in any, and so may
    /// whoever names another partner's user.
    var ownerDigest: [UInt8] { CardUser(partner: partner, id: id.lowercased()).digest }

    /// What the database knows something of this user's by: it holds no ids. Whoever vouches for the user, it is one user.
    func digest(of thing: String) -> [UInt8] {
        // No id has a space in it.
        SHA256.hash(Array("\(id) \(thing)".utf8))
    }
}

/// The ids that the issuer gives to users, cards and challenges.
enum CardID {
    /// 1 to 64 ASCII letters, digits and hyphens.
    static func isOne(_ text: String) -> Bool {
        (1...64).contains(text.utf8.count) && text.utf8.allSatisfy { $0.isLetterOrDigit || $0 == UInt8(ascii: "-") }
    }

    /// The id in a request. Throws `REQUEST_INVALID` for what is none.
    static func required(_ text: String) throws(CardRefusal) -> String {
        guard isOne(text) else { throw CardRefusal(.requestInvalid) }
        return text
    }
}
