import Foundation
import JourneyBase
import JourneyCrypto
import JourneyServer
import JourneyWire

/// The attestation operations, without HTTP: challenges, attested keys, assertions for runs, and tickets.
struct AttestationService: Sendable {
    /// Lifetimes of a challenge and a ticket, in seconds.
    private static let challengeLifetime: Int64 = 300
    private static let ticketLifetime: Int64 = 3_600

    let store: AttestationStore
    let instances: ProofStore
    let manifests: ManifestStore
    let policy: AttestationPolicy
    let dependencies: Dependencies

    private var now: Int64 { Int64(dependencies.now().timeIntervalSince1970) }

    private func appAttest(_ caller: GatewayCaller) -> AppAttestCheck {
        AppAttestCheck(anchors: policy.roots, appIDs: policy.apps(of: caller.partner))
    }

    private func development(_ caller: GatewayCaller) -> DevelopmentAttestationCheck {
        DevelopmentAttestationCheck(appIDs: policy.apps(of: caller.partner))
    }

    /// Issues a challenge and reports the instance's current attestation.
    func challenge(
        _ asked: AttestationChallengeRequest, by caller: GatewayCaller
    ) async throws -> AttestationChallenge {
        let instance = asked.instance
        guard AttestationService.isInstance(instance) else {
            throw AttestationRefusal(.malformed, "The body has no valid instance thumbprint.")
        }
        let challenge = dependencies.random(32)
        let expires = now + AttestationService.challengeLifetime
        try await store.store(challenge: challenge, of: caller.account, instance: instance, until: expires, now: now)
        let key = try await store.keys(of: instance).first { refusal(asserting: $0, caller, instance) == nil }
        return AttestationChallenge(
            challenge: Base64URL.encode(challenge), expires: expires,
            attestation: (key?.kind ?? .none).rawValue, keyId: key.map { WireBytes($0.identifier) })
    }

    /// Attests a key and registers its instance.
    func attest(_ asked: AttestationRequest, by caller: GatewayCaller) async throws -> InstanceAnswer {
        let object = try bytes(asked.attestation, atMost: AppAttestCheck.longest)
        let keyID = try bytes(asked.keyId, atMost: 32)
        let (data, instance) = try await clientData(asked.clientData, by: caller, purpose: .attest)
        let registered = try InstanceRegistration.key(of: asked.registration, now: now)
        guard registered.thumbprint == instance else {
            throw AttestationRefusal(.mismatch, "The registration belongs to another instance.")
        }
        let finding: AppAttestCheck.Finding
        switch asked.format {
        case AppAttestCheck.format:
            finding = try appAttest(caller).attestation(
                object, keyID: keyID, clientDataHash: data.hash, at: dependencies.now())
        case DevelopmentAttestation.format:
            finding = try development(caller).attestation(object, keyID: keyID, clientDataHash: data.hash)
        default: throw AttestationService.unknownFormat
        }
        let known = try await store.key(keyID)
        if let refusal = policy.refusal(of: .attest, by: finding.kind, key: state(known, keyID, caller, instance)) {
            throw refusal
        }
        // The instance first: an attested key for an unregistered instance would be useless.
        try await instances.register(registered, by: caller, at: now)
        guard
            try await store.store(
                finding, instance: instance, partner: caller.partner, client: caller.client, at: now)
        else { throw AttestationRefusal(.keyKnown, "The key is already attested.") }
        return InstanceAnswer(instance: instance, attestation: finding.kind.rawValue)
    }

    static let unknownFormat = AttestationRefusal(.unsupported, "The attestation's format is unknown.")

