internal import Foundation

extension PinPolicy {
    /// This policy, in which `updates` hold for their hosts instead of its own sets.
    public func updated(by updates: PinPolicy) -> PinPolicy {
        PinPolicy(sets: sets.merging(updates.sets) { $1 })
    }

    /// The first host whose subdomains are held to pins here, and would be to none when `updates` take the place of its set.
    package func exposed(by updates: PinPolicy) -> String? {
        let later = updated(by: updates)
        return updates.sets.keys.sorted().first { host in
            sets[host]?.includesSubdomains == true && !later.covers("subdomain.\(host)")
        }
    }

    /// This policy, in which hosts that `updates` has a set for may show the keys of either: for what carries its own
    /// signature, such as the updates themselves. An update that is wrong can then be followed by one that is right.
    package func extended(by updates: PinPolicy) -> PinPolicy {
        updated(
            by: PinPolicy(sets: updates.sets.mapValues { update in set(for: update.host).map(update.joined) ?? update })
        )
    }
}

extension PinSet {
    /// Both sets' keys, under this one's host, for as long as the longer holds.
    fileprivate func joined(with other: PinSet) -> PinSet {
        var joined = self
        joined.pins.formUnion(other.pins)
        joined.expires = expires.flatMap { mine in other.expires.map { max(mine, $0) } }
        joined.grace = max(grace, other.grace)
        return joined
    }
}
