internal import Foundation
public import JourneyBase

/// One item that the SDK keeps on the device, for a person who asks what is kept of them.
public struct StoredItem: Hashable, Sendable {
    /// What an item is of. `docs/reference/privacy.md` lists them.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        /// Names this installation to banks' servers.
        case instanceKey = "instance-key"
        /// Signs what the person approves, after a prompt.
        case approvalKey = "approval-key"
        /// Seals resume tokens.
        case resumeKey = "resume-key"
        /// Makes fingerprints of arguments and of the person's name.
        case fingerprintKey = "fingerprint-key"
        /// A development attestor's key and its counter.
        case attestor
        /// Which key App Attest vouches for, and when keys were made.
        case attestation
        /// A run that was left: its step, its keys and what is known of each.
        case snapshot
        /// The highest number of a journey's manifest that was seen.
        case sequence
        /// The last key set of manifests.
        case keys
        /// The bank's last word on what may run.
        case remote
        /// The random id under which a partner's telemetry is sent.
        case telemetry

        /// The kind of the item called `key`; `nil` where it is none of the SDK's.
        init?(_ key: StoreKey) {
            self.init(rawValue: String(key.rawValue.prefix { $0 != "." }))
        }

        /// Whether its content is a key, which nobody is given.
        var isSecret: Bool {
            switch self {
            case .instanceKey, .approvalKey, .resumeKey, .fingerprintKey, .attestor: true
            case .attestation, .snapshot, .sequence, .keys, .remote, .telemetry: false
            }
        }
    }

    public let kind: Kind
    /// Its name in the store.
    public let name: String
    /// What it says: JSON where it is JSON, else text; `nil` for keys, and for what cannot be read.
    public let content: AnyCodable?

    /// The item called `key` of `store`; `nil` where it is none of the SDK's.
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

    /// All that the SDK keeps in `store`, in the order of names.
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

    /// Erases all that the SDK keeps in `store`.
    static func eraseAll(in store: any SecureStore) async throws {
        for key in try await store.keys() where Kind(key) != nil { try await store.remove(key) }
    }
}
