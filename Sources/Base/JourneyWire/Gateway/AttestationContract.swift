import JourneyBase

/// The attestation endpoints: challenges, attested keys, assertions for runs, and the check of tickets by a bank's server.
package enum AttestationContract {
    package static let challenge = device(
        "/attestations/challenges", AttestationChallengeRequest.self, AttestationChallenge.self, status: 201,
        [.malformed, .unsupported])
    package static let attest = device(
        "/attestations", AttestationRequest.self, InstanceAnswer.self, status: 201,
        AttestationCode.allCases.filter { ![.keyUnknown, .manifest].contains($0) },
        [.instanceMalformed, .instanceExpired, .rateLimited])
    package static let assert = device(
        "/attestations/assertions", AssertionRequest.self, RunTicket.self, status: 200,
        AttestationCode.allCases.filter { ![.chain, .key, .keyKnown].contains($0) })
    package static let check = Endpoint<RunTicketRequest, AttestedRunAnswer>(
        .post, "/attestations/check", headers: [GatewayContract.authorization],
        refusals: .ofBodies + [.notAuthorized, .unavailable]
            + refusals([.malformed, .challenge, .unsupported, .environment, .keyRevoked, .app]))

    static let endpoints: [any WireEndpoint] = [challenge, attest, assert, check]

    private static func device<Request: WireMessage, Response: WireMessage>(
        _ path: String, _: Request.Type, _: Response.Type, status: Int, _ codes: [AttestationCode],
        _ others: [WireRefusal] = []
    ) -> Endpoint<Request, Response> {
        Endpoint(
            .post, path, status: status, headers: GatewayContract.device,
            refusals: .ofDevices + .ofBodies + refusals(codes) + others)
    }

    private static func refusals(_ codes: [AttestationCode]) -> [WireRefusal] { codes.map(\.refusal) }
}

/// The reasons for rejecting an attestation or an assertion.
package enum AttestationCode: String, CaseIterable, Sendable {
    /// The evidence can't be parsed.
    ///
    /// Next step: Update the SDK; the problem's `detail` names the member.
    case malformed = "ATTESTATION_MALFORMED"
    /// The gateway doesn't accept this format of evidence.
    ///
    /// Next step: Enable the format for the app in the gateway's configuration.
    case unsupported = "ATTESTATION_UNSUPPORTED"
    /// The challenge is unknown, expired or used.
    ///
    /// Next step: Request a new challenge, and make new evidence.
    case challenge = "ATTESTATION_CHALLENGE"
    /// The evidence is for another instance, partner, token or journey.
    ///
    /// Next step: Make new evidence for this run.
    case mismatch = "ATTESTATION_MISMATCH"
    /// The evidence's certificates don't lead to the attestation authority.
    ///
    /// Next step: Check the roots in the gateway's configuration.
    case chain = "ATTESTATION_CHAIN"
    /// The evidence doesn't contain the digest of the client data.
    ///
    /// Next step: Make new evidence; the SDK and gateway must agree on the client data.
    case nonce = "ATTESTATION_NONCE"
    /// The evidence is for another app.
    ///
    /// Next step: Add the app's ID to the partner in the gateway's configuration.
    case app = "ATTESTATION_APP"
    /// The attested key isn't the one that the evidence names.
    ///
    /// Next step: Make a new key, and attest it.
    case key = "ATTESTATION_KEY"
    /// The assertion's signature is not the attested key's.
    ///
    /// Next step: Attest a new key.
    case signature = "ATTESTATION_SIGNATURE"
    /// The assertion's counter is not higher than the last one.
    ///
    /// Next step: Send assertions in order; attest a new key if the counter was reset.
    case counter = "ATTESTATION_COUNTER"
    /// The evidence is from the other environment: development or production.
    ///
    /// Next step: Use a build with the entitlement of this environment.
    case environment = "ATTESTATION_ENVIRONMENT"
    /// The key is already attested, by another instance.
    ///
    /// Next step: Make a new key, and attest it.
    case keyKnown = "ATTESTATION_KEY_KNOWN"
    /// The assertion names a key that was never attested.
    ///
    /// Next step: Attest the key first.
    case keyUnknown = "ATTESTATION_KEY_UNKNOWN"
    /// The key's attestation was revoked.
    ///
    /// Next step: Ask the operator for the reason; attest a new key if it is allowed.
    case keyRevoked = "ATTESTATION_KEY_REVOKED"
    /// The assertion names a manifest that the gateway doesn't serve.
    ///
    /// Next step: Fetch the manifest again, and assert for it.
    case manifest = "ATTESTATION_MANIFEST_UNKNOWN"

    package static let status = 422
    package var refusal: WireRefusal { WireRefusal(AttestationCode.status, self) }
}

package struct AttestationChallengeRequest: WireMessage {
    package let instance: String

    package init(instance: String) { self.instance = instance }
}

