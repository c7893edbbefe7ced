/// Asks the person to prove presence with a finger or a face.
///
/// Conformers: a prompt on Linux, LocalAuthentication on Apple, a script in tests.
public protocol BiometricAuthenticator: Sendable {
    /// Shows `reason` and gives what came of it. Never throws: each way it can end is a value.
    func authenticate(reason: String) async -> BiometricVerdict
    /// Whether the system draws the prompt above the app's screens, which go on standing under it. A prompt that is a screen of a
    /// `Presenter` takes the place of what stands there. `false` unless a conformer says otherwise.
    var drawsAboveScreens: Bool { get }
}

extension BiometricAuthenticator {
    public var drawsAboveScreens: Bool { false }
}

/// How a biometric prompt ended.
public enum BiometricVerdict: Hashable, Sendable {
    case passed
    /// The person, the app or the system closed the prompt.
    case cancelled
    /// Somebody was refused: another finger or face, too many tries, or a prompt that could not be shown.
    case failed
    /// The device cannot ask: it has no sensor, nothing is enrolled, or no passcode is set. Another factor is needed.
    case unavailable

    /// Throws `USER_CANCELLED` or `SCA_REQUIRED` for whatever did not pass.
    package func check() throws(JourneyError) {
        switch self {
        case .passed: return
        case .cancelled: throw JourneyError(.userCancelled, "The person closed the biometric prompt.")
        case .failed: throw JourneyError(.scaRequired, "The finger or the face was not taken.")
        case .unavailable:
            throw JourneyError(.scaRequired, "Biometrics are not available; another factor is needed.")
        }
    }
}
