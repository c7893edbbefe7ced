import JourneyBase

/// The five parts of a compact JWE (RFC 7516, section 7.1).
struct JWEParts {
    let header: JWEHeader
    /// The additional authenticated data: the header as received (section 5.1, step 14).
    let aad: [UInt8]
    let encryptedKey: [UInt8]
    let nonce: [UInt8]
    /// Ciphertext ‖ tag.
    let sealed: [UInt8]

    /// The length in characters of the longest encrypted key: 32 bytes, wrapped.
    private static let keyLimit = 54

    /// Splits `text`, at most `JWE.limit` bytes long. Nonce and tag must have the lengths of AES-GCM.
    init(_ text: String) throws(JWEError) {
        guard text.utf8.count <= JWE.limit else { throw .malformed }
        let parts = text.split(separator: ".", maxSplits: 5, omittingEmptySubsequences: false)
        guard parts.count == 5, parts[1].utf8.count <= JWEParts.keyLimit, parts[2].utf8.count == 16,
            parts[4].utf8.count == 22
        else { throw .malformed }
        header = try JWEHeader(encoded: parts[0])
        aad = Array(parts[0].utf8)
        guard let encryptedKey = Base64URL.decode(parts[1]), let nonce = Base64URL.decode(parts[2]),
            let ciphertext = Base64URL.decode(parts[3]), let tag = Base64URL.decode(parts[4])
        else { throw .malformed }
        // Only a wrapped key is sent along (section 5.2, steps 9 and 10).
        guard header.keyManagement == .ecdhESA256KW || encryptedKey.isEmpty else { throw .malformed }
        self.encryptedKey = encryptedKey
        self.nonce = nonce
        sealed = ciphertext + tag
    }
}
