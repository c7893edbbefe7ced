/// An authenticator of the person by fingerprint or face.
///
/// Conformers: a prompt on Linux, LocalAuthentication on Apple platforms, a script in tests.
public protocol BiometricAuthenticator: Sendable {
    /// Shows a prompt with `reason` and returns its result. Never throws: each possible end is a value.
    func authenticate(reason: String) async -> BiometricVerdict
    /// `true` if the system draws the prompt above the app's screens, which stay visible below it. `false`, the default, if the
    /// prompt is a screen of a `Presenter`, which replaces the shown one.
    var drawsAboveScreens: Bool { get }
}

extension BiometricAuthenticator {
    public var drawsAboveScreens: Bool { false }
}

/// The result of a biometric prompt.
public enum BiometricVerdict: Hashable, Sendable {
    /// The person was recognised.
    case passed
    /// The person, the app or the system closed the prompt.
    case cancelled
    /// The person was not recognised, had too many attempts, or the prompt could not be shown.
    case failed
    /// The device has no sensor, no enrolment or no passcode. Another factor is needed.
    case unavailable

    /// Throws `USER_CANCELLED` or `SCA_REQUIRED` unless the person was recognised.
    package func check() throws(JourneyError) {
        switch self {
        case .passed: return
        case .cancelled: throw JourneyError(.userCancelled, "The person closed the biometric prompt.")
        case .failed:
            throw JourneyError(.scaRequired, "Biometric authentication failed: the finger or face was not recognised.")
        case .unavailable:
            throw JourneyError(
                .scaRequired, "Biometric authentication is not available on this device. Use another factor.")
        }
    }
}
