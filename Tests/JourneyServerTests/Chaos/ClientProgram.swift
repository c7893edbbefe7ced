import Foundation
import TestSupport
import Testing

/// The program `clients.py` in a process of its own, playing one of its parts.
final class ClientProgram: Sendable {
    private let process: Process
    private let input: FileHandle
    private let output: FileHandle

    /// Starts it.
    ///
    /// - Parameters:
    ///   - part: `hold`, `watch` or `load`.
    ///   - settings: What the program documents, as JSON.
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
        // Its standard input ends, and it with it; what hangs all the same is ended.
        try? input.close()
        process.terminate()
        process.waitUntilExit()
    }

    /// Sends a command and gives the line that answers it. Throws when the program has ended.
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

    /// The same, decoded from JSON.
    func call<Report: Decodable & Sendable>(_ command: String, _: Report.Type) async throws -> Report {
        try JSONDecoder().decode(Report.self, from: Data(try await call(command).utf8))
    }
}

/// Clients that are held in one state or several.
struct Crowd {
    let program: ClientProgram
    let count: Int

    /// A crowd that waits to be started.
    ///
    /// - Parameters:
    ///   - states: One or several of `silent`, `hello`, `head`, `body`, `reading`, `handling` and `idle`, by turns.
    ///   - addresses: From how many addresses they come, none of which is 127.0.0.1.
    ///   - isTLS: Without it, states of the handshake make no sense.
    ///   - patience: Seconds after which a start gives up on those that are still on their way.
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

    /// Brings the clients into their states. Gives how many are there, once all others were lost.
    func start() async throws -> Int { try await held(after: "start") }

    /// Lets the clients be what they are. Gives how many are left.
    func hold(seconds: Double) async throws -> Int { try await held(after: "hold \(seconds)") }

    /// Closes all connections, with a reset if asked for.
    func end(byReset isReset: Bool = false) async throws { _ = try await held(after: isReset ? "end rst" : "end fin") }

    private func held(after command: String) async throws -> Int {
        let answer = try await program.call(command)
        return try #require(answer.split(separator: " ").first.flatMap { Int($0) })
    }
}

/// An honest client at 127.0.0.1 that asks for `/health` all the time, each time over a new TLS connection.
struct HealthMonitor {
    /// What was asked between two calls, the last time after the call.
    struct Report: Decodable, Sendable {
        let count: Int
        /// Milliseconds.
        let most: Double
        /// How often a connection was lost and replaced, within the time of the request.
        let again: Int
        let failures: [String]
    }

    /// Within how many seconds an answer has to be there.
    static let patience = 2.0
    let program: ClientProgram

    init(port: Int) throws { program = try ClientProgram("watch", ["port": port, "patience": Self.patience]) }

    func report() async throws -> Report { try await program.call("report", Report.self) }

    /// Expects that all was answered in time since the last call, in the phase `phase`; over the first connection, unless the server
    /// `mayClose` one to make room.
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
