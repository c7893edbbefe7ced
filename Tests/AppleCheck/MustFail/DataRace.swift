// must fail: capture of 'key' with non-Sendable type 'SecKey' in a '@Sendable' closure
// Apple's reference types are not promised to be safe to share.
import Foundation
import Security

enum Sample {
    static func later(_ key: SecKey, _ run: @escaping (@escaping @Sendable () -> Void) -> Void) {
        run { _ = SecKeyCopyPublicKey(key) }
    }
}
