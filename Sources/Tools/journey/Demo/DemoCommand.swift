import JourneyBase
import JourneyHarness

/// A command of `journey-web` as a demo runs it: a process of its own, for a bounded time, with its log in the demo's folder.
struct DemoCommand: Sendable {
    /// Of the log.
    let name: String
    let words: [String]
    let folder: DemoFolder

    /// From its start to its end, which is its status; what it says goes to `play`.
    func run(_ play: CommandPlay) async throws -> Int32 {
        var environment = Environment.current
        if await !WebSandboxProbe.isAllowed() {
            environment[WebSandboxProbe.switchOff] = "1"
            play.note(DemoRun.withoutSandbox)
        }
        let process = try ChildProcess(
            "\(Tool.ownFolder)/journey-web", words, environment: environment, log: folder.log(name))
        let limit = Task {
            try await Task.sleep(for: DemoRun.patience)
            process.kill()
        }
        defer { limit.cancel() }
        let status = await withTaskCancellationHandler {
            for await line in process.lines { play.heard(line) }
            return await process.wait()
        } onCancel: {
            Task { await process.end() }
        }
        try Task.checkCancellation()
        return status
    }
}
