internal import Foundation
internal import JourneyBase

/// The stored remote configuration: the document, the time of its last confirmation, and what prevents a rollback.
struct RemoteRecord: Hashable, Sendable {
    var sequence: Int64
    /// SHA-256 of the signed payload.
    var digest: [UInt8]
    /// The document as received, with its signature.
    var document: [UInt8]
    var entityTag: String?
    /// The time at which the bank last confirmed the document, in whole milliseconds.
    var confirmed: Date
    /// The latest time that the device's clock has shown since then, in whole milliseconds.
    var seen: Date

    init(
        sequence: Int64, digest: [UInt8], document: [UInt8], entityTag: String?, confirmed: Date, seen: Date? = nil
    ) {
        self.sequence = sequence
        self.digest = digest
        self.document = document
        self.entityTag = entityTag
        self.confirmed = confirmed
        self.seen = seen ?? confirmed
    }

    var json: JSONValue {
        var members: [String: JSONValue] = [
            "sequence": .number(JSONNumber(sequence)), "digest": .string(Hex.encode(digest)),
            "document": .string(String(decoding: document, as: UTF8.self)),
            "confirmed": .number(JSONNumber(Int64(confirmed.timeIntervalSince1970 * 1_000))),
            "seen": .number(JSONNumber(Int64(seen.timeIntervalSince1970 * 1_000))),
        ]
        members["etag"] = entityTag.map { .string($0) }
        return .object(members)
    }

    /// Reads a record from `json`; `nil` for an invalid one.
    init?(_ json: JSONValue) {
        guard let sequence = json["sequence"]?.int64, let digest = json["digest"]?.string.flatMap({ Hex.decode($0) }),
            let document = json["document"]?.string, let confirmed = json["confirmed"]?.int64
        else { return nil }
        self.init(
            sequence: sequence, digest: digest, document: Array(document.utf8), entityTag: json["etag"]?.string,
            confirmed: Date(timeIntervalSince1970: Double(confirmed) / 1_000),
            // Records of earlier versions have no `seen`.
            seen: json["seen"]?.int64.map { Date(timeIntervalSince1970: Double($0) / 1_000) })
    }
}

/// Stores the last remote configuration of each environment in the device's encrypted store.
struct RemoteConfigurationCache: Sendable {
    let store: any SecureStore
    let environment: HSBCInitConfig.Environment

    /// Returns the stored record, or `nil`.
    ///
    /// - Throws: `STORE_FAILED` for an item that can't be read: it may have been damaged to allow a rollback.
    func load() async throws -> RemoteRecord? {
        guard let bytes = try await store.load(try name) else { return nil }
        guard let record = (try? JSONReader.read(bytes)).flatMap({ RemoteRecord($0) }) else { throw unusable }
        return record
    }

    /// Stores `record`. Throws `STORE_FAILED`.
    func save(_ record: RemoteRecord) async throws { try await store.save(record.json.compactBytes, for: try name) }

    private var name: StoreKey {
        get throws {
            guard let key = StoreKey("remote.\(environment.rawValue)") else { throw unusable }
            return key
        }
    }

    private var unusable: JourneyError {
        JourneyError(.storeFailed, "The stored remote configuration can't be read.")
    }
}
