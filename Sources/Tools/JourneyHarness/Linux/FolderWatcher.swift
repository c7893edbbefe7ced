import Foundation
import Glibc

/// Tells when files below a folder change (inotify(7)).
package actor FolderWatcher {
    private let folder: String
    private let descriptor: Int32
    private var watched: Set<String> = []

    /// The changes after which an editor has saved a file, or a file is gone.
    private static let changes = UInt32(IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_CREATE | IN_DELETE)
    /// The most folders that are watched.
    private static let folderLimit = 1_000
    /// The time without a change after which a group of changes is over.
    private static let quiet = Duration.milliseconds(50)

    /// Watches a folder and those below it, but for hidden ones.
    ///
    /// - Throws: `CocoaError` if the system has no more watches.
    package init(_ folder: String) throws {
        self.folder = folder
        descriptor = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
        guard descriptor >= 0 else { throw CocoaError(.fileReadTooLarge) }
        watched = FolderWatcher.add(folder, to: descriptor, known: [])
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
        watched = FolderWatcher.add(folder, to: descriptor, known: watched)
    }

    /// Reads all changes that there are; returns `true` if there was one.
    private func readChanges() -> Bool {
        var found = false
        withUnsafeTemporaryAllocation(byteCount: 65_536, alignment: 8) { buffer in
            while read(descriptor, buffer.baseAddress, buffer.count) > 0 { found = true }
        }
        return found
    }

    /// Watches the folders that are not known yet, and returns all.
    private static func add(_ folder: String, to descriptor: Int32, known: Set<String>) -> Set<String> {
        var folders = [folder]
        let files = FileManager.default.enumerator(
            at: URL(fileURLWithPath: folder), includingPropertiesForKeys: [.isDirectoryKey], options: .skipsHiddenFiles)
        while folders.count < folderLimit, let file = files?.nextObject() as? URL {
            if (try? file.resourceValues(forKeys: [.isDirectoryKey]))?.isDirectory == true { folders.append(file.path) }
        }
        for folder in folders where !known.contains(folder) { _ = inotify_add_watch(descriptor, folder, changes) }
        return Set(folders)
    }
}
