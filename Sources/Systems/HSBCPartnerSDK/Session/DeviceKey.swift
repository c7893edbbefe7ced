internal import JourneyBase

/// A random key of 32 bytes, made at first use and kept in the store. It is as well protected as the store; data derived from it
/// is meaningless without it.
struct DeviceKey: Sendable {
    /// 256 bits.
    static let count = 32

    /// The purpose of a key.
    enum Use: String {
        /// Encrypts resume tokens.
        case resume = "resume-key"
        /// Makes fingerprints of guessable values: amounts, account numbers, names.
        case fingerprint = "fingerprint-key"
    }

    let store: any SecureStore
    let environment: HSBCInitConfig.Environment
    let dependencies: Dependencies

    /// Returns the key for `use`, and makes it at first use. Throws `STORE_FAILED`.
    func load(for use: Use) async throws -> Secret {
        guard let name = StoreKey("\(use.rawValue).\(environment.rawValue)") else {
            throw JourneyError(.storeFailed, "The store name of a device key is invalid.")
        }
        if let bytes = try await store.load(name) {
            guard bytes.count == DeviceKey.count else {
                throw JourneyError(.storeFailed, "A stored device key is not 32 bytes long.")
            }
            return Secret(copying: bytes)
        }
        let bytes = dependencies.random(DeviceKey.count)
        try await store.save(bytes, for: name)
        return Secret(copying: bytes)
    }
}

extension DeviceKey {
    init(_ host: JourneyHost, _ config: HSBCInitConfig) {
        self.init(store: host.store, environment: config.environment, dependencies: host.dependencies)
    }
}
