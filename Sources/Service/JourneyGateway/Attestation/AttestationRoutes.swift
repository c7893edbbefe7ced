import Foundation
package import JourneyBase
import JourneyCrypto
package import JourneyServer
import JourneyWire

/// The attestation endpoints: challenges, keys of genuine apps, and an assertion for each run.
///
/// | route | caller | |
/// |---|---|---|
/// | `POST /attestations/challenges` | context token and known partner | issues a single-use challenge, valid for five minutes |
/// | `POST /attestations` | the same | attests an instance's key and registers the instance |
/// | `POST /attestations/assertions` | the same | binds a run to an attested key; returns a ticket |
/// | `POST /attestations/check` | a bank's server, by its credential | returns the run of a ticket |
///
/// A rejection is 422 with an `ATTESTATION_…` code. `docs/reference/attestation.md` describes the bodies.
package struct AttestationRoutes: RoutedService {
    package let router: Router

    /// Creates the routes over the given stores.
    ///
    /// - Parameters:
    ///   - store: Challenges, attested keys and asserted runs.
    ///   - instances: The registered instances.
    ///   - manifests: The published manifests that runs refer to.
    ///   - policy: The rules for accepting attestations.
    ///   - access: The authentication of devices.
    ///   - checkers: SHA-256 of the credentials of banks' servers.
    ///   - dependencies: Time, randomness and log.
    package init(
        store: AttestationStore, instances: ProofStore, manifests: ManifestStore, policy: AttestationPolicy,
        access: any GatewayIdentity, checkers: Set<[UInt8]>, dependencies: Dependencies = .system
    ) {
        let service = AttestationService(
            store: store, instances: instances, manifests: manifests, policy: policy, dependencies: dependencies)
        func device<Request: WireMessage, Answer: WireMessage>(
            _ endpoint: Endpoint<Request, Answer>,
            _ work: @escaping @Sendable (Request, GatewayCaller) async throws -> Answer
        ) -> Route {
            Route(endpoint, body: .whole(limit: 65_536)) { request, _ in
                await .answering {
                    let caller = try await access.identified(request)
                    if let refusal = Problem.unsupported(request, "application/json") { throw refusal }
                    guard !policy.apps(of: caller.partner).isEmpty else {
                        throw AttestationRefusal(
                            .unsupported, "This gateway has no attestable app configured for this partner.")
                    }
                    let message: Request = try Self.message(of: request)
                    return endpoint.response(try await work(message, caller), headers: HTTPResponse.unstored)
                }
            }
        }
        router = Router([
            device(AttestationContract.challenge) { try await service.challenge($0, by: $1) },
            device(AttestationContract.attest) { try await service.attest($0, by: $1) },
            device(AttestationContract.assert) { try await service.assert($0, by: $1) },
            Route(AttestationContract.check, body: .whole(limit: 4_096)) { request, _ in
                if let refusal = BankServer.refusal(of: request, checkers, realm: "attestations") {
                    return refusal.response
                }
                return await .answering {
                    guard let asked = try? RunTicketRequest(request.body, limits: JSONLimits(bytes: 4_096, depth: 1))
                    else { throw AttestationService.noTicket }
                    return AttestationContract.check.response(
                        try await service.check(asked), headers: HTTPResponse.unstored)
                }
            },
        ])
    }

    private static func message<Message: WireMessage>(of request: HTTPRequest) throws -> Message {
        do throws(WireError) {
            return try Message(request.body, limits: JSONLimits(bytes: 65_536, depth: 2))
        } catch {
            switch error.path {
            case [AttestationRequest.CodingKeys.format.rawValue]: throw AttestationService.unknownFormat
            case [AttestationRequest.CodingKeys.registration.rawValue]: throw InstanceRegistration.malformed
            default: throw AttestationRefusal(.malformed, "The body is not the documented JSON. \(error)")
            }
        }
    }
}
