import Foundation
import JourneyBase
package import JourneyCLI
package import JourneyHarness

/// The sandbox of a command: the one described in a file, or the one that is running.
package enum SandboxChoice {
    static let options = [
        Option(
            .sandbox, "s", value: .file, help: "The output of journey serve --json",
            defaultText: "the running sandbox"),
        Option(
            .state, value: .directory, help: "The state directory of the running sandbox",
            defaultText: "dev in $JOURNEY_HOME, or .journey/dev"),
    ]

    /// Returns the sandbox's description. Throws `SANDBOX_MISSING`, with `otherwise` as the alternative for the user, and
    /// `SANDBOX_INVALID`.
    package static func readiness(
        _ invocation: Invocation, otherwise: String? = nil
    ) throws(CommandError) -> SandboxReadiness {
        let named = invocation.value(.sandbox)
        let path = named ?? "\(stateFolder(invocation))/\(SandboxReadiness.runningFile)"
        if named == nil, !FileManager.default.fileExists(atPath: path) {
            throw CommandError(
                .badInput, code: .sandboxMissing,
                "No sandbox is running. Start one with journey serve\(otherwise.map { ", or \($0)" } ?? "").")
        }
        let bytes = try BoundedFile.read(path, limit: 1 << 20, as: .trusted)
        let value: JSONValue
        do throws(JSONReadError) { value = try JSONReader.read(bytes) } catch {
            throw CommandError(.badInput, code: .sandboxInvalid, "\(path) is not valid JSON: \(error).")
        }
        guard let readiness = SandboxReadiness(value) else {
            throw CommandError(
                .badInput, code: .sandboxInvalid, "\(path) is not the output of journey serve --json.")
        }
        return readiness
    }

    private static func stateFolder(_ invocation: Invocation) -> String {
        if let folder = invocation.value(.state) { return folder }
        if let home = Environment["JOURNEY_HOME"], !home.isEmpty { return home + "/dev" }
        return ".journey/dev"
    }
}
