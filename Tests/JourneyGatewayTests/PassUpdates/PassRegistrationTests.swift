import Foundation
import JourneyBase
import JourneyServer
import Testing

@testable import JourneyGateway

@Suite("Device registrations", .timeLimit(.minutes(10)))
struct PassRegistrationTests {
    @Test(
        "a registration is 201 once, then 200, and a device's new push token replaces the old one",
        arguments: PassUpdateFixture.Store.available)
    func registering(store: PassUpdateFixture.Store) async throws {
        try await PassUpdateFixture.visit(keepingIn: store) { fixture in
            try await fixture.change("a", "b")
            #expect(try await fixture.register("a").status == 201)
            #expect(try await fixture.register("a").status == 200)
            #expect(try await fixture.register("b").status == 201)
            #expect(try await fixture.register("a", device: "other").status == 201)
            let second = String(repeating: "CD", count: 32)
            #expect(try await fixture.register("a", pushToken: second).status == 200)
            try await fixture.change("a")
            let pushes = try await fixture.store.take(
                PassUpdateFixture.type, most: 10, now: fixture.milliseconds, until: fixture.milliseconds + 1)
            #expect(pushes.map(\.pushToken).sorted() == [PassUpdateFixture.pushToken, second.lowercased()])
        }
    }

    @Test(
        "an ended registration stays ended, ending it again is 200, and a device goes with its last pass",
        arguments: PassUpdateFixture.Store.available)
    func unregistering(store: PassUpdateFixture.Store) async throws {
        try await PassUpdateFixture.visit(keepingIn: store) { fixture in
            try await fixture.change("a", "b")
            for serial in ["a", "b"] { #expect(try await fixture.register(serial).status == 201) }
            #expect(try await fixture.unregister("a").status == 200)
            #expect(try await fixture.list()?.serials == ["b"])
            #expect(try await fixture.unregister("a").status == 200)
            try await fixture.change("b")
            #expect(try await fixture.store.waitingPushes() == 1)
            #expect(try await fixture.unregister("b").status == 200)
            #expect(try await fixture.list() == nil)
            #expect(try await fixture.store.waitingPushes() == 0)
            #expect(try await fixture.database.query("SELECT device FROM pass_device").isEmpty)
            #expect(try await fixture.register("a").status == 201)
        }
    }

    /// Credentials in place of the pass's own token.
    private static let credentials: [HTTPFields] = [
        [:], ["Authorization": "ApplePass"], ["Authorization": "ApplePass "], ["Authorization": "ApplePass wrong"],
        ["Authorization": "token-of-a-pass.com.example.ticket"],
        ["Authorization": "Bearer token-of-a-pass.com.example.ticket"],
        ["Authorization": "ApplePass token-of-b-pass.com.example.ticket"],
        ["Authorization": "ApplePass token-of-a-pass.com.example.other"],
        ["Authorization": "ApplePass  token-of-a-pass.com.example.ticket"],
        ["Authorization": "ApplePass token-of-a-pass.com.example.ticket0"],
        ["Authorization": "ApplePass token-of-a-pass.com.example.ticke"],
        ["Authorization": "ApplePass none"],
        [
            "Authorization": "ApplePass token-of-a-pass.com.example.ticket",
            "authorization": "ApplePass token-of-a-pass.com.example.ticket",
        ],
    ]

    @Test("no call succeeds without the pass's own token", arguments: credentials)
    func foreign(headers: HTTPFields) async throws {
        try await PassUpdateFixture.visit { fixture in
            try await fixture.change("a", "b")
            try await fixture.change("a", type: "pass.com.example.other")
            #expect(try await fixture.register("a").status == 201)
            for (method, path) in [
                (.post, "/devices/\(PassUpdateFixture.device)/registrations/\(PassUpdateFixture.type)/a"),
                (.delete, "/devices/\(PassUpdateFixture.device)/registrations/\(PassUpdateFixture.type)/a"),
                (.get, "/passes/\(PassUpdateFixture.type)/a"),
                (.get, "/passes/\(PassUpdateFixture.type)/unknown"), (.get, "/passes/pass.com.example.none/a"),
            ] as [(HTTPMethod, String)] {
                let reply = try await fixture.ask(
                    method, path, method == .post ? ["pushToken": .string(PassUpdateFixture.pushToken)] : nil,
                    headers: headers)
                #expect(reply.code == "TOKEN_INVALID" && reply.status == 401, "\(method) \(path)")
                #expect(reply.response.headers["WWW-Authenticate"] == "ApplePass")
            }
            #expect(try await fixture.list()?.serials == ["a"])
        }
    }

    @Test("the authorization scheme is case-insensitive")
    func scheme() async throws {
        try await PassUpdateFixture.visit { fixture in
            try await fixture.change("a")
            let headers: HTTPFields = ["Authorization": "applepass token-of-a-\(PassUpdateFixture.type)"]
            let reply = try await fixture.ask(.get, "/passes/\(PassUpdateFixture.type)/a", headers: headers)
            #expect(reply.status == 200)
        }
    }

    @Test(
        "a device ID that is not a plain name is refused",
        arguments: [
            String(repeating: "a", count: 129), "a%20b", "%27%20OR%201%3D1--", "a%22b", "%F0%9F%98%80", "a;b", "a,b",
            "$%7B1%7D", "a%2Bb",
        ])
    func hostileDevices(device: String) async throws {
        try await PassUpdateFixture.visit { fixture in
            try await fixture.change("a")
            let path = "/devices/\(device)/registrations/\(PassUpdateFixture.type)"
            #expect(try await fixture.ask(.get, path).code == "REQUEST_INVALID")
            #expect(
                try await fixture.ask(
                    .post, path + "/a", ["pushToken": .string(PassUpdateFixture.pushToken)], opening: "a"
                )
                .code == "REQUEST_INVALID")
        }
    }

