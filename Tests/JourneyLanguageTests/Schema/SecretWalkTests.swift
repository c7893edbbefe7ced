import JourneyBase
import Testing

@testable import JourneyLanguage

@Suite("Secrets of a value, by schema and by name")
struct SecretWalkTests {
    private static let document: JSONValue = [
        "type": "object",
        "properties": [
            "user": ["type": "string"], "code": ["type": "string", "format": "password"],
            "proof": ["type": "string", "writeOnly": true], "day": ["type": "string", "format": "date"],
            "nested": ["$ref": "#/$defs/Nested"],
            "list": ["type": "array", "items": ["$ref": "#/$defs/Nested"]],
            "choice": ["oneOf": [["$ref": "#/$defs/Nested"], ["type": "string"]]],
            "both": ["allOf": [["$ref": "#/$defs/Nested"]]],
            "whole": ["type": "object", "format": "password"],
        ],
        "$defs": [
            "Nested": [
                "type": "object", "properties": ["word": ["type": "string", "format": "password"], "open": [:]],
            ]
        ],
    ]

    private func masked(_ value: JSONValue, isSecret: @escaping (String) -> Bool = { _ in false }) throws -> (
        JSONValue, [String]
    ) {
        let schema = try JSONSchema.compile(Self.document, dialect: .openAPI31)
        var walk = SecretWalk(isSecretName: isSecret)
        return (walk.masked(value, by: schema), walk.found.sorted())
    }

    @Test(
        "members with a secret schema are hidden wherever they stand, and their neighbours are not",
        arguments: [
            (["code": "s-1", "user": "ann"], ["code": "•••", "user": "ann"], ["s-1"]),
            (["proof": "s-1", "day": "2026-01-01"], ["proof": "•••", "day": "2026-01-01"], ["s-1"]),
            (["nested": ["word": "s-1", "open": "o"]], ["nested": ["word": "•••", "open": "o"]], ["s-1"]),
            (["list": [["word": "a"], ["open": "word"]]], ["list": [["word": "•••"], ["open": "word"]]], ["a"]),
            (["choice": ["word": "s-1"]], ["choice": ["word": "•••"]], ["s-1"]),
            (["choice": "word"], ["choice": "word"], []),
            (["both": ["word": "s-1"]], ["both": ["word": "•••"]], ["s-1"]),
            (["whole": ["a": "s-1", "b": [7]]], ["whole": "•••"], ["7", "s-1"]),
            (["code": .null], ["code": .null], []),
            (["word": "not of the schema"], ["word": "not of the schema"], []),
            ("text", "text", []),
        ] as [(JSONValue, JSONValue, [String])])
    func bySchema(value: JSONValue, shown: JSONValue, found: [String]) throws {
        let (masked, secrets) = try masked(value)
        #expect(masked == shown && secrets == found)
    }

    @Test("a secret name hides its member without a schema")
    func byName() {
        var walk = SecretWalk { $0 == "pin" }
        #expect(
            walk.masked(["pin": "1234", "a": [["pin": 5]], "pins": "x"]) == [
                "pin": "•••", "a": [["pin": "•••"]], "pins": "x",
            ])
        #expect(walk.found.sorted() == ["1234", "5"])
    }
}
