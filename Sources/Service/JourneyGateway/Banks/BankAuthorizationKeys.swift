import JourneyBase
import JourneyCrypto

/// The keys that protect authorizations in the gateway's database, derived from a secret that the database doesn't have.
///
/// All instances have the secret. Callers, states, codes and consents are stored as keyed digests, and tokens are encrypted. A PKCE
/// verifier is derived from its state and never stored. After a change of the secret, people have to authorize again.
struct BankAuthorizationKeys: Sendable {
    private let digests: HMACKey<SHA256>
    private let derived: HMACKey<SHA256>
    private let tokens: Secret
    private let bank: String

    /// Derives the keys for `bank`.
    init(_ secret: Secret, bank: String) {
        func key(_ purpose: StaticString) -> Secret {
            HKDF<SHA256>.derive(
                from: secret, salt: Array("journeykit/bank-authorizations".utf8), info: Array("\(purpose)".utf8),
                count: 32)
        }
        digests = HMACKey(key("digests"))
        derived = HMACKey(key("derived values"))
        tokens = key("tokens")
        self.bank = bank
    }

    /// Returns the keyed digest of a caller at the bank.
    func digest(of caller: GatewayCaller) -> [UInt8] { digest("caller", caller) }

    /// Returns the keyed digest of a caller's state: the name of the authorization.
    func digest(ofState state: String, _ caller: GatewayCaller) -> [UInt8] { digest("state", caller, state) }

    /// Returns the keyed digest of a consent of a caller: the name of the token.
    func digest(ofConsent consent: String, _ caller: GatewayCaller) -> [UInt8] { digest("consent", caller, consent) }

    /// Returns the keyed digest of a code of the bank.
    func digest(ofCode code: String) -> [UInt8] { digests.tag(BankAuthorizationKeys.joined(["code", bank, code])) }

    /// Returns the PKCE verifier of a state, 43 characters (RFC 7636, section 4.1).
    func verifier(ofState state: String) -> String { derived("verifier", state) }

    /// Returns the nonce of a state (OpenID Connect Core, section 15.5.2).
    func nonce(ofState state: String) -> String { derived("nonce", state) }

    private func derived(_ purpose: String, _ state: String) -> String {
        Base64URL.encode(derived.tag(BankAuthorizationKeys.joined([purpose, bank, state])))
    }

    private func digest(_ purpose: String, _ caller: GatewayCaller, _ rest: String...) -> [UInt8] {
        let parts = [purpose, bank, caller.partner, caller.client, Hex.encode(caller.account)] + rest
        return digests.tag(BankAuthorizationKeys.joined(parts))
    }

    /// Joins texts so that different ones never give the same bytes.
    private static func joined(_ parts: [String]) -> [UInt8] {
        parts.flatMap { part in
            let count = UInt32(part.utf8.count)
            return [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: count >> $0) } + Array(part.utf8)
        }
    }

    /// Encrypts a token for the consent with `digest`; `nonce` must be new and random.
    func seal(_ token: Secret, for digest: [UInt8], nonce: [UInt8]) throws(CryptoError) -> [UInt8] {
        nonce + (try AESGCM.seal(token, key: tokens, nonce: nonce, aad: digest))
    }

    /// Decrypts a token; `nil` if it was encrypted under another secret or for another consent or caller.
    func open(_ sealed: [UInt8], for digest: [UInt8]) -> Secret? {
        guard sealed.count > AESGCM.nonceCount else { return nil }
        return try? AESGCM.openSecret(
            Array(sealed.dropFirst(AESGCM.nonceCount)), key: tokens, nonce: Array(sealed.prefix(AESGCM.nonceCount)),
            aad: digest)
    }
}
