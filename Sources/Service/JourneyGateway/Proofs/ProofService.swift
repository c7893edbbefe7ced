import Foundation
import JourneyBase
import JourneyCrypto
import JourneyServer
import JourneyWire

/// The bank's proof checks: verifies that a page's session proof was made by a registered SDK instance, for this page, now, and
/// for the first time.
///
/// | route | caller | |
/// |---|---|---|
/// | `POST /instances` | context token and known partner | registers an instance's key, with a signature by that key |
/// | `POST /proofs/check` | a bank's server, by its credential | 200 with the proved claims, or 422 with a `PROOF_…` code |
/// | `GET /instances/{instance}/keys.json` | anyone | the instance's public key, as a JWK set |
///
/// Each answer includes the instance's attestation (`AttestationKind`); `none` without one.
struct ProofService: RoutedService {
    let router: Router

    /// Creates the service. `access` authenticates devices, `checkers` has the SHA-256 of the credentials of banks' servers.
    init(
        store: ProofStore, manifests: ManifestStore, access: any GatewayIdentity, checkers: Set<[UInt8]>,
        attestations: (store: AttestationStore, policy: AttestationPolicy)? = nil, dependencies: Dependencies = .system
    ) {
        let attested = Attested(instances: store, attestations: attestations)
        let now: @Sendable () -> Int64 = { Int64(dependencies.now().timeIntervalSince1970) }
        router = Router([
            Route(ProofContract.register, body: .whole(limit: 8_192)) { request, _ in
                await .answering {
                    let caller = try await access.identified(request)
                    if let refusal = Problem.unsupported(request, "application/jose") { throw refusal }
                    return try await register(request, caller, attested, now())
                }
            },
            Route(ProofContract.keys) { _, parameters in
                await .answering { try await keySet(of: parameters["instance"], attested) }
            },
            Route(ProofContract.check, body: .whole(limit: 32_768)) { request, _ in
                if let refusal = BankServer.refusal(of: request, checkers, realm: "proofs") { return refusal.response }
                return await .answering { try await check(request, attested, manifests, now()) }
            },
        ])
    }
}

/// Registers an instance's key (`InstanceRegistration`).
private func register(
    _ request: HTTPRequest, _ caller: GatewayCaller, _ attested: Attested, _ now: Int64
) async throws -> HTTPResponse {
    let key = try InstanceRegistration.key(of: String(validating: request.body, as: UTF8.self), now: now)
    try await attested.instances.register(key, by: caller, at: now)
    let kind = try await attested.kind(of: key.thumbprint)
    return ProofContract.register.response(
        InstanceAnswer(instance: key.thumbprint, attestation: kind.rawValue), headers: HTTPResponse.unstored)
}

/// Returns the key of an instance as a JWK set, with its attestation.
private func keySet(of instance: String, _ attested: Attested) async throws -> HTTPResponse {
    guard JWKSet.isKeyID(instance), let known = try await attested.instances.instance(instance),
        let keys = (try? JWKSet([instance: known.key]))?.json["keys"]?.array
    else { throw Problem(.instanceUnknown, "This instance is not registered.") }
    let kind = try await attested.kind(of: instance)
    return ProofContract.keys.response(
        InstanceKeys(keys: keys.map { WireJSON($0) }, attestation: kind.rawValue), headers: HTTPResponse.unstored)
}

/// The registered instances with their attestations.
private struct Attested {
    let instances: ProofStore
    let attestations: (store: AttestationStore, policy: AttestationPolicy)?

    /// Returns the key that attests the instance under the current policy.
    func voucher(of instance: String) async throws -> AttestationStore.Key? {
        guard let attestations else { return nil }
        return try await attestations.store.keys(of: instance).first { attestations.policy.refusal(of: $0) == nil }
    }

    func kind(of instance: String) async throws -> AttestationKind { try await voucher(of: instance)?.kind ?? .none }
}

private func check(
    _ request: HTTPRequest, _ attested: Attested, _ manifests: ManifestStore, _ now: Int64
) async throws -> HTTPResponse {
    let limits = JSONLimits(bytes: 32_768, depth: 2)
    guard let asked = try? ProofRequest(request.body, limits: limits, unknownMembers: .refused) else {
        throw Problem(
            .malformed,
            "The body must be an object with proof, origin and pageNonce; its other members must be texts to compare with the proof."
        )
    }
    guard let instance = SessionProofCheck.instance(of: asked.proof) else { throw SessionProofCheck.malformed }
    guard let known = try await attested.instances.instance(instance) else {
        throw Problem(.proofInstanceUnknown, "This instance is not registered.")
    }
    let proved = try SessionProofCheck(asked: asked).claims(key: known.key, now: now)
    guard let sequence = try await manifests.sequence(of: proved.manifestHash.bytes, journey: proved.journeyId) else {
        throw Problem(.proofManifestUnknown, "The proof names a manifest that was never published on this gateway.")
    }
    // Last, so that only a valid proof is used up.
    let end = proved.exp.seconds + SessionProofCheck.leeway
    guard try await attested.instances.isFirst(instance, proved.jti, until: end, now: now) else {
        throw Problem(.proofReplayed, "This proof was already used.")
    }
    let voucher = try await attested.voucher(of: instance)
    return ProofContract.check.response(
        ProofAnswer(
            instance: instance, attestation: (voucher?.kind ?? .none).rawValue,
            partner: voucher?.partner ?? known.partner, client: voucher?.client ?? known.client, app: voucher?.app,
            journeyId: proved.journeyId, stepId: proved.stepId, manifestSequence: sequence,
            expires: proved.exp.seconds), headers: HTTPResponse.unstored)
}