/// A single-use challenge, with the instance's current attestation.
package struct AttestationChallenge: WireMessage {
    package let challenge: String
    /// Seconds since 1970.
    package let expires: Int64
    package let attestation: String
    package let keyId: WireBytes?

    package init(challenge: String, expires: Int64, attestation: String, keyId: WireBytes?) {
        (self.challenge, self.expires, self.attestation, self.keyId) = (challenge, expires, attestation, keyId)
    }
}

package struct AttestationRequest: WireMessage {
    package enum CodingKeys: String, CodingKey { case format, keyId, attestation, clientData, registration }

    package let keyId: WireBytes
    package let attestation: WireBytes
    /// The bytes of `AttestationClientData` as hashed.
    package let clientData: WireBytes
    package let registration: String
    package let format: String

    package init(
        keyId: WireBytes, attestation: WireBytes, clientData: WireBytes, registration: String, format: String
    ) {
        (self.keyId, self.attestation, self.clientData) = (keyId, attestation, clientData)
        (self.registration, self.format) = (registration, format)
    }
}

package struct AssertionRequest: WireMessage {
    package let keyId: WireBytes
    package let assertion: WireBytes
    /// The bytes of `AttestationClientData` as hashed.
    package let clientData: WireBytes

    package init(keyId: WireBytes, assertion: WireBytes, clientData: WireBytes) {
        (self.keyId, self.assertion, self.clientData) = (keyId, assertion, clientData)
    }
}

/// The content of an attestation or an assertion; its bytes are hashed.
package struct AttestationClientData: WireMessage {
    package enum Purpose: String, Codable, Sendable { case attest, assert }

    package enum CodingKeys: String, CodingKey {
        case purpose, challenge, instance, partner, client, tokenSha256, journeyId, manifestHash
    }

    package let purpose: Purpose
    package let challenge: String
    package let instance: String
    package let partner: String
    package let client: String
    /// The SHA-256 of the context token.
    package let tokenSha256: WireBytes
    /// For an assertion: the journey, and the SHA-256 of its manifest.
    package let journeyId: String?
    package let manifestHash: String?

    package init(
        _ purpose: Purpose, challenge: String, instance: String, partner: String, client: String,
        tokenSha256: [UInt8], journeyId: String?, manifestHash: String?
    ) {
        (self.purpose, self.challenge, self.instance) = (purpose, challenge, instance)
        (self.partner, self.client, self.tokenSha256) = (partner, client, WireBytes(tokenSha256))
        (self.journeyId, self.manifestHash) = (journeyId, manifestHash)
    }
}

/// The ticket of a run whose app is attested.
package struct RunTicket: WireMessage {
    package let instance: String
    package let attestation: String
    package let journeyId: String
    package let ticket: WireSecret
    /// Seconds since 1970.
    package let expires: Int64

    package init(instance: String, attestation: String, journeyId: String, ticket: WireSecret, expires: Int64) {
        (self.instance, self.attestation, self.journeyId) = (instance, attestation, journeyId)
        (self.ticket, self.expires) = (ticket, expires)
    }
}

package struct RunTicketRequest: WireMessage {
    package let ticket: WireBytes

    package init(ticket: WireBytes) { self.ticket = ticket }
}

/// The attested run that a ticket stands for.
package struct AttestedRunAnswer: WireMessage {
    package let instance: String
    package let attestation: String
    package let app: String
    package let partner: String
    package let client: String
    package let journeyId: String
    package let manifestSequence: Int64
    package let tokenSha256: WireBytes
    /// Seconds since 1970.
    package let expires: Int64

    package init(
        instance: String, attestation: String, app: String, partner: String, client: String, journeyId: String,
        manifestSequence: Int64, tokenSha256: WireBytes, expires: Int64
    ) {
        (self.instance, self.attestation, self.app) = (instance, attestation, app)
        (self.partner, self.client, self.journeyId) = (partner, client, journeyId)
        (self.manifestSequence, self.tokenSha256, self.expires) = (manifestSequence, tokenSha256, expires)
    }
}

/// The evidence format of the development attestor: a compact JWS (ES256) with a key of the app's own.
package enum DevelopmentAttestation {
    package static let format = "journey-development"
    package static let attestationType = "journey-development-attestation+jwt"
    package static let assertionType = "journey-development-assertion+jwt"

    /// The claims of an attestation.
    package struct Key: WireMessage {
        package let jwk: WireJSON
        package let appId: String
        package let clientDataHash: WireBytes

        package init(jwk: WireJSON, appId: String, clientDataHash: WireBytes) {
            (self.jwk, self.appId, self.clientDataHash) = (jwk, appId, clientDataHash)
        }
    }

    /// The claims of an assertion.
    package struct Use: WireMessage {
        package let counter: Int64
        package let appId: String
        package let clientDataHash: WireBytes

        package init(counter: Int64, appId: String, clientDataHash: WireBytes) {
            (self.counter, self.appId, self.clientDataHash) = (counter, appId, clientDataHash)
        }
    }
}
