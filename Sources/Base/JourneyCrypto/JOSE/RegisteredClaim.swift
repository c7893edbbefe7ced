/// The registered claims of a JWT (RFC 7519, section 4.1).
package enum RegisteredClaim {
    package static let issuer = "iss"
    package static let subject = "sub"
    package static let audience = "aud"
    package static let expires = "exp"
    package static let notBefore = "nbf"
    package static let issued = "iat"
    package static let identifier = "jti"
}
