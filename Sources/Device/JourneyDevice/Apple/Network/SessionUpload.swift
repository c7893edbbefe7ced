internal import Dispatch
internal import Foundation
internal import JourneyBase
internal import Synchronization

/// A body in pieces on its way to the library, which reads one end of a pair of bound streams while a task writes the other.
final class SessionUpload: Sendable {
    private let source: HTTPBodyStream
    private let state = Mutex<(task: Task<Void, Never>?, failure: (any Error)?, isStarted: Bool)>((nil, nil, false))

    init(_ source: HTTPBodyStream) { self.source = source }

    /// Why the source gave no more; `nil` when it is well.
    var failure: (any Error)? { state.withLock(\.failure) }

    /// The end for the library to read; `nil` the second time, because a body in pieces is gone once it was sent.
    func start() -> InputStream? {
        let isFirst = state.withLock { state in
            defer { state.isStarted = true }
            return !state.isStarted
        }
        var input: InputStream?
        var output: OutputStream?
        guard isFirst else { return nil }
        Stream.getBoundStreams(withBufferSize: 64 * 1024, inputStream: &input, outputStream: &output)
        guard let input, let output else { return nil }
        let writer = StreamWriter(output)
        let task = Task { [self] in
            do {
                for try await piece in source { try await writer.write(piece) }
            } catch {
                state.withLock { $0.failure = $0.failure ?? error }
            }
            writer.close()
        }
        state.withLock { $0.task = task }
        return input
    }

    /// Nothing will be read any more.
    func close() {
        state.withLock { $0.task }?.cancel()
        source.cancel()
    }
}

/// Writes to a stream on a thread of its own, where it may stand still until there is room.
private final class StreamWriter: @unchecked Sendable {  // The stream is touched on the serial queue only.
    private let stream: OutputStream
    private let queue = DispatchQueue(label: "journey-upload")

    init(_ stream: OutputStream) {
        self.stream = stream
        queue.async { [self] in self.stream.open() }
    }

    func write(_ piece: [UInt8]) async throws {
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
            queue.async { [self] in
                var rest = piece[...]
                while !rest.isEmpty {
                    let count = rest.withUnsafeBufferPointer { bytes in
                        bytes.baseAddress.map { stream.write($0, maxLength: bytes.count) } ?? 0
                    }
                    // The library has closed its end.
                    guard count > 0 else { return continuation.resume(throwing: CancellationError()) }
                    rest = rest.dropFirst(count)
                }
                continuation.resume()
            }
        }
    }

    func close() { queue.async { [self] in stream.close() } }
}
