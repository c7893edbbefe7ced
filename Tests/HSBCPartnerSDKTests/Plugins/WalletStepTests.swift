import CashBaba
import Foundation
import JourneyBase
import JourneyCrypto
import JourneyScreens
import JourneyTesting
import Testing

@testable import HSBCPartnerSDK

/// A signed journey whose steps are a wallet's flows: the engine, the plugins, a scripted wallet and a scripted person.
@Suite("A wallet as a step of a journey", .timeLimit(.minutes(10)))
struct WalletStepTests {
    /// Made once, because key generation is slow.
    private static let key = Result { try RSAPrivateKey.generate() }
    private static let good = answer(
        #"{"code": 200, "access_token": "t-1", "token_type": "Bearer", "expires_in": 300}"#)
    private static let paid = answer(
        #"{"code": 200, "data": {"transactionId": "TX-9", "transactionAmount": 1250.50, "availableBalance": 23749.50}}"#
    )
    private static let ask: JSONValue = ["paymentReference": "PAY-1"]

    private static func answer(_ text: String, status: Int = 200) -> ScriptedTransport.Step {
        .response(HTTPResponse(status: status, body: Array(text.utf8)))
    }

    private let wallet: ScriptedTransport
    private let person: ScriptedPresenter

    private init(_ steps: [ScriptedTransport.Step], _ replies: [String: [ScriptedPresenter.Reply]]) {
        wallet = ScriptedTransport([Self.good] + steps)
        person = ScriptedPresenter(replies, dependencies: .fixed(now: JourneyFixture.now))
    }

    init() { self.init([], [:]) }

    private static let pin = ScriptedPresenter.Reply.answer(
        ScriptedAnswer.submit(["pin": .secret(Secret(copying: "13579".utf8))]))

    /// Runs the journey of `world`, with the wallet's plugins.
    private func run(
        _ world: inout JourneyFixture, granted: Set<PluginPermission> = [.biometrics, .payments]
    ) async throws -> JourneyResult {
        let wallet = wallet
        let sdk = CashBabaSDK(dependencies: .fixed(now: JourneyFixture.now)) { _ in wallet }
        try sdk.initialize(environment: .demo, derData: Data(try Self.key.get().publicKey.spki))
        let steps = WalletSteps(sdk, on: person) {
            WalletSteps.Access(environment: .demo, clientId: "c-7", clientSecret: "secret-7", wToken: "token-7")
        }
        world.plugins += [SetPinPlugin(steps), ConfirmPaymentPlugin(steps)]
        var host = world.host(try await world.transport())
        host.permissions = granted
        let events = world.events
        let result = await world.engine().start(from: host, params: world.params) { events.record($0, $1) }
        #expect(person.faults == [] && person.unused == [])
        for secret in ["13579", "secret-7", "token-7", "23749", "t-1"] {
            #expect(!"\(world.events.entries) \(result)".contains(secret))
        }
        return result
    }

    /// Returns the answer to the page of a step that lists `methods`; it asks once and leaves.
    private func page(
        may methods: [String], _ method: String, _ params: JSONValue,
        granted: Set<PluginPermission> = [.biometrics, .payments]
    ) async throws -> String {
        let seen = EventRecorder()
        var world = try JourneyFixture { page in
            try await page.connect()
            do {
                seen.record(try await page.request(method, params).compactText, [:])
            } catch let refused as ScriptedDocument.Refused {
                seen.record(refused.code, [:])
            }
            try await page.emit("cancel")
        }
        world.manifest = world.manifest.with("steps.form.bridgeAllow", .array(methods.map { .string($0) }))
        #expect(try await run(&world, granted: granted) == .cancelled)
        return seen.names.joined(separator: " ")
    }

    @Test("a page whose step lists the method gets the outcome, the transaction and the amount")
    func allowed() async throws {
        let test = WalletStepTests([Self.paid], ["confirm-pin": [Self.pin]])
        #expect(
            try await test.page(may: ["confirmPayment"], "confirmPayment", Self.ask)
                == #"{"amount":"1250.5","outcome":"completed","reference":"PAY-1","transactionId":"TX-9"}"#)
    }

    @Test("an unlisted method or missing payments permission is BRIDGE_FORBIDDEN, and nothing is shown")
    func forbidden() async throws {
        for (methods, granted) in [
            (["setPin"], [.biometrics, .payments]), ([], [.biometrics, .payments]),
            (["confirmPayment"], [.biometrics, .wallet]),
        ] as [([String], Set<PluginPermission>)] {
            let test = WalletStepTests([], [:])
            #expect(
                try await test.page(may: methods, "confirmPayment", Self.ask, granted: granted) == "BRIDGE_FORBIDDEN")
            #expect(test.person.shown.isEmpty && test.wallet.requests.isEmpty)
        }
    }

    @Test("a native step pays the amount at its path; pending, refused and completed have separate transitions")
    func native() async throws {
        let lost = ScriptedTransport.Step.failure(JourneyError(.netTimeout, "No answer."))
        for (step, replies, word) in [
            (Self.paid, [Self.pin], "completed"), (lost, [Self.pin], "pending"),
            (Self.paid, [.answer(ScriptedAnswer.back)], "cancelled"),
        ] as [(ScriptedTransport.Step, [ScriptedPresenter.Reply], String)] {
            let test = WalletStepTests([step], ["confirm-pin": replies])
            var world = try JourneyFixture()
            world.manifest = world.manifest.with("steps.biometric.plugin", "confirm_payment")
                .with("steps.biometric.params", nil)
                // The payment uses the answer of the bank's call.
                .with("steps.biometric.in", ["paymentReference": "steps.form.quoteId"])
                .with("steps.biometric.out", ["outcome": "string"])
                .with(
                    "steps.biometric.on",
                    [
                        "success": [["guardExpr": "event.outcome == \"pending\"", "to": "held"], ["to": "done"]],
                        "cancelled": ["to": "cancelled"], "error": ["to": "failed"],
                    ]
                ).with("steps.pay", nil)
            let result = try await test.run(&world)
            #expect(JourneyFixture.word(result) == word, "\(result)")
            #expect(test.person.shown.contains { "\($0)".contains("Q-1") })
            #expect(world.events.entries("result").count == 1)
        }
    }

    @Test("a native step sets the PIN, where the host lets it")
    func setPin() async throws {
        let pin = Secret(copying: "24680".utf8)
        let test = WalletStepTests(
            [Self.good],
            [
                "welcome": [.answer(ScreenAction(action: "proceed"))],
                "code": [.answer(ScriptedAnswer.submit(["code": .text("123456")]))],
                "new-pin": [.answer(ScriptedAnswer.submit(["new": .secret(pin), "repeat": .secret(pin)]))],
            ])
        var world = try JourneyFixture()
        world.manifest = world.manifest.with("steps.biometric.plugin", "set_pin").with("steps.biometric.params", nil)
        #expect(JourneyFixture.word(try await test.run(&world)) == "completed")
        var other = try JourneyFixture()
        other.manifest = world.manifest
        let refused = WalletStepTests([], [:])
        #expect(JourneyFixture.word(try await refused.run(&other, granted: [.biometrics])) == "PERMISSION_DENIED")
        #expect(refused.wallet.requests.isEmpty)
    }
}

private enum ScriptedAnswer {
    static let back = ScreenAction(action: Screen.back)
    static func submit(_ values: [String: ScreenAction.Value]) -> ScreenAction {
        ScreenAction(action: "submit", values: values)
    }
}
