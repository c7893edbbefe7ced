internal import Foundation
internal import JourneyBase
internal import JourneyCrypto

extension BridgeCore {
    /// Handles the first message of a document, the only one without a seal.
    mutating func greet(_ envelope: BridgeEnvelope, _ waiting: PendingPost, now: Date) -> [Effect] {
        guard envelope.kind == .event, envelope.name == BridgeName.hello else {
            return refuse(waiting, BridgeCore.notReady)
        }
        guard let document, let target, let origin = document.web.origin, let hello = Hello(envelope.payload) else {
            return refuseHello(waiting, BridgeCore.invalid)
        }
        // Only the origin of the step's address gets the step's methods and its proof.
        guard origin == target.url.origin else {
            return refuseHello(
                waiting, JourneyError(.originBlocked, "The bridge_hello came from an origin other than the step's."))
        }
        // A claimed origin proves nothing, but a wrong claim shows a broken or dishonest page.
        guard hello.origin == origin.description else {
            return refuseHello(
                waiting,
                JourneyError(.originBlocked, "The page's bridge_hello names an origin that is not the page's own."))
        }
        // A page that can't encrypt is refused at once, not at its first encrypted message.
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

    /// Answers the hello of document `id` with its session proof; `nil` when the instance key did not sign.
    mutating func signed(_ proof: String?, for id: String) -> [Effect] {
        guard let document, document.id == id, let handshake = document.handshake, let target else { return [] }
        self.document?.handshake = nil
        guard let proof else {
            return refuseHello(
                handshake.waiting,
                JourneyError(.unknown, "The instance key did not sign the session proof.", recovery: .restart))
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

    /// Refuses a page without a common version, and returns the supported ones.
    private mutating func reject(_ waiting: PendingPost, _ spoken: [BridgeVersion]) -> [Effect] {
        _ = machine.handle(.helloRefused)
        var waiting = waiting
        waiting.name = BridgeName.reject
        let answer = reply(waiting, .handshake(["supported": .array(spoken.map { .string($0.rawValue) })]))
        return [answer]
            + noHandshake(JourneyError(.bridgeVersion, "The page supports no bridge version of this SDK."))
    }

    private mutating func refuseHello(_ waiting: PendingPost, _ error: JourneyError) -> [Effect] {
        _ = machine.handle(.helloRefused)
        return [reply(waiting, .error(error))] + noHandshake(error)
    }

    /// Handles the end of handshake timeout `number`.
    mutating func handshakeDue(_ number: Int) -> [Effect] {
        guard handshakeWait == number else { return [] }
        return noHandshake(
            JourneyError(.bridgeNotReady, "The page did not complete the bridge handshake in time.", recovery: .restart)
        )
    }

    /// Handles a failed handshake: the page has no bridge; where the manifest requires one, it is lost.
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
