import Darwin
import Foundation

extension Data {
    /// Zeroes the bytes that CryptoKit could only give us in ordinary memory. What else it kept is its own to wipe.
    mutating func wipe() {
        withUnsafeMutableBytes { bytes in
            if let start = bytes.baseAddress { memset_s(start, bytes.count, 0, bytes.count) }
        }
    }
}
