import Foundation
import Glibc
import Synchronization
import TestSupport

/// A radio process that sends fixed bytes, whatever it is asked.
final class ScriptedRadio: Sendable {
    enum Ending: Sendable { case close, stay }

    let socket: String
    private let scratch: Scratch
    private let listener: Int32
    private let held = Mutex<[Int32]>([])

    /// Sends `bytes` to every client, and then closes the connection or stays silent.
    init(saying bytes: [UInt8], _ ending: Ending) throws {
        scratch = try Scratch()
        let path = scratch.path + "/radio"
        socket = path
        let listener = Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8)) }
        let bound = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listener, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        guard bound == 0, listen(listener, 8) == 0 else { throw CocoaError(.fileWriteUnknown) }
        self.listener = listener
        Thread { [self] in
            while true {
                let client = accept(listener, nil, nil)
                // Closed only here: the descriptor's number may be reused by another test.
                guard client >= 0 else {
                    close(listener)
                    return
                }
                var rest = bytes[...]
                while !rest.isEmpty {
                    let count = rest.withUnsafeBytes { send(client, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
                    guard count > 0 else { break }
                    rest = rest.dropFirst(count)
                }
                if ending == .close { close(client) } else { held.withLock { $0.append(client) } }
            }
        }.start()
    }

    /// The number of connected clients.
    var clients: Int { held.withLock(\.count) }

    /// Disconnects all clients.
    func end() {
        shutdown(listener, Int32(SHUT_RDWR))
        held.withLock { held in
            for client in held { close(client) }
            held = []
        }
    }
}
