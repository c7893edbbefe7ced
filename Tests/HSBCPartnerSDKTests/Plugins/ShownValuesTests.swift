import Foundation
import JourneyBase
import JourneyCrypto
import JourneyTesting
import Synchronization
import Testing

@testable import HSBCPartnerSDK

@Suite("Values of the calls that an approval is for")
struct ShownValuesTests {
    private static let params: JSONValue = [
        "reason": "Confirm your transfer", "challenge": "AAECAwQFBgcICQoLDA0ODw", "amount": 12_500,
        "currency": "GBP", "payeeName": "Amelia Stone", "payeeAccount": "04-00-04 12345678",
        "shown": [
            [
                "name": "creditor.iban", "value": "DE02100100109307118603",
                "label": ["en": "IBAN", "bn": "আইবিএএন", "ar": "رقم الآيبان"],
            ],
            ["name": "urgent", "value": "true"], ["name": "note", "value": ""],
        ],
    ]

    @Test("each is on the confirmation, on the screen of the signature and in the prompt", arguments: Language.allCases)
    func screens(language: Language) throws {
        let statement = try TransactionStatement(Self.params)
        let label = ["en": "IBAN", "bn": "আইবিএএন", "ar": "رقم الآيبان"][language.tag] ?? ""
        for screen in [statement.confirmation(in: language), statement.signingScreen(in: language)] {
            let text = screen.text ?? ""
            for part in [label, "DE02100100109307118603", "urgent", "true", "note", "–"] {
                #expect(text.contains(part), "\(language): \(part)")
            }
            #expect(!language.isRightToLeft || text.contains("\u{2068}DE02100100109307118603\u{2069}"))
            #expect(screen.complaints.isEmpty)
        }
        #expect(statement.prompt(in: language).contains("DE02100100109307118603"))
    }

    @Test("each is signed under its name, in the order of the screen; without any, the statement is as before")
    func claims() throws {
        let shown = try TransactionStatement(Self.params).claims["shown"]
        #expect(
            shown == [
                ["name": "creditor.iban", "value": "DE02100100109307118603"], ["name": "urgent", "value": "true"],
                ["name": "note", "value": ""],
            ])
        #expect(try TransactionStatement(Self.params.with("shown", nil)).claims["shown"] == nil)
    }

    @Test(
        "what can't be shown as it is refuses the approval before anybody is asked",
        arguments: [
            [], "text", ["text"], [["name": "a"]], [["value": "b"]], [["name": "", "value": "b"]],
            [["name": "a", "value": "1\u{202E}00"]], [["name": "a", "value": "1\nTotal 0.00"]],
            [["name": "a", "value": "\u{200B}"]], [["name": "a\u{2066}", "value": "b"]],
            [["name": "a", "value": .string(String(repeating: "v", count: 501))]],
            [["name": .string(String(repeating: "n", count: 141)), "value": "b"]],
            [["name": "a", "value": "b", "label": ["en": "x\u{202E}"]]],
            .array(Array(repeating: ["name": "a", "value": "b"], count: 25)),
        ] as [JSONValue])
    func hostile(rows: JSONValue) throws {
        #expect(throws: JourneyError.self) { try TransactionStatement(Self.params.with("shown", rows)) }
    }

    /// Records what it is asked to approve.
    private final class Approver: JourneyPlugin {
        let name = "transaction_approval"
        let methods: Set<String> = ["approveTransaction"]
        let asked = Mutex<[JSONValue]>([])

        func handle(_ method: String, params: JSONValue) async throws -> JSONValue {
            asked.withLock { $0.append(params) }
            return ["proof": "p"]
        }
    }

    @Test("a page can't add any to the approval that it asks for")
    func page() async throws {
        let answers = Mutex<[String]>([])
        let approver = Approver()
        var world = try JourneyFixture(hurried: true) { page in
            try await page.connect()
            for params in [Self.params, Self.params.with("shown", nil)] {
                let answer: String
                do {
                    _ = try await page.request("approveTransaction", params)
                    answer = "approved"
                } catch { answer = (error as? JourneyError)?.code.rawValue ?? "refused" }
                answers.withLock { $0.append(answer) }
            }
            try await page.emit("cancel")
        }
        world.plugins = [approver]
        world.manifest = world.manifest.with("steps.form.bridgeAllow", ["approveTransaction"])
            .with("steps.biometric.plugin", "transaction_approval")
        _ = try await world.run()
        #expect(answers.withLock { $0.count } == 2 && answers.withLock { $0.last } == "approved")
        #expect(answers.withLock { $0.first } != "approved")
        #expect(approver.asked.withLock { $0.allSatisfy { $0["shown"] == nil } && $0.count == 1 })
    }
}
