import JourneyBase
import Testing

@Suite("Header fields")
struct HTTPFieldsTests {
    @Test(
        "a value that would break out of its line is unsafe",
        arguments: [
            ("X-A", "b\r\nSet-Cookie: c"), ("X-A", "b\nc"), ("X-A", "b\rc"), ("X-A", "b\u{0}c"), ("X-A", "b\u{7F}"),
            ("X-A", " b"), ("X-A", "b "), ("X-A", "\tb"), ("X-A", "b\u{1B}[2J"), ("", "b"), ("X A", "b"), ("X-A:", "b"),
            ("X-A\r\nX-B", "b"), ("X\u{E9}", "b"), ("X(", "b"), ("X\u{0}", "b"), ("\u{212A}ey", "b"),
        ])
    func unsafe(name: String, value: String) {
        #expect(!HTTPFields.isSafe(name: name, value: value))
        var fields: HTTPFields = ["Accept": "application/json"]
        #expect(fields.areSafe)
        fields.add(name, value)
        #expect(!fields.areSafe)
    }

    @Test(
        "ordinary fields are safe",
        arguments: [
            ("Content-Type", "application/json"), ("traceparent", "00-ab-cd-01"), ("X-A", ""), ("X!#$", "a\tb é"),
        ])
    func safe(name: String, value: String) { #expect(HTTPFields.isSafe(name: name, value: value)) }

    @Test("names compare case-insensitively in ASCII only")
    func names() {
        var fields: HTTPFields = ["Set-Cookie": "a", "set-cookie": "b", "X-K": "1"]
        #expect(fields["SET-COOKIE"] == "a")
        #expect(fields["X-\u{212A}"] == nil)
        fields["set-COOKIE"] = "c"
        #expect(fields.fields.map(\.value) == ["1", "c"])
        fields["Set-Cookie"] = nil
        #expect(fields.fields.map(\.name) == ["X-K"])
    }

    @Test("a JSON response has its content type")
    func jsonResponse() {
        let response = HTTPResponse.json(["a": 1], status: 201, headers: ["content-type": "text/html", "X-B": "c"])
        #expect(response.status == 201)
        #expect(response.headers["Content-Type"] == "application/json")
        #expect(response.headers["X-B"] == "c")
        #expect(response.body == Array(#"{"a":1}"#.utf8))
    }

    @Test("only methods that are safe to repeat count as idempotent")
    func idempotence() {
        #expect(HTTPMethod.allCases.filter(\.isIdempotent) == [.get, .head, .put, .delete, .options])
    }
}
