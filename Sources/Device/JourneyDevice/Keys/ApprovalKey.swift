internal import JourneyBase
public import JourneyCrypto
internal import Synchronization

/// A signing key that the person unlocks for each signature.
///
/// Implementations: a key in the Secure Enclave that needs biometrics; a key in the store behind a prompt. The prompt is the only
/// way to use the key.
public protocol ApprovalKey: Sendable {
    /// Shows `statement` and returns the key, unlocked for one signature. The first call makes the key.
    ///
    /// The person is not asked where `requireUsable` throws. A lost key is not silently replaced, because its verifiers would not
    /// know the new one.
    ///
    /// - Parameter statement: The text of the prompt.
    /// - Returns: The key, for one signature.
    /// - Throws: The errors of `requireUsable`, `USER_CANCELLED` when the prompt was closed, and `SCA_REQUIRED` when
    ///   authentication failed.
    func unlock(showing statement: String) async throws -> any SigningKey
    /// Checks without a prompt that the key can sign after authentication. A key that does not exist yet counts as usable.
    ///
    /// - Throws: `SCA_REQUIRED` when the device can't authenticate; `ENROLMENT_CHANGED` when the key can't be unlocked because
    ///   biometrics were enrolled or removed; `KEY_UNUSABLE` when it belongs to another device or to an enclave that was reset;
    ///   and `STORE_FAILED`. Returns for a key that can't be checked without the person.
    func requireUsable() async throws
    /// `true` when the system draws the prompt of `unlock` above the app's screens (`BiometricAuthenticator.drawsAboveScreens`).
    var drawsAboveScreens: Bool { get }
}

extension ApprovalKey {
    public func requireUsable() async throws {}
    public var drawsAboveScreens: Bool { false }
}

/// A key that signs once.
final class SingleUseKey: SigningKey {
    let publicKey: P256PublicKey
    private let key: Mutex<(any SigningKey)?>

    init(_ key: any SigningKey) {
        publicKey = key.publicKey
        self.key = Mutex(key)
    }

    func sign(_ message: [UInt8]) async throws -> [UInt8] {
        let key = key.withLock { key in
            defer { key = nil }
            return key
        }
        guard let key else {
            throw JourneyError(.scaRequired, "The key was unlocked for one signature, which it has made.")
        }
        return try await key.sign(message)
    }
}
