import JourneyBase
import Synchronization
import Testing

@Suite("Log")
struct LogTests {
    private func line(_ fields: [Log.Field: String]) -> String {
        let seen = Mutex("")
        Log { entry in seen.withLock { $0 = entry.description } }.record(.info, "A step was entered.", fields)
        return seen.withLock { $0 }
    }

    @Test("a line is a level, a fixed sentence and its fields by name")
    func order() {
        #expect(line([.step: "amount", .code: "X"]) == "info A step was entered. code=X step=amount")
        #expect(line([:]) == "info A step was entered.")
    }

    @Test(
        "a value cannot start a line, forge a field or control a terminal",
        arguments: [
            ("a\nerror b", "a?error?b"), ("a\r", "a?"), ("\u{1B}[31m", "?[31m"), ("a code=FORGED", "a?code=FORGED"),
            ("\u{9B}2J", "?2J"), ("\u{202E}abc", "?abc"), ("\u{2028}", "?"), ("é", "?"), ("\u{0}", "?"),
            ("a\tb", "a?b"),
        ])
    func clean(value: String, written: String) {
        #expect(line([.step: value]) == "info A step was entered. step=\(written)")
    }

    @Test("a value ends after two hundred characters")
    func length() {
        #expect(
            line([.step: String(repeating: "a", count: 5_000)]).hasSuffix("step=" + String(repeating: "a", count: 200)))
    }

    @Test("the list of fields is short and has none for typed text")
    func fields() {
        let names = Set(Log.Field.allCases.map(\.rawValue))
        #expect(names.count <= 16)
        for name in ["token", "pin", "otp", "pan", "cvv", "amount", "name", "iban", "payload", "url", "secret", "body"]
        {
            #expect(!names.contains(name))
        }
    }

    @Test("an entry reaches the sink once, and the silent log drops it")
    func sink() {
        let seen = Mutex<[String]>([])
        let log = Log { entry in seen.withLock { $0.append(entry.description) } }
        log.record(.warning, "A page was refused.", [.origin: "https://pay.example"])
        Log.silent.record(.error, "Nobody hears this.")
        #expect(seen.withLock { $0 } == ["warning A page was refused. origin=https://pay.example"])
    }
}
