import Foundation
import JourneyBase
import TestSupport
import Testing

@testable import JourneyCrypto

@Suite("DER values")
struct DERValueTests {
    private func element(_ tag: UInt8, _ hex: String) throws -> DERElement {
        let content = try #require(Hex.decode(hex))
        let bytes = DERWriter.bytes { $0.element(DERTag(rawValue: tag), content) }
        return try DERReader.element(DERTag(rawValue: tag), in: bytes[...])
    }

    @Test(
        "booleans are 00 and FF only",
        arguments: [("00", false), ("FF", true), ("01", nil), ("FE", nil), ("", nil), ("FFFF", nil)])
    func booleans(hex: String, value: Bool?) throws {
        let element = try element(1, hex)
        if let value {
            #expect(try element.boolean() == value)
        } else {
            #expect(throws: DERError.self) { try element.boolean() }
        }
    }

    @Test(
        "integers have the shortest form",
        arguments: [
            ("00", 0), ("7F", 127), ("0080", 128), ("FF", -1), ("80", -128), ("FF7F", -129), ("00FF", 255),
            ("7FFFFFFFFFFFFFFF", Int.max), ("8000000000000000", Int.min), ("", nil), ("0000", nil), ("007F", nil),
            ("FFFF", nil), ("FF80", nil), ("008000000000000000", nil),
        ] as [(String, Int?)])
    func integers(hex: String, value: Int?) throws {
        let element = try element(2, hex)
        if let value {
            #expect(try element.integer(in: Int.min...Int.max) == value)
        } else {
            #expect(throws: DERError.self) { try element.integer(in: Int.min...Int.max) }
        }
    }

    @Test(
        "unused bits of a bit string must be zero",
        arguments: [
            ("00", 0), ("00FF", 0), ("0780", 7), ("01FE", 1), ("0781", nil), ("01FF", nil), ("", nil), ("01", nil),
            ("08FF", nil), ("FFFF", nil),
        ]
            as [(String, Int?)])
    func bitStrings(hex: String, unused: Int?) throws {
        let element = try element(3, hex)
        if let unused {
            #expect(try element.bitString().unused == unused)
        } else {
            #expect(throws: DERError.self) { try element.bitString() }
        }
    }

    @Test(
        "named bits have no trailing zeros", arguments: [("0106", 0x60), ("0780", 1), ("070080", 0x100), ("00", 0)])
    func namedBits(hex: String, value: UInt32) throws {
        #expect(try element(3, hex).namedBits(limit: 9) == value)
        #expect(DERWriter.bytes { $0.namedBits(value) } == Array(try element(3, hex).encoded))
    }

    @Test(
        "named bits with trailing zeros, or beyond the names, are refused",
        arguments: ["0006", "0040", "0600", "00000001"])
    func badNamedBits(hex: String) throws {
        #expect(throws: DERError.self) { try element(3, hex).namedBits(limit: 9) }
    }

    @Test(
        "object identifiers have one encoding",
        arguments: [
            ("2A864886F70D01010B", "1.2.840.113549.1.1.11"), ("550403", "2.5.4.3"), ("2B6570", "1.3.101.112"),
            ("00", "0.0"), ("27", "0.39"), ("28", "1.0"), ("50", "2.0"), ("8837", "2.999"),
            ("28818C5D050102", "1.0.18013.5.1.2"),
            // 2.25 with a UUID of 128 bits.
            ("6983FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF7F", "2.25.340282366920938463463374607431768211455"),
        ])
    func identifiers(hex: String, text: String) throws {
        let identifier = try element(6, hex).objectIdentifier()
        #expect(identifier.description == text)
        #expect(OID(text) == identifier)
    }

    @Test(
        "other encodings of object identifiers are refused",
        arguments: [
            "", "80", "8001", "2A80", "2A8001", "2AFF", "6984808080808080808080808080808080808000",
            String(repeating: "01", count: 65),
        ])
    func badIdentifiers(hex: String) throws {
        #expect(throws: DERError.self) { try element(6, hex).objectIdentifier() }
    }

