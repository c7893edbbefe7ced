// TLS: OpenSSL's settings exist as macros over `SSL_CTX_ctrl` alone, which Swift does not import.
#pragma once
#include <openssl/core_names.h>
#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/ocsp.h>
#include <openssl/params.h>
#include <openssl/ssl.h>
#include <openssl/x509_vfy.h>

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

/// Whether `id` names the certificate `leaf` of `issuer`; where `issuer` is NULL, whether the serial number is the same.
static inline int copenssl_ocsp_is_about(const OCSP_CERTID *id, const X509 *leaf, const X509 *issuer) {
    ASN1_OBJECT *digest = NULL;
    ASN1_INTEGER *serial = NULL;
    // What is read stays as it is; the call takes a pointer to what may change.
    if (OCSP_id_get0_info(NULL, &digest, NULL, &serial, (OCSP_CERTID *)id) != 1) return 0;
    if (!issuer) return ASN1_INTEGER_cmp(serial, X509_get0_serialNumber(leaf)) == 0;
    const EVP_MD *hash = EVP_get_digestbyobj(digest);
    OCSP_CERTID *own = hash ? OCSP_cert_to_id(hash, leaf, issuer) : NULL;
    int same = own && OCSP_id_cmp(own, id) == 0;
    OCSP_CERTID_free(own);
    return same;
}

/// Whether `response` is signed by `issuer`, or by a responder that it appointed (RFC 6960, section 4.2.2.2), whenever that
/// was.
static inline int copenssl_ocsp_is_signed(OCSP_BASICRESP *response, X509 *issuer) {
    X509_STORE *store = X509_STORE_new();
    STACK_OF(X509) *others = sk_X509_new_null();
    int done = store && others && X509_STORE_add_cert(store, issuer) == 1
        && X509_STORE_set_flags(store, X509_V_FLAG_PARTIAL_CHAIN | X509_V_FLAG_NO_CHECK_TIME) == 1
        && sk_X509_push(others, issuer) > 0 && OCSP_basic_verify(response, others, store, 0) == 1;
    sk_X509_free(others);
    X509_STORE_free(store);
    return done;
}
