package import JourneyBase
import JourneyCrypto

/// The installation's id in telemetry: a random UUID for each partner, so that partners can't correlate a device. It identifies
/// neither device, person nor app, and disappears when erased.
package struct TelemetryInstallation: Sendable {
    private let store: any SecureStore
    private let dependencies: Dependencies
    private static let prefix = "telemetry."

    package init(store: any SecureStore, dependencies: Dependencies) {
        self.store = store
        self.dependencies = dependencies
    }

    /// Returns the id for `partner`; the first call makes it. Throws `STORE_FAILED`.
    package func id(for partner: String) async throws -> TelemetryField {
        let digest = Hex.encode(Array(SHA256.hash(Array(partner.utf8)).prefix(16)))
        guard let key = StoreKey(Self.prefix + digest) else {
            throw JourneyError(.storeFailed, "The telemetry id's name is not a valid store name.")
        }
        if let bytes = try await store.load(key), let text = String(validating: bytes, as: UTF8.self),
            let field = TelemetryField(.installation, text)
        {
            return field
        }
        let text = dependencies.uuid()
        guard let field = TelemetryField(.installation, text) else {
            throw JourneyError(.storeFailed, "The generated telemetry id is invalid.")
        }
        try await store.save(Array(text.utf8), for: key)
        return field
    }

    /// Removes the ids of all partners; later telemetry has new ones. Throws `STORE_FAILED`.
    package func erase() async throws {
        for key in try await store.keys() where key.rawValue.hasPrefix(Self.prefix) { try await store.remove(key) }
    }
}
