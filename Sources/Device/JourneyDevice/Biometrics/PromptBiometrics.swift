package import JourneyBase

/// Simulated biometrics for devices without a sensor: the person's answer on a screen replaces the sensor's verdict.
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
        // Cancelled, or an unknown action.
        default: .cancelled
        }
    }

    /// Returns the screen `biometric` with the actions `approve`, `unavailable` and `cancel`.
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
