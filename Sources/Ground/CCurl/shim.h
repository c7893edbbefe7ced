// What Swift cannot import from the library's own headers is wrapped here, in typed static inline functions.
#pragma once
#include <curl/curl.h>
#include <malloc.h>
#include <stdlib.h>
#include <string.h>

// libcurl keeps copies of header fields and bodies, tokens and pictures among them. What it frees is overwritten first.

static inline void ccurl_free(void *memory) {
    if (memory) explicit_bzero(memory, malloc_usable_size(memory));
    free(memory);
}

static inline void *ccurl_realloc(void *memory, size_t size) {
    if (!memory) return malloc(size);
    if (size == 0) {
        ccurl_free(memory);
        return NULL;
    }
    size_t room = malloc_usable_size(memory);
    if (size <= room) return memory;
    void *larger = malloc(size);
    if (!larger) return NULL;
    memcpy(larger, memory, room);
    ccurl_free(memory);
    return larger;
}

static inline CURLcode ccurl_global_init(void) {
    return curl_global_init_mem(CURL_GLOBAL_ALL, malloc, ccurl_free, ccurl_realloc, strdup, calloc);
}

// curl_easy_setopt and curl_easy_getinfo are variadic: one function for each type of argument.

static inline CURLcode ccurl_set_long(CURL *easy, CURLoption option, long value) {
    return curl_easy_setopt(easy, option, value);
}

static inline CURLcode ccurl_set_offset(CURL *easy, CURLoption option, curl_off_t value) {
    return curl_easy_setopt(easy, option, value);
}

/// The library keeps its own copy (not so for CURLOPT_POSTFIELDS); NULL takes the option back.
static inline CURLcode ccurl_set_string(CURL *easy, CURLoption option, const char *value) {
    return curl_easy_setopt(easy, option, value);
}

/// Bytes that need no terminating zero. The library keeps its own copy.
static inline CURLcode ccurl_set_body(CURL *easy, const void *bytes, curl_off_t count) {
    CURLcode code = curl_easy_setopt(easy, CURLOPT_POSTFIELDSIZE_LARGE, count);
    return code != CURLE_OK ? code : curl_easy_setopt(easy, CURLOPT_COPYPOSTFIELDS, bytes);
}

static inline CURLcode ccurl_set_pointer(CURL *easy, CURLoption option, void *value) {
    return curl_easy_setopt(easy, option, value);
}

static inline CURLcode ccurl_set_list(CURL *easy, CURLoption option, struct curl_slist *value) {
    return curl_easy_setopt(easy, option, value);
}

/// The bytes are not copied: they must outlive the handle.
static inline CURLcode ccurl_set_borrowed_blob(CURL *easy, CURLoption option, void *bytes, size_t count) {
    struct curl_blob blob = {.data = bytes, .len = count, .flags = CURL_BLOB_NOCOPY};
    return curl_easy_setopt(easy, option, &blob);
}

/// CURLOPT_READFUNCTION.
static inline CURLcode ccurl_set_sender(CURL *easy, curl_read_callback sender) {
    return curl_easy_setopt(easy, CURLOPT_READFUNCTION, sender);
}

/// CURLOPT_PREREQFUNCTION.
static inline CURLcode ccurl_set_issue_guard(CURL *easy, curl_prereq_callback guard) {
    return curl_easy_setopt(easy, CURLOPT_PREREQFUNCTION, guard);
}

/// CURLOPT_SSL_CTX_FUNCTION.
static inline CURLcode ccurl_set_tls_setup(CURL *easy, curl_ssl_ctx_callback setup) {
    return curl_easy_setopt(easy, CURLOPT_SSL_CTX_FUNCTION, setup);
}

/// CURLOPT_WRITEFUNCTION and CURLOPT_HEADERFUNCTION.
static inline CURLcode ccurl_set_receiver(CURL *easy, CURLoption option, curl_write_callback receiver) {
    return curl_easy_setopt(easy, option, receiver);
}

static inline CURLcode ccurl_get_long(CURL *easy, CURLINFO info, long *value) {
    return curl_easy_getinfo(easy, info, value);
}

static inline CURLcode ccurl_get_pointer(CURL *easy, CURLINFO info, void **value) {
    return curl_easy_getinfo(easy, info, value);
}

static inline CURLcode ccurl_get_offset(CURL *easy, CURLINFO info, curl_off_t *value) {
    return curl_easy_getinfo(easy, info, value);
}

/// The `SSL *` of the connection that the handle is on; NULL without one, or with another TLS library than OpenSSL.
static inline void *ccurl_get_tls(CURL *easy) {
    struct curl_tlssessioninfo *info = NULL;
    if (curl_easy_getinfo(easy, CURLINFO_TLS_SSL_PTR, &info) != CURLE_OK || !info) return NULL;
    return info->backend == CURLSSLBACKEND_OPENSSL ? info->internals : NULL;
}

static inline CURLMcode ccurl_multi_set_long(CURLM *multi, CURLMoption option, long value) {
    return curl_multi_setopt(multi, option, value);
}

static inline CURLMcode ccurl_multi_set_socket_callback(CURLM *multi, curl_socket_callback callback, void *user) {
    CURLMcode code = curl_multi_setopt(multi, CURLMOPT_SOCKETFUNCTION, callback);
    return code != CURLM_OK ? code : curl_multi_setopt(multi, CURLMOPT_SOCKETDATA, user);
}

static inline CURLMcode ccurl_multi_set_timer_callback(CURLM *multi, curl_multi_timer_callback callback, void *user) {
    CURLMcode code = curl_multi_setopt(multi, CURLMOPT_TIMERFUNCTION, callback);
    return code != CURLM_OK ? code : curl_multi_setopt(multi, CURLMOPT_TIMERDATA, user);
}
