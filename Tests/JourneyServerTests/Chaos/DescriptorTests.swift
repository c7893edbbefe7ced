import Foundation
import Glibc
import JourneyBase
import TestSupport
import Testing

@testable import JourneyServer

/// The limit of this process's file descriptors.
enum DescriptorLimit {
    /// Raises the limit to `count` more than are open now, if the system allows it. Never lowers it.
    static func raise(to count: Int) -> Bool {
        var limit = rlimit()
        getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        let wanted = rlim_t(count + open)
        guard limit.rlim_cur < wanted else { return true }
        limit.rlim_cur = min(limit.rlim_max, max(wanted, 16_384))
        return setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 && limit.rlim_cur >= wanted
    }

    /// Lowers the limit to `count` more than are open now.
    static func lower(to count: Int) -> Bool {
        var limit = rlimit()
        getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        limit.rlim_cur = rlim_t(count + open)
        return setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0
    }

    /// The number of open descriptors, including the one that reads the directory.
    private static var open: Int {
        (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count) ?? 0
    }
}

@Suite(
    "A server without free descriptors", .serialized, .timeLimit(.minutes(30)),
    .enabled(if: Python.standard != nil, "python3 is missing: `make test` installs it"))
struct DescriptorTests {
    /// Runs in a process of its own, because the limit is the whole process's.
    @Test(
        "an honest client is answered within two seconds, during and after EMFILE",
        arguments: ["silent", "hello", "head", "idle"])
    func exhausted(state: String) async throws {
        for _ in 0..<chaosRuns {
            await #expect(processExitsWith: .success) { [state = state as String] in
                let test = try await TestServer(CrowdService.shared)
                let watch = try HealthMonitor(port: test.port)
                let crowd = try Crowd([state], count: 300, port: test.port)
                try await watch.check("before")
                try #require(DescriptorLimit.lower(to: 100))
                _ = try await crowd.start()
                try await watch.check("coming", mayClose: true)
                _ = try await crowd.hold(seconds: 1)
                try await watch.check("held", mayClose: true)
                try await crowd.end()
                try await watch.check("gone")
                withExtendedLifetime(test) {}
                // Removing its directory at the end needs a descriptor.
                try #require(DescriptorLimit.raise(to: 1_000))
                // Kill the process: a hanging server must not block the test.
                exit(EXIT_SUCCESS)
            }
        }
    }
}
