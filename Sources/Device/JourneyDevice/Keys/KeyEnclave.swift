internal import JourneyBase
internal import JourneyCrypto

/// Hardware that makes signing keys which can't leave it.
///
/// Implementations: the Secure Enclave; a script in tests.
protocol KeyEnclave: Sendable {
    /// Makes a key. Throws `STORE_FAILED`.
    func makeKey(_ consent: KeyConsent) throws(JourneyError) -> any EnclaveSigningKey
    /// Opens the key in `wrapped`. Throws `KEY_UNUSABLE` when this enclave did not make it; some enclaves detect that only at the
    /// first signature.
    func key(wrapped: [UInt8], _ consent: KeyConsent) throws(JourneyError) -> any EnclaveSigningKey
    /// Throws `SCA_REQUIRED` when biometrics can't be used now.
    func requireBiometrics() throws(JourneyError)
    /// Returns the current enrolment; `nil` where the system does not report it.
    func enrolment() -> KeyEnrolment?
}

/// The condition of a key's signature.
enum KeyConsent: Sendable {
    /// An unlocked device.
    case unlocked
    /// Biometrics that were enrolled when the key was made.
    case biometry
}

/// A key of a `KeyEnclave`.
protocol EnclaveSigningKey: SigningKey {
    /// The wrapped key for a store, which only the enclave that made it can use.
    var wrapped: [UInt8] { get }
    /// Shows `statement` in the system's prompt and returns the key, unlocked for one signature. Throws `USER_CANCELLED`, and
    /// `SCA_REQUIRED` when authentication failed.
    func unlocked(showing statement: String) async throws(JourneyError) -> any SigningKey
}

/// The system's enrolled biometrics, as a digest that changes with them.
struct KeyEnrolment: Hashable, Sendable {
    let state: [UInt8]
    /// The major version of the system: another one may report another digest for the same biometrics.
    let system: Int
}
