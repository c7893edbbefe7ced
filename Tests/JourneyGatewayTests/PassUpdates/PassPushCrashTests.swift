import Foundation
import JourneyBase
import JourneyDevice
import JourneyHarness
import Testing

@testable import JourneyGateway

/// Runs the gateway in its own process, which is killed with pending pushes.
@Suite(
    "A gateway killed while pushing", .timeLimit(.minutes(10)),
    .enabled(if: FakePushService.python != nil, Comment(rawValue: FakePushService.missing)))
struct PassPushCrashTests {
    private static let type = PassUpdateFixture.type

    /// Starts the program and returns its port.
    private static func start(_ folder: GatewayFolder) async throws -> (child: ChildProcess, port: Int) {
        let program = Tool.ownFolder + "/journey-gateway"
        try #require(FileManager.default.isExecutableFile(atPath: program), "journey-gateway is not built")
        let child = try ChildProcess(
            program, ["--config", folder.file, "--with-parent", "--json"], log: folder.path + "/gateway.log")
        var lines = child.lines.makeAsyncIterator()
        let first = await lines.next() ?? ""
        let port = try #require(try JSONReader.read(Array(first.utf8))["port"]?.int64)
        return (child, Int(port))
    }

    /// Waits for `count` pushes to the device, accepted or not.
    private static func wait(for count: Int, at pushService: FakePushServiceFixture) async throws -> [JSONValue] {
        for _ in 0..<600 {
            let pushes = try await pushService.pushes()
            if pushes.count >= count { return pushes }
            try await Task.sleep(for: .milliseconds(100))
        }
        return try await pushService.pushes()
    }

    @Test(
        "pending pushes are sent after the next start, whether killed before or during sending",
        arguments: GatewayFolder.Store.available)
    func killed(store: GatewayFolder.Store) async throws {
        try await GatewayFolder.visit(keepingIn: store) { folder in
            let pushService = try await FakePushServiceFixture()
            try folder.writePasses(pushService)
            let admin = try await PassAdministration.open(configuration: folder.file)
            defer { admin.close() }
            let now = Date()
            try await admin.store.addClient("acme", now: now)
            try await admin.store.addType(Self.type, of: "acme", team: "ABCDE12345", organization: "Acme", now: now)
            try await admin.store.addTag("TICKET-001", of: "acme", now: now)
            let pass = try await admin.store.addPass(
                .init(holder: "ada", type: Self.type, serial: "S-1", values: ["name": "Ada"]), on: "TICKET-001",
                of: "acme")
            func change(_ name: JSONValue) async throws {
                try await admin.store.changePass(
                    on: "TICKET-001", of: "acme", values: ["name": name], now: Date())
            }

            var (child, port) = try await Self.start(folder)
            let registered = try await CurlTransport(trust: TLSTrust(authorities: [folder.authorityPEM])).send(
                HTTPRequest(
                    method: .post,
                    url: try #require(
                        HTTPSURL(
                            "https://gateway.localhost:\(port)/wallet/v1/devices/device-1/registrations/\(Self.type)/S-1"
                        )),
                    headers: ["Authorization": "ApplePass \(pass.authenticationToken)"],
                    body: JSONValue.object(["pushToken": .string(FakePushServiceFixture.token(1))]).compactBytes),
                options: HTTPOptions())
            #expect(registered.status == 201)
            // The push after its registration.
            #expect(try await Self.wait(for: 1, at: pushService).map { $0["status"] } == [200])
            for _ in 0..<100 where try await admin.updates.waitingPushes() > 0 {
                try await Task.sleep(for: .milliseconds(50))
            }

            // Pending and never sent: the change is made while no gateway runs.
            child.kill()
            _ = await child.wait()
            try await change("one")
            (child, port) = try await Self.start(folder)
            #expect(try await Self.wait(for: 2, at: pushService).map { $0["status"] } == [200, 200])

            // Sent but never answered, before the gateway is killed.
            try await pushService.fail([["kind": "silent", "count": 0]])
            try await change("two")
            #expect(try await Self.wait(for: 3, at: pushService).last?["fault"] == "silent")
            child.kill()
            _ = await child.wait()
            #expect(try await admin.updates.waitingPushes() == 1)
            let sent = try await pushService.pushes().count
            try await pushService.fail([])
            (child, port) = try await Self.start(folder)
            let pushes = try await Self.wait(for: sent + 1, at: pushService)
            #expect(pushes.count == sent + 1 && pushes.last?["status"] == 200)

            // No more pushes: it is finished.
            for _ in 0..<100 where try await admin.updates.waitingPushes() > 0 {
                try await Task.sleep(for: .milliseconds(50))
            }
            #expect(try await admin.updates.waitingPushes() == 0)
            child.closeInput()
            _ = await child.wait()
            #expect(try await pushService.pushes().count == sent + 1)
            await pushService.standIn.end()
        }
    }
}
