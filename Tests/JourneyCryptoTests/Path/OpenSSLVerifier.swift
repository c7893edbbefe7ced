import COpenSSL
import Foundation
import JourneyCrypto

/// OpenSSL's chain verification, the reference of these tests.
struct OpenSSLVerifier {
    enum Revocation {
        case notChecked, leaf, all
    }

    var anchors: [[UInt8]]
    var purpose: Int32?
    var time: Date
    var host: String?
    var revocation = Revocation.notChecked
    var lists: [[UInt8]] = []

    /// Returns `X509_V_OK` or OpenSSL's error code; -1 when it cannot parse a certificate or a list.
    ///
    /// Configures OpenSSL as closely to this package as possible: strict checks, any anchor ends a path, keys and hashes of at
    /// least 112 bits, names from subjectAltName only, whole-label wildcards.
    func verdict(_ leaf: [UInt8], intermediates: [[UInt8]]) -> Int32 {
        defer { ERR_clear_error() }
        guard let store = X509_STORE_new(), let context = X509_STORE_CTX_new(),
            let roots = copenssl_certificates_new(), let others = copenssl_certificates_new(),
            let ends = copenssl_certificates_new(), let crls = copenssl_crls_new()
        else { return -2 }
        defer {
            X509_STORE_CTX_free(context)
            X509_STORE_free(store)
            for list in [roots, others, ends] { copenssl_certificates_free(list) }
            copenssl_crls_free(crls)
        }
        guard anchors.allSatisfy({ copenssl_certificates_add(roots, $0, $0.count) == 1 }),
            intermediates.allSatisfy({ copenssl_certificates_add(others, $0, $0.count) == 1 }),
            copenssl_certificates_add(ends, leaf, leaf.count) == 1,
            lists.allSatisfy({ copenssl_crls_add(crls, $0, $0.count) == 1 })
        else { return -1 }
        for index in 0..<copenssl_certificates_count(roots) {
            X509_STORE_add_cert(store, copenssl_certificates_at(roots, index))
        }
        guard X509_STORE_CTX_init(context, store, copenssl_certificates_at(ends, 0), others) == 1,
            let parameters = X509_STORE_CTX_get0_param(context)
        else { return -2 }
        X509_STORE_CTX_set0_crls(context, crls)
        var flags = UInt(X509_V_FLAG_X509_STRICT) | UInt(X509_V_FLAG_PARTIAL_CHAIN)
        if revocation != .notChecked { flags |= UInt(X509_V_FLAG_CRL_CHECK) }
        if revocation == .all { flags |= UInt(X509_V_FLAG_CRL_CHECK_ALL) }
        X509_VERIFY_PARAM_set_flags(parameters, flags)
        X509_VERIFY_PARAM_set_time(parameters, time_t(time.timeIntervalSince1970))
        X509_VERIFY_PARAM_set_auth_level(parameters, 2)
        X509_VERIFY_PARAM_set_hostflags(
            parameters, UInt32(X509_CHECK_FLAG_NEVER_CHECK_SUBJECT) | UInt32(X509_CHECK_FLAG_NO_PARTIAL_WILDCARDS))
        if let purpose { X509_VERIFY_PARAM_set_purpose(parameters, purpose) }
        if let host {
            if X509_VERIFY_PARAM_set1_ip_asc(parameters, host) != 1 {
                X509_VERIFY_PARAM_set1_host(parameters, host, host.utf8.count)
            }
        }
        return X509_verify_cert(context) == 1 ? X509_V_OK : X509_STORE_CTX_get_error(context)
    }

    static func text(_ verdict: Int32) -> String {
        verdict < 0 ? "cannot be read" : String(cString: X509_verify_cert_error_string(Int(verdict)))
    }
}
