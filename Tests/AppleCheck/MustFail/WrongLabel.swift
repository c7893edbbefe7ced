// must fail: incorrect argument label in call (have 'for:with:', expected 'for:using:')
import CryptoKit
import Foundation

enum Sample {
    static func tag(_ message: Data, _ key: SymmetricKey) -> [UInt8] {
        Array(HMAC<SHA256>.authenticationCode(for: message, with: key))
    }
}
