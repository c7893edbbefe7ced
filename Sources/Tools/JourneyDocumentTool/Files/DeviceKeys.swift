import JourneyCLI
import JourneyCrypto

/// The device keys to bind documents to: given or generated.
struct DeviceKeys {
    let publicKeys: [PublicKey]
    /// The generated private keys.
    let made: [P256PrivateKey]

    init(_ invocation: Invocation) throws {
        let files = invocation.values(.deviceKey)
        let count = invocation.integer(.count) ?? max(1, files.count)
        guard files.isEmpty || files.count == count else {
            throw CommandError.usage(
                "Each document needs its own key: give one --device-key per document, or omit --count.")
        }
        made = files.isEmpty ? try (0..<count).map { _ in try P256PrivateKey.generate() } : []
        publicKeys =
            files.isEmpty
            ? made.map { .p256($0.publicKey) } : try files.map { try KeyFile.publicKey($0, invocation) }
    }
}
