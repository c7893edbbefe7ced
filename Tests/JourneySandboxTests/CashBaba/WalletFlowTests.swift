import CashBaba
import Foundation
import JourneyBase
import JourneyCrypto
import JourneyScreens
import JourneyTesting
import Testing

@testable import JourneySandbox
@testable import SandboxServices

/// Tests the SDK's flows against the sandbox's wallet, with its own rules for codes, PINs and payments.
@Suite("Sandbox wallet: flows")
struct WalletFlowTests {
    private typealias Reply = ScriptedPresenter.Reply
    private let test: TestWalletService
    private let events = EventRecorder()

    init() async throws { test = try await TestWalletService() }

    /// Presents a flow and returns its event and the displayed screens.
    private func present(
        _ type: MethodTypes, _ replies: [String: [Reply]], reference: String = "PAY-2", key: RSAPublicKey? = nil
    ) async throws -> ScriptedPresenter {
        var dependencies = Dependencies.fixed(clock: ManualClock())
        dependencies.now = test.wallet.dependencies.now
        let transport = test.transport
        let sdk = CashBabaSDK(dependencies: dependencies) { _ in transport }
        let environment = test.api.config.environment
        try sdk.initialize(
            environment: environment, pemData: Data((try key ?? TestWalletService.key.get().publicKey).spki))
        let presenter = ScriptedPresenter(replies, dependencies: dependencies)
        let args = NavigationArgs(
            type: type, wToken: HostSecret(TestWalletService.wToken), environment: environment,
            paymentReference: reference, clientId: "sandbox-app", clientSecret: HostSecret(TestWalletService.secret))
        let events = events
        await sdk.present(
            args, on: presenter, onSuccess: { _ in events.record("success", [:]) },
            onFailed: { events.record($0.errorMessage, [:]) }, onUserCancel: { events.record("cancelled", [:]) })
        #expect(presenter.faults == [] && presenter.unused == [] && !presenter.isShowing)
        return presenter
    }

    private func pins(_ pins: [String: String]) -> Reply {
        .answer(ScreenAction(action: "submit", values: pins.mapValues { .secret(TestWalletService.pin($0)) }))
    }
    private func pin(_ digits: String) -> Reply { pins(["pin": digits]) }
    private func press(_ action: String, after wait: TimeInterval = 0) -> Reply {
        .decide { [test] _ in
            test.wait(wait)
            return ScreenAction(action: action)
        }
    }
    private var proceed: Reply { press("proceed") }
    private var newPin: Reply { pins(["new": "13579", "repeat": "13579"]) }

    /// Replies with the code in the newest message, or another one.
    private func code(isRight: Bool = true) -> Reply {
        .decide { [test] _ in
            let digits = test.inbox.all.last?.body.filter(\.isNumber) ?? ""
            let wrong = digits.dropLast() + (digits.last == "0" ? "1" : "0")
            return ScreenAction(action: "submit", values: ["code": .text(isRight ? digits : String(wrong))])
        }
    }

    @Test("five wrong codes or a timeout invalidate a code, and the next right one sets a PIN that pays")
    func wrongCodes() async throws {
        let wrong = Array(repeating: code(isRight: false), count: 5)
        let presenter = try await present(
            .SET_PIN,
            [
                "welcome": [proceed],
                "code": wrong + [code(), press(Screen.expired, after: 120), press("resend"), code()],
                "new-pin": [newPin],
            ])
        let errors = presenter.shown.filter { $0.id == "code" }.map(\.inlineError)
        let tries = [4, 3, 2].map { "The code is wrong. \($0) tries left." } + ["The code is wrong. 1 try left."]
        let again = "Request a new code."
        #expect(errors == [nil] + tries + [again, again, "Your code expired. Request a new one.", nil])
        _ = try await present(.PAYMENT, ["confirm-pin": [pin("11357"), pin("13579")]])
        #expect(events.names == ["success", "success"])
        #expect(try await test.balance() == 2_500_000 - 40_500)
        #expect(try await test.booksBalance())
    }

