import JourneyBase

/// The part of an HTTP/1.1 response's body that isn't in the output buffer yet.
struct HTTP1Body {
    /// The framing that shows the end of a streamed body (RFC 9112, section 6.3).
    enum Framing {
        case chunked
        case length(left: Int)
        case untilClose
    }

    enum Progress {
        /// Everything is in the output buffer or with the socket.
        case done
        /// Goes on when the socket takes more, or the source has more.
        case waiting
        /// The source has failed.
        case broken
    }

    private enum Rest {
        case nothing
        case bytes([UInt8], from: Int)
        case stream(OutgoingBody, Framing)
    }

    private var rest = Rest.nothing

    /// No body.
    init() {}

    /// A body that is streamed.
    init(_ outgoing: OutgoingBody, _ framing: Framing) { rest = .stream(outgoing, framing) }

    /// A body that is there whole. A short one goes with the head.
    init(_ bytes: [UInt8], after output: OutputBuffer) {
        if bytes.count <= min(output.room, 16_384) {
            output.append(bytes)
        } else {
            rest = .bytes(bytes, from: 0)
        }
    }

    /// `true` if everything is in the output buffer or with the socket.
    var isDone: Bool { if case .nothing = rest { true } else { false } }

    /// The size of a body that is there whole and has not been sent whole.
    var heldCount: Int { if case .bytes(let body, _) = rest { body.count } else { 0 } }

    /// Sends on.
    mutating func send(over connection: Connection, for exchange: Exchange) -> Progress {
        switch rest {
        case .nothing: return .done
        case .bytes(let body, let from):
            guard connection.flush() else { return .waiting }
            let count = body.withUnsafeBytes { connection.send(UnsafeRawBufferPointer(rebasing: $0[from...])) }
            rest = from + count == body.count ? .nothing : .bytes(body, from: from + count)
            return from + count == body.count ? .done : .waiting
        case .stream(let outgoing, let framing): return send(outgoing, framing, over: connection)
        }
    }

    private mutating func send(_ outgoing: OutgoingBody, _ framing: Framing, over connection: Connection) -> Progress {
        let loop = connection.loop
        var framing = framing
        while connection.isOpen {
            if loop.output.room < loop.piece.bytes.count + 32, !connection.flush() {
                rest = .stream(outgoing, framing)
                return .waiting
            }
            switch outgoing.read(into: loop.piece.bytes) {
            case .bytes(let count):
                HTTP1Body.put(UnsafeRawBufferPointer(rebasing: loop.piece.bytes[..<count]), &framing, into: loop.output)
            case .waiting:
                rest = .stream(outgoing, framing)
                if connection.flush(), connection.hasPeerEnded { outgoing.abandon() }
                return .waiting
            case .ended:
                if case .length(let left) = framing, left > 0 { return fail(connection) }
                if case .chunked = framing { loop.output.append("0\r\n\r\n") }
                rest = .nothing
                return .done
            case .failed: return fail(connection)
            }
        }
        return .waiting
    }

    private func fail(_ connection: Connection) -> Progress {
        _ = connection.flush()
        return .broken
    }

    private static func put(_ bytes: UnsafeRawBufferPointer, _ framing: inout Framing, into output: OutputBuffer) {
        switch framing {
        case .chunked:
            output.append(hexadecimal: bytes.count)
            output.append("\r\n")
            output.append(bytes)
            output.append("\r\n")
        case .length(let left):
            output.append(UnsafeRawBufferPointer(rebasing: bytes.prefix(left)))
            framing = .length(left: max(0, left - bytes.count))
        case .untilClose: output.append(bytes)
        }
    }
}
