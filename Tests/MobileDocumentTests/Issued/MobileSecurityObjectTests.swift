import JourneyBase
import JourneyCBOR
import JourneyCrypto
import MobileDocument
import TestSupport
import Testing

@Suite("The mobile security object") struct MobileSecurityObjectTests {
    private static let digest = CBORValue.bytes([UInt8](repeating: 1, count: 32))
    private static let good: [CBORValue: CBORValue] = [
        "version": "1.0", "digestAlgorithm": "SHA-256", "docType": "org.iso.18013.5.1.mDL",
        "valueDigests": ["org.iso.18013.5.1": [0: digest]],
        "deviceKeyInfo": ["deviceKey": [1: 2], "keyInfo": [-1: "x"]],
        "validityInfo": [
            "signed": .tagged(0, "2020-10-01T13:30:02Z"), "validFrom": .tagged(0, "2020-10-01T13:30:02Z"),
            "validUntil": .tagged(0, "2021-10-01T13:30:02Z"),
        ],
        "somethingNew": [1, 2, 3],
    ]

    private func read(_ members: [CBORValue: CBORValue]) throws(CBORError) -> MobileSecurityObject {
        let payload = CBORValue.tagged(24, .bytes(CBORValue.map(members).encoded)).encoded
        return try MobileSecurityObject(payload: payload[...])
    }

    @Test("known members are parsed, and unknown ones are ignored and kept")
    func good() throws {
        var members = Self.good
        members["version"] = "1.7"
        members["status"] = [
            "status_list": ["idx": 412, "uri": "https://a.example/1"],
            "identifier_list": ["id": .bytes([1]), "uri": "https://a.example/2"],
        ]
        members["deviceKeyInfo"] = [
            "deviceKey": [1: 2],
            "keyAuthorizations": ["nameSpaces": ["a"], "dataElements": ["b": ["c", "d"]]],
        ]
        let mso = try read(members)
        #expect(mso.version.minor == 7 && mso.docType == .drivingLicence && mso.digestAlgorithm == .sha256)
        #expect(mso.valueDigests["org.iso.18013.5.1"]?[0]?.count == 32)
        #expect(mso.status?.statusList == .init(index: 412, uri: "https://a.example/1"))
        #expect(mso.status?.identifierList == .init(identifier: [1], uri: "https://a.example/2"))
        #expect(mso.keyAuthorizations.allow("x", in: "a") && mso.keyAuthorizations.allow("c", in: "b"))
        #expect(!mso.keyAuthorizations.allow("x", in: "b") && !mso.keyAuthorizations.allow("c", in: "e"))
        #expect(mso.item["somethingNew"]?.array?.count == 3)
        #expect(try !read(Self.good).keyAuthorizations.allow("c", in: "b"))
    }

    @Test("a violation is refused with a code and a location")
    func bad() throws {
        let validity = { (key: CBORValue, text: String) -> CBORValue in
            guard case .map(var times) = Self.good["validityInfo"] else { return .null }
            times[key] = .tagged(0, .text(text))
            return .map(times)
        }
        let cases: [(CBORValue, CBORValue?, CBORError.Reason)] = [
            ("version", "2.0", .unsupported), ("version", "1", .notAllowed), ("version", "1.0.0", .notAllowed),
            ("version", 1, .unexpectedType), ("version", nil, .missing),
            ("digestAlgorithm", "SHA-1", .unsupported), ("digestAlgorithm", "sha-256", .unsupported),
            ("digestAlgorithm", "SHA-512", .notAllowed), ("docType", nil, .missing), ("docType", 1, .unexpectedType),
            ("valueDigests", ["a": ["0": Self.digest]], .unexpectedType),
            ("valueDigests", ["a": [0: "x"]], .unexpectedType), ("valueDigests", ["a": [0: .bytes([])]], .notAllowed),
            ("valueDigests", ["a": [-1: Self.digest]], .unexpectedType),
            ("valueDigests", [0: [0: Self.digest]], .unexpectedType),
            ("deviceKeyInfo", [:], .missing), ("deviceKeyInfo", ["deviceKey": "key"], .unexpectedType),
            ("deviceKeyInfo", ["deviceKey": [1: 2], "keyAuthorizations": ["nameSpaces": "a"]], .unexpectedType),
            (
                "deviceKeyInfo",
                ["deviceKey": [1: 2], "keyAuthorizations": ["nameSpaces": ["a"], "dataElements": ["a": ["b"]]]],
                .notAllowed
            ),
            ("validityInfo", validity("signed", "2020-10-01T13:30:02+00:00"), .notAllowed),
            ("validityInfo", validity("validUntil", "2020-10-01T13:30:02Z"), .notAllowed),
            ("validityInfo", validity("expectedUpdate", "soon"), .notAllowed),
            ("status", ["status_list": ["uri": "a"]], .missing), ("status", [1], .unexpectedType),
        ]
        for (key, value, reason) in cases {
            var members = Self.good
            members[key] = value
            let error = #expect(throws: CBORError.self, "\(key) \(String(describing: value))") { try read(members) }
            #expect(error?.reason == reason, "\(key) \(String(describing: value)): \(String(describing: error))")
            #expect((error?.offset ?? 0) > 0)
        }
    }

