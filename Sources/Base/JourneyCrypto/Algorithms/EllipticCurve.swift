/// A NIST curve over a prime field (SP 800-186, section 3.2.1), by its JOSE name.
public enum EllipticCurve: String, Hashable, Sendable, CaseIterable {
    case p256 = "P-256"
    case p384 = "P-384"
    case p521 = "P-521"

    /// Length in bytes of a coordinate, and of a private scalar.
    package var fieldCount: Int {
        switch self {
        case .p256: 32
        case .p384: 48
        case .p521: 66
        }
    }

    /// Length in bytes of a signature as r ‖ s.
    package var signatureCount: Int { 2 * fieldCount }

    /// Length in bytes of an uncompressed point: 4, x, y.
    var pointCount: Int { 1 + 2 * fieldCount }

    /// The signature algorithm that JOSE and COSE assign to the curve.
    var algorithm: SignatureAlgorithm {
        switch self {
        case .p256: .es256
        case .p384: .es384
        case .p521: .es512
        }
    }

    /// The hash function of `algorithm`.
    package var hash: HashAlgorithm {
        switch self {
        case .p256: .sha256
        case .p384: .sha384
        case .p521: .sha512
        }
    }

    /// SEQUENCE { SEQUENCE { id-ecPublicKey, the curve }, BIT STRING }, up to the point (RFC 5480, section 2).
    var spkiPrefix: [UInt8] {
        switch self {
        case .p256:
            [
                0x30, 0x59, 0x30, 0x13, 0x06, 0x07, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x02, 0x01, 0x06, 0x08, 0x2A, 0x86,
                0x48, 0xCE, 0x3D, 0x03, 0x01, 0x07, 0x03, 0x42, 0x00,
            ]
        case .p384:
            [
                0x30, 0x76, 0x30, 0x10, 0x06, 0x07, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x02, 0x01, 0x06, 0x05, 0x2B, 0x81,
                0x04, 0x00, 0x22, 0x03, 0x62, 0x00,
            ]
        case .p521:
            [
                0x30, 0x81, 0x9B, 0x30, 0x10, 0x06, 0x07, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x02, 0x01, 0x06, 0x05, 0x2B,
                0x81, 0x04, 0x00, 0x23, 0x03, 0x81, 0x86, 0x00,
            ]
        }
    }
}

/// A curve as a type, so that keys of different curves cannot be confused.
public protocol NamedCurve: Sendable {
    static var curve: EllipticCurve { get }
}

/// P-256, secp256r1.
public enum P256: NamedCurve {
    public static var curve: EllipticCurve { .p256 }
}

/// P-384, secp384r1.
public enum P384: NamedCurve {
    public static var curve: EllipticCurve { .p384 }
}

/// P-521, secp521r1.
public enum P521: NamedCurve {
    public static var curve: EllipticCurve { .p521 }
}
