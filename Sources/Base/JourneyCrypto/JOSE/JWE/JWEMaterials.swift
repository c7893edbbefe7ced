import JourneyBase

/// What is made anew for each JWE: used for one and never again.
struct JWEMaterials {
    /// The sender's half of an agreement.
    let ephemeral: AgreementKey?
    /// The content key, where it is sent along.
    let fresh: Secret?
    let nonce: [UInt8]

    /// Fresh materials from the system's generator. Throws `JWEError.unavailable`.
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

    /// Given ones, for known answers.
    init(ephemeral: AgreementKey?, fresh: Secret?, nonce: [UInt8]) {
        self.ephemeral = ephemeral
        self.fresh = fresh
        self.nonce = nonce
    }

    /// The content key and, where it is sent along, its wrapped form.
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
