// Certificates: OpenSSL's typed stacks exist as macros alone, which Swift does not import.
#pragma once
#include <openssl/cms.h>
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