    @Test("another code is refused for half a minute, and the person can continue later")
    func tooSoon() async throws {
        let presenter = try await present(
            .SET_PIN,
            [
                "welcome": [proceed, proceed, press("proceed", after: 31)], "code": [press(Screen.back), code()],
                "new-pin": [newPin],
            ])
        #expect(events.names == ["success"])
        #expect(
            presenter.shown.filter { $0.id == "welcome" }.map(\.inlineError) == [
                nil, nil, "Wait a moment before you request another code.",
            ])
    }

    @Test("five wrong PINs lock it: the SDK closes with the service's message, and the right PIN is refused")
    func lockout() async throws {
        try await test.withPin()
        _ = try await present(.PAYMENT, ["confirm-pin": Array(repeating: pin("11357"), count: 5)])
        _ = try await present(.PAYMENT, ["confirm-pin": [pin("13579")]])
        let locked = "Too many wrong PINs. Your PIN is locked for 15 minutes."
        #expect(events.names == [locked, locked])
        #expect(try await test.balance() == 2_500_000)
        test.wait(901)
        _ = try await present(.PAYMENT, ["confirm-pin": [pin("13579")]])
        #expect(events.names.last == "success")
    }

    @Test("a forgotten PIN is reset, and a changed one changed; old PINs do not pay")
    func pinsChange() async throws {
        try await test.withPin()
        test.wait(31)
        _ = try await present(
            .FORGOT_PIN,
            [
                "identity": [
                    .answer(
                        ScreenAction(
                            action: "submit",
                            values: ["nationalId": .text("4321"), "birthDate": .text("28 February 1990")]))
                ], "code": [code()], "new-pin": [newPin, pins(["new": "96420", "repeat": "96420"])],
            ])
        _ = try await present(
            .CHANGE_PIN, ["change-pin": [pins(["current": "96420", "new": "20406", "repeat": "20406"])]])
        _ = try await present(.PAYMENT, ["confirm-pin": [pin("96420"), pin("20406")]])
        #expect(events.names == ["success", "success", "success"])
    }

    @Test("a QR payment with a lost confirmation response is paid once and reported as paid")
    func lostConfirm() async throws {
        try await test.withPin()
        test.faults.inject(.answerLost, into: "cpqrcConfirm")
        _ = try await present(.CPQRC, ["code": [code(isRight: false)]], reference: "QR-1")
        // The lost answer was a refusal: the outcome is unknown, and the user isn't asked again.
        #expect(events.names.count == 1 && events.names.first?.hasPrefix("We don't know if this went through.") == true)
        #expect(try await test.balance() == 2_500_000)
        test.wait(31)
        test.faults.inject(.answerLost, into: "cpqrcConfirm")
        _ = try await present(.CPQRC, ["code": [code()]], reference: "QR-1")
        #expect(events.names.last == "success")
        #expect(try await test.balance() == 2_500_000 - 18_000)
        #expect(try await test.booksBalance())
    }

    @Test("a payment with a lost response is not offered again, and an ended session closes the SDK")
    func lostPayment() async throws {
        try await test.withPin()
        test.faults.inject(.answerLost, into: "payment")
        _ = try await present(.PAYMENT, ["confirm-pin": [pin("13579")]])
        #expect(events.names.first?.hasPrefix("We don't know if this went through.") == true)
        // The service reports the earlier payment; the bill isn't paid again.
        _ = try await present(.PAYMENT, ["confirm-pin": [pin("13579")]])
        #expect(events.names.last == "success")
        #expect(try await test.balance() == 2_500_000 - 40_500)
        _ = try await present(
            .PAYMENT,
            [
                "confirm-pin": [
                    .decide { [test] _ in
                        test.wait(100_000)
                        return ScreenAction(
                            action: "submit", values: ["pin": .secret(TestWalletService.pin("13579"))])
                    }
                ]
            ], reference: "PAY-1")
        #expect(events.names.last == "You aren't signed in.")
    }

    @Test("a PIN under a foreign key is reported as wrong, and nothing is paid")
    func wrongKey() async throws {
        try await test.withPin()
        let key = try TestWalletService.strangerKey.get().publicKey
        let presenter = try await present(.PAYMENT, ["confirm-pin": [pin("13579"), press(Screen.cancelled)]], key: key)
        #expect(presenter.shown.last { $0.id == "confirm-pin" }?.inlineError == "The PIN is wrong. 4 tries left.")
        #expect(events.names == ["cancelled"])
        #expect(try await test.balance() == 2_500_000)
    }
}
