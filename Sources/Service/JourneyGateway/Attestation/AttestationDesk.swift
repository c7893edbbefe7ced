import Foundation
import JourneyBase
import JourneyCrypto
import JourneyServer

/// What the service does with a request of somebody who is known.
struct AttestationDesk: Sendable {
    let store: AttestationStore
    let instances: ProofStore
    let manifests: ManifestStore
    let policy: AttestationPolicy
    let surroundings: Surroundings

    /// Who asks, and what.
    struct Asked {
        let caller: GatewayCaller
        let body: JSONValue

        init(_ request: HTTPRequest, by caller: GatewayCaller) throws(AttestationRefusal) {
            guard let body = try? JSONReader.read(request.body, limits: JSONLimits(bytes: 65_536, depth: 2)),
                body.object != nil
            else { throw AttestationRefusal(.malformed, "The body is no JSON object.") }
            self.caller = caller
            self.body = body
        }

        /// Bytes in base64url.
        func data(_ name: String, atMost limit: Int) throws(AttestationRefusal) -> [UInt8] {
            guard let text = body[name]?.string, let bytes = Base64URL.decode(text), (1...limit).contains(bytes.count)
            else { throw AttestationRefusal(.malformed, "The body has no \(name).") }
            return bytes
        }
    }

    private var now: Int64 { Int64(surroundings.now().timeIntervalSince1970) }

    private func appAttest(_ asked: Asked) -> AppAttestCheck {
        AppAttestCheck(anchors: policy.roots, appIDs: policy.apps(of: asked.caller.partner))
    }

    private func development(_ asked: Asked) -> DevelopmentAttestationCheck {
        DevelopmentAttestationCheck(appIDs: policy.apps(of: asked.caller.partner))
    }

    /// `{instance}` → `{challenge, expires, attestation, keyId?}`: also what counts for the instance already.
    func challenge(_ asked: Asked) async throws -> HTTPResponse {
        guard let instance = asked.body["instance"]?.string, AttestationDesk.isInstance(instance) else {
            throw AttestationRefusal(.malformed, "The body names no instance.")
        }
        let challenge = surroundings.random(32)
        let expires = now + AttestationService.challengeLifetime
        try await store.keep(
            challenge: challenge, of: asked.caller.session, instance: instance, until: expires, now: now)
        var answer: [String: JSONValue] = [
            "challenge": .string(Base64URL.encode(challenge)), "expires": .number(JSONNumber(expires)),
            "attestation": "none",
        ]
        let keys = try await store.keys(of: instance)
        if let key = keys.first(where: { refusal(asserting: $0, asked, instance) == nil }) {
            answer["attestation"] = .string(key.kind.rawValue)
            answer["keyId"] = .string(Base64URL.encode(key.identifier))
        }
        return .json(.object(answer), status: 201, headers: ["Cache-Control": "no-store"])
    }

    /// `{format, keyId, attestation, clientData, registration}` → 201 `{instance, attestation}`.
    func attest(_ asked: Asked) async throws -> HTTPResponse {
        let object = try asked.data("attestation", atMost: AppAttestCheck.longest)
        let keyID = try asked.data("keyId", atMost: 32)
        let (data, instance) = try await clientData(asked, purpose: "attest", free: [])
        let registered = try InstanceRegistration.key(of: asked.body["registration"]?.string, now: now)
        guard registered.thumbprint == instance else {
            throw AttestationRefusal(.mismatch, "The registration is of another instance.")
        }
        let finding: AppAttestCheck.Finding
        switch asked.body["format"]?.string {
        case AppAttestCheck.format:
            finding = try appAttest(asked).attestation(
                object, keyID: keyID, clientDataHash: data.hash, at: surroundings.now())
        case DevelopmentAttestationCheck.format:
            finding = try development(asked).attestation(object, keyID: keyID, clientDataHash: data.hash)
        default: throw AttestationRefusal(.unsupported, "The attestation is of no format that is known.")
        }
        let known = try await store.key(keyID)
        if let refusal = policy.refusal(of: .attest, by: finding.kind, key: state(known, keyID, asked, instance)) {
            throw refusal
        }
        // The instance first: a key that vouches for one that nobody knows would stand there for nothing.
        try await instances.register(registered, by: asked.caller, at: now)
        guard
            try await store.keep(
                finding, instance: instance, partner: asked.caller.partner, client: asked.caller.client, at: now)
        else { throw AttestationRefusal(.keyKnown, "The key is attested already.") }
        return .json(
            ["instance": .string(instance), "attestation": .string(finding.kind.rawValue)], status: 201,
            headers: ["Cache-Control": "no-store"])
    }

