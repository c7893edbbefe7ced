import COpenSSL
import Foundation
import Glibc
import JourneyBase
import Synchronization
import TestSupport

@testable import JourneyServer

/// A loopback server with one context, for external clients: it sends a greeting and then echoes.
final class TLSLoopback: Sendable {
    /// The record of one connection.
    struct Seen: Sendable {
        var progress: TLSSession.Progress
        var version: String
        var cipher: String?
        var isResumed: Bool
        var agreedProtocol: String?
        var peerCertificate: [UInt8]?
        var failure: String?
    }

    static let greeting = "hello from the server\n"

    let port: Int
    private let listener: Int32
    private let server: TLSServerContext
    private let closesFirst: Bool
    private let seen = Mutex<[Seen]>([])
    private let ended = DispatchSemaphore(value: 0)

    /// Starts the server. With `closesFirst`, connections are closed after the greeting.
    init(_ server: TLSServerContext, closesFirst: Bool = true) throws {
        self.server = server
        self.closesFirst = closesFirst
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let status = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                bind(listener, address, length) == 0 && listen(listener, 16) == 0
                    && getsockname(listener, address, &length) == 0
            }
        }
        self.listener = listener
        guard status else { throw TLSFixture.Failure(text: "listen") }
        port = Int(UInt16(bigEndian: address.sin_port))
        let thread = Thread { [self] in run() }
        thread.start()
    }

    /// Ends the thread, which retains this object.
    func stop() { shutdown(listener, Int32(SHUT_RDWR)) }

    /// Returns the record of the next connection after its end.
    func next() throws -> Seen {
        guard ended.wait(timeout: .now() + 60) == .success else { throw TLSFixture.Failure(text: "nobody came") }
        return seen.withLock { $0.removeFirst() }
    }

    private func run() {
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, SIGPIPE)
        pthread_sigmask(SIG_BLOCK, &signals, nil)
        while true {
            let socket = accept(listener, nil, nil)
            guard socket >= 0 else { break }
            _ = fcntl(socket, F_SETFD, FD_CLOEXEC)
            _ = fcntl(socket, F_SETFL, O_NONBLOCK)
            serve(socket)
            close(socket)
        }
        close(listener)
    }

    private func serve(_ socket: Int32) {
        guard let session = server.session(on: socket) else { return }
        var progress = session.shakeHands()
        while progress == .needsRead || progress == .needsWrite {
            guard wait(socket, forWrite: progress == .needsWrite) else { break }
            progress = session.shakeHands()
        }
        if progress == .done {
            _ = Array(TLSLoopback.greeting.utf8).withUnsafeBytes { session.write($0) }
            if !closesFirst { echo(session, socket) }
        }
        seen.withLock {
            $0.append(
                Seen(
                    progress: progress, version: session.version, cipher: session.cipher, isResumed: session.isResumed,
                    agreedProtocol: session.agreedProtocol, peerCertificate: session.peerCertificate,
                    failure: session.failure))
        }
        session.close()
        ended.signal()
    }

    private func echo(_ session: TLSSession, _ socket: Int32) {
        var bytes = [UInt8](repeating: 0, count: 20_000)
        while true {
            switch bytes.withUnsafeMutableBytes({ session.read(into: $0) }) {
            case .bytes(let count):
                _ = bytes.withUnsafeBytes { session.write(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
            case .wouldBlock: guard wait(socket, forWrite: session.waitsForWrite) else { return }
            case .ended, .failed: return
            }
        }
    }

    private func wait(_ socket: Int32, forWrite: Bool) -> Bool {
        var entry = pollfd(fd: socket, events: Int16(forWrite ? POLLOUT : POLLIN), revents: 0)
        return poll(&entry, 1, 30_000) == 1
    }

    /// Connects with `openssl s_client` and these arguments, and returns its output.
    ///
    /// `input` is sent to its standard input after the server's greeting. Data that arrives while the client renegotiates would
    /// be the client's error.
    func connect(_ arguments: [String], input: String? = nil) throws -> String {
        let common = ["s_client", "-connect", "127.0.0.1:\(port)"]
        guard let input else { return try TestSupport.run("openssl", common + ["-ign_eof"] + arguments).text }
        let client = try RunningCommand("openssl", common + arguments)
        var bytes: [UInt8] = []
        while String(decoding: bytes, as: UTF8.self).firstRange(of: TLSLoopback.greeting) == nil {
            let more = client.read()
            guard !more.isEmpty else { break }
            bytes += more
        }
        client.write(input)
        bytes += client.finish().bytes
        return String(decoding: bytes, as: UTF8.self)
    }
}
