internal import Foundation
internal import JourneyBase
internal import JourneyCrypto

extension BridgeCore {
    /// The first message of a document, and the only one without a seal.
    mutating func greet(_ envelope: BridgeEnvelope, _ waiting: PendingPost, now: Date) -> [Effect] {
        guard envelope.kind == .event, envelope.name == BridgeName.hello else {
            return refuse(waiting, BridgeCore.notReady)
        }
        guard let document, let target, let origin = document.web.origin, let hello = Hello(envelope.payload) else {
            return refuseHello(waiting, BridgeCore.invalid)
        }
        // The step's page is where the step's address leads, and nobody else is handed its methods and its proof.
        guard origin == target.url.origin else {
            return refuseHello(
                waiting, JourneyError(.originBlocked, "A page of another origin than its step's said hello."))
        }
        // What a page claims is no evidence of its origin; but one that claims another is broken or lies.
        guard hello.origin == origin.description else {
            return refuseHello(
                waiting, JourneyError(.originBlocked, "A page claims an origin that is not its own."))
        }
        // A page that cannot encrypt is told at once, not where it first has to.
        let spoken = target.step.encrypted.isEmpty ? versions : versions.filter { $0 >= .v12 }
        guard let version = BridgeVersion.highest(of: hello.versions, among: spoken) else {
            return reject(waiting, spoken)
        }
        guard let page = try? P256PublicKey(x963: hello.key), let own = try? P256AgreementKey(),
            let secret = try? own.sharedSecret(with: page)
        else { return refuseHello(waiting, BridgeCore.invalid) }
        self.document?.version = version
        let keys = BridgeKeys(
            secret: secret, pageNonce: hello.pageNonce, documentID: document.idBytes, version: version)
        self.document?.keys = keys
        if !target.step.encrypted.isEmpty {
            let cipher = BridgeCipher(
                secret: secret, own: own, page: page, pageNonce: hello.pageNonce, documentID: document.idBytes,
                version: version, capacity: limits.nonces)
            self.document?.cipher = cipher
        }
        self.document?.handshake = (waiting, own.publicKey)
        _ = machine.handle(.helloAccepted)
        return [
            .sign(
                SessionProof(
                    origin: origin, pageNonce: Base64URL.encode(hello.pageNonce), documentID: document.id,
                    step: target.step, pageKey: hello.key, sdkKey: own.publicKey.x963,
                    identifier: dependencies.identifier(), issuedAt: now))
        ]
    }

    /// Answers the hello of document `id` with its session proof; `nil` when the instance's key failed to sign.
    mutating func signed(_ proof: String?, for id: String) -> [Effect] {
        guard let document, document.id == id, let handshake = document.handshake, let target else { return [] }
        self.document?.handshake = nil
        guard let proof else {
            return refuseHello(
                handshake.waiting, JourneyError(.unknown, "The instance's key did not sign.", recovery: .restart))
        }
        let methods = target.step.methods.sorted()
        let capabilities = ["bridge.v\(document.version.rawValue)", BridgeName.nextEvent] + methods
        var payload: [String: JSONValue] = [
            "version": .string(document.version.rawValue), "docId": .string(id),
            "key": .string(Base64URL.encode(handshake.key.x963)), "sessionProofJws": .string(proof),
            "sdkCapabilities": .array(capabilities.map { .string($0) }),
            "context": target.step.context,
        ]
        if document.version >= .v12 {
            payload["encryption"] = .object(target.step.encrypted.mapValues { .string($0.rawValue) })
        }
        var waiting = handshake.waiting
        waiting.name = BridgeName.ready
        return [reply(waiting, .handshake(.object(payload)))]
    }

    /// A page that speaks no version of ours is told which there are.
    private mutating func reject(_ waiting: PendingPost, _ spoken: [BridgeVersion]) -> [Effect] {
        _ = machine.handle(.helloRefused)
        var waiting = waiting
        waiting.name = BridgeName.reject
        let answer = reply(waiting, .handshake(["supported": .array(spoken.map { .string($0.rawValue) })]))
        return [answer]
            + noHandshake(JourneyError(.bridgeVersion, "A page speaks no version of the bridge that is known."))
    }

    private mutating func refuseHello(_ waiting: PendingPost, _ error: JourneyError) -> [Effect] {
        _ = machine.handle(.helloRefused)
        return [reply(waiting, .error(error))] + noHandshake(error)
    }

    /// The time of wait `number` is over.
    mutating func handshakeDue(_ number: Int) -> [Effect] {
        guard handshakeWait == number else { return [] }
        return noHandshake(
            JourneyError(.bridgeNotReady, "A page did not shake hands in time.", recovery: .restart))
    }

    /// A page without a handshake has no bridge; where the manifest requires one, it is lost.
    private mutating func noHandshake(_ error: JourneyError) -> [Effect] {
        target?.step.requiresHandshake == true ? perform(machine.handle(.failed(error))) : report(error)
    }

    /// The payload of `bridge_hello`.
    private struct Hello {
        let origin: String
        let pageNonce: [UInt8]
        let versions: [String]
        /// A P-256 point, uncompressed (SEC 1, section 2.3.3).
        let key: [UInt8]

        init?(_ payload: JSONValue) {
            guard let members = payload.object, Set(members.keys) == ["origin", "pageNonce", "versions", "key"],
                let origin = members["origin"]?.string,
                let nonce = members["pageNonce"]?.string.flatMap({ Base64URL.decode($0) }),
                nonce.count == BridgeKeys.nonceCount, let versions = members["versions"]?.array, versions.count <= 16,
                let key = members["key"]?.string.flatMap({ Base64URL.decode($0) }), key.count == 65
            else { return nil }
            self.origin = origin
            pageNonce = nonce
            self.versions = versions.compactMap(\.string)
            self.key = key
        }
    }
}
