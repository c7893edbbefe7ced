/// The padding schemes of RSA signatures (RFC 8017, sections 8.1 and 8.2).
enum RSASignaturePadding: Hashable, Sendable {
    /// RSASSA-PSS: MGF1 with the message's hash, and a salt as long as its digest.
    case pss
    /// RSASSA-PKCS1-v1_5.
    case pkcs1
}
