import JourneyBase

/// What is remembered of a key set that was served.
struct KeySetRecord: Hashable {
    let version: Int64
    /// SHA-256 of the set as it is published.
    let digest: [UInt8]
    let revoked: [String]

    /// Whether `next` may take this set's place. Throws `KEYS_ROLLBACK`: a revoked key comes back in an older set.
    func check(successor next: KeySetRecord) throws(JourneyError) {
        guard next.version > version || next == self else {
            throw JourneyError(
                .keysRollback, "The key set's version \(next.version) is not above \(version), which is served.")
        }
        guard Set(revoked).isSubset(of: next.revoked) else {
            throw JourneyError(.keysRollback, "The key set revokes less than the one that is served.")
        }
    }
}
