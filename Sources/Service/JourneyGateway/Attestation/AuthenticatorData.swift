import JourneyCBOR
import JourneyCrypto
import JourneyWire

/// The authenticator data (Web Authentication, section 6.1) as App Attest uses it.
struct AuthenticatorData {
    /// SHA-256 of the app ID.
    let relyingParty: [UInt8]
    private let flags: UInt8
    let counter: UInt32
    /// The new key; `nil` in an assertion.
    private(set) var credential: Credential?

    struct Credential {
        /// The AAGUID, which names App Attest's environment.
        let authenticator: [UInt8]
        let identifier: [UInt8]
        let key: P256PublicKey
    }

    private static let headCount = 37

    /// Parses the data of an attestation, which includes a credential.
    init(attestation bytes: ArraySlice<UInt8>) throws(AttestationRefusal) {
        try self.init(head: bytes)
        var rest = bytes.dropFirst(AuthenticatorData.headCount)
        // Bit 6: attested credential data is present.
        guard flags & 0x40 != 0, rest.count >= 18 else { throw AuthenticatorData.malformed }
        let authenticator = Array(rest.prefix(16))
        rest = rest.dropFirst(16)
        let length = rest.prefix(2).reduce(0) { $0 << 8 | Int($1) }
        rest = rest.dropFirst(2)
        guard length == 32, rest.count > length else { throw AuthenticatorData.malformed }
        let identifier = Array(rest.prefix(length))
        var reader = try AuthenticatorData.reader(rest.dropFirst(length))
        guard let cose = try? reader.next() else { throw AuthenticatorData.malformed }
        try checkExtensions(&reader)
        credential = Credential(
            authenticator: authenticator, identifier: identifier, key: try AuthenticatorData.key(cose))
    }

    /// Parses the data of an assertion, which has no credential regardless of bit 6.
    init(assertion bytes: ArraySlice<UInt8>) throws(AttestationRefusal) {
        try self.init(head: bytes)
        var reader = try AuthenticatorData.reader(bytes.dropFirst(AuthenticatorData.headCount))
        try checkExtensions(&reader)
    }

    private init(head bytes: ArraySlice<UInt8>) throws(AttestationRefusal) {
        guard bytes.count >= AuthenticatorData.headCount else { throw AuthenticatorData.malformed }
        relyingParty = Array(bytes.prefix(32))
        flags = bytes[bytes.startIndex + 32]
        counter = bytes.dropFirst(33).prefix(4).reduce(0) { $0 << 8 | UInt32($1) }
        credential = nil
    }

    private static func reader(_ bytes: ArraySlice<UInt8>) throws(AttestationRefusal) -> CBORReader {
        guard let reader = try? CBORReader(bytes, limits: CBORLimits(bytes: 2_048, depth: 3, items: 64)) else {
            throw malformed
        }
        return reader
    }

    /// Checks that at most one map of extensions follows: since iOS 27, the app's distribution and version. Bit 7 announces it,
    /// but some systems omit the bit. The map is covered by the signature and otherwise ignored.
    private func checkExtensions(_ reader: inout CBORReader) throws(AttestationRefusal) {
        guard !reader.isAtEnd || flags & 0x80 != 0 else { return }
        guard let extensions = try? reader.next(), extensions.members != nil, reader.isAtEnd else {
            throw AuthenticatorData.malformed
        }
    }

    /// Parses a P-256 key for ES256 (RFC 9053, sections 2.1 and 7.1.1) with exactly five members.
    private static func key(_ cose: CBORItem) throws(AttestationRefusal) -> P256PublicKey {
        guard cose.members?.count == 5, cose[1]?.integer == 2, cose[3]?.integer == -7, cose[-1]?.integer == 1,
            let x = cose[-2]?.bytes, let y = cose[-3]?.bytes, x.count == 32, y.count == 32,
            let key = try? P256PublicKey(x963: [4] + x + y)
        else { throw malformed }
        return key
    }

    private static let malformed = AttestationRefusal(.malformed, "The authenticator data is malformed.")
}
