internal import JourneyBase

/// A random key of 32 bytes that is made when it is first needed, and stays in the store. It guards no more than the store
/// does, which it is kept in; what it was used on says nothing without it.
struct DeviceKey: Sendable {
    /// 256 bits.
    static let count = 32

    /// What it is for.
    enum Use: String {
        /// Seals resume tokens.
        case resume = "resume-key"
        /// Makes fingerprints of what is small enough to be guessed: amounts, account numbers, names.
        case fingerprint = "fingerprint-key"
    }

    let store: any SecureStore
    let environment: HSBCInitConfig.Environment
    let dependencies: Dependencies

    /// The key for `use`. Throws `STORE_FAILED`.
    func load(for use: Use) async throws -> Secret {
        guard let name = StoreKey("\(use.rawValue).\(environment.rawValue)") else {
            throw JourneyError(.storeFailed, "A key of this device has no name.")
        }
        if let bytes = try await store.load(name) {
            guard bytes.count == DeviceKey.count else {
                throw JourneyError(.storeFailed, "A key of this device is damaged.")
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
