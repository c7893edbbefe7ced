import Foundation
import JourneyBase
import JourneyCBOR
import JourneyCrypto
import MobileDocument
import TestSupport
import Testing

/// The examples of the Token Status List draft.
@Suite("Token Status List's examples", .enabled(if: Vectors.has("openid4vc/status-list"), "\(Vectors.missing)"))
struct StatusVectorTests {
    private static let uri = "https://example.com/statuslists/1"
    private static let time = Date(timeIntervalSince1970: 1_700_000_000)

    private func text(_ name: String) throws -> String {
        String(decoding: try Vectors.bytes("openid4vc/status-list/\(name).txt"), as: UTF8.self)
            .filter { !$0.isWhitespace }
    }

    private func key() throws -> PublicKey {
        let jwk = try #require(try Vectors.json("openid4vc/status-list/expected.json")["issuerJwk"])
        let bytes = try ["x", "y"].flatMap { try #require(jwk[$0]?.string.flatMap { Base64URL.decode($0) }) }
        return .p256(try P256PublicKey(x963: [4] + bytes))
    }

    private func tokens() throws -> [[UInt8]] {
        [Array(try text("status_list_jwt_raw").utf8), try #require(Hex.decode(text("status_list_cwt")))]
    }

    @Test("the JWT and CWT tokens give the draft's values, and nothing beyond the list")
    func tokenValues() throws {
        let expected = try #require(
            try Vectors.json("openid4vc/status-list/expected.json")["short1bit"]?["values"]?.array)
        for bytes in try tokens() {
            let token = try StatusToken(bytes[...])
            #expect(token.timeToLive == 43_200)
            for (index, value) in expected.enumerated() {
                let found = try token.status(at: UInt64(index), uri: Self.uri, key: key(), at: Self.time)
                #expect(Int64(found) == value.number?.int64, "\(index)")
            }
            func code(_ index: UInt64, _ uri: String = Self.uri, _ time: Date = Self.time) throws -> String? {
                let key = try key()
                do throws(StatusToken.VerificationError) {
                    _ = try token.status(at: index, uri: uri, key: key, at: time)
                } catch { return error.code }
                return nil
            }
            #expect(try code(16) == "MDOC_STATUS_INDEX" && code(.max) == "MDOC_STATUS_INDEX")
            #expect(try code(0, Self.uri + "/") == "MDOC_STATUS_MISSING")
            #expect(try code(0, Self.uri, Date(timeIntervalSince1970: 1_686_920_169)) == "MDOC_STATUS_FUTURE")
            #expect(try code(0, Self.uri, Date(timeIntervalSince1970: 2_291_720_170)) == "MDOC_STATUS_EXPIRED")
        }
    }

    @Test("every flipped bit of a token is refused")
    func flips() throws {
        let key = try key()
        for bytes in try tokens() {
            // The kid of the CWT is not protected: its two bytes are no one's claim.
            let isJWT = bytes.first == UInt8(ascii: "e")
            let free = isJWT ? nil : bytes.indices.first { bytes[$0...].starts(with: [0x42, 0x31, 0x32]) }
            for place in bytes.indices {
                for bit in 0..<8 {
                    var changed = bytes
                    changed[place] ^= 1 << UInt8(bit)
                    guard let token = try? StatusToken(changed[...]) else { continue }
                    if let free, (free - 2...free + 2).contains(place) { continue }
                    #expect(throws: StatusToken.VerificationError.self, "\(place) \(bit)") {
                        try token.status(at: 0, uri: Self.uri, key: key, at: Self.time)
                    }
                }
            }
        }
    }

    private func list(_ name: String) throws -> StatusList {
        let json = try text(name)
        let start = try #require(json.firstIndex(of: "{"))
        let value = try JSONReader.read(Array(json[start...].utf8))
        let bits = try #require(value["bits"]?.number?.int64)
        let bytes = try #require(value["lst"]?.string.flatMap { Base64URL.decode($0) })
        return try #require(StatusList(bits: Int(bits), compressed: bytes[...]))
    }

