import Foundation
import JourneyBase
package import JourneyCLI
package import JourneyHarness

/// Which sandbox a command is for: the one that a file describes, or the one that runs.
package enum SandboxChoice {
    static let options = [
        Option(
            .sandbox, "s", value: .file, help: "What journey serve --json printed",
            defaultText: "the sandbox that runs"),
        Option(
            .state, value: .directory, help: "Whose running sandbox is meant",
            defaultText: "dev in $JOURNEY_HOME, or .journey/dev"),
    ]

    /// What that sandbox said. Throws `SANDBOX_MISSING`, with `otherwise` as what else the person can do, and
    /// `SANDBOX_INVALID`.
    package static func readiness(
        _ invocation: Invocation, otherwise: String? = nil
    ) throws(CommandError) -> SandboxReadiness {
        let named = invocation.value(.sandbox)
        let path = named ?? "\(stateFolder(invocation))/\(SandboxReadiness.runningFile)"
        if named == nil, !FileManager.default.fileExists(atPath: path) {
            throw CommandError(
                .badInput, code: "SANDBOX_MISSING",
                "No sandbox runs; start one with journey serve\(otherwise.map { ", or \($0)" } ?? "").")
        }
        let bytes = try BoundedFile.read(path, limit: 1 << 20, as: .trusted)
        guard let value = try? JSONReader.read(bytes), let readiness = SandboxReadiness(value) else {
            throw CommandError(
                .badInput, code: "SANDBOX_INVALID", "\(path) is not what journey serve --json prints.")
        }
        return readiness
    }

    private static func stateFolder(_ invocation: Invocation) -> String {
        if let folder = invocation.value(.state) { return folder }
        if let home = Environment["JOURNEY_HOME"], !home.isEmpty { return home + "/dev" }
        return ".journey/dev"
    }
}
