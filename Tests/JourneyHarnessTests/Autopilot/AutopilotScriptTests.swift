import JourneyBase
import Testing

@testable import JourneyHarness

@Suite("Autopilot script")
struct AutopilotScriptTests {
    @Test("turns and answers are read in order")
    func reads() throws {
        let script = try AutopilotScript(
            reading: Array(
                """
                { "steps": [
                    { "step": "intro", "do": [ { "press": "#start" } ] },
                    { "step": "amount", "do": [ { "fill": "#amount", "with": "12.50" },
                                                { "choose": "#from", "with": "main" },
                                                { "wait": "#fee" } ] },
                    { "signIn": [ { "fill": "#name", "with": "rowan" }, { "press": "#sign-in" } ] },
                    { "screen": "biometric", "press": "pass" },
                    { "screen": "document", "values": { "note": "x" }, "files": { "file": "a.png", "other": "/b.png" },
                      "press": "use" } ] }
                """.utf8), folder: "/scripts")
        #expect(script.turns.map(\.step) == ["intro", "amount"])
        #expect(script.turns[0].actions == [.press(selector: "#start")])
        #expect(
            script.turns[1].actions == [
                .fill(selector: "#amount", text: "12.50"), .choose(selector: "#from", value: "main"),
                .wait(selector: "#fee"),
            ])
        #expect(script.signIns == [[.fill(selector: "#name", text: "rowan"), .press(selector: "#sign-in")]])
        #expect(
            script.answers == [
                .init(screen: "biometric", action: "pass", values: [:]),
                .init(
                    screen: "document", action: "use",
                    values: ["note": "x", "file": "/scripts/a.png", "other": "/b.png"]),
            ])
    }

    @Test(
        "a mistake is an error with its location",
        arguments: [
            (#"{"#, "not valid JSON"), (#"[]"#, "`steps`"), (#"{"steps":[],"speed":1}"#, "`steps`"),
            (#"{"steps":[{}]}"#, "entry 0"), (#"{"steps":[{"step":"a"}]}"#, "entry 0"),
            (#"{"steps":[{"step":"a","do":[{"fill":"x"}]}]}"#, "step a"),
            (#"{"steps":[{"step":"a","do":[{"press":"x","with":"y"}]}]}"#, "step a"),
            (#"{"steps":[{"step":"a","do":[{"click":"x"}]}]}"#, "step a"),
            (#"{"steps":[{"step":"a","do":[{"wait":"x","press":"y"}]}]}"#, "step a"),
            (#"{"steps":[{"screen":"a","press":"b","files":{"c":1}}]}"#, "entry 0"),
            (#"{"steps":[{"screen":"a","press":"b","values":{"c":"x"},"files":{"c":"y"}}]}"#, "entry 0"),
            (#"{"steps":[{"screen":"a"}]}"#, "entry 0"),
            (#"{"steps":[{"signIn":[{"click":"x"}]}]}"#, "the sign-in"), (#"{"steps":[{"signIn":{}}]}"#, "entry 0"),
            (#"{"steps":[{"signIn":[],"step":"a"}]}"#, "entry 0"),
            (#"{"steps":[{"screen":"a","press":"b","then":"c"}]}"#, "entry 0"),
            (#"{"steps":[{"screen":"a","press":"b","values":{"c":1}}]}"#, "entry 0"),
        ])
    func faults(text: String, place: String) {
        #expect {
            try AutopilotScript(reading: Array(text.utf8))
        } throws: { error in
            (error as? JourneyError)?.code == .configurationInvalid && "\(error)".contains(place)
        }
    }
}
