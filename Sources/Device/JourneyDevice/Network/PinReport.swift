import Foundation
import JourneyBase

/// What there is to tell of a host's pins: for the owner of the configuration, who cannot see it otherwise.
///
/// It holds a host and digests of public keys, and nothing of who was connecting or what for.
struct PinReport: Hashable, Sendable {
    enum Reason: String, Hashable, Sendable {
        /// The chain held none of the pinned keys; the connection was refused.
        case mismatched
        /// The set's time is up and its grace over; the connection was refused.
        case expired
        /// The set's time is up; it still holds for its grace.
        case overdue
    }

    let host: String
    let port: Int
    let reason: Reason
    /// The keys that were shown, leaf first; none when nothing was asked for.
    let seen: [SPKIPin]
    let expires: Date?
    let time: Date

    /// What `verdict` gives to report, or `nil` when all is well.
    init?(_ verdict: PinPolicy.Verdict, of origin: Origin, seen: [SPKIPin], expires: Date?, time: Date) {
        switch verdict {
        case .unpinned, .matched(isOverdue: false): return nil
        case .matched(isOverdue: true): reason = .overdue
        case .mismatched: reason = .mismatched
        case .expired: reason = .expired
        }
        host = origin.host
        port = origin.port
        self.seen = seen
        self.expires = expires
        self.time = time
    }

    /// The report as RFC 7469, section 3, names its members, as far as they apply.
    var json: JSONValue {
        [
            "date-time": .string(time.ISO8601Format()), "hostname": .string(host),
            "port": .number(JSONNumber(port)), "reason": .string(reason.rawValue),
            "effective-expiration-date": expires.map { .string($0.ISO8601Format()) } ?? .null,
            "served-spki-sha256": .array(seen.map { .string($0.base64) }),
        ]
    }
}
