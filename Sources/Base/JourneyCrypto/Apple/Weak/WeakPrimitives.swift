import CryptoKit
import Foundation

/// The weak primitives over CryptoKit that `Weak/` needs.
enum WeakPrimitives {
    static func sha1(_ bytes: [UInt8]) -> [UInt8] { Array(Insecure.SHA1.hash(data: bytes)) }

    static func md5(_ bytes: [UInt8]) -> [UInt8] { Array(Insecure.MD5.hash(data: bytes)) }
}
