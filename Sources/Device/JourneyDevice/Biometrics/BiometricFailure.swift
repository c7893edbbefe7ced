import JourneyBase

/// Maps the codes of LocalAuthentication's errors to verdicts (LAPublicDefines.h).
enum BiometricFailure {
    static func verdict(code: Int) -> BiometricVerdict {
        switch code {
        // userCancel, userFallback, systemCancel, appCancel: the prompt was closed.
        case -2, -3, -4, -9: .cancelled
        // passcodeNotSet, biometryNotAvailable, biometryNotEnrolled: the device can't authenticate anyone.
        case -5, -6, -7: .unavailable
        // Every other code counts as a failure, because a wrong face must not count as a missing sensor: authenticationFailed,
        // biometryLockout, invalidContext, notInteractive.
        default: .failed
        }
    }
}
