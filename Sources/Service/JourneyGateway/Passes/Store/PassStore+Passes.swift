package import Foundation
package import JourneyBase
import JourneyCrypto
import JourneyServer

/// Tags and their passes, for administrators. All operations throw like `addClient`.
extension PassStore {
    /// A new pass: its holder, its type, and the values of the template's placeholders.
    package struct NewPass: Sendable {
        var holder: String
        var type: String
        /// The serial number; `nil` for a random one.
        var serial: String?
        var values: [String: JSONValue]

        package init(holder: String, type: String, serial: String? = nil, values: [String: JSONValue] = [:]) {
            self.holder = holder
            self.type = type
            self.serial = serial
            self.values = values
        }
    }

    @discardableResult
    package func addTag(
        _ reference: String, subscription: String? = nil, of client: String, now: Date
    ) async throws(JourneyError) -> PassTag {
        try require(reference, "A tag's reference")
        if let subscription { try require(subscription, "A subscription's id") }
        return try await changing("A tag of that reference or subscription") { transaction in
            let moment = PassStore.moment(now)
            let owner = try await PassStore.client(client, in: transaction)
            let id = try await PassStore.inserted(
                transaction.first(
                    """
                    INSERT INTO pass_tag (client, reference_id, subscription_id, created) VALUES ($1, $2, $3, $4)
                    RETURNING id
                    """,
                    [.integer(owner), .text(reference), subscription.map { .text($0) } ?? .null, .integer(moment)]))
            try await PassStore.audit("tag-added", client: owner, detail: reference, at: moment, in: transaction)
            return PassTag(id: id, reference: reference, subscription: subscription, pass: nil)
        }
    }

    /// Returns a client's tags, each with its pass.
    package func tags(of client: String) async throws(JourneyError) -> [PassTag] {
        try await reading { transaction in
            try await transaction.query(
                """
                SELECT g.id, g.reference_id, g.subscription_id, p.type, p.serial
                FROM pass_tag g LEFT JOIN pass p ON p.tag = g.id WHERE g.client = $1 ORDER BY g.id
                """, [.integer(try await PassStore.anyClient(client, in: transaction))]
            ).map { row in
                let (type, serial): (String?, String?) = (try row[3], try row[4])
                let pass = type.flatMap { type in serial.map { PassKey(type: type, serial: $0) } }
                return PassTag(id: try row[0], reference: try row[1], subscription: try row[2], pass: pass)
            }
        }
    }

    /// Adds a pass to a tag. Creates the holder if needed, with a permanent account hash. `check` validates the pass and the
    /// given names before it is stored; an error aborts the operation.
    @discardableResult
    package func addPass(
        _ pass: NewPass, on tag: String, of client: String, dependencies: Dependencies = .system,
        check: @Sendable (StoredPass, Set<String>) throws -> Void = { _, _ in }
    ) async throws(JourneyError) -> StoredPass {
        try require(pass.holder, "A holder's reference")
        let serial = pass.serial ?? dependencies.identifier()
        try require(serial, "A serial number")
        guard PassStore.isSegment(serial) else {
            throw JourneyError(
                .recordInvalid, "A serial number is part of URLs: it must not contain / or \\, nor be . or ...")
        }
        let values = pass.values.filter { $0.value != .null }
        let token = Hex.encode(dependencies.random(32))
        let hash = Base64URL.encode(dependencies.random(24))
        return try await changing("A pass on that tag, or of that serial number,") { transaction in
            let moment = PassStore.moment(dependencies.now())
            let owner = try await PassStore.client(client, in: transaction)
            let place = try await PassStore.tag(tag, of: owner, in: transaction)
            guard
                let type = try await transaction.first(
                    "SELECT organization, team FROM pass_type WHERE id = $1 AND client = $2",
                    [.text(pass.type), .integer(owner)])
            else { throw JourneyError(.recordUnknown, "The client does not own this pass type.") }
            try await transaction.execute(
                """
                INSERT INTO pass_holder (client, reference, account_hash, created) VALUES ($1, $2, $3, $4)
                ON CONFLICT (client, reference) DO NOTHING
                """, [.integer(owner), .text(pass.holder), .text(hash), .integer(moment)])
            guard
                let holder = try await transaction.first(
                    "SELECT id, account_hash FROM pass_holder WHERE client = $1 AND reference = $2",
                    [.integer(owner), .text(pass.holder)])
            else { throw JourneyError(.storeFailed, "The database did not store the holder.") }
            let id = try await PassStore.inserted(
                transaction.first(
                    """
                    INSERT INTO pass (tag, holder, type, serial, authentication_token, content, created, updated, voided)
                    VALUES ($1, $2, $3, $4, $5, $6, $7, $7, 0) RETURNING id
                    """,
                    [
                        .integer(place), .integer(try holder[0]), .text(pass.type), .text(serial), .text(token),
                        .text(JSONValue.object(values).compactText), .integer(moment),
                    ]))
            let stored = StoredPass(
                id: id, passTypeIdentifier: pass.type, teamIdentifier: try type[1], serialNumber: serial,
                authenticationToken: token, values: values, accountHash: try holder[1], binding: nil, keyHash: nil,
                organizationName: try type[0], updated: PassStore.date(moment), isVoided: false)
            try check(stored, Set(values.keys))
            try await PassUpdateStore.recordChange([stored.key], now: dependencies.now(), in: transaction)
            try await PassStore.audit("pass-added", client: owner, pass: id, at: moment, in: transaction)
            return stored
        }
    }

