internal import JourneyBase
public import JourneyCrypto
internal import Synchronization

/// A signing key that only the person opens, anew for each signature.
///
/// Conformers: a key in the Secure Enclave that opens with a finger or a face; a key in the store behind a prompt. There is no
/// way to the key but through the prompt.
public protocol ApprovalKey: Sendable {
    /// Shows `statement` and gives the key, for one signature, to whoever agrees. The first time, the key is made.
    ///
    /// Nobody is asked where `requireUsable` throws. Throws what that throws, `USER_CANCELLED` when the prompt was closed, and
    /// `SCA_REQUIRED` when somebody was refused. A key that is lost is not silently replaced: whoever trusts it would not know the
    /// new one.
    func unlock(showing statement: String) async throws -> any SigningKey
    /// Returns when a signature can be made by whoever agrees, or made with a key that is still to be made. Asks nobody.
    ///
    /// Throws `SCA_REQUIRED` when the device cannot tell who is there, `ENROLMENT_CHANGED` when the key does not open any more because
    /// a finger or a face was enrolled or removed, `KEY_UNUSABLE` when it belongs to another device or to an enclave that was reset,
    /// and `STORE_FAILED`. A key that cannot be asked without the person returns.
    func requireUsable() async throws
    /// Whether the system draws the prompt of `unlock` above the app's screens (`BiometricAuthenticator.drawsAboveScreens`).
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
        guard let key else { throw JourneyError(.scaRequired, "The key was opened for one signature.") }
        return try await key.sign(message)
    }
}
