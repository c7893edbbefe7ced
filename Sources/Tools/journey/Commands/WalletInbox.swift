import Foundation
import JourneyCLI
import JourneySandbox
import SandboxServices
import Synchronization

/// The file that the wallet's text messages go to, one a line and only for its owner; a person sees them besides.
final class WalletInbox: Sendable {
    let path: String
    private let file: Mutex<FileHandle>
    private let terminal: JourneyCLI.Terminal

    /// An empty one. Throws `FILE_UNWRITABLE`.
    init(_ path: String, terminal: JourneyCLI.Terminal) throws {
        self.path = path
        self.terminal = terminal
        let made = FileManager.default.createFile(
            atPath: path, contents: Data(), attributes: [.posixPermissions: 0o600])
        guard made, let handle = FileHandle(forWritingAtPath: path) else {
            throw CommandError.failed("FILE_UNWRITABLE", "\(path) cannot be written.")
        }
        file = Mutex(handle)
    }

    @Sendable func take(_ message: WalletMessage) {
        let line = "\(Support.date(message.sent)) \(message.phone) \(message.body)\n"
        // A disk that is full is no reason to stop the wallet; the person sees the message all the same.
        file.withLock { try? $0.write(contentsOf: Data(line.utf8)) }
        if !terminal.isJSON { terminal.talk("To \(message.phone): \(message.body)") }
    }
}
