import JourneyBase
import JourneyCBOR
import TestSupport
import Testing

/// Rules of access, outlines and floating-point numbers, each with its nearest exception.
@Suite("CBOR rules and their bounds") struct CBORRuleTests {
    private func item(_ hex: String, limits: CBORLimits = CBORLimits()) throws -> CBORItem {
        try CBORReader.item(in: try #require(Hex.decode(hex.replacing(" ", with: "")))[...], limits: limits)
    }

    @Test(
        "only a tag has a tagged content, whatever has the tag's number as its argument",
        arguments: [
            ("c1 00", 1, true), ("c1 00", 2, false), ("01", 1, false), ("20", 0, false), ("41 00", 1, false),
            ("61 61", 1, false), ("81 00", 1, false), ("a1 00 00", 1, false), ("e1", 1, false),
            ("d818 41 00", 24, true), ("d819 41 00", 24, false),
        ] as [(String, UInt64, Bool)])
    func tags(hex: String, number: UInt64, isTagged: Bool) throws {
        #expect((try item(hex).tagged(number) != nil) == isTagged)
    }

    @Test(
        "a text key is found whole, in one piece or several, and no other key is",
        arguments: [
            ("a1 6161 01", "a", true), ("a1 6161 01", "", false), ("a1 6161 01", "ab", false),
            ("a1 626162 01", "a", false),
            ("a1 4161 01", "a", false), ("a1 60 01", "", true), ("a1 40 01", "", false), ("a1 01 01", "a", false),
            // In pieces: a text, none, the piece's beginning, and bytes.
            ("a1 7f6161ff 01", "a", true), ("a1 7f61616162ff 01", "ab", true), ("a1 7f61616162ff 01", "a", false),
            ("a1 7f6161ff 01", "", false), ("a1 7fff 01", "", true), ("a1 5f4161ff 01", "a", false),
            ("a2 5f4161ff 02 7f6161ff 01", "a", true), ("a2 7f6162ff 02 7f6161ff 01", "a", true),
            ("a2 9fff 02 7f6161ff 01", "a", true), ("a2 6162 02 6161 01", "a", true),
            // No map.
            ("82 6161 01", "a", false), ("c1 6161", "a", false),
        ])
    func keys(hex: String, key: String, isFound: Bool) throws {
        #expect(try item(hex)[key]?.unsigned == (isFound ? 1 : nil))
    }

    @Test("an integer key is found in maps only")
    func integerKeys() throws {
        #expect(try item("a1 01 02")[1]?.unsigned == 2)
        for hex in ["82 01 02", "a1 20 02", "c1 01", "a1 f93c00 02"] { #expect(try item(hex)[1] == nil, "\(hex)") }
    }

    @Test(
        "strings of indefinite length are in pieces",
        arguments: [
            ("5fff", true), ("7fff", true), ("40", false), ("60", false), ("9fff", false), ("bfff", false), ("1f", nil),
        ] as [(String, Bool?)])
    func pieces(hex: String, isInPieces: Bool?) {
        #expect((try? item(hex))?.isInPieces == isInPieces)
    }

    @Test("an embedded item is a whole byte string under tag 24")
    func embedded() throws {
        #expect(try item("d818 42 1801").expectEmbedded("it").unsigned == 1)
        for (hex, reason) in [
            ("d819 41 01", CBORError.Reason.unexpectedType), ("d817 41 01", .unexpectedType),
            ("41 01", .unexpectedType),
            ("d818 61 01", .unexpectedType), ("d818 5f4101ff", .notAllowed), ("d818 42 0101", .trailingBytes),
            ("d818 40", .unexpectedEnd),
        ] {
            let error = #expect(throws: CBORError.self) { try item(hex).expectEmbedded("it") }
            #expect(error?.reason == reason, "\(hex)")
        }
    }

    @Test(
        "a number is written in the shortest format that keeps all its bits, of NaNs too",
        arguments: [
            (0x7FF8_0000_0000_0000, "f97e00"), (0xFFF8_0000_0000_0000, "f9fe00"), (0x7FF0_0400_0000_0000, "f97c01"),
            (0x7FF0_0200_0000_0000, "fa7f801000"), (0x7FF8_0001_0000_0000, "fa7fc00008"),
            (0xFFF8_0001_0000_0000, "faffc00008"), (0x7FF8_0000_2000_0000, "fa7fc00001"),
            (0x7FF8_0000_1000_0000, "fb7ff8000010000000"), (0x7FF0_0000_0000_0000, "f97c00"),
            (0xFFF0_0000_0000_0000, "f9fc00"), (0x0000_0000_0000_0000, "f90000"), (0x8000_0000_0000_0000, "f98000"),
            // 2^-24 to 2^-14 (subnormal in half), their neighbours, and the largest of each format.
            (0x3E70_0000_0000_0000, "f90001"), (0x3E60_0000_0000_0000, "fa33000000"),
            (0x3F0F_F800_0000_0000, "f903ff"), (0x3F10_0000_0000_0000, "f90400"), (0x3F10_0200_0000_0000, "fa38801000"),
            (0x40EF_FC00_0000_0000, "f97bff"), (0x40F0_0000_0000_0000, "fa47800000"),
            (0x47EF_FFFF_E000_0000, "fa7f7fffff"), (0x47F0_0000_0000_0000, "fb47f0000000000000"),
        ] as [(UInt64, String)])
    func floats(bits: UInt64, hex: String) throws {
        #expect(Hex.encode(CBORValue.float(bits: bits).encoded) == hex)
        #expect(try item(hex).value == .float(bits: bits))
    }

    @Test("special numbers have names")
    func names() throws {
        for (hex, name) in [("f97c00", "Infinity"), ("f9fc00", "-Infinity"), ("f97e00", "NaN"), ("f9fe00", "NaN")] {
            #expect(try item(hex).diagnostic == name)
        }
    }

    @Test("an outline shows what is in tags, and shortens from 97 bytes on")
    func outline() throws {
        let tagged = CBOROutline(of: try item("c1 81 c2 05"))
        #expect(
            tagged.lines.map { "\($0.offset) \($0.depth) \($0.text)" } == [
                "0 0 tag 1", "1 1 array of 1", "2 2 2(5)",
            ])
        let nested = CBOROutline(of: try item("c1 c2 81 00"))
        #expect(nested.lines.map(\.depth) == [0, 1, 2, 3])
        for (count, isShortened) in [(94, false), (95, true)] {
            let line = CBOROutline(
                of: try item("58" + Hex.encode([UInt8(count)]) + String(repeating: "ab", count: count)))
            #expect(line.lines[0].text.contains("…") == isShortened, "\(count)")
        }
        for (count, isCut) in [(19_999, false), (20_000, true)] {
            let hex =
                "99" + Hex.encode([UInt8(count >> 8), UInt8(count & 255)]) + String(repeating: "00", count: count)
            let outline = CBOROutline(of: try item(hex, limits: CBORLimits(items: 30_000)))
            #expect(outline.isCut == isCut && outline.lines.count == 20_000)
        }
    }

    @Test("keys that share a place in the table are told apart, and a repeated one is found in any order")
    func manyKeys() throws {
        /// Heads of one-byte strings and of integers: bytes, text, and both signs of a number with two bytes.
        let kinds: [(head: [UInt8], range: ClosedRange<UInt8>)] = [
            ([0x41], 0...255), ([0x61], 0...127), ([0x19, 0x01], 0...255), ([0x39, 0x01], 0...255),
        ]
        func map(_ keys: [[UInt8]]) -> [UInt8] {
            [0xB9, UInt8(keys.count >> 8), UInt8(keys.count & 255)] + keys.flatMap { $0 + [0] }
        }
        for step in 0..<40 {
            // Descending, so that the order alone doesn't show that they differ.
            let keys = kinds.flatMap { kind in
                kind.range.filter { Int($0) % 40 == step || Int($0) % 7 == step % 7 }.reversed().map {
                    kind.head + [$0]
                }
            }
            #expect(try CBORReader.item(in: map(keys)[...]).members?.count == keys.count)
            let again = #expect(throws: CBORError.self) {
                try CBORReader.item(in: map(keys + [keys[step % keys.count]])[...])
            }
            #expect(again?.reason == .duplicateKey)
        }
    }