    @Test("million-entry lists with one and four bits have the draft's values")
    func longLists() throws {
        let expected = try Vectors.json("openid4vc/status-list/expected.json")
        let one = try list("status_list_encoding1_long_json")
        #expect(one.count == 1_048_576)
        let ones = try #require(expected["long1bit"]?["ones"]?.array).compactMap { $0.number?.int64 }
        #expect((0..<UInt64(one.count)).filter { one[$0] == 1 } == ones.map(UInt64.init).sorted())
        let four = try list("status_list_encoding4_json")
        #expect(four.count == 1_048_576)
        let values = try #require(expected["long4bit"]?["values"]?.object)
        var found: [UInt64: UInt8] = [:]
        for index in 0..<UInt64(four.count) where four[index] != 0 { found[index] = four[index] }
        #expect(
            found
                == Dictionary(
                    uniqueKeysWithValues: values.compactMap { key, value in
                        UInt64(key).flatMap { index in value.number?.int64.map { (index, UInt8($0)) } }
                    }))
        #expect(try list("status_list_encoding_json")[0] == 1)
    }

    @Test("the CBOR encodings of the same lists are equal")
    func cborLists() throws {
        let four = try #require(Hex.decode(text("status_list_encoding4_cbor")))
        let item = try CBORReader.item(in: four[...])
        let bytes = try #require(item["lst"]?.bytes)
        #expect(try #require(StatusList(bits: 4, compressed: bytes)) == self.list("status_list_encoding4_json"))
    }

    @Test("statuses of all widths round-trip, lowest bits first", arguments: [1, 2, 4, 8])
    func widths(_ bits: Int) throws {
        var list = try #require(StatusList(bits: bits, count: 64))
        for index in 0..<UInt64(64) { list[index] = UInt8(truncatingIfNeeded: index &* 37) & UInt8((1 << bits) - 1) }
        for index in 0..<UInt64(64) {
            #expect(list[index] == UInt8(truncatingIfNeeded: index &* 37) & UInt8((1 << bits) - 1))
        }
        #expect(list[64] == nil && list.count == 64)
    }

    @Test("a JWT with another type, algorithm, header or claim is refused")
    func forms() throws {
        let signer = try P256PrivateKey.generate()
        func token(_ header: String, _ claims: String, signed: Bool = true) throws -> [UInt8] {
            let input = Base64URL.encode(Array(header.utf8)) + "." + Base64URL.encode(Array(claims.utf8))
            let signature = try signer.sign(Array(input.utf8))
            return Array((input + "." + Base64URL.encode(signature)).utf8)
        }
        let head = #"{"alg":"ES256","typ":"statuslist+jwt"}"#
        let claims = #"{"sub":"u","iat":1600000000,"status_list":{"bits":1,"lst":"eNrbuRgAAhcBXQ"}}"#
        let good = try StatusToken(try token(head, claims)[...])
        let key = PublicKey.p256(signer.publicKey)
        #expect(try good.status(at: 0, uri: "u", key: key, at: Self.time) == 1)
        for (header, body) in [
            (#"{"alg":"ES256","typ":"JWT"}"#, claims), (#"{"alg":"none","typ":"statuslist+jwt"}"#, claims),
            (#"{"alg":"HS256","typ":"statuslist+jwt"}"#, claims),
            (#"{"alg":"ES256","typ":"statuslist+jwt","crit":["b64"]}"#, claims),
            (#"{"alg":"ES256","typ":"statuslist+jwt","jwk":{}}"#, claims), (#"{"alg":"ES256"}"#, claims),
            (head, #"{"iat":1600000000,"status_list":{"bits":1,"lst":"eNrbuRgAAhcBXQ"}}"#),
            (head, #"{"sub":"u","status_list":{"bits":1,"lst":"eNrbuRgAAhcBXQ"}}"#),
            (head, #"{"sub":"u","iat":1600000000,"status_list":{"bits":3,"lst":"eNrbuRgAAhcBXQ"}}"#),
            (head, #"{"sub":"u","iat":1600000000,"status_list":{"bits":1,"lst":"eNrbuRgAAhcBXX"}}"#),
            (head, #"{"sub":"u","sub":"u","iat":1600000000,"status_list":{"bits":1,"lst":"eNrbuRgAAhcBXQ"}}"#),
            (head, #"{"sub":"u","iat":1600000000,"exp":"x","status_list":{"bits":1,"lst":"eNrbuRgAAhcBXQ"}}"#),
        ] {
            let bytes = try token(header, body)
            #expect(throws: CBORError.self, "\(header) \(body)") { try StatusToken(bytes[...]) }
        }
        // The header's algorithm must be the key's.
        let other = try StatusToken(try token(#"{"alg":"ES384","typ":"statuslist+jwt"}"#, claims)[...])
        #expect(throws: StatusToken.VerificationError.self) {
            try other.status(at: 0, uri: "u", key: key, at: Self.time)
        }
    }
}
