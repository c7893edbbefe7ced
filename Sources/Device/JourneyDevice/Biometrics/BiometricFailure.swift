import JourneyBase

/// What the codes of LocalAuthentication's errors mean for a verdict (LAPublicDefines.h).
enum BiometricFailure {
    static func verdict(code: Int) -> BiometricVerdict {
        switch code {
        // userCancel, userFallback (the button for another way), systemCancel, appCancel: the prompt was closed.
        case -2, -3, -4, -9: .cancelled
        // passcodeNotSet, biometryNotAvailable, biometryNotEnrolled: the device cannot ask anybody.
        case -5, -6, -7: .unavailable
        // Whatever else there is or will be is a refusal, for where no sensor is needed a wrong face may not pass for none:
        // authenticationFailed, biometryLockout, invalidContext, notInteractive.
        default: .failed
        }
    }
}
