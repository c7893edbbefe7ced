import COpenSSL
import JourneyBase
import JourneyCrypto

/// A client's certificate and key in OpenSSL, read once.
final class CurlIdentity: Sendable {
    // Set in init, read-only afterwards; connections take references of their own under OpenSSL's lock.
    private nonisolated(unsafe) let chain: [OpaquePointer]
    private nonisolated(unsafe) let key: OpaquePointer

    /// Reads certificate and key. Throws `CONFIGURATION_INVALID` when they can't be read or don't belong together.
    init(_ identity: ClientIdentity) throws(JourneyError) {
        let chain = CurlIdentity.certificates(identity.certificatePEM)
        let key = try? PrivateKeyFile.key(identity.key)
        guard let leaf = chain.first, let key, X509_check_private_key(leaf, key) == 1 else {
            for certificate in chain { X509_free(certificate) }
            EVP_PKEY_free(key)
            ERR_clear_error()
            throw JourneyError(
                .configurationInvalid, "The client's certificate and key can't be read or don't belong together.")
        }
        self.chain = chain
        self.key = key
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
                for certificate in chain { X509_free(certificate) }
                ERR_clear_error()
                throw JourneyError(.configurationInvalid, "A certificate of the client's chain is not valid DER.")
            }
            chain.append(read)
        }
        self.chain = chain
        key = identity.keyReference()
    }

    deinit {
        for certificate in chain { X509_free(certificate) }
        EVP_PKEY_free(key)
    }

    /// Installs the identity in `context`, for servers that request one. Returns `false` when OpenSSL fails.
    func install(in context: OpaquePointer) -> Bool {
        SSL_CTX_use_certificate(context, chain.first) == 1 && SSL_CTX_use_PrivateKey(context, key) == 1
            && chain.dropFirst().allSatisfy {
                // Takes its own reference: SSL_CTX_add1_chain_cert, which is a macro.
                SSL_CTX_ctrl(context, SSL_CTRL_CHAIN_CERT, 1, UnsafeMutableRawPointer($0)) == 1
            }
    }

    /// Returns the certificates of a PEM text, at most ten; none when one can't be read.
    private static func certificates(_ pem: String) -> [OpaquePointer] {
        Array(pem.utf8).withUnsafeBytes { bytes in
            guard bytes.count <= 64 * 1024, let bio = BIO_new_mem_buf(bytes.baseAddress, Int32(bytes.count)) else {
                return []
            }
            defer { BIO_free(bio) }
            var chain: [OpaquePointer] = []
            while chain.count < 10, let certificate = PEM_read_bio_X509(bio, nil, neverAsk, nil) {
                chain.append(certificate)
            }
            // OpenSSL reports the end of the text as an error.
            ERR_clear_error()
            return chain
        }
    }
}

/// Never supplies a passphrase: a client must not stop at a prompt. A free function, because C takes no other.
private func neverAsk(_: UnsafeMutablePointer<CChar>?, _: Int32, _: Int32, _: UnsafeMutableRawPointer?) -> Int32 { -1 }
