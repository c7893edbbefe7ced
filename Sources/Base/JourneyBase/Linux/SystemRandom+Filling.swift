import Glibc

extension SystemRandom {
    /// Fills `memory` in place. The process ends when the system has no randomness to give ("man 3 arc4random_buf").
    package static func fill(_ memory: UnsafeMutableRawBufferPointer) {
        if let start = memory.baseAddress { arc4random_buf(start, memory.count) }
    }
}
