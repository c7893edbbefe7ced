internal import Foundation
public import JourneyBase

/// An item that the SDK keeps on the device, for a person who asks which data is stored about them.
public struct StoredItem: Hashable, Sendable {
    /// The kind of an item. `docs/reference/privacy.md` lists them.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        /// The key that identifies this installation to banks' servers.
        case instanceKey = "instance-key"
        /// The key that signs approvals, after a prompt.
        case approvalKey = "approval-key"
        /// The key that encrypts resume tokens.
        case resumeKey = "resume-key"
        /// The key of the fingerprints of arguments and of the person's id.
        case fingerprintKey = "fingerprint-key"
        /// A development attestor's key and its counter.
        case attestor
        /// The key that App Attest attested, and the times at which keys were made.
        case attestation
        /// A suspended run: its step, its keys and their states.
        case snapshot
        /// The exact request of a call of a suspended run, so that a repeat sends the same bytes.
        case request
        /// The highest manifest number of a journey.
        case sequence
        /// The last key set of manifests.
        case keys
        /// The bank's last remote configuration.
        case remote
        /// The random id of a partner's telemetry.
        case telemetry

        /// Returns the kind of the item called `key`; `nil` for an item of the host.
        init?(_ key: StoreKey) {
            self.init(rawValue: String(key.rawValue.prefix { $0 != "." }))
        }

        /// `true` when the content is a key, which is never exposed.
        var isSecret: Bool {
            switch self {
            case .instanceKey, .approvalKey, .resumeKey, .fingerprintKey, .attestor: true
            case .attestation, .snapshot, .request, .sequence, .keys, .remote, .telemetry: false
            }
        }
    }

    /// The kind of the item.
    public let kind: Kind
    /// The item's name in the store.
    public let name: String
    /// The content: JSON where it is JSON, else text; `nil` for keys and unreadable items.
    public let content: AnyCodable?

    /// Reads the item called `key` from `store`; `nil` for an item of the host.
    init?(_ key: StoreKey, of store: any SecureStore) async {
        guard let kind = Kind(key) else { return nil }
        self.kind = kind
        name = key.rawValue
        guard !kind.isSecret, let bytes = try? await store.load(key) else {
            content = nil
            return
        }
        content = (try? JSONReader.read(bytes)) ?? String(validating: bytes, as: UTF8.self).map { .string($0) }
    }

    /// Returns all items of the SDK in `store`, sorted by name.
    static func all(in store: any SecureStore) async throws -> [StoredItem] {
        var items: [StoredItem] = []
        for key in try await store.keys() {
            if let item = await StoredItem(key, of: store) { items.append(item) }
        }
        return items.sorted { $0.name < $1.name }
    }

    /// Erases the items of `kind` in `store`.
    static func erase(_ kind: Kind, in store: any SecureStore) async throws {
        for key in try await store.keys() where Kind(key) == kind { try await store.remove(key) }
    }

    /// Erases all items of the SDK in `store`.
    static func eraseAll(in store: any SecureStore) async throws {
        for key in try await store.keys() where Kind(key) != nil { try await store.remove(key) }
    }
}
