internal import JourneyBase
internal import JourneyCrypto

/// Hardware that makes signing keys which cannot leave it.
///
/// Conformers: the Secure Enclave; a script in tests.
protocol KeyEnclave: Sendable {
    /// Makes a key. Throws `STORE_FAILED`.
    func makeKey(_ consent: KeyConsent) throws(JourneyError) -> any EnclaveSigningKey
    /// Opens the key that `wrapped` stands for. Throws `KEY_UNUSABLE` when this enclave did not make it; an enclave may find that
    /// out at the first signature only.
    func key(wrapped: [UInt8], _ consent: KeyConsent) throws(JourneyError) -> any EnclaveSigningKey
    /// Throws `SCA_REQUIRED` when nobody can be asked for a finger or a face now.
    func requireBiometrics() throws(JourneyError)
    /// The fingers and faces that are enrolled now; `nil` where the system does not say.
    func enrolment() -> KeyEnrolment?
}

/// What must happen before a key signs.
enum KeyConsent: Sendable {
    /// Nothing but an unlocked device.
    case unlocked
    /// A finger or a face that was enrolled when the key was made.
    case biometry
}

/// A key of a `KeyEnclave`.
protocol EnclaveSigningKey: SigningKey {
    /// The key for a store: the enclave that made it can read it, and nothing else.
    var wrapped: [UInt8] { get }
    /// The key, open for one signature by whoever agrees to `statement`, which the system shows. Throws `USER_CANCELLED`, and
    /// `SCA_REQUIRED` when nobody who may has agreed.
    func unlocked(showing statement: String) async throws(JourneyError) -> any SigningKey
}

/// The fingers and faces that a system has enrolled, as far as it tells: by a digest that changes when they do.
struct KeyEnrolment: Hashable, Sendable {
    let state: [UInt8]
    /// The major version of the system that said so: another one may say another digest of the same fingers and faces.
    let system: Int
}
