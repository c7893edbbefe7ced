internal import Synchronization

/// A bounded pipe of byte chunks from writers to one reader. Writers wait while it is full.
public final class HTTPBodyPipe: Sendable {
    fileprivate struct State {
        var pieces: [[UInt8]] = []
        var count = 0
        var isFinished = false
        var failure: (any Error)?
        /// `true` once the reader is gone.
        var isClosed = false
        var reader: CheckedContinuation<Void, Never>?
        var writers: [CheckedContinuation<Void, Never>] = []
        var onRoom: (@Sendable () -> Void)?

        /// Removes and returns all waiting tasks; each checks the state again when resumed.
        mutating func wake(readerToo: Bool = true) -> [CheckedContinuation<Void, Never>] {
            let waiting = writers + (readerToo ? [reader].compactMap { $0 } : [])
            writers = []
            if readerToo { reader = nil }
            return waiting
        }
    }

    /// The number of unread bytes from which writers wait.
    let capacity: Int
    private let state = Mutex(State())

    package init(capacity: Int = 64 * 1024) { self.capacity = capacity }

    /// The reading end. Cancelling it makes writers throw.
    package var stream: HTTPBodyStream {
        HTTPBodyStream(next: { [self] in try await next() }, onCancel: { [self] in close() })
    }

    /// Writes `piece` after waiting for room.
    ///
    /// - Throws: `CancellationError` if the reader is gone or the task is cancelled.
    public func write(_ piece: [UInt8]) async throws {
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

    /// Writes `piece` without waiting, even if the pipe is full. Returns `true` if there is room for more.
    ///
    /// Otherwise `onRoom` is called as soon as there is. For sources that can't wait and are throttled by other means.
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

    /// Ends the stream: the reader gets the remaining bytes, then the end, or `failure`.
    package func finish(throwing failure: (any Error)? = nil) {
        let waiting = state.withLock { state -> [CheckedContinuation<Void, Never>] in
            guard !state.isFinished else { return [] }
            state.isFinished = true
            state.failure = failure
            return state.wake()
        }
        for one in waiting { one.resume() }
    }

    /// Discards unread bytes when the reader is gone, and wakes the writers, which then throw.
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

    /// Waits until resumed, if `enter` registers the continuation and returns `true`. Cancellation resumes the task too.
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

    /// Removes the next chunk, and returns it with the writers to resume and whether the stream is over.
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
