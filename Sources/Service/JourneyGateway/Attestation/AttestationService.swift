import Foundation
import JourneyBase
import JourneyCrypto
import JourneyServer

/// Attestation: challenges, the keys of genuine apps, and an assertion for each run; the gateway decides what counts.
///
/// | route | who | |
/// |---|---|---|
/// | `POST /attestations/challenges` | context token and known partner | a challenge, good once and for five minutes |
/// | `POST /attestations` | the same | attests an instance's key, and registers it |
/// | `POST /attestations/assertions` | the same | binds a run to an attested key; gives a ticket |
/// | `POST /attestations/check` | a bank's server, by its credential | what a ticket stands for |
///
/// 422 says why not, with an `ATTESTATION_…` code. `docs/attestation.md` has the bodies.
struct AttestationService: RoutedService {
    /// Seconds that a challenge and a ticket are good for.
    static let challengeLifetime: Int64 = 300
    static let ticketLifetime: Int64 = 3_600

    let router: Router

    /// A service that knows devices by `access`, and banks' servers by the SHA-256 of their credentials.
    init(
        store: AttestationStore, instances: ProofStore, manifests: ManifestStore, policy: AttestationPolicy,
        access: any GatewayIdentity, checkers: Set<[UInt8]>, surroundings: Surroundings = .system
    ) {
        let desk = AttestationDesk(
            store: store, instances: instances, manifests: manifests, policy: policy, surroundings: surroundings)
        func device(
            _ path: String, _ work: @escaping @Sendable (AttestationDesk.Asked) async throws -> HTTPResponse
        ) -> Route {
            Route(.post, path, body: .whole(limit: 65_536)) { request, _ in
                await Self.answer {
                    let caller = try await access.identified(request)
                    if let refusal = Problem.unsupported(request, "application/json") { throw refusal }
                    guard !policy.apps(of: caller.partner).isEmpty else {
                        throw AttestationRefusal(.unsupported, "This gateway attests no app of this partner.")
                    }
                    return try await work(try AttestationDesk.Asked(request, by: caller))
                }
            }
        }
        router = Router([
            device("/attestations/challenges") { try await desk.challenge($0) },
            device("/attestations") { try await desk.attest($0) },
            device("/attestations/assertions") { try await desk.assert($0) },
            Route(.post, "/attestations/check", body: .whole(limit: 4_096)) { request, _ in
                if let refusal = BankServer.refusal(of: request, checkers, realm: "attestations") {
                    return refusal.response
                }
                return await Self.answer { try await desk.check(request) }
            },
        ])
    }

    private static func answer(_ body: () async throws -> HTTPResponse) async -> HTTPResponse {
        do { return try await body() } catch let refusal as AttestationRefusal {
            return refusal.problem.response
        } catch let problem as Problem { return problem.response } catch {
            return Problem.unavailable("This cannot be answered at the moment.").response
        }
    }
}
