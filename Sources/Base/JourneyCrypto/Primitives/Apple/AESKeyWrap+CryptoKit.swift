import CryptoKit
import Foundation
import JourneyBase

extension Primitives {
    /// `key` wrapped: its length and 8 bytes.
    static func wrap(_ key: Secret, with wrapping: Secret) throws(CryptoError) -> [UInt8] {
        do { return Array(try AES.KeyWrap.wrap(key.symmetricKey, using: wrapping.symmetricKey)) } catch {
            throw .unavailable
        }
    }

    /// The key in `wrapped`, checked, in locked memory.
    static func unwrap(_ wrapped: [UInt8], with wrapping: Secret) throws(CryptoError) -> Secret {
        do { return Secret.copy(of: try AES.KeyWrap.unwrap(wrapped, using: wrapping.symmetricKey)) } catch {
            throw .authenticationFailed
        }
    }
}
