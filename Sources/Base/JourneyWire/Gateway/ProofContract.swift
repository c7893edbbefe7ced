import JourneyBase

/// The endpoints for SDK instances and the session proofs of their pages.
package enum ProofContract {
    package static let register = Endpoint<JOSEText, InstanceAnswer>(
        .post, "/instances", status: 201, headers: GatewayContract.device,
        refusals: .ofDevices + .ofBodies + [.instanceMalformed, .instanceExpired, .rateLimited])
    package static let keys = Endpoint<NoBody, InstanceKeys>(
        .get, "/instances/{instance}/keys.json", refusals: [.notFound, .instanceUnknown, .unavailable])
    package static let check = Endpoint<ProofRequest, ProofAnswer>(
        .post, "/proofs/check", headers: [GatewayContract.authorization],
        refusals: .ofBodies + [
            .malformed, .notAuthorized, .proofMalformed, .proofInstanceUnknown, .proofSignature, .proofExpired,
            .proofMismatch, .proofManifestUnknown, .proofReplayed, .unavailable,
        ])

    static let endpoints: [any WireEndpoint] = [register, keys, check]

    /// The `typ` of an instance's registration, a compact JWS with `InstanceClaims` by the instance's own key.
    package static let registrationType = "journey-instance+jwt"
    /// The `typ` of a session proof, a compact JWS with `SessionProofClaims`.
    package static let proofType = "journey-session-proof+jwt"
}

extension WireRefusal {
    /// The registration isn't a valid JWS signed with the key of the app installation that it registers.
    ///
    /// Next step: Update the SDK, and register again.
    package static let instanceMalformed = WireRefusal(422, "INSTANCE_MALFORMED")
    /// The registration's time is too far from the gateway's.
    ///
    /// Next step: Check the device's clock, and register again.
    package static let instanceExpired = WireRefusal(422, "INSTANCE_EXPIRED")
    /// No instance with this ID is registered.
    ///
    /// Next step: Register the instance again, as the SDK does at the next start.
    package static let instanceUnknown = WireRefusal(404, "PROOF_INSTANCE_UNKNOWN")
    package static let proofInstanceUnknown = WireRefusal(422, instanceUnknown.code)
    /// The session proof isn't a JWS of the documented form.
    ///
    /// Next step: Pass the proof on unchanged, as the page received it.
    package static let proofMalformed = WireRefusal(422, "PROOF_MALFORMED")
    /// The session proof's signature is not the instance's.
    ///
    /// Next step: Refuse the page's request.
    package static let proofSignature = WireRefusal(422, "PROOF_SIGNATURE")
    /// The session proof has expired, or is not valid yet.
    ///
    /// Next step: Ask the page for a new proof; check the clocks.
    package static let proofExpired = WireRefusal(422, "PROOF_EXPIRED")
    /// The session proof belongs to another page, run or key.
    ///
    /// Next step: Compare the member that `errors` names with the page's own value.
    package static let proofMismatch = WireRefusal(422, "PROOF_MISMATCH")
    /// The session proof names a manifest that the gateway doesn't serve.
    ///
    /// Next step: Publish the manifest here, or ask the gateway that served it.
    package static let proofManifestUnknown = WireRefusal(422, "PROOF_MANIFEST_UNKNOWN")
    /// The session proof was already used.
    ///
    /// Next step: Ask the page for a new proof; each one is accepted once.
    package static let proofReplayed = WireRefusal(422, "PROOF_REPLAYED")
}

/// The claims of an instance's registration.
package struct InstanceClaims: WireMessage {
    /// The key as a JWK (RFC 7517).
    package let jwk: WireJSON
    package let iat: WireTime

    package init(jwk: WireJSON, iat: WireTime) { (self.jwk, self.iat) = (jwk, iat) }
}

/// An instance and its attestation.
package struct InstanceAnswer: WireMessage {
    /// The thumbprint of its key (RFC 7638).
    package let instance: String
    package let attestation: String

    package init(instance: String, attestation: String) { (self.instance, self.attestation) = (instance, attestation) }
}

/// The public key of an instance as a JWK set, with the instance's attestation.
package struct InstanceKeys: WireMessage {
    package static let mediaType: String? = PublishedKeys.mediaType

    package let keys: [WireJSON]
    package let attestation: String

    package init(keys: [WireJSON], attestation: String) { (self.keys, self.attestation) = (keys, attestation) }
}

/// The claims of a session proof about the page, the run and the keys of both sides.
package struct SessionProofClaims: WireMessage {
    package let origin: String?
    package let pageNonce: String?
    package let docId: String?
    package let journeyId: String
    package let stepId: String
    package let manifestHash: WireBytes
    package let iat: WireTime
    package let exp: WireTime
    package let jti: String
    package let pageKeySha256: String?
    package let sdkKeySha256: String?

    package init(
        origin: String, pageNonce: String, docId: String, journeyId: String, stepId: String, manifestHash: WireBytes,
        iat: WireTime, exp: WireTime, jti: String, pageKeySha256: String, sdkKeySha256: String
    ) {
        (self.origin, self.pageNonce, self.docId) = (origin, pageNonce, docId)
        (self.journeyId, self.stepId, self.manifestHash) = (journeyId, stepId, manifestHash)
        (self.iat, self.exp, self.jti) = (iat, exp, jti)
        (self.pageKeySha256, self.sdkKeySha256) = (pageKeySha256, sdkKeySha256)
    }
}

/// A session proof, with the values that the page's server expects.
package struct ProofRequest: WireMessage {
    package enum CodingKeys: String, CodingKey {
        case proof, origin, pageNonce, docId, journeyId, stepId, pageKeySha256, sdkKeySha256
    }

    package let proof: String
    package let origin: String
    package let pageNonce: String
    package let docId: String?
    package let journeyId: String?
    package let stepId: String?
    package let pageKeySha256: String?
    package let sdkKeySha256: String?
}

/// The claims that a valid session proof establishes.
package struct ProofAnswer: WireMessage {
    package let instance: String
    package let attestation: String
    package let partner: String
    package let client: String
    package let app: String?
    package let journeyId: String
    package let stepId: String
    package let manifestSequence: Int64
    /// Seconds since 1970.
    package let expires: Int64

    package init(
        instance: String, attestation: String, partner: String, client: String, app: String?, journeyId: String,
        stepId: String, manifestSequence: Int64, expires: Int64
    ) {
        (self.instance, self.attestation, self.app) = (instance, attestation, app)
        (self.partner, self.client, self.journeyId) = (partner, client, journeyId)
        (self.stepId, self.manifestSequence, self.expires) = (stepId, manifestSequence, expires)
    }
}
