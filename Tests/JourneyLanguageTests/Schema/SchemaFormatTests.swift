import JourneyBase
import JourneyLanguage
import Testing

@Suite("Schema formats in OpenAPI")
struct SchemaFormatTests {
    @Test(
        "a format accepts its standard's values, and not near misses",
        arguments: [
            ("date", "2024-02-29", "2023-02-29"), ("date", "2026-12-31", "2026-13-01"),
            ("date", "2026-01-01", "2026-1-1"),
            ("date-time", "2026-01-01T00:00:00Z", "2026-01-01T00:00:00"),
            ("date-time", "2026-01-01t23:59:59.123+01:00", "2026-01-01 23:59:59Z"),
            ("date-time", "1998-12-31T23:59:60Z", "1998-12-31T22:59:60Z"),
            ("date-time", "1998-12-31T15:59:60.5-08:00", "1998-12-31T23:59:61Z"),
            ("date-time", "2026-01-01T00:00:00-00:00", "2026-01-01T24:00:00Z"),
            ("time", "12:30:00Z", "12:30:00"), ("time", "00:00:00+23:59", "00:00:00+24:00"), ("time", "1:00:00Z", nil),
            ("duration", "P1Y2M3DT4H5M6S", "P1YT"), ("duration", "PT36H", "P"), ("duration", "P4W", "P4W1D"),
            ("duration", "P1M", "P1S"), ("duration", "PT1H1M", "PT1H1S"),
            ("email", "a.b+c@bank.example", "a..b@bank.example"),
            ("email", "x@y", "x@"), ("email", "o'hara@b-c.example", "@b.example"),
            ("hostname", "pay.bank.example", "-a.b"),
            ("hostname", "xn--nxasmq6b", "a_b"), ("hostname", "a", "a..b"), ("ipv4", "192.168.0.1", "192.168.0.256"),
            ("ipv4", "0.0.0.0", "01.0.0.0"), ("ipv6", "::", ":::"), ("ipv6", "::1", "1::2::3"),
            ("ipv6", "2001:db8::ff00:42", "1:2"),
            ("ipv6", "::ffff:1.2.3.4", "::ffff:1.2.3"), ("ipv6", "1:2:3:4:5:6:7:8", "1:2:3:4:5:6:7:8:9"),
            ("ipv6", "1:2:3:4:5:6:7::", "1:2:3:4:5:6:7:"), ("ipv6", "1::8", "12345::"),
            ("ipv6", "::2:3:4:5:6:7:8", ":2:3:4:5:6:7:8"),
            ("ipv4", "10.20.100.255", "1.2.3"), ("ipv4", "1.2.3.4", "1.2.3.4.5"), ("ipv4", "9.0.10.0", "9.00.1.0"),
            ("ipv4", "255.255.255.255", "1.2.3.1000"), ("ipv4", "1.1.1.1", "1.1..1"), ("ipv4", "1.1.1.0", "1.1.1.a"),
            ("ipv6", "1:2:3:4:5:6:1.2.3.4", "1:2:3:4:5:6:7:1.2.3.4"), ("ipv6", "::1.2.3.4", ":1.2.3.4"),
            ("ipv6", "1::", "1:"), ("ipv6", "::1:2", "::1:"), ("ipv6", "1:2::", ":1::2"), ("ipv6", "abcd::", "abcg::"),
            ("ipv6", "1234::1", "1::12345"), ("ipv6", "1::3:4:5:6:7:8", "1::2:3:4:5:6:7:8:9"),
            ("ipv6", "0000:0000:0000:0000:0000:ffff:255.255.255.255", "1.2.3.4"),
            ("hostname", "a-b.c1", "a-.b"), ("hostname", "1.2", ".a"), ("hostname", "a.b", "a."),
            ("uri", "https://u@bank.example:8443/a?b=c#d", "//bank.example/a"), ("uri", "urn:iso:20022", "a b:c"),
            ("uri", "http://[::1]/", "http://[::1/"), ("uri", "mailto:a@b", "https://a/%zz"),
            ("uri", "https://a/{b}", nil),
            ("uri-reference", "../a?b#c", "a\\b"), ("uri-reference", "", "1:b"), ("uri-reference", "a/b:c", "%1"),
            ("uuid", "2EB8AA08-aa98-11ea-b4aa-73b441d16380", "2eb8aa08aa98-11ea-b4aa-73b441d163800"),
            ("json-pointer", "/a~1b/~0", "/a~2"), ("json-pointer", "", "a"), ("relative-json-pointer", "1/a", "01/a"),
            ("relative-json-pointer", "0#", "#"), ("regex", "^a+$", "^(a"), ("byte", "YWI=", "YWI"),
            ("byte", "", "Y==="),
            ("byte", "+/+/", "-_-_"),
        ] as [(String, String, String?)])
    func formats(name: String, text: String, miss: String?) throws {
        for dialect in [JSONSchema.Dialect.openAPI30, .openAPI31] {
            let schema = try JSONSchema.compile(["type": "string", "format": .string(name)], dialect: dialect)
            // "1:00:00Z" and "https://a/{b}" are near misses only.
            if miss == nil { #expect(!schema.admits(.string(text))) } else { #expect(schema.admits(.string(text))) }
            if let miss { #expect(schema.faults(in: .string(miss)).map(\.keyword) == ["format"]) }
        }
    }

    @Test(
        "number formats hold at their exact limits",
        arguments: [
            ("int32", "2147483647", "2147483648"), ("int32", "-2147483648", "-2147483649"), ("int32", "1.0", "1.5"),
            ("int64", "9223372036854775807", "9223372036854775808"), ("int64", "1e3", "1e19"),
            ("int64", "-9223372036854775808", "-9223372036854775809"), ("float", "3.4e38", "3.5e38"),
            ("double", "1e308", "1e309"),
        ])
    func numbers(name: String, number: String, miss: String) throws {
        let schema = try JSONSchema.compile(["format": .string(name)], dialect: .openAPI30)
        #expect(schema.admits(.number(try #require(JSONNumber(lexeme: number)))))
        #expect(!schema.admits(.number(try #require(JSONNumber(lexeme: miss)))))
        #expect(schema.admits("text"))
    }

    @Test("an annotation or unknown format checks nothing")
    func annotations() throws {
        #expect(try JSONSchema.compile(["format": "date"], dialect: .draft202012).admits("no date"))
        #expect(try JSONSchema.compile(["format": "iban"], dialect: .openAPI31).admits("no iban"))
        #expect(try JSONSchema.compile(["format": "binary"], dialect: .openAPI30).admits("\u{0}"))
    }
}
