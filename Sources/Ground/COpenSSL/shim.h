// What Swift cannot import from the library's own headers is wrapped here, in typed static inline functions: function
// macros, and parameter lists whose entries must outlive the call that takes them.
#pragma once
#include <openssl/bio.h>
#include <openssl/core_names.h>
#include <openssl/crypto.h>
#include <openssl/ec.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/kdf.h>
#include <openssl/param_build.h>
#include <openssl/pem.h>
#include <openssl/rand.h>
#include <openssl/ssl.h>
#include <openssl/x509.h>
#include <openssl/x509v3.h>
#include <string.h>

/// A new P-256 key pair, or NULL.
static inline EVP_PKEY *copenssl_p256_generate(void) { return EVP_EC_gen("P-256"); }

/// The P-256 key of an uncompressed point and, when `scalar` is not NULL, its private half; NULL when OpenSSL refuses it.
static inline EVP_PKEY *copenssl_p256_import(const unsigned char *point, size_t count, const BIGNUM *scalar) {
    EVP_PKEY *key = NULL;
    OSSL_PARAM *parameters = NULL;
    OSSL_PARAM_BLD *builder = OSSL_PARAM_BLD_new();
    EVP_PKEY_CTX *context = EVP_PKEY_CTX_new_from_name(NULL, "EC", NULL);
    if (builder && context
        && OSSL_PARAM_BLD_push_utf8_string(builder, OSSL_PKEY_PARAM_GROUP_NAME, "prime256v1", 0)
        && OSSL_PARAM_BLD_push_octet_string(builder, OSSL_PKEY_PARAM_PUB_KEY, point, count)
        && (!scalar || OSSL_PARAM_BLD_push_BN(builder, OSSL_PKEY_PARAM_PRIV_KEY, scalar))
        && (parameters = OSSL_PARAM_BLD_to_param(builder)) && EVP_PKEY_fromdata_init(context) == 1) {
        if (EVP_PKEY_fromdata(context, &key, scalar ? EVP_PKEY_KEYPAIR : EVP_PKEY_PUBLIC_KEY, parameters) != 1) key = NULL;
    }
    OSSL_PARAM_free(parameters);
    OSSL_PARAM_BLD_free(builder);
    EVP_PKEY_CTX_free(context);
    return key;
}

/// The uncompressed point of `key` into `point`; returns its length, 0 when it does not fit.
static inline size_t copenssl_public_point(const EVP_PKEY *key, unsigned char *point, size_t capacity) {
    size_t count = 0;
    return EVP_PKEY_get_octet_string_param(key, OSSL_PKEY_PARAM_PUB_KEY, point, capacity, &count) == 1 ? count : 0;
}

/// The private scalar of `key` as exactly `count` big-endian bytes. Returns 1, or 0 when it has none.
static inline int copenssl_private_scalar(const EVP_PKEY *key, unsigned char *scalar, size_t count) {
    BIGNUM *number = NULL;
    if (EVP_PKEY_get_bn_param(key, OSSL_PKEY_PARAM_PRIV_KEY, &number) != 1) return 0;
    int done = BN_bn2binpad(number, scalar, (int)count) == (int)count;
    BN_clear_free(number);
    return done;
}

/// HKDF (RFC 5869), extract and expand, with SHA-256. Returns 1 on success.
static inline int copenssl_hkdf_sha256(
    EVP_KDF *kdf, const unsigned char *key, size_t keyCount, const unsigned char *salt, size_t saltCount,
    const unsigned char *info, size_t infoCount, unsigned char *out, size_t outCount) {
    EVP_KDF_CTX *context = EVP_KDF_CTX_new(kdf);
    if (!context) return 0;
    char digest[] = "SHA256";
    OSSL_PARAM parameters[] = {
        OSSL_PARAM_construct_utf8_string(OSSL_KDF_PARAM_DIGEST, digest, 0),
        OSSL_PARAM_construct_octet_string(OSSL_KDF_PARAM_KEY, (void *)key, keyCount),
        OSSL_PARAM_construct_octet_string(OSSL_KDF_PARAM_SALT, (void *)salt, saltCount),
        OSSL_PARAM_construct_octet_string(OSSL_KDF_PARAM_INFO, (void *)info, infoCount),
        OSSL_PARAM_construct_end(),
    };
    int done = EVP_KDF_derive(context, out, outCount, parameters) == 1;
    EVP_KDF_CTX_free(context);
    return done;
}

/// One half of HKDF (RFC 5869) with SHA-256: `mode` is EVP_KDF_HKDF_MODE_EXTRACT_ONLY with a salt, or _EXPAND_ONLY with an
/// info. Returns 1 on success.
static inline int copenssl_hkdf_sha256_half(
    EVP_KDF *kdf, int mode, const unsigned char *key, size_t keyCount, const unsigned char *more, size_t moreCount,
    unsigned char *out, size_t outCount) {
    EVP_KDF_CTX *context = EVP_KDF_CTX_new(kdf);
    if (!context) return 0;
    char digest[] = "SHA256";
    const char *name = mode == EVP_KDF_HKDF_MODE_EXTRACT_ONLY ? OSSL_KDF_PARAM_SALT : OSSL_KDF_PARAM_INFO;
    OSSL_PARAM parameters[] = {
        OSSL_PARAM_construct_int(OSSL_KDF_PARAM_MODE, &mode),
        OSSL_PARAM_construct_utf8_string(OSSL_KDF_PARAM_DIGEST, digest, 0),
        OSSL_PARAM_construct_octet_string(OSSL_KDF_PARAM_KEY, (void *)key, keyCount),
        OSSL_PARAM_construct_octet_string(name, (void *)more, moreCount),
        OSSL_PARAM_construct_end(),
    };
    int done = EVP_KDF_derive(context, out, outCount, parameters) == 1;
    EVP_KDF_CTX_free(context);
    return done;
}

/// A context for HMAC with SHA-256, ready for a key. NULL when out of memory.
static inline EVP_MAC_CTX *copenssl_hmac_sha256(EVP_MAC *mac) {
    EVP_MAC_CTX *context = EVP_MAC_CTX_new(mac);
    char digest[] = "SHA256";
    unsigned char none[32] = {0};
    OSSL_PARAM parameters[] = {
        OSSL_PARAM_construct_utf8_string(OSSL_MAC_PARAM_DIGEST, digest, 0),
        OSSL_PARAM_construct_end(),
    };
    // A context can be copied only once it has had a key; the copy gets its own.
    if (context && EVP_MAC_init(context, none, sizeof none, parameters) == 1) return context;
    EVP_MAC_CTX_free(context);
    return NULL;
}

/// Adds the extension `nid`, written as OpenSSL's configuration spells it. Returns 1 on success.
static inline int copenssl_add_extension(X509 *certificate, X509 *issuer, int nid, const char *value) {
    X509V3_CTX context;
    memset(&context, 0, sizeof context);
    X509V3_set_ctx_nodb(&context);
    X509V3_set_ctx(&context, issuer, certificate, NULL, NULL, 0);
    X509_EXTENSION *extension = X509V3_EXT_conf_nid(NULL, &context, nid, value);
    if (!extension) return 0;
    int done = X509_add_ext(certificate, extension, -1) == 1;
    X509_EXTENSION_free(extension);
    return done;
}

/// What a memory BIO holds; valid until the BIO changes.
static inline size_t copenssl_bio_bytes(BIO *bio, const unsigned char **bytes) {
    char *start = NULL;
    long count = BIO_get_mem_data(bio, &start);
    *bytes = (const unsigned char *)start;
    return count > 0 ? (size_t)count : 0;
}
