// TLS: OpenSSL's settings exist as macros over `SSL_CTX_ctrl` alone, which Swift does not import.
#pragma once
#include <openssl/core_names.h>
#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/params.h>
#include <openssl/ssl.h>

// SSL_CTX_set_options(3); these are made by a function macro.
static const uint64_t COPENSSL_OP_NO_RENEGOTIATION = SSL_OP_NO_RENEGOTIATION;
static const uint64_t COPENSSL_OP_NO_COMPRESSION = SSL_OP_NO_COMPRESSION;
static const uint64_t COPENSSL_OP_CIPHER_SERVER_PREFERENCE = SSL_OP_CIPHER_SERVER_PREFERENCE;
static const uint64_t COPENSSL_OP_PRIORITIZE_CHACHA = SSL_OP_PRIORITIZE_CHACHA;
static const uint64_t COPENSSL_OP_CLEANSE_PLAINTEXT = SSL_OP_CLEANSE_PLAINTEXT;

/// Accepts the protocol versions from `oldest` to `newest`. Returns 1 on success.
static inline int copenssl_tls_set_versions(SSL_CTX *context, int oldest, int newest) {
    return SSL_CTX_set_min_proto_version(context, oldest) == 1 && SSL_CTX_set_max_proto_version(context, newest) == 1;
}

/// Accepts the groups of `list` for key agreement, preferred first. Returns 1 on success.
static inline int copenssl_tls_set_groups(SSL_CTX *context, const char *list) {
    return SSL_CTX_set1_groups_list(context, list) == 1;
}

/// Has `callback` choose by the name that a client asks for.
static inline void copenssl_tls_on_server_name(SSL_CTX *context, int (*callback)(SSL *, int *, void *)) {
    SSL_CTX_set_tlsext_servername_callback(context, callback);
}

/// Has `callback` answer clients that ask for an OCSP response.
static inline void copenssl_tls_on_status_request(SSL_CTX *context, int (*callback)(SSL *, void *)) {
    SSL_CTX_set_tlsext_status_cb(context, callback);
}

/// Gives `session` a copy of an OCSP response for its client. Returns 1 on success.
static inline int copenssl_tls_set_staple(SSL *session, const unsigned char *der, size_t count) {
    unsigned char *copy = OPENSSL_memdup(der, count);
    if (!copy) return 0;
    // The session frees it.
    if (SSL_set_tlsext_status_ocsp_resp(session, copy, (long)count) == 1) return 1;
    OPENSSL_free(copy);
    return 0;
}

/// Sets up both contexts of one session ticket: AES-256-CBC with `key` and `iv` to encrypt or decrypt, HMAC-SHA256 with
/// `macKey` (32 bytes each). Returns 1 on success.
static inline int copenssl_tls_set_ticket_keys(
    EVP_CIPHER_CTX *cipher, EVP_MAC_CTX *mac, const unsigned char *key, const unsigned char *macKey,
    const unsigned char *iv, int encrypts) {
    OSSL_PARAM parameters[] = {
        OSSL_PARAM_construct_octet_string(OSSL_MAC_PARAM_KEY, (void *)macKey, 32),
        OSSL_PARAM_construct_utf8_string(OSSL_MAC_PARAM_DIGEST, (char *)"SHA256", 0),
        OSSL_PARAM_construct_end(),
    };
    return EVP_MAC_CTX_set_params(mac, parameters) == 1
        && EVP_CipherInit_ex(cipher, EVP_aes_256_cbc(), NULL, key, iv, encrypts) == 1;
}
