import Foundation
import JourneyHarness

/// `wrk` with one thread and a separate body for each request, over kept connections to one path.
struct ScriptedLoad {
    let path: String
    let headers: [String: String]
    /// The body as a Lua expression, in which `n` is the number of the request.
    let body: String
    var connections = 8
    /// The processor to bind `wrk` to; `nil` for any.
    var processor: Int?

    /// Returns the number of responses, all with 2xx, and the duration in seconds.
    func run(port: Int, seconds: Int = 2) async throws -> (count: Double, seconds: Double) {
        let script = NSTemporaryDirectory() + "journey-load-\(UUID().uuidString).lua"
        defer { try? FileManager.default.removeItem(atPath: script) }
        let fields = headers.merging(["Host": "\(Workbench.host):\(port)"]) { $1 }
            .map { "[\"\($0)\"] = \"\($1)\"" }.sorted().joined(separator: ", ")
        try Data(
            """
            local n = 0
            local headers = { \(fields) }
            request = function()
                n = n + 1
                return wrk.format("POST", "\(path)", headers, \(body))
            end
            """.utf8
        ).write(to: URL(filePath: script))
        let pin = processor.map { ["taskset", "-c", "\($0)"] } ?? []
        let words =
            pin + [
                "wrk", "-t1", "-c\(connections)", "-d\(seconds)s", "--timeout", "10s", "-s", script,
                "https://127.0.0.1:\(port)",
            ]
        let (status, output) = await Tool.run(words[0], Array(words.dropFirst()))
        guard status == 0, !output.contains("Non-2xx"), !output.contains("Socket errors"),
            let match = output.firstMatch(of: /([0-9]+) requests in ([0-9.]+)s/), let count = Double(match.1),
            let time = Double(match.2), count > 0, time > 0
        else { throw BenchError(what: "wrk printed no usable result for \(path): \(output)") }
        return (count, time)
    }
}
