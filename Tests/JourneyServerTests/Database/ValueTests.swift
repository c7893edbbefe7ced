import JourneyServer
import Testing

@Suite("Values of both databases")
struct ValueTests {
    @Test("values round-trip", arguments: DatabaseUnderTest.available)
    func roundTrips(kind: DatabaseUnderTest) async throws {
        let rows: [(i: SQLValue, r: SQLValue, t: SQLValue, b: SQLValue)] = [
            (.null, .null, .null, .null), (0, .real(0), "", .blob([])),
            (.integer(.max), .real(.greatestFiniteMagnitude), "plain", .blob([0])),
            (.integer(.min), .real(-.leastNonzeroMagnitude), "é\u{1F511}\u{202E}\u{FEFF}", .blob([0, 255, 0])),
            (.integer(1 << 53 + 1), .real(0.1 + 0.2), "'; DROP TABLE kept; --", .blob(Array(0...255))),
            (-1, .real(.infinity), "\\x00 %s $1 ?1 {blob}\n\t\r", .blob(Array("\\x41".utf8))),
            (.bool(true), .real(-.infinity), "e\u{301}", .blob([UInt8](repeating: 7, count: 1 << 20))),
            (.bool(false), .real(1e-300), .text(String(repeating: "ß", count: 100_000)), .blob([0xC0, 0x80])),
        ]
        try await kind.withDatabase { database in
            for (index, row) in rows.enumerated() {
                let id = SQLValue.text("\(index)")
                try await database.execute(
                    "INSERT INTO kept (id, i, r, t, b) VALUES ($1, $2, $3, $4, $5)", [id, row.i, row.r, row.t, row.b])
                let found = try #require(try await database.first("SELECT i, r, t, b FROM kept WHERE id = $1", [id]))
                let integer: Int64? = try found["i"]
                let real: Double? = try found["r"]
                let text: String? = try found["t"]
                let bytes: [UInt8]? = try found["b"]
                #expect(integer.map { .integer($0) } ?? .null == row.i)
                #expect(real.map { .real($0) } ?? .null == row.r)
                #expect(text.map { Array($0.utf8) } == Self.bytes(of: row.t))
                #expect(bytes.map { .blob($0) } ?? .null == row.b)
            }
        }
    }

    /// Returns a value's bytes, because different texts may be equal as `String`.
    private static func bytes(of value: SQLValue) -> [UInt8]? {
        if case .text(let text) = value { Array(text.utf8) } else { nil }
    }

    @Test("a value that one database cannot store is refused by both", arguments: DatabaseUnderTest.available)
    func refused(kind database: DatabaseUnderTest) async throws {
        try await database.withDatabase { database in
            for value: SQLValue in ["a\u{0}b", "\u{0}", .real(.nan), .real(.signalingNaN)] {
                #expect(
                    await kind { try await database.execute("INSERT INTO kept (id, t) VALUES ('n', $1)", [value]) }
                        == .value)
            }
            let left = try await database.query("SELECT id FROM kept")
            #expect(left.isEmpty)
        }
    }

    @Test("a value of another type than its column is refused", arguments: DatabaseUnderTest.available)
    func types(kind database: DatabaseUnderTest) async throws {
        try await database.withDatabase { database in
            let cases: [(StaticString, SQLValue)] = [
                ("INSERT INTO kept (id, i) VALUES ('x', $1)", "many"),
                ("INSERT INTO kept (id, i) VALUES ('x', $1)", .blob([1])),
                ("INSERT INTO kept (id, r) VALUES ('x', $1)", "much"),
                ("INSERT INTO kept (id, t) VALUES ('x', $1)", .blob([65])),
            ]
            for (sql, value) in cases {
                #expect(await kind { try await database.execute(sql, [value]) } == .value, "\(sql)")
            }
        }
    }

    @Test("a row's reading errors name the cause", arguments: DatabaseUnderTest.available)
    func rows(kind: DatabaseUnderTest) async throws {
        try await kind.withDatabase { database in
            let row = try #require(
                try await database.first("SELECT CAST(7 AS BIGINT) AS n, CAST('x' AS TEXT) AS t, NULL AS z"))
            #expect(try row["n"] == Int64(7))
            #expect(try row[0] == Int64(7))
            #expect(try row["t"] == "x")
            #expect(try row["z"] as String? == nil)
            #expect(throws: DatabaseError.self) { try row["n"] as String }
            #expect(throws: DatabaseError.self) { try row["n"] as Bool }
            #expect(throws: DatabaseError.self) { try row["t"] as Int64? }
            #expect(throws: DatabaseError.self) { try row["z"] as String }
            #expect(throws: DatabaseError.self) { try row["N"] as Int64 }
            #expect(throws: DatabaseError.self) { try row[3] as Int64 }
            #expect(throws: DatabaseError.self) { try row[-1] as Int64 }
        }
    }

    @Test("sums and counts are integers", arguments: DatabaseUnderTest.available)
    func sums(kind: DatabaseUnderTest) async throws {
        try await kind.withDatabase { database in
            for (one, other): (Int64, Int64) in [
                (0, 0), (9_999, 1), (123_456_789, 100_000_000), (.max - 1, 1), (10_000, 0),
            ] {
                try await database.batch([
                    Statement("DELETE FROM kept"),
                    Statement(
                        "INSERT INTO kept (id, i) VALUES ('a', $1), ('b', $2)", [.integer(one), .integer(other)]),
                    Statement("INSERT INTO kept (id, i) VALUES ('c', $1)", [.integer(-1)]),
                ])
                let row = try #require(
                    try await database.first("SELECT sum(i) AS s, count(*) AS n, -sum(i) AS m FROM kept"))
                #expect(try row["s"] == one + other - 1)
                #expect(try row["m"] == 1 - one - other)
                #expect(try row["n"] == Int64(3))
            }
        }
    }
}
