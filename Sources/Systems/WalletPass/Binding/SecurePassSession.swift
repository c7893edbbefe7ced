import Foundation

/// Signed binding data, and the link that hands it to a device without an app:
/// `https://wallet.apple.com/securePassSession#DATA&SIGNATURE`, both in base64. No server sees what is behind the `#`.
package struct SecurePassSession: Hashable, Sendable {
    /// The bytes of the binding data, as they were signed.
    package let issuerData: [UInt8]
    /// The detached signature over them, DER.
    package let signature: [UInt8]

    private static let start = "https://wallet.apple.com/securePassSession#"
    /// The longest link that is read, in bytes.
    private static let longest = 64 << 10

    package init(issuerData: [UInt8], signature: [UInt8]) {
        self.issuerData = issuerData
        self.signature = signature
    }

    /// The session that a link carries; `nil` for any other link.
    package init?(link: String) {
        guard link.utf8.count <= Self.longest, link.hasPrefix(Self.start) else { return nil }
        let parts = link.dropFirst(Self.start.count).split(separator: "&", omittingEmptySubsequences: false)
        guard parts.count == 2, let data = Data(base64Encoded: String(parts[0])), !data.isEmpty,
            let signature = Data(base64Encoded: String(parts[1])), !signature.isEmpty
        else { return nil }
        self.init(issuerData: [UInt8](data), signature: [UInt8](signature))
    }

    package var link: String {
        Self.start + Data(issuerData).base64EncodedString() + "&" + Data(signature).base64EncodedString()
    }
}
