import COpenSSL
import JourneyBase
import JourneyCrypto

/// One certificate with its key in OpenSSL, and the settings that all of a server's have in common.
final class TLSContext: Sendable {
    // Reference-counted under OpenSSL's own lock, and not changed once its server context is made.
    private let context: ThreadSafe<OpaquePointer>
    var raw: OpaquePointer { context.value }

    /// The protocols, ciphers and groups of Mozilla's "intermediate" recommendation, without finite-field Diffie-Hellman:
    /// ECDHE and AEAD alone, so that every connection has forward secrecy.
    private static let groups = "X25519:P-256:P-384"
    private static let ciphers12 = [
        "ECDHE-ECDSA-AES128-GCM-SHA256", "ECDHE-RSA-AES128-GCM-SHA256", "ECDHE-ECDSA-AES256-GCM-SHA384",
        "ECDHE-RSA-AES256-GCM-SHA384", "ECDHE-ECDSA-CHACHA20-POLY1305", "ECDHE-RSA-CHACHA20-POLY1305",
    ].joined(separator: ":")
    private static let ciphers13 =
        "TLS_AES_128_GCM_SHA256:TLS_AES_256_GCM_SHA384:TLS_CHACHA20_POLY1305_SHA256"
    /// The longest chain that a client may present, in bytes.
    private static let longestClientChain = 32 << 10

    /// A context with `identity`'s certificates and key.
    init(_ identity: LoadedIdentity) throws(JourneyError) {
        ERR_clear_error()
        guard let method = TLS_server_method(), let raw = SSL_CTX_new(method) else {
            throw JourneyError(.serverError, "SSL_CTX_new failed: \(OpenSSLReason.last()).")
        }
        context = ThreadSafe(raw)
        // What the system's own configuration of OpenSSL says about versions and ciphers does not count here.
        SSL_CTX_set_security_level(raw, 2)
        guard copenssl_tls_set_versions(raw, TLS1_2_VERSION, TLS1_3_VERSION) == 1,
            copenssl_tls_set_groups(raw, TLSContext.groups) == 1,
            SSL_CTX_set_cipher_list(raw, TLSContext.ciphers12) == 1,
            SSL_CTX_set_ciphersuites(raw, TLSContext.ciphers13) == 1
        else { throw JourneyError(.serverError, "OpenSSL lacks a protocol or cipher: \(OpenSSLReason.last()).") }
        SSL_CTX_set_options(
            raw,
            COPENSSL_OP_NO_RENEGOTIATION | COPENSSL_OP_NO_COMPRESSION | COPENSSL_OP_CIPHER_SERVER_PREFERENCE
                | COPENSSL_OP_PRIORITIZE_CHACHA | COPENSSL_OP_CLEANSE_PLAINTEXT)
        // What is written again after a short write may stand elsewhere. The chain is the one that is given: none is completed
        // from the authorities of clients. Buffers are not released after each record, which would wipe 16 KiB for a request
        // of a hundred bytes: `Connection` releases those of idle sessions.
        let modes =
            SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER | SSL_MODE_NO_AUTO_CHAIN
        SSL_CTX_ctrl(raw, SSL_CTRL_MODE, Int(modes), nil)
        // A read returns after each record that carries no data, so that a client who sends nothing else cannot hold the
        // loop: `TLSSession` counts them.
        SSL_CTX_ctrl(raw, SSL_CTRL_CLEAR_MODE, Int(SSL_MODE_AUTO_RETRY), nil)
        // OpenSSL reads nothing ahead (see `TLSTransport`).
        SSL_CTX_ctrl(raw, SSL_CTRL_SET_SESS_CACHE_MODE, Int(SSL_SESS_CACHE_OFF), nil)
        SSL_CTX_ctrl(raw, SSL_CTRL_SET_MAX_CERT_LIST, TLSContext.longestClientChain, nil)
        // Early data can be replayed, and requests move money.
        SSL_CTX_set_max_early_data(raw, 0)
        SSL_CTX_set_recv_max_early_data(raw, 0)
        try identity.use(in: raw)
    }

    deinit { SSL_CTX_free(raw) }

    /// Requires certificates of `clients`.
    func require(_ clients: ClientCertificates) throws(JourneyError) {
        for authority in clients.authorities {
            let copy = try LoadedIdentity.x509(authority)
            defer { X509_free(copy) }
            guard X509_STORE_add_cert(SSL_CTX_get_cert_store(raw), copy) == 1, SSL_CTX_add_client_CA(raw, copy) == 1
            else {
                throw JourneyError(
                    .serverError, "An authority of client certificates was refused: \(OpenSSLReason.last()).")
            }
        }
        let parameters = SSL_CTX_get0_param(raw)
        // An authority of the list is trusted even where the one above it is not there.
        X509_VERIFY_PARAM_set_flags(parameters, UInt(X509_V_FLAG_PARTIAL_CHAIN))
        SSL_CTX_set_verify_depth(raw, Int32(clients.depth))
        SSL_CTX_set_verify(raw, SSL_VERIFY_PEER | SSL_VERIFY_FAIL_IF_NO_PEER_CERT, nil)
    }
}
