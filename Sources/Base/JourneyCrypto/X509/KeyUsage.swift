/// The uses of a key (RFC 5280, section 4.2.1.3).
package struct KeyUsage: OptionSet, Hashable, Sendable {
    /// The bits; bit 0 is digitalSignature.
    package let rawValue: UInt32

    /// Creates the uses from their bits.
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

/// The basic constraints (RFC 5280, section 4.2.1.9): whether the subject is an authority, and the allowed path length.
package struct BasicConstraints: Hashable, Sendable {
    package var isAuthority: Bool
    /// The maximum number of intermediates below that are not self-issued; `nil` is unlimited.
    package var pathLength: Int?

    /// Creates basic constraints.
    package init(isAuthority: Bool, pathLength: Int? = nil) {
        self.isAuthority = isAuthority
        self.pathLength = pathLength
    }
}

/// The identifier of the issuer's key that signed (RFC 5280, section 4.2.1.1).
package struct AuthorityKeyIdentifier: Sendable {
    package let keyIdentifier: [UInt8]?
    let issuer: [GeneralName]?
    let serialNumber: [UInt8]?
}

/// A distribution point of revocation lists (RFC 5280, section 4.2.1.13).
package struct DistributionPoint: Sendable {
    /// The full names of the point; empty when it is named relative to the issuer.
    let names: [GeneralName]
    /// The signer of the list, when it is not the certificate's issuer.
    let issuer: [GeneralName]?
}

/// The constraints on names below an authority (RFC 5280, section 4.2.1.10).
struct NameConstraints: Sendable {
    /// The permitted subtrees: names of each form that occurs here must be in one of them.
    let permitted: [GeneralName]
    /// The excluded subtrees: no name may be in one of them.
    let excluded: [GeneralName]
}
