import CMicrohttpd
import JourneyBase

/// Sends a streamed response: pulls pieces ahead of the client, but only so many.
///
/// Unchecked for the reason that `Exchange` gives: everything runs on the loop's thread.
final class OutgoingBody: @unchecked Sendable {
    private enum State { case open, ended, failed }

    private let stream: HTTPBodyStream
    private let exchange: Exchange
    /// An event stream has no end of its own, so that ending it early breaks nothing off.
    let isEndless: Bool
    private var state = State.open
    /// What waits for the client, and how much of the first piece it has.
    private var pieces: [[UInt8]] = []
    private var taken = 0
    private var waiting = 0
    private var writer: CheckedContinuation<Void, Never>?
    private var pump: Task<Void, Never>?
    /// Since when the client has had a piece to take.
    private(set) var since = ContinuousClock.now

    init(_ stream: HTTPBodyStream, isEndless: Bool, exchange: Exchange) {
        self.stream = stream
        self.isEndless = isEndless
        self.exchange = exchange
    }

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
        pieces.append(piece)
        waiting += piece.count
        exchange.connection.wake()
        if waiting >= Self.ahead { await withCheckedContinuation { writer = $0 } }
    }

    /// The library has room for `room` bytes: how many it got, or what it is to do instead.
    func read(into buffer: UnsafeMutablePointer<CChar>, room: Int) -> Int {
        guard let piece = pieces.first else {
            switch state {
            case .ended: return cmhd_end_of_stream()
            case .failed: return cmhd_end_with_error()
            case .open:
                exchange.connection.park { [weak self] in self?.abandon() }
                return 0
            }
        }
        let count = min(room, piece.count - taken)
        piece.withUnsafeBytes { bytes in
            UnsafeMutableRawBufferPointer(start: buffer, count: count)
                .copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[taken..<(taken + count)]))
        }
        taken += count
        waiting -= count
        exchange.bytesSent += count
        since = .now
        if taken == piece.count {
            pieces.removeFirst()
            taken = 0
        }
        if waiting < Self.ahead { release() }
        return count
    }

    /// Ends the body without a break, for event streams, whose clients come back by themselves.
    func end() { stop(.ended) }

    /// Breaks the body off, so that nobody takes it for whole.
    func abandon() { stop(.failed) }

    private func stop(_ state: State) {
        close(state)
        pieces = []
        waiting = 0
        pump?.cancel()
        stream.cancel()
        release()
    }

    private func close(_ state: State) {
        guard self.state == .open else { return }
        self.state = state
        exchange.connection.wake()
    }

    private func release() {
        let writer = writer
        self.writer = nil
        writer?.resume()
    }
}

// The library's callbacks for one streamed response.

func onRead(
    context: UnsafeMutableRawPointer?, position: UInt64, buffer: UnsafeMutablePointer<CChar>?, room: Int
) -> Int {
    guard let context, let buffer else { return cmhd_end_with_error() }
    return Unmanaged<OutgoingBody>.fromOpaque(context).takeUnretainedValue().read(into: buffer, room: room)
}

func onReadEnd(context: UnsafeMutableRawPointer?) {
    if let context { Unmanaged<OutgoingBody>.fromOpaque(context).release() }
}
