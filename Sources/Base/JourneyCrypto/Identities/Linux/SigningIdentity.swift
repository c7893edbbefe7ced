import COpenSSL
import JourneyBase

/// A certificate with its chain and private key, for a server that signs messages or authenticates itself: EC on P-256, P-384 or
/// P-521, or RSA of at least 2,048 bits.
public struct SigningIdentity: Sendable {
    package let certificate: Certificate
    /// The issuers, nearest first when the source had them in order; may be empty.
    package let chain: [Certificate]
    let key: OpenSSLKey
    /// The same key with prepared signing contexts, for RSA keys.
    let rsa: PlatformRSAPrivateKey?
    /// The constant parts of the signed messages.
    let frame: CMSFrame

    /// Takes ownership of the caller's reference to the key. Throws `CryptoError.certificateInvalid` when certificate and key do
    /// not match, and `keyInvalid` for an unsupported key.
    init(certificate: Certificate, chain: [Certificate], owning raw: OpaquePointer) throws(CryptoError) {
        key = OpenSSLKey(owning: raw)
        guard EVP_PKEY_is_a(raw, "EC") == 1 || EVP_PKEY_is_a(raw, "RSA") == 1 else { throw .keyInvalid }
        do throws(CertificateError) { _ = try certificate.publicKey() } catch { throw .keyInvalid }
        let copy = try OpenSSLX509(certificate)
        guard X509_check_private_key(copy.raw, raw) == 1 else {
            OpenSSL.forgetErrors()
            throw .certificateInvalid
        }
        self.certificate = certificate
        self.chain = chain
        let isRSA = EVP_PKEY_is_a(raw, "RSA") == 1
        // Each curve has a hash of its length.
        let hash: HashAlgorithm =
            switch isRSA ? 0 : EVP_PKEY_get_bits(raw) {
            case ...256: .sha256
            case ...384: .sha384
            default: .sha512
            }
        if isRSA { EVP_PKEY_up_ref(raw) }
        rsa = isRSA ? PlatformRSAPrivateKey(owning: raw) : nil
        frame = CMSFrame(certificate: certificate, chain: chain, hash: hash, isRSA: isRSA)
    }

    /// Reads the identity from PEM.
    ///
    /// - Parameters:
    ///   - certificatesPEM: The identity's own certificate, followed by its chain.
    ///   - keyPEM: The private key without a passphrase, in PKCS#8, SEC 1 or PKCS#1 form.
    /// - Throws: `CryptoError`.
    public init(certificatesPEM: String, keyPEM: String) throws(CryptoError) {
        let certificates: [Certificate]
        do throws(DERError) { certificates = try Certificate.list(pem: certificatesPEM) } catch {
            throw .certificateInvalid
        }
        _ = OpenSSL.hasLockedHeap
        let raw = try PEM.object(in: keyPEM) { PEM_read_bio_PrivateKey($0, nil, noPassphrase, nil) }
        try self.init(certificate: certificates[0], chain: Array(certificates.dropFirst()), owning: raw)
    }

    /// Returns a new reference to the private key, for the TLS library; the caller releases it. The key is not exported.
    package func keyReference() -> OpaquePointer {
        EVP_PKEY_up_ref(key.raw)
        return key.raw
    }

    /// Returns the identity with additional certificates in its chain; certificates it already has are not added again. Throws
    /// `CryptoError`.
    package func adding(_ certificates: [Certificate]) throws(CryptoError) -> SigningIdentity {
        let known = Set(([certificate] + chain).map { Array($0.encoded) })
        EVP_PKEY_up_ref(key.raw)
        return try SigningIdentity(
            certificate: certificate, chain: chain + certificates.filter { !known.contains(Array($0.encoded)) },
            owning: key.raw)
    }
}

/// A private key in OpenSSL.
final class OpenSSLKey: Sendable {
    // Reference-counted under OpenSSL's own lock and never changed after it is made.
    private let key: ThreadSafe<OpaquePointer>
    var raw: OpaquePointer { key.value }

    /// Takes ownership of the caller's reference.
    init(owning raw: OpaquePointer) { key = ThreadSafe(raw) }

    deinit { EVP_PKEY_free(raw) }
}

/// A certificate in OpenSSL, for calls that need an `X509`.
final class OpenSSLX509 {
    let raw: OpaquePointer

    init(_ certificate: Certificate) throws(CryptoError) {
        let raw = certificate.encoded.withUnsafeBufferPointer { buffer in
            var next = buffer.baseAddress
            return d2i_X509(nil, &next, buffer.count)
        }
        guard let raw else {
            OpenSSL.forgetErrors()
            throw .certificateInvalid
        }
        self.raw = raw
    }

    deinit { X509_free(raw) }

    /// Returns the bytes that `encode` writes. i2d functions are called twice: for the length, then to write.
    static func bytes(_ encode: (UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>?) -> Int32) throws(CryptoError)
        -> [UInt8]
    {
        let count = Int(encode(nil))
        guard count > 0 else {
            OpenSSL.forgetErrors()
            throw .unavailable
        }
        return [UInt8](unsafeUninitializedCapacity: count) { out, written in
            var next = out.baseAddress
            written = Int(max(encode(&next), 0))
        }
    }
}
