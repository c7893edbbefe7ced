internal import CWebKitGTK
internal import Foundation

/// Converts certificates for the engine.
enum EngineCertificate {
    /// Returns the certificate that `der` encodes, owned by the caller; `nil` for an invalid one.
    @GTKActor static func make(der: [UInt8]) -> UnsafeMutablePointer<GTlsCertificate>? {
        let base64 = Data(der).base64EncodedString(options: [.lineLength64Characters, .endLineWithLineFeed])
        let pem = "-----BEGIN CERTIFICATE-----\n\(base64)\n-----END CERTIFICATE-----\n"
        return g_tls_certificate_new_from_pem(pem, gssize(pem.utf8.count), nil)
    }

    /// Returns the faults of a certificate in words, for messages.
    static func faults(_ flags: GTlsCertificateFlags) -> String {
        let known: [(UInt32, String)] = [
            (1, "its authority is unknown"), (2, "it is for another host"), (4, "it is not valid yet"),
            (8, "it has expired"), (16, "it was revoked"), (32, "its algorithm is insecure"),
            (64, "it could not be verified"),
        ]
        let found = known.filter { flags.rawValue & $0.0 != 0 }.map(\.1)
        return found.isEmpty ? "no reason given" : found.joined(separator: ", ")
    }

    /// Returns the DER of an engine's certificate.
    @GTKActor static func der(of certificate: UnsafeMutablePointer<GTlsCertificate>) -> [UInt8] {
        guard let bytes = cwebkit_certificate_der(certificate) else { return [] }
        defer { g_bytes_unref(bytes) }
        var count: gsize = 0
        let start = g_bytes_get_data(bytes, &count)
        return Array(UnsafeRawBufferPointer(start: start, count: Int(count)))
    }
}
