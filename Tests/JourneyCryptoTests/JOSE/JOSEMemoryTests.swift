import JourneyBase
import TestSupport
import Testing

@testable import JourneyCrypto

/// Checks that no copy of a key or secret plaintext outlives its owner.
@Suite(
    "JOSE and HPKE secrets in memory", .serialized,
    .enabled(if: MemoryScan.isPossible, "\(MemoryScan.impossible)"))
struct JOSEMemoryTests {
    @Test("a symmetric key is wiped after parsing, use and writing")
    func symmetricJWK() throws {
        let scan: MemoryScan
        do {
            let key = Secret.random(count: 32)
            scan = MemoryScan(for: key)
            let jwk = try PrivateJWK(PrivateJWK(key, kid: "k").text())
            let text = try CompactJWE.seal([1, 2, 3], to: JWE.Destination(direct: key))
            #expect(try CompactJWE.open(text, with: jwk.recipient()).content == [1, 2, 3])
            #expect(try scan.count() > 0)
        }
        #expect(try scan.count() == 0)
    }

    @Test("the base64url text of a private JWK is wiped")
    func privateJWKText() throws {
        let scan: MemoryScan
        do {
            let text = try PrivateJWK(Ed25519PrivateKey.generate(), kid: nil).text()
            let spelling = Secret(count: 43) { memory in
                text.withBytes { memory.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0.dropLast(2).suffix(43))) }
            }
            scan = MemoryScan(for: spelling)
            #expect(try PrivateJWK(text).signer().signatureAlgorithm == .edDSA)
            #expect(try scan.count() > 0)
        }
        #expect(try scan.count() == 0)
    }

    @Test("a secret sealed and opened by JWE and HPKE is wiped")
    func plaintexts() throws {
        let key = try P256AgreementKey()
        let scan: MemoryScan
        do {
            let secret = Secret.random(count: 40)
            scan = MemoryScan(for: secret)
            let text = try CompactJWE.seal(secret, to: JWE.Destination(.p256(key.publicKey)))
            let opened = try CompactJWE.openSecret(text, with: JWE.Recipient(.p256(key))).content
            #expect(opened.count == 40)
            var sender = try HPKESender(to: key.publicKey, info: [])
            var recipient = try HPKERecipient(encapsulated: sender.encapsulated, key: key, info: [])
            let sealed = try sender.seal(secret, aad: [])
            let other = try recipient.openSecret(sealed, aad: [])
            #expect(other.count == 40)
            #expect(try scan.count() == 3)
        }
        #expect(try scan.count() == 0)
    }

    @Test("a wrapped key's plaintext and the wrapping key are wiped")
    func keyWrap() throws {
        let (inner, outer): (MemoryScan, MemoryScan)
        do {
            let (key, wrapping) = (Secret.random(count: 32), Secret.random(count: 32))
            (inner, outer) = (MemoryScan(for: key), MemoryScan(for: wrapping))
            let unwrapped = try AESKeyWrap.unwrap(AESKeyWrap.wrap(key, with: wrapping), with: wrapping)
            #expect(unwrapped.count == 32)
            #expect(try inner.count() == 2)
        }
        #expect(try inner.count() == 0)
        #expect(try outer.count() == 0)
    }
}
