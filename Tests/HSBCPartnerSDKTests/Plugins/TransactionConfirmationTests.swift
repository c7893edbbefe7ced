import JourneyBase
import JourneyCrypto
import JourneyDevice
import JourneyScreens
import JourneyTesting
import Synchronization
import TestSupport
import Testing

@testable import HSBCPartnerSDK

/// The SDK's own screen, which shows the signed members before and during the key's prompt.
@Suite("Confirming a transaction", .timeLimit(.minutes(5)))
struct TransactionConfirmationTests {
    private typealias Reply = ScriptedPresenter.Reply

    /// A key whose prompt records the screen below it.
    private final class Watched: ApprovalKey {
        let drawsAboveScreens: Bool
        let key: P256PrivateKey
        let presenter: ScriptedPresenter
        /// The screen when the prompt appeared; `nil` for none.
        let seen = Mutex<[Screen?]>([])
        /// Keeps the prompt open.
        let gate: Gate?
        let fault: JourneyError?

        init(
            _ presenter: ScriptedPresenter, above: Bool, gate: Gate? = nil, unusable fault: JourneyError? = nil
        ) throws {
            drawsAboveScreens = above
            key = try .generate()
            self.presenter = presenter
            self.gate = gate
            self.fault = fault
        }

        func requireUsable() async throws { if let fault { throw fault } }

        func unlock(showing statement: String) async throws -> any SigningKey {
            // Screen and prompt begin concurrently when the screen can still be answered.
            while drawsAboveScreens, presenter.shown.count < 2 { await Task.yield() }
            let current = presenter.current
            seen.withLock { $0.append(current) }
            if let gate {
                // As with LocalAuthentication, the prompt is closed with its task.
                await withTaskCancellationHandler {
                    await gate.wait()
                } onCancel: {
                    gate.open()
                }
                if Task.isCancelled { throw JourneyError(.userCancelled, "The prompt was closed.") }
            }
            return key
        }
    }

    private static let params: JSONValue = [
        "reason": "Confirm your transfer", "challenge": "AAECAwQFBgcICQoLDA0ODw", "amount": 12_500, "fee": 50,
        "currency": "GBP", "payeeName": "Amelia Stone", "payeeAccount": "04-00-04 12345678",
    ]
    private static let lines = [
        "Confirm your transfer", "Total: £125.50", "To: Amelia Stone", "Account: 04-00-04 12345678", "Amount: £125.00",
        "Fee: £0.50",
    ]

    private func plugin(_ key: any ApprovalKey, _ presenter: any Presenter) throws -> TransactionApprovalPlugin {
        TransactionApprovalPlugin(key: key, instanceKey: try P256PrivateKey.generate(), presenter: presenter)
    }

    private func code(_ body: () async throws -> JSONValue) async -> String {
        do { return try await body()["proof"] == nil ? "nothing" : "proof" } catch let error as JourneyError {
            return error.code.rawValue
        } catch { return "\(error)" }
    }

    private func presenter(_ replies: Reply...) -> ScriptedPresenter {
        ScriptedPresenter(["transaction-approval": replies])
    }

    @Test(
        "the transaction is shown before and during the prompt, and dismissed after signing",
        arguments: [true, false])
    func stands(above: Bool) async throws {
        let presenter = presenter(.answer(ScreenAction(action: "approve")), .never)
        let key = try Watched(presenter, above: above)
        let plugin = try plugin(key, presenter)
        #expect(await code { try await plugin.handle("approveTransaction", params: Self.params) } == "proof")
        #expect(presenter.faults == [] && !presenter.isShowing)
        let shown = presenter.shown
        #expect(shown.count == 2 && Set(shown.map(\.id)) == ["transaction-approval"])
        for screen in shown {
            #expect(screen.text?.split(separator: "\n").map(String.init) == Self.lines)
            #expect(screen.isPrivate && screen.complaints.isEmpty)
        }
        #expect(shown.first?.action("approve")?.label == "Pay £125.50")
        let seen = key.seen.withLock { $0 }
        #expect(seen.count == 1 && seen.first??.text == shown.first?.text)
        // The screen can no longer submit anything.
        #expect(shown.last?.actions.map(\.id) == ["cancel"])
    }

    @Test(
        "leaving the confirmation shows no biometric prompt",
        arguments: ["cancel", Screen.cancelled, Screen.back, "approved", ""])
    func left(action: String) async throws {
        struct One: Presenter {
            let action: String
            let language = Language.english
            func ask(_: Screen) async -> ScreenAction { ScreenAction(action: action) }
            func show(_: Screen) async {}
            func dismiss() async {}
        }
        let key = try Watched(presenter(), above: false)
        let plugin = try plugin(key, One(action: action))
        #expect(await code { try await plugin.handle("approveTransaction", params: Self.params) } == "USER_CANCELLED")
        #expect(key.seen.withLock { $0 }.isEmpty)
    }

    @Test("leaving or dismissing the confirmation during the prompt closes the prompt, and nothing is signed")
    func takenAway() async throws {
        for reply in [Reply.answer(ScreenAction(action: "cancel")), .answer(ScreenAction(action: Screen.cancelled))] {
            let gate = Gate()
            let presenter = presenter(.answer(ScreenAction(action: "approve")), .waitForUpdate, reply)
            let key = try Watched(presenter, above: true, gate: gate)
            let plugin = try plugin(key, presenter)
            let run = Task { await code { try await plugin.handle("approveTransaction", params: Self.params) } }
            await gate.arrival()
            if let screen = presenter.current { await presenter.show(screen) }
            #expect(await run.value == "USER_CANCELLED")
            #expect(!presenter.isShowing)
        }
    }

