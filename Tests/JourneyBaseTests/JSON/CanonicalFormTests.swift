import JourneyBase
import Testing

@Suite("The canonical form of RFC 8785")
struct CanonicalFormTests {
    @Test(
        "numbers are formatted as in appendix B",
        arguments: [
            (0x0000_0000_0000_0000, "0"), (0x8000_0000_0000_0000, "0"), (0x0000_0000_0000_0001, "5e-324"),
            (0x8000_0000_0000_0001, "-5e-324"), (0x7FEF_FFFF_FFFF_FFFF, "1.7976931348623157e+308"),
            (0xFFEF_FFFF_FFFF_FFFF, "-1.7976931348623157e+308"), (0x4340_0000_0000_0000, "9007199254740992"),
            (0xC340_0000_0000_0000, "-9007199254740992"), (0x4430_0000_0000_0000, "295147905179352830000"),
            (0x7FFF_FFFF_FFFF_FFFF, nil), (0x7FF0_0000_0000_0000, nil), (0xFFF0_0000_0000_0000, nil),
            (0x44B5_2D02_C7E1_4AF5, "9.999999999999997e+22"), (0x44B5_2D02_C7E1_4AF6, "1e+23"),
            (0x44B5_2D02_C7E1_4AF7, "1.0000000000000001e+23"), (0x444B_1AE4_D6E2_EF4E, "999999999999999700000"),
            (0x444B_1AE4_D6E2_EF4F, "999999999999999900000"), (0x444B_1AE4_D6E2_EF50, "1e+21"),
            (0x3EB0_C6F7_A0B5_ED8C, "9.999999999999997e-7"), (0x3EB0_C6F7_A0B5_ED8D, "0.000001"),
            (0x41B3_DE43_5555_5553, "333333333.3333332"), (0x41B3_DE43_5555_5554, "333333333.33333325"),
            (0x41B3_DE43_5555_5555, "333333333.3333333"), (0x41B3_DE43_5555_5556, "333333333.3333334"),
            (0x41B3_DE43_5555_5557, "333333333.33333343"), (0xBECB_F647_612F_3696, "-0.0000033333333333333333"),
            (0x4314_3FF3_C1CB_0959, "1424953923781206.2"),
        ] as [(UInt64, String?)])
    func appendixB(bits: UInt64, text: String?) {
        #expect(JSONNumber(Double(bitPattern: bits))?.lexeme == text)
    }

    @Test("the example of section 3.2.2 matches")
    func example() throws {
        let input = #"""
            {
              "numbers": [333333333.33333329, 1E30, 4.50, 2e-3, 0.000000000000000000000000001],
              "string": "\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/",
              "literals": [null, true, false]
            }
            """#
        let canonical = try JSONReader.read(Array(input.utf8)).canonicalBytes
        let expected =
            #"{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"#
            + #""string":"€$\u000f\nA'B\"\\\\\"/"}"#
        #expect(canonical.map { String(decoding: $0, as: UTF8.self) } == expected)
    }

    @Test("names sort by UTF-16 code unit, as section 3.2.3 shows")
    func order() throws {
        let input = #"""
            {"\u20ac": "Euro Sign", "\r": "Carriage Return", "\ufb33": "Hebrew Letter Dalet With Dagesh", "1": "One",
             "\ud83d\ude00": "Emoji: Grinning Face", "\u0080": "Control", "\u00f6": "Latin Small Letter O With Diaeresis"}
            """#
        let canonical = try #require(try JSONReader.read(Array(input.utf8)).canonicalBytes)
        let expected =
            "{\"\\r\":\"Carriage Return\",\"1\":\"One\",\"\u{80}\":\"Control\","
            + "\"\u{F6}\":\"Latin Small Letter O With Diaeresis\",\"\u{20AC}\":\"Euro Sign\","
            + "\"\u{1F600}\":\"Emoji: Grinning Face\",\"\u{FB33}\":\"Hebrew Letter Dalet With Dagesh\"}"
        #expect(canonical == Array(expected.utf8))
    }

    @Test("any two names compare by their UTF-16 units")
    func orderOfPairs() {
        let scalars: [Unicode.Scalar] = [
            "\u{0}", "A", "\u{7F}", "\u{80}", "\u{7FF}", "\u{800}", "\u{D7FF}", "\u{E000}", "\u{FB33}", "\u{FFFF}",
            "\u{10000}", "\u{1F600}", "\u{10FFFF}",
        ]
        let names = [""] + scalars.flatMap { a in [String(a)] + scalars.map { "\(a)\($0)" } }
        for (index, a) in names.enumerated() {
            for b in names[(index + 1)...] {
                let written = JSONValue.object([a: 1, b: 2]).compactText
                let first = Array(a.utf16).lexicographicallyPrecedes(Array(b.utf16)) ? 1 : 2
                #expect(written.utf8.dropLast().last == UInt8(ascii: first == 1 ? "2" : "1"), "\(a.utf16) \(b.utf16)")
            }
        }
    }

    @Test(
        "only numbers in canonical form pass as canonical",
        arguments: [
            ("0", true), ("-1", true), ("1.5", true), ("123456789012345", true), ("9007199254740992", true),
            ("1e+21", true), ("-0", false), ("1.0", false), ("1e5", false), ("9007199254740993", false),
            ("1E400", false), ("0.10", false), ("1e21", false), ("-0.0", false),
        ])
    func canonicalNumbers(text: String, isCanonical: Bool) throws {
        let value = try JSONReader.read(Array("{\"a\":[\(text)]}".utf8))
        #expect((value.canonicalBytesIfSame != nil) == isCanonical)
        if isCanonical { #expect(value.canonicalBytesIfSame == value.compactBytes) }
    }

    @Test("an infinite number has no canonical form")
    func beyondFinite() throws {
        #expect(try JSONReader.read(Array("[1e999]".utf8)).canonicalBytes == nil)
        #expect(try JSONReader.read(Array("[-1e999]".utf8)).canonicalBytes == nil)
    }
}
