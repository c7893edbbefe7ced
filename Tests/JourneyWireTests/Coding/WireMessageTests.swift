import JourneyBase
import Testing

@testable import JourneyWire

/// A message with a member of each kind.
struct SampleMessage: WireMessage {
    enum State: String, Codable, CaseIterable { case open, shut }

    struct Part: WireMessage {
        let name: String
        let count: Int?
    }

    let state: State
    let amount: WireNumber
    let parts: [Part]
    let keyID: WireBytes?
    let ticket: WireSecret?
    let extra: WireJSON?
    let words: [String: String]?
    let isNew: Bool

    enum CodingKeys: String, CodingKey {
        case state, amount, parts, ticket, extra, words, isNew
        case keyID = "keyId"
    }

    static let json: JSONValue = [
        "state": "open", "amount": number("12345678901234567890.10"),
        "parts": [["name": "a/b", "count": 2], ["name": "c"]], "keyId": "AQID", "ticket": "s3cret",
        "extra": [nil, number("1.5")], "words": ["x": "y"], "isNew": true,
    ]
}

/// Creates a number from its text.
private func number(_ lexeme: String) -> JSONValue { JSONNumber(lexeme: lexeme).map { .number($0) } ?? .null }

@Suite("Messages of a contract")
struct WireMessageTests {
    @Test("a message round-trips unchanged, numbers and any JSON included")
    func exact() throws {
        let message = try SampleMessage(SampleMessage.json, unknownMembers: .refused)
        #expect(message.json == SampleMessage.json)
        #expect(message.amount.number.lexeme == "12345678901234567890.10")
        #expect(message.keyID?.bytes == [1, 2, 3])
        #expect(message.parts.map(\.count) == [2, nil])
    }

    @Test("missing and null members are nil and are not written")
    func missing() throws {
        let json: JSONValue = ["state": "shut", "amount": 1, "parts": [], "isNew": false, "keyId": nil]
        let message = try SampleMessage(json, unknownMembers: .refused)
        #expect(message.keyID == nil)
        #expect(message.json == ["state": "shut", "amount": 1, "parts": [], "isNew": false])
    }

    @Test("a secret is not printed, and is compared by its bytes")
    func secret() throws {
        let message = try SampleMessage(SampleMessage.json)
        #expect(!"\(message)".contains("s3cret"))
        #expect(!String(reflecting: message).contains("s3cret"))
        #expect(message == (try SampleMessage(SampleMessage.json)))
    }

    @Test(
        "an invalid member is named by its location",
        arguments: [
            (["amount": 1, "parts": [], "isNew": true], .missing, "/state"),
            (["state": "ajar", "amount": 1, "parts": [], "isNew": true], .invalid, "/state"),
            (["state": 1, "amount": 1, "parts": [], "isNew": true], .type, "/state"),
            (["state": "open", "amount": "1", "parts": [], "isNew": true], .invalid, "/amount"),
            (["state": "open", "amount": 1, "parts": [:], "isNew": true], .type, "/parts"),
            (["state": "open", "amount": 1, "parts": [["name": "a"], [:]], "isNew": true], .missing, "/parts/1/name"),
            (
                ["state": "open", "amount": 1, "parts": [["name": "a", "count": number("1.5")]], "isNew": true], .type,
                "/parts/0/count"
            ),
            (["state": "open", "amount": 1, "parts": [], "isNew": "true"], .type, "/isNew"),
            (["state": "open", "amount": 1, "parts": [], "isNew": true, "keyId": "="], .invalid, "/keyId"),
            (["state": "open", "amount": 1, "parts": [], "isNew": true, "words": ["a/~": 1]], .type, "/words/a~1~0"),
            ([], .type, ""),
        ] as [(JSONValue, WireError.Reason, String)])
    func places(_ json: JSONValue, _ reason: WireError.Reason, _ pointer: String) throws {
        let fault = #expect(throws: WireError.self) { try SampleMessage(json) }
        #expect(fault?.reason == reason)
        #expect(fault?.pointer == pointer)
    }

    @Test("bytes that are not strict JSON are refused")
    func bytes() throws {
        let fault = #expect(throws: WireError.self) { try SampleMessage(Array("{\"a\":1,\"a\":1}".utf8)) }
        #expect(fault == WireError(.notJSON))
    }

    @Test("an unknown member is refused by a strict reader at any depth")
    func unknown() throws {
        var members = try #require(SampleMessage.json.object)
        members["later"] = 1
        #expect(try SampleMessage(.object(members)).json == SampleMessage.json)
        let top = #expect(throws: WireError.self) { try SampleMessage(.object(members), unknownMembers: .refused) }
        #expect(top?.description == "/later is not a member of this message.")
        members["later"] = nil
        members["parts"] = [["name": "a", "size": 1]]
        let deep = #expect(throws: WireError.self) { try SampleMessage(.object(members), unknownMembers: .refused) }
        #expect(deep?.pointer == "/parts/0/size")
    }

    @Test("a message type lists its members")
    func fields() {
        #expect(
            WireField.list(SampleMessage.self) == [
                WireField(name: "amount", kind: .number, isRequired: true),
                WireField(name: "extra", kind: .any, isRequired: false),
                WireField(name: "isNew", kind: .boolean, isRequired: true),
                WireField(name: "keyId", kind: .string, isRequired: false),
                WireField(
                    name: "parts",
                    kind: .array(
                        .object([
                            WireField(name: "count", kind: .integer, isRequired: false),
                            WireField(name: "name", kind: .string, isRequired: true),
                        ])), isRequired: true),
                WireField(name: "state", kind: .oneOf(["open", "shut"]), isRequired: true),
                WireField(name: "ticket", kind: .string, isRequired: false),
                WireField(name: "words", kind: .any, isRequired: false),
            ])
        #expect(WireField.names(SampleMessage.self).isSuperset(of: ["parts", "parts/count", "keyId"]))
    }
}
