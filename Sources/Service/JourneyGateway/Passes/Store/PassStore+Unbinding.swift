package import Foundation
package import JourneyBase
import JourneyServer

extension PassStore {
    /// Unbinds a tag's pass so that another device can bind it, for instance after the loss of a phone. Removes account, key and
    /// signature, and ends open sessions. Devices with the pass are notified. Throws like `changePass`.
    @discardableResult
    package func unbindPass(on tag: String, of client: String, now: Date) async throws(JourneyError) -> StoredPass {
        try await changing("A pass") { transaction in
            let owner = try await PassStore.anyClient(client, in: transaction)
            let old = try await PassStore.pass(on: tag, of: owner, in: transaction)
            let moment = max(PassStore.moment(now), PassStore.moment(old.updated) + 1)
            try await transaction.execute(
                "UPDATE pass SET binding = NULL, key_hash = NULL, updated = $2 WHERE id = $1",
                [.integer(old.id), .integer(moment)])
            // Answered sessions too: otherwise their identifier would still return the bound pass.
            try await transaction.execute(
                "UPDATE pass_session SET expires = $2 WHERE pass = $1 AND expires > $2",
                [.integer(old.id), .integer(PassStore.moment(now))])
            try await PassUpdateStore.recordChange([old.key], now: now, in: transaction)
            try await PassStore.audit("pass-unbound", client: owner, pass: old.id, at: moment, in: transaction)
            return try await PassStore.pass(on: tag, of: owner, in: transaction)
        }
    }
}
