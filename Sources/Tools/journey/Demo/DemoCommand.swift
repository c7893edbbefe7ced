import JourneyBase
import JourneyHarness

/// A command of `journey-web` as a demo runs it: a process of its own, for a bounded time, with its log in the demo's folder.
struct DemoCommand: Sendable {
    /// Of the log.
    let name: String
    let words: [String]
    let folder: DemoFolder

    /// What such a process needs of its dependencies; `note` is told where it has less than an app has.
    static func environment(_ note: (String) -> Void) async -> [String: String] {
        var environment = Environment.current
        if await !WebSandboxProbe.isAllowed() {
            environment[WebSandboxProbe.switchOff] = "1"
            note(DemoRun.withoutSandbox)
        }
        return environment
    }

    /// From its start to its end, which is its status; what it says goes to `play`.
    func run(_ play: CommandPlay) async throws -> Int32 {
        try await run(in: DemoCommand.environment(play.note)) { line, _ in play.heard(line) }
    }

    /// The same, line by line.
    func run(
        in environment: [String: String], _ heard: (String, ChildProcess) -> Void
    ) async throws -> Int32 {
        let process = try ChildProcess(
            "\(Tool.ownFolder)/journey-web", words, environment: environment, log: folder.log(name))
        let limit = Task {
            try await Task.sleep(for: DemoRun.patience)
            process.kill()
        }
        defer { limit.cancel() }
        let status = await withTaskCancellationHandler {
            for await line in process.lines { heard(line, process) }
            return await process.wait()
        } onCancel: {
            Task { await process.end() }
        }
        try Task.checkCancellation()
        return status
    }
}
