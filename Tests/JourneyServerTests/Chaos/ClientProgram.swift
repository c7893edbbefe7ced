import Foundation
import TestSupport
import Testing

/// The program `clients.py` in a process of its own, in one of its roles.
final class ClientProgram: Sendable {
    private let process: Process
    private let input: FileHandle
    private let output: FileHandle

    /// Starts the program.
    ///
    /// - Parameters:
    ///   - part: `hold`, `watch` or `load`.
    ///   - settings: The settings documented in the program, as JSON.
    init(_ part: String, _ settings: [String: any Sendable]) throws {
        process = Process()
        process.executableURL = URL(filePath: try #require(Python.standard))
        let program = try #require(Bundle.module.path(forResource: "clients", ofType: "py"))
        let json = try JSONSerialization.data(withJSONObject: settings)
        process.arguments = [program, part, String(decoding: json, as: UTF8.self)]
        let (commands, answers) = (Pipe(), Pipe())
        process.standardInput = commands
        process.standardOutput = answers
        input = commands.fileHandleForWriting
        output = answers.fileHandleForReading
        try process.run()
    }

    deinit {
        // The program ends with its standard input; a hanging one is terminated.
        try? input.close()
        process.terminate()
        process.waitUntilExit()
    }

    /// Sends a command and returns the line of its answer. Throws if the program has ended.
    func call(_ command: String) async throws -> String {
        try await blocking { [input, output] in
            try input.write(contentsOf: Data((command + "\n").utf8))
            var line: [UInt8] = []
            while let byte = try output.read(upToCount: 1)?.first {
                if byte == UInt8(ascii: "\n") { return String(decoding: line, as: UTF8.self) }
                line.append(byte)
            }
            throw RawClient.Failure(what: "clients.py has ended")
        }
    }

    /// Sends a command and decodes its answer from JSON.
    func call<Report: Decodable & Sendable>(_ command: String, _: Report.Type) async throws -> Report {
        try JSONDecoder().decode(Report.self, from: Data(try await call(command).utf8))
    }
}

/// Clients that are held in one or several states.
struct Crowd {
    let program: ClientProgram
    let count: Int

    /// Creates a crowd to be started.
    ///
    /// - Parameters:
    ///   - states: One or several of `silent`, `hello`, `head`, `body`, `reading`, `handling` and `idle`, in turn.
    ///   - addresses: The number of their source addresses, none of which is 127.0.0.1.
    ///   - isTLS: `true` for TLS. Without it there are no states of the handshake.
    ///   - patience: The time in seconds after which a start abandons clients that are still on their way.
    init(
        _ states: [String], count: Int, port: Int, addresses: Int = 50, isTLS: Bool = true, patience: Int = 60
    ) throws {
        self.count = count
        program = try ClientProgram(
            "hold",
            [
                "states": states, "count": count, "port": port, "addresses": addresses, "tls": isTLS,
                "patience": patience,
            ])
    }

    /// Brings the clients into their states. Returns the number that reached it, once all others are lost.
    func start() async throws -> Int { try await held(after: "start") }

    /// Holds the clients in their states. Returns the number that remain.
    func hold(seconds: Double) async throws -> Int { try await held(after: "hold \(seconds)") }

    /// Closes all connections, optionally with a reset.
    func end(byReset isReset: Bool = false) async throws { _ = try await held(after: isReset ? "end rst" : "end fin") }

    private func held(after command: String) async throws -> Int {
        let answer = try await program.call(command)
        return try #require(answer.split(separator: " ").first.flatMap { Int($0) })
    }
}

/// An honest client at 127.0.0.1 that requests `/health` continuously, each time over a new TLS connection.
struct HealthMonitor {
    /// The requests between two calls, the last one after the call.
    struct Report: Decodable, Sendable {
        let count: Int
        /// Durations in milliseconds.
        let most: Double
        /// The number of connections lost and replaced within a request's time limit.
        let again: Int
        let failures: [String]
    }

    /// The time limit of an answer in seconds.
    static let patience = 2.0
    let program: ClientProgram

    init(port: Int) throws { program = try ClientProgram("watch", ["port": port, "patience": Self.patience]) }

    func report() async throws -> Report { try await program.call("report", Report.self) }

    /// Expects answers in time to all requests since the last call, in the phase `phase`. They use the first connection, unless
    /// the server `mayClose` one to make room.
    func check(_ phase: String, mayClose: Bool = false, _ location: SourceLocation = #_sourceLocation) async throws {
        let report = try await report()
        #expect(
            report.failures.isEmpty && report.most < Self.patience * 1_000 && (mayClose || report.again == 0),
            """
            \(phase): \(report.failures.count) of \(report.count) failed, slowest \(report.most) ms, \(report.again) connections lost, \
            first failure: \(report.failures.first ?? "–")
            """, sourceLocation: location)
    }
}
