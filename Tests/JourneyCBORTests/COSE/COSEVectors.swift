import Foundation
import JourneyBase
import JourneyCBOR
import JourneyCrypto
import TestSupport
import Testing

/// Test vectors of annex D of ISO/IEC 18013-5 and of other libraries, as third-party files.
enum COSEVectors {
    static let isPresent = Vectors.has("mdoc/annex_d/d5_2_issuer_auth.hex")

    static func bytes(_ name: String) throws -> [UInt8] {
        let text = String(decoding: try Vectors.bytes("mdoc/\(name)"), as: UTF8.self)
        return try #require(Hex.decode(text.trimmingCharacters(in: .whitespacesAndNewlines)))
    }

    static func certificateKey(_ name: String) throws -> PublicKey {
        try PublicKey(spki: Array(Certificate(bytes(name)).spki))
    }

    static func answer(_ name: String) throws -> [UInt8] {
        let answers = try Vectors.json("mdoc/annex_d/known_answers.json")
        return try #require(answers[name]?.string.flatMap(Hex.decode))
    }
}

extension Secret {
    /// Creates a `Secret` from data that isn't secret, for tests.
    convenience init(plain bytes: [UInt8]) { self.init(copying: bytes) }
}
