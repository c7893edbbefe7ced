public import Foundation
internal import JourneyBase
internal import JourneyWire

/// A challenge whose code was sent, and its expiry.
public struct ConsentChallenge: Hashable, Sendable {
    public let id: ChallengeID
    /// The expiry, given by the issuer only. No lifetime is documented.
    public let expires: Date

    public init(id: ChallengeID, expires: Date) {
        self.id = id
        self.expires = expires
    }

    /// Reads the page's `{challengeId, dateExpires}`; `nil` for anything else.
    init?(_ payload: JSONValue) {
        guard let id = payload[.challengeId]?.string.flatMap(ChallengeID.init),
            let expires = payload[.dateExpires]?.string.flatMap(IssuerTimestamp.read)
        else { return nil }
        self.init(id: id, expires: expires)
    }
}

/// A channel by which the issuer sends codes.
public enum ConsentChannel: String, Hashable, Sendable, CaseIterable {
    case sms
    case email
    /// Both channels: the issuer's default.
    case both
}

/// The issuer's timestamps.
enum IssuerTimestamp {
    /// Reads an ISO 8601 date and time with a zone, with or without fractional seconds; `nil` for anything else.
    static func read(_ text: String) -> Date? {
        guard (20...40).contains(text.utf8.count) else { return nil }
        for hasFraction in [false, true] {
            let style = Date.ISO8601FormatStyle(includingFractionalSeconds: hasFraction)
            if let moment = try? style.parse(text) { return moment }
        }
        return nil
    }
}
