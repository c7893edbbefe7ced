package import Foundation
import JourneyServer

/// A text message, which the sandbox doesn't actually send.
package struct WalletMessage: Hashable, Sendable {
    package let phone: String
    package let body: String
    package let sent: Date
}

/// Passes text messages to a handler: in order, each once, only those sent since the start.
actor WalletPost {
    private let database: Database
    private let deliverMessage: @Sendable (WalletMessage) -> Void
    private var last: Int64

    init(_ database: Database, deliver: @escaping @Sendable (WalletMessage) -> Void) async throws {
        self.database = database
        deliverMessage = deliver
        last = try await database.first("SELECT coalesce(max(id), 0) AS id FROM text_message")?["id"] ?? 0
    }

    /// Delivers new messages. Messages that can't be read now are delivered the next time.
    func deliver() async {
        let rows = try? await database.query(
            "SELECT id, phone, body, sent FROM text_message WHERE id > $1 ORDER BY id", [.integer(last)])
        for row in rows ?? [] {
            // A concurrent delivery may be ahead.
            guard let id: Int64 = try? row["id"], id > last, let phone: String = try? row["phone"],
                let body: String = try? row["body"], let sent: Int64 = try? row["sent"]
            else { continue }
            last = id
            deliverMessage(
                WalletMessage(phone: phone, body: body, sent: Date(timeIntervalSince1970: TimeInterval(sent) / 1_000)))
        }
    }
}

extension Wallet {
    /// Returns the messages sent to `phone`, oldest first.
    func messages(to phone: String) async throws -> [String] {
        try await database.query("SELECT body FROM text_message WHERE phone = $1 ORDER BY id", [.text(phone)])
            .map { try $0["body"] }
    }
}
