import Foundation
package import JourneyBase
import Synchronization

/// Radio processes for this program: a virtual air, and devices on it or on a dongle. They end with whoever holds this, and
/// with this program.
///
/// `docs/reference/credential-sharing.md` has a picture of the processes.
package final class RadioServices: Sendable {
    /// What a device's GATT stack drives.
    package enum Controller: Hashable, Sendable {
        /// A controller on this object's own air.
        case air
        /// A controller on the air that listens at that path.
        case airAt(String)
        /// A Bluetooth dongle by its number, that this user may open.
        case usb(Int)
        /// An adapter of the kernel by its number, switched off there.
        case kernel(Int)
    }

    /// What is used where Bumble is missing.
    package static let missing =
        "The radio needs Python with Bumble: `make test` installs it into .journey/python, or name one in JOURNEY_PYTHON."

    private let python: String
    private let folder: String
    private let processes = Mutex<[ChildProcess]>([])

    /// A private folder for sockets and logs; nothing is started yet. Throws `CONFIGURATION_INVALID` when `python` is `nil`.
    package init(python: String? = RadioServices.python) throws(JourneyError) {
        guard let python else { throw JourneyError(.configurationInvalid, RadioServices.missing) }
        self.python = python
        folder = try PythonProgram.folder("radio")
    }

    deinit {
        for process in processes.withLock({ $0 }) { process.kill() }
        try? FileManager.default.removeItem(atPath: folder)
    }

    /// Starts the virtual air and gives its socket. Throws `CONFIGURATION_INVALID` with what the program said.
    package func startAir() async throws(JourneyError) -> String {
        let socket = "\(folder)/air"
        _ = try await start("air", name: "air", ["--socket", socket])
        return socket
    }

    /// Starts a device and gives the socket for `RadioProcess`. `mtu` is the longest MTU that it agrees on (23 to 517),
    /// `supervision` how long a peer may be silent, `channels` whether it has L2CAP. Throws `CONFIGURATION_INVALID` with what
    /// the program said.
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

    /// Ends all of it, the devices before the air, so that their peers hear of it.
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
    /// The programs, with which a host may start them itself.
    package static func program(_ name: String) -> String {
        Bundle.module.bundlePath + "/radio/\(name).py"
    }

    /// A Python that has Bumble: `JOURNEY_PYTHON`, or the one of this package's set-up; `nil` when there is none.
    package static var python: String? { PythonProgram.interpreter(with: "bumble") }

    /// Returns `true` if the virtual environment of that interpreter has Bumble.
    package static func hasBumble(_ python: String) -> Bool { PythonProgram.has("bumble", python) }
}
