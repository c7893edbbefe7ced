import Foundation
import JourneyBase
import JourneyHarness
import Synchronization
import TestSupport
import Testing

@testable import JourneyGateway

@Suite("A gateway with a full disk", .serialized, .timeLimit(.minutes(10)))
struct GatewayDiskTests {
    /// A small in-memory file system, which only root may mount.
    private struct SmallDisk {
        let path: String

        static let isPossible =
            geteuid() == 0
            && (try? SmallDisk.visit { disk in FileManager.default.isWritableFile(atPath: disk.path) }) == true

        static func visit<Value>(_ body: (SmallDisk) throws -> Value) throws -> Value {
            let disk = try SmallDisk()
            defer { disk.remove() }
            return try body(disk)
        }

        init() throws {
            path = NSTemporaryDirectory() + "journey-disk-" + UUID().uuidString
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
            let mounted = try run("mount", ["-t", "tmpfs", "-o", "size=4m,mode=0700", "tmpfs", path])
            guard mounted.status == 0 else {
                try? FileManager.default.removeItem(atPath: path)
                throw JourneyError(.fileUnusable, "mount failed: \(mounted.text)")
            }
        }

        func remove() {
            _ = try? run("umount", ["-l", path])
            try? FileManager.default.removeItem(atPath: path)
        }

        /// Fills the disk.
        func fill() throws {
            let file = open(path + "/filler", O_WRONLY | O_CREAT | O_APPEND, 0o600)
            try #require(file >= 0)
            defer { close(file) }
            for size in [65_536, 4_096, 1] {
                let block = [UInt8](repeating: 0, count: size)
                while write(file, block, size) > 0 {}
            }
        }

        func free() throws { try FileManager.default.removeItem(atPath: path + "/filler") }
    }

    @Test(
        "a full disk makes it unready within five seconds with a reason, until there is space again",
        .enabled(if: SmallDisk.isPossible, "a small disk can be mounted by root alone, and not in every container"))
    func full() async throws {
        try await GatewayFolder.visit { folder in
            let disk = try SmallDisk()
            defer { disk.remove() }
            var configuration = GatewayFolder.configuration.object ?? [:]
            configuration["database"] = ["sqliteFile": .string(disk.path + "/gateway.db")]
            try folder.write("gateway.json", JSONValue.object(configuration).compactBytes)
            let log = CardLog()
            var dependencies = Dependencies.system
            dependencies.log = log.log
            let gateway = try await Gateway.start(configuration: folder.file, dependencies: dependencies)
            let client = GatewayFixture.Client(
                transport: GatewayFixture.transport(folder),
                origin: try #require(Origin(scheme: "https", host: "gateway.localhost", port: gateway.port)))
            /// Polls until the gateway has the wanted status, and returns the time it took.
            func wait(for status: Int) async throws -> Duration {
                let clock = ContinuousClock()
                return try await clock.measure {
                    while try await client.get("/ready").status != status {
                        try await Task.sleep(for: .milliseconds(100))
                    }
                }
            }
            do {
                #expect(try await client.get("/ready").status == 200)
                try disk.fill()
                #expect(try await wait(for: 503) < .seconds(5))
                let ready = try await client.get("/ready")
                #expect(
                    try JSONReader.read(ready.body)["checks"] == ["database": false, "published": true, "keys": true])
                #expect(try await client.get("/health").status == 200)
                #expect(try await client.get("/journeys/transfer/manifest.json").status == 200)
                #expect(log.text.contains("error The database has no room left, and /ready is 503. code=SQLite-13"))
                try disk.free()
                #expect(try await wait(for: 200) < .seconds(5))
                #expect(log.text.contains("info The database can be written to again."))
                #expect(log.text.components(separatedBy: "The database has no room left").count == 2)
            } catch {
                await gateway.stop()
                throw error
            }
            await gateway.stop()
        }
    }
}
