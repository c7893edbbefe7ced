import JourneyBase
import JourneyCrypto
import Testing

struct AESGCMSecretsTests {
    let key = Secret(copying: [UInt8](repeating: 7, count: 32))
    let nonce = [UInt8](repeating: 1, count: 12)

    @Test("a sealed secret equals the same bytes sealed, and opens to a secret", arguments: [1, 32, 4_096])
    func roundTrip(count: Int) throws {
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0) }
        let sealed = try AESGCM.seal(Secret(copying: bytes), key: key, nonce: nonce, aad: [9])
        #expect(try sealed == AESGCM.seal(bytes, key: key, nonce: nonce, aad: [9]))
        let opened = try AESGCM.openSecret(sealed, key: key, nonce: nonce, aad: [9])
        #expect(opened.withBytes { Array($0) } == bytes)
    }

    @Test("a changed, truncated or empty sealed secret does not open")
    func refused() throws {
        let sealed = try AESGCM.seal(Secret(copying: [1, 2, 3]), key: key, nonce: nonce, aad: [9])
        let changed = sealed.indices.map { index in
            sealed.enumerated().map { $0.offset == index ? $0.element ^ 1 : $0.element }
        }
        let empty = try AESGCM.seal([UInt8](), key: key, nonce: nonce, aad: [9])
        for bad in changed + (0..<sealed.count).map({ Array(sealed.prefix($0)) }) + [empty] {
            #expect(throws: CryptoError.authenticationFailed) {
                try AESGCM.openSecret(bad, key: key, nonce: nonce, aad: [9])
            }
        }
        #expect(throws: CryptoError.authenticationFailed) {
            try AESGCM.openSecret(sealed, key: key, nonce: nonce, aad: [])
        }
        #expect(throws: CryptoError.nonceInvalid) { try AESGCM.openSecret(sealed, key: key, nonce: [1], aad: [9]) }
    }
}
