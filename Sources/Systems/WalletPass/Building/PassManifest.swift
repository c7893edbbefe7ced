import JourneyBase
import JourneyCrypto

/// The `manifest.json` of a pass: the SHA-1 of each file by path, which Wallet compares. SHA-1 is weak; the signature covers this
/// file with SHA-256.
enum PassManifest {
    /// The longest manifest accepted, in bytes.
    static let longest = 1 << 18

    /// Returns the manifest of these files, except the manifest and the signature. The same files give the same bytes.
    static func bytes(of files: [String: [UInt8]]) -> [UInt8] {
        JSONValue.object(
            files.filter { $0.key != "manifest.json" && $0.key != "signature" }.mapValues { .string(digest(of: $0)) }
        ).compactBytes
    }

    static func digest(of bytes: [UInt8]) -> String { Hex.encode(SHA1.hash(bytes)) }

    /// Returns the digests by path; `nil` for bytes that are not a manifest.
    static func read(_ bytes: [UInt8]) -> [String: String]? {
        guard let object = try? JSONReader.read(bytes, limits: JSONLimits(bytes: longest, depth: 2)).object else {
            return nil
        }
        let digests = object.compactMapValues(\.string)
        return digests.count == object.count ? digests : nil
    }
}
