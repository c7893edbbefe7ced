import JourneyBase
import JourneyHarness

/// Runs a command of `journey-web` for a demo: as a process with a time limit, and with its log in the demo's folder.
struct DemoCommand: Sendable {
    /// The name of the log.
    let name: String
    let words: [String]
    let folder: DemoFolder

    /// Returns the environment for the process. `note` is called if it has less protection than an app has.
    static func environment(_ note: (String) -> Void) async -> [String: String] {
        var environment = Environment.current
        if await !WebSandboxProbe.isAllowed() {
            environment[WebSandboxProbe.switchOff] = "1"
            note(DemoRun.withoutSandbox)
        }
        return environment
    }

    /// Runs the command and returns its exit status; its output goes to `play`.
    func run(_ play: CommandPlay) async throws -> Int32 {
        try await run(in: DemoCommand.environment(play.note)) { line, _ in play.receive(line) }
    }

    /// Runs the command with a callback for each line of output.
    func run(
        in environment: [String: String], _ onLine: (String, ChildProcess) -> Void
    ) async throws -> Int32 {
        let process = try ChildProcess(
            "\(Tool.ownFolder)/journey-web", words, environment: environment, log: folder.log(name))
        let limit = Task {
            try await Task.sleep(for: DemoRun.timeLimit)
            process.kill()
        }
        defer { limit.cancel() }
        let status = await withTaskCancellationHandler {
            for await line in process.lines { onLine(line, process) }
            return await process.wait()
        } onCancel: {
            Task { await process.end() }
        }
        try Task.checkCancellation()
        return status
    }
}
