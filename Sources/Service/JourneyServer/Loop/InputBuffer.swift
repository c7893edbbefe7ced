/// Memory that all connections of a loop use in turn.
final class SharedMemory {
    let bytes: UnsafeMutableRawBufferPointer

    init(count: Int) { bytes = .allocate(byteCount: count, alignment: 16) }

    deinit { bytes.deallocate() }
}

/// The received, unconsumed bytes of a connection. They are read into memory that all connections of a loop share. Only bytes
/// that are left when the loop turns to another connection get memory of their own, so that an idle connection has none.
final class InputBuffer {
    private var base: UnsafeMutableRawPointer?
    private var start = 0
    private var end = 0
    private var capacity = 0
    /// `true` if the bytes are in the loop's memory.
    private var isShared = false

    deinit { if !isShared { base?.deallocate() } }

    /// The bytes, until the next call that changes them.
    var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: base.map { $0 + start }, count: end - start) }

    /// The size of the buffer's own memory in bytes.
    var ownCapacity: Int { isShared ? 0 : capacity }

    func consume(_ count: Int) { start += count }

    /// Room for more bytes, `shared` where nothing is left from before; `nil` when more than `limit` bytes would be kept.
    func room(shared: UnsafeMutableRawBufferPointer, limit: Int) -> UnsafeMutableRawBufferPointer? {
        if start == end {
            release()
            base = shared.baseAddress
            isShared = true
            return shared
        }
        guard end - start < limit else { return nil }
        let count = end - start
        if isShared || capacity - count < 1_024 {
            move(to: min(max(2 * count, 4_096), limit + 1_024))
        } else if start > 0 {
            if let base { base.copyMemory(from: base + start, byteCount: count) }
            (start, end) = (0, count)
        }
        return UnsafeMutableRawBufferPointer(start: base.map { $0 + end }, count: capacity - end)
    }

    /// `count` bytes were read into what `room` gave.
    func received(_ count: Int) { end += count }

    /// Leaves the shared memory to other connections: what is left gets memory of its own.
    func settle() {
        if start == end { return release() }
        if isShared { move(to: end - start) }
    }

    private func move(to size: Int) {
        let count = end - start
        let size = max(size, count)
        let memory = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 16)
        if let from = bytes.baseAddress { memory.copyMemory(from: from, byteCount: count) }
        if !isShared { base?.deallocate() }
        (base, start, end, capacity, isShared) = (memory, 0, count, size, false)
    }

    private func release() {
        if !isShared { base?.deallocate() }
        (base, start, end, capacity, isShared) = (nil, 0, 0, 0, false)
    }
}

/// The next output: memory that all connections of a loop share, filled and sent within one step of one connection.
final class OutputBuffer {
    private let memory: UnsafeMutableRawBufferPointer
    private(set) var count = 0

    init(capacity: Int) { memory = .allocate(byteCount: capacity, alignment: 16) }

    deinit { memory.deallocate() }

    var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: memory[..<count]) }

    /// The number of bytes that still fit.
    var room: Int { memory.count - count }

    func clear() { count = 0 }

    /// Has `body` write into the room that is left, and say how many bytes it wrote, which is returned.
    func fill(_ body: (UnsafeMutableRawBufferPointer) -> Int) -> Int {
        let written = body(UnsafeMutableRawBufferPointer(rebasing: memory[count...]))
        count += written
        return written
    }

    /// Adds `bytes`, of which there are at most `room`.
    func append(_ bytes: UnsafeRawBufferPointer) {
        guard let from = bytes.baseAddress, bytes.count <= room else { return }
        memory.baseAddress.map { $0 + count }?.copyMemory(from: from, byteCount: bytes.count)
        count += bytes.count
    }

    func append(_ bytes: [UInt8]) { bytes.withUnsafeBytes { append($0) } }

    func append(_ text: StaticString) {
        append(UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    func append(_ text: String) {
        var text = text
        text.withUTF8 { append(UnsafeRawBufferPointer($0)) }
    }

    /// Adds `number` in decimal digits.
    func append(decimal number: Int) {
        var digits: (UInt64, UInt64, UInt64) = (0, 0, 0)
        withUnsafeMutableBytes(of: &digits) { digits in
            var rest = UInt(max(0, number))
            var first = digits.count
            repeat {
                first -= 1
                digits[first] = UInt8(0x30 + rest % 10)
                rest /= 10
            } while rest > 0
            append(UnsafeRawBufferPointer(rebasing: digits[first...]))
        }
    }

    /// Adds `number` in hexadecimal digits.
    func append(hexadecimal number: Int) {
        var shift = 60
        while shift > 0 && (number >> shift) & 15 == 0 { shift -= 4 }
        while shift >= 0 {
            let digit = UInt8((number >> shift) & 15)
            if room > 0 {
                memory[count] = digit < 10 ? digit + 0x30 : digit - 10 + 0x61
                count += 1
            }
            shift -= 4
        }
    }
}
