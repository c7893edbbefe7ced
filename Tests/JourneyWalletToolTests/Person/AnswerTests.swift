import Foundation
import JourneyBase
import JourneyCLI
import JourneyHarness
import JourneyTesting
import TestSupport
import Testing

@testable import JourneyWalletTool

@Suite("Answers from a file")
struct AnswerTests {
    private static let screen = Screen(
        id: "code", title: "Code", inlineError: "Wrong.",
        body: [.countdown(Screen.Countdown(ends: Date(timeIntervalSince1970: 60)))],
        fields: [
            Screen.Field(id: "code", label: "Code", kind: .oneTimeCode(digits: 6)),
            Screen.Field(id: "pin", label: "PIN", kind: .pin(digits: 5)),
        ],
        actions: [
            Screen.Action(id: "submit", label: "Submit"),
            Screen.Action(
                id: "resend", label: "Again", role: .resend, availableFrom: Date(timeIntervalSince1970: 60)),
            .back("Back"),
        ])

    private func presenter(
        _ entry: AnswerFile.Entry?, inbox: CodeInbox? = nil, clock: ManualClock = ManualClock(hurried: true)
    ) -> AnsweringPresenter {
        let start = clock.now
        return AnsweringPresenter(
            AnswerFile(entries: entry.map { [$0] } ?? []), language: .english, inbox: inbox, drawing: nil,
            output: RunOutput(terminal: Terminal(out: { _ in }, err: { _ in })),
            dependencies: Dependencies(
                now: { Date(timeIntervalSince1970: start.duration(to: clock.now) / .seconds(1)) }, clock: clock,
                random: { [UInt8](repeating: 0, count: $0) }))
    }

    private func secret(_ text: String) -> Secret { Secret(copying: text.utf8) }

    @Test("values fill fields of their kind, and the submitting action is pressed")
    func values() async {
        let answers = presenter(
            AnswerFile.Entry(screen: "code", values: ["code": secret("123456"), "pin": secret("24680")]))
        let given = await answers.ask(Self.screen)
        #expect(given.action == "submit" && given.text("code") == "123456")
        #expect(given.secret("pin")?.hasSameBytes(as: secret("24680")) == true)
        #expect(answers.fault == nil && answers.unused == [])
    }

    @Test("an action's cool-down and a countdown are waited for", arguments: ["resend", "expired"])
    func waits(press: String) async {
        let clock = ManualClock(hurried: true)
        let answers = presenter(AnswerFile.Entry(screen: "code", press: press), clock: clock)
        #expect(await answers.ask(Self.screen) == ScreenAction(action: press))
        #expect(clock.naps == [.seconds(60)] && answers.fault == nil)
    }

    @Test(
        "an answer that does not fit ends the flow with the reason",
        arguments: [
            (nil, "ANSWER_REFUSED", "‘code’ says: Wrong."),
            (AnswerFile.Entry(screen: "other"), "ANSWER_REFUSED", "‘code’ says: Wrong."),
            (AnswerFile.Entry(screen: "code", press: "pay"), "ANSWER_INVALID", "no action ‘pay’"),
            (AnswerFile.Entry(screen: "code"), "ANSWER_INVALID", "Fill in"),
            (
                AnswerFile.Entry(screen: "code", values: ["kode": Secret(copying: "1".utf8)]), "ANSWER_INVALID",
                "no field ‘kode’"
            ),
            (
                AnswerFile.Entry(screen: "code", values: ["code": Secret(copying: "12345".utf8)]), "ANSWER_INVALID",
                "6 digits"
            ),
            (AnswerFile.Entry(screen: "code", inbox: "code"), "INBOX_MISSING", "--inbox"),
            (AnswerFile.Entry(screen: "code", inbox: "pin"), "ANSWER_INVALID", "not a code field"),
        ] as [(AnswerFile.Entry?, String, String)])
    func faults(entry: AnswerFile.Entry?, code: String, part: String) async {
        let answers = presenter(entry)
        #expect(await answers.ask(Self.screen) == ScreenAction(action: Screen.cancelled))
        #expect(answers.fault?.code == code && answers.fault?.message.contains(part) == true, "\(answers.fault as Any)")
    }

