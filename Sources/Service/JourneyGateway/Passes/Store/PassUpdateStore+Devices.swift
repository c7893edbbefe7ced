import JourneyServer
import JourneyWire

/// Registrations of devices for passes.
extension PassUpdateStore {
    /// A device's update tag: the last change and the last registration it was told about.
    ///
    /// Registrations have their own numbers because a pass may change between its delivery and its registration, so a tag from
    /// that time would miss the change. These numbers are also times in milliseconds, or the previous number plus one. So a
    /// device that was deleted and returns starts behind the tags that it holds.
    struct Tag: Hashable, Sendable {
        let change: Int64
        let registration: Int64

        var text: String { "\(change).\(registration)" }
    }

    /// Registers the pass for pushes to the device. Returns `true` for a new registration. It triggers a push at once, because
    /// the pass may have changed since its delivery. Throws `TOO_MANY_DEVICES`, `TOO_MANY_PASSES`, and for a new registration the
    /// errors of `admit`, which may be called more than once.
    func register(
        _ pass: PassKey, on device: String, pushToken: String, now: Int64,
        admit: @Sendable () throws -> Void = {}
    ) async throws -> Bool {
        let key: [SQLValue] = [.text(pass.type), .text(device)]
        return try await database.write { transaction in
            let known = try await transaction.first(
                "SELECT number FROM pass_registration WHERE pass_type = $1 AND device = $2 AND serial = $3",
                key + [.text(pass.serial)])
            if known == nil {
                try await enforceLimits(pass, on: device, in: transaction)
                // Last, so that only actual registrations are counted.
                try admit()
            }
            let row = try await transaction.first(
                """
                INSERT INTO pass_device (pass_type, device, push_token, seen, number) VALUES ($1, $2, $3, $4, $4)
                ON CONFLICT (pass_type, device) DO UPDATE SET
                    push_token = $3, seen = $4,
                    number = CASE WHEN CAST($5 AS BIGINT) = 1 THEN pass_device.number
                        WHEN pass_device.number >= excluded.number THEN pass_device.number + 1
                        ELSE excluded.number END
                RETURNING number
                """, key + [.text(pushToken), .integer(now), .bool(known != nil)])
            guard known == nil, let row else { return false }
            let number: Int64 = try row[0]
            try await transaction.batch([
                Statement(
                    """
                    INSERT INTO pass_registration (pass_type, device, serial, number, created)
                    VALUES ($1, $2, $3, $4, $5)
                    """, key + [.text(pass.serial), .integer(number), .integer(now)]),
                Statement(
                    """
                    INSERT INTO pass_push (pass_type, device, change, due, attempts, created)
                    SELECT v.pass_type, CAST($2 AS TEXT), CAST($4 AS BIGINT), CAST($5 AS BIGINT), 0, CAST($5 AS BIGINT)
                    FROM pass_version v WHERE v.pass_type = $1 AND v.serial = $3
                    ON CONFLICT (pass_type, device) DO UPDATE SET
                        change = CASE WHEN pass_push.change >= excluded.change
                            THEN pass_push.change + 1 ELSE excluded.change END,
                        created = excluded.created
                    """, key + [.text(pass.serial), .integer(number), .integer(now)]),
            ])
            return true
        }
    }

    private func enforceLimits(
        _ pass: PassKey, on device: String, in transaction: borrowing Transaction
    ) async throws {
        let devices = try await transaction.first(
            "SELECT count(*) FROM pass_registration WHERE pass_type = $1 AND serial = $2",
            [.text(pass.type), .text(pass.serial)])
        if let count: Int64 = try devices?[0], count >= limits.devicesOfPass {
            throw PassUpdateRefusal(.tooManyDevices)
        }
        let passes = try await transaction.first(
            "SELECT count(*) FROM pass_registration WHERE pass_type = $1 AND device = $2",
            [.text(pass.type), .text(device)])
        if let count: Int64 = try passes?[0], count >= limits.passesOfDevice { throw PassUpdateRefusal(.tooManyPasses) }
    }

    /// Ends the registration, and deletes the device after its last one.
    func unregister(_ pass: PassKey, from device: String) async throws {
        let key: [SQLValue] = [.text(pass.type), .text(device)]
        try await database.batch([
            Statement(
                "DELETE FROM pass_registration WHERE pass_type = $1 AND device = $2 AND serial = $3",
                key + [.text(pass.serial)]),
            PassUpdateStore.removal(ofIdle: key), PassUpdateStore.removal(ofPushesToNobody: key),
        ])
    }

    /// Returns the device's passes that changed or were registered since `tag`, and the current tag; `nil` if there are none.
    func updated(
        on device: String, type: String, since tag: Tag?
    ) async throws -> (serials: [String], tag: Tag)? {
        let key: [SQLValue] = [.text(type), .text(device)]
        return try await database.read { transaction in
            let owner = try await transaction.first(
                "SELECT number FROM pass_device WHERE pass_type = $1 AND device = $2", key)
            guard let owner else { return nil }
            let counter = try await transaction.first(
                "SELECT value FROM pass_counter WHERE pass_type = $1", [.text(type)])
            let now = Tag(change: try counter?[0] ?? 0, registration: try owner[0])
            // A tag ahead of this database, as after a restored backup, is ignored.
            let isKnown = tag.map { $0.change <= now.change && $0.registration <= now.registration } ?? false
            let last = isKnown ? tag : nil
            let rows = try await transaction.query(
                """
                SELECT r.serial FROM pass_registration r
                LEFT JOIN pass_version v ON v.pass_type = r.pass_type AND v.serial = r.serial
                WHERE r.pass_type = $1 AND r.device = $2 AND (COALESCE(v.version, 0) > $3 OR r.number > $4)
                ORDER BY r.serial
                """, key + [.integer(last?.change ?? 0), .integer(last?.registration ?? 0)])
            return rows.isEmpty ? nil : (try rows.map { try $0[0] }, now)
        }
    }

    /// Deletes a device without passes.
    static func removal(ofIdle key: [SQLValue]) -> Statement {
        Statement(
            """
            DELETE FROM pass_device WHERE pass_type = $1 AND device = $2 AND NOT EXISTS (
                SELECT 1 FROM pass_registration r WHERE r.pass_type = $1 AND r.device = $2)
            """, key)
    }

    /// Deletes the push to a deleted device.
    static func removal(ofPushesToNobody key: [SQLValue]) -> Statement {
        Statement(
            """
            DELETE FROM pass_push WHERE pass_type = $1 AND device = $2 AND NOT EXISTS (
                SELECT 1 FROM pass_device d WHERE d.pass_type = $1 AND d.device = $2)
            """, key)
    }
}

extension PassUpdateStore.Tag {
    /// Parses a tag; `nil` if it is invalid, and then all passes are listed.
    init?(_ text: some StringProtocol) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2, let change = Int64(parts[0]), let registration = Int64(parts[1]), change >= 0,
            registration >= 0
        else { return nil }
        self.init(change: change, registration: registration)
    }
}
