internal import Foundation
internal import JourneyBase
internal import LocalAuthentication

/// The Secure Enclave of this device.
struct DeviceEnclave: KeyEnclave {
    func makeKey(_ consent: KeyConsent) throws(JourneyError) -> any EnclaveSigningKey {
        try EnclaveKey.generate(consent: DeviceEnclave.consent(consent))
    }

    func key(wrapped: [UInt8], _ consent: KeyConsent) throws(JourneyError) -> any EnclaveSigningKey {
        try EnclaveKey(wrapped: wrapped, consent: DeviceEnclave.consent(consent))
    }

    func requireBiometrics() throws(JourneyError) { try DeviceBiometrics.check() }

    func enrolment() -> KeyEnrolment? {
        let context = LAContext()
        // The state is valid only after the policy was evaluated.
        guard context.canEvaluatePolicy(.deviceOwnerAuthenticationWithBiometrics, error: nil),
            let state = context.domainState.biometry.stateHash
        else { return nil }
        let system = ProcessInfo.processInfo.operatingSystemVersion.majorVersion
        return KeyEnrolment(state: Array(state), system: system)
    }

    private static func consent(_ consent: KeyConsent) -> EnclaveKey.Consent {
        switch consent {
        case .unlocked: .unlocked
        case .biometry: .biometry
        }
    }
}
