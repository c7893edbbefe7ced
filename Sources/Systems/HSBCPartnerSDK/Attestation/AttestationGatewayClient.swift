internal import JourneyBase
internal import JourneyCrypto
internal import JourneyLanguage
internal import JourneyWire

/// The gateway's attestation routes, as the client of a run (`docs/reference/attestation.md`).
struct AttestationGatewayClient {
    let client: ApiClient
    let endpoints: EndpointProfile
    /// The thumbprint of the instance's key.
    let instance: String

    /// The reason for which a request to the gateway failed.
    enum Refusal: Error {
        /// No answer, or a refusal before the evidence was examined.
        case failed(JourneyError)
        /// The gateway does not support attestation.
        case unsupported
        /// The gateway does not know the key, or not as that of this instance.
        case keyUnknown
        /// The session has changed: the token was renewed, or the challenge has expired.
        case moved
        case refused
    }

    func challenge() async throws(Refusal) -> AttestationChallenge {
        // Requesting a challenge twice is harmless.
        try await post(
            AttestationContract.challenge, AttestationChallengeRequest(instance: instance),
            as: "attestation_challenge", mayRepeat: true)
    }

    func attest(
        _ key: [UInt8], _ evidence: [UInt8], _ clientData: [UInt8], format: String, registration: String
    ) async throws(Refusal) {
        _ = try await post(
            AttestationContract.attest,
            AttestationRequest(
                keyId: WireBytes(key), attestation: WireBytes(evidence), clientData: WireBytes(clientData),
                registration: registration, format: format), as: "attestation")
    }

    /// Sends an assertion and returns the ticket of the run.
    func assert(_ key: [UInt8], _ evidence: [UInt8], _ clientData: [UInt8]) async throws(Refusal) -> Secret {
        let answer = try await post(
            AttestationContract.assert,
            AssertionRequest(
                keyId: WireBytes(key), assertion: WireBytes(evidence), clientData: WireBytes(clientData)),
            as: "attestation_assertion")
        let ticket = answer.ticket.secret
        guard ticket.count == Base64URL.encodedCount(32) else { throw .failed(Self.invalidTicket) }
        var isTicket = false
        ticket.withBytes { text in _ = Secret(count: 32) { isTicket = Base64URL.decode(text, into: $0) } }
        guard isTicket else { throw .failed(Self.invalidTicket) }
        return ticket
    }

    /// Returns the client data that evidence covers: the key itself, or a run of `journey`.
    func clientData(_ challenge: AttestationChallenge, journey: Journey?) -> [UInt8] {
        AttestationClientData(
            journey == nil ? .attest : .assert, challenge: challenge.challenge, instance: instance,
            partner: client.identity.partnerID, client: client.identity.clientID,
            tokenSha256: client.identity.token.current.token.withBytes { SHA256.hash(Array($0)) },
            journeyId: journey?.id.rawValue, manifestHash: journey.map { Base64URL.encode($0.manifestHash) }
        ).json.compactBytes
    }

    private func post<Request: WireMessage, Answer: WireMessage>(
        _ endpoint: Endpoint<Request, Answer>, _ message: Request, as operation: String, mayRepeat: Bool = false
    ) async throws(Refusal) -> Answer {
        guard let address = endpoints.address(endpoint.relativePath()) else {
            throw .failed(
                JourneyError(.configurationInvalid, "The request path can't be appended to the gateway's address."))
        }
        let answer = await client.send(
            endpoint.request(address, message), operation: operation,
            policy: RetryPolicy(rules: [], mayRepeat: mayRepeat), isTokenIncluded: true)
        switch answer {
        case .success(let response):
            do throws(WireError) {
                return try endpoint.message(of: response, limits: JSONLimits(bytes: 16_384, depth: 3))
            } catch {
                throw .failed(
                    JourneyError(
                        .attestationFail,
                        "POST \(endpoint.relativePath()) returned \(response.status), but the body is not the documented JSON: \(error)."
                    ))
            }
        case .failure(let failure): throw Self.refusal(failure)
        }
    }

    private static func refusal(_ failure: ApiClient.Failure) -> Refusal {
        guard failure.status == AttestationCode.status else {
            return failure.status == 404 ? .unsupported : .failed(failure.error)
        }
        switch failure.problem?.code.flatMap(AttestationCode.init) {
        case .unsupported: return .unsupported
        // Known, but for an earlier instance of this installation.
        case .keyUnknown, .keyKnown: return .keyUnknown
        case .challenge, .mismatch: return .moved
        default: return .refused
        }
    }

    private static let invalidTicket = JourneyError(
        .attestationFail, "The gateway's session ticket is not 32 bytes in base64url.")
}
