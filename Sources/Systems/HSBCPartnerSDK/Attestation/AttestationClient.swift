internal import Foundation
internal import JourneyBase
internal import JourneyCrypto
internal import JourneyLanguage
internal import JourneyWire

/// Has the gateway vouch for this installation and for a run, where the manifest asks for it (`security.attestation`).
///
/// The gateway decides: this side makes evidence, remembers its key, and believes no answer of its own.
struct AttestationClient {
    /// What a manifest can ask for.
    enum AttestationRequirement: String, CaseIterable {
        /// The installation's key is attested.
        case device
        /// And this run is bound to it: token, journey and manifest.
        case session
    }

    let host: JourneyHost
    let config: HSBCInitConfig
    let gateway: AttestationGatewayClient
    let mutex: AsyncMutex
    /// Bounds how long the device may take.
    let clock: any Clock<Duration>

    /// How long the device may take for one thing that it is asked.
    static let patience = Duration.seconds(60)

    private var memory: AttestationKeyStore {
        AttestationKeyStore(store: host.store, environment: config.environment)
    }

    /// The ticket of the run, when the manifest asks for one. Throws `ATTESTATION_UNAVAILABLE` when this device cannot do
    /// what the manifest asks for, or not now; `ATTESTATION_FAIL` when the gateway does not believe it; `STORE_FAILED`, and
    /// the network's codes.
    func admission(to journey: Journey) async throws -> Secret? {
        let wanted = journey.security.attestation.filter(\.value).keys
        guard !wanted.isEmpty else { return nil }
        let demands = Set(wanted.compactMap(AttestationRequirement.init(rawValue:)))
        guard demands.count == wanted.count else {
            throw JourneyError(
                .attestationUnavailable, "The manifest asks for an attestation that this version does not know.")
        }
        guard let attestor = host.attestor else {
            throw JourneyError(.attestationUnavailable, "This app has nothing that attests it.")
        }
        return try await mutex.withLock { try await admit(journey, demands, attestor) }
    }

    private func admit(
        _ journey: Journey, _ demands: Set<AttestationRequirement>, _ attestor: any Attestor
    ) async throws -> Secret? {
        // Twice at most: a key that turned out to be unknown, or a token that was renewed on the way, is made good once.
        do { return try await once(journey, demands, attestor) } catch let again as RetryableAttestationError {
            _ = again
            do { return try await once(journey, demands, attestor) } catch let again as RetryableAttestationError {
                throw again.error
            }
        }
    }

    /// Worth one more try from the start.
    private struct RetryableAttestationError: Error { let error: JourneyError }

    private func once(
        _ journey: Journey, _ demands: Set<AttestationRequirement>, _ attestor: any Attestor
    ) async throws -> Secret? {
        var challenge = try await asking { () async throws(AttestationGatewayClient.Refusal) in
            try await gateway.challenge()
        }
        var state = try await memory.load()
        if state.key == nil || challenge.keyId?.bytes != state.key {
            state = try await attest(state, challenge, attestor)
            guard demands.contains(.session) else { return nil }
            challenge = try await asking { () async throws(AttestationGatewayClient.Refusal) in
                try await gateway.challenge()
            }
        }
        guard demands.contains(.session), let key = state.key else { return nil }
        let data = gateway.clientData(challenge, journey: journey)
        let evidence = try await made(state) { () async throws(AttestorError) in
            try await attestor.assert(key, clientDataHash: SHA256.hash(data))
        }
        return try await asking { () async throws(AttestationGatewayClient.Refusal) in
            try await gateway.assert(key, evidence, data)
        }
    }

    /// Has the key attested, or a new one where the one in use was lost; and remembers it.
    private func attest(
        _ kept: AttestationKeyStore.State, _ challenge: AttestationChallenge, _ attestor: any Attestor
    ) async throws -> AttestationKeyStore.State {
        var state = kept
        // A key that was accepted once, and is unknown now, is not attested again: that is good once for a key.
        if state.key == nil || state.isAttested {
            (state.key, state.isAttested) = (nil, false)
            try state.note(host.dependencies.now())
            // On disk before it is made, so that no crash makes the count forget.
            try await memory.save(state)
            state.key = try await made(state) { () async throws(AttestorError) in try await attestor.generateKey() }
            try await memory.save(state)
        }
        guard let key = state.key else { return state }
        let data = gateway.clientData(challenge, journey: nil)
        let evidence = try await made(state) { () async throws(AttestorError) in
            try await attestor.attest(key, clientDataHash: SHA256.hash(data))
        }
        let registration = try await registration()
        try await asking { () async throws(AttestationGatewayClient.Refusal) in
            try await gateway.attest(key, evidence, data, format: attestor.format, registration: registration)
        }
        state.isAttested = true
        try await memory.save(state)
        return state
    }

    /// The instance's key with its own signature.
    private func registration() async throws -> String {
        let claims = InstanceClaims(
            jwk: WireJSON(host.instanceKey.publicKey.jwk),
            iat: WireTime(Int64(host.dependencies.now().timeIntervalSince1970)))
        let signed = await withTimeout(for: AttestationClient.patience, by: clock) { [host] in
            try? await CompactJWS.sign(
                claims.json.compactBytes, typ: ProofContract.registrationType, kid: nil, key: host.instanceKey)
        }
        try Task.checkCancellation()
        guard let signed = signed ?? nil else {
            throw JourneyError(.storeFailed, "The instance's key did not sign.", recovery: .restart)
        }
        return signed
    }

    /// What the attestor makes. A key that it does not know any more is forgotten.
    private func made(
        _ state: AttestationKeyStore.State, _ work: @escaping @Sendable () async throws(AttestorError) -> [UInt8]
    ) async throws -> [UInt8] {
        let answer = await withTimeout(for: AttestationClient.patience, by: clock) {
            () async -> Result<[UInt8], AttestorError> in
            do throws(AttestorError) { return .success(try await work()) } catch { return .failure(error) }
        }
        try Task.checkCancellation()
        guard let answer else {
            throw JourneyError(
                .attestationUnavailable, "The device did not answer in time.", recovery: .restart)
        }
        do throws(AttestorError) { return try answer.get() } catch {
            switch error {
            case .unsupported:
                throw JourneyError(.attestationUnavailable, "This device cannot be attested.")
            case .unavailable:
                throw JourneyError(
                    .attestationUnavailable, "The device could not be attested at the moment.",
                    recovery: .retry(after: .seconds(1)))
            case .keyInvalid:
                try await forget()
                throw RetryableAttestationError(
                    error: JourneyError(
                        .attestationUnavailable, "The device does not keep its key.", recovery: .restart))
            }
        }
    }

    private func asking<Value>(
        _ work: () async throws(AttestationGatewayClient.Refusal) -> Value
    ) async throws -> Value {
        do throws(AttestationGatewayClient.Refusal) { return try await work() } catch {
            switch error {
            case .failed(let error): throw error
            case .unsupported: throw JourneyError(.attestationUnavailable, "The gateway attests nothing.")
            case .keyUnknown:
                try await forget()
                throw RetryableAttestationError(error: AttestationClient.refused)
            case .moved: throw RetryableAttestationError(error: AttestationClient.refused)
            case .refused: throw AttestationClient.refused
            }
        }
    }

    private static let refused = JourneyError(.attestationFail, "The gateway does not believe this device.")

    private func forget() async throws {
        var state = try await memory.load()
        (state.key, state.isAttested) = (nil, false)
        try await memory.save(state)
    }
}
