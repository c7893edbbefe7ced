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
#include <openssl/ocsp.h>
#include <openssl/param_build.h>
#include <openssl/pem.h>
#include <openssl/rand.h>
#include <openssl/ssl.h>
#include <openssl/x509.h>
#include <openssl/x509v3.h>
#include <string.h>

#include "certificates.h"
#include "keys.h"
#include "locked-rsa.h"
#include "tls.h"

/// HKDF (RFC 5869), extract and expand, by the library's own, with the digest that OpenSSL calls `digest`: what the benchmark
/// compares with. Returns 1 on success.
static inline int copenssl_hkdf(
    EVP_KDF *kdf, const char *digest, const unsigned char *key, size_t keyCount, const unsigned char *salt, size_t saltCount,
    const unsigned char *info, size_t infoCount, unsigned char *out, size_t outCount) {
    EVP_KDF_CTX *context = EVP_KDF_CTX_new(kdf);
    if (!context) return 0;
    OSSL_PARAM parameters[] = {
        OSSL_PARAM_construct_utf8_string(OSSL_KDF_PARAM_DIGEST, (char *)digest, 0),
        OSSL_PARAM_construct_octet_string(OSSL_KDF_PARAM_KEY, (void *)key, keyCount),
        OSSL_PARAM_construct_octet_string(OSSL_KDF_PARAM_SALT, (void *)salt, saltCount),
        OSSL_PARAM_construct_octet_string(OSSL_KDF_PARAM_INFO, (void *)info, infoCount),
        OSSL_PARAM_construct_end(),
    };
    int done = EVP_KDF_derive(context, out, outCount, parameters) == 1;
    EVP_KDF_CTX_free(context);
    return done;
}

/// A context for HMAC with the digest that OpenSSL calls `digest`, ready for a key. NULL when out of memory.
static inline EVP_MAC_CTX *copenssl_hmac(EVP_MAC *mac, const char *digest) {
    EVP_MAC_CTX *context = EVP_MAC_CTX_new(mac);
    unsigned char none[32] = {0};
    OSSL_PARAM parameters[] = {
        OSSL_PARAM_construct_utf8_string(OSSL_MAC_PARAM_DIGEST, (char *)digest, 0),
        OSSL_PARAM_construct_end(),
    };
    // A context can be copied only once it has had a key; the copy gets its own.
    if (context && EVP_MAC_init(context, none, sizeof none, parameters) == 1) return context;
    EVP_MAC_CTX_free(context);
    return NULL;
}

/// Has `context` take in `key` in place of the one that it has; a key of no bytes leaves nothing of either. Returns 1 on
/// success.
static inline int copenssl_hmac_take(EVP_MAC_CTX *context, const unsigned char *key, size_t count) {
    // A key without an address would mean the one before.
    static const unsigned char none[1] = {0};
    return EVP_MAC_init(context, count ? key : none, count, NULL);
}

/// What a memory BIO holds; valid until the BIO changes.
static inline size_t copenssl_bio_bytes(BIO *bio, const unsigned char **bytes) {
    char *start = NULL;
    long count = BIO_get_mem_data(bio, &start);
    *bytes = (const unsigned char *)start;
    return count > 0 ? (size_t)count : 0;
}
