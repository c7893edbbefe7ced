package import Foundation
package import JourneyBase
import JourneyCrypto
import JourneyServer

/// Clients, their API users and their pass types, for administrators. All operations throw `JourneyError`: `RECORD_INVALID`,
/// `RECORD_UNKNOWN`, `RECORD_EXISTS`, or a code of the store.
extension PassStore {
    @discardableResult
    package func addClient(_ name: String, now: Date) async throws(JourneyError) -> PassClient {
        try require(name, "A client's name")
        return try await changing("A client of that name") { transaction in
            let moment = PassStore.moment(now)
            // A new client with a removed one's name would hide the removed one's records.
            guard try await transaction.first("SELECT id FROM pass_client WHERE name = $1", [.text(name)]) == nil else {
                throw JourneyError(
                    .recordExists, "A client of that name already exists, or was removed and can be restored.")
            }
            let id = try await PassStore.inserted(
                transaction.first(
                    "INSERT INTO pass_client (name, created) VALUES ($1, $2) RETURNING id",
                    [.text(name), .integer(moment)]))
            try await PassStore.audit("client-added", client: id, at: moment, in: transaction)
            return PassClient(id: id, name: name, created: PassStore.date(moment), isDeleted: false)
        }
    }

    /// Returns all clients, including removed ones.
    package func clients() async throws(JourneyError) -> [PassClient] {
        try await JourneyError.translating {
            try await database.query("SELECT id, name, created, deleted FROM pass_client ORDER BY id").map { row in
                let (created, deleted): (Int64, Int64?) = (try row[2], try row[3])
                return PassClient(
                    id: try row[0], name: try row[1], created: PassStore.date(created), isDeleted: deleted != nil)
            }
        }
    }

    /// Suspends a client: its users are refused from the next request on. Its passes remain and can be changed, voided and
    /// unbound. Its name stays reserved.
    package func removeClient(_ name: String, now: Date) async throws(JourneyError) {
        try await changing("A client of that name") { transaction in
            let moment = PassStore.moment(now)
            let client = try await PassStore.client(name, in: transaction)
            try await transaction.execute(
                "UPDATE pass_client SET deleted = $2 WHERE id = $1", [.integer(client), .integer(moment)])
            try await PassStore.audit("client-removed", client: client, at: moment, in: transaction)
        }
    }

    /// Reverts `removeClient`: its users and passes are valid again. Users that were revoked stay revoked.
    package func restoreClient(_ name: String, now: Date) async throws(JourneyError) {
        try await changing("A client of that name") { transaction in
            let moment = PassStore.moment(now)
            let client = try await PassStore.anyClient(name, in: transaction)
            let count = try await transaction.execute(
                "UPDATE pass_client SET deleted = NULL WHERE id = $1 AND deleted IS NOT NULL", [.integer(client)])
            guard count == 1 else {
                throw JourneyError(.recordUnknown, "The client is not removed, so there is nothing to restore.")
            }
            try await PassStore.audit("client-restored", client: client, at: moment, in: transaction)
        }
    }

    /// Adds an API user to a client and returns its token, which can't be read again.
    package func addUser(
        _ name: String, of client: String, dependencies: Dependencies = .system
    ) async throws(JourneyError) -> (user: PassUser, token: Secret) {
        let token = PassToken.fresh(dependencies)
        return (try await addUser(name, of: client, token: token, now: dependencies.now()), token)
    }

    /// Adds an API user with a given token of 256 random bits, for sandboxes whose apps know it in advance.
    @discardableResult
    package func addUser(
        _ name: String, of client: String, token: Secret, now: Date
    ) async throws(JourneyError) -> PassUser {
        try require(name, "A user's name")
        guard token.count >= 43 else {
            throw JourneyError(.recordInvalid, "A token must be 256 random bits in base64url, 43 characters.")
        }
        return try await changing("A user of that name") { transaction in
            let moment = PassStore.moment(now)
            let owner = try await PassStore.client(client, in: transaction)
            let id = try await PassStore.inserted(
                transaction.first(
                    "INSERT INTO pass_user (client, name, created) VALUES ($1, $2, $3) RETURNING id",
                    [.integer(owner), .text(name), .integer(moment)]))
            try await transaction.execute(
                "INSERT INTO pass_token (hash, api_user, created) VALUES ($1, $2, $3)",
                [.blob(PassToken.hash(of: token)), .integer(id), .integer(moment)])
            try await PassStore.audit("user-added", client: owner, user: id, at: moment, in: transaction)
            return PassUser(
                id: id, name: name, created: PassStore.date(moment), isRevoked: false, isDeleted: false)
        }
    }

    /// Returns the API users of a client, including removed ones.
    package func users(of client: String) async throws(JourneyError) -> [PassUser] {
        try await reading { transaction in
            try await transaction.query(
                "SELECT id, name, created, revoked, deleted FROM pass_user WHERE client = $1 ORDER BY id",
                [.integer(try await PassStore.anyClient(client, in: transaction))]
            ).map { row in
                let (created, revoked, deleted): (Int64, Int64?, Int64?) = (try row[2], try row[3], try row[4])
                return PassUser(
                    id: try row[0], name: try row[1], created: PassStore.date(created), isRevoked: revoked != nil,
                    isDeleted: deleted != nil)
            }
        }
    }

    /// Revokes a user's token and the user tokens issued with it; `isRemoved` also removes the user, which frees the name.
    package func revokeUser(
        _ name: String, of client: String, isRemoved: Bool = false, now: Date
    ) async throws(JourneyError) {
        try await changing("A user of that name") { transaction in
            let moment = PassStore.moment(now)
            let owner = try await PassStore.anyClient(client, in: transaction)
            let row = try await transaction.first(
                """
                UPDATE pass_user SET revoked = COALESCE(revoked, $3), deleted = CASE WHEN $4 = 1 THEN $3 ELSE deleted END
                WHERE client = $1 AND name = $2 AND deleted IS NULL RETURNING id
                """, [.integer(owner), .text(name), .integer(moment), .bool(isRemoved)])
            guard let row else { throw JourneyError(.recordUnknown, "The client has no user of this name.") }
            try await PassStore.audit(
                isRemoved ? "user-removed" : "user-revoked", client: owner, user: try row[0], at: moment,
                in: transaction)
        }
    }

    /// Assigns a pass type to a client. Its team is the certificate's.
    package func addType(
        _ identifier: String, of client: String, team: String, organization: String, now: Date
    ) async throws(JourneyError) {
        try require(identifier, "A pass type")
        try require(organization, "An organization's name")
        try await changing("That pass type") { transaction in
            let moment = PassStore.moment(now)
            let owner = try await PassStore.client(client, in: transaction)
            try await transaction.execute(
                "INSERT INTO pass_type (id, client, team, organization, created) VALUES ($1, $2, $3, $4, $5)",
                [.text(identifier), .integer(owner), .text(team), .text(organization), .integer(moment)])
            try await PassStore.audit("type-added", client: owner, detail: identifier, at: moment, in: transaction)
        }
    }

    /// Returns all pass types.
    package func types() async throws(JourneyError) -> [PassType] {
        try await JourneyError.translating {
            try await database.query(
                """
                SELECT y.id, c.name, y.team, y.organization
                FROM pass_type y JOIN pass_client c ON c.id = y.client ORDER BY y.id
                """
            ).map { row in
                PassType(identifier: try row[0], client: try row[1], team: try row[2], organization: try row[3])
            }
        }
    }
}
