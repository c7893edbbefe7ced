import JourneyBase
import Testing

@testable import JourneyWeb

@Suite("Answers from a screen's page")
struct ScreenAnswerTests {
    private let screen = Screen(
        id: "a", title: "A",
        fields: [
            Screen.Field(id: "name", label: "Name", kind: .text),
            Screen.Field(id: "pin", label: "PIN", kind: .pin(digits: 4)),
            Screen.Field(id: "code", label: "Code", kind: .oneTimeCode(digits: 4)),
            Screen.Field(
                id: "some", label: "Some", kind: .choice(.several(of: [Screen.Choice.Option(id: "x", label: "X")]))),
        ],
        actions: [Screen.Action(id: "go", label: "Go"), Screen.Action(id: "no", label: "No", role: .cancel)])

    private func read(_ text: String, drawing: Int = 1, secrets: [String: Secret] = [:]) -> ScreenAction? {
        ScreenAnswer.read(Array(text.utf8), of: screen, drawing: drawing, secrets: secrets)
    }

    @Test(
        "an unreadable answer is refused",
        arguments: [
            "{}", "{\"action\":1,\"drawing\":\"1\"}", "[", "{\"action\":\"go\"}",
            "{\"action\":\"go\",\"drawing\":\"1\",\"action\":\"go\"}", "{\"action\":\"go\",\"drawing\":1}",
        ])
    func refused(text: String) { #expect(read(text) == nil) }

    @Test("values are read by their field's kind; secrets are accepted only as secret messages")
    func values() {
        let pin = Secret(copying: "৪৭১১".utf8)
        let answer = read(
            """
            {"action":"go","drawing":"1","values":{"name":"Ada","pin":"9999","code":"١٢ ٣٤","x":"1"},"chosen":{"some":["x"]}}
            """, secrets: ["pin": pin, "name": pin])
        #expect(
            answer
                == ScreenAction(
                    action: "go",
                    values: [
                        "name": "Ada", "pin": .secret(Secret(copying: "4711".utf8)), "code": "1234",
                        "some": .chosen(["x"]),
                    ]))
        #expect(
            read("{\"action\":\"no\",\"drawing\":\"1\",\"values\":{\"name\":\"Ada\"}}") == ScreenAction(action: "no"))
    }

    @Test(
        "a second press on one question does not answer the next one with the same action",
        arguments: [("\"1\"", false), ("\"2\"", true), ("2", false), ("\"02\"", false), ("null", false)])
    func stale(drawing: String, isTaken: Bool) {
        #expect((read("{\"action\":\"no\",\"drawing\":\(drawing)}", drawing: 2) != nil) == isTaken)
    }

    @Test("a secret's message keeps the typed text with line feeds, and a malformed one is refused")
    func secretMessage() throws {
        func message(_ text: String) -> ScreenMessage? { Array(text.utf8).withUnsafeBytes { ScreenMessage($0) } }
        guard case .secret("pin", 3, let secret) = message("secret\n3\npin\n47\n11") else {
            Issue.record("no secret")
            return
        }
        #expect(secret.hasSameBytes(as: Secret(copying: "47\n11".utf8)))
        guard case .secret(_, _, let long) = message("secret\n3\npin\n" + String(repeating: "x", count: 5_000)) else {
            Issue.record("no secret")
            return
        }
        #expect(long.count == ScreenMessage.secretLimit)
        for text in ["secret\n", "secret\n3\npin", "secret\nx\npin\n1", "secret\n9999999999\npin\n1"] {
            #expect(message(text) == nil)
        }
        guard case .answer(let bytes) = message("{\"secret\n") else {
            Issue.record("no answer")
            return
        }
        #expect(bytes == Array("{\"secret\n".utf8))
    }
}
