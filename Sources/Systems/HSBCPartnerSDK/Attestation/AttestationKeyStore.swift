internal import Foundation
internal import JourneyBase

/// The attested key of an environment, and when keys were made: kept, so that a restart resets nothing.
struct AttestationKeyStore {
    let store: any SecureStore
    let environment: HSBCInitConfig.Environment

    /// Keys that may be made in a period. Each new one costs the person's device and Apple's patience, and a server that
    /// sees many for one installation has reason to wonder.
    static let mostKeys = 3
    static let period: TimeInterval = 86_400

    struct State: Equatable {
        /// The key in use.
        var key: [UInt8]?
        /// Whether the gateway has once accepted it.
        var isAttested = false
        /// When keys were made, in seconds since 1970.
        var made: [Int64] = []

        /// Notes that a key is made at `now`. Throws `ATTESTATION_UNAVAILABLE` when the period has had its share. Times
        /// that lie ahead count too: a clock that is set back does not make room.
        mutating func note(_ now: Date) throws(JourneyError) {
            let moment = Int64(now.timeIntervalSince1970)
            made.removeAll { $0 <= moment - Int64(AttestationKeyStore.period) }
            guard made.count < AttestationKeyStore.mostKeys else {
                let first = made.min() ?? moment
                let wait = min(
                    max(first + Int64(AttestationKeyStore.period) - moment, 1), Int64(AttestationKeyStore.period))
                throw JourneyError(
                    .attestationUnavailable, "This installation has made as many keys as it may for now.",
                    recovery: .retry(after: .seconds(wait)))
            }
            made.append(moment)
        }
    }

    /// What is kept; nothing yet is an empty state. Throws `STORE_FAILED` for what cannot be read: it may have been wiped to
    /// have more keys made.
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
        JourneyError(.storeFailed, "What is kept of the attested key cannot be read.")
    }
}
