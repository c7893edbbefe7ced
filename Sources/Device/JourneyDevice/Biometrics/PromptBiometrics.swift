package import JourneyBase

/// Asks on a screen where the device has no sensor: what a person answers stands for what a sensor would say.
///
/// It proves that somebody answered, not who: Linux has no sensor that this package trusts.
package struct PromptBiometrics: BiometricAuthenticator {
    private let presenter: any Presenter

    package init(presenter: any Presenter) { self.presenter = presenter }

    package func authenticate(reason: String) async -> BiometricVerdict {
        let answer = await presenter.ask(PromptBiometrics.screen(reason: reason, in: presenter.language))
        await presenter.dismiss()
        if Task.isCancelled { return .cancelled }
        return switch answer.action {
        case "approve": .passed
        case "unavailable": .unavailable
        // Cancelled in one way or another, and whatever a presenter makes up.
        default: .cancelled
        }
    }

    /// The screen `biometric` with the actions `approve`, `unavailable` and `cancel`.
    static func screen(reason: String, in language: Language = .english) -> Screen {
        Screen(
            id: "biometric", title: language(.confirmThatItIsYou), text: reason,
            actions: [
                Screen.Action(id: "approve", label: language(.approve)),
                Screen.Action(id: "unavailable", label: language(.notAvailable), role: .secondary),
                Screen.Action(id: "cancel", label: language(.cancel), role: .cancel),
            ])
    }
}
