// Keys: what Swift cannot import (macros, variadics) or would have to keep parameter lists alive for.
#pragma once
#include <openssl/core_names.h>
#include <openssl/ec.h>
#include <openssl/evp.h>
#include <openssl/param_build.h>
#include <openssl/rsa.h>
#include <string.h>

/// A new key pair on the curve that OpenSSL calls `group`, or NULL.
static inline EVP_PKEY *copenssl_ec_generate(const char *group) { return EVP_EC_gen(group); }

/// A new Ed25519 key pair, or NULL.
static inline EVP_PKEY *copenssl_ed25519_generate(void) { return EVP_PKEY_Q_keygen(NULL, NULL, "ED25519"); }

/// A new RSA key pair with the exponent 65,537, or NULL.
static inline EVP_PKEY *copenssl_rsa_generate(unsigned int bits) { return EVP_RSA_gen(bits); }

/// The key of `type` that `builder`'s parameters describe; takes the builder over. NULL when OpenSSL refuses it.
static inline EVP_PKEY *copenssl_import(const char *type, int selection, OSSL_PARAM_BLD *builder) {
    EVP_PKEY *key = NULL;
    OSSL_PARAM *parameters = builder ? OSSL_PARAM_BLD_to_param(builder) : NULL;
    EVP_PKEY_CTX *context = EVP_PKEY_CTX_new_from_name(NULL, type, NULL);
    if (parameters && context && EVP_PKEY_fromdata_init(context) == 1
        && EVP_PKEY_fromdata(context, &key, selection, parameters) != 1) key = NULL;
    EVP_PKEY_CTX_free(context);
    OSSL_PARAM_free(parameters);
    OSSL_PARAM_BLD_free(builder);
    return key;
}

/// The key of an uncompressed point on the curve `group` and, when `scalar` is not NULL, its private half; NULL when
/// OpenSSL refuses it.
static inline EVP_PKEY *copenssl_ec_import(
    const char *group, const unsigned char *point, size_t count, const BIGNUM *scalar) {
    OSSL_PARAM_BLD *builder = OSSL_PARAM_BLD_new();
    if (!builder || !OSSL_PARAM_BLD_push_utf8_string(builder, OSSL_PKEY_PARAM_GROUP_NAME, group, 0)
        || !OSSL_PARAM_BLD_push_octet_string(builder, OSSL_PKEY_PARAM_PUB_KEY, point, count)
        || (scalar && !OSSL_PARAM_BLD_push_BN(builder, OSSL_PKEY_PARAM_PRIV_KEY, scalar))) {
        OSSL_PARAM_BLD_free(builder);
        return NULL;
    }
    return copenssl_import("EC", scalar ? EVP_PKEY_KEYPAIR : EVP_PKEY_PUBLIC_KEY, builder);
}

/// What keys on the curve `group` are made from: a key without a point. NULL when out of memory.
static inline EVP_PKEY *copenssl_ec_curve(const char *group) {
    OSSL_PARAM_BLD *builder = OSSL_PARAM_BLD_new();
    if (!builder || !OSSL_PARAM_BLD_push_utf8_string(builder, OSSL_PKEY_PARAM_GROUP_NAME, group, 0)) {
        OSSL_PARAM_BLD_free(builder);
        return NULL;
    }
    return copenssl_import("EC", EVP_PKEY_KEY_PARAMETERS, builder);
}

/// The public key of an uncompressed point on the curve of `curve`, which stays the caller's; NULL when OpenSSL refuses it. A
/// quarter of the time of `copenssl_ec_import`, which sets the curve up for each key.
static inline EVP_PKEY *copenssl_ec_point(EVP_PKEY *curve, const unsigned char *point, size_t count) {
    EVP_PKEY *key = EVP_PKEY_dup(curve);
    if (key && EVP_PKEY_set1_encoded_public_key(key, point, count) == 1) return key;
    EVP_PKEY_free(key);
    return NULL;
}

/// The RSA public key of two big-endian numbers, or NULL.
static inline EVP_PKEY *copenssl_rsa_import(
    const unsigned char *modulus, size_t modulusCount, const unsigned char *exponent, size_t exponentCount) {
    EVP_PKEY *key = NULL;
    BIGNUM *n = BN_bin2bn(modulus, (int)modulusCount, NULL);
    BIGNUM *e = BN_bin2bn(exponent, (int)exponentCount, NULL);
    OSSL_PARAM_BLD *builder = OSSL_PARAM_BLD_new();
    if (n && e && builder && OSSL_PARAM_BLD_push_BN(builder, OSSL_PKEY_PARAM_RSA_N, n)
        && OSSL_PARAM_BLD_push_BN(builder, OSSL_PKEY_PARAM_RSA_E, e)) {
        key = copenssl_import("RSA", EVP_PKEY_PUBLIC_KEY, builder);
        builder = NULL;
    }
    OSSL_PARAM_BLD_free(builder);
    BN_free(n);
    BN_free(e);
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

/// The modulus, or the public exponent, of an RSA key, big-endian without leading zeros; returns its length, 0 when it does
/// not fit.
static inline size_t copenssl_rsa_number(const EVP_PKEY *key, int isModulus, unsigned char *out, size_t capacity) {
    BIGNUM *number = NULL;
    const char *name = isModulus ? OSSL_PKEY_PARAM_RSA_N : OSSL_PKEY_PARAM_RSA_E;
    if (EVP_PKEY_get_bn_param(key, name, &number) != 1) return 0;
    size_t count = (size_t)BN_num_bytes(number);
    if (count <= capacity) BN_bn2bin(number, out);
    else count = 0;
    BN_free(number);
    return count;
}

/// Gives `context` a copy of an OAEP label. Returns 1 on success.
static inline int copenssl_set_oaep_label(EVP_PKEY_CTX *context, const unsigned char *label, size_t count) {
    void *copy = OPENSSL_memdup(label, count);
    if (!copy) return 0;
    int done = EVP_PKEY_CTX_set0_rsa_oaep_label(context, copy, (int)count);
    if (done != 1) OPENSSL_free(copy);
    return done;
}

/// How many numbers an RSA private key has (RFC 8017, appendix A.1.2, without the version).
#define COPENSSL_RSA_NUMBERS 8

/// What OpenSSL calls the number at `index` of an RSA private key.
static inline const char *copenssl_rsa_number_name(int index) {
    static const char *const names[COPENSSL_RSA_NUMBERS] = {
        OSSL_PKEY_PARAM_RSA_N, OSSL_PKEY_PARAM_RSA_E, OSSL_PKEY_PARAM_RSA_D, OSSL_PKEY_PARAM_RSA_FACTOR1,
        OSSL_PKEY_PARAM_RSA_FACTOR2, OSSL_PKEY_PARAM_RSA_EXPONENT1, OSSL_PKEY_PARAM_RSA_EXPONENT2,
        OSSL_PKEY_PARAM_RSA_COEFFICIENT1,
    };
    return names[index];
}

/// The RSA key pair of `numbers`, or NULL; the numbers stay the caller's.
static inline EVP_PKEY *copenssl_rsa_import_pair(BIGNUM *const *numbers) {
    OSSL_PARAM_BLD *builder = OSSL_PARAM_BLD_new();
    for (int index = 0; builder && index < COPENSSL_RSA_NUMBERS; index += 1) {
        if (OSSL_PARAM_BLD_push_BN(builder, copenssl_rsa_number_name(index), numbers[index])) continue;
        OSSL_PARAM_BLD_free(builder);
        builder = NULL;
    }
    return copenssl_import("RSA", EVP_PKEY_KEYPAIR, builder);
}
