import CryptoKit
import Foundation
import JourneyBase

extension Secret {
    /// A key of these bytes, in memory that CryptoKit wipes.
    var symmetricKey: SymmetricKey { withBytes { SymmetricKey(data: $0) } }

    /// What CryptoKit keeps in wiped memory of its own, copied into locked memory.
    static func copy(of bytes: some ContiguousBytes) -> Secret { bytes.withUnsafeBytes { Secret(copying: $0) } }
}

extension UnsafeMutableRawBufferPointer {
    /// Writes `bytes`, for which there is room, to the start.
    func copy(_ bytes: some ContiguousBytes) { bytes.withUnsafeBytes { copyMemory(from: $0) } }
}
