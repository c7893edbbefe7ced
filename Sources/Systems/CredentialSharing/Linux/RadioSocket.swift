import Foundation
import Glibc
import Synchronization

/// A connection to a radio process. Only its own reading thread blocks, and it ends with the connection.
final class RadioSocket: Sendable {
    /// The file descriptor; `nil` once it is closed.
    private let descriptor: Mutex<Int32?>

    /// Connects to the process that listens at `path`. Throws `BLE_UNAVAILABLE`.
    init(path: String) throws(TransportError) {
        descriptor = Mutex(try RadioSocket.open(path))
    }

    /// Reads frames on its own thread until either side closes, a frame is invalid (`body` receives the error), or
    /// `body` returns `false`. `ended` is the last call.
    func read(
        _ body: @escaping @Sendable (Result<RadioReport, TransportError>) -> Bool, ended: @escaping @Sendable () -> Void
    ) {
        guard let descriptor = descriptor.withLock({ $0 }) else { return ended() }
        let thread = Thread { [self] in
            RadioSocket.frames(of: descriptor, body)
            self.descriptor.withLock { current in
                Glibc.close(descriptor)
                current = nil
            }
            ended()
        }
        thread.stackSize = 256 << 10
        thread.name = "radio link"
        thread.start()
    }

    /// Sends a frame. Throws `BLE_UNAVAILABLE` when the process has closed the connection or does not read.
    func send(_ frame: [UInt8]) throws(TransportError) {
        let sent = descriptor.withLock { descriptor in
            descriptor.map { Glibc.send($0, frame, frame.count, Int32(MSG_NOSIGNAL)) }
        }
        guard sent == frame.count else {
            throw TransportError(.unavailable, "The radio process closed the connection or does not read from it.")
        }
    }

    /// Closes the connection at once. The reading thread releases the descriptor.
    func close() {
        descriptor.withLock { descriptor in
            if let descriptor { shutdown(descriptor, Int32(SHUT_RDWR)) }
        }
    }

    private static func open(_ path: String) throws(TransportError) -> Int32 {
        let kind = SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue
        let descriptor = socket(AF_UNIX, Int32(kind), 0)
        let isConnected = withSocketAddress(path) { descriptor >= 0 && Glibc.connect(descriptor, $0, $1) == 0 }
        guard isConnected == true else {
            if descriptor >= 0 { Glibc.close(descriptor) }
            throw TransportError(
                .unavailable,
                isConnected == nil
                    ? "The path of the radio's socket is empty or longer than 107 bytes."
                    : "No radio process listens at \(path).")
        }
        return descriptor
    }

    private static func frames(of descriptor: Int32, _ body: (Result<RadioReport, TransportError>) -> Bool) {
        var frames = RadioFrames()
        var buffer = [UInt8](repeating: 0, count: 16_384)
        while true {
            var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            guard poll(&waiting, 1, -1) >= 0 || errno == EINTR else { return }
            let count = recv(descriptor, &buffer, buffer.count, 0)
            if count < 0, errno == EAGAIN || errno == EINTR { continue }
            guard count > 0 else { return }
            frames.append(buffer[..<count])
            do throws(TransportError) {
                while let frame = try frames.next() {
                    guard body(.success(try RadioReport(frame))) else { return }
                }
            } catch {
                _ = body(.failure(error))
                return
            }
        }
    }
}
