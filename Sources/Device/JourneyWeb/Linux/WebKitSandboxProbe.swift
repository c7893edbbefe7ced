internal import Foundation

/// Whether the engine's sandbox can be set up here: where the kernel refuses, the engine ends the process.
///
/// For a demo's harness only, which may then show pages without it and must say so; an app that hosts journeys has no
/// business doing that.
public enum WebKitSandboxProbe {
    public enum Verdict: Hashable, Sendable {
        case works
        /// The program that sets it up is not installed.
        case missing
        /// The kernel or the container that we run in refuses.
        case refused
    }

    /// The engine's own switch, an environment variable: `1` leaves the sandbox out. Read once, before the first view.
    public static let switchName = "WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS"

    /// Tries what the engine will do: new namespaces, the file system seen from inside, a file system for processes.
    public static func run() -> Verdict {
        let candidates = ["/usr/bin/bwrap", "/usr/local/bin/bwrap", "/bin/bwrap"]
        guard let program = candidates.first(where: FileManager.default.isExecutableFile(atPath:)) else {
            return .missing
        }
        let process = Process()
        process.executableURL = URL(filePath: program)
        process.arguments = [
            "--ro-bind", "/", "/", "--proc", "/proc", "--dev", "/dev", "--unshare-all", "--die-with-parent", "true",
        ]
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        do { try process.run() } catch { return .refused }
        process.waitUntilExit()
        return process.terminationStatus == 0 ? .works : .refused
    }
}
