extension OID {
    // Attributes of names (RFC 5280, appendix A.1; RFC 2985).
    package static let commonName = OID(2, 5, 4, 3)
    package static let country = OID(2, 5, 4, 6)
    static let locality = OID(2, 5, 4, 7)
    package static let stateOrProvince = OID(2, 5, 4, 8)
    package static let organization = OID(2, 5, 4, 10)
    package static let organizationalUnit = OID(2, 5, 4, 11)
    static let emailAddress = OID(1, 2, 840, 113_549, 1, 9, 1)

    // Extensions of certificates and revocation lists (RFC 5280, sections 4.2 and 5.2).
    package static let subjectKeyIdentifier = OID(2, 5, 29, 14)
    package static let keyUsage = OID(2, 5, 29, 15)
    package static let subjectAltName = OID(2, 5, 29, 17)
    package static let issuerAltName = OID(2, 5, 29, 18)
    package static let basicConstraints = OID(2, 5, 29, 19)
    static let crlNumber = OID(2, 5, 29, 20)
    static let reasonCode = OID(2, 5, 29, 21)
    package static let nameConstraints = OID(2, 5, 29, 30)
    package static let crlDistributionPoints = OID(2, 5, 29, 31)
    package static let certificatePolicies = OID(2, 5, 29, 32)
    static let authorityKeyIdentifier = OID(2, 5, 29, 35)
    package static let extendedKeyUsage = OID(2, 5, 29, 37)

    // Purposes of keys (RFC 5280, section 4.2.1.12; ISO/IEC 18013-5, annex B).
    package static let serverAuth = OID(1, 3, 6, 1, 5, 5, 7, 3, 1)
    package static let clientAuth = OID(1, 3, 6, 1, 5, 5, 7, 3, 2)
    static let codeSigning = OID(1, 3, 6, 1, 5, 5, 7, 3, 3)
    static let emailProtection = OID(1, 3, 6, 1, 5, 5, 7, 3, 4)

    // Keys and signatures (RFC 5480, RFC 8410, RFC 8017, RFC 5758).
    static let rsaEncryption = OID(1, 2, 840, 113_549, 1, 1, 1)
    static let mgf1 = OID(1, 2, 840, 113_549, 1, 1, 8)
    static let rsaPSS = OID(1, 2, 840, 113_549, 1, 1, 10)
    static let rsaSHA256 = OID(1, 2, 840, 113_549, 1, 1, 11)
    static let rsaSHA384 = OID(1, 2, 840, 113_549, 1, 1, 12)
    static let rsaSHA512 = OID(1, 2, 840, 113_549, 1, 1, 13)
    static let ecdsaSHA256 = OID(1, 2, 840, 10_045, 4, 3, 2)
    static let ecdsaSHA384 = OID(1, 2, 840, 10_045, 4, 3, 3)
    static let ecdsaSHA512 = OID(1, 2, 840, 10_045, 4, 3, 4)
    static let ecPublicKey = OID(1, 2, 840, 10_045, 2, 1)
    static let ed25519 = OID(1, 3, 101, 112)
    static let sha256 = OID(2, 16, 840, 1, 101, 3, 4, 2, 1)
    static let sha384 = OID(2, 16, 840, 1, 101, 3, 4, 2, 2)
    static let sha512 = OID(2, 16, 840, 1, 101, 3, 4, 2, 3)

    // Signed messages (RFC 5652).
    static let cmsData = OID(1, 2, 840, 113_549, 1, 7, 1)
    static let cmsSignedData = OID(1, 2, 840, 113_549, 1, 7, 2)
    static let contentType = OID(1, 2, 840, 113_549, 1, 9, 3)
    static let messageDigest = OID(1, 2, 840, 113_549, 1, 9, 4)
    static let signingTime = OID(1, 2, 840, 113_549, 1, 9, 5)
}
