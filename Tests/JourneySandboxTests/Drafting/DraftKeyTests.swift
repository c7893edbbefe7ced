import JourneyBase
import JourneySandbox
import Testing

@Suite("Idempotency keys of drafts")
struct DraftKeyTests {
    @Test(
        "X-Request-ID, which is another one in each request, is no key, and a header for keys is one",
        arguments: [("X-Request-ID", "once"), ("PayPal-Request-Id", "keyed"), ("Idempotency-Key", "keyed")])
    func requestID(header: String, effect: JSONValue) throws {
        let answer: JSONValue = [
            "description": "Paid",
            "content": [
                "application/json": [
                    "schema": ["type": "object", "properties": ["id": ["type": "string", "example": "P-1"]]]
                ]
            ],
        ]
        let document: JSONValue = [
            "openapi": "3.1.0", "info": ["title": "Bank", "version": "1"],
            "servers": [["url": "https://bank.example/v1"]],
            "paths": [
                "/payments": [
                    "post": [
                        "operationId": "pay",
                        "parameters": [
                            [
                                "name": .string(header), "in": "header", "required": true,
                                "schema": ["type": "string", "format": "uuid"],
                            ]
                        ],
                        "responses": ["201": answer],
                    ]
                ]
            ],
        ]
        let draft = try JourneyDraftTests.draft(document.compactBytes, operations: ["pay"], name: "pay")
        let call = try JourneyDraftTests.manifest(draft)["steps"]?["pay"]?["bindings"]?[0]?["call"]
        #expect(call?["effect"] == effect)
        #expect((call?["key"] == nil) == (effect == "once"))
    }
}