    @Test(
        "no confirmation is shown for a key that cannot sign",
        arguments: [ErrorCode.keyUnusable, .enrolmentChanged, .scaRequired, .storeFailed])
    func unusable(code expected: ErrorCode) async throws {
        let presenter = presenter()
        let key = try Watched(presenter, above: false, unusable: JourneyError(expected, "It does not sign."))
        let plugin = try plugin(key, presenter)
        #expect(
            await code { try await plugin.handle("approveTransaction", params: Self.params) } == expected.rawValue)
        #expect(presenter.shown.isEmpty && key.seen.withLock { $0 }.isEmpty)
    }

    /// Unlocks, and then fails to sign with an error.
    private struct Late: ApprovalKey, SigningKey {
        let publicKey: P256PublicKey
        let code: ErrorCode

        func unlock(showing _: String) async throws -> any SigningKey { self }
        func sign(_: [UInt8]) async throws -> [UInt8] { throw JourneyError(code, "It does not sign.") }
    }

    @Test("the code says why a key did not sign", arguments: [ErrorCode.keyUnusable, .enrolmentChanged])
    func late(code expected: ErrorCode) async throws {
        let key = Late(publicKey: try P256PrivateKey.generate().publicKey, code: expected)
        for plugin in [
            try plugin(key, TransactionApprovalPluginTests.agrees()),
            TransactionApprovalPlugin(
                key: try Watched(presenter(), above: false), instanceKey: key,
                presenter: TransactionApprovalPluginTests.agrees()),
        ] {
            #expect(
                await code { try await plugin.handle("approveTransaction", params: Self.params) } == expected.rawValue)
        }
    }

    @Test("a second transaction is refused while one is being confirmed, which stays on screen")
    func second() async throws {
        let gate = Gate()
        let presenter = presenter(.answer(ScreenAction(action: "approve")), .never)
        let plugin = try plugin(try Watched(presenter, above: true, gate: gate), presenter)
        let first = Task { await code { try await plugin.handle("approveTransaction", params: Self.params) } }
        await gate.arrival()
        let other = Self.params.with("payeeName", "Mallory Stone")
        #expect(await code { try await plugin.handle("approveTransaction", params: other) } == "BRIDGE_BUSY")
        #expect(presenter.current?.text?.contains("Amelia Stone") == true)
        gate.open()
        #expect(await first.value == "proof")
        #expect(presenter.shown.allSatisfy { $0.text?.contains("Mallory") != true } && !presenter.isShowing)
    }

    @Test("leaving the step dismisses the confirmation")
    func stepLeft() async throws {
        let presenter = presenter(.never)
        let key = try Watched(presenter, above: true)
        let plugin = try plugin(key, presenter)
        let run = Task { try await plugin.handle("approveTransaction", params: Self.params) }
        while !presenter.isShowing { await Task.yield() }
        run.cancel()
        await #expect(throws: CancellationError.self) { _ = try await run.value }
        #expect(!presenter.isShowing && key.seen.withLock { $0 }.isEmpty)
    }

    @Test("the confirmation shows amount, fee, payee and account in every language", arguments: Language.allCases)
    func words(language: Language) throws {
        let statement = try TransactionStatement(Self.params)
        for screen in [statement.confirmation(in: language), statement.signingScreen(in: language)] {
            let text = screen.text ?? ""
            for money in [12_500, 50, 12_550] as [Int64] {
                #expect(text.contains(language.amount(minorUnits: money, "GBP")), "\(language): \(money)")
            }
            for part in ["Confirm your transfer", "Amelia Stone", "04-00-04 12345678"] {
                #expect(text.contains(part), "\(language): \(part)")
                // Foreign values don't change the direction of a sentence.
                #expect(!language.isRightToLeft || text.contains("\u{2068}\(part)\u{2069}"), "\(part)")
            }
            #expect(screen.complaints.isEmpty && !screen.title.isEmpty)
        }
        let prompt = statement.prompt(in: language)
        for money in [12_500, 50] as [Int64] { #expect(prompt.contains(language.amount(minorUnits: money, "GBP"))) }
        let free = try TransactionStatement(Self.params.with("fee", nil)).confirmation(in: language)
        #expect(free.text?.contains(language.amount(minorUnits: 12_550, "GBP")) == false)
        #expect(free.action("approve")?.label.contains(language.amount(minorUnits: 12_500, "GBP")) == true)
    }

    @Test("a prompt on the same presenter shows the transaction itself")
    func prompt() async throws {
        let presenter = ScriptedPresenter([
            "transaction-approval": [.answer(ScreenAction(action: "approve"))],
            "biometric": [.answer(ScreenAction(action: "approve"))],
        ])
        let scratch = try Scratch()
        let key = PromptedApprovalKey(
            store: try SealedFileStore(directory: scratch.path + "/store"),
            authenticator: PromptBiometrics(presenter: presenter))
        let plugin = try plugin(key, presenter)
        #expect(await code { try await plugin.handle("approveTransaction", params: Self.params) } == "proof")
        #expect(presenter.shown.map(\.id) == ["transaction-approval", "transaction-approval", "biometric"])
        for part in ["£125.00", "£0.50", "Amelia Stone", "04-00-04 12345678"] {
            #expect(presenter.shown.allSatisfy { $0.text?.contains(part) == true }, "\(part)")
        }
        #expect(presenter.faults == [] && !presenter.isShowing)
    }
}
