import JourneyBase

/// HKDF with the labels of RFC 9180, section 4, which separate the derivations of different suites and steps.
struct HPKELabels {
    /// The suite identifier in every derivation.
    private let suite: [UInt8]
    private static let version = Array("HPKE-v1".utf8)
    /// The identifiers of DHKEM(P-256, HKDF-SHA256) and HKDF-SHA256 (sections 7.1 and 7.2).
    private static let (mechanism, derivation): (UInt16, UInt16) = (0x0010, 0x0001)

    /// The labels of the key encapsulation.
    static let encapsulation = HPKELabels(suite: Array("KEM".utf8) + mechanism.bytes)

    /// Returns the labels of the key schedule of a suite with `cipher`.
    static func schedule(_ cipher: HPKE.Cipher) -> HPKELabels {
        HPKELabels(suite: Array("HPKE".utf8) + mechanism.bytes + derivation.bytes + cipher.rawValue.bytes)
    }

    /// Performs LabeledExtract.
    func extract(_ label: String, _ secret: Secret, salt: Secret = .empty) -> Secret {
        Primitives.hkdfExtract(Secret(HPKELabels.version + suite + label.utf8, secret), salt: salt)
    }

    /// Performs LabeledExpand to `count` bytes, at most 8,160.
    func expand(_ key: Secret, _ label: String, _ info: [UInt8], count: Int) -> Secret {
        let info = UInt16(truncatingIfNeeded: count).bytes + HPKELabels.version + suite + label.utf8 + info
        return Primitives.hkdfExpand(key, info: info, count: count)
    }
}

extension UInt16 {
    /// The bytes in big-endian order.
    fileprivate var bytes: [UInt8] { [UInt8(self >> 8), UInt8(truncatingIfNeeded: self)] }
}
