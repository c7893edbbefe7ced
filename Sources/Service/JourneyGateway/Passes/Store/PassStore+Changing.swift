import Foundation
public import JourneyBase
import JourneyServer

extension ErrorCode {
    /// A name or value of the command is not allowed.
    ///
    /// Next step: Correct the value that the message names.
    public static let recordInvalid = ErrorCode(rawValue: "RECORD_INVALID")
    /// No record has this name.
    ///
    /// Next step: List the records, and check the name.
    public static let recordUnknown = ErrorCode(rawValue: "RECORD_UNKNOWN")
    /// A record with this name already exists.
    ///
    /// Next step: Choose another name, or change the existing record.
    public static let recordExists = ErrorCode(rawValue: "RECORD_EXISTS")
}

/// Helpers of the administrative operations.
extension PassStore {
    /// Runs `body` in a transaction. Maps a violated uniqueness constraint to `RECORD_EXISTS`, naming `what`.
    func changing<Value: Sendable>(
        _ what: String, _ body: (borrowing Transaction) async throws -> Value
    ) async throws(JourneyError) -> Value {
        do { return try await JourneyError.translating { try await change(body) } } catch {
            guard error.code == .storeConflict else { throw error }
            throw JourneyError(.recordExists, "\(what) already exists.")
        }
    }

    func reading<Value: Sendable>(
        _ body: (borrowing Transaction) async throws -> Value
    ) async throws(JourneyError) -> Value {
        try await JourneyError.translating { try await database.read(body) }
    }

    func require(_ text: String, _ what: String) throws(JourneyError) {
        guard PassStore.isText(text) else {
            throw JourneyError(.recordInvalid, "\(what) must be 1 to 255 bytes without control characters.")
        }
    }

    /// Returns the id of the named client, even if it was removed, because its records can still be viewed, voided and revoked.
    static func anyClient(_ name: String, in transaction: borrowing Transaction) async throws -> Int64 {
        try await found(name, in: transaction).id
    }

    /// Returns the id of the named client if it isn't removed, so that records may be added.
    static func client(_ name: String, in transaction: borrowing Transaction) async throws -> Int64 {
        let (id, isRemoved) = try await found(name, in: transaction)
        guard !isRemoved else { throw JourneyError(.recordUnknown, "The client was removed; restore it first.") }
        return id
    }

    private static func found(
        _ name: String, in transaction: borrowing Transaction
    ) async throws -> (id: Int64, isRemoved: Bool) {
        guard isText(name),
            let row = try await transaction.first(
                "SELECT id, deleted FROM pass_client WHERE name = $1 ORDER BY deleted IS NOT NULL, id DESC LIMIT 1",
                [.text(name)])
        else { throw JourneyError(.recordUnknown, "No client has this name.") }
        let deleted: Int64? = try row[1]
        return (try row[0], deleted != nil)
    }

    static func inserted(_ row: Row?) throws -> Int64 {
        guard let row else { throw JourneyError(.storeFailed, "The database returned no id for the new record.") }
        return try row[0]
    }

    /// Adds an entry to the audit log, in the transaction of its change.
    static func audit(
        _ action: String, client: Int64, user: Int64? = nil, pass: Int64? = nil, detail: String? = nil,
        at moment: Int64, in transaction: borrowing Transaction
    ) async throws {
        try await transaction.batch([
            auditLine(action, client: client, user: user, pass: pass, detail: detail, at: moment)
        ])
    }

    static func auditLine(
        _ action: String, client: Int64, user: Int64? = nil, pass: Int64? = nil, detail: String? = nil,
        at moment: Int64
    ) -> Statement {
        func number(_ value: Int64?) -> SQLValue { value.map { .integer($0) } ?? .null }
        return Statement(
            "INSERT INTO pass_audit (moment, action, client, api_user, pass, detail) VALUES ($1, $2, $3, $4, $5, $6)",
            [
                .integer(moment), .text(action), .integer(client), number(user), number(pass),
                detail.map { .text($0) } ?? .null,
            ])
    }
}
