import Foundation

extension Certificate {
    /// Most certificates that one text holds.
    private static let mostInText = 256

    /// The certificates in `text`, in order (RFC 7468, section 5): blocks of `CERTIFICATE` with standard base64, anything
    /// around them ignored. Throws `DERError` when a block is broken or there is none.
    public static func list(pem text: String) throws(DERError) -> [Certificate] {
        var found: [Certificate] = []
        for block in try PEMText.blocks("CERTIFICATE", in: text, limit: mostInText) {
            found.append(try Certificate(block))
        }
        guard !found.isEmpty else { throw DERError(.unexpectedEnd, at: 0, "no certificate in this text") }
        return found
    }

    /// The certificate as PEM.
    public var pem: String { PEMText.text("CERTIFICATE", encoded) }
}
