import Foundation
import JourneyBase
import JourneyCBOR
import JourneyCrypto
import TestSupport
import Testing

/// Vectors of others: annex D of ISO/IEC 18013-5, inputs of ISO/IEC 18013-6, other libraries' data.
enum Documents {
    static let arePresent = Vectors.has("mdoc/annex_d/d5_1_session_establishment.hex")

    static func bytes(_ name: String) throws -> [UInt8] {
        let text = String(decoding: try Vectors.bytes("mdoc/\(name).hex"), as: UTF8.self)
        return try #require(Hex.decode(text.trimmingCharacters(in: .whitespacesAndNewlines)))
    }

    static func annex(_ name: String) throws -> [UInt8] { try bytes("annex_d/\(name)") }

    /// Returns a value that others computed from the annex.
    static func answer(_ name: String) throws -> [UInt8] {
        try #require(try Vectors.json("mdoc/annex_d/known_answers.json")[name]?.string.flatMap(Hex.decode))
    }
}
