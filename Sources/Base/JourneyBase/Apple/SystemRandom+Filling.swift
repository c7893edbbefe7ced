import Darwin

extension SystemRandom {
    /// Fills `memory` with random bytes. Can't fail ("man 3 arc4random_buf").
    package static func fill(_ memory: UnsafeMutableRawBufferPointer) {
        if let start = memory.baseAddress { arc4random_buf(start, memory.count) }
    }
}
