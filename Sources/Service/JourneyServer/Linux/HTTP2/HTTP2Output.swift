/// The bytes that a session writes at one time: frames, one behind the other, in a buffer of the caller's.
struct HTTP2Output {
    /// The header of a frame (RFC 9113, section 4.1).
    static let headerCount = 9
    /// A frame's header and the longest payload (section 4.2).
    static let longestFrame = headerCount + 16_384

    private let buffer: UnsafeMutableRawBufferPointer
    private(set) var count = 0

    init(_ buffer: UnsafeMutableRawBufferPointer = UnsafeMutableRawBufferPointer(start: nil, count: 0)) {
        self.buffer = buffer
    }

    /// `true` if any frame fits.
    var hasRoom: Bool { buffer.count - count >= HTTP2Output.longestFrame }

    /// The place of a body of the next frame, of at most `count` bytes.
    func bodyRoom(_ count: Int) -> UnsafeMutableRawBufferPointer {
        let start = self.count + HTTP2Output.headerCount
        return UnsafeMutableRawBufferPointer(rebasing: buffer[start..<min(start + count, buffer.count)])
    }

    /// Adds `bytes`, and `bodyCount` more that stand behind them already.
    mutating func append(_ bytes: UnsafeRawBufferPointer, bodyCount: Int = 0) {
        UnsafeMutableRawBufferPointer(rebasing: buffer[count...]).copyMemory(from: bytes)
        count += bytes.count + bodyCount
    }
}
