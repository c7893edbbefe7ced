import JourneyBase

/// The single-use values of one JWE.
struct JWEMaterials {
    /// The sender's ephemeral key for an agreement.
    let ephemeral: AgreementKey?
    /// The content key, when it is sent with the message.
    let fresh: Secret?
    let nonce: [UInt8]

    /// Creates random materials. Throws `JWEError.unavailable`.
    init(for destination: JWE.Destination) throws(JWEError) {
        do throws(CryptoError) {
            if case .agreement(_, let curve) = destination.key {
                ephemeral = try AgreementKey.generate(curve)
            } else {
                ephemeral = nil
            }
        } catch { throw .unavailable }
        fresh =
            destination.keyManagement == .ecdhESA256KW
            ? Secret.random(count: destination.encryption.keyCount) : nil
        nonce = SystemRandom.bytes(AESGCM.nonceCount)
    }

    /// Creates given materials, for known-answer tests.
    init(ephemeral: AgreementKey?, fresh: Secret?, nonce: [UInt8]) {
        self.ephemeral = ephemeral
        self.fresh = fresh
        self.nonce = nonce
    }

    /// Returns the content key and, when it is sent with the message, its wrapped form.
    func contentKey(
        for destination: JWE.Destination, _ header: JWEHeader
    ) throws(CryptoError) -> (key: Secret, encrypted: [UInt8]) {
        switch destination.key {
        case .direct(let key): return (key, [])
        case .agreement(let peer, _):
            guard let ephemeral else { throw .unavailable }
            let agreed = try header.agreedKey(ephemeral, peer)
            guard let fresh else { return (agreed, []) }
            return (fresh, try AESKeyWrap.wrap(fresh, with: agreed))
        }
    }
}
