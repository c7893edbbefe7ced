public import Foundation
public import JourneyBase

/// The pinned keys of a host: a certificate chain must have one of them. At least two, the second as a backup.
///
/// A pin is the digest of the host's own key or of an authority's key, at any position of the verified chain (RFC 7469, section
/// 2.6). Pin a backup key that is stored elsewhere than the first.
/// A set may have an expiry date, until which it is valid. During the `grace` period after that it remains valid, and each use is
/// reported, so that the owner of the configuration learns of it. Then the host is refused: continuing without pins would let
/// anyone who delays an update, or changes the clock, end pinning.
public struct PinSet: Hashable, Sendable {
    /// The host in lower case, as in an `Origin`.
    public let host: String
    /// `true` when subdomains of `host` are pinned too, unless they have their own set.
    public let includesSubdomains: Bool
    /// The pinned keys, two to sixteen.
    public internal(set) var pins: Set<SPKIPin>
    /// The expiry date; `nil` for none.
    public internal(set) var expires: Date?
    /// The grace period after the expiry date, in seconds.
    public internal(set) var grace: TimeInterval

    /// The default grace period, thirty days: enough to write, review and install an update.
    public static let usualGrace: TimeInterval = 30 * 86_400

    /// Creates a set for `host`.
    ///
    /// - Parameters:
    ///   - host: A DNS name or an IP address.
    ///   - pins: Digests in base64.
    ///   - includesSubdomains: `true` to pin the host's subdomains too.
    ///   - expires: The expiry date; `nil` for none.
    ///   - grace: The grace period after the expiry date, in seconds.
    /// - Throws: `CONFIGURATION_INVALID` for an invalid host or digest, fewer than two different pins or more than sixteen, or
    ///   included subdomains of an address or a single label.
    public init(
        host: String, pins: [String], includesSubdomains: Bool = false, expires: Date? = nil,
        grace: TimeInterval = PinSet.usualGrace
    ) throws(JourneyError) {
        guard let origin = Origin(scheme: "https", host: host.lowercased(), port: 443) else {
            throw PinSet.refusal("has an invalid host: \(host)")
        }
        let digests = pins.compactMap { SPKIPin($0) }
        guard digests.count == pins.count else {
            throw PinSet.refusal("for \(host) has a pin that is not a SHA-256 digest in base64")
        }
        guard Set(digests).count >= 2 else {
            throw PinSet.refusal("for \(host) needs at least two different pins: the key in use and a backup")
        }
        guard digests.count <= 16 else { throw PinSet.refusal("for \(host) has more than 16 pins") }
        let isName = origin.host.utf8.last.map { !(0x30...0x39).contains($0) } ?? false
        guard !includesSubdomains || (isName && origin.host.contains(".")) else {
            throw PinSet.refusal("for \(host) cannot include subdomains")
        }
        self.host = origin.host
        self.pins = Set(digests)
        self.includesSubdomains = includesSubdomains
        self.expires = expires
        self.grace = max(grace, 0)
    }

    /// The validity of a set at a time.
    enum Validity: Hashable, Sendable { case good, overdue, over }

    func validity(at now: Date) -> Validity {
        guard let expires, now >= expires else { return .good }
        return now < expires.addingTimeInterval(grace) ? .overdue : .over
    }

    static func refusal(_ rest: String) -> JourneyError {
        JourneyError(.configurationInvalid, "The set of pins \(rest).")
    }
}
