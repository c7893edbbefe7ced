package import JourneyBase
import JourneyCrypto
import JourneyServer
import JourneyWire

/// The gateway's information about a calling app, obtained with its run's ticket (`docs/reference/attestation.md`).
struct AttestedRun: Sendable {
    /// The installation, as its key's thumbprint, and below it the key.
    let instance: String
    let instanceKey: P256PublicKey
    let journey: String
    let partner: String
    let client: String
    /// SHA-256 of the context token that the run was started with.
    let session: [UInt8]
}

/// Asks the gateway about the apps that call the bank. An app's own claims are ignored.
package struct DeviceService: Sendable {
    private let gateway: any HTTPService
    private let credential: Secret

    /// Creates a client of `gateway` with the `credential` of a bank's server.
    package init(gateway: any HTTPService, credential: Secret) {
        self.gateway = gateway
        self.credential = credential
    }

    /// Returns the run of `request`. Throws `SCA_REQUIRED` without a ticket, `SCA_INVALID` for a ticket unknown to the gateway,
    /// and 503 if the gateway can't answer.
    func run(of request: HTTPRequest) async throws(Problem) -> AttestedRun {
        guard let text = request.headers[BankHeader.ticket] else {
            throw Problem(403, .scaRequired, "This operation requires an app attested by the gateway.")
        }
        // The gateway issues no ticket in another format.
        guard let ticket = WireBytes(.string(text)) else { throw .scaInvalid }
        var question = AttestationContract.check.request(
            try DeviceService.address(AttestationContract.check.path), RunTicketRequest(ticket: ticket))
        question.headers["Authorization"] = credential.withBytes { "Bearer " + String(decoding: $0, as: UTF8.self) }
        let answer: AttestedRunAnswer = try await answer(to: question)
        return AttestedRun(
            instance: answer.instance, instanceKey: try await key(of: answer.instance), journey: answer.journeyId,
            partner: answer.partner, client: answer.client, session: answer.tokenSha256.bytes)
    }

    private func key(of instance: String) async throws(Problem) -> P256PublicKey {
        let url = try DeviceService.address(ProofContract.keys.path(instance))
        let answer: InstanceKeys = try await answer(to: HTTPRequest(url: url))
        guard answer.keys.count == 1, let jwk = try? JWK(answer.keys[0].json), case .p256(let key) = jwk.key,
            key.thumbprint == instance
        else { throw DeviceService.unavailable }
        return key
    }

    private static func address(_ path: String) throws(Problem) -> HTTPSURL {
        guard let url = HTTPSURL("https://gateway.localhost\(path)") else { throw unavailable }
        return url
    }

    /// Returns the message of a 200. 404 and 422 are the gateway's refusal; any other status says nothing about the app.
    private func answer<Answer: WireMessage>(to request: HTTPRequest) async throws(Problem) -> Answer {
        let response = await gateway.handle(request)
        switch response.status {
        case 200:
            guard let answer = try? Answer(response.body) else { throw DeviceService.unavailable }
            return answer
        case 404, 422: throw .scaInvalid
        default: throw DeviceService.unavailable
        }
    }

    static let unavailable = Problem(
        503, .serverError, "The bank cannot reach the gateway's attestation service at the moment.",
        headers: ["Retry-After": "1"])
}
