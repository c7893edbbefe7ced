import Foundation
import JourneyBase

/// A virtual display (Xvfb) with a number that the X server selects.
package final class VirtualDisplay: Sendable {
    /// The value for `DISPLAY`, such as `:3`.
    package let name: String
    private let process: ChildProcess

    /// `true` if windows of this process can be shown to a person, so that no virtual display is needed.
    package static var hasScreen: Bool {
        ["WAYLAND_DISPLAY", "DISPLAY"].contains { Environment[$0]?.isEmpty == false }
    }

    /// Starts a display and waits until it is ready. Its messages go to `log`; by default, to a temporary file. Throws
    /// `JourneyError` with `CONFIGURATION_INVALID` and the end of its messages when Xvfb is missing or does not start.
    package init(width: Int = 800, height: Int = 1_000, log: String? = nil) async throws {
        let temporary = FileManager.default.temporaryDirectory.appending(path: "xvfb-\(UUID().uuidString)").path
        defer { if log == nil { try? FileManager.default.removeItem(atPath: temporary) } }
        let log = log ?? temporary
        process = try ChildProcess(
            "Xvfb", ["-displayfd", "1", "-screen", "0", "\(width)x\(height)x24", "-nolisten", "tcp", "-terminate"],
            log: log)
        var first: String?
        for await line in process.lines {
            first = line
            break
        }
        guard let first, Int(first) != nil else {
            await process.end()
            let messages = (try? String(contentsOfFile: log, encoding: .utf8)) ?? ""
            throw JourneyError(
                .configurationInvalid,
                "The virtual display (Xvfb) did not start: \(messages.isEmpty ? "no message" : messages.suffix(300))")
        }
        name = ":\(first)"
    }

    package func close() async { await process.end() }
}
