import Foundation
import Glibc

/// Watches the files below a folder for changes (inotify(7)).
package actor FolderWatcher {
    private let folder: String
    private let descriptor: Int32
    /// The beginnings of the names of files whose changes don't count.
    private let ignored: [String]

    /// The changes after which an editor has saved a file, or a file is gone.
    private static let changes = UInt32(IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_CREATE | IN_DELETE)
    /// The most folders that are watched.
    private static let folderLimit = 1_000
    /// The time without a change after which a group of changes is over.
    private static let quiet = Duration.milliseconds(50)

    /// Watches a folder and those below it, but for hidden ones.
    ///
    /// - Parameters:
    ///   - folder: The folder.
    ///   - ignored: The names of files that the command itself writes.
    /// - Throws: `CocoaError` if the system has no more watches.
    package init(_ folder: String, ignoring ignored: [String] = []) throws {
        (self.folder, self.ignored) = (folder, ignored)
        descriptor = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
        guard descriptor >= 0 else { throw CocoaError(.fileReadTooLarge) }
        FolderWatcher.add(folder, to: descriptor)
    }

    deinit { close(descriptor) }

    /// Returns after a change, once there was no other for a moment.
    ///
    /// - Throws: `CancellationError`.
    package func change() async throws {
        while !readChanges() { try await Task.sleep(for: FolderWatcher.quiet) }
        repeat {
            try await Task.sleep(for: FolderWatcher.quiet)
        } while readChanges()
        // Folders may be new, or other ones under a known name; those that are watched stay so.
        FolderWatcher.add(folder, to: descriptor)
    }

    /// Reads all changes that there are; returns `true` if one counts.
    private func readChanges() -> Bool {
        let head = MemoryLayout<inotify_event>.size
        var found = false
        withUnsafeTemporaryAllocation(byteCount: 65_536, alignment: 8) { buffer in
            while true {
                let count = read(descriptor, buffer.baseAddress, buffer.count)
                guard count > 0 else { return }
                var place = 0
                while place + head <= count {
                    let event = buffer.loadUnaligned(fromByteOffset: place, as: inotify_event.self)
                    let end = min(count, place + head + Int(event.len))
                    let name = String(decoding: buffer[(place + head)..<end].prefix { $0 != 0 }, as: UTF8.self)
                    if !ignored.contains(where: name.hasPrefix) { found = true }
                    place = end
                }
            }
        }
        return found
    }

    private static func add(_ folder: String, to descriptor: Int32) {
        var folders = [folder]
        let files = FileManager.default.enumerator(
            at: URL(fileURLWithPath: folder), includingPropertiesForKeys: [.isDirectoryKey], options: .skipsHiddenFiles)
        while folders.count < folderLimit, let file = files?.nextObject() as? URL {
            if (try? file.resourceValues(forKeys: [.isDirectoryKey]))?.isDirectory == true { folders.append(file.path) }
        }
        for folder in folders { _ = inotify_add_watch(descriptor, folder, changes) }
    }
}
