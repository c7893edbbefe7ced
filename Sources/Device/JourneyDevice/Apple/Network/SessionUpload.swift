internal import Dispatch
internal import Foundation
internal import JourneyBase
internal import Synchronization

/// Streams a body to the library, which reads one end of a pair of bound streams while a task writes the other.
final class SessionUpload: Sendable {
    private let source: HTTPBodyStream
    private let state = Mutex<(task: Task<Void, Never>?, failure: (any Error)?, isStarted: Bool)>((nil, nil, false))

    init(_ source: HTTPBodyStream) { self.source = source }

    /// The error of the source; `nil` without one.
    var failure: (any Error)? { state.withLock(\.failure) }

    /// Returns the stream for the library to read; `nil` the second time, because a streamed body can be sent only once.
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
                if let fill = source.fill {
                    try await writer.write(copying: fill)
                } else {
                    for try await piece in source { try await writer.write(piece) }
                }
            } catch {
                state.withLock { $0.failure = $0.failure ?? error }
            }
            writer.close()
        }
        state.withLock { $0.task = task }
        return input
    }

    /// Ends the upload.
    func close() {
        state.withLock { $0.task }?.cancel()
        source.cancel()
    }
}

/// Writes to a stream on its own queue, where it may block until there is room.
private final class StreamWriter: @unchecked Sendable {  // The stream is touched on the serial queue only.
    private let stream: OutputStream
    private let queue = DispatchQueue(label: "journey-upload")

    init(_ stream: OutputStream) {
        self.stream = stream
        queue.async { [self] in self.stream.open() }
    }

    func write(_ piece: [UInt8]) async throws {
        try await onQueue { [self] in try piece.withUnsafeBytes { try writeAll($0) } }
    }

    /// Writes everything that `fill` returns, through memory that is wiped.
    func write(copying fill: @escaping HTTPBodyStream.Fill) async throws {
        try await onQueue { [self] in
            try Secret.withScratch(count: 16 * 1_024) { memory in
                while case let count = try fill(memory), count > 0 {
                    try writeAll(UnsafeRawBufferPointer(rebasing: memory[..<count]))
                }
            }
        }
    }

    private func onQueue(_ work: @escaping @Sendable () throws -> Void) async throws {
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
            queue.async { continuation.resume(with: Result(catching: work)) }
        }
    }

    private func writeAll(_ bytes: UnsafeRawBufferPointer) throws {
        var rest = bytes.bindMemory(to: UInt8.self)[...]
        while !rest.isEmpty {
            let part = UnsafeBufferPointer(rebasing: rest)
            let count = part.baseAddress.map { stream.write($0, maxLength: part.count) } ?? 0
            // The library has closed its end.
            guard count > 0 else { throw CancellationError() }
            rest = rest.dropFirst(count)
        }
    }

    func close() { queue.async { [self] in stream.close() } }
}
