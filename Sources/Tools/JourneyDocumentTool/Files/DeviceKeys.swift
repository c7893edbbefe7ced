import JourneyCLI
import JourneyCrypto

/// The keys of the devices that documents are for: given, or made.
struct DeviceKeys {
    let publicKeys: [PublicKey]
    /// The private halves of those that were made.
    let made: [P256PrivateKey]

    init(_ invocation: Invocation) throws {
        let files = invocation.values(.deviceKey)
        let count = invocation.integer(.count) ?? max(1, files.count)
        guard files.isEmpty || files.count == count else {
            throw CommandError.usage("Each document needs a key of its own: --count or --device-key.")
        }
        made = files.isEmpty ? try (0..<count).map { _ in try P256PrivateKey.generate() } : []
        publicKeys =
            files.isEmpty
            ? made.map { .p256($0.publicKey) } : try files.map { try KeyFile.publicKey($0, invocation) }
    }
}
