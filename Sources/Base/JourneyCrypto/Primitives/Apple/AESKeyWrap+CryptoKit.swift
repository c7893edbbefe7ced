import CryptoKit
import Foundation
import JourneyBase

extension Primitives {
    /// Wraps `key`; the result is 8 bytes longer.
    static func wrap(_ key: Secret, with wrapping: Secret) throws(CryptoError) -> [UInt8] {
        do { return Array(try AES.KeyWrap.wrap(key.symmetricKey, using: wrapping.symmetricKey)) } catch {
            throw .unavailable
        }
    }

    /// Unwraps and authenticates the key in `wrapped` into locked memory.
    static func unwrap(_ wrapped: [UInt8], with wrapping: Secret) throws(CryptoError) -> Secret {
        do { return Secret.copy(of: try AES.KeyWrap.unwrap(wrapped, using: wrapping.symmetricKey)) } catch {
            throw .authenticationFailed
        }
    }
}
