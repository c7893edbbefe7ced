import COpenSSL
import Foundation
import JourneyBase
import JourneyCrypto

/// An identity whose certificates and key were read, with the key in OpenSSL's locked heap.
final class LoadedIdentity {
    /// The server's own certificate first.
    let chain: [Certificate]
    let staple: OCSPStaple?
    private let key: OpaquePointer

    /// The most certificates of one chain.
    private static let longestChain = 10

    /// Reads `identity`.
    ///
    /// - Throws: `SERVER_ERROR` for certificates or a key that cannot be read, for a key that is not the first
    ///   certificate's, and for an OCSP response that is not about it or does not call it good.
    init(_ identity: TLSIdentity) throws(JourneyError) {
        do throws(DERError) { chain = try Certificate.list(pem: identity.certificatePEM) } catch {
            throw JourneyError(.serverError, "The server's certificates cannot be read: \(error).")
        }
        guard chain.count <= LoadedIdentity.longestChain else {
            throw JourneyError(
                .serverError,
                "The server's chain has \(chain.count) certificates; \(LoadedIdentity.longestChain) are allowed.")
        }
        let issuer = chain.dropFirst().first
        staple =
            if let der = identity.staple { try OCSPStaple(der, leaf: chain[0], issuer: issuer) } else { nil }
        do throws(CryptoError) { key = try PrivateKeyFile.key(identity.keyPEM) } catch {
            throw JourneyError(
                .serverError,
                "The server's private key cannot be read: \(PrivateKeyFile.cause(identity.keyPEM, error)).")
        }
        let leaf = try LoadedIdentity.x509(chain[0])
        defer { X509_free(leaf) }
        ERR_clear_error()
        guard X509_check_private_key(leaf, key) == 1 else {
            throw JourneyError(
                .serverError,
                "The server's private key does not belong to its first certificate, of \(chain[0].subject): \(OpenSSLReason.last())."
            )
        }
    }

    deinit { EVP_PKEY_free(key) }

    /// Checks that the first certificate names a host and is valid at `time`, with its OCSP response.
    ///
    /// - Throws: `SERVER_ERROR`.
    func check(at time: Date) throws(JourneyError) {
        let leaf = chain[0]
        let isNamed = (leaf.subjectAltName ?? []).contains { name in
            switch name {
            case .dns, .ip: true
            default: false
            }
        }
        guard isNamed else {
            throw JourneyError(.serverError, "The server's certificate has no DNS name or address in subjectAltName.")
        }
        guard time >= leaf.notBefore else {
            throw JourneyError(
                .serverError, "The server's certificate is not valid before \(leaf.notBefore.ISO8601Format()).")
        }
        guard time < leaf.notAfter else {
            throw JourneyError(.serverError, "The server's certificate expired at \(leaf.notAfter.ISO8601Format()).")
        }
        guard staple?.isValid(at: time) != false else {
            throw JourneyError(
                .serverError, "The OCSP response for the server's certificate is not valid at \(time.ISO8601Format()).")
        }
    }

    /// Gives `context` the certificates and a reference to the key.
    func use(in context: OpaquePointer) throws(JourneyError) {
        guard let issuers = copenssl_certificates_new() else {
            throw JourneyError(.serverError, "sk_X509_new_null failed: \(OpenSSLReason.last()).")
        }
        defer { copenssl_certificates_free(issuers) }
        for certificate in chain.dropFirst() {
            guard copenssl_certificates_add(issuers, certificate.encoded, certificate.encoded.count) == 1 else {
                throw JourneyError(
                    .serverError,
                    "OpenSSL cannot read the certificate of \(certificate.subject): \(OpenSSLReason.last()).")
            }
        }
        let leaf = try LoadedIdentity.x509(chain[0])
        defer { X509_free(leaf) }
        ERR_clear_error()
        guard SSL_CTX_use_cert_and_key(context, leaf, key, issuers, 1) == 1 else {
            throw JourneyError(
                .serverError, "OpenSSL refused the server's certificate and key: \(OpenSSLReason.last()).")
        }
    }

    /// OpenSSL's form of `certificate`, which the caller frees.
    static func x509(_ certificate: Certificate) throws(JourneyError) -> OpaquePointer {
        ERR_clear_error()
        let read = certificate.encoded.withUnsafeBufferPointer { bytes in
            var next = bytes.baseAddress
            return d2i_X509(nil, &next, bytes.count)
        }
        guard let read else {
            throw JourneyError(
                .serverError, "OpenSSL cannot read the certificate of \(certificate.subject): \(OpenSSLReason.last()).")
        }
        return read
    }
}
