import Foundation
import JourneyCLI
import JourneyHarness

extension JourneyCommand {
    /// Plays the scenarios of a folder now, and again after each change, until the command is interrupted.
    static func watchScenarios(_ invocation: Invocation) async throws -> CommandStatus {
        let name = invocation.argument(.folder) ?? "."
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: name, isDirectory: &isFolder), isFolder.boolValue else {
            throw CommandError.usage("--watch needs the folder of a manifest.")
        }
        let outputs = [invocation.value(.junit), invocation.value(.graph)].compactMap(\.self)
        let watcher = try FolderWatcher(
            name, ignoring: outputs.map { URL(fileURLWithPath: $0).lastPathComponent })
        while true {
            do { _ = try await playScenarios(invocation) } catch let error as CommandError {
                // A file that is being edited may be wrong for a while.
                invocation.terminal.talk("\(error.message) [\(error.code)]")
            } catch { invocation.terminal.talk("\(error)") }
            invocation.terminal.talk("\nWaiting for a change below \(name); Control-C ends.")
            try await watcher.change()
        }
    }
}
