import Foundation
import JourneyCLI
import JourneySandbox
import SandboxServices
import Synchronization

/// The file of the wallet's text messages, one per line and readable by its owner only. Messages are also printed for the user.
final class WalletInbox: Sendable {
    let path: String
    private let file: Mutex<FileHandle>
    private let terminal: JourneyCLI.Terminal

    /// Creates an empty inbox. Throws `FILE_UNWRITABLE`.
    init(_ path: String, terminal: JourneyCLI.Terminal) throws {
        self.path = path
        self.terminal = terminal
        let made = FileManager.default.createFile(
            atPath: path, contents: Data(), attributes: [.posixPermissions: 0o600])
        guard made, let handle = FileHandle(forWritingAtPath: path) else {
            throw CommandError.failed(.fileUnwritable, "\(path) could not be created.")
        }
        file = Mutex(handle)
    }

    @Sendable func append(_ message: WalletMessage) {
        let line = "\(Support.date(message.sent)) \(message.phone) \(message.body)\n"
        // A full disk must not stop the wallet; the message is still printed.
        file.withLock { try? $0.write(contentsOf: Data(line.utf8)) }
        if !terminal.isJSON { terminal.talk("To \(message.phone): \(message.body)") }
    }
}
