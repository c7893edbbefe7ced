internal import Foundation
public import JourneyBase
internal import LocalAuthentication

/// The device's own prompt for a finger or a face, and nothing in its place: no passcode.
///
/// What it says is a statement of this process, which a broken device can forge: for what matters, have a key sign that
/// opens only with the same finger or face (`EnclaveKey`), and let the server check that.
public struct DeviceBiometrics: BiometricAuthenticator {
    public init() {}

    /// LocalAuthentication draws it above the app.
    public var drawsAboveScreens: Bool { true }

    public func authenticate(reason: String) async -> BiometricVerdict {
        let context = LAContext()
        // No button for another way: which other factor there is, the journey decides.
        context.localizedFallbackTitle = ""
        let prompt = Prompt(context: context)
        do {
            let isPassed = try await SystemPrompts.shared.during {
                try await withTaskCancellationHandler {
                    try await prompt.context.evaluatePolicy(
                        .deviceOwnerAuthenticationWithBiometrics, localizedReason: reason)
                } onCancel: {
                    prompt.context.invalidate()
                }
            }
            return isPassed ? .passed : .failed
        } catch let error as LAError {
            return BiometricFailure.verdict(code: error.errorCode)
        } catch { return .failed }
    }
}

extension DeviceBiometrics {
    /// Throws `SCA_REQUIRED` when nobody can be asked now: no sensor, no passcode, nothing enrolled, or locked out.
    static func check() throws(JourneyError) {
        var reason: NSError?
        if LAContext().canEvaluatePolicy(.deviceOwnerAuthenticationWithBiometrics, error: &reason) { return }
        try BiometricFailure.verdict(code: reason?.code ?? 0).check()
    }
}

/// A prompt that is closed from another thread than it was opened on.
private struct Prompt: @unchecked Sendable {  // LAContext takes calls on any thread.
    let context: LAContext
}