    @Test("a screen without an answer and one that refused its answer have different errors")
    func missing() async {
        let answers = presenter(nil)
        #expect(await answers.ask(Self.screen.with(error: nil)) == ScreenAction(action: Screen.cancelled))
        #expect(answers.fault?.code == "ANSWER_MISSING" && answers.fault?.status == .badInput)
        let refused = presenter(nil)
        _ = await refused.ask(Self.screen)
        #expect(refused.fault?.status == .refused)
    }

    @Test("the newest code for the phone number is used, and no other's")
    func inbox() async throws {
        let scratch = try Scratch()
        func newest(_ text: String, phone: String? = "0171") throws -> String? {
            let path = try WalletCommandFixture.file(scratch, "inbox", text)
            return try CodeInbox(path: path, phone: phone).newestCode(digits: 6)?
                .withBytes { String(decoding: $0, as: UTF8.self) }
        }
        let lines = "2026-01-01T00:00:00Z 0171 Your code is 111111.\n2026-01-01T00:00:01Z 0171 Your code is 222222.\n"
        #expect(try newest(lines) == "222222")
        #expect(try newest(lines + "2026-01-01T00:00:02Z 0172 Your code is 333333.\n") == "222222")
        #expect(try newest(lines + "2026-01-01T00:00:02Z 0172 Your code is 333333.\n", phone: nil) == "333333")
        #expect(try newest("") == nil && newest("2026-01-01T00:00:00Z 0171 Hello.\n") == nil)
        let exposed = try WalletCommandFixture.file(scratch, "exposed", lines, mode: 0o644)
        #expect(throws: CommandError.self) { try CodeInbox(path: exposed, phone: nil).newestCode(digits: 6) }
    }

    @Test(
        "a file is parsed strictly, and a mistake is reported with its location and without its content",
        arguments: [
            ("[]", "CONFIGURATION_INVALID", "is not an object"), ("{}", "CONFIGURATION_INVALID", "answers is missing"),
            (#"{"answers": [{"screen": "a", "value": {}}]}"#, "CONFIGURATION_INVALID", "did you mean 'values'?"),
            (#"{"answers": [{"press": "a"}]}"#, "CONFIGURATION_INVALID", "answers[0].screen is missing"),
            (#"{"answers": [{"screen": "a", "values": {"pin": 24680}}]}"#, "CONFIGURATION_INVALID", "is not a string"),
            (
                #"{"answers": [{"screen": "a", "values": {"pin": "24680""#, "CONFIGURATION_INVALID",
                "a value is incomplete"
            ),
        ])
    func slips(text: String, code: String, part: String) throws {
        let scratch = try Scratch()
        let path = try WalletCommandFixture.file(scratch, "answers.json", text)
        do {
            _ = try AnswerFile(path: path)
            Issue.record("it was read")
        } catch {
            let fault = try #require(error as? JourneyError)
            #expect(fault.code.rawValue == code && fault.message.contains(part), "\(fault)")
            #expect(fault.message.contains(path + ":1:") && !fault.message.contains("24680"))
        }
    }

    @Test("a file that others may read, or that is too large, is refused before it is read")
    func files() throws {
        let scratch = try Scratch()
        let good = #"{"answers": [{"screen": "a", "press": "b", "values": {"c": "d"}, "inbox": "e"}]}"#
        let entry = try #require(
            try AnswerFile(path: try WalletCommandFixture.file(scratch, "good", good)).entries.first)
        #expect(entry.screen == "a" && entry.press == "b" && entry.inbox == "e" && entry.values.keys.sorted() == ["c"])
        for (name, text, mode) in [
            ("exposed", good, 0o640), ("large", good + String(repeating: " ", count: AnswerFile.limit), 0o600),
        ] {
            let path = try WalletCommandFixture.file(scratch, name, text, mode: mode)
            #expect(throws: CommandError.self) { try AnswerFile(path: path) }
        }
    }
}
