import Foundation
import JourneyBase
import Testing

@testable import JourneyCrypto

@Suite("DER reader")
struct DERReaderTests {
    private func element(_ hex: String, _ tag: DERTag = .sequence) throws(DERError) -> DERElement {
        try DERReader.element(tag, in: (Hex.decode(hex) ?? [])[...])
    }

    @Test(
        "non-DER heads are refused with their position",
        arguments: [
            ("", DERError.Reason.unexpectedEnd, 0), ("30", .unexpectedEnd, 1), ("3001", .unexpectedEnd, 1),
            ("3080", .badLength, 1), ("30800000", .badLength, 1), ("308100", .badLength, 1), ("30817F", .badLength, 1),
            ("30820080", .badLength, 1), ("3081", .unexpectedEnd, 2), ("3082FF", .unexpectedEnd, 3),
            ("308180", .unexpectedEnd, 1), ("3084FFFFFFFF", .unexpectedEnd, 1), ("3085010000000000", .badLength, 1),
            // 2^64, and the largest number that eight bytes hold.
            ("3089010000000000000000", .badLength, 1), ("3088FFFFFFFFFFFFFFFF", .badLength, 1),
            ("30FF00", .badLength, 1), ("3000FF", .trailingBytes, 2), ("30003000", .trailingBytes, 2),
            ("3F200000", .unexpectedTag, 0), ("1F8100", .unexpectedTag, 0), ("3100", .unexpectedTag, 0),
            ("1000", .unexpectedTag, 0), ("0000", .unexpectedTag, 0),
        ])
    func heads(hex: String, reason: DERError.Reason, offset: Int) {
        let error = #expect(throws: DERError.self) { try element(hex) }
        #expect(error?.reason == reason, "\(hex)")
        #expect(error?.offset == offset, "\(hex)")
    }

    @Test("shortest-form lengths are read", arguments: [0, 1, 127, 128, 255, 256, 65_535])
    func lengths(count: Int) throws {
        let content = [UInt8](repeating: 7, count: count)
        let bytes = DERWriter.bytes { $0.octetString(content) }
        let read = try DERReader.element(.octetString, in: bytes[...], limits: DERLimits(bytes: 1 << 20))
        #expect(Array(read.content) == content)
        #expect(Array(read.encoded) == bytes)
        #expect(read.content.startIndex == bytes.count - count, "nothing was copied: indices are offsets")
    }

    @Test("a hundred thousand levels end at the limit, without recursion")
    func depth() throws {
        var bytes: [UInt8] = [0x30, 0]
        while bytes.count < 60_000 {
            let inner = bytes
            bytes = DERWriter.bytes { $0.element(.sequence, inner) }
        }
        var element = try DERReader.element(.sequence, in: bytes[...])
        var levels = 0
        let error = #expect(throws: DERError.self) {
            while true {
                element = try element.elements(.sequence, limit: 1)[0]
                levels += 1
            }
        }
        #expect(error?.reason == .tooDeep)
        #expect(levels == DERLimits().depth)
        let flood = (0..<200_000).map { $0.isMultiple(of: 2) ? UInt8(0x30) : 0x80 }
        #expect(throws: DERError.self) { try Certificate(flood) }
        #expect(throws: DERError.self) { try Certificate(bytes) }
    }

    @Test("input and lists beyond their limits are refused")
    func bounds() throws {
        let long = DERWriter.bytes { $0.octetString([UInt8](repeating: 0, count: 65_536)) }
        #expect(throws: DERError.self) { try DERReader.element(.octetString, in: long[...]) }
        let list = DERWriter.bytes { writer in writer.sequence { for _ in 0..<5 { $0.null() } } }
        #expect(try DERReader.element(.sequence, in: list[...]).elements(limit: 5).count == 5)
        let error = #expect(throws: DERError.self) {
            try DERReader.element(.sequence, in: list[...]).elements(limit: 4)
        }
        #expect(error?.reason == .tooMany)
        #expect(error?.offset == 10)
        #expect(throws: DERError.self) {
            try DERReader.element(.sequence, in: [0x30, 0][...]).elements(least: 1, limit: 4)
        }
    }

    @Test("values of a slice keep its offsets")
    func slices() throws {
        let bytes: [UInt8] = [0xAA, 0xAA, 0x02, 0x01, 0x05, 0xAA]
        let element = try DERReader.element(.integer, in: bytes[2..<5])
        #expect(element.offset == 2)
        #expect(try element.integer(in: 0...9) == 5)
        let error = #expect(throws: DERError.self) { try DERReader.element(.integer, in: bytes[2...]) }
        #expect(error?.offset == 5)
    }
}
