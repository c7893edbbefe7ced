/// What a key may be used for (RFC 5280, section 4.2.1.3).
public struct KeyUsage: OptionSet, Hashable, Sendable {
    /// Bit 0 is digitalSignature.
    public let rawValue: UInt32

    /// The uses whose bits are set.
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    public static let digitalSignature = KeyUsage(rawValue: 1 << 0)
    public static let nonRepudiation = KeyUsage(rawValue: 1 << 1)
    public static let keyEncipherment = KeyUsage(rawValue: 1 << 2)
    public static let dataEncipherment = KeyUsage(rawValue: 1 << 3)
    public static let keyAgreement = KeyUsage(rawValue: 1 << 4)
    public static let keyCertSign = KeyUsage(rawValue: 1 << 5)
    public static let crlSign = KeyUsage(rawValue: 1 << 6)
    public static let encipherOnly = KeyUsage(rawValue: 1 << 7)
    public static let decipherOnly = KeyUsage(rawValue: 1 << 8)
}

/// Whether the subject is an authority, and how many more may stand below it (RFC 5280, section 4.2.1.9).
public struct BasicConstraints: Hashable, Sendable {
    public var isAuthority: Bool
    /// How many intermediate authorities that are not self-issued may follow; `nil` is any number.
    public var pathLength: Int?

    /// Constraints of these parts.
    public init(isAuthority: Bool, pathLength: Int? = nil) {
        self.isAuthority = isAuthority
        self.pathLength = pathLength
    }
}

/// Which key of the issuer signed (RFC 5280, section 4.2.1.1).
public struct AuthorityKeyIdentifier: Sendable {
    public let keyIdentifier: [UInt8]?
    public let issuer: [GeneralName]?
    public let serialNumber: [UInt8]?
}

/// Where revocation lists are to be had (RFC 5280, section 4.2.1.13).
public struct DistributionPoint: Sendable {
    /// The full names of the point; empty when it is named relative to the issuer.
    public let names: [GeneralName]
    /// Who signs the list, when that is not the certificate's issuer.
    public let issuer: [GeneralName]?
}

/// The names below an authority (RFC 5280, section 4.2.1.10).
public struct NameConstraints: Sendable {
    /// For each form that occurs, names have to lie in one of these.
    public let permitted: [GeneralName]
    /// No name may lie in one of these.
    public let excluded: [GeneralName]
}
