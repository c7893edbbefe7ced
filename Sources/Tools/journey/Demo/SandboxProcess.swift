import JourneyBase
import JourneyCLI
import JourneyHarness

/// The sandbox as a separate process, with its first line of output.
struct SandboxProcess: Sendable {
    let process: ChildProcess
    let readiness: SandboxReadiness

    /// Starts the sandbox and waits for its first line: its addresses, or the reason why it did not start.
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
            throw CommandError.failed(.sandboxFailed, "The sandbox process ended before it was ready.")
        }
        guard let readiness = SandboxReadiness(value) else {
            let status = CommandStatus(rawValue: await process.wait()) ?? .failed
            throw CommandError(
                status, code: value["error"]?["code"]?.string ?? CommandCode.sandboxFailed.rawValue,
                value["error"]?["message"]?.string ?? "The sandbox did not start.")
        }
        return SandboxProcess(process: process, readiness: readiness)
    }

    private static func firstLine(of process: ChildProcess) async -> String? {
        for await line in process.lines { return line }
        return nil
    }
}
