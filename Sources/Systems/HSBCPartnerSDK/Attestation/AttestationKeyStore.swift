internal import Foundation
internal import JourneyBase

/// Stores the attested key of an environment and the times at which keys were made, so that a restart resets no limit.
struct AttestationKeyStore {
    let store: any SecureStore
    let environment: HSBCInitConfig.Environment

    /// The number of keys that may be made in a `period`. Each new key costs device time and counts against Apple's limits; many
    /// keys from one installation look like abuse.
    static let mostKeys = 3
    static let period: TimeInterval = 86_400

    struct State: Equatable {
        /// The key in use.
        var key: [UInt8]?
        /// `true` once the gateway has accepted the key.
        var isAttested = false
        /// The times at which keys were made, in seconds since 1970.
        var made: [Int64] = []

        /// Records that a key is made at `now`. Times in the future count too, so that setting the clock back makes no room.
        ///
        /// - Throws: `ATTESTATION_UNAVAILABLE` when the period's limit is reached.
        mutating func recordKey(at now: Date) throws(JourneyError) {
            let moment = Int64(now.timeIntervalSince1970)
            made.removeAll { $0 <= moment - Int64(AttestationKeyStore.period) }
            guard made.count < AttestationKeyStore.mostKeys else {
                let first = made.min() ?? moment
                let wait = min(
                    max(first + Int64(AttestationKeyStore.period) - moment, 1), Int64(AttestationKeyStore.period))
                throw JourneyError(
                    .attestationUnavailable,
                    "This installation has made the maximum of 3 attestation keys in 24 hours.",
                    recovery: .retry(after: .seconds(wait)))
            }
            made.append(moment)
        }
    }

    /// Returns the stored state; an empty state where nothing is stored.
    ///
    /// - Throws: `STORE_FAILED` for an item that can't be read: it may have been wiped to get around the limit.
    func load() async throws -> State {
        guard let bytes = try await store.load(try name()) else { return State() }
        guard let json = try? JSONReader.read(bytes), let made = json["made"]?.array?.map(\.int64),
            let isAttested = json["isAttested"]?.bool
        else { throw unusable }
        var state = State(isAttested: isAttested, made: made.compactMap { $0 })
        if let key = json["key"]?.string {
            guard let bytes = Base64URL.decode(key) else { throw unusable }
            state.key = bytes
        }
        guard state.made.count == made.count else { throw unusable }
        return state
    }

    func save(_ state: State) async throws {
        var members: [String: JSONValue] = [
            "made": .array(state.made.map { .number(JSONNumber($0)) }), "isAttested": .bool(state.isAttested),
        ]
        members["key"] = state.key.map { .string(Base64URL.encode($0)) }
        try await store.save(JSONValue.object(members).compactBytes, for: try name())
    }

    private func name() throws -> StoreKey {
        guard let key = StoreKey("attestation.\(environment.rawValue)") else { throw unusable }
        return key
    }

    private var unusable: JourneyError {
        JourneyError(.storeFailed, "The stored state of the attestation key can't be read.")
    }
}
