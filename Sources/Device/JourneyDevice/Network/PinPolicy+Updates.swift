internal import Foundation

extension PinPolicy {
    /// Returns this policy with the sets of `updates` in place of its own for the same hosts.
    public func updated(by updates: PinPolicy) -> PinPolicy {
        PinPolicy(sets: sets.merging(updates.sets) { $1 })
    }

    /// Returns the first host whose subdomains are pinned here and would be unpinned when `updates` replace its set.
    public func exposed(by updates: PinPolicy) -> String? {
        let later = updated(by: updates)
        return updates.sets.keys.sorted().first { host in
            sets[host]?.includesSubdomains == true && !later.covers("subdomain.\(host)")
        }
    }

    /// Returns this policy with the keys of both sets for hosts in `updates`.
    ///
    /// Use it for documents with their own signature, such as the updates themselves, so that a wrong update can be followed by a
    /// correct one.
    public func extended(by updates: PinPolicy) -> PinPolicy {
        updated(
            by: PinPolicy(sets: updates.sets.mapValues { update in set(for: update.host).map(update.joined) ?? update })
        )
    }
}

extension PinSet {
    /// Returns a set of both sets' keys for this host, valid as long as the longer-lived one.
    fileprivate func joined(with other: PinSet) -> PinSet {
        var joined = self
        joined.pins.formUnion(other.pins)
        joined.expires = expires.flatMap { mine in other.expires.map { max(mine, $0) } }
        joined.grace = max(grace, other.grace)
        return joined
    }
}
