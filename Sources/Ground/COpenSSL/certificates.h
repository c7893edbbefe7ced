// Certificates: OpenSSL's typed stacks exist as macros alone, which Swift does not import.
#pragma once
#include <limits.h>
#include <openssl/evp.h>
#include <openssl/pkcs12.h>
#include <openssl/x509.h>
#include <openssl/x509_vfy.h>
#include <openssl/x509v3.h>

/// An empty list of certificates, or NULL.
static inline STACK_OF(X509) *copenssl_certificates_new(void) { return sk_X509_new_null(); }

/// Adds the certificate in `der` to `list`, which owns it. Returns 1 on success.
static inline int copenssl_certificates_add(STACK_OF(X509) *list, const unsigned char *der, size_t count) {
    const unsigned char *next = der;
    X509 *certificate = d2i_X509(NULL, &next, (long)count);
    if (certificate && next == der + count && sk_X509_push(list, certificate) > 0) return 1;
    X509_free(certificate);
    return 0;
}

/// How many certificates `list` has.
static inline int copenssl_certificates_count(const STACK_OF(X509) *list) { return sk_X509_num(list); }

/// The certificate at `index`, which the list keeps.
static inline X509 *copenssl_certificates_at(const STACK_OF(X509) *list, int index) { return sk_X509_value(list, index); }

static inline void copenssl_certificates_free(STACK_OF(X509) *list) { sk_X509_pop_free(list, X509_free); }

/// An empty list of revocation lists, or NULL.
static inline STACK_OF(X509_CRL) *copenssl_crls_new(void) { return sk_X509_CRL_new_null(); }

/// Adds the revocation list in `der` to `list`, which owns it. Returns 1 on success.
static inline int copenssl_crls_add(STACK_OF(X509_CRL) *list, const unsigned char *der, size_t count) {
    const unsigned char *next = der;
    X509_CRL *crl = d2i_X509_CRL(NULL, &next, (long)count);
    if (crl && next == der + count && sk_X509_CRL_push(list, crl) > 0) return 1;
    X509_CRL_free(crl);
    return 0;
}

static inline void copenssl_crls_free(STACK_OF(X509_CRL) *list) { sk_X509_CRL_pop_free(list, X509_CRL_free); }

/// How often an algorithm that seals by a password hashes it: PBES1, PKCS#12's own (RFC 7292, appendix C) or PBES2 with
/// PBKDF2 (RFC 8018); -1 for any other.
static inline long copenssl_password_rounds(const X509_ALGOR *algorithm) {
    const ASN1_OBJECT *name = NULL;
    int type = V_ASN1_UNDEF;
    const void *value = NULL;
    X509_ALGOR_get0(&name, &type, &value, algorithm);
    if (type != V_ASN1_SEQUENCE) return -1;
    long rounds = -1;
    if (OBJ_obj2nid(name) != NID_pbes2) {
        PBEPARAM *own = ASN1_item_unpack((const ASN1_STRING *)value, ASN1_ITEM_rptr(PBEPARAM));
        if (own) rounds = ASN1_INTEGER_get(own->iter);
        PBEPARAM_free(own);
        return rounds;
    }
    PBE2PARAM *both = ASN1_item_unpack((const ASN1_STRING *)value, ASN1_ITEM_rptr(PBE2PARAM));
    if (!both) return -1;
    X509_ALGOR_get0(&name, &type, &value, both->keyfunc);
    if (OBJ_obj2nid(name) == NID_id_pbkdf2 && type == V_ASN1_SEQUENCE) {
        PBKDF2PARAM *derivation = ASN1_item_unpack((const ASN1_STRING *)value, ASN1_ITEM_rptr(PBKDF2PARAM));
        if (derivation) rounds = ASN1_INTEGER_get(derivation->iter);
        PBKDF2PARAM_free(derivation);
    }
    PBE2PARAM_free(both);
    return rounds;
}

/// `sum` and what it takes to open the sealed keys among `bags`; -1 when that cannot be said.
static inline long copenssl_bags_rounds(const STACK_OF(PKCS12_SAFEBAG) *bags, long sum) {
    for (int index = 0; index < sk_PKCS12_SAFEBAG_num(bags) && sum >= 0; index++) {
        const PKCS12_SAFEBAG *bag = sk_PKCS12_SAFEBAG_value(bags, index);
        // Bags within bags are nothing that any tool writes.
        if (PKCS12_SAFEBAG_get_nid(bag) == NID_safeContentsBag) return -1;
        if (PKCS12_SAFEBAG_get_nid(bag) != NID_pkcs8ShroudedKeyBag) continue;
        const X509_ALGOR *algorithm = NULL;
        X509_SIG_get0(PKCS12_SAFEBAG_get0_pkcs8(bag), &algorithm, NULL);
        long rounds = copenssl_password_rounds(algorithm);
        sum = rounds < 0 || sum > LONG_MAX - rounds ? -1 : sum + rounds;
    }
    return sum;
}

/// How often the password is hashed in all to check and open `file`; -1 when that cannot be said. What is sealed within
/// sealed parts counts where `password` is given, which opens them.
static inline long copenssl_pkcs12_rounds(PKCS12 *file, const char *password, int length) {
    const X509_ALGOR *mac = NULL;
    const ASN1_INTEGER *count = NULL;
    PKCS12_get0_mac(NULL, &mac, NULL, &count, file);
    const ASN1_OBJECT *digest = NULL;
    if (mac) X509_ALGOR_get0(&digest, NULL, NULL, mac);
    // A MAC with a derivation of its own (PBMAC1) has its count elsewhere.
    if (mac && !EVP_get_digestbyobj(digest)) return -1;
    long sum = count ? ASN1_INTEGER_get(count) : 1;
    STACK_OF(PKCS7) *parts = PKCS12_unpack_authsafes(file);
    if (!parts) return -1;
    for (int index = 0; index < sk_PKCS7_num(parts) && sum >= 0; index++) {
        PKCS7 *part = sk_PKCS7_value(parts, index);
        STACK_OF(PKCS12_SAFEBAG) *bags = NULL;
        if (PKCS7_type_is_data(part)) {
            bags = PKCS12_unpack_p7data(part);
            if (!bags) sum = -1;
        } else if (PKCS7_type_is_encrypted(part)) {
            long rounds = copenssl_password_rounds(part->d.encrypted->enc_data->algorithm);
            sum = rounds < 0 || rounds > LONG_MAX / 4 || sum > LONG_MAX / 4 ? -1 : sum + rounds;
            if (password && sum >= 0) bags = PKCS12_unpack_p7encdata(part, password, length);
        }
        if (bags) sum = copenssl_bags_rounds(bags, sum);
        sk_PKCS12_SAFEBAG_pop_free(bags, PKCS12_SAFEBAG_free);
    }
    sk_PKCS7_pop_free(parts, PKCS7_free);
    return sum;
}
