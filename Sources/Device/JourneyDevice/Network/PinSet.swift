public import Foundation
public import JourneyBase

/// The keys of which a host's certificate chain must hold one: at least two, the second for the day on which the first is
/// lost.
///
/// A pin is that of the host's own key or of an authority in its chain, in any place of the chain that was checked
/// (RFC 7469, section 2.6). Pin a backup key that is kept where the first one is not.
///
/// Expiry. A set may say when its keys are no longer vouched for. Until then it holds. For `grace` longer it still holds,
/// and each use is reported, so that the owner of the configuration hears of it. After that the host is refused: to go on
/// without pins would let whoever holds an update back, or the clock, decide when pinning ends.
public struct PinSet: Hashable, Sendable {
    /// In lower case, as an `Origin` has it.
    public let host: String
    /// Whether names below `host` are held to these pins too, unless they have a set of their own.
    public let includesSubdomains: Bool
    /// Two to sixteen.
    public internal(set) var pins: Set<SPKIPin>
    /// The moment from which on the keys are not vouched for; `nil` for none.
    public internal(set) var expires: Date?
    /// How long the set still holds after that.
    public internal(set) var grace: TimeInterval

    /// Thirty days: long enough for an update to be written, reviewed and installed.
    public static let usualGrace: TimeInterval = 30 * 86_400

    /// A set for `host`. `pins` are digests in base64.
    ///
    /// Throws `CONFIGURATION_INVALID` when the host is no plain name or address, when a pin is no digest, when there are
    /// fewer than two different ones or more than sixteen, or when subdomains are to be included of what has none: an
    /// address, or a single label.
    public init(
        host: String, pins: [String], includesSubdomains: Bool = false, expires: Date? = nil,
        grace: TimeInterval = PinSet.usualGrace
    ) throws(JourneyError) {
        guard let origin = Origin(scheme: "https", host: host.lowercased(), port: 443) else {
            throw PinSet.refusal("names no host: \(host)")
        }
        let digests = pins.compactMap { SPKIPin($0) }
        guard digests.count == pins.count else {
            throw PinSet.refusal("for \(host) holds what is no SHA-256 digest in base64")
        }
        guard Set(digests).count >= 2 else {
            throw PinSet.refusal("for \(host) needs two different pins at least: the key in use and a backup")
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

    /// Where a set stands in its life.
    enum Validity: Hashable, Sendable { case good, overdue, over }

    func life(at now: Date) -> Validity {
        guard let expires, now >= expires else { return .good }
        return now < expires.addingTimeInterval(grace) ? .overdue : .over
    }

    static func refusal(_ rest: String) -> JourneyError {
        JourneyError(.configurationInvalid, "The set of pins \(rest).")
    }
}
