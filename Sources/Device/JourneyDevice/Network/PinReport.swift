public import Foundation
public import JourneyBase

/// A report about a host's pins, for the owner of the configuration.
///
/// It contains a host and digests of public keys, and nothing about the person or the request.
public struct PinReport: Hashable, Sendable {
    /// The reason for a report.
    public enum Reason: String, Hashable, Sendable {
        /// The chain had none of the pinned keys; the connection was refused.
        case mismatched
        /// The set's grace period has ended; the connection was refused.
        case expired
        /// The set has expired and is in its grace period; the connection was used.
        case overdue
    }

    /// The host of the connection.
    public let host: String
    /// The port of the connection.
    public let port: Int
    /// The reason for the report.
    public let reason: Reason
    /// The chain's keys, leaf first; empty when no connection was made.
    public let seen: [SPKIPin]
    /// The end of the pins' validity; `nil` for pins without one.
    public let expires: Date?
    /// The time of the connection.
    public let time: Date

    /// Creates the report of `verdict`; `nil` when there is nothing to report.
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

    /// The report with the member names of RFC 7469, section 3, as far as they apply.
    public var json: JSONValue {
        [
            "date-time": .string(time.ISO8601Format()), "hostname": .string(host),
            "port": .number(JSONNumber(port)), "reason": .string(reason.rawValue),
            "effective-expiration-date": expires.map { .string($0.ISO8601Format()) } ?? .null,
            "served-spki-sha256": .array(seen.map { .string($0.base64) }),
        ]
    }
}
