import Foundation
import JourneyBase

/// One presentation: a straight line of screens and calls, which ends with what was done or throws how it ended.
///
/// The end takes a screen away at once; a call under way is waited for, because it may have done something.
struct WalletFlow: Sendable {
    let calls: any CashBabaRepository
    let coordinator: MainCoordinator
    let args: NavigationArgs
    let dependencies: Dependencies
    /// The wallet's language at the moment: it may be switched while a screen stands.
    let language: @Sendable () -> Language

    var presenter: any Presenter { coordinator.presenter }

    /// A screen's words in the language of the moment.
    func say(_ phrase: WalletPhrase) -> String { phrase(language()) }

    func say(_ issue: FlowIssue?) -> String? { issue?.text(in: language()) }

    /// Does what the host asked for. The token was granted before.
    func run() async throws(Ending) -> OnSuccessModel {
        switch args.type {
        case .SET_PIN: try await setPin()
        case .CHANGE_PIN: try await changePin()
        case .FORGOT_PIN: try await forgotPin()
        case .TRANSFER: try await transfer()
        case .PAYMENT:
            .payment(
                try await pay(.payText) { calls, reference, pin throws(SDKError) in
                    try await calls.payment(paymentReference: reference, pin: pin)
                })
        case .DISTRIBUTOR_PAYMENT:
            .distributorPayment(
                try await pay(.distributorText) { calls, reference, pin throws(SDKError) in
                    try await calls.distributorPayment(paymentReference: reference, pin: pin)
                })
        case .CPQRC: try await payByQRCode()
        case .APPLY_PREPAID_CARD: try await applyPrepaidCard()
        }
    }

    /// Asks at `route`, and gives the answer; `nil` for Back, after which the screen below is asked again. At the root, Back is
    /// a way out. Throws that, every other way out, and the end.
    func ask(_ route: Route, _ screen: @escaping @Sendable () -> Screen) async throws(Ending) -> Reply? {
        // A flow that goes where none does is a fault of the flow's: it ends, and nothing is asked.
        guard coordinator.navigate(to: route) else { throw .failed(.invalidInput("The flow has no such move.")) }
        let action = try await coordinator.prompter.ask(screen, in: language, over: presenter)
        switch screen().exit(for: action) {
        case nil: return Reply(action: action, kind: .submitted)
        case .resend: return Reply(action: action, kind: .resend)
        case .expired: return Reply(action: action, kind: .expired)
        case .back:
            guard case .to = coordinator.back() else { throw .cancelled }
            return nil
        case .cancelled, .other: throw .cancelled
        }
    }

    struct Reply: Sendable {
        enum Kind { case submitted, resend, expired }
        let action: ScreenAction
        let kind: Kind
    }

    /// Makes a call while the person waits. An error that they can mend comes back, to be shown; one that closes the SDK, and
    /// one that leaves doubt, ends the flow.
    func attempt<Value: Sendable>(
        _ body: @escaping @Sendable (any CashBabaRepository) async throws(SDKError) -> Value
    ) async throws(Ending) -> Result<Value, SDKError> {
        try coordinator.prompter.check()
        if let cover = coordinator.cover() {
            await presenter.speak(language())
            await presenter.show(screen(cover))
        }
        let calls = calls
        // Not a child: who gives up the flow does not give up what may be paid already.
        let result = await Task { await outcome { () throws(SDKError) in try await body(calls) } }.value
        guard case .failure(let error) = result else { return result }
        if error.leavesDoubt { throw .failed(error) }
        // What ended the flow meanwhile is what is told, and not what came of it.
        try coordinator.prompter.check()
        if error.closesSDK { throw .failed(error) }
        return result
    }

    /// The same; an error that the person can mend becomes the `issue` of the next screen, and gives `nil`.
    func attempt<Value: Sendable>(
        _ issue: inout FlowIssue?,
        _ body: @escaping @Sendable (any CashBabaRepository) async throws(SDKError) -> Value
    ) async throws(Ending) -> Value? {
        switch try await attempt(body) {
        case .success(let value):
            issue = nil
            return value
        case .failure(let error):
            issue = .fault(error)
            return nil
        }
    }

    /// The same, where no screen stands to show an error on: any ends the flow.
    func need<Value: Sendable>(
        _ body: @escaping @Sendable (any CashBabaRepository) async throws(SDKError) -> Value
    ) async throws(Ending) -> Value {
        switch try await attempt(body) {
        case .success(let value): return value
        case .failure(let error): throw .failed(error)
        }
    }

    private func screen(_ cover: RouteStack.Cover) -> Screen {
        switch cover {
        case .splash: Screen(id: "splash", title: say(.brand), body: [.progress(Screen.Progress())])
        case .wait: Screen(id: "wallet-wait", title: title, body: [.progress(Screen.Progress())])
        }
    }

    private var title: String {
        switch args.type {
        case .SET_PIN: say(.setPinTitle)
        case .CHANGE_PIN: say(.changePinTitle)
        case .FORGOT_PIN: say(.identityTitle)
        default: say(.confirmTitle)
        }
    }

    /// A PIN that is asked for.
    func pinField(_ id: String, _ label: WalletPhrase) -> Screen.Field {
        Screen.Field(id: id, label: say(label), kind: .pin(digits: PINRules.digits), pad: args.pinPad)
    }

    var submitAndBack: [Screen.Action] {
        [Screen.Action(id: "submit", label: say(.submit)), .back(language()(.back))]
    }
}
