/// Definitions shared by all JWS code.
package enum JWS {
    /// The algorithms accepted for verification. `none` and the MAC algorithms have no case in this package.
    package static let verified: Set<SignatureAlgorithm> = [.es256, .es384, .es512, .edDSA, .ps256, .rs256]
    /// The algorithms used for signing. RS256 is only verified, for partners that still use it.
    package static let signed: Set<SignatureAlgorithm> = [.es256, .es384, .es512, .edDSA, .ps256]
    /// The length of the largest key's signature in base64url.
    static let signatureLimit = 1_366
}
