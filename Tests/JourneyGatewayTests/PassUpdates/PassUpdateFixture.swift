import Foundation
import JourneyBase
import JourneyServer
import JourneyTesting
import Synchronization
import Testing

@testable import JourneyGateway

/// A pass web service with its database, over passes created by a test.
final class PassUpdateFixture: Sendable {
    static let type = "pass.com.example.ticket"
    static let device = "0123456789abcdef0123456789abcdef"
    static let pushToken = String(repeating: "ab", count: 32)

    typealias Store = PassServiceFixture.Store

    let database: Database
    let store: PassUpdateStore
    let passes: Passes
    let clock = ManualClock()
    let log = CardLog()
    private let moment = Mutex<TimeInterval>(1_800_000_000)
    private let service = Mutex<PassUpdateRoutes?>(nil)

    /// Runs `body` with a service over an empty database.
    static func visit(
        keepingIn store: Store = .sqlite, limits: PassUpdateLimits = PassUpdateLimits(),
        _ body: (PassUpdateFixture) async throws -> Void
    ) async throws {
        let database = try await Database.patient(try await PassServiceFixture.place(store))
        defer { database.close() }
        try await body(try await PassUpdateFixture(database, limits))
    }

    init(_ database: Database, _ limits: PassUpdateLimits = PassUpdateLimits()) async throws {
        self.database = database
        store = try await PassUpdateStore(database, limits: limits)
        passes = Passes(database)
        let service = try PassUpdateRoutes(source: passes, store: store, dependencies: dependencies)
        self.service.withLock { $0 = service }
    }

    var dependencies: Dependencies {
        var dependencies = Dependencies.system
        dependencies.now = { [self] in now }
        dependencies.clock = clock
        dependencies.random = { Array(repeating: 0, count: $0) }
        dependencies.log = log.log
        return dependencies
    }

    var now: Date { Date(timeIntervalSince1970: moment.withLock { $0 }) }
    var milliseconds: Int64 { Int64(now.timeIntervalSince1970 * 1_000) }

    /// Advances both clocks.
    func pass(_ time: Duration) {
        moment.withLock { $0 += time / .seconds(1) }
        clock.advance(by: time)
    }

    // MARK: Passes

    /// The issuer's passes: a text for each in place of its archive.
    final class Passes: PassSource {
        struct Content: Sendable {
            var token: String
            var text: String
            var isPersonalizable = false
        }

        let contents = Mutex<[PassKey: Content]>([:])
        /// Queried before each access to a pass, like an issuer's own tables.
        private let database: Database

        init(_ database: Database) { self.database = database }

        func card(_ pass: PassKey) async throws -> PassCard? {
            _ = try await database.first("SELECT 1")
            return contents.withLock { $0[pass] }.map {
                PassCard(authenticationToken: $0.token, isPersonalizable: $0.isPersonalizable)
            }
        }

        func archive(_ pass: PassKey) async throws -> [UInt8] {
            Array(contents.withLock { $0[pass]?.text ?? "" }.utf8)
        }

        func signature(over content: [UInt8], for pass: PassKey) async throws -> [UInt8] {
            Array("signed:".utf8) + content
        }
    }

    func key(_ serial: String, type: String = PassUpdateFixture.type) -> PassKey { PassKey(type: type, serial: serial) }

    /// Creates or changes a pass as the issuer.
    func change(
        _ serials: String..., type: String = PassUpdateFixture.type, text: String = "new",
        isPersonalizable: Bool = false
    ) async throws {
        let keys = serials.map { key($0, type: type) }
        passes.contents.withLock { contents in
            for key in keys {
                contents[key] = Passes.Content(
                    token: "token-of-\(key.serial)-\(type)", text: text, isPersonalizable: isPersonalizable)
            }
        }
        try await database.write { [now] in try await PassUpdateStore.recordChange(keys, now: now, in: $0) }
    }

    // MARK: Wallet

    struct Reply {
        let status: Int
        let body: JSONValue
        let response: HTTPResponse
        /// The code of a refusal, otherwise the status.
        var code: String { body["code"]?.string ?? "\(status)" }
    }

    func ask(
        _ method: HTTPMethod, _ path: String, _ body: JSONValue? = nil, bytes: [UInt8]? = nil,
        opening serial: String? = nil,
        headers: HTTPFields = [:]
    ) async throws -> Reply {
        var headers = headers
        if let serial { headers["Authorization"] = "ApplePass token-of-\(serial)-\(Self.type)" }
        if body != nil, headers["Content-Type"] == nil { headers["Content-Type"] = "application/json" }
        let url = try #require(HTTPSURL("https://passes.example/wallet/v1" + path))
        let request = HTTPRequest(method: method, url: url, headers: headers, body: bytes ?? body?.compactBytes ?? [])
        let response = try await #require(service.withLock { $0 }).answer(request)
        return Reply(status: response.status, body: (try? JSONReader.read(response.body)) ?? .null, response: response)
    }

    func register(
        _ serial: String, device: String = PassUpdateFixture.device, pushToken: String = PassUpdateFixture.pushToken
    ) async throws -> Reply {
        try await ask(
            .post, "/devices/\(device)/registrations/\(Self.type)/\(serial)", ["pushToken": .string(pushToken)],
            opening: serial)
    }

    func unregister(_ serial: String, device: String = PassUpdateFixture.device) async throws -> Reply {
        try await ask(.delete, "/devices/\(device)/registrations/\(Self.type)/\(serial)", opening: serial)
    }

    /// Returns the serials reported to the device, and the tag; `nil` for 204.
    func list(
        since tag: String? = nil, device: String = PassUpdateFixture.device, type: String = PassUpdateFixture.type
    ) async throws -> (serials: [String], tag: String)? {
        let query = tag.map { "?passesUpdatedSince=\($0)" } ?? ""
        let reply = try await ask(.get, "/devices/\(device)/registrations/\(type)\(query)")
        if reply.status == 204 {
            #expect(reply.response.body.isEmpty)
            return nil
        }
        #expect(reply.status == 200 && reply.response.headers["Content-Type"] == "application/json")
        return (
            try #require(reply.body["serialNumbers"]?.array).compactMap(\.string),
            try #require(reply.body["lastUpdated"]?.string)
        )
    }

    func latest(_ serial: String, since date: String? = nil) async throws -> Reply {
        try await ask(
            .get, "/passes/\(Self.type)/\(serial)", opening: serial,
            headers: date.map { ["If-Modified-Since": $0] } ?? [:])
    }
}
