import CCurl
import JourneyBase

/// Reads the certificates that a peer showed.
enum CurlCertificates {
    /// The leaf, DER, or `nil` when the handle saw none.
    static func leaf(of easy: UnsafeMutableRawPointer) -> [UInt8]? {
        var chain: UnsafeMutablePointer<curl_certinfo>?
        guard ccurl_get_certificates(easy, &chain) == CURLE_OK, let chain, chain.pointee.num_of_certs > 0,
            let lists = chain.pointee.certinfo
        else { return nil }
        var next = lists[0]
        while let entry = next {
            let prefix = "Cert:"
            if let data = entry.pointee.data {
                let text = String(cString: data)
                if text.hasPrefix(prefix) { return der(of: text.dropFirst(prefix.count)) }
            }
            next = entry.pointee.next
        }
        return nil
    }

    /// The bytes of a PEM certificate (RFC 7468, section 5).
    static func der(of pem: Substring) -> [UInt8]? {
        let lines = pem.split(whereSeparator: \.isNewline)
        guard lines.first == "-----BEGIN CERTIFICATE-----", lines.last == "-----END CERTIFICATE-----" else {
            return nil
        }
        let base64 = lines.dropFirst().dropLast().joined()
        let plain = base64.replacing("+", with: "-").replacing("/", with: "_").prefix { $0 != "=" }
        return Base64URL.decode(String(plain))
    }
}
