import JourneyBase
import JourneyCrypto

/// `manifest.json` of a pass: the SHA-1 of each file, by its path. Weak, and what Wallet compares; what is signed is this
/// file, with SHA-256.
enum PassManifest {
    /// The longest that is read, in bytes.
    static let longest = 1 << 18

    /// For these files, but for itself and the signature. The same files give the same bytes.
    static func bytes(of files: [String: [UInt8]]) -> [UInt8] {
        JSONValue.object(
            files.filter { $0.key != "manifest.json" && $0.key != "signature" }.mapValues { .string(digest(of: $0)) }
        ).compactBytes
    }

    static func digest(of bytes: [UInt8]) -> String { Hex.encode(SHA1.hash(bytes)) }

    /// The digests by path; `nil` for what is no manifest.
    static func read(_ bytes: [UInt8]) -> [String: String]? {
        guard let object = try? JSONReader.read(bytes, limits: JSONLimits(bytes: longest, depth: 2)).object else {
            return nil
        }
        let digests = object.compactMapValues(\.string)
        return digests.count == object.count ? digests : nil
    }
}
