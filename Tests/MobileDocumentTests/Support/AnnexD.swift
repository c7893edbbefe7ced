import Foundation
import JourneyBase
import JourneyCBOR
import JourneyCrypto
import MobileDocument
import TestSupport
import Testing

/// The example of ISO/IEC 18013-5, annex D, from the vector files.
enum AnnexD {
    static let isThere = Vectors.has("mdoc/annex_d/keys.json")

    /// Returns the bytes of a file of hexadecimal digits.
    static func bytes(_ name: String) throws -> [UInt8] { try VectorFile.hex("mdoc/annex_d/\(name).hex") }

    /// A time at which every part of the example is valid.
    static let time = Date(timeIntervalSince1970: 1_622_505_600)  // 2021-06-01T00:00:00Z

    static func response() throws -> [UInt8] { try bytes("d4_1_2_device_response") }

    static func transcript() throws -> SessionTranscript {
        try SessionTranscript(reading: bytes("d5_1_session_transcript_bytes")[...])
    }

    static func authority() throws -> Certificate { try Certificate(bytes("d5_2_iaca_cert_der")) }

    /// Returns one of the private keys.
    static func key(_ name: String) throws -> AgreementKey {
        let json = try Vectors.json("mdoc/annex_d/keys.json")
        let scalar = try #require(json[name]?["d"]?.string.flatMap { Hex.decode($0) })
        return try AgreementKey(scalar: Secret(copying: scalar), on: .p256)
    }
}

enum VectorFile {
    /// Returns the bytes of a file of hexadecimal digits.
    static func hex(_ path: String) throws -> [UInt8] {
        let text = String(decoding: try Vectors.bytes(path), as: UTF8.self)
        return try #require(Hex.decode(text.filter { !$0.isWhitespace }))
    }
}
