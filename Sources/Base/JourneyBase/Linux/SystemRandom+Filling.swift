import Glibc

extension SystemRandom {
    /// Fills `memory` with random bytes. Ends the process if the system has no entropy source ("man 3 arc4random_buf").
    package static func fill(_ memory: UnsafeMutableRawBufferPointer) {
        if let start = memory.baseAddress { arc4random_buf(start, memory.count) }
    }
}