    @Test("the payload is a byte string under tag 24, with nothing behind the map")
    func wrapping() throws {
        let inner = CBORValue.map(Self.good).encoded
        for payload in [
            inner, CBORValue.bytes(inner).encoded, CBORValue.tagged(23, .bytes(inner)).encoded,
            CBORValue.tagged(24, .bytes(inner + [0])).encoded, CBORValue.tagged(24, .bytes(inner)).encoded + [0],
        ] {
            #expect(throws: CBORError.self) { try MobileSecurityObject(payload: payload[...]) }
        }
    }

    @Test(
        "the standard's object is parsed and matches its items", .enabled(if: AnnexD.isThere, "\(Vectors.missing)")
    )
    func annexD() throws {
        let auth = try COSESign1(AnnexD.bytes("d5_2_issuer_auth")[...])
        let mso = try MobileSecurityObject(payload: try #require(auth.payload))
        #expect(mso.docType == .drivingLicence && mso.version == .first && mso.digestAlgorithm == .sha256)
        #expect(mso.valueDigests["org.iso.18013.5.1"]?.count == 13)
        let known = try Vectors.json("mdoc/annex_d/known_answers.json")
        let response = try CBORReader.item(in: AnnexD.response()[...], limits: DocumentLimits.response)
        let signed = try #require(response["documents"]?.array?.first?["issuerSigned"])
        let issued = try IssuerSigned(signed.encoded)
        let items = issued.items(of: "org.iso.18013.5.1")
        #expect(items.count == 6)
        for item in items {
            let name = "\(item.digestID) \(item.elementIdentifier)"
            #expect(Hex.encode(item.digest(.sha256)) == known["item_digests_sha256"]?[name]?.string, "\(name)")
            #expect(mso.valueDigests["org.iso.18013.5.1"]?[item.digestID]?.elementsEqual(item.digest(.sha256)) == true)
        }
    }

    @Test("an item with another key order, long heads and unknown keys keeps its bytes")
    func oddItem() throws {
        // {"elementValue": 1, "elementIdentifier": "a", "x": null, "random": 16 bytes, "digestID": 7}, with counts in
        // two bytes.
        var inner: [UInt8] = [0xB8, 5]
        for (name, value) in [
            ("elementValue", [0x18, 1]), ("elementIdentifier", [0x61, 0x61]), ("x", [0xF6]),
            ("random", [0x50] + [UInt8](repeating: 9, count: 16)), ("digestID", [7]),
        ] as [(String, [UInt8])] {
            inner += CBORValue.text(name).encoded + value
        }
        let bytes: [UInt8] = [0xD8, 24, 0x59, 0, UInt8(inner.count)] + inner
        let item = try IssuerSignedItem(encoded: bytes[...])
        #expect(item.encoded.elementsEqual(bytes) && item.digestID == 7 && item.elementValue.encoded == [0x18, 1])
        #expect(item.digest(.sha256) == SHA256.hash(bytes) && item.random.count == 16)
    }
}
