import JourneyBase
import Testing

@testable import JourneyCrypto

@Suite("HPKE")
struct HPKETests {
    private let message = Array("one message".utf8)
    private let info = Array("what both know".utf8)
    private let aad = Array("what belongs to it".utf8)

    @Test("one message is sealed and opened with either cipher", arguments: HPKE.Cipher.allCases)
    func singleShot(cipher: HPKE.Cipher) throws {
        let key = try P256AgreementKey()
        for plaintext in [message, [], [UInt8](repeating: 7, count: 100_000)] {
            let sealed = try HPKE.seal(plaintext, to: key.publicKey, info: info, aad: aad, cipher: cipher)
            #expect(sealed.encapsulated.count == HPKE.encapsulatedCount)
            #expect(sealed.ciphertext.count == plaintext.count + 16)
            let opened = try HPKE.open(
                sealed.ciphertext, encapsulated: sealed.encapsulated, with: key, info: info, aad: aad, cipher: cipher)
            #expect(opened == plaintext)
        }
    }

    @Test(
        "in-place sealing and opening give the same result, and a refusal leaves no plaintext",
        arguments: HPKE.Cipher.allCases)
    func inPlace(cipher: HPKE.Cipher) throws {
        let key = try P256AgreementKey()
        var sender = try HPKESender(to: key.publicKey, info: info, cipher: cipher)
        var memory = message + [UInt8](repeating: 0, count: 16)
        try memory.withUnsafeMutableBufferPointer { bytes throws(CryptoError) in
            try sender.seal(inPlace: UnsafeMutableRawBufferPointer(bytes), aad: aad)
        }
        let first = memory
        var second = try sender.seal(message, aad: aad)
        #expect(first != second)
        var recipient = try HPKERecipient(encapsulated: sender.encapsulated, key: key, info: info, cipher: cipher)
        func open(_ bytes: inout [UInt8]) -> Result<Int, CryptoError> {
            do throws(CryptoError) {
                return .success(
                    try bytes.withUnsafeMutableBufferPointer { bytes throws(CryptoError) in
                        try recipient.open(inPlace: UnsafeMutableRawBufferPointer(bytes), aad: aad)
                    })
            } catch { return .failure(error) }
        }
        var changed = first
        changed[0] ^= 1
        #expect(open(&changed) == .failure(.authenticationFailed))
        #expect(changed.prefix(message.count).allSatisfy { $0 == 0 })
        for count in 0..<16 {
            var short = [UInt8](repeating: 0, count: count)
            #expect(open(&short) == .failure(.authenticationFailed))
        }
        // Both variants share one sequence of nonces.
        #expect(try recipient.open(first, aad: aad) == message)
        #expect(open(&second) == .success(message.count) && Array(second.prefix(message.count)) == message)
        var tagless = [UInt8](repeating: 0, count: 15)
        #expect(throws: CryptoError.lengthInvalid) {
            try tagless.withUnsafeMutableBufferPointer { bytes throws(CryptoError) in
                try sender.seal(inPlace: UnsafeMutableRawBufferPointer(bytes), aad: [])
            }
        }
    }

    @Test("any change to a sealed message is refused")
    func tampered() throws {
        let key = try P256AgreementKey()
        let sealed = try HPKE.seal(message, to: key.publicKey, info: info, aad: aad)
        func open(
            _ ciphertext: [UInt8], _ encapsulated: [UInt8], _ info: [UInt8], _ aad: [UInt8],
            key: P256AgreementKey = key, cipher: HPKE.Cipher = .aes256GCM
        ) -> Result<[UInt8], CryptoError> {
            Result { () throws(CryptoError) in
                try HPKE.open(ciphertext, encapsulated: encapsulated, with: key, info: info, aad: aad, cipher: cipher)
            }
        }
        let (ciphertext, encapsulated) = (sealed.ciphertext, sealed.encapsulated)
        #expect(open(ciphertext, encapsulated, info, aad) == .success(message))
        for bit in 0..<ciphertext.count * 8 {
            var changed = ciphertext
            changed[bit / 8] ^= 1 << UInt8(bit % 8)
            #expect(open(changed, encapsulated, info, aad) == .failure(.authenticationFailed))
        }
        for count in 0..<ciphertext.count {
            #expect(open(Array(ciphertext.prefix(count)), encapsulated, info, aad) == .failure(.authenticationFailed))
        }
        #expect(open(ciphertext, encapsulated, info + [0], aad) == .failure(.authenticationFailed))
        #expect(open(ciphertext, encapsulated, [], aad) == .failure(.authenticationFailed))
        #expect(open(ciphertext, encapsulated, info, []) == .failure(.authenticationFailed))
        #expect(open(ciphertext, encapsulated, aad, info) == .failure(.authenticationFailed))
        #expect(open(ciphertext, encapsulated, info, aad, cipher: .aes128GCM) == .failure(.authenticationFailed))
        let other = try P256AgreementKey()
        #expect(open(ciphertext, encapsulated, info, aad, key: other) == .failure(.authenticationFailed))
        // A point that is on the curve but is not the sender's.
        #expect(open(ciphertext, other.publicKey.x963, info, aad) == .failure(.authenticationFailed))
        for bad in HPKETests.badPoints(encapsulated) {
            #expect(open(ciphertext, bad, info, aad) == .failure(.keyInvalid))
        }
    }

    /// Returns points off the curve, at infinity, compressed, too long and too short.
    private static func badPoints(_ point: [UInt8]) -> [[UInt8]] {
        var off = point
        off[64] ^= 1
        return [
            off, [0], [], [4] + [UInt8](repeating: 0, count: 64), [4] + [UInt8](repeating: 0xFF, count: 64),
            [2 + point[64] & 1] + point[1..<33], point + [0], Array(point.dropLast()),
        ]
    }

    @Test("messages open only in order, and a refused one may be retried")
    func order() throws {
        let key = try P256AgreementKey()
        var sender = try HPKESender(to: key.publicKey, info: info)
        var recipient = try HPKERecipient(encapsulated: sender.encapsulated, key: key, info: info)
        let first = try sender.seal([1], aad: [])
        let second = try sender.seal([1], aad: [])
        #expect(first != second)
        func open(_ sealed: [UInt8]) -> Result<[UInt8], CryptoError> {
            do throws(CryptoError) { return .success(try recipient.open(sealed, aad: [])) } catch {
                return .failure(error)
            }
        }
        #expect(open(second) == .failure(.authenticationFailed))
        #expect(open(first) == .success([1]))
        #expect(open(first) == .failure(.authenticationFailed))
        #expect(open(second) == .success([1]))
    }

    @Test("nothing is sealed or opened after the sequence numbers are exhausted")
    func exhausted() throws {
        let (key, ephemeral) = (try P256AgreementKey(), try P256AgreementKey())
        var sender = try HPKESender(
            to: key.publicKey, info: info, cipher: .aes256GCM, ephemeral: ephemeral, sequence: .max - 1)
        var recipient = try HPKERecipient(
            encapsulated: ephemeral.publicKey.x963, key: key, info: info, cipher: .aes256GCM, sequence: .max - 1)
        let last = try sender.seal([1], aad: [])
        let opened = try recipient.open(last, aad: [])
        #expect(opened == [1])
        var faults: [CryptoError] = []
        do throws(CryptoError) { _ = try sender.seal([1], aad: []) } catch { faults.append(error) }
        do throws(CryptoError) { _ = try recipient.open(last, aad: []) } catch { faults.append(error) }
        do throws(CryptoError) { _ = try recipient.openSecret(last, aad: []) } catch { faults.append(error) }
        #expect(faults == [.messageLimit, .messageLimit, .messageLimit])
    }

    @Test("a secret is sealed from and opened to locked memory")
    func secrets() throws {
        let key = try P256AgreementKey()
        var sender = try HPKESender(to: key.publicKey, info: info)
        var recipient = try HPKERecipient(encapsulated: sender.encapsulated, key: key, info: info)
        let secret = Secret(copying: [UInt8](0..<40))
        let sealed = try sender.seal(secret, aad: aad)
        let opened = try recipient.openSecret(sealed, aad: aad)
        #expect(opened.revealed == secret.revealed)
        let nothing = try sender.seal([], aad: aad)
        var fault: CryptoError?
        do throws(CryptoError) { _ = try recipient.openSecret(nothing, aad: aad) } catch { fault = error }
        #expect(fault == .authenticationFailed)
    }

    @Test("exported secrets depend on context and length, and are equal on both sides")
    func exports() throws {
        let key = try P256AgreementKey()
        let sender = try HPKESender(to: key.publicKey, info: info)
        let recipient = try HPKERecipient(encapsulated: sender.encapsulated, key: key, info: info)
        var seen: Set<[UInt8]> = []
        let cases: [([UInt8], Int)] = [([], 32), ([0], 32), ([], 33), ([], 1), ([], HKDFSHA256.largestCount)]
        for (context, count) in cases {
            let (sent, received) = (sender.export(context, count: count), recipient.export(context, count: count))
            #expect(sent.revealed == received.revealed)
            #expect(sent.count == count)
            seen.insert(Array(sent.revealed.prefix(32)))
        }
        #expect(seen.count == 5)
    }
}
