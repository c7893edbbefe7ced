import CSystem
import Glibc

/// A request for `posix_spawn`: own process group, default signals, and pipes for standard input and output. No other file or
/// socket is inherited, because a connection stays open while a child holds it.
struct SpawnRequest {
    var executable: String
    var arguments: [String]
    var environment: [String: String]
    /// The file for standard error; `nil` shares this process's.
    var log: String?

    /// The child, and the ends of its standard input and output.
    struct Spawned {
        var id: pid_t
        var input: Int32
        var output: Int32
    }

    struct Fault: Error { var number: Int32 }

    /// Spawns the child. An executable without a slash is searched on PATH.
    func spawn() throws(Fault) -> Spawned {
        let inputs = try SpawnRequest.pipe()
        defer { close(inputs.read) }
        let outputs: (read: Int32, write: Int32)
        do throws(Fault) { outputs = try SpawnRequest.pipe() } catch {
            close(inputs.write)
            throw error
        }
        defer { close(outputs.write) }
        do throws(Fault) {
            let id = try start(input: inputs.read, output: outputs.write)
            return Spawned(id: id, input: inputs.write, output: outputs.read)
        } catch {
            close(inputs.write)
            close(outputs.read)
            throw error
        }
    }

    private static func pipe() throws(Fault) -> (read: Int32, write: Int32) {
        var ends: [Int32] = [0, 0]
        guard csystem_pipe(&ends) == 0 else { throw Fault(number: errno) }
        return (ends[0], ends[1])
    }

    private func start(input: Int32, output: Int32) throws(Fault) -> pid_t {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO)
        posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
        if let log {
            posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, log, O_WRONLY | O_CREAT | O_APPEND, 0o600)
        }
        csystem_close_from(&actions, STDERR_FILENO + 1)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var signals = sigset_t()
        sigfillset(&signals)
        posix_spawnattr_setsigdefault(&attributes, &signals)
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        posix_spawnattr_setpgroup(&attributes, 0)
        posix_spawnattr_setflags(
            &attributes, Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))

        let words = ([executable] + arguments).map { strdup($0) } + [nil]
        let settings = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { for text in words + settings { free(text) } }
        var id: pid_t = 0
        let status = posix_spawnp(&id, executable, &actions, &attributes, words, settings)
        guard status == 0 else { throw Fault(number: status) }
        return id
    }
}

/// The environment variables of this process.
package enum Environment {
    package static var current: [String: String] {
        var found: [String: String] = [:]
        var next = environ
        while let entry = next.pointee {
            let text = String(cString: entry)
            let name = text.prefix { $0 != "=" }
            found[String(name)] = String(text.dropFirst(name.count + 1))
            next += 1
        }
        return found
    }

    package static subscript(name: String) -> String? { getenv(name).map { String(cString: $0) } }
}
