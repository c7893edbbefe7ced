package import JourneyBase

/// Encryption to one recipient in compact form (RFC 7516, section 7.1): ECDH-ES, ECDH-ES+A256KW or a shared key, with
/// AES-GCM.
///
/// `docs/reference/jose.md` lists what is accepted and what is refused.
package enum CompactJWE {
    /// The text of `plaintext` for `destination`. Throws `JWEError.malformed` when it would be longer than `JWE.limit` or the
    /// labels than a header may be.
    package static func seal(
        _ plaintext: [UInt8], to destination: JWE.Destination, labels: JWE.Labels = JWE.Labels()
    ) throws(JWEError) -> String {
        let materials = try JWEMaterials(for: destination)
        return try plaintext.withUnsafeBufferPointer { bytes throws(JWEError) in
            try seal(UnsafeRawBufferPointer(bytes), to: destination, labels: labels, materials: materials)
        }
    }

    /// The text of `secret` for `destination`. Throws as the other.
    package static func seal(
        _ secret: Secret, to destination: JWE.Destination, labels: JWE.Labels = JWE.Labels()
    ) throws(JWEError) -> String {
        let materials = try JWEMaterials(for: destination)
        return try secret.withBytes { bytes throws(JWEError) in
            try seal(bytes, to: destination, labels: labels, materials: materials)
        }
    }

    /// What `text` holds for `recipient`. `typ` is the one that the header must have; `nil` means none. Throws `JWEError`.
    package static func open(
        _ text: String, with recipient: JWE.Recipient, typ: String? = nil
    ) throws(JWEError) -> JWE.Decrypted<[UInt8]> {
        try open(text, with: recipient, typ: typ) { parts, key throws(CryptoError) in
            try [UInt8](capacity: parts.sealed.count - AESGCM.tagCount) { out throws(CryptoError) in
                try Primitives.open(parts.sealed, into: out, key: key, nonce: parts.nonce, aad: parts.aad)
            }
        }
    }

    /// The secret of 1 to 4,096 bytes that `text` holds for `recipient`, opened in locked memory. Throws `JWEError`.
    package static func openSecret(
        _ text: String, with recipient: JWE.Recipient, typ: String? = nil
    ) throws(JWEError) -> JWE.Decrypted<Secret> {
        try open(text, with: recipient, typ: typ) { parts, key throws(CryptoError) in
            guard (1...4_096).contains(parts.sealed.count - AESGCM.tagCount) else { throw .authenticationFailed }
            return try Secret(count: parts.sealed.count - AESGCM.tagCount) { out throws(CryptoError) in
                try Primitives.open(parts.sealed, into: out, key: key, nonce: parts.nonce, aad: parts.aad)
            }
        }
    }

    private static func open<Content>(
        _ text: String, with recipient: JWE.Recipient, typ: String?,
        _ decrypt: (JWEParts, Secret) throws(CryptoError) -> Content
    ) throws(JWEError) -> JWE.Decrypted<Content> {
        let parts = try JWEParts(text)
        guard parts.header.labels.typ == typ else { throw .type }
        let key = try recipient.contentKey(parts)
        guard let content = try? decrypt(parts, key) else { throw .decryption }
        return JWE.Decrypted(content: content, labels: parts.header.labels, kid: parts.header.kid)
    }

    /// The text with given materials, which must be used for one text alone.
    static func seal(
        _ plaintext: UnsafeRawBufferPointer, to destination: JWE.Destination, labels: JWE.Labels,
        materials: JWEMaterials
    ) throws(JWEError) -> String {
        let header = JWEHeader(
            keyManagement: destination.keyManagement, encryption: destination.encryption, kid: destination.kid,
            labels: labels, ephemeral: materials.ephemeral?.publicKey)
        let encoded = header.encoded
        guard encoded.utf8.count <= JOSEHeader.limit, plaintext.count < JWE.limit,
            [labels.partyU, labels.partyV].allSatisfy({ $0?.count ?? 0 <= JWE.Labels.partyLimit })
        else { throw .malformed }
        do throws(CryptoError) {
            let (key, encryptedKey) = try materials.contentKey(for: destination, header)
            let sealed = try Primitives.seal(plaintext, key: key, nonce: materials.nonce, aad: Array(encoded.utf8))
            let text = [
                encoded, Base64URL.encode(encryptedKey), Base64URL.encode(materials.nonce),
                Base64URL.encode(sealed.dropLast(AESGCM.tagCount)), Base64URL.encode(sealed.suffix(AESGCM.tagCount)),
            ].joined(separator: ".")
            guard text.utf8.count <= JWE.limit else { throw CryptoError.lengthInvalid }
            return text
        } catch { throw error == .lengthInvalid ? .malformed : .unavailable }
    }
}
