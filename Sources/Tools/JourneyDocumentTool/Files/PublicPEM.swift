import Foundation
import JourneyCrypto

/// The PEM form of a public key (RFC 7468, section 13).
enum PublicPEM {
    private static let (begin, end) = ("-----BEGIN PUBLIC KEY-----", "-----END PUBLIC KEY-----")

    /// Returns the first key in `text`.
    static func key(_ text: String) -> PublicKey? {
        guard let start = text.range(of: begin), let stop = text.range(of: end), start.upperBound < stop.lowerBound,
            let spki = Data(base64Encoded: text[start.upperBound..<stop.lowerBound].filter { !$0.isWhitespace })
        else { return nil }
        return try? PublicKey(spki: Array(spki))
    }

    static func text(_ key: PublicKey) -> String {
        let base64 = Data(key.spki).base64EncodedString(options: [.lineLength64Characters, .endLineWithLineFeed])
        return "\(begin)\n\(base64)\n\(end)\n"
    }
}
