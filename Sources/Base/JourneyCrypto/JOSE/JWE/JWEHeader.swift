import JourneyBase

/// The protected header of an encryption (RFC 7516, section 4).
struct JWEHeader {
    let keyManagement: JWE.KeyManagement
    let encryption: JWE.ContentEncryption
    let kid: String?
    let labels: JWE.Labels
    /// The sender's ephemeral key as received; it is checked when it is used.
    private let ephemeral: [String: JSONValue]?

    init(
        keyManagement: JWE.KeyManagement, encryption: JWE.ContentEncryption, kid: String?, labels: JWE.Labels,
        ephemeral: PublicKey?
    ) {
        self.keyManagement = keyManagement
        self.encryption = encryption
        self.kid = kid
        self.labels = labels
        self.ephemeral = ephemeral?.jwk.object
    }

    /// Parses a header in base64url. Unsupported algorithms are refused first.
    init(encoded: Substring) throws(JWEError) {
        let header: JOSEHeader
        do { header = try JOSEHeader(encoded: encoded) } catch {
            throw error == .forbidden ? .forbiddenHeader : .malformed
        }
        guard let keyManagement = header.members["alg"]?.string.flatMap(JWE.KeyManagement.init(rawValue:)),
            let encryption = header.members["enc"]?.string.flatMap(JWE.ContentEncryption.init(rawValue:))
        else { throw .algorithm }
        self.keyManagement = keyManagement
        self.encryption = encryption
        do {
            kid = try header.kid()
            labels = JWE.Labels(
                typ: try header.text("typ"), cty: try header.text("cty"),
                partyU: try JWEHeader.party(header.text("apu")), partyV: try JWEHeader.party(header.text("apv")))
        } catch { throw .malformed }
        ephemeral = header.members["epk"]?.object
        // Key agreement requires the sender's ephemeral key.
        guard keyManagement == .direct || ephemeral != nil else { throw .malformed }
    }

    private static func party(_ text: String?) throws(JOSEHeader.Fault) -> [UInt8]? {
        guard let text else { return nil }
        guard text.utf8.count <= Base64URL.encodedCount(JWE.Labels.partyLimit), let name = Base64URL.decode(text)
        else { throw .malformed }
        return name
    }

    /// The sender's key, on a supported curve; `nil` when it is absent or not a public key.
    var ephemeralKey: PublicKey? {
        guard let ephemeral, JWK.secretMembers.isDisjoint(with: ephemeral.keys) else { return nil }
        return try? PublicKey(jwk: ephemeral)
    }

    /// Returns the key that `own` and `peer` agree on; `own` may be either side's.
    ///
    /// With ECDH-ES alone, the result is the content key and its derivation names the content encryption. Otherwise it wraps the
    /// content key, and the derivation names the key management (RFC 7518, section 4.6.2).
    func agreedKey(_ own: AgreementKey, _ peer: PublicKey) throws(CryptoError) -> Secret {
        let isContentKey = keyManagement == .ecdhES
        return try ConcatKDF.derive(
            from: own.sharedSecret(with: peer), for: isContentKey ? encryption.rawValue : keyManagement.rawValue,
            partyU: labels.partyU ?? [], partyV: labels.partyV ?? [], count: isContentKey ? encryption.keyCount : 32)
    }

    /// The header in base64url.
    var encoded: String {
        var members: [String: JSONValue] = [
            "alg": .string(keyManagement.rawValue), "enc": .string(encryption.rawValue),
        ]
        if let kid { members["kid"] = .string(kid) }
        if let typ = labels.typ { members["typ"] = .string(typ) }
        if let cty = labels.cty { members["cty"] = .string(cty) }
        if let name = labels.partyU { members["apu"] = .string(Base64URL.encode(name)) }
        if let name = labels.partyV { members["apv"] = .string(Base64URL.encode(name)) }
        if let ephemeral { members["epk"] = .object(ephemeral) }
        return Base64URL.encode(JSONValue.object(members).compactBytes)
    }
}
