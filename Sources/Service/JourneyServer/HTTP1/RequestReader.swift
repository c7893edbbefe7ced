/// Reads the requests of one HTTP/1.1 connection (RFC 9112): bytes in, events out, no input or output of its own.
///
/// What it says depends on the bytes alone, not on how they were split. What is ambiguous is refused, and after a refusal
/// nothing more is read: where the next request begins is then not known.
package struct RequestReader: Sendable {
    /// A step of a request.
    package enum Event: Sendable {
        /// A checked head; its framing says what follows.
        case head(RequestHead)
        /// A piece of the body, never empty: places in the bytes that were given.
        case body(Range<Int>)
        /// The end of the request, of one without a body too. Behind one that is not persistent the caller reads no more.
        case end
    }

    private enum State {
        case head
        /// So many bytes of a body with an announced length, at least one.
        case body(Int)
        case framing
        /// So many bytes of a chunk's data, at least one.
        case data(Int)
        case end
        case refused(RequestHead.Refusal)
    }

    private let rules: RequestHead.Rules
    private var state = State.head
    private var scanner = HeadScanner()
    private var hasEmptyLine = false
    private var chunks = ChunkFraming(room: 0, fields: 0)

    package init(rules: RequestHead.Rules) { self.rules = rules }

    /// `true` if nothing of a next request has been seen: an empty line before it does not count.
    package var isIdle: Bool {
        if case .head = state { scanner.looked == 0 } else { false }
    }

    /// Reads the next event of the connection.
    ///
    /// - Parameters:
    ///   - bytes: The received bytes. A head is consumed as a whole: until then the caller keeps its bytes and passes them again
    ///     with those
    ///     that follow.
    ///   - position: The position to read from. It moves behind the consumed bytes, also when there is no event.
    /// - Returns: The event, or `nil` when more bytes are needed.
    /// - Throws: The status that refuses the request: those of `RequestHead`, and of bodies that are malformed or whose framing
    ///   is too long.
    ///   Further calls throw it again.
    package mutating func next(
        in bytes: UnsafeRawBufferPointer, from position: inout Int
    ) throws(RequestHead.Refusal) -> Event? {
        do throws(RequestHead.Refusal) {
            switch state {
            case .head: return try readHead(bytes, &position)
            case .body(let left):
                return piece(of: left, bytes, &position) { $0 > 0 ? .body($0) : .end }
            case .framing:
                if try !readFraming(bytes, &position) { return nil }
                return try next(in: bytes, from: &position)
            case .data(let left):
                return piece(of: left, bytes, &position) { $0 > 0 ? .data($0) : .framing }
            case .end:
                state = .head
                return .end
            case .refused(let refusal): throw refusal
            }
        } catch {
            state = .refused(error)
            throw error
        }
    }

    private mutating func readHead(
        _ bytes: UnsafeRawBufferPointer, _ position: inout Int
    ) throws(RequestHead.Refusal) -> Event? {
        if scanner.looked == 0, position < bytes.count, bytes[position] == .carriageReturn {
            // Some clients send an empty line behind a body (RFC 9112, section 2.2).
            guard !hasEmptyLine else { throw RequestHead.Refusal(status: 400) }
            guard position + 1 < bytes.count else { return nil }
            guard bytes[position + 1] == .lineFeed else { throw RequestHead.Refusal(status: 400) }
            hasEmptyLine = true
            position += 2
            return try readHead(bytes, &position)
        }
        let rest = UnsafeRawBufferPointer(rebasing: bytes[position...])
        guard let count = try scanner.length(rest, limits: rules.limits) else { return nil }
        let head = try RequestHead(
            UnsafeRawBufferPointer(rebasing: rest[..<count]), lines: scanner.lines, rules: rules)
        position += count
        switch head.framing {
        case .none, .length(0): state = .end
        case .length(let length): state = .body(length)
        case .chunked:
            state = .framing
            chunks = ChunkFraming(
                room: rules.limits.head - count, fields: rules.limits.fields - (scanner.lines - 1))
        }
        scanner = HeadScanner()
        hasEmptyLine = false
        return .head(head)
    }

    private mutating func piece(
        of left: Int, _ bytes: UnsafeRawBufferPointer, _ position: inout Int, then next: (Int) -> State
    ) -> Event? {
        let count = min(left, bytes.count - position)
        guard count > 0 else { return nil }
        let range = position..<position + count
        position += count
        state = next(left - count)
        return .body(range)
    }

    /// Returns `true` if the framing went as far as data or the end.
    private mutating func readFraming(
        _ bytes: UnsafeRawBufferPointer, _ position: inout Int
    ) throws(RequestHead.Refusal) -> Bool {
        while position < bytes.count {
            let step = try chunks.take(bytes[position])
            position += 1
            switch step {
            case .framing: continue
            case .data(let size): state = .data(size)
            case .end: state = .end
            }
            return true
        }
        return false
    }
}
