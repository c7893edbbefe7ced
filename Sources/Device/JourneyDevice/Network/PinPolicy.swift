public import Foundation
public import JourneyBase

/// The pinned keys of hosts. Pins are checked in addition to the usual checks: an untrusted chain or a wrong name is refused
/// whatever the pins.
public struct PinPolicy: Hashable, Sendable {
    /// The sets by host.
    let sets: [String: PinSet]

    /// A policy that pins no host.
    public static let none = PinPolicy(sets: [:])

    init(sets: [String: PinSet]) { self.sets = sets }

    /// Creates a policy of `sets`.
    ///
    /// - Parameter sets: The sets of pins, one for each host.
    /// - Throws: `CONFIGURATION_INVALID` when two sets have the same host.
    public init(_ sets: [PinSet]) throws(JourneyError) {
        var byHost: [String: PinSet] = [:]
        for set in sets {
            guard byHost.updateValue(set, forKey: set.host) == nil else {
                throw PinSet.refusal("for \(set.host) is given twice")
            }
        }
        self.sets = byHost
    }

    /// Creates a policy of sets without expiry and without subdomains.
    ///
    /// - Parameter pins: By host, digests in base64.
    /// - Throws: `CONFIGURATION_INVALID` for an invalid set (`PinSet`).
    public init(pins: [String: [String]]) throws(JourneyError) {
        var sets: [PinSet] = []
        for (host, digests) in pins { sets.append(try PinSet(host: host, pins: digests)) }
        try self.init(sets)
    }

    /// `true` when no host is pinned.
    public var isEmpty: Bool { sets.isEmpty }

    /// Returns `true` when `host` is pinned.
    public func covers(_ host: String) -> Bool { set(for: host) != nil }

    /// Returns the set of `host`: its own, else that of the closest parent domain that includes its subdomains.
    public func set(for host: String) -> PinSet? {
        let host = host.lowercased()
        if let own = sets[host] { return own }
        var rest = host[...]
        while let dot = rest.firstIndex(of: ".") {
            rest = rest[dot...].dropFirst()
            if let parent = sets[String(rest)], parent.includesSubdomains { return parent }
        }
        return nil
    }

    /// Returns `true` when the pins of `host` have expired, so that it is refused before anything is sent.
    ///
    /// - Parameters:
    ///   - host: The host.
    ///   - now: The current time.
    /// - Returns: `true` after the grace period of the host's set.
    public func hasExpired(for host: String, at now: Date) -> Bool { set(for: host)?.validity(at: now) == .over }

    /// The result of checking a chain against the pins.
    public enum Verdict: Hashable, Sendable {
        /// The host has no pins.
        case unpinned
        /// One of the chain's keys is pinned. With `isOverdue`, the set has expired and is in its grace period.
        case matched(isOverdue: Bool)
        /// None of the chain's keys is pinned.
        case mismatched
        /// The set's grace period has ended.
        case expired

        /// `true` when the connection may be used.
        var isGood: Bool {
            switch self {
            case .unpinned, .matched: true
            case .mismatched, .expired: false
            }
        }
    }

    /// Checks the pins against the keys of a chain that is otherwise valid. An empty chain matches nothing.
    ///
    /// - Parameters:
    ///   - chain: The chain's keys, leaf first, root included.
    ///   - host: The host.
    ///   - now: The current time.
    /// - Returns: The result.
    public func verdict(on chain: [SPKIPin], of host: String, at now: Date) -> Verdict {
        guard let set = set(for: host) else { return .unpinned }
        switch set.validity(at: now) {
        case .over: return .expired
        case let validity:
            return chain.contains(where: set.pins.contains) ? .matched(isOverdue: validity == .overdue) : .mismatched
        }
    }
}
