package import JourneyBase
import JourneyCrypto

/// Names this installation in telemetry: a random UUID for each partner, so that no two partners can tell that they see
/// the same device. It is no id of the device, of the person or of the app, and is gone when it is erased.
package struct TelemetryInstallation: Sendable {
    private let store: any SecureStore
    private let dependencies: Dependencies
    private static let prefix = "telemetry."

    package init(store: any SecureStore, dependencies: Dependencies) {
        self.store = store
        self.dependencies = dependencies
    }

    /// The id for `partner`; the first call makes it. Throws `STORE_FAILED`.
    package func id(for partner: String) async throws -> TelemetryField {
        let digest = Hex.encode(Array(SHA256.hash(Array(partner.utf8)).prefix(16)))
        guard let key = StoreKey(Self.prefix + digest) else {
            throw JourneyError(.storeFailed, "The installation's id has no name.")
        }
        if let bytes = try await store.load(key), let text = String(validating: bytes, as: UTF8.self),
            let field = TelemetryField(.installation, text)
        {
            return field
        }
        let text = dependencies.uuid()
        guard let field = TelemetryField(.installation, text) else {
            throw JourneyError(.storeFailed, "The installation's id cannot be used.")
        }
        try await store.save(Array(text.utf8), for: key)
        return field
    }

    /// Removes the ids of all partners; the next telemetry is another installation's. Throws `STORE_FAILED`.
    package func erase() async throws {
        for key in try await store.keys() where key.rawValue.hasPrefix(Self.prefix) { try await store.remove(key) }
    }
}