    @Test(
        "empty keys and keys that begin with another are compared within their bytes",
        arguments: [
            ("a2 60 00 60 00", nil), ("a2 40 00 40 00", nil), ("a2 60 00 40 00", 2), ("a2 63610062 00 6161 00", 2),
            ("a2 43610062 00 4161 00", 2), ("a3 63610062 00 6161 00 63610062 00", nil), ("a0", 0),
        ] as [(String, Int?)])
    func shortKeys(hex: String, count: Int?) throws {
        if let count { return #expect(try item(hex).members?.count == count) }
        let error = #expect(throws: CBORError.self) { try item(hex) }
        #expect(error?.reason == .duplicateKey)
    }

    @Test("unsorted keys take a small multiple of the time of sorted ones, whatever their kind")
    func manyKeysTime() throws {
        for head in [[0x1A], [0x3A], [0x44], [0x64]] as [[UInt8]] {
            let keys = (0..<8_000).map { number in
                head + [18, 12, 6, 0].map { shift in UInt8(1 + (number >> shift & 63)) }
            }
            func map(_ keys: [[UInt8]]) -> [UInt8] {
                [0xB9, UInt8(keys.count >> 8), UInt8(keys.count & 255)] + keys.flatMap { $0 + [0] }
            }
            let (sorted, unsorted) = (map(keys), map(keys.reversed()))
            func times(_ bytes: [UInt8]) throws -> [Duration] {
                try (0..<3).map { _ in
                    try ContinuousClock().measure { _ = try CBORReader.item(in: bytes[...]) }
                }
            }
            let (fast, slow) = (try times(sorted).max() ?? .zero, try times(unsorted).min() ?? .zero)
            // In a table that tells nothing apart, hundreds of times as long.
            #expect(slow < fast * 60, "\(head): \(slow) and \(fast)")
        }
    }

    @Test("without limits of its own, a reader takes 1 MiB, 20,000 items and 16 levels, and never more than 64 levels")
    func defaultLimits() throws {
        func reason(_ bytes: [UInt8], _ limits: CBORLimits = CBORLimits()) -> CBORError.Reason? {
            do throws(CBORError) { _ = try CBORReader.item(in: bytes[...], limits: limits) } catch {
                return error.reason
            }
            return nil
        }
        func string(_ count: Int) -> [UInt8] {
            [0x5A] + [24, 16, 8, 0].map { UInt8(count >> $0 & 255) } + [UInt8](repeating: 0, count: count)
        }
        func array(_ count: Int) -> [UInt8] {
            [0x99, UInt8(count >> 8), UInt8(count & 255)] + [UInt8](repeating: 0, count: count)
        }
        func nest(_ count: Int) -> [UInt8] { [UInt8](repeating: 0x81, count: count) + [0] }
        #expect(reason(string(1_048_571)) == nil && reason(string(1_048_572)) == .tooLarge)
        #expect(reason(array(19_999)) == nil && reason(array(20_000)) == .tooMany)
        #expect(reason(nest(16)) == nil && reason(nest(17)) == .tooDeep)
        // The level is refused before its count is compared with the input.
        #expect(reason([UInt8](repeating: 0x81, count: 15) + [0x9A, 0, 1, 0, 0]) == .unexpectedEnd)
        #expect(reason([UInt8](repeating: 0x81, count: 16) + [0x9A, 0, 1, 0, 0]) == .tooDeep)
        let wide = CBORLimits(depth: 1_000)
        #expect(reason(nest(64), wide) == nil && reason(nest(65), wide) == .tooDeep)
    }

    @Test("the items of a sequence count together")
    func sequence() throws {
        let bytes: [UInt8] = [0x01, 0x81, 0x02, 0x03, 0x04]
        var reader = try CBORReader(bytes[...], limits: CBORLimits(items: 4))
        for _ in 0..<3 { _ = try reader.next() }
        let error = #expect(throws: CBORError.self) { try reader.next() }
        #expect(error?.reason == .tooMany && error?.offset == 4)
    }

    @Test(
        "a count beyond the limit is refused at its head, before its items",
        arguments: [("83010203", 3), ("a20102 0304", 4), ("8100", 1)])
    func counts(hex: String, limit: Int) throws {
        let error = #expect(throws: CBORError.self) { try item(hex, limits: CBORLimits(items: limit)) }
        #expect(error?.reason == .tooMany && error?.offset == 0)
        #expect(try item(hex, limits: CBORLimits(items: limit + 1)).offset == 0)
    }

    @Test("a continuation byte alone is no text, whatever stands before it", arguments: ["6180", "620080", "62 6180"])
    func continuation(hex: String) {
        let error = #expect(throws: CBORError.self) { try item(hex) }
        #expect(error?.reason == .badUTF8)
    }
}
