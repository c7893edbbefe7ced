import Foundation
package import JourneyBase

/// A fake of Apple's push service on a loopback port: HTTP/2 with client certificates, and faults on demand. It ends with this
/// object and this process. `Resources/apns/apns.py` documents its responses.
package final class FakePushService: Sendable {
    /// The message for missing h2.
    package static let missing =
        "The stand-in for APNs needs Python with h2: `make test` installs it into .journey/python, or name one in"
        + " JOURNEY_PYTHON."

    /// The port it listens on.
    package let port: Int
    private let folder: String
    private let process: ChildProcess

    /// A Python interpreter that has h2: `JOURNEY_PYTHON`, or the one of this package's set-up; `nil` when there is none.
    package static var python: String? { PythonProgram.interpreter(with: "h2") }

    /// Starts the service with the server's chain and key; it accepts client certificates of `authoritiesPEM`. `port` 0 selects a
    /// free one, and `streams` is the number of concurrent pushes of one connection. Throws `CONFIGURATION_INVALID` with the
    /// program's output.
    package static func start(
        certificatePEM: String, keyPEM: String, authoritiesPEM: String, port: Int = 0, streams: Int = 100,
        python: String? = FakePushService.python
    ) async throws(JourneyError) -> FakePushService {
        guard let python else { throw JourneyError(.configurationInvalid, missing) }
        let folder = try PythonProgram.folder("apns")
        do {
            for (name, text) in [("chain.pem", certificatePEM), ("key.pem", keyPEM), ("clients.pem", authoritiesPEM)] {
                let isMade = FileManager.default.createFile(
                    atPath: "\(folder)/\(name)", contents: Data(text.utf8), attributes: [.posixPermissions: 0o600])
                guard isMade else {
                    throw JourneyError(
                        .configurationInvalid, "The file \(folder)/\(name) for the fake APNs could not be created.")
                }
            }
            let (place, process) = try await PythonProgram.start(
                Bundle.module.bundlePath + "/apns/apns.py", by: python,
                [
                    "--certificate", "\(folder)/chain.pem", "--key", "\(folder)/key.pem", "--authorities",
                    "\(folder)/clients.pem", "--port", "\(port)", "--streams", "\(streams)",
                ], log: "\(folder)/log")
            guard let taken = Int(place) else {
                throw JourneyError(.configurationInvalid, "The fake APNs reported “\(place)” instead of its port.")
            }
            return FakePushService(port: taken, folder: folder, process: process)
        } catch {
            try? FileManager.default.removeItem(atPath: folder)
            throw error as? JourneyError
                ?? JourneyError(.configurationInvalid, "The fake APNs did not start: \(error).")
        }
    }

    private init(port: Int, folder: String, process: ChildProcess) {
        self.port = port
        self.folder = folder
        self.process = process
    }

    deinit {
        process.kill()
        try? FileManager.default.removeItem(atPath: folder)
    }

    /// Stops the service and waits for its end.
    package func end() async { await process.end() }
}
