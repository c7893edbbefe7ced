import COpenSSL
import Foundation
import JourneyCrypto

/// A chain of three certificates, decoded and validated by OpenSSL; the anchor is decoded beforehand.
final class RawChain {
    private let store: OpaquePointer
    private let leaf: [UInt8]
    private let intermediate: [UInt8]
    private let time: time_t

    init(anchor: Certificate, leaf: Certificate, intermediate: Certificate, time: Date) throws {
        guard let store = X509_STORE_new(), let list = copenssl_certificates_new(),
            copenssl_certificates_add(list, anchor.encoded, anchor.encoded.count) == 1,
            X509_STORE_add_cert(store, copenssl_certificates_at(list, 0)) == 1
        else { throw BenchError(what: "OpenSSL did not accept the trust anchor.") }
        copenssl_certificates_free(list)
        self.store = store
        self.leaf = leaf.encoded
        self.intermediate = intermediate.encoded
        self.time = time_t(time.timeIntervalSince1970)
        try verify()
    }

    deinit { X509_STORE_free(store) }

    func verify() throws {
        let others = copenssl_certificates_new()
        defer { copenssl_certificates_free(others) }
        let context = X509_STORE_CTX_new()
        defer { X509_STORE_CTX_free(context) }
        let own = leaf.withUnsafeBufferPointer { buffer in
            var next = buffer.baseAddress
            return d2i_X509(nil, &next, buffer.count)
        }
        defer { X509_free(own) }
        guard copenssl_certificates_add(others, intermediate, intermediate.count) == 1,
            X509_STORE_CTX_init(context, store, own, others) == 1,
            let parameters = X509_STORE_CTX_get0_param(context)
        else { throw BenchError(what: "OpenSSL could not decode the chain.") }
        X509_VERIFY_PARAM_set_flags(parameters, UInt(X509_V_FLAG_X509_STRICT))
        X509_VERIFY_PARAM_set_time(parameters, time)
        X509_VERIFY_PARAM_set_auth_level(parameters, 2)
        X509_VERIFY_PARAM_set_purpose(parameters, X509_PURPOSE_SSL_SERVER)
        X509_VERIFY_PARAM_set1_host(parameters, "a.localhost", 11)
        try expect(X509_verify_cert(context) == 1, "X509_verify_cert failed: \(X509_STORE_CTX_get_error(context)).")
    }
}
