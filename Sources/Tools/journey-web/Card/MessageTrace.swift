import CardDetailsSDK
import Foundation
import Glibc
import JourneyBase
import JourneyCLI
import Synchronization

/// Each message between the app and its pages as it goes over the bridge, a line of JSON in a file: for whoever looks for
/// what must not be there.
final class MessageTrace: Sendable {
    private let file: Mutex<FileHandle>

    /// Makes the file, of its owner alone, or empties it. Throws `FILE_UNWRITABLE`.
    init(path: String) throws(CommandError) {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw CommandError.failed("FILE_UNWRITABLE", "\(path) cannot be written.")
        }
        file = Mutex(FileHandle(fileDescriptor: descriptor, closeOnDealloc: true))
    }

    func note(_ from: String, _ place: CardPageVisibility, _ text: String) {
        let line: JSONValue = [
            "from": .string(from), "page": place == .hidden ? "hidden" : "visible", "text": .string(text),
        ]
        file.withLock { try? $0.write(contentsOf: Data(line.compactBytes + [0x0A])) }
    }
}
