internal import Synchronization

/// A body that comes in pieces, for one reader.
///
/// The reader pulls: who reads slowly slows the source down. A reader that stops early, because it leaves its loop or its
/// task is cancelled, calls `cancel`, and so does whoever drops the stream: the source learns that nobody listens.
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

    /// Gives the pieces to one reader.
    public struct Iterator: AsyncIteratorProtocol {
        fileprivate let source: Source

        /// The next piece, which is never empty; `nil` at the end. Throws when the body breaks off.
        public mutating func next() async throws -> [UInt8]? {
            while let piece = try await source.next() {
                if !piece.isEmpty { return piece }
            }
            return nil
        }
    }

    private let source: Source
    /// How many bytes there will be in all, where that is known. Who sends the body says so, and fails when it is not so.
    public let length: Int?
    /// Copies what comes next into the memory that it is given, as much as fits, and returns how many bytes; 0 at the end.
    package typealias Fill = @Sendable (UnsafeMutableRawBufferPointer) throws -> Int
    /// The way to send the body without a piece in memory of its own; `nil` for a body that has none. Whoever uses it reads no
    /// pieces.
    package let fill: Fill?

    /// A stream whose pieces `next` gives until it gives `nil` or throws. It is asked for one piece at a time; `onCancel`
    /// is called once, when nobody will ask again.
    public init(
        length: Int? = nil, next: @escaping @Sendable () async throws -> [UInt8]?,
        onCancel: @escaping @Sendable () -> Void = {}
    ) {
        source = Source(next: next, onCancel: onCancel)
        self.length = length
        fill = nil
    }

    /// A stream of `length` bytes that a transport copies straight to where they go: for what may stay nowhere. A reader of
    /// pieces gets copies.
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

    /// A stream of `bytes`, in one piece.
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

    /// Tells the source that nobody listens any more.
    public func cancel() { source.cancel() }

    /// The whole body. Throws `RESPONSE_TOO_LARGE` as soon as it is longer than `limit`, and what the source throws.
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
