import CCurl
import JourneyBase
import Synchronization

/// The body of one request that comes in pieces: a task puts them in, libcurl takes them out, and each waits for the
/// other. Holds one piece; none of a body that is copied straight to libcurl.
final class CurlUpload: Sendable {
    private struct State {
        var piece: ArraySlice<UInt8> = []
        var count = 0
        var isComplete = false
        /// Nothing will be taken any more.
        var isClosed = false
        var failure: (any Error)?
        /// Whether libcurl asked in vain and has to be told.
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

    /// Why the source gave no more; `nil` when it is well.
    var failure: (any Error)? { state.withLock(\.failure) }

    /// Whether the body is copied straight to libcurl: it may stay nowhere.
    var isCopied: Bool { source.fill != nil }

    /// Starts to take from the source. `wake` is called whenever libcurl should ask again.
    ///
    /// In a task of its own, because a body may be sent for longer than its sender waits for the header of the answer;
    /// `close` ends it.
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

    /// Nothing will be taken any more: the exchange is over.
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

    /// Fills `buffer`; 0 at the end, or one of libcurl's words for "later" and "never".
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

    /// Puts `piece` in and waits until it was taken; `false` when nobody wants it.
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
        .validationFail, "The request's body has another length than it was said to have.")
}
