import JourneyBase
import JourneyCBOR
import TestSupport
import Testing

@Suite("Reading CBOR")
struct CBORReaderTests {
    private func read(_ hex: String, limits: CBORLimits = CBORLimits()) throws -> CBORItem {
        try CBORReader.item(in: try #require(Hex.decode(hex))[...], limits: limits)
    }

    @Test(
        "malformed input is refused with its position",
        arguments: [
            ("", CBORError.Reason.unexpectedEnd, 0), ("18", .unexpectedEnd, 1), ("1900", .unexpectedEnd, 2),
            ("1a000000", .unexpectedEnd, 4), ("1b00000000000000", .unexpectedEnd, 8), ("f9", .unexpectedEnd, 1),
            // Reserved additional information, and indefinite lengths that the type doesn't allow (RFC 8949, appendix F).
            ("1c", .badHead, 0), ("1d", .badHead, 0), ("1e", .badHead, 0), ("3c", .badHead, 0), ("5d", .badHead, 0),
            ("7e", .badHead, 0), ("9c", .badHead, 0), ("bd", .badHead, 0), ("de", .badHead, 0), ("fc", .badHead, 0),
            ("1f", .badHead, 0), ("3f", .badHead, 0), ("df", .badHead, 0), ("df00", .badHead, 0),
            ("ff", .badBreak, 0), ("81ff", .badBreak, 1), ("8200ff", .badBreak, 2), ("a1ff", .unexpectedEnd, 0),
            ("a100ff", .badBreak, 2), ("a1ff00", .badBreak, 1), ("bf00ff", .badBreak, 2), ("c1ff", .badBreak, 1),
            ("9f81ff", .badBreak, 2), ("9fc1ffff", .badBreak, 2), ("00ff", .trailingBytes, 1),
            ("f800", .badSimple, 0), ("f813", .badSimple, 0), ("f814", .badSimple, 0), ("f81f", .badSimple, 0),
            ("41", .unexpectedEnd, 0), ("5affffffff00", .unexpectedEnd, 0),
            ("5bffffffffffffffff010203", .unexpectedEnd, 0),
            ("7bffffffffffffffff", .unexpectedEnd, 0), ("7b7fffffffffffffff", .unexpectedEnd, 0),
            ("81", .unexpectedEnd, 0), ("8200", .unexpectedEnd, 0), ("9bffffffffffffffff00", .unexpectedEnd, 0),
            ("9b7fffffffffffffff00", .unexpectedEnd, 0), ("a1", .unexpectedEnd, 0), ("a100", .unexpectedEnd, 0),
            ("a20000", .unexpectedEnd, 0), ("bb8000000000000000", .unexpectedEnd, 0), ("c0", .unexpectedEnd, 1),
            ("9f", .unexpectedEnd, 1), ("9f0102", .unexpectedEnd, 3), ("bf", .unexpectedEnd, 1),
            ("bf0102", .unexpectedEnd, 3), ("5f", .unexpectedEnd, 1), ("5f4100", .unexpectedEnd, 3),
            ("5f00ff", .badPiece, 1), ("5f6100ff", .badPiece, 1), ("7f4100ff", .badPiece, 1), ("5f80ff", .badPiece, 1),
            ("5f5f4100ffff", .badPiece, 1), ("7f7f6100ffff", .badPiece, 1), ("5fc04100ff", .badPiece, 1),
            ("61ff", .badUTF8, 1), ("62c328", .badUTF8, 1), ("63eda080", .badUTF8, 1), ("62c080", .badUTF8, 1),
            ("64f4908080", .badUTF8, 1),
            // A character split between the chunks of its text.
            ("7f61c361bcff", .badUTF8, 2),
            ("a201020103", .duplicateKey, 3), ("bf01020103ff", .duplicateKey, 3), ("a2616100616101", .duplicateKey, 4),
            // The same key in another encoding: a longer head, chunks, a wider float, a composed letter.
            ("a20102180103", .duplicateKey, 3), ("a26161007f6161ff01", .duplicateKey, 4),
            ("a2f93c0000fa3f80000001", .duplicateKey, 5),
            ("a262c3a90063 65cc8101".replacing(" ", with: ""), .duplicateKey, 5),
            ("a2a10102 00 a11801 02 01".replacing(" ", with: ""), .duplicateKey, 5),
            // After sorted keys: the last one, the first one, and, beyond ASCII, the kelvin sign, which is canonically a K.
            ("a3010002000200", .duplicateKey, 5), ("a4010002000300 0100".replacing(" ", with: ""), .duplicateKey, 7),
            ("a2614b00 63e284aa00".replacing(" ", with: ""), .duplicateKey, 4),
            ("a263e284aa00 614b00".replacing(" ", with: ""), .duplicateKey, 6),
            ("a301006161 00 7f6161ff00".replacing(" ", with: ""), .duplicateKey, 6),
        ])
    func malformed(hex: String, reason: CBORError.Reason, offset: Int) {
        let error = #expect(throws: CBORError.self, "\(hex)") { try read(hex) }
        #expect(error?.reason == reason, "\(hex)")
        #expect(error?.offset == offset, "\(hex)")
    }

    @Test(
        "similar but different keys are distinct",
        arguments: [
            "a201000001", "a220000000", "a2616200616100", "a20100f93c0001", "a2f9000000f9800001", "a26131000101",
        ])
    func distinctKeys(hex: String) throws { #expect(try read(hex).members?.count == 2) }

    @Test(
        "nesting ends at the limit, for every kind of nest",
        arguments: ["81", "9f", "a100", "bf00", "c1", "d9d9f7", "a1"])
    func depth(opening: String) throws {
        for (levels, isTaken) in [(16, true), (17, false)] where opening != "a1" {
            let end = ["9f", "bf00"].contains(opening) ? String(repeating: "ff", count: levels) : ""
            let hex = String(repeating: opening, count: levels) + "00" + end
            if isTaken {
                #expect(try read(hex).encoded.count == hex.utf8.count / 2)
            } else {
                #expect(throws: CBORError.self) { try read(hex) }
            }
        }
        // Half a million levels end as early, and no caller's limit can make the stack as deep.
        let flood = String(repeating: opening, count: 500_000 / (opening.utf8.count / 2))
        for wish in [16, 1_000_000] {
            let error = #expect(throws: CBORError.self) { try read(flood, limits: CBORLimits(depth: wish)) }
            #expect(error?.reason == .tooDeep)
        }
    }

    @Test("bytes and items beyond their limits are refused before memory is allocated")
    func bounds() throws {
        let four = CBORLimits(bytes: 8, depth: 4, items: 4)
        #expect(try read("83010203", limits: four).array?.count == 3)
        for hex in ["8401020304", "9f01020304ff", "a201020304", "8301c102", "5f40404040ff"] {
            let error = #expect(throws: CBORError.self, "\(hex)") { try read(hex, limits: four) }
            let isKnown = error?.reason == .tooMany
            #expect(isKnown || hex == "8301c102" && error?.reason == .unexpectedEnd, "\(hex)")
        }
        let long = #expect(throws: CBORError.self) { try read("48" + String(repeating: "00", count: 8), limits: four) }
        #expect(long?.reason == .tooLarge && long?.offset == 8)
        // Counts equal to the number of remaining bytes, level by level, make memory grow fastest.
        let nest = String(repeating: "9a00010000", count: 14) + String(repeating: "00", count: 70_000)
        #expect(throws: CBORError.self) { try read(nest) }
    }

    @Test("an item keeps its bytes, nested ones too, without copying")
    func slices() throws {
        let bytes: [UInt8] = [0xAA, 0xA1, 0x61, 0x61, 0x82, 0x18, 0x01, 0x42, 7, 8, 0xBB]
        let item = try CBORReader.item(in: bytes[1..<10])
        let list = try #require(item["a"])
        #expect(item.offset == 1 && list.offset == 4)
        #expect(list.encoded == bytes[4..<10])
        #expect(list.array?.map(\.offset) == [5, 7])
        #expect(list.array?.last?.bytes?.startIndex == 8)
        #expect(!item.isDeterministic && list.array?.last?.isDeterministic == true)
    }

    @Test("a sequence is read item by item, and the rest is left")
    func sequence() throws {
        let bytes: [UInt8] = [0x01, 0x82, 0x02, 0x03, 0xF6, 0xFF]
        var reader = try CBORReader(bytes[...])
        #expect(try reader.next().unsigned == 1)
        #expect(try reader.next().array?.count == 2)
        #expect(try reader.next().isNull && reader.offset == 5 && !reader.isAtEnd)
        #expect(throws: CBORError.self) { try reader.end() }
    }

    @Test("each type is returned as itself and no other")
    func access() throws {
        let map = try read(
            "a8616118ff61623903e7616342010261646161616580 6166f5 6167f6 6168c101".replacing(" ", with: ""))
        #expect(map["a"]?.unsigned == 255 && map["a"]?.integer == 255 && map["a"]?.text == nil)
        #expect(map["b"]?.integer == -1_000 && map["b"]?.unsigned == nil)
        #expect(map["c"]?.bytes == [1, 2] && map["c"]?.text == nil && map["c"]?.array == nil)
        #expect(map["d"]?.text == "a" && map["d"]?.bytes == nil)
        #expect(map["e"]?.array?.isEmpty == true && map["e"]?.members == nil)
        #expect(map["f"]?.boolean == true && map["f"]?.unsigned == nil)
        #expect(map["g"]?.isNull == true && map["g"]?.boolean == nil)
        #expect(map["h"]?.tagged(1)?.unsigned == 1 && map["h"]?.tagged(2) == nil && map["h"]?.unsigned == nil)
        #expect(map["i"] == nil && map[1] == nil && map["a"]?["a"] == nil)
        #expect(try read("a220010304")[-1]?.unsigned == 1)
        #expect(try read("3bffffffffffffffff").integer == nil && read("3b7fffffffffffffff").integer == .min)
        #expect(try read("1b8000000000000000").integer == nil && read("f93c00").integer == nil)
        #expect(try read("f93c00").float == 1 && read("01").float == nil)
    }

    @Test("a text key is matched byte for byte")
    func composed() throws {
        let map = try read("a163 65cc81 01".replacing(" ", with: ""))
        #expect(map["e\u{301}"]?.unsigned == 1)
        #expect(map["\u{E9}"] == nil)
    }

    @Test("a key may hold a limited number of items, and a larger one is refused before comparison")
    func containerKeys() throws {
        for (count, isTaken) in [(31, true), (32, false)] {
            let key = "98" + Hex.encode([UInt8(count)]) + String(repeating: "00", count: count)
            for map in ["a1\(key)00", "a2\(key)000000", "a2a1\(key)00000000"] {
                // In the last one, the key has one item more, as a map's.
                if isTaken, map != "a2a1\(key)00000000" {
                    #expect(try read(map).members?.isEmpty == false, "\(map)")
                } else {
                    let error = #expect(throws: CBORError.self, "\(map)") { try read(map) }
                    #expect(error?.reason == .tooMany, "\(map)")
                }
            }
        }
    }

    @Test("nested keys take linear time")
    func nestedKeys() throws {
        var key = "98ff" + String(repeating: "00", count: 255)
        for _ in 0..<14 { key = "a2\(key)000000" }
        let flood = try #require(Hex.decode("99ffff" + String(repeating: key, count: 500)))
        let took = ContinuousClock().measure {
            #expect(throws: CBORError.self) {
                try CBORReader.item(in: flood[...], limits: CBORLimits(depth: 64, items: 1_000_000))
            }
        }
        #expect(took < .seconds(1))
        // Keys at the limit, as many as fit.
        let small = "a2" + "a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1" + String(repeating: "00", count: 16) + "00" + "0100"
        let many = try #require(Hex.decode("990190" + String(repeating: small, count: 400)))
        let all = try ContinuousClock().measure {
            _ = try CBORReader.item(in: many[...], limits: CBORLimits(depth: 32, items: 200_000))
        }
        #expect(all < .seconds(5))
    }
}
