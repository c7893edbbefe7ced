public import Foundation
internal import JourneyBase

/// A code was sent: what it answers, and until when.
public struct ConsentChallenge: Hashable, Sendable {
    public let id: ChallengeID
    /// The issuer's word, the only one that counts: how long a challenge lives is written down nowhere.
    public let expires: Date

    public init(id: ChallengeID, expires: Date) {
        self.id = id
        self.expires = expires
    }

    /// What the page says of it, `{challengeId, dateExpires}`; `nil` for anything else.
    init?(_ payload: JSONValue) {
        guard let id = payload["challengeId"]?.string.flatMap(ChallengeID.init),
            let expires = payload["dateExpires"]?.string.flatMap(IssuerTimestamp.read)
        else { return nil }
        self.init(id: id, expires: expires)
    }
}

/// How the issuer sends codes.
public enum ConsentChannel: String, Hashable, Sendable, CaseIterable {
    case sms
    case email
    /// To both: what the issuer does when it is told neither.
    case both
}

/// Moments as the issuer spells them.
enum IssuerTimestamp {
    /// The moment of an ISO 8601 date and time with a zone, with or without parts of a second; `nil` for anything else.
    static func read(_ text: String) -> Date? {
        guard (20...40).contains(text.utf8.count) else { return nil }
        for hasFraction in [false, true] {
            let style = Date.ISO8601FormatStyle(includingFractionalSeconds: hasFraction)
            if let moment = try? style.parse(text) { return moment }
        }
        return nil
    }
}
