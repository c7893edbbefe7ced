import Foundation
import Glibc

/// Writes the output files of commands.
package enum WholeFile {
    /// Writes a file atomically. Throws `FILE_UNWRITABLE`.
    ///
    /// Only its owner can write to it, whatever the umask, so that commands that trust it accept it. A private file is never
    /// accessible to others.
    package static func write(_ bytes: [UInt8], to path: String, isPrivate: Bool = false) throws(CommandError) {
        let draft = "\(path).\(getpid()).new"
        let file = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, isPrivate ? 0o600 : 0o644)
        guard file >= 0 else { throw unwritable(path, String(cString: strerror(errno)) + ".") }
        do {
            try FileHandle(fileDescriptor: file, closeOnDealloc: true).write(contentsOf: Data(bytes))
        } catch {
            unlink(draft)
            throw unwritable(path, error.localizedDescription)
        }
        guard rename(draft, path) == 0 else {
            let cause = String(cString: strerror(errno)) + "."
            unlink(draft)
            throw unwritable(path, cause)
        }
    }

    private static func unwritable(_ path: String, _ cause: String) -> CommandError {
        CommandError.failed(.fileUnwritable, "Writing \(path) failed: \(cause)")
    }
}
