import Foundation
import Glibc
import Synchronization

/// A `RadioMedium` behind a Unix socket, for processes of one machine without Bluetooth. Each connection is the radio
/// of a device.
///
/// It uses the protocol of the radio process, so that `RadioProcess` connects to both.
package final class RadioRelayServer: Sendable {
    /// The maximum number of concurrent connections.
    static let mostClients = 32
    /// The time between two attempts to accept while no descriptor is free, in milliseconds.
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

    /// Listens at `path`, at most 107 bytes, where no file may exist, for this user only; the radios have `channels`.
    /// Throws `BLE_UNAVAILABLE`.
    package convenience init(
        at path: String, air: RadioMedium = RadioMedium(), channels: RadioMedium.Channels = .none
    ) throws(TransportError) {
        try self.init(at: path, air: air, channels: channels) { accept($0, nil, nil) }
    }

    /// Creates a server with a replacement for `accept`, which fails in the same way.
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
                    // The listener was shut down.
                    if errno == EINVAL { break }
                    // Descriptors or memory are exhausted: pending connections are accepted later.
                    if errno != EINTR, errno != ECONNABORTED { _ = poll(nil, 0, RadioRelayServer.pause) }
                    continue
                }
                _ = fcntl(client, F_SETFD, FD_CLOEXEC)
                if self?.serve(client) != true { Glibc.close(client) }
            }
            // Closed here, after the shutdown, so that the number is not reused while it is in use.
            Glibc.close(listener)
        }
        thread.stackSize = 256 << 10
        thread.start()
    }

    deinit { stop() }

    /// Stops accepting, and disconnects every program once its reports are written.
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

    /// Starts to serve a connection. Returns `false` when the server is closed or full.
    private func serve(_ descriptor: Int32) -> Bool {
        // Registered under the lock, so that `close()` finds every accepted connection.
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
        // Connections are refused until `listen`.
        let isListening = withSocketAddress(path) {
            descriptor >= 0 && bind(descriptor, $0, $1) == 0 && chmod(path, 0o600) == 0
                && Glibc.listen(descriptor, Int32(2 * mostClients)) == 0
        }
        guard isListening == true else {
            if descriptor >= 0 { Glibc.close(descriptor) }
            throw TransportError(
                .unavailable,
                isListening == nil
                    ? "The path of the relay's socket is empty or longer than 107 bytes."
                    : "The relay's socket could not be created at \(path).")
        }
        return descriptor
    }
}
