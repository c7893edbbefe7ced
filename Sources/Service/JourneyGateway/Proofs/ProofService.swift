import Foundation
public import JourneyBase
import JourneyCrypto
import JourneyServer

/// The bank's proof checks: whether a page's session proof was made by a registered instance of the SDK, for this page, now,
/// and for the first time.
///
/// | route | who | |
/// |---|---|---|
/// | `POST /instances` | context token and known partner | registers an instance's key, by its own signature |
/// | `POST /proofs/check` | a bank's server, by its credential | 200 with what was proved, or 422 with a `PROOF_…` code |
///
/// Nothing attests an instance yet: answers say so (`"attestation": "none"`).
public struct ProofService: HTTPService {
    private let router: Router

    /// A service that knows devices by `access`, and banks' servers by the SHA-256 of their credentials.
    public init(
        store: ProofStore, manifests: ManifestStore, access: GatewayAccess, checkers: Set<[UInt8]>,
        surroundings: Surroundings = .system
    ) {
        let now: @Sendable () -> Int64 = { Int64(surroundings.now().timeIntervalSince1970) }
        router = Router([
            Route(.post, "/instances", body: .whole(limit: 8_192)) { request, _ in
                if let refusal = access.refusal(of: request) { return refusal.response }
                return await ProofService.answer { try await register(request, store, now()) }
            },
            Route(.post, "/proofs/check", body: .whole(limit: 32_768)) { request, _ in
                guard let token = BearerToken.of(request), checkers.contains(SHA256.hash(Array(token.utf8))) else {
                    return Problem(
                        401, "AUTH_EXPIRED", "A credential of a bank's server is needed.",
                        headers: ["WWW-Authenticate": "Bearer realm=\"proofs\""]
                    ).response
                }
                return await ProofService.answer { try await check(request, store, manifests, now()) }
            },
        ])
    }

    public func handle(_ request: HTTPRequest) async -> HTTPResponse { await router.handle(request) }

    public func bodyRule(for head: HTTPRequest) -> HTTPBodyRule { router.bodyRule(for: head) }

    public func routeName(for head: HTTPRequest) -> String? { router.routeName(for: head) }

    private static func answer(_ body: () async throws -> HTTPResponse) async -> HTTPResponse {
        do { return try await body() } catch let problem as Problem { return problem.response } catch {
            return Problem(500, "SERVER_ERROR", "This cannot be answered at the moment.").response
        }
    }
}

/// Registers the key in a compact JWS that it has signed itself: `typ` `journey-instance+jwt`, payload `{jwk, iat}`.
private func register(_ request: HTTPRequest, _ store: ProofStore, _ now: Int64) async throws -> HTTPResponse {
    let malformed = Problem(422, "INSTANCE_MALFORMED", "This is no registration of an instance.")
    guard let text = String(validating: request.body, as: UTF8.self) else { throw malformed }
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 3, let payload = Base64URL.decode(parts[1]),
        let claims = try? JSONReader.read(payload, limits: JSONLimits(bytes: 8_192, depth: 4)), let jwk = claims["jwk"],
        let key = try? JWK(jwk).key, case .p256(let point) = key, let issued = claims["iat"]?.numericDate
    else { throw malformed }
    // What is registered is what could sign: the payload counts once its own key has vouched for it.
    guard (try? CompactJWS.verify(text, typ: "journey-instance+jwt", key: point)) != nil else { throw malformed }
    guard abs(issued - now) <= 300 else {
        throw Problem(422, "INSTANCE_EXPIRED", "The registration is not of this moment.")
    }
    try await store.register(
        point, partner: request.headers["X-Partner-Id"] ?? "", client: request.headers["X-Client-Id"] ?? "", at: now)
    return .json(
        ["instance": .string(point.thumbprint), "attestation": "none"], status: 201,
        headers: ["Cache-Control": "no-store"])
}

private func check(
    _ request: HTTPRequest, _ store: ProofStore, _ manifests: ManifestStore, _ now: Int64
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
    guard let key = try await store.key(of: instance) else {
        throw Problem(422, "PROOF_INSTANCE_UNKNOWN", "No such instance is registered.")
    }
    let finding = try SessionProofCheck(expected: members).finding(proof, instance: instance, key: key, now: now)
    guard let sequence = try await manifests.sequence(of: finding.manifestHash, journey: finding.journey) else {
        throw Problem(422, "PROOF_MANIFEST_UNKNOWN", "The proof is of a manifest that was never published here.")
    }
    // Last, so that nothing but a proof that is good uses it up.
    let end = finding.expires + SessionProofCheck.leeway
    guard try await store.isFirst(instance, finding.identifier, until: end, now: now) else {
        throw Problem(422, "PROOF_REPLAYED", "This proof was checked before.")
    }
    return .json(
        [
            "instance": .string(instance), "attestation": "none", "journeyId": .string(finding.journey),
            "stepId": .string(finding.step), "manifestSequence": .number(JSONNumber(sequence)),
            "expires": .number(JSONNumber(finding.expires)),
        ], headers: ["Cache-Control": "no-store"])
}
