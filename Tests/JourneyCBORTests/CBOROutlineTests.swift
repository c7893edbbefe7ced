import JourneyBase
import JourneyCBOR
import TestSupport
import Testing

@Suite struct CBOROutlineTests {
    private func item(_ hex: String, profile: CBORProfile = .strict) throws -> CBORItem {
        try CBORReader.item(in: try #require(Hex.decode(hex.replacing(" ", with: "")))[...], profile: profile)
    }

    @Test(arguments: [
        ("9f0102ff", "[_ 1, 2]"), ("bf616101ff", "{_ \"a\": 1}"), ("7f61616162ff", "(_ \"a\", \"b\")"),
        ("7fff", "\"\"_"),
        ("5fff", "''_"), ("a2010203f5", "{1: 2, 3: true}"), ("c11a514b67b0", "1(1363896240)"), ("f8ff", "simple(255)"),
        // Characters that would move a cursor or reverse a line are shown by number.
        ("6a225c0a1b5b314de280ae", "\"\\\"\\\\\\n\\u001b[1M\\u202e\""), ("3bffffffffffffffff", "-18446744073709551616"),
        ("f7", "undefined"), ("fb7ff0000000000000", "Infinity"), ("80", "[]"), ("a0", "{}"), ("9fff", "[_ ]"),
    ])
    func `an item is written in diagnostic notation`(hex: String, diagnostic: String) throws {
        #expect(try item(hex).diagnostic == diagnostic)
    }

    @Test func `each line has its offset, inside byte strings too`() throws {
        // {"k": 24(<<[1, h'ff']>>), 5: 0("x")}
        let outline = CBOROutline(of: try item("a2 616b d818 44 82 01 41ff 05 c0 6178"))
        let shown = outline.lines.map { "\($0.offset)+\($0.count) \($0.depth) \($0.key ?? "-") \($0.text)" }
        #expect(
            shown == [
                "0+14 0 - map of 2", "3+7 1 \"k\" tag 24, CBOR in 4 bytes", "6+4 2 - array of 2", "7+1 3 - 1",
                "8+2 3 - h'ff'", "11+3 1 5 0(\"x\")",
            ])
        #expect(!outline.isCut)
    }

    @Test func `a long outline is cut, long strings are shortened and nests of byte strings end`() throws {
        let many = CBOROutline(of: try item("9864" + String(repeating: "00", count: 100)), most: 10)
        #expect(many.lines.count == 10 && many.isCut)
        let long = CBOROutline(of: try item("58c8" + String(repeating: "ab", count: 200)))
        #expect(long.lines[0].text == "h'" + String(repeating: "ab", count: 48) + "… (200 bytes)")
        var nest: [UInt8] = [0]
        for _ in 0..<10_000 {
            var writer = CBORWriter()
            writer.embedded(nest)
            nest = writer.encoded
        }
        #expect(CBOROutline(of: try CBORReader.item(in: nest[...])).lines.count == 9)
    }

    @Test func `the lenient profile parses what the strict one refuses, and the first of equal keys counts`() throws {
        let twice = "a2616101616102"
        #expect(throws: CBORError.self) { try item(twice) }
        let map = try item(twice, profile: .lenient)
        #expect(map["a"]?.unsigned == 1 && map.members?.count == 2 && map.value == ["a": 1])
        #expect(throws: CBORError.self) { try item("62c328") }
        #expect(try item("62c328", profile: .lenient).text == "\u{FFFD}(")
        for hex in ["a1", "1c", "ff", "00 00", "f800", "5f00ff"] {
            #expect(throws: CBORError.self, "\(hex)") { try item(hex, profile: .lenient) }
        }
    }

    @Test func `a hundred thousand levels are an error in both profiles`() {
        for (opening, profile) in [("81", CBORProfile.strict), ("9f", .lenient), ("c1", .strict), ("a100", .lenient)] {
            let error = #expect(throws: CBORError.self) {
                try item(String(repeating: opening, count: 100_000) + "00", profile: profile)
            }
            #expect(error?.reason == .tooDeep)
        }
    }
}
