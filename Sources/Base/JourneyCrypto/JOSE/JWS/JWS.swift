/// What holds for every JWS here.
package enum JWS {
    /// The algorithms that are verified. `none` and the MACs are not among them and have no name in this package.
    package static let verified: Set<SignatureAlgorithm> = [.es256, .es384, .es512, .edDSA, .ps256, .rs256]
    /// The algorithms that are signed with: RS256 is only verified, for partners that still use it.
    package static let signed: Set<SignatureAlgorithm> = [.es256, .es384, .es512, .edDSA, .ps256]
    /// Bytes of base64url that the signature of the largest key has.
    static let signatureLimit = 1_366
}
