import JourneyCBOR
import MobileDocument
import TestSupport
import Testing

@Suite("Parsing responses") struct DeviceResponseTests {
    private func change(_ members: [CBORValue: CBORValue?]) async throws -> [UInt8] {
        let shown = try await Presentation()
        let item = try CBORReader.item(in: try await shown.response()[...], limits: DocumentLimits.response)
        guard case .map(var map) = item.value else { return [] }
        for (key, value) in members { map[key] = value }
        return CBORValue.map(map).encoded
    }

    private func document(_ path: [CBORValue], _ value: CBORValue?) async throws -> [UInt8] {
        let shown = try await Presentation()
        let item = try CBORReader.item(in: try await shown.response()[...], limits: DocumentLimits.response)
        return item.value.replacing(["documents", 0] + path, by: value).encoded
    }

    private func reason(_ bytes: [UInt8]) -> CBORError.Reason? {
        do throws(CBORError) {
            let response = try DeviceResponse(bytes[...])
            for case .unreadable(_, let error) in response.entries { return error.reason }
            return nil
        } catch { return error.reason }
    }

    @Test("a response with another minor version and unknown keys is parsed")
    func tolerance() async throws {
        #expect(reason(try await change(["version": "1.1", "zkDocuments": [], "x": 1])) == nil)
        let empty = try DeviceResponse(DeviceResponse.encode(status: .decodingError)[...])
        #expect(empty.documents.isEmpty && empty.status == 11)
    }

    @Test("an invalid response is refused with a code")
    func refusals() async throws {
        #expect(reason(try await change(["version": "2.0"])) == .unsupported)
        #expect(reason(try await change(["version": nil])) == .missing)
        #expect(reason(try await change(["status": nil])) == .missing)
        #expect(reason(try await change(["status": 10])) == .notAllowed)
        #expect(reason(try await change(["status": -1])) == .unexpectedType)
        #expect(reason(try await change(["documents": []])) == .notAllowed)
        #expect(reason(try await change(["documents": ["a"]])) == .unexpectedType)
        #expect(reason(try await change(["documents": "a"])) == .unexpectedType)
        #expect(reason(try await change(["documentErrors": []])) == .notAllowed)
        #expect(reason(try await change(["documentErrors": [[:]]])) == .notAllowed)
        #expect(reason(try await change(["documentErrors": [["a": "b"]]])) == .unexpectedType)
        #expect(reason(CBORValue.array([]).encoded) == .unexpectedType)
        #expect(reason(try await change([:]) + [0]) == .trailingBytes)
        #expect(reason([]) == .unexpectedEnd)
    }

    @Test("an invalid document is refused with a code")
    func documents() async throws {
        #expect(reason(try await document(["docType"], nil)) == .missing)
        #expect(reason(try await document(["docType"], 1)) == .unexpectedType)
        #expect(reason(try await document(["issuerSigned"], nil)) == .missing)
        #expect(reason(try await document(["issuerSigned", "issuerAuth"], nil)) == .missing)
        #expect(reason(try await document(["issuerSigned", "issuerAuth", 2], .null)) == .missing)
        #expect(
            reason(try await document(["issuerSigned", "nameSpaces", .text(DocumentIssuerFixture.licence), 0], 1))
                == .unexpectedType)
        #expect(reason(try await document(["deviceSigned"], nil)) == .missing)
        #expect(reason(try await document(["deviceSigned", "nameSpaces"], [:])) == .unexpectedType)
        #expect(
            reason(try await document(["deviceSigned", "nameSpaces"], .tagged(24, .bytes([0xA0, 0])))) == .trailingBytes
        )
        #expect(reason(try await document(["deviceSigned", "deviceAuth"], [:])) == .missing)
        let both: CBORValue = [
            "deviceSignature": [.bytes([]), [:], .null, .bytes([])], "deviceMac": [.bytes([]), [:], .null, .bytes([])],
        ]
        #expect(reason(try await document(["deviceSigned", "deviceAuth"], both)) == .notAllowed)
        #expect(reason(try await document(["errors"], [:])) == .notAllowed)
        #expect(reason(try await document(["errors"], ["a": [:]])) == .notAllowed)
        #expect(reason(try await document(["errors"], ["a": ["b": 0]])) == nil)
    }

    @Test("items in byte strings count towards the message's one limit")
    func budget() async throws {
        let shown = try await Presentation()
        // Sixty items of five thousand values each: 300,000 in all.
        let value = CBORValue.array([CBORValue](repeating: 0, count: 5_000))
        let item = CBORValue.tagged(
            24,
            .bytes(
                CBORValue.map([
                    "digestID": 0, "random": .bytes([UInt8](repeating: 0, count: 16)), "elementIdentifier": "x",
                    "elementValue": value,
                ]).encoded)
        ).encoded
        func bytes(_ count: Int) async throws -> [UInt8] {
            var forged = try Forged(shown)
            forged.issuerSigned = Forged.issuerSigned(
                [("n", [[UInt8]](repeating: item, count: count))], auth: Array(shown.issued.issuerAuth.encoded))
            return try await forged.response()
        }
        #expect(reason(try await bytes(30)) == nil)
        #expect(reason(try await bytes(60)) == .tooMany)
    }

    @Test("excessive depth and counts are errors")
    func hostile() {
        #expect(reason([UInt8](repeating: 0x81, count: 100_000)) == .tooDeep)
        #expect(
            reason([0xA1, 0x69] + Array("documents".utf8) + [0x9B, 0, 0, 0, 0, 255, 255, 255, 255]) == .unexpectedEnd)
        #expect(reason([0xA2, 0x61, 0x61, 0, 0x61, 0x61, 0]) == .duplicateKey)
    }

    @Test(
        "another program's tagged sample is parsed and fails verification",
        .enabled(if: Vectors.has("mdoc/isomdl"), "\(Vectors.missing)"))
    func isomdl() throws {
        let response = try VectorFile.hex("mdoc/isomdl/device_response.hex")
        // Its payload is a text instead of an MSO.
        #expect(reason(response) != nil)
    }
}

extension CBORValue {
    /// Returns the value with the part at `path` replaced or removed.
    func replacing(_ path: [CBORValue], by value: CBORValue?) -> CBORValue {
        guard let key = path.first else { return value ?? .null }
        let rest = Array(path.dropFirst())
        switch (self, key) {
        case (.map(var members), _):
            members[key] = rest.isEmpty ? value : members[key]?.replacing(rest, by: value)
            return .map(members)
        case (.array(var items), .unsigned(let index)):
            items[Int(index)] = items[Int(index)].replacing(rest, by: value)
            return .array(items)
        default: return self
        }
    }
}
