import COpenSSL
import Foundation
import JourneyBase
import JourneyCrypto

/// An OCSP response (RFC 6960, section 4.2.1) that says that a server's certificate is good.
struct OCSPStaple: Sendable {
    /// The response as given, DER.
    let encoded: [UInt8]
    /// Good from then on.
    let notBefore: Date
    /// The time after which the response must not be sent; `nil` if it states none.
    let notAfter: Date?

    /// The longest response that is read, in bytes: the handshake carries it to each client that asks.
    private static let longest = 16 << 10

    /// Reads `der` as a response about `leaf`.
    ///
    /// - Parameter issuer: The issuer of `leaf`, where the chain has it: then the response has to be about a certificate of this
    ///   issuer and
    ///   signed for it. Otherwise the serial number has to be the same.
    /// - Throws: `SERVER_ERROR` for a response that can't be read, is about another certificate, has any status but good, or has
    ///   another
    ///   signer.
    init(_ der: [UInt8], leaf: Certificate, issuer: Certificate?) throws(JourneyError) {
        func failure(_ text: String) -> JourneyError {
            ERR_clear_error()
            return JourneyError(.serverError, "The OCSP response for the server's certificate \(text).")
        }
        ERR_clear_error()
        guard der.count <= OCSPStaple.longest, let basic = OCSPStaple.basic(der) else {
            throw failure("cannot be read as a successful response")
        }
        defer { OCSP_BASICRESP_free(basic) }
        let own = try LoadedIdentity.x509(leaf)
        defer { X509_free(own) }
        var above: OpaquePointer?
        defer { X509_free(above) }
        if let issuer { above = try LoadedIdentity.x509(issuer) }
        let singles = (0..<max(OCSP_resp_count(basic), 0)).compactMap { OCSP_resp_get0(basic, $0) }
        let single = singles.first { copenssl_ocsp_is_about(OCSP_SINGLERESP_get0_id($0), own, above) == 1 }
        guard let single else { throw failure("is about another certificate") }
        var start: UnsafeMutablePointer<ASN1_GENERALIZEDTIME>?
        var end: UnsafeMutablePointer<ASN1_GENERALIZEDTIME>?
        guard OCSP_single_get0_status(single, nil, nil, &start, &end) == V_OCSP_CERTSTATUS_GOOD else {
            throw failure("does not say that it is good")
        }
        guard let start, let from = OCSPStaple.date(start) else { throw failure("has no time") }
        notBefore = from
        if let end {
            guard let to = OCSPStaple.date(end), to > from else { throw failure("has no time") }
            notAfter = to
        } else {
            notAfter = nil
        }
        if let above, copenssl_ocsp_is_signed(basic, above) != 1 { throw failure("is not signed by its issuer") }
        encoded = der
    }

    /// Returns `true` if the response can be shown at `time`.
    func isValid(at time: Date) -> Bool { notBefore <= time && notAfter.map { time < $0 } ?? true }

    /// The content of the successful response that all of `der` is; the caller frees it.
    private static func basic(_ der: [UInt8]) -> OpaquePointer? {
        let response = der.withUnsafeBufferPointer { bytes -> OpaquePointer? in
            var next = bytes.baseAddress
            guard let response = d2i_OCSP_RESPONSE(nil, &next, bytes.count) else { return nil }
            guard next == bytes.baseAddress.map({ $0 + bytes.count }) else {
                OCSP_RESPONSE_free(response)
                return nil
            }
            return response
        }
        guard let response else { return nil }
        defer { OCSP_RESPONSE_free(response) }
        guard OCSP_response_status(response) == OCSP_RESPONSE_STATUS_SUCCESSFUL else { return nil }
        return OCSP_response_get1_basic(response)
    }

    private static func date(_ time: UnsafePointer<ASN1_GENERALIZEDTIME>) -> Date? {
        var parts = tm()
        guard ASN1_TIME_to_tm(time, &parts) == 1 else { return nil }
        return Date(timeIntervalSince1970: TimeInterval(timegm(&parts)))
    }
}
