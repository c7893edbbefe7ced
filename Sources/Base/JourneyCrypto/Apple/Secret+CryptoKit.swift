import CryptoKit
import Foundation
import JourneyBase

extension Secret {
    /// A symmetric key of these bytes, in memory that CryptoKit wipes.
    var symmetricKey: SymmetricKey { withBytes { SymmetricKey(data: $0) } }

    /// Copies bytes that CryptoKit holds in wiped memory into locked memory.
    static func copy(of bytes: some ContiguousBytes) -> Secret { bytes.withUnsafeBytes { Secret(copying: $0) } }
}

extension UnsafeMutableRawBufferPointer {
    /// Copies `bytes` to the start of the buffer, which must have room for them.
    func copy(_ bytes: some ContiguousBytes) { bytes.withUnsafeBytes { copyMemory(from: $0) } }
}
