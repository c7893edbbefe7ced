import JourneyBase

/// The framing of a chunked body (RFC 9112, section 7.1): sizes, extensions, line ends and trailer fields. Bytes in, one at a
/// time; none of them is kept.
struct ChunkFraming: Sendable {
    /// The result of one byte.
    enum Step: Equatable {
        case framing
        /// So many bytes of the body, at least one.
        case data(Int)
        case end
    }

    private enum Part {
        case size, gap, nameStart, name, nameGap, valueStart, value, quoted, pair, quotedEnd, sizeEnd
        case dataEnd, dataLineFeed
        case trailerStart, trailerName, trailerValue, trailerEnd, lastEnd
    }

    private var part = Part.size
    private var size = 0
    private var digits = 0
    private var text = UTF8Check()
    /// The number of bytes that extensions and trailers together may still have.
    private var room: Int
    /// Trailer fields that may still come.
    private var fields: Int

    /// - Parameters:
    ///   - room: The most bytes of all extensions and trailers.
    ///   - fields: The most trailer fields.
    init(room: Int, fields: Int) {
        self.room = room
        self.fields = fields
    }

    /// Takes the next byte of the framing. After `.data` this is the first one behind the data.
    ///
    /// - Throws: 400 for what is malformed, 413 for a size that no number here holds, 431 for extensions and trailers that
    ///   are too long or too many.
    mutating func take(_ byte: UInt8) throws(RequestHead.Refusal) -> Step {
        switch part {
        case .size: try takeSize(byte)
        case .sizeEnd:
            try require(byte == .lineFeed)
            if size == 0 {
                part = .trailerStart
            } else {
                part = .dataEnd
                return .data(size)
            }
        case .dataEnd:
            try require(byte == .carriageReturn)
            part = .dataLineFeed
        case .dataLineFeed:
            try require(byte == .lineFeed)
            (part, size, digits) = (.size, 0, 0)
        case .trailerStart, .trailerName, .trailerValue, .trailerEnd: try takeTrailer(byte)
        case .lastEnd:
            try require(byte == .lineFeed)
            return .end
        default: try takeExtension(byte)
        }
        return .framing
    }

    private mutating func takeSize(_ byte: UInt8) throws(RequestHead.Refusal) {
        if let digit = Hex.value(byte) {
            digits += 1
            try require(digits <= 16)
            guard size <= Int.max >> 4 else { throw RequestHead.Refusal(status: 413) }
            size = size << 4 | Int(digit)
        } else {
            try require(digits > 0)
            if byte == .carriageReturn {
                part = .sizeEnd
            } else {
                part = .gap
                try takeExtension(byte)
            }
        }
    }

    /// `*( BWS ";" BWS name [ BWS "=" BWS value ] )`, up to the line's end.
    private mutating func takeExtension(_ byte: UInt8) throws(RequestHead.Refusal) {
        let canEnd = part == .name || part == .value || part == .quotedEnd
        if byte == .carriageReturn, canEnd {
            part = .sizeEnd
            return
        }
        try spend()
        switch part {
        case .gap where byte == UInt8(ascii: ";"), .name where byte == UInt8(ascii: ";"),
            .nameGap where byte == UInt8(ascii: ";"), .value where byte == UInt8(ascii: ";"),
            .quotedEnd where byte == UInt8(ascii: ";"):
            part = .nameStart
        case .name where byte == UInt8(ascii: "="), .nameGap where byte == UInt8(ascii: "="): part = .valueStart
        case .gap, .nameGap: try require(byte.isBlank)
        case .nameStart, .valueStart:
            if byte.isBlank { break }
            if part == .valueStart, byte == UInt8(ascii: "\"") {
                part = .quoted
            } else {
                try require(byte.isToken)
                part = part == .nameStart ? .name : .value
            }
        case .name, .value, .quotedEnd:
            if byte.isBlank {
                part = part == .name ? .nameGap : .gap
            } else {
                try require(byte.isToken && part != .quotedEnd)
            }
        case .quoted, .pair:
            try require(text.accepts(byte) && !byte.isForbidden)
            if part == .pair {
                part = .quoted
            } else if byte == UInt8(ascii: "\\") {
                part = .pair
            } else if byte == UInt8(ascii: "\"") {
                part = .quotedEnd
            }
        default: throw RequestHead.Refusal(status: 400)
        }
    }

    /// Fields as in a head, up to an empty line.
    private mutating func takeTrailer(_ byte: UInt8) throws(RequestHead.Refusal) {
        if part == .trailerStart, byte == .carriageReturn {
            part = .lastEnd
            return
        }
        try spend()
        switch part {
        case .trailerStart:
            try require(byte.isToken)
            fields -= 1
            guard fields >= 0 else { throw RequestHead.Refusal(status: 431) }
            part = .trailerName
        case .trailerName:
            if byte == UInt8(ascii: ":") { part = .trailerValue } else { try require(byte.isToken) }
        case .trailerValue:
            try require(text.accepts(byte))
            if byte == .carriageReturn { part = .trailerEnd } else { try require(!byte.isForbidden) }
        default:
            try require(byte == .lineFeed)
            part = .trailerStart
        }
    }

    private mutating func spend() throws(RequestHead.Refusal) {
        room -= 1
        guard room >= 0 else { throw RequestHead.Refusal(status: 431) }
    }

    private func require(_ isGood: Bool) throws(RequestHead.Refusal) {
        guard isGood else { throw RequestHead.Refusal(status: 400) }
    }
}
