internal import Foundation
internal import JourneyBase
internal import JourneyCrypto
internal import JourneyLanguage
internal import JourneyWire

/// Has the gateway attest this installation and a run, where the manifest requires it (`security.attestation`).
///
/// The gateway decides. The client produces evidence and remembers its key.
struct AttestationClient {
    /// An attestation that a manifest can require.
    enum AttestationRequirement: String, CaseIterable {
        /// The installation's key is attested.
        case device
        /// The run is bound to the attested key: token, journey and manifest.
        case session
    }

    let host: JourneyHost
    let config: HSBCInitConfig
    let gateway: AttestationGatewayClient
    let mutex: AsyncMutex
    /// Bounds the device's time for each operation.
    let clock: any Clock<Duration>

    /// The time limit for one operation of the device.
    static let timeout = Duration.seconds(60)

    private var memory: AttestationKeyStore {
        AttestationKeyStore(store: host.store, environment: config.environment)
    }

    /// Returns the ticket of the run where the manifest requires one.
    ///
    /// - Throws: `ATTESTATION_UNAVAILABLE` when this device can't do what the manifest requires, or can't at the moment;
    ///   `ATTESTATION_FAIL` when the gateway rejects the evidence; `STORE_FAILED`; and the network's codes.
    func admission(to journey: Journey) async throws -> Secret? {
        let wanted = journey.security.attestation.filter(\.value).keys
        guard !wanted.isEmpty else { return nil }
        let demands = Set(wanted.compactMap(AttestationRequirement.init(rawValue:)))
        guard demands.count == wanted.count else {
            throw JourneyError(
                .attestationUnavailable, "The manifest requires an attestation that this SDK version doesn't support.")
        }
        guard let attestor = host.attestor else {
            throw JourneyError(
                .attestationUnavailable, "The manifest requires attestation, but JourneyHost.attestor is nil.")
        }
        return try await mutex.withLock { try await admit(journey, demands, attestor) }
    }

    private func admit(
        _ journey: Journey, _ demands: Set<AttestationRequirement>, _ attestor: any Attestor
    ) async throws -> Secret? {
        // At most twice: an unknown key, or a token that was renewed meanwhile, is corrected once.
        do { return try await once(journey, demands, attestor) } catch let again as RetryableAttestationError {
            _ = again
            do { return try await once(journey, demands, attestor) } catch let again as RetryableAttestationError {
                throw again.error
            }
        }
    }

    /// An error after which one more attempt from the start can succeed.
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

    /// Attests the stored key, or a new one where the old one was lost, and stores it.
    private func attest(
        _ kept: AttestationKeyStore.State, _ challenge: AttestationChallenge, _ attestor: any Attestor
    ) async throws -> AttestationKeyStore.State {
        var state = kept
        // App Attest attests a key once: a key that was accepted before and is unknown now must be replaced.
        if state.key == nil || state.isAttested {
            (state.key, state.isAttested) = (nil, false)
            try state.recordKey(at: host.dependencies.now())
            // Stored before the key exists, so that a crash cannot reset the count.
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

    /// Returns the instance's public key, signed by itself.
    private func registration() async throws -> String {
        let claims = InstanceClaims(
            jwk: WireJSON(host.instanceKey.publicKey.jwk),
            iat: WireTime(Int64(host.dependencies.now().timeIntervalSince1970)))
        let answer = await withTimeout(for: AttestationClient.timeout, by: clock) { [host] in
            await AttestationClient.result {
                try await CompactJWS.sign(
                    claims.json.compactBytes, typ: ProofContract.registrationType, kid: nil, key: host.instanceKey)
            }
        }
        try Task.checkCancellation()
        let cause: String
        switch answer {
        case .success(let signed): return signed
        case .failure(let error): cause = "\(error)"
        case nil: cause = "no answer within \(AttestationClient.timeout)"
        }
        throw JourneyError(
            .storeFailed, "The instance key did not sign the attestation registration: \(cause).", recovery: .restart)
    }

    private static func result(_ work: () async throws -> String) async -> Result<String, any Error> {
        do { return .success(try await work()) } catch { return .failure(error) }
    }

    /// Runs `work` of the attestor within the time limit. Forgets a key that the attestor no longer has.
    private func made(
        _ state: AttestationKeyStore.State, _ work: @escaping @Sendable () async throws(AttestorError) -> [UInt8]
    ) async throws -> [UInt8] {
        let answer = await withTimeout(for: AttestationClient.timeout, by: clock) {
            () async -> Result<[UInt8], AttestorError> in
            do throws(AttestorError) { return .success(try await work()) } catch { return .failure(error) }
        }
        try Task.checkCancellation()
        guard let answer else {
            throw JourneyError(
                .attestationUnavailable, "The device's attestation service did not answer within 60 seconds.",
                recovery: .restart)
        }
        do throws(AttestorError) { return try answer.get() } catch {
            switch error {
            case .unsupported:
                throw JourneyError(.attestationUnavailable, "This device cannot be attested.")
            case .unavailable:
                throw JourneyError(
                    .attestationUnavailable, "The device's attestation service is temporarily unavailable.",
                    recovery: .retry(after: .seconds(1)))
            case .keyInvalid:
                try await forget()
                throw RetryableAttestationError(
                    error: JourneyError(
                        .attestationUnavailable, "The device no longer has its attestation key.", recovery: .restart))
            }
        }
    }

    private func asking<Value>(
        _ work: () async throws(AttestationGatewayClient.Refusal) -> Value
    ) async throws -> Value {
        do throws(AttestationGatewayClient.Refusal) { return try await work() } catch {
            switch error {
            case .failed(let error): throw error
            case .unsupported: throw JourneyError(.attestationUnavailable, "The gateway does not support attestation.")
            case .keyUnknown:
                try await forget()
                throw RetryableAttestationError(error: AttestationClient.refused)
            case .moved: throw RetryableAttestationError(error: AttestationClient.refused)
            case .refused: throw AttestationClient.refused
            }
        }
    }

    private static let refused = JourneyError(.attestationFail, "The gateway rejected this device's attestation.")

    private func forget() async throws {
        var state = try await memory.load()
        (state.key, state.isAttested) = (nil, false)
        try await memory.save(state)
    }
}
