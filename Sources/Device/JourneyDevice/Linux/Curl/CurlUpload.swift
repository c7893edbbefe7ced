import CCurl
import JourneyBase
import Synchronization

/// The streamed body of one request: a task supplies pieces, libcurl reads them, and each waits for the other. Holds one piece;
/// none of a body that is copied directly to libcurl.
final class CurlUpload: Sendable {
    private struct State {
        var piece: ArraySlice<UInt8> = []
        var count = 0
        var isComplete = false
        /// `true` when nothing more will be read.
        var isClosed = false
        var failure: (any Error)?
        /// `true` when libcurl waits for data and must be woken.
        var isStarved = false
        var writer: CheckedContinuation<Void, Never>?
        var task: Task<Void, Never>?
    }

    let length: Int?
    private let source: HTTPBodyStream
    private let state = Mutex(State())

    init(_ source: HTTPBodyStream) {
        self.source = source
        length = source.length
    }

    /// The error of the source; `nil` without one.
    var failure: (any Error)? { state.withLock(\.failure) }

    /// `true` when the body is copied directly to libcurl, because no copy may remain.
    var isCopied: Bool { source.fill != nil }

    /// Starts to read the source. `wake` is called whenever libcurl should continue.
    ///
    /// Uses its own task, because a body may be sent for longer than its sender waits for the response's header; `close` ends it.
    func start(wake: @escaping @Sendable () -> Void) {
        guard !isCopied else { return }
        state.withLock { state in
            guard !state.isClosed else { return }
            state.task = Task { await run(wake: wake) }
        }
    }

    private func run(wake: @escaping @Sendable () -> Void) async {
        do {
            for try await piece in source {
                guard await put(piece, wake: wake) else { return }
            }
            end(nil, wake: wake)
        } catch { end(error, wake: wake) }
    }

    /// Ends the upload with the exchange.
    func close() {
        let (writer, task) = state.withLock { state in
            state.isClosed = true
            defer { (state.writer, state.task) = (nil, nil) }
            return (state.writer, state.task)
        }
        writer?.resume()
        task?.cancel()
        source.cancel()
    }

    /// Fills `buffer`; returns 0 at the end, or libcurl's code for a pause or an abort.
    func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        if let fill = source.fill { return copy(into: buffer, fill) }
        let (count, writer) = state.withLock { state -> (Int, CheckedContinuation<Void, Never>?) in
            if state.failure != nil { return (Int(CURL_READFUNC_ABORT), nil) }
            if state.piece.isEmpty {
                if state.isComplete { return (0, nil) }
                state.isStarved = true
                return (Int(CURL_READFUNC_PAUSE), nil)
            }
            let part = state.piece.prefix(buffer.count)
            buffer.copyBytes(from: part)
            state.piece = state.piece.dropFirst(part.count)
            guard state.piece.isEmpty else { return (part.count, nil) }
            defer { state.writer = nil }
            return (part.count, state.writer)
        }
        writer?.resume()
        return count
    }

    private func copy(into buffer: UnsafeMutableRawBufferPointer, _ fill: HTTPBodyStream.Fill) -> Int {
        state.withLock { state in
            guard !state.isClosed, state.failure == nil else { return Int(CURL_READFUNC_ABORT) }
            do {
                let count = try fill(buffer)
                state.count += count
                let length = length ?? state.count
                guard count > 0 ? state.count <= length : state.count == length else { throw CurlUpload.wrongLength }
                return count
            } catch {
                state.failure = error
                return Int(CURL_READFUNC_ABORT)
            }
        }
    }

    /// Supplies `piece` and waits until it was read; returns `false` after the end of the exchange.
    private func put(_ piece: [UInt8], wake: @Sendable () -> Void) async -> Bool {
        let isTooLong = state.withLock { state in
            state.count += piece.count
            return length.map { state.count > $0 } ?? false
        }
        if isTooLong {
            end(CurlUpload.wrongLength, wake: wake)
            return false
        }
        let (isOpen, wasStarved) = state.withLock { state in
            guard !state.isClosed else { return (false, false) }
            state.piece = piece[...]
            defer { state.isStarved = false }
            return (true, state.isStarved)
        }
        guard isOpen else { return false }
        if wasStarved { wake() }
        await withCheckedContinuation { continuation in
            let waits = state.withLock { state in
                guard !state.piece.isEmpty, !state.isClosed else { return false }
                state.writer = continuation
                return true
            }
            if !waits { continuation.resume() }
        }
        return state.withLock { !$0.isClosed }
    }

    private func end(_ failure: (any Error)?, wake: @Sendable () -> Void) {
        let wasStarved = state.withLock { state in
            state.isComplete = true
            state.failure = failure ?? (length.map { $0 == state.count } ?? true ? nil : CurlUpload.wrongLength)
            defer { state.isStarved = false }
            return state.isStarved
        }
        if wasStarved { wake() }
    }

    private static let wrongLength = JourneyError(
        .validationFail, "The request's body does not have its declared length.")
}
