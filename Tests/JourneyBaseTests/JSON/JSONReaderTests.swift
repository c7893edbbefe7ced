import JourneyBase
import Testing

@Suite("Strict JSON reader")
struct JSONReaderTests {
    private func fault(_ text: String, limits: JSONLimits = JSONLimits()) -> JSONReadError? {
        do throws(JSONReadError) {
            _ = try JSONReader.read(Array(text.utf8), limits: limits)
            return nil
        } catch { return error }
    }

    @Test(
        "an error has a reason and a position that reveals no content",
        arguments: [
            (#"{"a":1,"a":2}"#, JSONReadError.Reason.duplicateKey, 7), (#"{"a":1,"\u0061":2}"#, .duplicateKey, 7),
            (#"{"a":{"b":1,"b":1}}"#, .duplicateKey, 12), (#"["\ud800"]"#, .badString, 4),
            (#"["\udc00"]"#, .badString, 4), (#"["\ud800\u0041"]"#, .badString, 4), ("[01]", .badNumber, 1),
            ("[1.]", .badNumber, 1), ("[-]", .badNumber, 1), ("[+1]", .unexpectedByte, 1), ("[1,]", .unexpectedByte, 3),
            ("{\"a\":1,}", .unexpectedByte, 7), ("{a:1}", .unexpectedByte, 1), ("[1]x", .trailingBytes, 3),
            ("[1", .unexpectedEnd, 2), ("", .unexpectedEnd, 0), ("nul", .unexpectedEnd, 3),
            ("nulL", .unexpectedByte, 3),
            ("\u{FEFF}{}", .unexpectedByte, 0), ("[\"a\tb\"]", .badString, 3), ("['a']", .unexpectedByte, 1),
            ("[NaN]", .unexpectedByte, 1), ("[Infinity]", .unexpectedByte, 1), ("/**/1", .unexpectedByte, 0),
            (#"["\x41"]"#, .badString, 3), (#"["\u00g0"]"#, .badString, 6),
        ])
    func faults(text: String, reason: JSONReadError.Reason, offset: Int) {
        let fault = fault(text)
        #expect(fault?.reason == reason, "\(text)")
        #expect(fault?.offset == offset, "\(text)")
        // Each text is one line, and ASCII before the fault.
        #expect(fault?.description.hasPrefix("\(reason.rawValue) at line 1, column \(offset + 1): ") == true)
    }

    @Test(
        "an error names line, column and the expected tokens",
        arguments: [
            ("{\n 1}", "line 2, column 2: expected '}' or a property name"),
            ("{\"é\":1, 2}", "line 1, column 9: expected a property name"),
            ("{\"a\" 1}", "line 1, column 6: expected ':'"), ("{\"a\":1 2}", "line 1, column 8: expected ',' or '}'"),
            ("[\n\n1 2]", "line 3, column 3: expected ',' or ']'"), ("[1,]", "line 1, column 4: expected a value"),
            ("nulL", "line 1, column 4: expected 'null'"),
        ])
    func expectedTokens(text: String, place: String) {
        #expect(fault(text)?.description == "JSON_UNEXPECTED_BYTE at \(place)")
    }

    @Test("canonically equivalent names count as duplicates")
    func equivalentNames() {
        // U+212A KELVIN SIGN is canonically equivalent to K: accepting both would make the member ambiguous.
        #expect(fault("{\"K\":1,\"\u{212A}\":2}")?.reason == .duplicateKey)
        #expect(fault("{\"\u{E9}\":1,\"e\u{301}\":2}")?.reason == .duplicateKey)
        #expect(fault("{\"k\":1,\"K\":2}") == nil)
    }

    @Test("invalid UTF-8 is refused anywhere in a string")
    func badUTF8() {
        for bad: [UInt8] in [
            [0xFF], [0xC0, 0xAF], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xE2, 0x82], [0x80],
        ] {
            for (head, tail) in [("[\"", "\"]"), ("[\"\\n", "\"]"), ("{\"", "\":1}")] {
                #expect(throws: JSONReadError.self) { try JSONReader.read(Array(head.utf8) + bad + Array(tail.utf8)) }
            }
        }
    }

    @Test("size, depth and value count end exactly at their limits")
    func limits() {
        let limits = JSONLimits(bytes: 16, depth: 3, values: 5)
        #expect(fault("[" + String(repeating: " ", count: 14) + "]", limits: limits) == nil)
        #expect(fault("[" + String(repeating: " ", count: 15) + "]", limits: limits)?.reason == .tooLarge)
        #expect(fault("[[[]]]", limits: limits) == nil)
        #expect(fault("[[[[]]]]", limits: limits)?.reason == .tooDeep)
        #expect(fault(#"[{"a":[{}]}]"#, limits: limits)?.reason == .tooDeep)
        #expect(fault("[1,2,3,4]", limits: limits) == nil)
        #expect(fault("[1,2,3,4,5]", limits: limits)?.reason == .tooManyValues)
    }

    @Test("a hundred thousand open brackets are refused by depth without a stack overflow")
    func deepBrackets() {
        #expect(fault(String(repeating: "[", count: 100_000))?.reason == .tooDeep)
        #expect(fault(String(repeating: "{\"a\":", count: 100_000))?.reason == .tooDeep)
    }

    @Test("every kind of value is read exactly")
    func values() throws {
        let text =
            #" { "n" : null , "t":true,"f":false, "i":12345678901234567890123, "d":1.50e-3, "#
            + #""s":"a\"\\\/\b\f\n\r\té\ud83d\ude00\u0000", "a":[ ], "o":{ } } "#
        let value = try JSONReader.read(Array(text.utf8))
        #expect(value["n"] == .null)
        #expect(value["t"] == true)
        #expect(value["f"] == false)
        #expect(value["i"]?.number?.lexeme == "12345678901234567890123")
        #expect(value["i"]?.int64 == nil)
        #expect(value["d"]?.number?.lexeme == "1.50e-3")
        #expect(value["s"]?.string == "a\"\\/\u{8}\u{C}\n\r\té😀\u{0}")
        #expect(value["a"] == [])
        #expect(value["o"] == [:])
        #expect(value["missing"] == nil)
        #expect(value[0] == nil)
    }

    @Test("nested containers keep their own members in order")
    func nesting() throws {
        let value = try JSONReader.read(Array(#"[[1,[2,3],4],{"a":[5,{"b":6}],"c":[]},7]"#.utf8))
        #expect(value == [[1, [2, 3], 4], ["a": [5, ["b": 6]], "c": []], 7])
        #expect(value.compactText == #"[[1,[2,3],4],{"a":[5,{"b":6}],"c":[]},7]"#)
    }
}
