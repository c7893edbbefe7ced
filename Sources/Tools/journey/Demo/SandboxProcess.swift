import JourneyBase
import JourneyCLI
import JourneyHarness

/// The sandbox as a process of its own, and what it said once it answered.
struct SandboxProcess: Sendable {
    let process: ChildProcess
    let readiness: SandboxReadiness

    /// Starts it and waits for its first line: where it answers, or why it does not.
    static func start(_ arguments: [String], log: String?) async throws -> SandboxProcess {
        let process = try ChildProcess(
            "\(Tool.ownFolder)/journey", ["serve", "--json", "--port", "0", "--with-parent"] + arguments, log: log)
        let line = await withTaskCancellationHandler {
            await firstLine(of: process)
        } onCancel: {
            process.kill()
        }
        guard let line, let value = try? JSONReader.read(Array(line.utf8)) else {
            await process.end()
            try Task.checkCancellation()
            throw CommandError.failed("SANDBOX_FAILED", "The sandbox ended before it answered.")
        }
        guard let readiness = SandboxReadiness(value) else {
            let status = CommandStatus(rawValue: await process.wait()) ?? .failed
            throw CommandError(
                status, code: value["error"]?["code"]?.string ?? "SANDBOX_FAILED",
                value["error"]?["message"]?.string ?? "The sandbox did not start.")
        }
        return SandboxProcess(process: process, readiness: readiness)
    }

    private static func firstLine(of process: ChildProcess) async -> String? {
        for await line in process.lines { return line }
        return nil
    }
}
