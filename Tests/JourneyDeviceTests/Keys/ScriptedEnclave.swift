import JourneyBase
import JourneyCrypto
import Synchronization

@testable import JourneyDevice

/// An enclave whose device, fingers and person are played by a test.
///
/// A key records which enclave made it and for which enrolment, as the Secure Enclave's keys do. Its wrapped form is a number
/// here.
final class ScriptedEnclave: KeyEnclave {
    /// The time at which an enclave detects that another one made a key, which is not documented.
    enum Discovery: CaseIterable { case whenOpened, whenSigning }

    struct State {
        /// Another number is another device, or an enclave that was reset.
        var seed = 1
        /// Another number is another finger or face.
        var enrolment: UInt8 = 1
        /// Added to the reported enrolment: another system version may report another digest for the same fingers.
        var dialect: UInt8 = 0
        var system = 18
        var tellsEnrolment = true
        var discovery = Discovery.whenOpened
        var verdict = BiometricVerdict.passed
        var sensor: JourneyError?
        /// `true` while signatures fail for an undisclosed reason, as while the device is locked.
        var isLocked = false
        var made: [UInt8: Made] = [:]
        var prompts: [String] = []
    }

    struct Made {
        let key: P256PrivateKey
        let seed: Int
        let enrolment: UInt8
        let consent: KeyConsent
    }

    let state = Mutex(State())

    func change(_ body: (inout State) -> Void) { state.withLock { body(&$0) } }
    var prompts: [String] { state.withLock(\.prompts) }

    func makeKey(_ consent: KeyConsent) throws(JourneyError) -> any EnclaveSigningKey {
        guard let key = try? P256PrivateKey.generate() else { throw JourneyError(.storeFailed, "No key.") }
        let number = state.withLock { state in
            let number = UInt8(state.made.count + 1)
            state.made[number] = Made(key: key, seed: state.seed, enrolment: state.enrolment, consent: consent)
            return number
        }
        return Key(enclave: self, number: number, publicKey: key.publicKey, isOpen: consent == .unlocked)
    }

    func key(wrapped: [UInt8], _ consent: KeyConsent) throws(JourneyError) -> any EnclaveSigningKey {
        let (made, isOwn) = state.withLock { state in
            let made = wrapped.first.flatMap { state.made[$0] }
            return (made, made?.seed == state.seed || state.discovery == .whenSigning)
        }
        guard let made, isOwn, let number = wrapped.first else { throw JourneyError(.keyUnusable, "Another's.") }
        return Key(enclave: self, number: number, publicKey: made.key.publicKey, isOpen: consent == .unlocked)
    }

    func requireBiometrics() throws(JourneyError) { if let error = state.withLock(\.sensor) { throw error } }

    func enrolment() -> KeyEnrolment? {
        state.withLock { state in
            state.tellsEnrolment
                ? KeyEnrolment(state: [state.enrolment &+ state.dialect, 7], system: state.system) : nil
        }
    }

    private struct Key: EnclaveSigningKey {
        let enclave: ScriptedEnclave
        let number: UInt8
        let publicKey: P256PublicKey
        let isOpen: Bool

        var wrapped: [UInt8] { [number] }

        func unlocked(showing statement: String) async throws(JourneyError) -> any SigningKey {
            let verdict = enclave.state.withLock { state in
                state.prompts.append(statement)
                return state.verdict
            }
            try verdict.check()
            return Key(enclave: enclave, number: number, publicKey: publicKey, isOpen: true)
        }

        func sign(_ message: [UInt8]) async throws -> [UInt8] {
            let key = enclave.state.withLock { state -> P256PrivateKey? in
                guard isOpen, let made = state.made[number], made.seed == state.seed, !state.isLocked else {
                    return nil
                }
                return made.consent == .unlocked || made.enrolment == state.enrolment ? made.key : nil
            }
            guard let key else { throw JourneyError(.scaRequired, "It did not sign.") }
            return try key.sign(message)
        }
    }
}