    /// Verifies an assertion, binds the run to the attested key and issues a ticket.
    func assert(_ asked: AssertionRequest, by caller: GatewayCaller) async throws -> RunTicket {
        let object = try bytes(asked.assertion, atMost: 4_096)
        let keyID = try bytes(asked.keyId, atMost: 32)
        let (data, instance) = try await clientData(asked.clientData, by: caller, purpose: .assert)
        guard let journey = data.text(.journeyId), let hash = data.digest(.manifestHash),
            try await manifests.sequence(of: hash, journey: journey) != nil
        else { throw AttestationRefusal(.manifest, "The manifest was never published on this gateway.") }
        let known = try await store.key(keyID)
        guard let known else { throw AttestationRefusal(.keyUnknown, "This key is not attested for this instance.") }
        if let refusal = refusal(asserting: known, caller, instance) { throw refusal }
        let counter =
            known.kind == .development
            ? try development(caller).assertion(object, key: known.key, appID: known.app, clientDataHash: data.hash)
            : try appAttest(caller).assertion(object, key: known.key, appID: known.app, clientDataHash: data.hash)
        guard try await store.raise(counter: counter, of: keyID) else {
            throw AttestationRefusal(.counter, "The key's counter did not increase.")
        }
        let ticket = dependencies.random(32)
        let run = AttestationStore.Run(
            key: keyID, session: caller.session, journey: journey, manifestHash: hash,
            expires: now + AttestationService.ticketLifetime)
        try await store.store(run, ticket: SHA256.hash(ticket), now: now)
        return RunTicket(
            instance: instance, attestation: known.kind.rawValue, journeyId: journey,
            ticket: WireSecret(base64URL: ticket), expires: run.expires)
    }

    /// Returns the attested run of a valid ticket.
    func check(_ asked: RunTicketRequest) async throws -> AttestedRunAnswer {
        guard asked.ticket.bytes.count == 32 else { throw AttestationService.noTicket }
        guard let run = try await store.run(ticket: SHA256.hash(asked.ticket.bytes), now: now),
            let key = try await store.key(run.key),
            let sequence = try await manifests.sequence(of: run.manifestHash, journey: run.journey)
        else { throw AttestationRefusal(.challenge, "The ticket is unknown or has expired.") }
        if let refusal = policy.refusal(of: key) { throw refusal }
        return AttestedRunAnswer(
            instance: key.instance, attestation: key.kind.rawValue, app: key.app, partner: key.partner,
            client: key.client, journeyId: run.journey, manifestSequence: sequence,
            tokenSha256: WireBytes(run.session), expires: run.expires)
    }

    static let noTicket = AttestationRefusal(.malformed, "The body has no valid ticket.")

    private func bytes(_ member: WireBytes, atMost limit: Int) throws(AttestationRefusal) -> [UInt8] {
        guard (1...limit).contains(member.bytes.count) else {
            throw AttestationRefusal(.malformed, "The evidence or its key id is empty or too long.")
        }
        return member.bytes
    }

    /// Parses and checks the client data of a request. Consumes its challenge, even if a later check fails.
    private func clientData(
        _ member: WireBytes, by caller: GatewayCaller, purpose: AttestationClientData.Purpose
    ) async throws -> (HashedClientData, instance: String) {
        let data = try HashedClientData(member.bytes)
        // Shapes first: a value that no database column can hold is the client's error, not the database's.
        guard let instance = data.text(.instance), AttestationService.isInstance(instance),
            data.text(.journeyId).map({ JourneyID($0) != nil }) ?? true
        else { throw AttestationRefusal(.malformed, "The client data has no valid instance or journey id.") }
        guard let challenge = data.digest(.challenge),
            try await store.use(challenge: challenge, of: caller.account, instance: instance, now: now)
        else { throw AttestationRefusal(.challenge, "The challenge is unknown, used or expired.") }
        try data.check(purpose, by: caller)
        return (data, instance)
    }

    /// `true` for a thumbprint (RFC 7638) in base64url.
    private static func isInstance(_ text: String) -> Bool { JWKSet.isKeyID(text) && text.utf8.count == 43 }

    private func refusal(
        asserting key: AttestationStore.Key, _ caller: GatewayCaller, _ instance: String
    ) -> AttestationRefusal? {
        policy.refusal(of: .assert, by: key.kind, key: state(key, key.identifier, caller, instance))
            ?? policy.refusal(of: key)
    }

    private func state(
        _ key: AttestationStore.Key?, _ identifier: [UInt8], _ caller: GatewayCaller, _ instance: String
    ) -> AttestationPolicy.KeyState {
        guard !policy.revokedKeys.contains(identifier) else { return .revoked }
        guard let key else { return .new }
        return key.instance == instance && key.partner == caller.partner && key.client == caller.client
            ? .known : .foreign
    }
}
