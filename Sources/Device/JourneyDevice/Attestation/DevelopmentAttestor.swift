package import JourneyBase
internal import JourneyCrypto
internal import JourneyWire

/// Vouches for itself, for machines without App Attest: evidence of its own format, which production gateways refuse.
///
/// Its keys lie in the store and could be copied: it shows that the way works, and proves nothing of the device. The forms
/// are in `docs/attestation.md`.
package actor DevelopmentAttestor: Attestor {
    package nonisolated let format = DevelopmentAttestation.format
    private let store: any SecretStore
    private let appID: String

    /// An attestor that speaks for the app `appID` (team and bundle), with its keys in `store`.
    package init(store: any SecretStore, appID: String) {
        self.store = store
        self.appID = appID
    }

    package func generateKey() async throws(AttestorFault) -> [UInt8] {
        try await keeping { [self] in
            // One key is enough; those before it are of no more use.
            for name in try await store.keys() where name.rawValue.hasPrefix(Self.prefix) {
                try await store.remove(name)
            }
            let key = try P256PrivateKey.generate()
            let id = SHA256.hash(key.publicKey.x963)
            try await store.save(Self.counted(0), for: try Self.name(id, "counter"))
            try await store.saveSecret(key.scalar(), for: try Self.name(id, "key"))
            return id
        }
    }

    package func attest(_ key: [UInt8], clientDataHash: [UInt8]) async throws(AttestorFault) -> [UInt8] {
        try await keeping { [self] in
            let signer = try await self.key(key)
            let claims = DevelopmentAttestation.Key(
                jwk: WireJSON(signer.publicKey.jwk), appId: appID, clientDataHash: WireBytes(clientDataHash))
            return try await sign(claims, DevelopmentAttestation.attestationType, signer)
        }
    }

    package func assert(_ key: [UInt8], clientDataHash: [UInt8]) async throws(AttestorFault) -> [UInt8] {
        try await keeping { [self] in
            let signer = try await self.key(key)
            let name = try Self.name(key, "counter")
            guard let bytes = try await store.load(name), let last = (try? JSONReader.read(bytes))?["counter"]?.int64
            else { throw AttestorFault.keyInvalid }
            // On disk before it is used: a counter that was seen does not come back after a crash.
            try await store.save(Self.counted(last + 1), for: name)
            let claims = DevelopmentAttestation.Use(
                counter: last + 1, appId: appID, clientDataHash: WireBytes(clientDataHash))
            return try await sign(claims, DevelopmentAttestation.assertionType, signer)
        }
    }

    private func sign(
        _ claims: some WireMessage, _ typ: String, _ key: P256PrivateKey
    ) async throws -> [UInt8] {
        Array(try await CompactJWS.sign(claims.json.compactBytes, typ: typ, kid: nil, key: key).utf8)
    }

    private func key(_ id: [UInt8]) async throws -> P256PrivateKey {
        guard let scalar = try await store.loadSecret(try Self.name(id, "key")) else { throw AttestorFault.keyInvalid }
        return try P256PrivateKey(scalar: scalar)
    }

    private func keeping(_ work: () async throws -> [UInt8]) async throws(AttestorFault) -> [UInt8] {
        do { return try await work() } catch let fault as AttestorFault { throw fault } catch { throw .unavailable }
    }

    private static let prefix = "attestor."

    private static func name(_ id: [UInt8], _ what: String) throws -> StoreKey {
        guard id.count == 32, let name = StoreKey("\(prefix)\(what).\(Hex.encode(id))") else {
            throw AttestorFault.keyInvalid
        }
        return name
    }

    private static func counted(_ number: Int64) -> [UInt8] {
        JSONValue.object(["counter": .number(JSONNumber(number))]).compactBytes
    }
}
