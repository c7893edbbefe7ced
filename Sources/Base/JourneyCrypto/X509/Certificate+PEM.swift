import Foundation

extension Certificate {
    /// The maximum number of certificates in one text.
    private static let mostInText = 256

    /// Parses the certificates in PEM text (RFC 7468, section 5).
    ///
    /// - Parameter text: `CERTIFICATE` blocks with standard base64; text around them is ignored.
    /// - Returns: The certificates, in order.
    /// - Throws: `DERError` when a block is malformed or there is none.
    public static func list(pem text: String) throws(DERError) -> [Certificate] {
        try list(pem: text, isTolerant: false)
    }

    /// Parses the certificates in PEM text, as `tolerant` does on demand.
    package static func list(pem text: String, isTolerant: Bool) throws(DERError) -> [Certificate] {
        var found: [Certificate] = []
        for block in try PEMText.blocks("CERTIFICATE", in: text, limit: mostInText) {
            found.append(isTolerant ? try Certificate.tolerant(block) : try Certificate(block))
        }
        guard !found.isEmpty else { throw DERError(.unexpectedEnd, at: 0, "the text contains no certificate") }
        return found
    }

    /// The certificate as PEM.
    public var pem: String { PEMText.text("CERTIFICATE", encoded) }
}
