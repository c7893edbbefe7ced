internal import Synchronization

/// A body in chunks, for one reader.
///
/// The reader pulls, so a slow reader slows the source down. Leaving the loop early, cancelling the reading task or dropping the
/// stream tells the source to stop.
public struct HTTPBodyStream: AsyncSequence, Sendable {
    public typealias Element = [UInt8]

    fileprivate final class Source: Sendable {
        let next: @Sendable () async throws -> [UInt8]?
        private let onCancel: @Sendable () -> Void
        private let isOver = Atomic(false)

        init(next: @escaping @Sendable () async throws -> [UInt8]?, onCancel: @escaping @Sendable () -> Void) {
            self.next = next
            self.onCancel = onCancel
        }

        deinit { cancel() }

        func cancel() { if !isOver.exchange(true, ordering: .relaxed) { onCancel() } }
    }

    /// The iterator of the one reader.
    public struct Iterator: AsyncIteratorProtocol {
        fileprivate let source: Source

        /// Returns the next chunk, which is never empty, or `nil` at the end.
        ///
        /// - Returns: The chunk.
        /// - Throws: The error of the source if the body ends early.
        public mutating func next() async throws -> [UInt8]? {
            while let piece = try await source.next() {
                if !piece.isEmpty { return piece }
            }
            return nil
        }
    }

    private let source: Source
    /// The number of bytes in all, if known. A sender announces it, and fails if the body has another length.
    public let length: Int?
    /// Copies the next bytes into the given memory and returns their number; 0 at the end.
    package typealias Fill = @Sendable (UnsafeMutableRawBufferPointer) throws -> Int
    /// Sends the body without intermediate buffers, if it supports that. A caller that uses it must not read chunks.
    package let fill: Fill?

    /// Creates a stream from a function that produces chunks.
    ///
    /// - Parameters:
    ///   - length: The number of bytes in all, if known.
    ///   - next: Returns the next chunk, or `nil` at the end. Never called concurrently.
    ///   - onCancel: Called once, when no more chunks are needed.
    /// - Throws: Nothing itself; reading the stream throws the errors of `next`.
    public init(
        length: Int? = nil, next: @escaping @Sendable () async throws -> [UInt8]?,
        onCancel: @escaping @Sendable () -> Void = {}
    ) {
        source = Source(next: next, onCancel: onCancel)
        self.length = length
        fill = nil
    }

    /// Creates a stream of `length` bytes that a transport copies directly to their destination, for data that must not be
    /// buffered. A reader of chunks gets copies.
    package init(length: Int, filling fill: @escaping Fill) {
        let next: @Sendable () async throws -> [UInt8]? = {
            let piece = try [UInt8](unsafeUninitializedCapacity: 64 * 1_024) { memory, count in
                count = try fill(UnsafeMutableRawBufferPointer(memory))
            }
            return piece.isEmpty ? nil : piece
        }
        source = Source(next: next, onCancel: {})
        self.length = length
        self.fill = fill
    }

    /// Creates a stream of `bytes`, in one chunk.
    public init(_ bytes: [UInt8]) {
        let rest = Mutex<[UInt8]?>(bytes)
        self.init(
            length: bytes.count,
            next: {
                rest.withLock { rest in
                    defer { rest = nil }
                    return rest
                }
            })
    }

    public func makeAsyncIterator() -> Iterator { Iterator(source: source) }

    /// Tells the source that no more chunks are needed.
    public func cancel() { source.cancel() }

    /// Reads the whole body into memory.
    ///
    /// - Parameter limit: The most bytes to accept.
    /// - Returns: The body.
    /// - Throws: `RESPONSE_TOO_LARGE` as soon as the body exceeds `limit`; the source's own error.
    public func collected(limit: Int) async throws -> [UInt8] {
        var whole: [UInt8] = []
        for try await piece in self {
            guard piece.count <= limit - whole.count else {
                cancel()
                throw JourneyError(.responseTooLarge, "The body is longer than \(limit) bytes.")
            }
            whole += piece
        }
        return whole
    }
}
