import JourneyBase

/// Whom a client believes: the authorities that may issue, and the keys that a host may show.
///
/// Chain, name and validity are always checked; pins come on top. Nothing here turns a check off.
public struct TLSTrust: Hashable, Sendable {
    /// Certificates of authorities, PEM. Empty stands for the system's store; anything else replaces it.
    public var authorities: [String]
    /// By host: the SHA-256 digests, in base64, of the public keys (SubjectPublicKeyInfo, RFC 7469, section 2.4) one of
    /// which its leaf must have. A host that is not named is not pinned. A host with an empty set, or with one entry that
    /// is no digest, is refused.
    public var pins: [String: Set<String>]

    public init(authorities: [String] = [], pins: [String: Set<String>] = [:]) {
        self.authorities = authorities
        self.pins = pins
    }

    /// The system's authorities and no pins.
    public static let system = TLSTrust()
}

/// What the pins say of one host.
enum PinRule: Hashable, Sendable {
    case unpinned
    /// Digests in base64, in order; never empty.
    case oneOf([String])
    /// The configuration can match no key.
    case refuse
}

extension TLSTrust {
    /// The rule for `host`, which is in lower case as an `Origin` has it; hosts of pins compare without case.
    func pinRule(for host: String) -> PinRule {
        let entries = pins.filter { $0.key.lowercased() == host }
        if entries.isEmpty { return .unpinned }
        let digests = entries.reduce(into: Set<String>()) { $0.formUnion($1.value) }
        let isUsable = entries.allSatisfy { !$0.value.isEmpty } && digests.allSatisfy(TLSTrust.isDigest)
        return isUsable ? .oneOf(digests.sorted()) : .refuse
    }

    /// 32 bytes in base64 with its padding: 43 characters and `=`, the last one with two zero bits.
    private static func isDigest(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        return bytes.count == 44 && bytes.last == UInt8(ascii: "=")
            && bytes.dropLast().allSatisfy { byte in
                (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
                    || byte == UInt8(ascii: "+") || byte == UInt8(ascii: "/")
            } && "AEIMQUYcgkosw048".utf8.contains(bytes[42])
    }
}
