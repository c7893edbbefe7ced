import JourneyHarness

/// `h2load` with one thread, over TLS: HTTP/2 with many streams, or a new connection for each request.
enum H2Load {
    /// Sends requests for a second over HTTP/2, on 16 kept connections with eight concurrent streams each.
    ///
    /// - Returns: The result, or `nil` if the server does not support HTTP/2.
    static func streams(port: Int, path: String) async throws -> Load.Answers? {
        let (status, output) = try await run(["-c16", "-m8", "-D1"], port, path)
        guard output.contains("Application protocol: h2\n") else { return nil }
        return try answers(status, output)
    }

    /// Opens 1,000 connections, 200 at a time, each with a full handshake and one HTTP/1.1 request; `h2load` does not resume
    /// sessions.
    static func connections(port: Int, path: String) async throws -> Load.Answers {
        var whole = Load.Answers(count: 0, seconds: 0)
        for _ in 0..<5 {
            let (status, output) = try await run(["--h1", "-c200", "-n200"], port, path)
            let some = try answers(status, output)
            whole.count += some.count
            whole.seconds += some.seconds
        }
        return whole
    }

    private static func run(
        _ arguments: [String], _ port: Int, _ path: String
    ) async throws -> (status: Int32, output: String) {
        try expect(Tool.path(of: "h2load") != nil, "h2load is not installed; make bench installs it.")
        return await Tool.run(
            "h2load",
            ["-t1", "--connect-to=127.0.0.1:\(port)"] + arguments + ["https://\(Workbench.host):\(port)\(path)"])
    }

    private static func answers(_ status: Int32, _ output: String) throws -> Load.Answers {
        guard status == 0,
            let time = output.firstMatch(of: /finished in ([0-9.]+)(ms|s|us),/), let number = Double(time.1),
            let count = output.firstMatch(of: /status codes: ([0-9]+) 2xx, 0 3xx, 0 4xx, 0 5xx/)
                .flatMap({ Double($0.1) }),
            output.contains(" 0 failed, 0 errored, 0 timeout"), count > 0, number > 0
        else { throw BenchError(what: "h2load printed no usable result: \(output)") }
        return Load.Answers(count: count, seconds: number * (["ms": 1e-3, "us": 1e-6][String(time.2)] ?? 1))
    }
}
