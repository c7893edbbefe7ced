/// Makes evidence that an app is the one that was published, by keys that it cannot take out of the device.
///
/// Conformers: App Attest on Apple's systems; a development attestor, which vouches for itself and says so; a script in
/// tests. What evidence is worth, a server decides.
public protocol Attestor: Sendable {
    /// What servers know the evidence by: `apple-appattest`, `journey-development`.
    var format: String { get }
    /// A new key; its id is the SHA-256 of its point, 32 bytes.
    func generateKey() async throws(AttestorError) -> [UInt8]
    /// Evidence about the key itself that covers `clientDataHash`, a SHA-256. Good once for a key.
    func attest(_ key: [UInt8], clientDataHash: [UInt8]) async throws(AttestorError) -> [UInt8]
    /// Evidence by an attested key that covers `clientDataHash`, with a counter that goes up each time. Not asked for twice
    /// at once.
    func assert(_ key: [UInt8], clientDataHash: [UInt8]) async throws(AttestorError) -> [UInt8]
}

/// Why an attestor gives nothing.
public enum AttestorError: Error, Hashable, Sendable {
    /// Not on this device, or not for this app.
    case unsupported
    /// The key is not, or no longer, one of this attestor's, or cannot be attested (again).
    case keyInvalid
    /// Not at the moment: the same again may work later, with the same key.
    case unavailable
}
