import JourneyBase
import Testing

@testable import WalletPass

@Suite("Pass templates")
struct PassTemplateTests {
    private func fill(_ content: String, _ values: [String: JSONValue]) throws(PassTemplate.Failure) -> String {
        let files = try PassTemplate(files: ["pass.json": Array(content.utf8), "icon.png": [1]]).filled(with: values)
        #expect(files["icon.png"] == [1])
        return String(decoding: files["pass.json"] ?? [], as: UTF8.self)
    }

    @Test("whole placeholders keep a value's type, and embedded ones become text")
    func values() throws {
        #expect(
            try fill(#"{"a":"{{n}}","b":"no. {{ n }}, {{name}}!"}"#, ["n": 7, "name": "Ada"])
                == #"{"a":7,"b":"no. 7, Ada!"}"#)
        #expect(try fill(#"{"a":["{{list}}"]}"#, ["list": [1, 2]]) == #"{"a":[[1,2]]}"#)
        #expect(try fill(#"{"a":"}} {{ x","b":"{{n}} "}"#, ["n": 7]) == #"{"a":"}} {{ x","b":"7 "}"#)
    }

    @Test("a value cannot inject a placeholder, member or JSON")
    func injected() throws {
        #expect(
            try fill(#"{"a":"{{x}}","b":"-{{x}}"}"#, ["x": #"{{y}}","c":"1"#])
                == #"{"a":"{{y}}\",\"c\":\"1","b":"-{{y}}\",\"c\":\"1"}"#)
    }

    @Test("unused values are named without failing where that is allowed")
    func leftOver() throws {
        let template = PassTemplate(files: ["pass.json": Array(#"{"a":"{{x}}"}"#.utf8)])
        let (files, unused) = try template.filled(fromAmong: ["x": 1, "y": 2, "z": 3])
        #expect(files["pass.json"] == Array(#"{"a":1}"#.utf8) && unused == ["y", "z"])
        #expect(throws: PassTemplate.Failure.missing(["x"])) { try template.filled(fromAmong: ["y": 2]) }
    }

    @Test("a missing, misspelt or non-text value is named")
    func faults() {
        #expect(throws: PassTemplate.Failure.missing(["x", "y"])) { try fill(#"{"a":"{{x}} {{y}}"}"#, [:]) }
        #expect(throws: PassTemplate.Failure.unused(["z"])) { try fill(#"{"a":"{{x}}"}"#, ["x": 1, "z": 1]) }
        #expect(throws: PassTemplate.Failure.notText("x")) { try fill(#"{"a":"-{{x}}"}"#, ["x": true]) }
        // An empty placeholder does not affect the next one.
        #expect(throws: PassTemplate.Failure.notText("b")) {
            try fill(#"{"a":"{{a}}{{b}}"}"#, ["a": "", "b": ["x": 1]])
        }
        #expect(throws: PassTemplate.Failure.content) { try fill("[]", [:]) }
        #expect(throws: PassTemplate.Failure.content) { try PassTemplate(files: [:]).filled(with: [:]) }
    }
}
