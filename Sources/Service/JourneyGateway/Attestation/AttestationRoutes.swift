import Foundation
public import JourneyBase
import JourneyCrypto
public import JourneyServer
import JourneyWire

/// Attestation: challenges, the keys of genuine apps, and an assertion for each run; the gateway decides what counts.
///
/// | route | who | |
/// |---|---|---|
/// | `POST /attestations/challenges` | context token and known partner | a challenge, good once and for five minutes |
/// | `POST /attestations` | the same | attests an instance's key, and registers it |
/// | `POST /attestations/assertions` | the same | binds a run to an attested key; gives a ticket |
/// | `POST /attestations/check` | a bank's server, by its credential | what a ticket stands for |
///
/// 422 says why not, with an `ATTESTATION_…` code. `docs/reference/attestation.md` has the bodies.
public struct AttestationRoutes: RoutedService {
    public let router: Router

    /// Routes that know devices by `access`, and banks' servers by the SHA-256 of their credentials.
    public init(
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
                        throw AttestationRefusal(.unsupported, "This gateway attests no app of this partner.")
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
