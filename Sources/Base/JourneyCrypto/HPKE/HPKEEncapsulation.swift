import JourneyBase

/// DHKEM(P-256, HKDF-SHA256): a shared secret of 32 bytes from a Diffie-Hellman exchange (RFC 9180, section 4.1).
enum HPKEEncapsulation {
    /// Returns the shared secret of the single-use key `own` and `peer`; both sides of the exchange get the same. `encapsulated`
    /// is the sender's point and `recipient` the recipient's.
    static func shared(
        _ own: P256AgreementKey, _ peer: P256PublicKey, encapsulated: [UInt8], recipient: [UInt8]
    ) throws(CryptoError) -> Secret {
        let labels = HPKELabels.encapsulation
        let key = labels.extract("eae_prk", try own.sharedSecret(with: peer))
        return labels.expand(key, "shared_secret", encapsulated + recipient, count: 32)
    }
}
