internal import JourneyBase
internal import JourneyCrypto
internal import JourneyLanguage

/// The gateway's routes for attestation, as a run asks them (`docs/attestation.md`).
struct AttestationGateway {
    let client: ApiClient
    let endpoints: EndpointProfile
    /// The thumbprint of the instance's key.
    let instance: String

    struct Challenge {
        let text: String
        /// The key that the gateway believes for this instance.
        let key: [UInt8]?
    }

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

    func challenge() async throws(Refusal) -> Challenge {
        let answer = try await post("challenges", ["instance": .string(instance)], as: "attestation_challenge")
        guard let text = answer["challenge"]?.string else { throw .failed(Self.senseless) }
        return Challenge(text: text, key: answer["keyId"]?.string.flatMap { Base64URL.decode($0) })
    }

    func attest(
        _ key: [UInt8], _ evidence: [UInt8], _ clientData: [UInt8], format: String, registration: String
    ) async throws(Refusal) {
        _ = try await post(
            nil,
            [
                "format": .string(format), "keyId": .string(Base64URL.encode(key)),
                "attestation": .string(Base64URL.encode(evidence)),
                "clientData": .string(Base64URL.encode(clientData)), "registration": .string(registration),
            ], as: "attestation")
    }

    /// The ticket of the run.
    func assert(_ key: [UInt8], _ evidence: [UInt8], _ clientData: [UInt8]) async throws(Refusal) -> Secret {
        let answer = try await post(
            "assertions",
            [
                "keyId": .string(Base64URL.encode(key)), "assertion": .string(Base64URL.encode(evidence)),
                "clientData": .string(Base64URL.encode(clientData)),
            ], as: "attestation_assertion")
        guard let ticket = answer["ticket"]?.string, Base64URL.decode(ticket)?.count == 32 else {
            throw .failed(Self.senseless)
        }
        return Secret(copying: ticket.utf8)
    }

    /// What evidence is about: the key itself, or a run of `journey`.
    func clientData(_ challenge: Challenge, journey: Journey?) -> [UInt8] {
        let token = client.identity.token.current.token.withBytes { SHA256.hash(Array($0)) }
        var members: [String: JSONValue] = [
            "purpose": "attest", "challenge": .string(challenge.text), "instance": .string(instance),
            "partner": .string(client.identity.partnerID), "client": .string(client.identity.clientID),
            "tokenSha256": .string(Base64URL.encode(token)),
        ]
        if let journey {
            members["purpose"] = "assert"
            members["journeyId"] = .string(journey.id.rawValue)
            members["manifestHash"] = .string(Base64URL.encode(journey.manifestHash))
        }
        return JSONValue.object(members).compactBytes
    }

    private func post(
        _ name: String?, _ body: JSONValue, as operation: String
    ) async throws(Refusal) -> JSONValue {
        guard let address = endpoints.address(name.map { "attestations/\($0)" } ?? "attestations") else {
            throw .failed(JourneyError(.configurationInvalid, "The gateway's address cannot be continued."))
        }
        let request = HTTPRequest(
            method: .post, url: address, headers: ["Content-Type": "application/json"], body: body.compactBytes)
        // A challenge is good once, so evidence is sent once; a challenge may be asked for again.
        let answer = await client.send(
            request, operation: operation, policy: RetryPolicy(rules: [], mayRepeat: name == "challenges"),
            isTokenIncluded: true)
        switch answer {
        case .success(let response):
            guard let json = try? JSONReader.read(response.body, limits: JSONLimits(bytes: 16_384, depth: 3)) else {
                throw .failed(Self.senseless)
            }
            return json
        case .failure(let failure): throw Self.refusal(failure)
        }
    }

    private static func refusal(_ failure: ApiClient.Failure) -> Refusal {
        guard failure.status == 422 else {
            return failure.status == 404 ? .unsupported : .failed(failure.error)
        }
        switch failure.problem?.code {
        case "ATTESTATION_UNSUPPORTED": return .unsupported
        // Known, but not as ours: it vouches for an instance that this one was before.
        case "ATTESTATION_KEY_UNKNOWN", "ATTESTATION_KEY_KNOWN": return .keyUnknown
        case "ATTESTATION_CHALLENGE", "ATTESTATION_MISMATCH": return .moved
        default: return .refused
        }
    }

    private static let senseless = JourneyError(
        .attestationFail, "The gateway's answer about the attestation makes no sense.")
}
