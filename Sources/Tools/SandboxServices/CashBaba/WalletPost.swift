package import Foundation
import JourneyServer

/// A text message, which a sandbox sends over no air.
package struct WalletMessage: Hashable, Sendable {
    package let phone: String
    package let body: String
    package let sent: Date
}

/// Hands messages to whoever shows them: in order, each once, and those of an earlier life not again.
actor WalletPost {
    private let database: Database
    private let hand: @Sendable (WalletMessage) -> Void
    private var last: Int64

    init(_ database: Database, deliver: @escaping @Sendable (WalletMessage) -> Void) async throws {
        self.database = database
        hand = deliver
        last = try await database.first("SELECT coalesce(max(id), 0) AS id FROM text_message")?["id"] ?? 0
    }

    /// Delivers what was sent since. A message that cannot be read now is delivered with the next one.
    func deliver() async {
        let rows = try? await database.query(
            "SELECT id, phone, body, sent FROM text_message WHERE id > $1 ORDER BY id", [.integer(last)])
        for row in rows ?? [] {
            // Another delivery may have gone ahead meanwhile.
            guard let id: Int64 = try? row["id"], id > last, let phone: String = try? row["phone"],
                let body: String = try? row["body"], let sent: Int64 = try? row["sent"]
            else { continue }
            last = id
            hand(
                WalletMessage(phone: phone, body: body, sent: Date(timeIntervalSince1970: TimeInterval(sent) / 1_000)))
        }
    }
}

extension Wallet {
    /// The messages that `phone` got, the newest last.
    func messages(to phone: String) async throws -> [String] {
        try await database.query("SELECT body FROM text_message WHERE phone = $1 ORDER BY id", [.text(phone)])
            .map { try $0["body"] }
    }
}
