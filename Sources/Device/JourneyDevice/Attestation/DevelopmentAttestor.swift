package import JourneyBase
internal import JourneyCrypto
internal import JourneyWire

/// An attestor for machines without App Attest, with evidence in its own format, which production gateways refuse.
///
/// Its keys are in the store and could be copied: it exercises the protocol and proves nothing about the device.
/// `docs/reference/attestation.md` has the formats.
package actor DevelopmentAttestor: Attestor {
    public nonisolated let format = DevelopmentAttestation.format
    private let store: any SecretStore
    private let appID: String

    /// Creates an attestor of the app `appID` (team and bundle), with its keys in `store`.
    package init(store: any SecretStore, appID: String) {
        self.store = store
        self.appID = appID
    }

    package func generateKey() async throws(AttestorError) -> [UInt8] {
        try await mappingErrors { [self] in
            // One key is enough; earlier ones are no longer used.
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

    package func attest(_ key: [UInt8], clientDataHash: [UInt8]) async throws(AttestorError) -> [UInt8] {
        try await mappingErrors { [self] in
            let signer = try await self.key(key)
            let claims = DevelopmentAttestation.Key(
                jwk: WireJSON(signer.publicKey.jwk), appId: appID, clientDataHash: WireBytes(clientDataHash))
            return try await sign(claims, DevelopmentAttestation.attestationType, signer)
        }
    }

    package func assert(_ key: [UInt8], clientDataHash: [UInt8]) async throws(AttestorError) -> [UInt8] {
        try await mappingErrors { [self] in
            let signer = try await self.key(key)
            let name = try Self.name(key, "counter")
            guard let bytes = try await store.load(name), let last = (try? JSONReader.read(bytes))?["counter"]?.int64
            else { throw AttestorError.keyInvalid }
            // Stored before its use, so that a crash can't repeat a counter.
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
        guard let scalar = try await store.loadSecret(try Self.name(id, "key")) else { throw AttestorError.keyInvalid }
        return try P256PrivateKey(scalar: scalar)
    }

    private func mappingErrors(_ work: () async throws -> [UInt8]) async throws(AttestorError) -> [UInt8] {
        do { return try await work() } catch let fault as AttestorError { throw fault } catch { throw .unavailable }
    }

    private static let prefix = "attestor."

    private static func name(_ id: [UInt8], _ what: String) throws -> StoreKey {
        guard id.count == 32, let name = StoreKey("\(prefix)\(what).\(Hex.encode(id))") else {
            throw AttestorError.keyInvalid
        }
        return name
    }

    private static func counted(_ number: Int64) -> [UInt8] {
        JSONValue.object(["counter": .number(JSONNumber(number))]).compactBytes
    }
}
