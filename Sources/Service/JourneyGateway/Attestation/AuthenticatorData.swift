import JourneyCBOR
import JourneyCrypto

/// What an authenticator says of itself (Web Authentication, section 6.1), as App Attest uses it.
struct AuthenticatorData {
    /// SHA-256 of the app's id.
    let relyingParty: [UInt8]
    let counter: UInt32
    /// The new key; `nil` in an assertion.
    private(set) var credential: Credential?

    struct Credential {
        /// Which kind of authenticator: here, App Attest's environment.
        let authenticator: [UInt8]
        let identifier: [UInt8]
        let key: P256PublicKey
    }

    private static let headCount = 37

    /// The data of an attestation, which has a credential.
    init(attestation bytes: ArraySlice<UInt8>) throws(AttestationRefusal) {
        try self.init(head: bytes)
        var rest = bytes.dropFirst(AuthenticatorData.headCount)
        // Bit 6: a credential follows. Nothing else may: no extensions.
        guard bytes[bytes.startIndex + 32] & 0xC0 == 0x40, rest.count >= 18 else { throw AuthenticatorData.malformed }
        let authenticator = Array(rest.prefix(16))
        rest = rest.dropFirst(16)
        let length = rest.prefix(2).reduce(0) { $0 << 8 | Int($1) }
        rest = rest.dropFirst(2)
        guard length == 32, rest.count > length else { throw AuthenticatorData.malformed }
        let identifier = Array(rest.prefix(length))
        credential = Credential(
            authenticator: authenticator, identifier: identifier,
            key: try AuthenticatorData.key(rest.dropFirst(length)))
    }

    /// The data of an assertion: nothing follows the counter.
    init(assertion bytes: ArraySlice<UInt8>) throws(AttestationRefusal) {
        guard bytes.count == AuthenticatorData.headCount else { throw AuthenticatorData.malformed }
        try self.init(head: bytes)
    }

    init(head bytes: ArraySlice<UInt8>) throws(AttestationRefusal) {
        guard bytes.count >= AuthenticatorData.headCount else { throw AuthenticatorData.malformed }
        relyingParty = Array(bytes.prefix(32))
        counter = bytes.dropFirst(33).prefix(4).reduce(0) { $0 << 8 | UInt32($1) }
        credential = nil
    }

    /// A P-256 key for ES256 (RFC 9053, sections 2.1 and 7.1.1) with these five members and no other.
    private static func key(_ bytes: ArraySlice<UInt8>) throws(AttestationRefusal) -> P256PublicKey {
        guard let cose = try? CBORReader.item(in: bytes, limits: CBORLimits(bytes: 256, depth: 1, items: 16)),
            cose.members?.count == 5, cose[1]?.integer == 2, cose[3]?.integer == -7, cose[-1]?.integer == 1,
            let x = cose[-2]?.bytes, let y = cose[-3]?.bytes, x.count == 32, y.count == 32,
            let key = try? P256PublicKey(x963: [4] + x + y)
        else { throw malformed }
        return key
    }

    private static let malformed = AttestationRefusal(.malformed, "The authenticator's data is of another shape.")
}
