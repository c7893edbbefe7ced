import JourneyBase
import JourneyCBOR
import JourneyCrypto
import JourneyDevice
import MobileDocument

/// A record that cannot be read.
struct CorruptCredential: Error, Hashable, Sendable {
    let id: Credential.ID
}

/// The names of the store's items.
enum CredentialItem {
    static let recordPrefix = "credential-"

    /// Returns `true` if `key` is the name of an item of this store, keys included.
    static func isOne(_ key: StoreKey) -> Bool {
        [recordPrefix, "document-", DeviceKeyName.prefix].contains { key.rawValue.hasPrefix($0) }
    }

    static func record(_ id: Credential.ID) throws(JourneyError) -> StoreKey { try key(recordPrefix + id) }

    static func documentPrefix(_ id: Credential.ID) -> String { "document-\(id)-" }

    static func document(_ id: Credential.ID, _ number: Int) throws(JourneyError) -> StoreKey {
        try key(documentPrefix(id) + String(number))
    }

    private static func key(_ name: String) throws(JourneyError) -> StoreKey {
        guard let key = StoreKey(name) else {
            throw JourneyError(.storeFailed, "The document's identifier cannot be used as the name of a stored item.")
        }
        return key
    }
}

extension IssuerSigned {
    /// The key that the document is bound to; `nil` for an unknown type of key.
    var deviceKey: PublicKey? { try? COSEKey(mso.deviceKey).publicKey }
}

extension CredentialStore {
    /// Returns all records in the order of their identifiers; a damaged record does not hide the others.
    func records() async throws -> [Result<CredentialRecord, CorruptCredential>] {
        var found: [Result<CredentialRecord, CorruptCredential>] = []
        for key in try await store.keys() where key.rawValue.hasPrefix(CredentialItem.recordPrefix) {
            let id = String(key.rawValue.dropFirst(CredentialItem.recordPrefix.count))
            do {
                // Removed since the list was read.
                guard let bytes = try await store.load(key) else { continue }
                guard let record = CredentialRecord(bytes), record.id == id else { throw CorruptCredential(id: id) }
                found.append(.success(record))
            } catch let error as JourneyError where error.isRecoverable { throw error } catch {
                found.append(.failure(CorruptCredential(id: id)))
            }
        }
        return found
    }

    /// Returns the record of a complete document. Throws `CredentialError`.
    func here(_ id: Credential.ID) async throws -> CredentialRecord {
        let unknown = CredentialError(.unknown, "No document has this identifier.")
        // An invalid name identifies no document.
        guard let key = try? CredentialItem.record(id) else { throw unknown }
        do {
            guard let bytes = try await store.load(key) else { throw unknown }
            if let record = CredentialRecord(bytes), record.id == id {
                guard record.phase == .here else { throw unknown }
                return record
            }
        } catch let error as JourneyError where !error.isRecoverable {}
        throw CredentialError(
            .damaged, "The document's stored record is damaged. Remove the document and have it issued again.")
    }

    func save(_ record: CredentialRecord) async throws {
        try await store.save(record.bytes, for: try CredentialItem.record(record.id))
    }

    /// Removes the items of a spent copy. Returns `false` when that has to be repeated.
    func forget(_ copy: CredentialRecord.Copy, of record: CredentialRecord) async -> Bool {
        do {
            try await store.remove(try CredentialItem.document(record.id, copy.number))
            try await keys.removeKey(try PublicKey(spki: copy.keySPKI))
            return true
        } catch { return false }
    }

    /// Removes a document whose removal or arrival is incomplete. The record goes last, because it lists the items.
    /// Keys that existed before a document that never arrived stay: the issuer's next attempt uses them.
    func discard(_ record: CredentialRecord) async throws {
        for copy in record.copies {
            try await store.remove(try CredentialItem.document(record.id, copy.number))
            if record.phase != .arriving { try await keys.removeKey(try PublicKey(spki: copy.keySPKI)) }
        }
        try await store.remove(try CredentialItem.record(record.id))
    }

    /// Removes the items of a damaged record; the keys are found in the documents that can still be read.
    func discard(damaged id: Credential.ID) async throws {
        guard let name = try? CredentialItem.record(id) else { return }
        let names = try await store.keys().filter { $0.rawValue.hasPrefix(CredentialItem.documentPrefix(id)) }
        var own: [PublicKey] = []
        for name in names {
            do {
                if let bytes = try await store.load(name), let key = try? IssuerSigned(bytes[...]).deviceKey {
                    own.append(key)
                }
            } catch let error as JourneyError where !error.isRecoverable {}
        }
        // Only after all documents were read: a removed document no longer names its key.
        for key in own { try await keys.removeKey(key) }
        for name in names { try await store.remove(name) }
        try await store.remove(name)
    }

    /// Completes the changes that an interruption left unfinished.
    func tidy() async throws {
        for case .success(var record) in try await records() {
            guard record.phase == .here else {
                try await discard(record)
                continue
            }
            let spent = record.copies.filter(\.isSpent)
            guard !spent.isEmpty else { continue }
            var gone: Set<Int> = []
            for copy in spent where await forget(copy, of: record) { gone.insert(copy.number) }
            record.copies.removeAll { gone.contains($0.number) }
            try await save(record)
        }
    }
}
