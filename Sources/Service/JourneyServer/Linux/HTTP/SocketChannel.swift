import CSystem
import Glibc

/// A client's socket, with TLS where the listener has it: reads and writes as far as events have announced.
final class SocketChannel {
    let socket: Int32
    private(set) var secure: TLSSession?
    private(set) var canRead = true
    private(set) var canWrite = true
    /// `true` if the client sends no more.
    private(set) var hasPeerEnded = false
    /// The bytes that the socket didn't take at once, and the number of them that it has taken since.
    private var unsent: [UInt8] = []
    private var sent = 0
    private var dropped = 0

    init(_ socket: Int32) { self.socket = socket }

    /// Takes note of an event. Whether it says for the first time that the client sends no more.
    func happened(_ event: csystem_readiness) -> Bool {
        secure?.socketChanged()
        if event.can_read != 0 || event.has_failed != 0 { canRead = true }
        if event.can_write != 0 || event.has_failed != 0 {
            canWrite = true
            // A read under TLS may have waited to write: an answer to a client that changes its keys.
            if secure != nil { canRead = true }
        }
        guard event.has_ended != 0 else { return false }
        canRead = true
        defer { hasPeerEnded = true }
        return !hasPeerEnded
    }

    /// Goes on with the handshake.
    func shakeHands(by context: TLSServerContext, receivingInto shared: SharedMemory) -> TLSSession.Progress {
        if secure == nil { secure = context.session(on: socket, receivingInto: shared) }
        return secure?.shakeHands() ?? .failed("OpenSSL is out of memory")
    }

    /// Reads a proxy's header, which precedes TLS, from the socket, and no byte behind it.
    ///
    /// - Parameter memory: Room for the longest header.
    /// - Returns: The header's source; `nil` while it is incomplete, and `.some(nil)` when the connection is to be closed.
    func takeProxyHeader(in memory: UnsafeMutableRawBufferPointer) -> ProxyHeader.Source?? {
        let count = recv(socket, memory.baseAddress, memory.count, Int32(MSG_PEEK))
        if count < 0, errno == EAGAIN || errno == EINTR { return nil }
        do throws(ProxyHeader.Refusal) {
            guard let header = try ProxyHeader.read(UnsafeRawBufferPointer(rebasing: memory.prefix(max(0, count))))
            else {
                return count <= 0 || hasPeerEnded ? .some(nil) : nil
            }
            guard recv(socket, memory.baseAddress, header.length, 0) == header.length else { return .some(nil) }
            return header.source
        } catch { return .some(nil) }
    }

    /// Reads once into `room`.
    func read(into room: UnsafeMutableRawBufferPointer) -> TLSSession.IO {
        let result = secure?.read(into: room) ?? receive(into: room)
        switch result {
        // Fewer bytes than asked for are all there were: the next ones come with an event of their own.
        case .bytes(let count):
            if !hasPeerEnded, secure?.isExhausted ?? (count < room.count) { canRead = false }
        default: canRead = false
        }
        return result
    }

    private func receive(into room: UnsafeMutableRawBufferPointer) -> TLSSession.IO {
        while true {
            let count = recv(socket, room.baseAddress, room.count, 0)
            if count > 0 { return .bytes(count) }
            if count == 0 { return .ended }
            if errno == EAGAIN { return .wouldBlock }
            if errno != EINTR { return .failed }
        }
    }

    /// Writes from the start of `bytes`, as much as the socket takes at one time.
    func write(_ bytes: UnsafeRawBufferPointer) -> TLSSession.IO {
        let result = secure?.write(bytes) ?? transmit(bytes)
        if case .wouldBlock = result { canWrite = false }
        return result
    }

    private func transmit(_ bytes: UnsafeRawBufferPointer) -> TLSSession.IO {
        while true {
            let count = Glibc.send(socket, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
            if count >= 0 { return .bytes(count) }
            if errno == EAGAIN { return .wouldBlock }
            if errno != EINTR { return .failed }
        }
    }

    // MARK: Sending what is kept

    /// The number of bytes that are kept for the client.
    var unsentCount: Int { unsent.count }

    /// Sends what is kept and then `output`, which is empty afterwards: what the socket doesn't take is kept. Whether it took
    /// everything; `nil` when the connection is broken.
    func flush(_ output: OutputBuffer) -> Bool? {
        defer { output.clear() }
        if !unsent.isEmpty {
            var kept: [UInt8] = []
            swap(&kept, &unsent)
            guard let count = kept.withUnsafeBytes({ send(UnsafeRawBufferPointer(rebasing: $0[sent...])) }) else {
                return nil
            }
            sent += count
            guard sent == kept.count else {
                kept.append(contentsOf: output.bytes)
                unsent = kept
                return false
            }
            sent = 0
        }
        guard output.count > 0 else { return true }
        guard let count = send(output.bytes) else { return nil }
        if count < output.count { unsent = Array(UnsafeRawBufferPointer(rebasing: output.bytes[count...])) }
        return unsent.isEmpty
    }

    /// Sends from the start of `bytes`. How many the socket took; `nil` when the connection is broken.
    func send(_ bytes: UnsafeRawBufferPointer) -> Int? {
        var done = 0
        while done < bytes.count, canWrite {
            switch write(UnsafeRawBufferPointer(rebasing: bytes[done...])) {
            case .bytes(let count): done += count
            case .wouldBlock: break
            case .ended, .failed: return nil
            }
        }
        return done
    }

    /// The most bytes that a client may go on sending behind its last answer.
    private static let mostDropped = 1 << 20

    /// Takes what has come, undecrypted, and forgets it. Whether more may come: not when the client has ended, or sent too much.
    func drop(into memory: UnsafeMutableRawBufferPointer) -> Bool {
        while dropped <= SocketChannel.mostDropped {
            let count = recv(socket, memory.baseAddress, memory.count, 0)
            guard count > 0 else { return count < 0 && (errno == EAGAIN || errno == EINTR) }
            dropped += count
        }
        return false
    }

    /// Lets go of what is kept and of the session, which has to go before its socket.
    func end() {
        unsent = []
        sent = 0
        secure = nil
    }
}
