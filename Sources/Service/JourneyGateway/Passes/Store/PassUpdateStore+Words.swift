package import Foundation
package import JourneyBase
import JourneyServer
import JourneyWire

/// Log messages of devices, and personal data of users.
extension PassUpdateStore {
    /// Stores log messages of devices; only the newest are kept.
    func store(_ messages: [String], now: Int64) async throws {
        guard !messages.isEmpty else { return }
        try await database.batch(
            messages.map {
                Statement(
                    "INSERT INTO pass_message (received, message) VALUES ($1, $2)", [.integer(now), .text($0)])
            } + [
                Statement(
                    """
                    DELETE FROM pass_message WHERE id <= (
                        SELECT id FROM pass_message ORDER BY id DESC LIMIT 1 OFFSET $1)
                    """, [.integer(Int64(limits.logMessages))])
            ])
    }

    /// A log message of a device.
    package struct Message: Hashable, Sendable {
        package let received: Date
        package let text: String
    }

    /// Returns the newest log messages of devices, oldest first.
    package func messages(most: Int = 1_000) async throws(JourneyError) -> [Message] {
        try await JourneyError.translating {
            try await database.query(
                "SELECT received, message FROM pass_message ORDER BY id DESC LIMIT $1", [.integer(Int64(most))]
            )
            .map { row in
                let received: Int64 = try row["received"]
                return Message(
                    received: Date(timeIntervalSince1970: TimeInterval(received) / 1_000), text: try row["message"])
            }.reversed()
        }
    }

    /// Stores the personal data for the pass. The first submission wins and may be repeated with its token: Wallet sends no pass
    /// token with it, so anyone who knows a serial number can submit. Throws `PASS_PERSONALIZED`.
    func personalize(_ pass: PassKey, _ form: PersonalizationForm, now: Int64) async throws {
        let info = JSONValue.object(form.info.mapValues { .string($0) })
        let row = try await database.batch([
            Statement(
                """
                INSERT INTO pass_personalization (pass_type, serial, token, info, received) VALUES ($1, $2, $3, $4, $5)
                ON CONFLICT (pass_type, serial) DO UPDATE SET token = pass_personalization.token
                RETURNING token
                """,
                [
                    .text(pass.type), .text(pass.serial), .blob(form.digest), .text(info.compactText), .integer(now),
                ])
        ]).first?.rows.first
        let token: [UInt8]? = try row?[0]
        guard token == form.digest else { throw PassUpdateRefusal(.personalized) }
    }

    /// Returns the user's personal data, or `nil`.
    package func personalization(of pass: PassKey) async throws(JourneyError) -> JSONValue? {
        let row = try await JourneyError.translating {
            try await database.first(
                "SELECT info FROM pass_personalization WHERE pass_type = $1 AND serial = $2",
                [.text(pass.type), .text(pass.serial)])
        }
        let text: String? = try? row?["info"]
        return text.flatMap { try? JSONReader.read(Array($0.utf8)) }
    }

    /// Returns the number of devices registered for the pass.
    package func devices(of pass: PassKey) async throws(JourneyError) -> Int64 {
        let row = try await JourneyError.translating {
            try await database.first(
                "SELECT count(*) AS devices FROM pass_registration WHERE pass_type = $1 AND serial = $2",
                [.text(pass.type), .text(pass.serial)])
        }
        return (try? row?["devices"]) ?? 0
    }
}
