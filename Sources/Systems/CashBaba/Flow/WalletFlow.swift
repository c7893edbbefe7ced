import Foundation
import JourneyBase

/// The flow of one presentation: a straight line of screens and calls. It returns the success or throws another `Ending`.
///
/// An end from outside dismisses the screen at once. A call in progress is completed first, because it may take effect.
struct WalletFlow: Sendable {
    let calls: any CashBabaRepository
    let coordinator: MainCoordinator
    let args: NavigationArgs
    let dependencies: Dependencies
    /// The current language. It may be switched while a screen is shown.
    let language: @Sendable () -> Language

    var presenter: any Presenter { coordinator.presenter }

    /// Returns a phrase in the current language.
    func localized(_ phrase: WalletPhrase) -> String { phrase(language()) }

    func localized(_ issue: FlowIssue?) -> String? { issue?.text(in: language()) }

    /// Runs the flow that the host asked for. The token was granted before.
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

    /// Asks at `route` and returns the reply; `nil` for Back, after which the screen below is asked again. At the root, Back
    /// leaves the flow. Throws the `Ending` for that, for every other way out, and for an end from outside.
    func ask(_ route: Route, _ screen: @escaping @Sendable () -> Screen) async throws(Ending) -> Reply? {
        // An undefined move is a bug of the flow: end it without asking.
        guard coordinator.navigate(to: route) else { throw .failed(.invalidInput("The flow cannot move to \(route).")) }
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

    /// Makes a call while a waiting screen is shown. Returns an error that the user can correct. An error that closes the SDK,
    /// and one with an unknown outcome, end the flow.
    func attempt<Value: Sendable>(
        _ body: @escaping @Sendable (any CashBabaRepository) async throws(SDKError) -> Value
    ) async throws(Ending) -> Result<Value, SDKError> {
        try coordinator.prompter.check()
        if let cover = coordinator.cover() {
            await presenter.speak(language())
            await presenter.show(screen(cover))
        }
        let calls = calls
        // Not a child task: cancelling the flow must not cancel a payment that may have been made.
        let result = await Task { await outcome { () throws(SDKError) in try await body(calls) } }.value
        guard case .failure(let error) = result else { return result }
        if error.leavesDoubt { throw .failed(error) }
        // An end from outside takes precedence over the call's result.
        try coordinator.prompter.check()
        if error.closesSDK { throw .failed(error) }
        return result
    }

    /// Makes a call. An error that the user can correct becomes the `issue` of the next screen, and the result is `nil`.
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

    /// Makes a call at a point without a screen that could show an error: any error ends the flow.
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
        case .splash: Screen(id: "splash", title: localized(.brand), body: [.progress(Screen.Progress())])
        case .wait: Screen(id: "wallet-wait", title: waitTitle, body: [.progress(Screen.Progress())])
        }
    }

    private var waitTitle: String {
        switch args.type {
        case .SET_PIN: localized(.settingPin)
        case .CHANGE_PIN: localized(.changingPin)
        case .FORGOT_PIN: localized(.resettingPin)
        case .PAYMENT, .DISTRIBUTOR_PAYMENT, .CPQRC: localized(.paying)
        case .TRANSFER: localized(.sending)
        case .APPLY_PREPAID_CARD: localized(.orderingCard)
        }
    }

    /// Returns a field for a PIN.
    func pinField(_ id: String, _ label: WalletPhrase) -> Screen.Field {
        Screen.Field(id: id, label: localized(label), kind: .pin(digits: PINRules.digits), pad: args.pinPad)
    }

    /// Returns the actions of a form. `label` names what submitting it does.
    func submitAndBack(_ label: String) -> [Screen.Action] {
        [Screen.Action(id: "submit", label: label), .back(language()(.back))]
    }
}
