import Foundation
import Glibc
import Synchronization

@testable import CredentialSharing

/// A radio that records its links, without holding them, and the characteristics used by them.
final class WatchedRadio: ProximityTransport {
    private struct Weak: Sendable { weak var link: WatchedLink? }

    private let radio: RadioProcess
    private let given = Mutex<[Weak]>([])
    private let used = Mutex<Set<GATTCharacteristic>>([])

    init(_ radio: RadioProcess) { self.radio = radio }

    /// Returns the characteristics to which values were sent since the last call.
    func sentOn() -> Set<GATTCharacteristic> {
        used.withLock { used in
            defer { used = [] }
            return used
        }
    }

    /// The number of links that are still referenced.
    var held: Int { given.withLock { $0.filter { $0.link != nil }.count } }

    func state() async -> RadioState { await radio.state() }
    func states() -> AsyncStream<RadioState> { radio.states() }
    func requestAuthorization() async -> RadioState { await radio.requestAuthorization() }
    func advertise(_ service: GATTService) -> any ProximityLink { remember(radio.advertise(service)) }
    func connect(to service: GATTService) -> any ProximityLink { remember(radio.connect(to: service)) }

    private func remember(_ link: any ProximityLink) -> any ProximityLink {
        let watched = WatchedLink(link) { [weak self] kind in _ = self?.used.withLock { $0.insert(kind) } }
        given.withLock { $0.append(Weak(link: watched)) }
        return watched
    }
}

/// A link that reports what is sent over it, and forwards everything to the link behind it.
private final class WatchedLink: ProximityLink {
    private let link: any ProximityLink
    private let sending: @Sendable (GATTCharacteristic) -> Void

    init(_ link: any ProximityLink, sending: @escaping @Sendable (GATTCharacteristic) -> Void) {
        self.link = link
        self.sending = sending
    }

    var events: AsyncStream<LinkEvent> { link.events }

    func send(_ value: [UInt8], on characteristic: GATTCharacteristic, to peer: LinkPeer) async throws(TransportError) {
        sending(characteristic)
        try await link.send(value, on: characteristic, to: peer)
    }

    func read(_ characteristic: GATTCharacteristic) async throws(TransportError) -> [UInt8] {
        try await link.read(characteristic)
    }

    func subscribe(_ characteristic: GATTCharacteristic) async throws(TransportError) {
        try await link.subscribe(characteristic)
    }

    func openChannel(_ number: UInt16) async throws(TransportError) { try await link.openChannel(number) }
    func stopAdvertising() { link.stopAdvertising() }
    func close() { link.close() }
}

/// The system resources of radios, measured while other tests run.
enum RadioResources {
    /// Returns the number of this process's connections to a socket.
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

    /// Returns the descriptors, threads and resident kilobytes of another process.
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