    /// `{keyId, assertion, clientData}` → 200 `{instance, attestation, journeyId, ticket, expires}`.
    func assert(_ asked: Asked) async throws -> HTTPResponse {
        let object = try asked.data("assertion", atMost: 4_096)
        let keyID = try asked.data("keyId", atMost: 32)
        let (data, instance) = try await clientData(asked, purpose: "assert", free: ["journeyId", "manifestHash"])
        guard let journey = data.text("journeyId"), let hash = data.data("manifestHash"),
            try await manifests.sequence(of: hash, journey: journey) != nil
        else { throw AttestationRefusal(.manifest, "The manifest was never published here.") }
        let known = try await store.key(keyID)
        guard let known else { throw AttestationRefusal(.keyUnknown, "No such key is attested for this instance.") }
        if let refusal = refusal(asserting: known, asked, instance) { throw refusal }
        let counter =
            known.kind == .development
            ? try development(asked).assertion(object, key: known.key, appID: known.app, clientDataHash: data.hash)
            : try appAttest(asked).assertion(object, key: known.key, appID: known.app, clientDataHash: data.hash)
        guard try await store.raise(counter: counter, of: keyID) else {
            throw AttestationRefusal(.counter, "The key's counter did not go up.")
        }
        let ticket = surroundings.random(32)
        let run = AttestationStore.Run(
            key: keyID, session: asked.caller.session, journey: journey, manifestHash: hash,
            expires: now + AttestationService.ticketLifetime)
        try await store.keep(run, ticket: SHA256.hash(ticket), now: now)
        return .json(
            [
                "instance": .string(instance), "attestation": .string(known.kind.rawValue),
                "journeyId": .string(journey), "ticket": .string(Base64URL.encode(ticket)),
                "expires": .number(JSONNumber(run.expires)),
            ], headers: ["Cache-Control": "no-store"])
    }

    /// `{ticket}` → `{instance, attestation, app, partner, client, journeyId, manifestSequence, tokenSha256, expires}`.
    func check(_ request: HTTPRequest) async throws -> HTTPResponse {
        let unknown = AttestationRefusal(.challenge, "The ticket is not, or no longer, good.")
        guard let body = try? JSONReader.read(request.body, limits: JSONLimits(bytes: 4_096, depth: 1)),
            let ticket = body["ticket"]?.string.flatMap({ Base64URL.decode($0) }), ticket.count == 32
        else { throw AttestationRefusal(.malformed, "The body has no ticket.") }
        guard let run = try await store.run(ticket: SHA256.hash(ticket), now: now),
            let key = try await store.key(run.key),
            let sequence = try await manifests.sequence(of: run.manifestHash, journey: run.journey)
        else { throw unknown }
        if let refusal = policy.refusal(of: key) { throw refusal }
        return .json(
            [
                "instance": .string(key.instance), "attestation": .string(key.kind.rawValue),
                "app": .string(key.app), "partner": .string(key.partner), "client": .string(key.client),
                "journeyId": .string(run.journey), "manifestSequence": .number(JSONNumber(sequence)),
                "tokenSha256": .string(Base64URL.encode(run.session)), "expires": .number(JSONNumber(run.expires)),
            ], headers: ["Cache-Control": "no-store"])
    }

    /// The client data of a request, whose challenge is used up here, whatever becomes of the rest.
    private func clientData(
        _ asked: Asked, purpose: String, free: Set<String>
    ) async throws -> (AttestationClientData, instance: String) {
        let data = try AttestationClientData(asked.body["clientData"]?.string)
        // Shapes first: what no database can hold is the client's fault, and not the database's.
        guard let instance = data.text("instance"), AttestationDesk.isInstance(instance),
            data.text("journeyId").map({ JourneyID($0) != nil }) ?? true
        else { throw AttestationRefusal(.malformed, "The client data names no instance, or no journey.") }
        guard let challenge = data.data("challenge"),
            try await store.use(challenge: challenge, of: asked.caller.session, instance: instance, now: now)
        else { throw AttestationRefusal(.challenge, "The challenge is not, or no longer, good.") }
        try data.check(
            [
                "purpose": purpose, "partner": asked.caller.partner, "client": asked.caller.client,
                "tokenSha256": Base64URL.encode(asked.caller.session),
            ], free: free.union(["challenge", "instance"]))
        return (data, instance)
    }

    /// Whether this is a thumbprint (RFC 7638) in base64url.
    private static func isInstance(_ text: String) -> Bool { JWKSet.isKeyID(text) && text.utf8.count == 43 }

    private func refusal(
        asserting key: AttestationStore.Key, _ asked: Asked, _ instance: String
    ) -> AttestationRefusal? {
        policy.refusal(of: .assert, by: key.kind, key: state(key, key.identifier, asked, instance))
            ?? policy.refusal(of: key)
    }

    private func state(
        _ key: AttestationStore.Key?, _ identifier: [UInt8], _ asked: Asked, _ instance: String
    ) -> AttestationPolicy.KeyState {
        guard !policy.revokedKeys.contains(identifier) else { return .revoked }
        guard let key else { return .new }
        return key.instance == instance && key.partner == asked.caller.partner && key.client == asked.caller.client
            ? .known : .foreign
    }
}
