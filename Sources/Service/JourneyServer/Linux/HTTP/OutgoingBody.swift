import JourneyBase

/// Sends a streamed response, pulling a bounded number of pieces ahead of the client.
///
/// Unchecked for the reason that `Exchange` gives: everything runs on the loop's thread.
final class OutgoingBody: @unchecked Sendable {
    private enum State { case open, ended, failed }

    private let stream: HTTPBodyStream
    private weak var exchange: Exchange?
    /// An event stream has no end of its own, so that ending it early breaks nothing off.
    let isEndless: Bool
    private var state = State.open
    /// The pieces that wait for the client, and how much of the first one it has.
    private var pieces: [[UInt8]] = []
    private var taken = 0
    private var waiting = 0
    private var writer: CheckedContinuation<Void, Never>?
    private var pump: Task<Void, Never>?
    /// Since when the client has had a piece to take.
    private(set) var since: ClockInstant

    init(_ stream: HTTPBodyStream, isEndless: Bool, exchange: Exchange) {
        self.stream = stream
        self.isEndless = isEndless
        self.exchange = exchange
        since = exchange.loop.now
    }

    /// `true` if there is nothing for the client to take.
    var isWaitingForSource: Bool { pieces.isEmpty && state == .open }

    /// The number of bytes that wait for the client.
    var available: Int { waiting }

    /// Begins to pull; `done` is called when the source has ended.
    func start(on loop: EventLoop, done: @escaping @Sendable () -> Void) {
        pump = Task.immediate(executorPreference: loop) { [self] in
            do {
                for try await piece in stream {
                    await put(piece)
                    if state != .open { break }
                }
                close(.ended)
            } catch { close(.failed) }
            done()
        }
    }

    /// No more is pulled while that many bytes wait.
    private static let ahead = 64 * 1024

    private func put(_ piece: [UInt8]) async {
        guard state == .open else { return }
        if pieces.isEmpty, let exchange { since = exchange.loop.now }
        pieces.append(piece)
        waiting += piece.count
        tell()
        if waiting >= Self.ahead, state == .open { await withCheckedContinuation { writer = $0 } }
    }

    enum Read {
        /// So many bytes, at least one.
        case bytes(Int)
        /// Nothing before `ExchangeCarrier.proceed` says so.
        case waiting
        case ended
        /// Broken off.
        case failed
    }

    /// Copies what comes next into `room`.
    func read(into room: UnsafeMutableRawBufferPointer) -> Read {
        guard let piece = pieces.first else {
            switch state {
            case .ended: return .ended
            case .failed: return .failed
            case .open: return .waiting
            }
        }
        let count = min(room.count, piece.count - taken)
        piece.withUnsafeBytes { bytes in
            room.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[taken..<(taken + count)]))
        }
        taken += count
        waiting -= count
        if let exchange {
            exchange.bytesSent += count
            since = exchange.loop.now
        }
        if taken == piece.count {
            pieces.removeFirst()
            taken = 0
        }
        if waiting < Self.ahead { release() }
        return .bytes(count)
    }

    /// Ends the body without a break, for event streams, whose clients come back by themselves.
    func end() { stop(.ended) }

    /// Ends the body as incomplete, so that the client doesn't take it for whole.
    func abandon() { stop(.failed) }

    private func stop(_ state: State) {
        close(state)
        pieces = []
        taken = 0
        waiting = 0
        pump?.cancel()
        stream.cancel()
        release()
    }

    private func close(_ state: State) {
        guard self.state == .open else { return }
        self.state = state
        tell()
    }

    private func tell() {
        if let exchange { exchange.carrier?.proceed(exchange) }
    }

    private func release() {
        let writer = writer
        self.writer = nil
        writer?.resume()
    }
}
