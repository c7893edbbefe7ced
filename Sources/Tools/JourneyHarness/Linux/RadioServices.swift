import Foundation
package import JourneyBase
import Synchronization

/// Radio processes for this program: a virtual air, and devices on it or on a dongle. They end with this object and this process.
///
/// `docs/reference/credential-sharing.md` has a diagram of the processes.
package final class RadioServices: Sendable {
    /// The Bluetooth controller of a device's GATT stack.
    package enum Controller: Hashable, Sendable {
        /// A controller on this object's own virtual air.
        case air
        /// A controller on the virtual air that listens at that path.
        case airAt(String)
        /// A Bluetooth dongle by its number, which this user must be able to open.
        case usb(Int)
        /// A kernel adapter by its number, which must be powered off.
        case kernel(Int)
    }

    /// The message for missing Bumble.
    package static let missing =
        "The radio needs Python with Bumble: `make test` installs it into .journey/python, or name one in JOURNEY_PYTHON."

    private let python: String
    private let folder: String
    private let processes = Mutex<[ChildProcess]>([])

    /// Creates a private folder for sockets and logs, without starting anything. Throws `CONFIGURATION_INVALID` when `python` is
    /// `nil`.
    package init(python: String? = RadioServices.python) throws(JourneyError) {
        guard let python else { throw JourneyError(.configurationInvalid, RadioServices.missing) }
        self.python = python
        folder = try PythonProgram.folder("radio")
    }

    deinit {
        for process in processes.withLock({ $0 }) { process.kill() }
        try? FileManager.default.removeItem(atPath: folder)
    }

    /// Starts the virtual air and returns its socket. Throws `CONFIGURATION_INVALID` with the program's output.
    package func startAir() async throws(JourneyError) -> String {
        let socket = "\(folder)/air"
        _ = try await start("air", name: "air", ["--socket", socket])
        return socket
    }

    /// Starts a device and returns the socket for `RadioProcess`. `mtu` is the maximum MTU (23 to 517), `supervision` the
    /// supervision timeout, `channels` enables L2CAP. Throws `CONFIGURATION_INVALID` with the program's output.
    package func startRadio(
        _ name: String, on controller: Controller = .air, mtu: Int = 515, supervision: Duration = .seconds(4),
        channels: Bool = true
    ) async throws(JourneyError) -> (socket: String, process: ChildProcess) {
        let socket = "\(folder)/\(name)"
        let milliseconds =
            supervision.components.seconds * 1_000 + supervision.components.attoseconds / 1_000_000_000_000_000
        let process = try await start(
            "radio", name: name,
            [
                "--socket", socket, "--controller", text(controller), "--mtu", "\(mtu)", "--supervision-timeout",
                "\(milliseconds)",
            ] + (channels ? [] : ["--without-l2cap"]))
        return (socket, process)
    }

    /// Stops all processes, the devices before the air, so that their peers are notified.
    package func end() async {
        let all = processes.withLock { all in
            defer { all = [] }
            return all
        }
        for process in all.reversed() { await process.end() }
    }

    private func text(_ controller: Controller) -> String {
        switch controller {
        case .air: "air:\(folder)/air"
        case .airAt(let path): "air:\(path)"
        case .usb(let number): "usb:\(number)"
        case .kernel(let number): "hci-socket:\(number)"
        }
    }

    private func start(_ program: String, name: String, _ arguments: [String]) async throws(JourneyError)
        -> ChildProcess
    {
        try await PythonProgram.start(
            RadioServices.program(program), by: python, arguments, log: "\(folder)/\(name).log",
            started: { process in processes.withLock { $0.append(process) } }
        ).process
    }
}

extension RadioServices {
    /// Returns the path of a program, for a host that starts it itself.
    package static func program(_ name: String) -> String {
        Bundle.module.bundlePath + "/radio/\(name).py"
    }

    /// A Python interpreter that has Bumble: `JOURNEY_PYTHON`, or the one of this package's set-up; `nil` when there is none.
    package static var python: String? { PythonProgram.interpreter(with: "bumble") }

    /// Returns `true` if the virtual environment of that interpreter has Bumble.
    package static func hasBumble(_ python: String) -> Bool { PythonProgram.has("bumble", python) }
}
