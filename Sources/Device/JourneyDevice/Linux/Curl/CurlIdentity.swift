import COpenSSL
import JourneyBase
import JourneyCrypto

/// A client's certificate and key in OpenSSL, read once.
final class CurlIdentity: Sendable {
    // Set in init, read-only afterwards; connections take references of their own under OpenSSL's lock.
    private let objects: ThreadSafe<(chain: [OpaquePointer], key: OpaquePointer)>

    /// Reads certificate and key. Throws `CONFIGURATION_INVALID` when they can't be read or don't belong together.
    init(_ identity: ClientIdentity) throws(JourneyError) {
        let key: OpaquePointer
        do throws(CryptoError) { key = try PrivateKeyFile.key(identity.key) } catch {
            throw CurlIdentity.fault(
                "The client's private key can't be read", PrivateKeyFile.cause(identity.key, error))
        }
        let chain: [OpaquePointer]
        do throws(JourneyError) { chain = try CurlIdentity.certificates(identity.certificatePEM) } catch {
            EVP_PKEY_free(key)
            throw error
        }
        ERR_clear_error()
        guard X509_check_private_key(chain[0], key) == 1 else {
            let reason = OpenSSLReason.last()
            for certificate in chain { X509_free(certificate) }
            EVP_PKEY_free(key)
            throw CurlIdentity.fault("The client's private key does not belong to its first certificate", reason)
        }
        objects = ThreadSafe((chain, key))
    }

    private static func fault(_ operation: String, _ cause: String) -> JourneyError {
        JourneyError(.configurationInvalid, "\(operation): \(cause).")
    }

    /// Shares the key of `identity`, which does not leave OpenSSL. Throws `CONFIGURATION_INVALID` when OpenSSL can't read a
    /// certificate.
    init(_ identity: SigningIdentity) throws(JourneyError) {
        var chain: [OpaquePointer] = []
        for certificate in [identity.certificate] + identity.chain {
            let read = certificate.encoded.withUnsafeBufferPointer { bytes in
                var next = bytes.baseAddress
                return d2i_X509(nil, &next, bytes.count)
            }
            guard let read else {
                let reason = OpenSSLReason.last()
                for certificate in chain { X509_free(certificate) }
                throw CurlIdentity.fault(
                    "OpenSSL can't read the client's certificate of \(certificate.subject)", reason)
            }
            chain.append(read)
        }
        objects = ThreadSafe((chain, identity.keyReference()))
    }

    deinit {
        for certificate in objects.value.chain { X509_free(certificate) }
        EVP_PKEY_free(objects.value.key)
    }

    /// Installs the identity in `context`, for servers that request one. Returns `false` when OpenSSL fails.
    func install(in context: OpaquePointer) -> Bool {
        let (chain, key) = objects.value
        return SSL_CTX_use_certificate(context, chain.first) == 1 && SSL_CTX_use_PrivateKey(context, key) == 1
            && chain.dropFirst().allSatisfy {
                // Takes its own reference: SSL_CTX_add1_chain_cert, which is a macro.
                SSL_CTX_ctrl(context, SSL_CTRL_CHAIN_CERT, 1, UnsafeMutableRawPointer($0)) == 1
            }
    }

    /// The longest text of certificates, in bytes.
    private static let longest = 64 * 1024

    /// Returns the certificates of a PEM text up to the first that can't be read, at most ten. Throws `CONFIGURATION_INVALID`
    /// when there is none.
    private static func certificates(_ pem: String) throws(JourneyError) -> [OpaquePointer] {
        let operation = "The client's certificate can't be read"
        guard pem.utf8.count <= longest else {
            throw fault(operation, "the text has \(pem.utf8.count) bytes; \(longest) are allowed")
        }
        ERR_clear_error()
        let chain = Array(pem.utf8).withUnsafeBytes { bytes in
            guard let bio = BIO_new_mem_buf(bytes.baseAddress, Int32(bytes.count)) else { return [OpaquePointer]() }
            defer { BIO_free(bio) }
            var chain: [OpaquePointer] = []
            while chain.count < 10, let certificate = PEM_read_bio_X509(bio, nil, neverAsk, nil) {
                chain.append(certificate)
            }
            return chain
        }
        // OpenSSL reports the end of the text as an error too.
        let reason = OpenSSLReason.last()
        guard !chain.isEmpty else { throw fault(operation, reason) }
        return chain
    }
}

/// Never supplies a passphrase: a client must not stop at a prompt. A free function, because C takes no other.
private func neverAsk(_: UnsafeMutablePointer<CChar>?, _: Int32, _: Int32, _: UnsafeMutableRawPointer?) -> Int32 { -1 }
