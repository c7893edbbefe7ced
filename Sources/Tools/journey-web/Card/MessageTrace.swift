import CardDetailsSDK
import Foundation
import Glibc
import JourneyBase
import JourneyCLI
import Synchronization

/// Writes each bridge message between the app and its pages to a file, as one line of JSON, to check for data that must not be
/// sent.
final class MessageTrace: Sendable {
    private let file: Mutex<FileHandle>

    /// Creates or truncates the file, readable by its owner only. Throws `FILE_UNWRITABLE`.
    init(path: String) throws(CommandError) {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw CommandError.failed(
                .fileUnwritable, "\(path) could not be opened for writing: \(String(cString: strerror(errno)))")
        }
        file = Mutex(FileHandle(fileDescriptor: descriptor, closeOnDealloc: true))
    }

    func record(_ from: String, _ place: CardPageVisibility, _ text: String) {
        let line: JSONValue = [
            "from": .string(from), "page": place == .hidden ? "hidden" : "visible", "text": .string(text),
        ]
        file.withLock { try? $0.write(contentsOf: Data(line.compactBytes + [0x0A])) }
    }
}