    /// Changes placeholder values of a tag's pass (`null` removes one), or voids it. `check` validates the pass and the given
    /// names; an error aborts the operation. Devices with the pass are notified.
    @discardableResult
    package func changePass(
        on tag: String, of client: String, values: [String: JSONValue]? = nil, isVoided: Bool? = nil, now: Date,
        check: @Sendable (StoredPass, Set<String>) throws -> Void = { _, _ in }
    ) async throws(JourneyError) -> StoredPass {
        try await changing("A pass") { transaction in
            let owner = try await PassStore.anyClient(client, in: transaction)
            let old = try await PassStore.pass(on: tag, of: owner, in: transaction)
            let changes = values ?? [:]
            let removed = changes.filter { $0.value == .null }
            let kept = old.values.merging(changes) { $1 }.filter { !removed.keys.contains($0.key) }
            // Later than the last change, so that each state has its own time.
            let moment = max(PassStore.moment(now), PassStore.moment(old.updated) + 1)
            try await transaction.execute(
                "UPDATE pass SET content = $2, voided = $3, updated = $4 WHERE id = $1",
                [
                    .integer(old.id), .text(JSONValue.object(kept).compactText),
                    .bool(isVoided ?? old.isVoided), .integer(moment),
                ])
            let new = try await PassStore.pass(on: tag, of: owner, in: transaction)
            try check(new, Set(changes.keys))
            try await PassUpdateStore.recordChange([new.key], now: now, in: transaction)
            try await PassStore.audit(
                isVoided == true ? "pass-voided" : "pass-updated", client: owner, pass: old.id, at: moment,
                in: transaction)
            return new
        }
    }

    /// Returns the pass of a tag.
    package func pass(on tag: String, of client: String) async throws(JourneyError) -> StoredPass {
        try await reading { transaction in
            try await PassStore.pass(
                on: tag, of: try await PassStore.anyClient(client, in: transaction), in: transaction)
        }
    }

    /// `true` if the serial number can be a path segment, as Wallet's requests need. Compares bytes, because a slash with a
    /// combining mark is a different `Character`.
    private static func isSegment(_ serial: String) -> Bool {
        !serial.utf8.contains { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "\\") } && ![".", ".."].contains(serial)
    }

    static func tag(
        _ reference: String, of client: Int64, in transaction: borrowing Transaction
    ) async throws -> Int64 {
        guard isText(reference),
            let row = try await transaction.first(
                "SELECT id FROM pass_tag WHERE client = $1 AND reference_id = $2",
                [.integer(client), .text(reference)])
        else { throw JourneyError(.recordUnknown, "The client has no tag with this reference.") }
        return try row[0]
    }

    static func pass(
        on tag: String, of client: Int64, in transaction: borrowing Transaction
    ) async throws -> StoredPass {
        let place = try await self.tag(tag, of: client, in: transaction)
        guard
            let row = try await transaction.first(
                """
                SELECT p.id, p.type, p.serial, p.authentication_token, p.content, h.account_hash, p.binding, p.key_hash,
                    y.organization, p.updated, p.voided, y.team
                FROM pass p JOIN pass_holder h ON h.id = p.holder JOIN pass_type y ON y.id = p.type WHERE p.tag = $1
                """, [.integer(place)])
        else { throw JourneyError(.recordUnknown, "The tag has no pass.") }
        return try StoredPass(row)
    }
}
