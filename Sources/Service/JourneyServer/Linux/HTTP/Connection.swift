import CSystem
import Glibc
import JourneyBase

/// The HTTP protocol of a connection: version 1.1 or 2.
protocol ConnectionProtocol: AnyObject {
    /// Continues as far as possible after a change: bytes came or can be sent, or an exchange has progressed.
    func advance()
    /// The peer sends no more.
    func peerEnded()
    /// The connection's timer is due.
    func timerFired()
    /// The time of the next timer; `nil` for none.
    var deadline: ClockInstant? { get }
    /// The number of bytes of responses that are kept whole for a client that hasn't taken them.
    var heldCount: Int { get }
    /// The server stops: ends what has no end of its own, and begins nothing new.
    func beginStopping()
    /// The connection is gone. `reason` is why the server cut it, if it did.
    func connectionClosed(_ reason: String?)
}

/// One client's connection, from the first byte to the last. Touched by its loop's thread only.
final class Connection: EventSource {
    private enum Stage {
        /// The proxy's header or the handshake is under way.
        case opening
        case serving
        /// All was sent; what the client still sends is dropped, so that it can read what came before.
        case lingering
        case closed
    }

    /// The loop's lists of connections that may be closed to make room for another.
    enum ClosableList: Int {
        /// Its handshake or its first request has not come to its end.
        case unfinished
        /// Between two requests.
        case idle
    }

    let socket: Int32
    let loop: ServerLoop
    let listener: Listener
    /// The address of the client, where it is known.
    private(set) var address: ClientAddress?
    /// The counters that the connection belongs to.
    private(set) var place: Admission.Place
    private(set) var peerCertificate: [UInt8]?
    let channel: SocketChannel
    private var stage = Stage.opening
    /// `true` if a proxy's header has to come first.
    private var awaitsProxyHeader: Bool
    private var driver: (any ConnectionProtocol)?
    let input = InputBuffer()
    /// Since when the socket has not taken what is to be sent.
    var blockedSince: ClockInstant?
    /// The number of bytes that the connection is counted with.
    private var held = 0
    private let opened: ClockInstant
    /// `true` if it waits for its turn to go on with the handshake, for the end of another's step, and for the loop's next turn.
    var isQueued = false
    var isAwake = false
    var isPostponed = false
    /// The number of bytes read in this step; a limit lets other connections have their turn.
    var taken = 0
    static let mostPerStep = 64 * 1_024
    private var isHandshaken = false
    private var lingersUntil: ClockInstant?
    /// The time at which the TLS session frees the buffers that it keeps between two requests.
    private var quietAt: ClockInstant?
    private static let quiet = ClockInstant.Interval(nanoseconds: 1_000_000_000)

    init(
        _ socket: Int32, from address: ClientAddress?, place: Admission.Place, listener: Listener, loop: ServerLoop
    ) {
        self.socket = socket
        channel = SocketChannel(socket)
        self.address = address
        self.place = place
        self.listener = listener
        self.loop = loop
        opened = loop.now
        awaitsProxyHeader = address.map { listener.proxies?.requireProxyHeader(from: $0) ?? false } ?? false
    }

    var isOpen: Bool { if case .closed = stage { false } else { true } }
    private var isServing: Bool { if case .serving = stage { true } else { false } }

    // MARK: Opening

    /// Begins: the loop watches the socket already. Without TLS it is HTTP/1.1, unless it is known to be HTTP/2.
    func start(isHTTP2: Bool) {
        loop.spare(self, .unfinished)
        if isHTTP2 { return serve(HTTP2Connection(self)) }
        if !awaitsProxyHeader, listener.tls == nil { serve(HTTP1Connection(self)) } else { loop.queueOpening(self) }
        arm()
    }

    /// Continues with the proxy's header and the handshake. The loop calls it for a few connections in each turn, so that many
    /// handshakes at once delay no connection for long.
    func open() {
        guard case .opening = stage else { return }
        if awaitsProxyHeader {
            guard readProxyHeader() else { return }
            if listener.tls == nil { return serve(HTTP1Connection(self)) }
        }
        guard let context = listener.tls?.current else { return close() }
        switch channel.shakeHands(by: context, receivingInto: loop.records) {
        case .done:
            isHandshaken = true
            loop.core.admission.handshakeEnded(place)
            peerCertificate = channel.secure?.peerCertificate
            serve(channel.secure?.agreedProtocol == "h2" ? HTTP2Connection(self) : HTTP1Connection(self))
        case .needsRead, .needsWrite:
            quietAt = loop.now + Connection.quiet
            arm()
        default: close()
        }
    }

