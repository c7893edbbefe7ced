import Foundation
import Glibc
import Synchronization

/// A `RadioMedium` behind a Unix socket, for processes of one machine that have no Bluetooth: each connection is a device's radio,
/// in the words of the radio process, so that `RadioProcess` is the conformer for both.
package final class RadioRelayServer: Sendable {
    /// The most uses of the air at a time.
    static let mostClients = 32
    /// How long it waits for a free descriptor, in milliseconds.
    private static let pause: Int32 = 20

    private struct State {
        var clients: [Int: RadioRelayClient] = [:]
        var last = 0
        var isClosed = false
    }

    private let path: String
    private let listener: Int32
    private let air: RadioMedium
    private let channels: RadioMedium.Channels
    private let state = Mutex(State())

    /// Listens at `path`, a path of at most 107 bytes at which nothing is, for this user alone; the radios have `channels`.
    /// Throws `BLE_UNAVAILABLE`.
    package convenience init(
        at path: String, air: RadioMedium = RadioMedium(), channels: RadioMedium.Channels = .none
    ) throws(TransportError) {
        try self.init(at: path, air: air, channels: channels) { accept($0, nil, nil) }
    }

    /// With what takes the next program from the listener's descriptor, or fails as `accept` does.
    init(
        at path: String, air: RadioMedium = RadioMedium(), channels: RadioMedium.Channels = .none,
        accepting: @escaping @Sendable (Int32) -> Int32
    ) throws(TransportError) {
        self.path = path
        self.air = air
        self.channels = channels
        listener = try RadioRelayServer.listen(path)
        let thread = Thread { [listener, weak self] in
            while true {
                let client = accepting(listener)
                if client < 0 {
                    // A listener that was shut down, which is the end of it.
                    if errno == EINVAL { break }
                    // No descriptor or no memory is left: who waits is taken when there is.
                    if errno != EINTR, errno != ECONNABORTED { _ = poll(nil, 0, RadioRelayServer.pause) }
                    continue
                }
                _ = fcntl(client, F_SETFD, FD_CLOEXEC)
                if self?.serve(client) != true { Glibc.close(client) }
            }
            // Here, so that the number is nobody else's while somebody uses it: it was shut down before.
            Glibc.close(listener)
        }
        thread.stackSize = 256 << 10
        thread.start()
    }

    deinit { stop() }

    /// Takes nobody further, and lets go of everyone when what they are to hear was written.
    package func close() async {
        for client in stop() { await client.finish() }
    }

    @discardableResult
    private func stop() -> [RadioRelayClient] {
        let clients = state.withLock { state -> [RadioRelayClient]? in
            defer { state.isClosed = true }
            return state.isClosed ? nil : Array(state.clients.values)
        }
        guard let clients else { return [] }
        unlink(path)
        shutdown(listener, Int32(SHUT_RDWR))
        for client in clients { client.end() }
        return clients
    }

    /// Whether it takes this one.
    private func serve(_ descriptor: Int32) -> Bool {
        // At once, so that who closes finds everyone who was taken.
        state.withLock { state in
            guard !state.isClosed, state.clients.count < RadioRelayServer.mostClients else { return false }
            state.last += 1
            let number = state.last
            let client = RadioRelayClient(descriptor, radio: air.radio(channels: channels)) { [weak self] in
                _ = self?.state.withLock { $0.clients.removeValue(forKey: number) }
            }
            state.clients[number] = client
            client.start()
            return true
        }
    }

    private static func listen(_ path: String) throws(TransportError) -> Int32 {
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        // Nobody can connect before `listen`.
        let isListening = withSocketAddress(path) {
            descriptor >= 0 && bind(descriptor, $0, $1) == 0 && chmod(path, 0o600) == 0
                && Glibc.listen(descriptor, Int32(2 * mostClients)) == 0
        }
        guard isListening == true else {
            if descriptor >= 0 { Glibc.close(descriptor) }
            throw TransportError(
                .unavailable,
                isListening == nil
                    ? "The path of the air's socket is empty or too long."
                    : "The air's socket cannot be made at \(path).")
        }
        return descriptor
    }
}
