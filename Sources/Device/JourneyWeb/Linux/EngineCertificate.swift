internal import CWebKitGTK
internal import Foundation

/// Certificates as the engine takes them.
enum EngineCertificate {
    /// The certificate that `der` encodes, owned by the caller; `nil` when it is none.
    @GTKActor static func make(der: [UInt8]) -> UnsafeMutablePointer<GTlsCertificate>? {
        let base64 = Data(der).base64EncodedString(options: [.lineLength64Characters, .endLineWithLineFeed])
        let pem = "-----BEGIN CERTIFICATE-----\n\(base64)\n-----END CERTIFICATE-----\n"
        return g_tls_certificate_new_from_pem(pem, gssize(pem.utf8.count), nil)
    }

    /// What `make(der:)` takes, of a certificate that the engine shows.
    @GTKActor static func der(of certificate: UnsafeMutablePointer<GTlsCertificate>) -> [UInt8] {
        guard let bytes = cwebkit_certificate_der(certificate) else { return [] }
        defer { g_bytes_unref(bytes) }
        var count: gsize = 0
        let start = g_bytes_get_data(bytes, &count)
        return Array(UnsafeRawBufferPointer(start: start, count: Int(count)))
    }
}
