import COpenSSL
import Glibc
import JourneyBase

/// An OpenSSL BIO between a TLS session and its socket, which receives as much as has come in one call.
///
/// OpenSSL itself reads a record's five-byte header and then the rest, and another header to learn that nothing else has come:
/// three system calls for a small request. Here it is one. Its own read-ahead would do that too, but it then takes any number of
/// records without data in one `SSL_read`, which `TLSSession` could not count.
///
/// Confined to the thread of its session. Lives longer than the session's `SSL`, which reaches it through the BIO.
final class TLSTransport {
    /// A record of the greatest length with its header (RFC 8446, section 5.2).
    static let capacity = 5 + 16_384 + 256

    private let socket: Int32
    /// The memory that records are received into, before anything is kept for this session.
    private let shared: SharedMemory
    /// The received bytes that OpenSSL hasn't taken; without memory of its own while there are none.
    private let input = InputBuffer()
    /// `true` if the socket held fewer bytes than it was asked for last, and no event has come since: it has no more.
    var isSocketEmpty = false
    /// `true` if the last call of OpenSSL's found nothing to read.
    private(set) var isStarved = false
    /// `true` if the client sends no more.
    private var hasEnded = false
    /// The system's error that broke the connection; zero for none.
    private(set) var error: Int32 = 0

    init(_ socket: Int32, receivingInto shared: SharedMemory) {
        self.socket = socket
        self.shared = shared
    }

    /// `true` if everything that was received has been taken.
    var isEmpty: Bool { input.bytes.isEmpty }

    /// Leaves the shared memory to other sessions.
    func settle() { input.settle() }

    /// A BIO over this transport, for one session; `nil` when memory ran out.
    func makeBIO() -> OpaquePointer? {
        guard let method = TLSTransport.method.value, let bio = BIO_new(method) else { return nil }
        BIO_set_data(bio, Unmanaged.passUnretained(self).toOpaque())
        BIO_set_init(bio, 1)
        return bio
    }

    /// Copies what has come into `out`. `nil` when there is nothing, and never will be when `hasEnded` or `error` says so.
    private func read(into out: UnsafeMutableRawBufferPointer) -> Int? {
        if isEmpty, !receive() { return nil }
        let count = min(out.count, input.bytes.count)
        out.copyMemory(from: UnsafeRawBufferPointer(rebasing: input.bytes[..<count]))
        input.consume(count)
        return count
    }

    private func receive() -> Bool {
        guard let room = input.room(shared: shared.bytes, limit: TLSTransport.capacity) else { return false }
        isStarved = false
        while true {
            let count = recv(socket, room.baseAddress, room.count, 0)
            if count > 0 {
                input.received(count)
                isSocketEmpty = count < room.count
                return true
            }
            let number = errno
            if count < 0, number == EINTR { continue }
            isSocketEmpty = true
            if count == 0 { hasEnded = true } else if number == EAGAIN { isStarved = true } else { error = number }
            return false
        }
    }

    /// Hands `bytes` to the socket. How many it took; `nil` when it takes none now, or `error` says that it never will.
    private func write(_ bytes: UnsafeRawBufferPointer) -> Int? {
        while true {
            let count = send(socket, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
            if count >= 0 { return count }
            let number = errno
            if number == EINTR { continue }
            if number != EAGAIN { error = number }
            return nil
        }
    }

    // MARK: OpenSSL's side

    private static let retryFlags = BIO_FLAGS_READ | BIO_FLAGS_WRITE | BIO_FLAGS_SHOULD_RETRY
    // Made once, and read only from then on.
    private static let method = ThreadSafe(makeMethod())

    private static func transport(of bio: OpaquePointer?) -> TLSTransport? {
        bio.flatMap { BIO_get_data($0) }.map { Unmanaged<TLSTransport>.fromOpaque($0).takeUnretainedValue() }
    }

    private static func makeMethod() -> OpaquePointer? {
        guard let method = BIO_meth_new(BIO_get_new_index() | BIO_TYPE_SOURCE_SINK, "socket") else { return nil }
        BIO_meth_set_read_ex(method) { bio, out, room, count in
            guard let transport = TLSTransport.transport(of: bio) else { return 0 }
            BIO_clear_flags(bio, TLSTransport.retryFlags)
            guard let read = transport.read(into: UnsafeMutableRawBufferPointer(start: out, count: room)) else {
                if transport.isStarved { BIO_set_flags(bio, BIO_FLAGS_READ | BIO_FLAGS_SHOULD_RETRY) }
                return 0
            }
            count?.pointee = read
            return 1
        }
        BIO_meth_set_write_ex(method) { bio, bytes, length, count in
            guard let transport = TLSTransport.transport(of: bio) else { return 0 }
            BIO_clear_flags(bio, TLSTransport.retryFlags)
            guard let written = transport.write(UnsafeRawBufferPointer(start: bytes, count: length)) else {
                if transport.error == 0 { BIO_set_flags(bio, BIO_FLAGS_WRITE | BIO_FLAGS_SHOULD_RETRY) }
                return 0
            }
            count?.pointee = written
            return 1
        }
        BIO_meth_set_ctrl(method) { bio, command, _, _ in
            switch command {
            case BIO_CTRL_FLUSH: 1
            case BIO_CTRL_EOF: TLSTransport.transport(of: bio)?.hasEnded == true ? 1 : 0
            default: 0
            }
        }
        return method
    }
}
