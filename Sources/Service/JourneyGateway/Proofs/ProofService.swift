import Foundation
import JourneyBase
import JourneyCrypto
import JourneyServer

/// The bank's proof checks: whether a page's session proof was made by a registered instance of the SDK, for this page, now,
/// and for the first time.
///
/// | route | who | |
/// |---|---|---|
/// | `POST /instances` | context token and known partner | registers an instance's key, by its own signature |
/// | `POST /proofs/check` | a bank's server, by its credential | 200 with what was proved, or 422 with a `PROOF_…` code |
/// | `GET /instances/{instance}/keys.json` | anybody | the instance's public key, as a JWK set |
///
/// Each answer says who vouches for the instance (`AttestationKind`): `none` where nobody attests.
struct ProofService: RoutedService {
    let router: Router

    /// A service that knows devices by `access`, and banks' servers by the SHA-256 of their credentials.
    init(
        store: ProofStore, manifests: ManifestStore, access: any GatewayIdentity, checkers: Set<[UInt8]>,
        attestations: (store: AttestationStore, policy: AttestationPolicy)? = nil, surroundings: Surroundings = .system
    ) {
        let attested = Attested(instances: store, attestations: attestations)
        let now: @Sendable () -> Int64 = { Int64(surroundings.now().timeIntervalSince1970) }
        router = Router([
            Route(.post, "/instances", body: .whole(limit: 8_192)) { request, _ in
                await ProofService.answer {
                    let caller = try await access.identified(request)
                    if let refusal = Problem.unsupported(request, "application/jose") { throw refusal }
                    return try await register(request, caller, attested, now())
                }
            },
            Route(.get, "/instances/{instance}/keys.json") { _, parameters in
                await ProofService.answer { try await keySet(of: parameters["instance"], attested) }
            },
            Route(.post, "/proofs/check", body: .whole(limit: 32_768)) { request, _ in
                if let refusal = BankServer.refusal(of: request, checkers, realm: "proofs") { return refusal.response }
                return await ProofService.answer { try await check(request, attested, manifests, now()) }
            },
        ])
    }

    private static func answer(_ body: () async throws -> HTTPResponse) async -> HTTPResponse {
        do { return try await body() } catch let problem as Problem { return problem.response } catch {
            return Problem.unavailable("This cannot be answered at the moment.").response
        }
    }
}

/// Registers an instance's key (`InstanceRegistration`).
private func register(
    _ request: HTTPRequest, _ caller: GatewayCaller, _ attested: Attested, _ now: Int64
) async throws -> HTTPResponse {
    let key = try InstanceRegistration.key(of: String(validating: request.body, as: UTF8.self), now: now)
    try await attested.instances.register(key, by: caller, at: now)
    return .json(
        [
            "instance": .string(key.thumbprint),
            "attestation": .string(try await attested.kind(of: key.thumbprint).rawValue),
        ], status: 201, headers: ["Cache-Control": "no-store"])
}

/// The key of an instance as a JWK set, with who vouches for it.
private func keySet(of instance: String?, _ attested: Attested) async throws -> HTTPResponse {
    guard let instance, JWKSet.isKeyID(instance), let known = try await attested.instances.instance(instance),
        var members = (try? JWKSet([instance: known.key]))?.json.object
    else { throw Problem(404, "PROOF_INSTANCE_UNKNOWN", "No such instance is registered.") }
    members["attestation"] = .string(try await attested.kind(of: instance).rawValue)
    return HTTPResponse(
        status: 200, headers: ["Content-Type": "application/jwk-set+json", "Cache-Control": "no-store"],
        body: JSONValue.object(members).compactBytes)
}

/// Instances, and who vouches for each.
private struct Attested {
    let instances: ProofStore
    let attestations: (store: AttestationStore, policy: AttestationPolicy)?

    /// The key that vouches for the instance, as things stand now.
    func voucher(of instance: String) async throws -> AttestationStore.Key? {
        guard let attestations else { return nil }
        return try await attestations.store.keys(of: instance).first { attestations.policy.refusal(of: $0) == nil }
    }

    func kind(of instance: String) async throws -> AttestationKind { try await voucher(of: instance)?.kind ?? .none }
}

private func check(
    _ request: HTTPRequest, _ attested: Attested, _ manifests: ManifestStore, _ now: Int64
) async throws -> HTTPResponse {
    guard let body = try? JSONReader.read(request.body, limits: JSONLimits(bytes: 32_768, depth: 2)),
        var members = body.object, let proof = members.removeValue(forKey: "proof")?.string,
        Set(members.keys).isSubset(of: SessionProofCheck.comparable),
        SessionProofCheck.compulsory.isSubset(of: members.keys), members.values.allSatisfy({ $0.string != nil })
    else {
        throw Problem(
            400, "VALIDATION_FAIL",
            "The body has proof, origin and pageNonce, and texts that the proof is compared with.")
    }
    guard let instance = SessionProofCheck.instance(of: proof) else { throw SessionProofCheck.malformed }
    guard let known = try await attested.instances.instance(instance) else {
        throw Problem(422, "PROOF_INSTANCE_UNKNOWN", "No such instance is registered.")
    }
    let finding = try SessionProofCheck(expected: members).finding(proof, instance: instance, key: known.key, now: now)
    guard let sequence = try await manifests.sequence(of: finding.manifestHash, journey: finding.journey) else {
        throw Problem(422, "PROOF_MANIFEST_UNKNOWN", "The proof is of a manifest that was never published here.")
    }
    // Last, so that nothing but a proof that is good uses it up.
    let end = finding.expires + SessionProofCheck.leeway
    guard try await attested.instances.isFirst(instance, finding.identifier, until: end, now: now) else {
        throw Problem(422, "PROOF_REPLAYED", "This proof was checked before.")
    }
    let voucher = try await attested.voucher(of: instance)
    var answer: [String: JSONValue] = [
        "instance": .string(instance), "attestation": .string((voucher?.kind ?? .none).rawValue),
        "partner": .string(voucher?.partner ?? known.partner), "client": .string(voucher?.client ?? known.client),
        "journeyId": .string(finding.journey), "stepId": .string(finding.step),
        "manifestSequence": .number(JSONNumber(sequence)), "expires": .number(JSONNumber(finding.expires)),
    ]
    answer["app"] = voucher.map { .string($0.app) }
    return .json(.object(answer), headers: ["Cache-Control": "no-store"])
}
