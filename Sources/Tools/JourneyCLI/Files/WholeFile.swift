import Foundation
import Glibc

/// Files that a command writes.
package enum WholeFile {
    /// Writes a file, whole or not at all. Only its owner can change it, whatever the process's umask, so that commands that
    /// trust it take it; a private one is its owner's alone from its first byte on. Throws `FILE_UNWRITABLE`.
    package static func write(_ bytes: [UInt8], to path: String, isPrivate: Bool = false) throws(CommandError) {
        let draft = "\(path).\(getpid()).new"
        let file = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, isPrivate ? 0o600 : 0o644)
        guard file >= 0 else { throw unwritable(path) }
        do {
            try FileHandle(fileDescriptor: file, closeOnDealloc: true).write(contentsOf: Data(bytes))
        } catch {
            unlink(draft)
            throw unwritable(path)
        }
        guard rename(draft, path) == 0 else {
            unlink(draft)
            throw unwritable(path)
        }
    }

    private static func unwritable(_ path: String) -> CommandError {
        CommandError.failed("FILE_UNWRITABLE", "\(path) cannot be written.")
    }
}
