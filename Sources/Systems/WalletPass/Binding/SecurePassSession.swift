import Foundation

/// Signed binding data, and the link that transfers it to a device without an app:
/// `https://wallet.apple.com/securePassSession#DATA&SIGNATURE`, both in base64. The fragment behind the `#` is never sent to a
/// server.
package struct SecurePassSession: Hashable, Sendable {
    /// The binding data as signed.
    package let issuerData: [UInt8]
    /// The detached DER signature over `issuerData`.
    package let signature: [UInt8]

    private static let start = "https://wallet.apple.com/securePassSession#"
    /// The longest link accepted, in bytes.
    private static let longest = 64 << 10

    package init(issuerData: [UInt8], signature: [UInt8]) {
        self.issuerData = issuerData
        self.signature = signature
    }

    /// Parses the session in a link; `nil` for any other link.
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
