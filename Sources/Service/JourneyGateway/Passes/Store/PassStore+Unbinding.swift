package import Foundation
package import JourneyBase
import JourneyServer

extension PassStore {
    /// Lets another device bind the pass on a tag, as when a telephone is lost or new: no account, key or signature stands in
    /// it any more, and sessions that have begun are over. Devices that have it are told. Throws as `changePass` does.
    @discardableResult
    package func unbindPass(on tag: String, of client: String, now: Date) async throws(JourneyError) -> StoredPass {
        try await changing("A pass") { transaction in
            let owner = try await PassStore.anyClient(client, in: transaction)
            let old = try await PassStore.pass(on: tag, of: owner, in: transaction)
            let moment = max(PassStore.moment(now), PassStore.moment(old.updated) + 1)
            try await transaction.execute(
                "UPDATE pass SET binding = NULL, key_hash = NULL, updated = $2 WHERE id = $1",
                [.integer(old.id), .integer(moment)])
            // Also one that was answered: who has its identifier would get the pass as it was bound.
            try await transaction.execute(
                "UPDATE pass_session SET expires = $2 WHERE pass = $1 AND expires > $2",
                [.integer(old.id), .integer(PassStore.moment(now))])
            try await PassUpdateStore.note([old.key], now: now, in: transaction)
            try await PassStore.audit("pass-unbound", client: owner, pass: old.id, at: moment, in: transaction)
            return try await PassStore.pass(on: tag, of: owner, in: transaction)
        }
    }
}
