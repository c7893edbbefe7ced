public import Foundation
public import JourneyBase

/// Which keys which hosts may show. Pins come on top of the usual checks: a chain that does not lead to a trusted
/// authority, or a name that does not fit, is refused whatever the pins say.
public struct PinPolicy: Hashable, Sendable {
    /// By host.
    let sets: [String: PinSet]

    /// Pins no host.
    public static let none = PinPolicy(sets: [:])

    init(sets: [String: PinSet]) { self.sets = sets }

    /// The policy of `sets`. Throws `CONFIGURATION_INVALID` when two are for one host: which one holds must not depend on
    /// their order.
    public init(_ sets: [PinSet]) throws(JourneyError) {
        var byHost: [String: PinSet] = [:]
        for set in sets {
            guard byHost.updateValue(set, forKey: set.host) == nil else {
                throw PinSet.refusal("for \(set.host) stands there twice")
            }
        }
        self.sets = byHost
    }

    /// A policy of sets that have no end and hold for no subdomains: by host, digests in base64. Throws as `PinSet` does.
    public init(pins: [String: [String]]) throws(JourneyError) {
        var sets: [PinSet] = []
        for (host, digests) in pins { sets.append(try PinSet(host: host, pins: digests)) }
        try self.init(sets)
    }

    /// Whether no host is pinned.
    public var isEmpty: Bool { sets.isEmpty }

    /// Whether `host` is held to pins.
    public func covers(_ host: String) -> Bool { set(for: host) != nil }

    /// The set that holds for `host`: its own, else that of the closest name above it which includes its subdomains.
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

    /// Whether `host` is held to pins that are too old: it is refused before anything is sent.
    public func isOver(for host: String, at now: Date) -> Bool { set(for: host)?.life(at: now) == .over }

    /// What the pins say of a chain.
    public enum Verdict: Hashable, Sendable {
        /// Nothing is pinned for the host.
        case unpinned
        /// One of the chain's keys is pinned. `isOverdue` tells that the set's time is up: good for its grace only.
        case matched(isOverdue: Bool)
        /// None of the chain's keys is pinned.
        case mismatched
        /// The set is too old to say anything.
        case expired

        /// Whether a connection may be used.
        var isGood: Bool {
            switch self {
            case .unpinned, .matched: true
            case .mismatched, .expired: false
            }
        }
    }

    /// The verdict on `chain`, the pins of the keys in a chain that was found good otherwise: leaf first, its authority
    /// included. An empty chain matches nothing.
    public func verdict(on chain: [SPKIPin], of host: String, at now: Date) -> Verdict {
        guard let set = set(for: host) else { return .unpinned }
        switch set.life(at: now) {
        case .over: return .expired
        case let life:
            return chain.contains(where: set.pins.contains) ? .matched(isOverdue: life == .overdue) : .mismatched
        }
    }
}
