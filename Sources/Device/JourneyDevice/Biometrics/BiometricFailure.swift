import JourneyBase

/// What the codes of LocalAuthentication's errors mean for a verdict (LAPublicDefines.h).
enum BiometricFailure {
    static func verdict(code: Int) -> BiometricVerdict {
        switch code {
        // userCancel, userFallback (the button for another way), systemCancel, appCancel: the prompt was closed.
        case -2, -3, -4, -9: .cancelled
        // Whatever else there is or will be: it did not pass, and asking the same again does not help.
        // authenticationFailed, passcodeNotSet, biometryNotAvailable, biometryNotEnrolled, biometryLockout,
        // invalidContext, notInteractive.
        default: .unavailable
        }
    }
}
