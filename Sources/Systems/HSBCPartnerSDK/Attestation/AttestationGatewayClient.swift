internal import JourneyBase
internal import JourneyCrypto
internal import JourneyLanguage
internal import JourneyWire

/// The gateway's routes for attestation, as a run asks them (`docs/reference/attestation.md`).
struct AttestationGatewayClient {
    let client: ApiClient
    let endpoints: EndpointProfile
    /// The thumbprint of the instance's key.
    let instance: String

    /// Why the gateway does not go along.
    enum Refusal: Error {
        /// It was not heard, or turned the request away before it looked at the evidence.
        case failed(JourneyError)
        /// It attests nothing.
        case unsupported
        /// It does not know the key, or not as that of this instance.
        case keyUnknown
        /// The session is another by now: the token was renewed, or the challenge has ended.
        case moved
        case refused
    }

    func challenge() async throws(Refusal) -> AttestationChallenge {
        // A challenge may be asked for again.
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

    /// The ticket of the run.
    func assert(_ key: [UInt8], _ evidence: [UInt8], _ clientData: [UInt8]) async throws(Refusal) -> Secret {
        let answer = try await post(
            AttestationContract.assert,
            AssertionRequest(
                keyId: WireBytes(key), assertion: WireBytes(evidence), clientData: WireBytes(clientData)),
            as: "attestation_assertion")
        let ticket = answer.ticket.secret
        guard ticket.count == Base64URL.encodedCount(32) else { throw .failed(Self.senseless) }
        var isTicket = false
        ticket.withBytes { text in _ = Secret(count: 32) { isTicket = Base64URL.decode(text, into: $0) } }
        guard isTicket else { throw .failed(Self.senseless) }
        return ticket
    }

    /// The bytes that evidence is about: the key itself, or a run of `journey`.
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
            throw .failed(JourneyError(.configurationInvalid, "The gateway's address cannot be continued."))
        }
        let answer = await client.send(
            endpoint.request(address, message), operation: operation,
            policy: RetryPolicy(rules: [], mayRepeat: mayRepeat), isTokenIncluded: true)
        switch answer {
        case .success(let response):
            do throws(WireError) {
                return try endpoint.message(of: response, limits: JSONLimits(bytes: 16_384, depth: 3))
            } catch { throw .failed(Self.senseless) }
        case .failure(let failure): throw Self.refusal(failure)
        }
    }

    private static func refusal(_ failure: ApiClient.Failure) -> Refusal {
        guard failure.status == AttestationCode.status else {
            return failure.status == 404 ? .unsupported : .failed(failure.error)
        }
        switch failure.problem?.code.flatMap(AttestationCode.init) {
        case .unsupported: return .unsupported
        // Known, but not as ours: it vouches for an instance that this one was before.
        case .keyUnknown, .keyKnown: return .keyUnknown
        case .challenge, .mismatch: return .moved
        default: return .refused
        }
    }

    private static let senseless = JourneyError(
        .attestationFail, "The gateway's answer about the attestation makes no sense.")
}