    /// Reads the proxy's header, which precedes TLS; no byte behind it is taken from the socket. Returns `true` if it is
    /// complete.
    private func readProxyHeader() -> Bool {
        let memory = UnsafeMutableRawBufferPointer(rebasing: loop.shared.bytes[..<ProxyHeader.longest])
        switch channel.takeProxyHeader(in: memory) {
        case .none: return false
        case .some(.none):
            close()
            return false
        case .some(.some(let source)):
            awaitsProxyHeader = false
            guard case .client(let client, _) = source else { return true }
            address = client
            guard let moved = loop.core.admission.move(place, to: client) else {
                close()
                return false
            }
            place = moved
            return true
        }
    }

    private func serve(_ driver: (any ConnectionProtocol)?) {
        guard let driver else { return close() }
        stage = .serving
        self.driver = driver
        if loop.isStopping { driver.beginStopping() }
        advance()
    }

    // MARK: Events

    func happened(_ event: csystem_readiness) {
        if channel.happened(event) { driver?.peerEnded() }
        switch stage {
        case .opening: loop.queueOpening(self)
        // After a reset nobody is left to answer. A client that only sends no more may still read.
        case .serving: if event.has_failed != 0 { close(inOrder: false) } else { advance() }
        case .lingering: drop()
        case .closed: break
        }
    }

    /// Goes on in its next turn.
    func goOn() {
        isPostponed = false
        advance()
    }

    /// Has the driver go on, then sees to the timer.
    func advance() { loop.advance(self) }

    /// Runs one step. The loop calls it for one connection at a time, because all share the memory for output.
    func step() {
        guard isServing else { return }
        taken = 0
        driver?.advance()
        guard isOpen else { return }
        input.settle()
        if channel.secure != nil { quietAt = loop.now + Connection.quiet }
        guard count(input.ownCapacity + channel.unsentCount + (driver?.heldCount ?? 0)) else {
            return close(reason: RequestReason.serverFull)
        }
        arm()
    }

    /// Counts what it holds among all. Whether that is allowed: less always is.
    private func count(_ bytes: Int) -> Bool {
        let more = bytes - held
        guard more != 0 else { return true }
        held = bytes
        return loop.core.hold(more) || more < 0
    }

    /// The timer is due: of the session's buffers, or of what the client or the service may take.
    func timerFired() {
        if let quietAt, quietAt <= loop.now {
            self.quietAt = nil
            channel.secure?.releaseBuffers()
        }
        if let deadline, deadline <= loop.now {
            if isServing { driver?.timerFired() } else { close() }
        }
        if isOpen { arm() }
    }

    /// The server stops: what is idle is closed.
    func beginStopping() {
        switch stage {
        case .serving:
            driver?.beginStopping()
            if isOpen { arm() }
        default: break
        }
    }

    /// The time at which the client or the service has taken too long.
    private var deadline: ClockInstant? {
        switch stage {
        case .opening: opened + loop.core.times.opening
        case .serving: driver?.deadline
        case .lingering: lingersUntil
        case .closed: nil
        }
    }

    /// Sets the timer to when something is due next.
    func arm() {
        guard let deadline else { return loop.setTimer(of: self, to: quietAt) }
        loop.setTimer(of: self, to: quietAt.map { min($0, deadline) } ?? deadline)
    }

    /// `true` if the client sends no more.
    var hasPeerEnded: Bool { channel.hasPeerEnded }

    // MARK: The end

    /// The time for which a client may go on sending unread bytes before it must have read its answer.
    private static let lingering = ClockInstant.Interval(nanoseconds: 2_000_000_000)

    /// Ends the connection behind what was sent. With `isUnread`, the client may still be sending: closing at once would have the
    /// system reset the connection, and the client lose its answer (RFC 9112, section 9.6).
    func finish(isUnread: Bool) {
        guard isServing else { return close() }
        channel.secure?.close()
        guard isUnread, !hasPeerEnded else { return close() }
        shutdown(socket, Int32(SHUT_WR))
        driver?.connectionClosed(nil)
        driver = nil
        stage = .lingering
        lingersUntil = loop.now + Connection.lingering
        input.consume(input.bytes.count)
        input.settle()
        loop.spare(self, .unfinished)
        arm()
        drop()
    }

    private func drop() {
        if !channel.drop(into: loop.shared.bytes) { close() }
    }

    /// Resets the connection, so that the client doesn't take an incomplete answer for a whole one.
    func abort() {
        var option = linger(l_onoff: 1, l_linger: 0)
        setsockopt(socket, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
        close(inOrder: false)
    }

    /// Ends the connection at once. `reason` is why its requests are cut, where that is the server's decision.
    func close(inOrder: Bool = true, reason: String? = nil) {
        guard isOpen else { return }
        let wasServing = isServing
        stage = .closed
        if wasServing, inOrder { channel.secure?.close() }
        let driver = driver
        self.driver = nil
        driver?.connectionClosed(reason)
        input.consume(input.bytes.count)
        input.settle()
        _ = count(0)
        channel.end()
        loop.closed(self, isHandshaken: isHandshaken)
        csystem_close(socket)
    }
}
