package import JourneyBase
import JourneyCrypto
import JourneyServer
import JourneyWire

/// What the gateway says of the app that calls, by the ticket of its run (`docs/attestation.md`).
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
        guard let ticket = request.headers["X-HSBC-Attest"] else {
            throw Problem(403, .scaRequired, "This needs an app that the gateway vouches for.")
        }
        var question = try DeviceService.request(.post, "/attestations/check")
        question.headers["Content-Type"] = "application/json"
        question.headers["Authorization"] = credential.withBytes { "Bearer " + String(decoding: $0, as: UTF8.self) }
        question.body = JSONValue.object(["ticket": .string(ticket)]).compactBytes
        let answer = try await DeviceService.answer(attestations, question)
        guard let instance = answer["instance"]?.string, let journey = answer["journeyId"]?.string,
            let partner = answer["partner"]?.string, let client = answer["client"]?.string,
            let session = answer["tokenSha256"]?.string.flatMap({ Base64URL.decode($0) })
        else { throw DeviceService.silent }
        return AttestedRun(
            instance: instance, instanceKey: try await key(of: instance), journey: journey, partner: partner,
            client: client, session: session)
    }

    private func key(of instance: String) async throws(Problem) -> P256PublicKey {
        let answer = try await DeviceService.answer(
            instances, DeviceService.request(.get, "/instances/\(instance)/keys.json"))
        let keys = answer["keys"]?.array ?? []
        guard keys.count == 1, let jwk = try? JWK(keys[0]), case .p256(let key) = jwk.key, key.thumbprint == instance
        else { throw DeviceService.silent }
        return key
    }

    private static func request(_ method: HTTPMethod, _ path: String) throws(Problem) -> HTTPRequest {
        guard let url = HTTPSURL("https://gateway.localhost\(path)") else { throw silent }
        return HTTPRequest(method: method, url: url)
    }

    /// The body of a 200. A 422 or 404 is the gateway's no; everything else says nothing about the app.
    private static func answer(
        _ service: any HTTPService, _ request: HTTPRequest
    ) async throws(Problem) -> JSONValue {
        let response = await service.handle(request)
        switch response.status {
        case 200:
            guard let body = try? JSONReader.read(response.body) else { throw silent }
            return body
        case 404, 422: throw .scaInvalid
        default: throw silent
        }
    }

    static let silent = Problem(
        503, .serverError, "The bank cannot ask about the app at the moment.", headers: ["Retry-After": "1"])
}
