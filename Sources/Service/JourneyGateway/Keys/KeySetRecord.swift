import JourneyBase

/// The stored facts of a served key set.
struct KeySetRecord: Hashable {
    let version: Int64
    /// SHA-256 of the published set.
    let digest: [UInt8]
    let revoked: [String]

    /// Throws `KEYS_ROLLBACK` unless `next` may replace this set. An older set could restore a revoked key.
    func check(successor next: KeySetRecord) throws(JourneyError) {
        guard next.version > version || next == self else {
            throw JourneyError(
                .keysRollback, "The key set's version \(next.version) is not above the served version \(version).")
        }
        guard Set(revoked).isSubset(of: next.revoked) else {
            throw JourneyError(.keysRollback, "The key set omits a revocation of the served one.")
        }
    }
}
