import CSystem
import Glibc

/// Orphaned processes, such as a web engine's helpers after the end of their parent.
///
/// By default they are reparented to process 1, which in many containers never reaps them.
package enum Orphans {
    /// Makes this process the reaper of orphans among its descendants.
    package static func adopt() { _ = csystem_adopt_orphans() }

    /// Waits until no descendant is left; after `grace`, kills the remaining ones.
    ///
    /// Call it after every `ChildProcess` has been waited for.
    package static func seeOff(within grace: Duration = .seconds(2)) async {
        let deadline = ContinuousClock.now + grace
        while true {
            let found = waitpid(-1, nil, WNOHANG)
            if found > 0 || (found < 0 && errno == EINTR) { continue }
            guard found == 0 else { return }
            if ContinuousClock.now >= deadline {
                for child in children() { kill(child, SIGKILL) }
            }
            // An unstructured task: the caller may be cancelled, but must wait anyway.
            await Task { try? await Task.sleep(for: .milliseconds(10)) }.value
        }
    }

    /// Returns the ids of this process's children, from the kernel.
    private static func children() -> [pid_t] {
        guard let folder = opendir("/proc") else { return [] }
        defer { closedir(folder) }
        var found: [pid_t] = []
        while let entry = readdir(folder) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            guard let id = pid_t(name), parent(of: id) == getpid() else { continue }
            found.append(id)
        }
        return found
    }

    private static func parent(of id: pid_t) -> pid_t? {
        guard let file = fopen("/proc/\(id)/stat", "r") else { return nil }
        defer { fclose(file) }
        var buffer = [UInt8](repeating: 0, count: 1_024)
        let count = fread(&buffer, 1, buffer.count, file)
        // The name in parentheses may contain anything; the state and the parent follow it.
        return String(decoding: buffer[..<count], as: UTF8.self).split(separator: ")").last?
            .split(separator: " ").dropFirst().first.flatMap { pid_t($0) }
    }
}