    @Test(
        "a path with an encoded slash or control character is 404, and an unknown serial is 401",
        arguments: [
            ("%2E%2E%2Fa", 404), ("a%2Fb", 404), ("a%00", 404), ("a%0A", 404), ("%FF", 404), ("a%5Cb", 404),
            ("%27%20OR%20%27%27%3D%27", 401), (String(repeating: "s", count: 256), 401), ("%E2%80%AEa", 401),
            ("A", 401),
        ])
    func hostileSerials(serial: String, status: Int) async throws {
        try await PassUpdateFixture.visit { fixture in
            try await fixture.change("a")
            #expect(
                try await fixture.ask(.get, "/passes/\(PassUpdateFixture.type)/\(serial)", opening: "a").status
                    == status)
        }
    }

    @Test(
        "a push token that is not plain hexadecimal is refused, because it becomes part of an address",
        arguments: [
            "", "ab", "abcdefabcdefabc", "../../../3/device/ab", "zz" + String(repeating: "ab", count: 31),
            String(repeating: "ab", count: 101), "abababababababab?x=1", "abababababababab/..",
            "abababababababab\r\nx: y",
        ])
    func hostilePushTokens(token: String) async throws {
        try await PassUpdateFixture.visit { fixture in
            try await fixture.change("a")
            #expect(try await fixture.register("a", pushToken: token).code == "REQUEST_INVALID")
            #expect(try await fixture.list() == nil)
        }
    }

    @Test("too long a body is 413, an invalid one 400, another type 415, and no type means JSON")
    func bodies() async throws {
        try await PassUpdateFixture.visit { fixture in
            try await fixture.change("a")
            let path = "/devices/\(PassUpdateFixture.device)/registrations/\(PassUpdateFixture.type)/a"
            let body: JSONValue = ["pushToken": .string(PassUpdateFixture.pushToken)]
            let long = [UInt8](repeating: 0x20, count: 10 << 20)
            #expect(try await fixture.ask(.post, path, bytes: long, opening: "a").status == 413)
            for text in ["", "{", "[]", "{}", #"{"pushToken":1}"#, #"{"pushToken":"ab","pushToken":"ab"}"#] {
                #expect(
                    try await fixture.ask(.post, path, bytes: Array(text.utf8), opening: "a").code == "REQUEST_INVALID")
            }
            #expect(
                try await fixture.ask(.post, path, body, opening: "a", headers: ["Content-Type": "text/plain"]).status
                    == 415)
            #expect(try await fixture.ask(.post, path, bytes: body.compactBytes, opening: "a").status == 201)
        }
    }

    @Test(
        "passes per device and devices per pass are limited, and existing registrations stay",
        arguments: PassUpdateFixture.Store.available)
    func bounds(store: PassUpdateFixture.Store) async throws {
        var limits = PassUpdateLimits()
        limits.devicesOfPass = 2
        limits.passesOfDevice = 3
        try await PassUpdateFixture.visit(keepingIn: store, limits: limits) { fixture in
            try await fixture.change("a", "b", "c", "d")
            for device in ["one", "two"] { #expect(try await fixture.register("a", device: device).status == 201) }
            let refused = try await fixture.register("a", device: "three")
            #expect(refused.code == "TOO_MANY_DEVICES" && refused.response.headers["Retry-After"] != nil)
            #expect(try await fixture.register("a", device: "one").status == 200)
            for serial in ["b", "c"] { #expect(try await fixture.register(serial, device: "one").status == 201) }
            #expect(try await fixture.register("d", device: "one").code == "TOO_MANY_PASSES")
            #expect(try await fixture.unregister("b", device: "one").status == 200)
            #expect(try await fixture.register("d", device: "one").status == 201)
        }
    }

    @Test("new registrations of a pass are rate-limited, so its token cannot cause endless pushes")
    func rate() async throws {
        var limits = PassUpdateLimits()
        limits.registrations = 3
        try await PassUpdateFixture.visit(limits: limits) { fixture in
            try await fixture.change("a", "b")
            #expect(try await fixture.register("a").status == 201)
            for _ in 0..<2 {
                #expect(try await fixture.unregister("a").status == 200)
                #expect(try await fixture.register("a").status == 201)
            }
            let refused = try await fixture.register("a", device: "other")
            #expect(refused.code == "RATE_LIMITED" && refused.response.headers["Retry-After"] == "600")
            // An existing registration may be renewed at any time; once ended, it is limited like new ones. Another pass isn't
            // affected.
            #expect(try await fixture.register("a").status == 200)
            #expect(try await fixture.register("b").status == 201)
            #expect(try await fixture.unregister("a").status == 200)
            #expect(try await fixture.register("a").code == "RATE_LIMITED")
            #expect(try await fixture.list()?.serials == ["b"])
            fixture.pass(.seconds(600))
            #expect(try await fixture.register("a").status == 201)
        }
    }

    @Test(
        "concurrent registrations of many devices are each stored once",
        arguments: PassUpdateFixture.Store.available)
    func crowd(store: PassUpdateFixture.Store) async throws {
        try await PassUpdateFixture.visit(keepingIn: store) { fixture in
            try await fixture.change("a")
            let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
                for index in 0..<30 {
                    group.addTask { try await fixture.register("a", device: "device-\(index % 15)").status }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(statuses.sorted() == Array(repeating: 200, count: 15) + Array(repeating: 201, count: 15))
            try await fixture.change("a")
            #expect(try await fixture.store.waitingPushes() == 15)
        }
    }

    @Test("an unavailable database is 503 with Retry-After for every call")
    func databaseAway() async throws {
        try await PassUpdateFixture.visit { fixture in
            try await fixture.change("a")
            fixture.database.close()
            for reply in [
                try await fixture.register("a"), try await fixture.unregister("a"), try await fixture.latest("a"),
                try await fixture.ask(
                    .get, "/devices/\(PassUpdateFixture.device)/registrations/\(PassUpdateFixture.type)"),
                try await fixture.ask(.post, "/log", ["logs": ["hello"]]),
            ] {
                #expect(reply.status == 503 && ["STORE_BUSY", "STORE_FAILED"].contains(reply.code))
                #expect(reply.response.headers["Retry-After"] != nil)
            }
        }
    }
}
