import JourneyBase

/// Finds the end of a head, and remembers how far it has looked, so that a head that comes in pieces is looked at once.
///
/// It takes `CRLF` alone for a line's end (RFC 9112, section 2.2, allows more, and parsers differ in what), and no other
/// control characters than tabs. What it refuses depends on the bytes alone, not on how they were split.
struct HeadScanner: Sendable {
    /// Bytes that have been looked at.
    private(set) var looked = 0
    /// Lines that have ended.
    private(set) var lines = 0
    /// The start of the line under way.
    private var line = 0

    /// The length of the head that `bytes` begins with, with its empty line, or `nil` when there is not all of it.
    ///
    /// - Throws: 400 for a control character; 431 for a head that is too long; for a request line that is too long, 414,
    ///   or 501 when its method is the cause.
    mutating func length(_ bytes: UnsafeRawBufferPointer, limits: ServerLimits) throws(RequestHead.Refusal) -> Int? {
        while true {
            // The longest method that is known, the version and what is between them fit into the rest.
            let bound = lines == 0 ? min(limits.head, limits.target + 64) : limits.head
            let stop = min(bytes.count, bound)
            let place = bytes.firstControl(from: min(looked, stop), to: stop)
            looked = place
            guard place < stop else {
                guard bytes.count < bound else { throw tooLong(bytes, limits) }
                return nil
            }
            if bytes[place] == .tab {
                looked += 1
                continue
            }
            guard bytes[place] == .carriageReturn else { throw RequestHead.Refusal(status: 400) }
            guard place + 2 <= bound else { throw tooLong(bytes, limits) }
            guard place + 1 < bytes.count else { return nil }
            guard bytes[place + 1] == .lineFeed else { throw RequestHead.Refusal(status: 400) }
            looked += 2
            if place == line { return looked }
            line = looked
            lines += 1
        }
    }

    private func tooLong(_ bytes: UnsafeRawBufferPointer, _ limits: ServerLimits) -> RequestHead.Refusal {
        guard lines == 0 else { return RequestHead.Refusal(status: 431) }
        guard let end = bytes.prefix(looked).firstIndex(where: { !$0.isToken }) else {
            return RequestHead.Refusal(status: 501)
        }
        guard end > 0, bytes[end] == .space else { return RequestHead.Refusal(status: 400) }
        let target = bytes[(end + 1)..<looked].prefix { $0 != .space }
        // Behind a target that is short enough, it is the version that has no end.
        return RequestHead.Refusal(status: target.count > limits.target || target.endIndex == looked ? 414 : 400)
    }
}
