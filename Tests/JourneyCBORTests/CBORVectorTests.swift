import JourneyBase
import JourneyCBOR
import TestSupport
import Testing

private let appendix = "cbor/rfc8949_appendix_a.json"

/// The examples of RFC 8949, appendix A, as a third-party file.
@Suite("CBOR examples of RFC 8949's appendix", .enabled(if: Vectors.has(appendix), "\(Vectors.missing)"))
struct CBORVectorTests {
    /// The list is that of RFC 7049, which allowed a simple value below 32 in two bytes; RFC 8949, section 3.3, calls that not
    /// well-formed.
    private static let nowRefused: Set<String> = ["f818"]

    private func entries() throws -> [(hex: String, bytes: [UInt8], entry: JSONValue)] {
        try #require(try Vectors.json(appendix).array).map { entry in
            let hex = try #require(entry["hex"]?.string)
            return (hex, try #require(Hex.decode(hex)), entry)
        }
    }

    @Test("every example is read as listed, and those in shortest form are written again")
    func all() throws {
        var read = 0
        var refused = 0
        var written = 0
        for (hex, bytes, entry) in try entries() {
            if CBORVectorTests.nowRefused.contains(hex) {
                #expect(throws: CBORError.self, "\(hex)") { try CBORReader.item(in: bytes[...]) }
                refused += 1
                continue
            }
            let item = try CBORReader.item(in: bytes[...])
            read += 1
            #expect(item.encoded == bytes[...], "\(hex)")
            if let diagnostic = entry["diagnostic"]?.string {
                #expect(item.diagnostic == diagnostic, "\(hex)")
            } else {
                let decoded = try #require(entry["decoded"], "\(hex)")
                #expect(Diagnostic.matches(item.value, decoded), "\(hex)")
            }
            let isShortest = entry["roundtrip"]?.bool ?? false
            #expect(item.isDeterministic == isShortest, "\(hex)")
            if isShortest {
                #expect(item.value.encoded == bytes, "\(hex)")
                written += 1
            }
        }
        print("RFC 8949, Appendix A: \(read) read, \(written) of them written back alike, \(refused) refused")
        #expect(read == 81 && written == 64 && refused == 1)
    }

    @Test("a truncated or extended example is refused")
    func cut() throws {
        for (hex, bytes, _) in try entries() where !CBORVectorTests.nowRefused.contains(hex) {
            for length in bytes.indices {
                #expect(throws: CBORError.self, "\(hex), \(length) bytes") { try CBORReader.item(in: bytes[..<length]) }
            }
            let error = #expect(throws: CBORError.self) { try CBORReader.item(in: (bytes + [0])[...]) }
            #expect(error?.reason == .trailingBytes && error?.offset == bytes.count, "\(hex)")
        }
    }
}
