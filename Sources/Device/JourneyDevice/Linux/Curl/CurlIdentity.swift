import COpenSSL
import JourneyBase
import JourneyCrypto

/// A client's certificate and key in OpenSSL, read once.
final class CurlIdentity: Sendable {
    // Filled in init, read-only afterwards; connections take references of their own under OpenSSL's lock.
    private nonisolated(unsafe) let chain: [OpaquePointer]
    private nonisolated(unsafe) let key: OpaquePointer

    /// Throws `CONFIGURATION_INVALID` when certificate or key cannot be read or do not belong together.
    init(_ identity: ClientIdentity) throws(JourneyError) {
        let chain = CurlIdentity.certificates(identity.certificatePEM)
        let key = try? PrivateKeyFile.key(identity.key)
        guard let leaf = chain.first, let key, X509_check_private_key(leaf, key) == 1 else {
            for certificate in chain { X509_free(certificate) }
            EVP_PKEY_free(key)
            ERR_clear_error()
            throw JourneyError(
                .configurationInvalid, "The client's certificate and key cannot be read or do not belong together.")
        }
        self.chain = chain
        self.key = key
    }

    /// Shares the key of `identity`, which does not leave OpenSSL. Throws `CONFIGURATION_INVALID` when OpenSSL takes no
    /// certificate of it.
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
                throw JourneyError(.configurationInvalid, "A certificate of the client's chain cannot be read.")
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

    /// Has `context` show it to servers that ask. `false` when OpenSSL will not.
    func install(in context: OpaquePointer) -> Bool {
        SSL_CTX_use_certificate(context, chain.first) == 1 && SSL_CTX_use_PrivateKey(context, key) == 1
            && chain.dropFirst().allSatisfy {
                // With its own reference: SSL_CTX_add1_chain_cert, which is a macro.
                SSL_CTX_ctrl(context, SSL_CTRL_CHAIN_CERT, 1, UnsafeMutableRawPointer($0)) == 1
            }
    }

    /// The certificates of a PEM text, at most ten; none when one cannot be read.
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
            // The end of the text is an error to OpenSSL.
            ERR_clear_error()
            return chain
        }
    }
}

/// A passphrase is never asked for: a client must not stop at a prompt. A free function, as C takes no other.
private func neverAsk(_: UnsafeMutablePointer<CChar>?, _: Int32, _: Int32, _: UnsafeMutableRawPointer?) -> Int32 { -1 }
