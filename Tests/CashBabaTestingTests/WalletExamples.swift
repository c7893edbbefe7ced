import CashBaba
import CashBabaTesting
import Foundation
import JourneyBase
import JourneyScreens
import JourneyTesting
import Testing

/// How an app tests what it does with `CashBaba`; `docs/guides/testing.md` shows the first.
@Suite("Wallet flows in an app's tests")
struct WalletExamples {
    @Test("a payment is confirmed with the PIN, and made once")
    func pays() async throws {
        let sandbox = try WalletSandbox { _ in ["confirm-pin": [.press("submit", secrets: ["pin": "24680"])]] }
        let end = await sandbox.present(.PAYMENT) { $0.paymentReference = "PAY-1" }
        guard case .success(.payment(let answer)) = end else {
            return #expect(Bool(false), "\(String(describing: end))")
        }
        #expect(answer.data.paymentReference == "PAY-1")
        #expect(sandbox.service.payments.map(\.to) == ["PAY-1"] && sandbox.service.balance == 1_709_600)
        try sandbox.presenter.expectScreens(["splash", "confirm-pin", "wallet-wait"])
    }

    @Test("setting a PIN needs the sent code, and the new PIN then applies")
    func setsPIN() async throws {
        let sandbox = try WalletSandbox(WalletCustomer(pin: nil)) { service in
            [
                "welcome": [.press("proceed")],
                "code": [.press("submit", typing: "code") { service.lastCode }],
                "new-pin": [.press("submit", secrets: ["new": "13579", "repeat": "13579"])],
            ]
        }
        guard case .success(.setPin) = await sandbox.present(.SET_PIN) else {
            return #expect(Bool(false), "\(sandbox.presenter.faults)")
        }
        #expect(sandbox.service.hasPIN("13579") && sandbox.service.codes.count == 1)
    }

    @Test("a wrong PIN is shown and counted, and five wrong PINs lock it")
    func wrongPIN() async throws {
        let wrong = (0..<5).map { ScriptedPresenter.Reply.press("submit", secrets: ["pin": "1135\($0)"]) }
        let sandbox = try WalletSandbox { _ in ["confirm-pin": wrong] }
        guard case .failed(let model) = await sandbox.present(.PAYMENT, { $0.paymentReference = "PAY-1" }) else {
            return #expect(Bool(false), "it did not fail")
        }
        #expect(model.error.code == 444 && sandbox.service.payments.isEmpty)
        let said = sandbox.presenter.shown.filter { $0.id == "confirm-pin" }.compactMap(\.inlineError)
        #expect(said.count == 4 && said.last?.contains("1 try left.") == true)
    }

    @Test("a response lost after the payment is reported as in doubt")
    func doubt() async throws {
        let sandbox = try WalletSandbox { _ in ["confirm-pin": [.press("submit", secrets: ["pin": "24680"])]] }
        sandbox.service.inject(.lostAnswer, into: .payment)
        guard case .failed(let model) = await sandbox.present(.PAYMENT, { $0.paymentReference = "PAY-1" }) else {
            return #expect(Bool(false), "it did not fail")
        }
        #expect(model.error.leavesDoubt && sandbox.service.payments.count == 1)
    }

    @Test("the service enforces scopes, references, codes and the app's secret")
    func rules() async throws {
        let person = { (_: WalletSandbox.Service) in
            ["confirm-pin": [.press("submit", secrets: ["pin": "24680"]), .press("back")]]
                as [String: [ScriptedPresenter.Reply]]
        }
        let unknown = try WalletSandbox(replies: person)
        #expect(await unknown.present(.PAYMENT) { $0.paymentReference = "PAY-2" } == .cancelled)
        #expect(unknown.presenter.shown.last { $0.id == "confirm-pin" }?.inlineError == "We can't find this payment.")
        let poor = try WalletSandbox(WalletCustomer(balance: 100), replies: person)
        #expect(await poor.present(.PAYMENT) { $0.paymentReference = "PAY-1" } == .cancelled)
        #expect(poor.presenter.shown.last { $0.id == "confirm-pin" }?.inlineError == "Your balance is too low.")
        let stranger = try WalletSandbox(replies: person)
        guard case .failed(let model) = await stranger.present(.PAYMENT, { $0.clientSecret = "other" }) else {
            return #expect(Bool(false), "a stranger was let in")
        }
        #expect(model.error.code == 401)
        let late = try WalletSandbox(WalletCustomer(pin: nil))
        late.sdk.setScope(.pinSet)
        _ = try await late.sdk.clientVerification(
            clientId: WalletSandbox.Service.clientID, clientSecret: WalletSandbox.Service.clientSecret)
        late.time.pass(301)
        await #expect(throws: SDKError.self) { try await late.sdk.getSetPinOTP() }
    }

    @Test("a QR payment needs its code and, if required, two pictures; its status decides")
    func qr() async throws {
        let replies = { (service: WalletSandbox.Service) in
            ["code": [.press("submit", typing: "code") { service.lastCode }]] as [String: [ScriptedPresenter.Reply]]
        }
        let plain = try WalletSandbox(replies: replies)
        guard case .success(.cpqrc(let answer)) = await plain.present(.CPQRC, { $0.paymentReference = "QR-1" }) else {
            return #expect(Bool(false), "\(plain.presenter.faults)")
        }
        #expect(answer.data.status == .authorized && plain.service.payments.map(\.amount) == [32_500])
    }
}
