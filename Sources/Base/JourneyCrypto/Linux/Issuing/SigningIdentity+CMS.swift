import COpenSSL
public import Foundation

extension SigningIdentity {
    /// A detached signature over `content` (CMS SignedData, RFC 5652), DER: this signer, named by issuer and serial number,
    /// with its chain, the content's digest and `time` as the signing time. SHA-256, or as long as the curve is.
    public func sign(_ content: [UInt8], at time: Date) throws(CryptoError) -> [UInt8] {
        defer { OpenSSL.forgetErrors() }
        let flags = UInt32(CMS_DETACHED | CMS_BINARY | CMS_PARTIAL | CMS_NOSMIMECAP)
        guard content.count <= Int(Int32.max), let message = CMS_sign(nil, nil, nil, nil, flags) else {
            throw .unavailable
        }
        defer { CMS_ContentInfo_free(message) }
        let own = try OpenSSLX509(certificate)
        guard let signer = CMS_add1_signer(message, own.raw, key.raw, digest, flags),
            let moment = ASN1_TIME_set(nil, time_t(time.timeIntervalSince1970.rounded(.down)))
        else { throw .unavailable }
        defer { ASN1_TIME_free(moment) }
        guard
            CMS_signed_add1_attr_by_NID(
                signer, NID_pkcs9_signingTime, ASN1_STRING_type(moment), moment, -1) == 1
        else { throw .unavailable }
        for item in chain {
            let copy = try OpenSSLX509(item)
            guard CMS_add1_cert(message, copy.raw) == 1 else { throw .certificateInvalid }
        }
        let isFinal = content.withUnsafeBytes { buffer in
            guard let bio = BIO_new_mem_buf(buffer.baseAddress ?? UnsafeRawPointer(bitPattern: 1), Int32(buffer.count))
            else { return false }
            defer { BIO_free(bio) }
            return CMS_final(message, bio, nil, flags) == 1
        }
        guard isFinal else { throw .unavailable }
        return try OpenSSLX509.bytes { i2d_CMS_ContentInfo(message, $0) }
    }

    /// SHA-256, or SHA-384 and SHA-512 for the longer curves.
    private var digest: OpaquePointer? {
        guard EVP_PKEY_is_a(key.raw, "EC") == 1 else { return EVP_sha256() }
        return switch EVP_PKEY_get_bits(key.raw) {
        case ...256: EVP_sha256()
        case ...384: EVP_sha384()
        default: EVP_sha512()
        }
    }
}
