import Darwin
import Foundation

extension Data {
    /// Zeroes bytes that CryptoKit can only return in ordinary memory. CryptoKit's own copies are not wiped by this.
    mutating func wipe() {
        withUnsafeMutableBytes { bytes in
            if let start = bytes.baseAddress { memset_s(start, bytes.count, 0, bytes.count) }
        }
    }
}
