import JourneyBase
import Testing

@testable import JourneyLanguage

@Suite("Header templates in calls")
struct HeaderTemplateTests {
    private static func template(_ pieces: HeaderTemplate.Piece...) -> HeaderTemplate {
        HeaderTemplate(source: "", pieces: pieces)
    }

    /// Returns the headers of a call whose argument `note` comes from the page, or the end of the run.
    private static func headers(
        _ templates: [String: HeaderTemplate] = [:], binding own: [String: HeaderTemplate] = [:],
        note: JSONValue? = nil,
        fixed: HTTPFields = [:], values: [HeaderVariable: String] = [:], required: [String] = []
    ) throws -> (fields: HTTPFields?, end: String?) {
        let operation = JourneyLanguage.Operation(
            id: "save", method: .post, path: "/save", base: try #require(Fixture.base),
            inputs: Dictionary(
                uniqueKeysWithValues: required.map {
                    ($0, .init(place: .header, name: $0, type: .string, isRequired: true, isNullable: false))
                }), parameters: [:], body: .anyObject, answers: .anything, takesIdempotencyKey: true, takesToken: true)
        let binding = Binding(
            onEvent: "save", operation: operation,
            arguments: .declared(["note": try ContextPath(parsing: "payload.note")]),
            outputs: [:], headers: fixed, onSuccessEmit: nil, onErrorEmit: nil, retry: [], headerTemplates: own)
        let journey = try Fixture.journey([Fixture.web("form", [binding])], templates: templates)
        var player = Player(journey, values: values)
        player.page("save", note.map { ["note": $0] } ?? [:])
        return (player.calls.first?.headers, player.end)
    }

    @Test("names are replaced by values, and a binding's template overrides the journey's")
    func values() throws {
        let seen = try Self.headers(
            [
                "X-Correlation-Id": Self.template(.variable(.correlationID)),
                "X-Route": Self.template(.variable(.environment), .literal("/"), .variable(.journeyID)),
                "X-Step": Self.template(.variable(.step)), "X-Own": Self.template(.literal("journey")),
            ],
            binding: ["x-own": Self.template(.literal("binding"))],
            values: [.correlationID: "c-1", .environment: "sandbox"])
        #expect(seen.fields?["X-Correlation-Id"] == "c-1")
        #expect(seen.fields?["X-Route"] == "sandbox/money-transfer")
        #expect(seen.fields?["X-Step"] == "form")
        #expect(seen.fields?["X-Own"] == "binding")
    }

    @Test("a missing value omits the header, and fails the call only if the header is required")
    func absent() throws {
        let templates = ["X-Product": Self.template(.literal("p="), .variable(.productCode))]
        let left = try Self.headers(templates)
        #expect(left.fields != nil && left.fields?["X-Product"] == nil)
        let required = try Self.headers(templates, required: ["X-Product"])
        #expect(required.fields == nil)
        #expect(required.end == "failed VALIDATION_FAIL")
    }

    @Test(
        "a page's text cannot break out of its header",
        arguments: [
            "a\r\nAuthorization: Bearer x", "a\nb", "a\rb", "a\u{0}b", "a\u{85}b", "a\u{2028}b", "é", " a", "a ",
            "a\tb",
            "\u{7F}", "\u{FF0D}",
        ])
    func injection(text: String) throws {
        let seen = try Self.headers(binding: ["X-Note": Self.template(.input("note"))], note: .string(text))
        #expect(seen.fields == nil)
        #expect(seen.end == "failed VALIDATION_FAIL")
    }

    @Test(
        "an overlong value fails the call, and one at the limit does not",
        arguments: [(1_024, true), (1_025, false)])
    func length(count: Int, isSent: Bool) throws {
        let seen = try Self.headers(
            binding: ["X-Note": Self.template(.input("note"))], note: .string(String(repeating: "a", count: count)))
        #expect((seen.fields != nil) == isSent)
    }

    static let plainValues: [(value: JSONValue, text: String?)] = [
        ("12.50", "12.50"), (7, "7"), (true, "true"), (["a"], nil), (["a": 1], nil), (nil, nil),
    ]

    @Test(
        "plain values are formatted as in JSON; objects, arrays and null are refused",
        arguments: plainValues.indices)
    func plain(index: Int) throws {
        let (value, text) = Self.plainValues[index]
        let seen = try Self.headers(binding: ["X-Note": Self.template(.input("note"))], note: value)
        #expect(seen.fields?["X-Note"] == text)
        #expect((seen.end == nil) == (text != nil))
    }
}