    @Test(
        "an invalid text is not an object identifier",
        arguments: [
            "", "1", "3.1", "0.40", "1.2.", "1..2", "1.02", "1.2.-3", "1.2.+3", "1.2.a",
            "2.340282366920938463463374607431768211455",
        ])
    func badTexts(text: String) { #expect(OID(text) == nil) }

    @Test(
        "strings contain only their type's characters",
        arguments: [
            (0x0C, "C3A9", "é"), (0x13, "41622E", "Ab."), (0x16, "614062", "a@b"), (0x12, "3120", "1 "),
            (0x1E, "00E90041", "éA"),
            (0x0C, "", ""), (0x0C, "C3", nil), (0x0C, "C080", nil), (0x0C, "EDA080", nil), (0x0C, "6100", nil),
            (0x13, "40", nil), (0x13, "2A", nil), (0x13, "C3A9", nil), (0x16, "80", nil), (0x16, "00", nil),
            (0x12, "61", nil),
            (0x1E, "00", nil), (0x1E, "D800DC00", nil), (0x1E, "D800", nil), (0x1E, "0000", nil), (0x04, "61", nil),
        ] as [(UInt8, String, String?)])
    func strings(tag: UInt8, hex: String, text: String?) throws {
        let element = try element(tag, hex)
        if let text {
            #expect(try element.text() == text)
        } else {
            #expect(throws: DERError.self) { try element.text() }
        }
    }

    @Test(
        "times follow RFC 5280",
        arguments: [
            (0x17, "700101000000Z", 0), (0x17, "500101000000Z", -631_152_000), (0x17, "491231235959Z", 2_524_607_999),
            (0x18, "20500101000000Z", 2_524_608_000), (0x17, "000229120000Z", 951_825_600),
            (0x18, "99991231235959Z", 253_402_300_799),
            (0x18, "20491231235959Z", nil), (0x17, "010229000000Z", nil), (0x18, "21000229000000Z", nil),
            (0x17, "000431000000Z", nil),
            (0x17, "001301000000Z", nil), (0x17, "000001000000Z", nil), (0x17, "000100000000Z", nil),
            (0x17, "000101240000Z", nil),
            (0x17, "000101006000Z", nil), (0x17, "000101000060Z", nil), (0x17, "0001010000Z", nil),
            (0x17, "000101000000", nil),
            (0x17, "000101000000+0000", nil), (0x18, "20500101000000.0Z", nil), (0x18, "500101000000Z", nil),
            (0x17, "00010100000 Z", nil),
            (0x17, "000101000000z", nil), (0x17, "-00101000000Z", nil), (0x04, "000101000000Z", nil),
        ] as [(UInt8, String, Double?)])
    func times(tag: UInt8, text: String, seconds: Double?) throws {
        let element = try element(tag, Hex.encode(Array(text.utf8)))
        guard let seconds else {
            #expect(throws: DERError.self) { try element.time() }
            return
        }
        let date = try element.time()
        #expect(date.timeIntervalSince1970 == seconds)
        #expect(DERWriter.bytes { $0.time(date) } == Array(element.encoded))
    }

    @Test("times round-trip for every month of four centuries")
    func calendar() throws {
        for month in stride(from: -1_000, to: 3_800, by: 1) {
            let date = Date(timeIntervalSince1970: Double(month) * 2_629_746 + 12_345)
            let bytes = DERWriter.bytes { $0.time(date) }
            guard bytes[0] == 0x17 || date.timeIntervalSince1970 > 2_524_608_000 else { continue }
            #expect(try DERReader.element(DERTag(rawValue: bytes[0]), in: bytes[...]).time() == date)
        }
    }

    @Test("a set is written in DER order, whatever the given order")
    func sets() {
        let parts: [[UInt8]] = [[0x04, 1, 9], [0x02, 1, 1], [0x04, 1, 2], [0x02, 2, 0, 0x80]]
        let expected = DERWriter.bytes { $0.set(of: parts) }
        #expect(Hex.encode(expected) == "310d020101020200800401020401" + "09")
        #expect(DERWriter.bytes { $0.set(of: parts.reversed()) } == expected)
    }
}
