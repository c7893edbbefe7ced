/// A source of evidence that an app is the published one, based on keys that can't leave the device.
///
/// Conformers: App Attest on Apple platforms; a development attestor, which vouches for itself and declares so; a script in
/// tests. A server decides what the evidence is worth.
public protocol Attestor: Sendable {
    /// The name of the evidence format: `apple-appattest`, `journey-development`.
    var format: String { get }
    /// Generates a key and returns its id, the SHA-256 of its public point, 32 bytes.
    func generateKey() async throws(AttestorError) -> [UInt8]
    /// Returns evidence about the key itself that covers `clientDataHash`, a SHA-256. Possible once per key.
    func attest(_ key: [UInt8], clientDataHash: [UInt8]) async throws(AttestorError) -> [UInt8]
    /// Returns evidence by an attested key that covers `clientDataHash`, with an increasing counter. Never called concurrently.
    func assert(_ key: [UInt8], clientDataHash: [UInt8]) async throws(AttestorError) -> [UInt8]
}

/// The reason why an attestor provides no evidence.
public enum AttestorError: Error, Hashable, Sendable {
    /// Not supported on this device or for this app.
    case unsupported
    /// The key isn't, or is no longer, one of this attestor's, or can't be attested (again).
    case keyInvalid
    /// Not possible now. The same call with the same key may succeed later.
    case unavailable
}
