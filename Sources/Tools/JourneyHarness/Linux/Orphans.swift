import CSystem
import Glibc

/// Processes that lost their parent: a web engine's helpers whose starter has just ended.
///
/// Elsewhere they go to the first process of the system, and in many containers that one never looks at them.
package enum Orphans {
    /// From now on this process inherits orphans among its descendants.
    package static func adopt() { _ = csystem_adopt_orphans() }

    /// Waits until no descendant is left. Those that stay longer than `grace` are made to end.
    ///
    /// To be called when every `ChildProcess` has been waited for.
    package static func seeOff(within grace: Duration = .seconds(2)) async {
        let deadline = ContinuousClock.now + grace
        while true {
            let found = waitpid(-1, nil, WNOHANG)
            if found > 0 || (found < 0 && errno == EINTR) { continue }
            guard found == 0 else { return }
            if ContinuousClock.now >= deadline {
                for child in children() { kill(child, SIGKILL) }
            }
            // A task of its own: the one that asks may have been cancelled, and must wait all the same.
            await Task { try? await Task.sleep(for: .milliseconds(10)) }.value
        }
    }

    /// This process's own children, as the kernel lists them.
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
        // The name in parentheses may hold anything; what follows it are the state and the parent.
        return String(decoding: buffer[..<count], as: UTF8.self).split(separator: ")").last?
            .split(separator: " ").dropFirst().first.flatMap { pid_t($0) }
    }
}
