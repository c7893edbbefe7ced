/// What a key may be used for (RFC 5280, section 4.2.1.3).
package struct KeyUsage: OptionSet, Hashable, Sendable {
    /// Bit 0 is digitalSignature.
    package let rawValue: UInt32

    /// The uses whose bits are set.
    package init(rawValue: UInt32) { self.rawValue = rawValue }

    package static let digitalSignature = KeyUsage(rawValue: 1 << 0)
    package static let nonRepudiation = KeyUsage(rawValue: 1 << 1)
    static let keyEncipherment = KeyUsage(rawValue: 1 << 2)
    static let dataEncipherment = KeyUsage(rawValue: 1 << 3)
    package static let keyAgreement = KeyUsage(rawValue: 1 << 4)
    package static let keyCertSign = KeyUsage(rawValue: 1 << 5)
    package static let crlSign = KeyUsage(rawValue: 1 << 6)
    static let encipherOnly = KeyUsage(rawValue: 1 << 7)
    static let decipherOnly = KeyUsage(rawValue: 1 << 8)
}

/// Whether the subject is an authority, and how many more may stand below it (RFC 5280, section 4.2.1.9).
package struct BasicConstraints: Hashable, Sendable {
    package var isAuthority: Bool
    /// How many intermediate authorities that are not self-issued may follow; `nil` is any number.
    package var pathLength: Int?

    /// Constraints of these parts.
    package init(isAuthority: Bool, pathLength: Int? = nil) {
        self.isAuthority = isAuthority
        self.pathLength = pathLength
    }
}

/// Which key of the issuer signed (RFC 5280, section 4.2.1.1).
package struct AuthorityKeyIdentifier: Sendable {
    package let keyIdentifier: [UInt8]?
    let issuer: [GeneralName]?
    let serialNumber: [UInt8]?
}

/// Where revocation lists are to be had (RFC 5280, section 4.2.1.13).
package struct DistributionPoint: Sendable {
    /// The full names of the point; empty when it is named relative to the issuer.
    let names: [GeneralName]
    /// Who signs the list, when that is not the certificate's issuer.
    let issuer: [GeneralName]?
}

/// The names below an authority (RFC 5280, section 4.2.1.10).
struct NameConstraints: Sendable {
    /// For each form that occurs, names have to lie in one of these.
    let permitted: [GeneralName]
    /// No name may lie in one of these.
    let excluded: [GeneralName]
}
