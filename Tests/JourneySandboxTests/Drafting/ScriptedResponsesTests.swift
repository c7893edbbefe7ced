import Foundation
import JourneyBase
import TestSupport
import Testing

@testable import JourneySandbox

@Suite("An author's responses")
struct ScriptedResponsesTests {
    private static func read(_ text: String) throws(JourneyError) -> ScriptedResponses {
        try ScriptedResponses(reading: Array(text.utf8), name: "responses.json")
    }

    private static let text = #"""
        {"responses": [
          {"operation": "create", "when": "body.text == 'no'", "status": 409, "count": 1,
           "headers": {"Retry-After": "3", "Content-Type": "application/problem+json"}, "body": {"code": "LIMIT"}},
          {"operation": "create", "when": "body.text.size() > 3 && headers['x-kind'] == 'odd'", "status": 503},
          {"operation": "read", "when": "path.noteId == 'N-9000' && !has(query.full)", "status": 200,
           "body": {"noteId": "N-9000", "text": "written"}},
          {"operation": "remove", "status": 200, "headers": {"Content-Type": "text/plain"}, "body": "gone"}]}
        """#

    private func bank(_ text: String = text) throws -> (FakeBank, Scratch) {
        let scratch = try Scratch()
        let calls = ["create", "read", "change", "remove"].map { ["call": ["operationId": .string($0)]] as JSONValue }
        var journey = FakeBank.Journey(
            manifest: ["steps": ["a": ["bindings": .array(calls)]]], openAPI: FakeBankTests.notes,
            pages: URL(fileURLWithPath: scratch.path))
        journey.responses = try ScriptedResponsesTests.read(text)
        return (try FakeBank(journey, token: Secret(copying: "a-token".utf8)), scratch)
    }

    @Test(
        "a response is sent when its condition holds, as often as it says; all other requests are answered by the document"
    )
    func used() async throws {
        let (bank, scratch) = try bank()
        func ask(
            _ method: HTTPMethod, _ path: String, _ body: JSONValue? = nil, kind: String? = nil,
            token: String = "a-token"
        ) async throws -> (Int, String) {
            var request = HTTPRequest(
                method: method, url: try #require(HTTPSURL("https://bank.localhost" + path)),
                headers: ["Authorization": "Bearer \(token)", "Content-Type": "application/json"],
                body: body?.compactBytes ?? [])
            if let kind { request.headers["X-Kind"] = kind }
            let response = await bank.handle(request)
            return (response.status, String(decoding: response.body, as: UTF8.self))
        }
        #expect(try await ask(.post, "/notes", ["text": "no"], token: "other").0 == 401)
        #expect(try await ask(.post, "/notes", ["text": "no"]) == (409, #"{"code":"LIMIT"}"#))
        #expect(try await ask(.post, "/notes", ["text": "no"]).0 == 201, "used up")
        #expect(try await ask(.post, "/notes", ["text": "long"], kind: "odd") == (503, ""))
        #expect(try await ask(.post, "/notes", ["text": "long"], kind: "even").0 == 201)
        // A condition over a header that the request lacks has no value, and doesn't hold.
        #expect(try await ask(.post, "/notes", ["text": "long"]).0 == 201)
        #expect(try await ask(.get, "/notes/N-9000").1.contains("written"))
        #expect(try await !ask(.get, "/notes/N-9001").1.contains("written"))
        #expect(try await !ask(.get, "/notes/N-9000?full=no").1.contains("written"))
        #expect(try await ask(.delete, "/notes/N-1000") == (200, "gone"))
        _ = scratch
    }

    @Test(
        "unknown members and operations, wrong values and invalid expressions are refused with their place",
        arguments: [
            (#"{"responses": [{"operation": "create"}]}"#, "responses[0].status is missing"),
            (#"{"responses": [{"operation": "create", "status": 199}]}"#, "not between 200 and 599"),
            (#"{"responses": [{"operation": "create", "status": 200, "time": 1}]}"#, "unknown member"),
            (#"{"responses": [{"operation": "create", "status": 200, "count": 0}]}"#, "not between 1"),
            (
                #"{"responses": [{"operation": "create", "status": 200, "when": "body."}]}"#,
                "responses[0].when is not an expression"
            ),
            (#"{"responses": [{"operation": "create", "status": 200, "when": "payload.x"}]}"#, "is not an expression"),
            (
                #"{"responses": [{"operation": "create", "status": 200, "headers": {"A": "b\r\nC: d"}}]}"#,
                "not a header"
            ),
            (
                #"{"responses": [{"operation": "create", "status": 200, "headers": {"Content-Length": "1"}}]}"#,
                "not a header"
            ),
            (
                #"{"responses": [{"operation": "create", "status": 200, "headers": {"Content-Type": "text/plain"}, "body": {}}]}"#,
                "not a string"
            ),
            (
                #"{"responses": [{"operation": "pay", "status": 200}]}"#,
                "names the operation pay; the manifest calls change, create"
            ),
            (#"{"answers": []}"#, "unknown member"), ("{", "Unexpected end of file"),
        ])
    func refused(text: String, reason: String) {
        let error = #expect(throws: JourneyError.self) { _ = try bank(text) }
        #expect(error?.code == .configurationInvalid && error?.message.contains(reason) == true, "\(error as Any)")
    }
}
