import Foundation
import Glibc
import Synchronization

@testable import CredentialSharing

/// A radio that remembers its links without holding them.
final class WatchedRadio: ProximityTransport {
    private struct Weak: Sendable { weak var link: (any ProximityLink)? }

    private let radio: RadioProcess
    private let given = Mutex<[Weak]>([])

    init(_ radio: RadioProcess) { self.radio = radio }

    /// Links that somebody still holds.
    var held: Int { given.withLock { $0.filter { $0.link != nil }.count } }

    func state() async -> RadioState { await radio.state() }
    func states() -> AsyncStream<RadioState> { radio.states() }
    func requestAuthorization() async -> RadioState { await radio.requestAuthorization() }
    func advertise(_ service: GATTService) -> any ProximityLink { remember(radio.advertise(service)) }
    func connect(to service: GATTService) -> any ProximityLink { remember(radio.connect(to: service)) }

    private func remember(_ link: any ProximityLink) -> any ProximityLink {
        given.withLock { $0.append(Weak(link: link)) }
        return link
    }
}

/// What radios have of this system, while other tests run beside.
enum RadioResources {
    /// Connections of this process to a socket.
    static func connections(to socket: String) -> Int {
        (Int32(0)..<1_024).filter { descriptor in
            var address = sockaddr_un()
            var size = socklen_t(MemoryLayout<sockaddr_un>.size)
            let found = withUnsafeMutablePointer(to: &address) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getpeername(descriptor, $0, &size) }
            }
            guard found == 0, address.sun_family == sa_family_t(AF_UNIX) else { return false }
            let path = withUnsafeBytes(of: address.sun_path) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
            return path == socket
        }
        .count
    }

    /// Descriptors, threads and resident kilobytes of another process.
    static func of(_ process: pid_t) throws -> (descriptors: Int, threads: Int, kilobytes: Int) {
        let status = try String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
        func number(_ name: String) -> Int {
            let line = status.split(separator: "\n").first { $0.hasPrefix(name + ":") } ?? ""
            return line.split { !$0.isNumber }.first.flatMap { Int($0) } ?? 0
        }
        let descriptors = try FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/fd").count
        return (descriptors, number("Threads"), number("VmRSS"))
    }
}
