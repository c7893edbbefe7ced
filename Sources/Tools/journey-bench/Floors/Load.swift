import JourneyHarness

/// `wrk` with one thread and 64 connections that are kept.
enum Load {
    /// Nanoseconds for one request, over a second.
    static func measure(_ url: String, host: String) async throws -> Double {
        let (status, output) = await Tool.run("wrk", ["-t1", "-c64", "-d1s", "-H", "Host: \(host)", url])
        let rate = output.split(separator: "\n").first { $0.hasPrefix("Requests/sec:") }
            .flatMap { Double($0.dropFirst("Requests/sec:".count).filter { $0 != " " }) }
        guard status == 0, let rate, rate > 0, !output.contains("Non-2xx"), !output.contains("Socket errors") else {
            throw BenchFailure(what: "wrk gives no figure for \(url): \(output)")
        }
        return 1e9 / rate
    }
}
