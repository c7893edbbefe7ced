import JourneyHarness

/// `wrk` with one thread and 64 kept connections.
enum Load {
    /// The number of responses of a server, and their duration.
    struct Answers: Sendable {
        var count: Double
        var seconds: Double

        /// The wall-clock time per request, in nanoseconds.
        var nanoseconds: Double { seconds * 1e9 / count }
    }

    /// Sends requests for a second.
    static func run(_ url: String, host: String) async throws -> Answers {
        let (status, output) = await Tool.run("wrk", ["-t1", "-c64", "-d1s", "-H", "Host: \(host)", url])
        guard status == 0, !output.contains("Non-2xx"), !output.contains("Socket errors"),
            let match = output.firstMatch(of: /Requests\/sec: +([0-9.]+)/), let rate = Double(match.1), rate > 0,
            let count = output.firstMatch(of: /([0-9]+) requests in/).flatMap({ Double($0.1) })
        else { throw BenchError(what: "wrk printed no usable result for \(url): \(output)") }
        return Answers(count: count, seconds: count / rate)
    }
}
