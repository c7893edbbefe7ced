internal import Foundation
public import JourneyBase
internal import LocalAuthentication

/// The device's own biometric prompt, without fallback to the passcode.
///
/// The verdict comes from this process and can be forged on a compromised device. For important decisions, use a key that needs
/// the same biometrics to sign (`EnclaveKey`), and verify its signature on the server.
public struct DeviceBiometrics: BiometricAuthenticator {
    public init() {}

    /// `true`: LocalAuthentication draws the prompt above the app.
    public var drawsAboveScreens: Bool { true }

    public func authenticate(reason: String) async -> BiometricVerdict {
        let context = LAContext()
        // No fallback button: the journey decides on the other factor.
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
    /// Throws `SCA_REQUIRED` when biometrics can't be used now: no sensor, no passcode, nothing enrolled, or locked out.
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
