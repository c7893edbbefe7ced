internal import Synchronization

/// Carries pieces from writers to one reader and holds only so much: writers wait while it is full.
public final class HTTPBodyPipe: Sendable {
    fileprivate struct State {
        var pieces: [[UInt8]] = []
        var count = 0
        var isFinished = false
        var failure: (any Error)?
        /// The reader is gone.
        var isClosed = false
        var reader: CheckedContinuation<Void, Never>?
        var writers: [CheckedContinuation<Void, Never>] = []
        var onRoom: (@Sendable () -> Void)?

        /// Everybody who waits: each looks again.
        mutating func wake(readerToo: Bool = true) -> [CheckedContinuation<Void, Never>] {
            let waiting = writers + (readerToo ? [reader].compactMap { $0 } : [])
            writers = []
            if readerToo { reader = nil }
            return waiting
        }
    }

    /// Writers wait once that many bytes have not been read.
    let capacity: Int
    private let state = Mutex(State())

    package init(capacity: Int = 64 * 1024) { self.capacity = capacity }

    /// The reader's end. Cancelling it makes writers throw.
    package var stream: HTTPBodyStream {
        HTTPBodyStream(next: { [self] in try await next() }, onCancel: { [self] in close() })
    }

    /// Puts `piece` in, after waiting for room. Throws `CancellationError` when the reader is gone or the task is cancelled.
    package func write(_ piece: [UInt8]) async throws {
        while true {
            try Task.checkCancellation()
            let (isIn, wakened) = state.withLock { state -> (Bool, CheckedContinuation<Void, Never>?) in
                guard !state.isClosed, !state.isFinished, state.count < capacity else { return (false, nil) }
                state.add(piece)
                defer { state.reader = nil }
                return (true, state.reader)
            }
            wakened?.resume()
            if isIn { return }
            try await room()
        }
    }

    /// Puts `piece` in without waiting, however full the pipe is. Whether there is room for more; when there is none,
    /// `onRoom` is called once there is. For sources that are slowed down by other means than waiting.
    package func offer(_ piece: [UInt8], onRoom: @escaping @Sendable () -> Void) -> Bool {
        let (hasRoom, reader) = state.withLock { state -> (Bool, CheckedContinuation<Void, Never>?) in
            guard !state.isClosed, !state.isFinished else { return (true, nil) }
            state.add(piece)
            let hasRoom = state.count < capacity
            state.onRoom = hasRoom ? nil : onRoom
            defer { state.reader = nil }
            return (hasRoom, state.reader)
        }
        reader?.resume()
        return hasRoom
    }

    /// Nothing more will be written: the reader gets what is left, then the end, or `failure`.
    package func finish(throwing failure: (any Error)? = nil) {
        let waiting = state.withLock { state -> [CheckedContinuation<Void, Never>] in
            guard !state.isFinished else { return [] }
            state.isFinished = true
            state.failure = failure
            return state.wake()
        }
        for one in waiting { one.resume() }
    }

    /// The reader is gone: what is held is dropped, and who writes learns it.
    private func close() {
        let (waiting, onRoom) = state.withLock { state in
            state.isClosed = true
            state.pieces = []
            state.count = 0
            defer { state.onRoom = nil }
            return (state.wake(), state.onRoom)
        }
        for one in waiting { one.resume() }
        onRoom?()
    }

    private func next() async throws -> [UInt8]? {
        while true {
            try Task.checkCancellation()
            let (piece, waiting, onRoom, isOver) = state.withLock { $0.take(capacity: capacity) }
            for one in waiting { one.resume() }
            onRoom?()
            if let piece { return piece }
            if isOver {
                if let failure = state.withLock(\.failure) { throw failure }
                return nil
            }
            await wait { state, one in
                guard state.pieces.isEmpty, !state.isFinished, !state.isClosed else { return false }
                state.reader = one
                return true
            }
        }
    }

    private func room() async throws {
        if state.withLock({ $0.isClosed || $0.isFinished }) { throw CancellationError() }
        await wait { [capacity] state, one in
            guard state.count >= capacity, !state.isClosed, !state.isFinished else { return false }
            state.writers.append(one)
            return true
        }
    }

    /// Waits until woken, when `enter` says that there is something to wait for. A cancelled task is woken as well.
    private func wait(_ enter: (inout State, CheckedContinuation<Void, Never>) -> Bool) async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let waits = state.withLock { state in !Task.isCancelled && enter(&state, continuation) }
                if !waits { continuation.resume() }
            }
        } onCancel: {
            for one in state.withLock({ $0.wake() }) { one.resume() }
        }
    }
}

extension HTTPBodyPipe.State {
    mutating func add(_ piece: [UInt8]) {
        guard !piece.isEmpty else { return }
        pieces.append(piece)
        count += piece.count
    }

    /// The next piece, who waits for room, and whether nothing will come any more.
    mutating func take(
        capacity: Int
    ) -> (
        piece: [UInt8]?, writers: [CheckedContinuation<Void, Never>], onRoom: (@Sendable () -> Void)?, isOver: Bool
    ) {
        guard !pieces.isEmpty else { return (nil, [], nil, isFinished || isClosed) }
        let piece = pieces.removeFirst()
        count -= piece.count
        guard count < capacity else { return (piece, [], nil, false) }
        defer { onRoom = nil }
        return (piece, wake(readerToo: false), onRoom, false)
    }
}
