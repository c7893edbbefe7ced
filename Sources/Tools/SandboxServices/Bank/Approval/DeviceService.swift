package import JourneyBase
import JourneyCrypto
import JourneyServer
import JourneyWire

/// What the gateway says of the app that calls, by the ticket of its run (`docs/reference/attestation.md`).
struct AttestedRun: Sendable {
    /// The installation, by its key's thumbprint, and the key.
    let instance: String
    let instanceKey: P256PublicKey
    let journey: String
    let partner: String
    let client: String
    /// SHA-256 of the context token that the run was started with.
    let session: [UInt8]
}

/// Asks the gateway about the apps that call the bank. Nothing that an app says of itself counts.
package struct DeviceService: Sendable {
    private let attestations: any HTTPService
    private let instances: any HTTPService
    private let credential: Secret

    /// A service that asks the gateway's services with the `credential` of a bank's server.
    package init(attestations: any HTTPService, instances: any HTTPService, credential: Secret) {
        self.attestations = attestations
        self.instances = instances
        self.credential = credential
    }

    /// Whose run `request` is of. Throws `SCA_REQUIRED` without a ticket, `SCA_INVALID` for one that the gateway does not
    /// know, and 503 when it cannot say.
    func run(of request: HTTPRequest) async throws(Problem) -> AttestedRun {
        guard let text = request.headers[BankHeader.ticket] else {
            throw Problem(403, .scaRequired, "This needs an app that the gateway vouches for.")
        }
        // No ticket of the gateway's is spelled otherwise.
        guard let ticket = WireBytes(.string(text)) else { throw .scaInvalid }
        var question = AttestationContract.check.request(
            try DeviceService.address(AttestationContract.check.path), RunTicketRequest(ticket: ticket))
        question.headers["Authorization"] = credential.withBytes { "Bearer " + String(decoding: $0, as: UTF8.self) }
        let answer: AttestedRunAnswer = try await DeviceService.answer(attestations, question)
        return AttestedRun(
            instance: answer.instance, instanceKey: try await key(of: answer.instance), journey: answer.journeyId,
            partner: answer.partner, client: answer.client, session: answer.tokenSha256.bytes)
    }

    private func key(of instance: String) async throws(Problem) -> P256PublicKey {
        let url = try DeviceService.address(ProofContract.keys.path(instance))
        let answer: InstanceKeys = try await DeviceService.answer(instances, HTTPRequest(url: url))
        guard answer.keys.count == 1, let jwk = try? JWK(answer.keys[0].json), case .p256(let key) = jwk.key,
            key.thumbprint == instance
        else { throw DeviceService.silent }
        return key
    }

    private static func address(_ path: String) throws(Problem) -> HTTPSURL {
        guard let url = HTTPSURL("https://gateway.localhost\(path)") else { throw silent }
        return url
    }

    /// The body of a 200. A 422 or 404 is the gateway's no; everything else says nothing about the app.
    private static func answer<Answer: WireMessage>(
        _ service: any HTTPService, _ request: HTTPRequest
    ) async throws(Problem) -> Answer {
        let response = await service.handle(request)
        switch response.status {
        case 200:
            guard let answer = try? Answer(response.body) else { throw silent }
            return answer
        case 404, 422: throw .scaInvalid
        default: throw silent
        }
    }

    static let silent = Problem(
        503, .serverError, "The bank cannot ask about the app at the moment.", headers: ["Retry-After": "1"])
}
