import Foundation
import JourneyBase
import JourneyCBOR
import JourneyCrypto
import TestSupport
import Testing

/// Annex D of ISO/IEC 18013-5 and examples of other libraries, as files of others.
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
    /// For tests: what is no secret, as one.
    convenience init(plain bytes: [UInt8]) { self.init(copying: bytes) }
}
