import Foundation
import JourneyBase
import JourneyCBOR
import JourneyCrypto
import TestSupport
import Testing

/// Rules of keys and headers, each with its nearest exception.
@Suite("COSE rules and their bounds") struct COSERuleTests {
    private static func bytes(_ hex: String) throws -> [UInt8] {
        try #require(Hex.decode(hex.replacing(" ", with: "")))
    }

    private static func symmetric(_ members: [CBORValue: CBORValue], secret: Int = 3) throws -> COSEKey {
        let key: [CBORValue: CBORValue] = [1: 4, -1: .bytes([UInt8](repeating: 7, count: secret))]
        return try COSEKey(CBORValue.map(key.merging(members) { $1 }).encoded[...])
    }

    private static func point(_ key: PublicKey, _ members: [CBORValue: CBORValue]) throws -> COSEKey {
        guard case .map(let point)? = COSEKey.value(key) else { throw CocoaError(.coderInvalidValue) }
        return try COSEKey(CBORValue.map(point.merging(members) { $1 }).encoded[...])
    }

    private static func reason(_ body: () throws -> Void) -> String? {
        do { try body() } catch let error as CBORError { return error.reason.rawValue } catch let error as COSEError {
            return error.reason.rawValue
        } catch { return "\(error)" }
        return nil
    }

    // MARK: Keys

    @Test("a symmetric key has 1 to 512 bytes", arguments: [(0, false), (1, true), (512, true), (513, false)])
    func lengths(count: Int, isAccepted: Bool) {
        let reason = Self.reason { _ = try Self.symmetric([:], secret: count) }
        #expect(reason == (isAccepted ? nil : CBORError.Reason.notAllowed.rawValue))
    }

    @Test(
        "a symmetric key names HMAC 256/256 or no algorithm",
        arguments: [(5, true), (4, false), (6, false), (-7, false), ("HS256", false), (true, false)]
            as [(CBORValue, Bool)])
    func algorithms(algorithm: CBORValue, isAccepted: Bool) {
        let reason = Self.reason { _ = try Self.symmetric([3: algorithm]) }
        #expect(reason == (isAccepted ? nil : CBORError.Reason.notAllowed.rawValue))
    }

    @Test("a key lists 1 to 16 uses", arguments: [(0, false), (1, true), (16, true), (17, false)])
    func uses(count: Int, isAccepted: Bool) {
        let reason = Self.reason { _ = try Self.symmetric([4: .array(Array(repeating: 10, count: count))]) }
        #expect(reason == (isAccepted ? nil : CBORError.Reason.notAllowed.rawValue))
    }

    @Test("a key has at most 4,096 bytes, 4 levels and 64 items")
    func limits() throws {
        /// A key with an unknown member of that many bytes, and the bytes of all.
        func sized(_ count: Int) -> [UInt8] {
            CBORValue.map([1: 4, -1: .bytes([7]), -70_000: .bytes([UInt8](repeating: 0, count: count))]).encoded
        }
        let rest = sized(4_000).count - 4_000
        #expect(sized(4_096 - rest).count == 4_096)
        _ = try COSEKey(sized(4_096 - rest)[...])
        #expect(
            Self.reason { _ = try COSEKey(sized(4_097 - rest)[...]) } == CBORError.Reason.tooLarge.rawValue)
        _ = try Self.symmetric([-70_000: [[[1]]]])
        #expect(Self.reason { _ = try Self.symmetric([-70_000: [[[[1]]]]]) } == CBORError.Reason.tooDeep.rawValue)
        // The map, three keys, three values, and the numbers in the last.
        _ = try Self.symmetric([-70_000: .array(Array(repeating: 0, count: 57))])
        #expect(
            Self.reason { _ = try Self.symmetric([-70_000: .array(Array(repeating: 0, count: 58))]) }
                == CBORError.Reason.tooMany.rawValue)
    }

    @Test("only the curves P-256, P-384 and P-521 are for points", arguments: [0, 4, 5, -1])
    func curves(number: Int64) throws {
        let key = PublicKey.p521(try P521PrivateKey.generate().publicKey)
        #expect(
            Self.reason { _ = try Self.point(key, [-1: .integer(number)]) } == CBORError.Reason.unsupported.rawValue)
    }

    @Test("a byte can't move from one coordinate to the other")
    func coordinates() throws {
        let key = try P256PrivateKey.generate().publicKey
        let point = Array(key.x963)
        for split in [32, 34] {
            let reason = Self.reason {
                _ = try Self.point(
                    .p256(key), [-2: .bytes(Array(point[1..<split])), -3: .bytes(Array(point[split...]))])
            }
            #expect(reason == CBORError.Reason.notAllowed.rawValue)
        }
        _ = try Self.point(.p256(key), [-2: .bytes(Array(point[1..<33])), -3: .bytes(Array(point[33...]))])
    }

    @Test("a private part is refused on every curve")
    func privateParts() throws {
        for key in [
            PublicKey.p256(try P256PrivateKey.generate().publicKey), .p384(try P384PrivateKey.generate().publicKey),
            .p521(try P521PrivateKey.generate().publicKey), .ed25519(try Ed25519PrivateKey.generate().publicKey),
        ] {
            _ = try Self.point(key, [-5: .bytes([1])])
            #expect(
                Self.reason { _ = try Self.point(key, [-4: .bytes([1])]) } == CBORError.Reason.notAllowed.rawValue)
        }
    }

    @Test("a key is the same if all members of the point are, whatever else it has")
    func sameness() throws {
        let (own, other) = (try P256PrivateKey.generate().publicKey, try P256PrivateKey.generate().publicKey)
        guard case .map(let members)? = COSEKey.value(.p256(own)) else { return }
        func isSame(_ value: CBORValue, as key: PublicKey) throws -> Bool {
            COSEKey.isSame(try CBORReader.item(in: value.encoded[...]), as: key)
        }
        #expect(try isSame(.map(members), as: .p256(own)))
        #expect(try isSame(.map(members.merging([2: "a name"]) { $1 }), as: .p256(own)))
        #expect(try !isSame(.map(members), as: .p256(other)))
        for key in members.keys {
            #expect(try !isSame(.map(members.filter { $0.key != key }), as: .p256(own)), "\(key)")
            #expect(try !isSame(.map(members.merging([key: 99]) { $1 }), as: .p256(own)), "\(key)")
        }
        #expect(try !isSame(.array([.map(members)]), as: .p256(own)))
        #expect(try !isSame(.map([:]), as: .p256(own)))
    }

    // MARK: Headers

    private static func message(protected: String, unprotected: String, understood: Set<Int64> = []) throws -> COSESign1
    {
        var writer = CBORWriter()
        writer.array(4)
        writer.bytes(try bytes(protected))
        writer.raw(try bytes(unprotected))
        writer.bytes([1])
        writer.bytes([UInt8](repeating: 0, count: 64))
        return try COSESign1(writer.encoded[...], understood: understood)
    }

    @Test(
        "a critical parameter has to be both understood and in the protected header",
        arguments: [([99], true), ([98], false), ([], false)] as [(Set<Int64>, Bool)])
    func critical(understood: Set<Int64>, isAccepted: Bool) {
        let reason = Self.reason {
            _ = try Self.message(protected: "a3012602811863186301", unprotected: "a0", understood: understood)
        }
        #expect(reason == (isAccepted ? nil : CBORError.Reason.unsupported.rawValue))
        let absent = Self.reason {
            _ = try Self.message(protected: "a2012602811863", unprotected: "a0", understood: understood)
        }
        #expect(absent == CBORError.Reason.unsupported.rawValue)
    }

    @Test("one certificate is a byte string, up to sixteen are an array, in either header")
    func chains() throws {
        for (value, count) in [
            ("4100", 1), ("814100", 1), ("8241004100", 2), ("90" + String(repeating: "4100", count: 16), 16),
        ] {
            let open = try Self.message(protected: "a10126", unprotected: "a11821" + value).header.chain
            let signed = try Self.message(protected: "a201261821" + value, unprotected: "a0").header.chain
            #expect(open == Array(repeating: [0], count: count) && signed == open, "\(value)")
        }
    }

    @Test("the key's name is label 4 of either header")
    func names() throws {
        #expect(try Self.message(protected: "a10126", unprotected: "a1044107").header.keyID == [7])
        #expect(try Self.message(protected: "a20126044107", unprotected: "a0").header.keyID == [7])
        #expect(try Self.message(protected: "a10126", unprotected: "a2034106054107").header.keyID == nil)
    }

    @Test("written certificates are read back, one and several")
    func writtenChains() async throws {
        let start = Date(timeIntervalSince1970: 1_700_000_000)
        let root = try CertificateAuthority.root(
            subject: DistinguishedName([.commonName: "Root"]), signer: CertificateSigner(try P256PrivateKey.generate()),
            notBefore: start, notAfter: start + 1_000)
        let key = try P256PrivateKey.generate()
        for (count, first) in [(0, UInt8?.none), (1, 0x59), (2, 0x82)] {
            let chain = Array(repeating: root.certificate, count: count)
            let message = try await COSESign1(signing: [1], with: key, fields: COSEFields.chain(chain))
            #expect(message.header.chain == chain.map { $0.encoded[...] }, "\(count)")
            #expect(message.header.unprotected(33)?.encoded.first == first, "\(count)")
        }
    }

    // MARK: Messages

    /// A message whose header names `algorithm`, with the right MAC over it.
    private static func mac(_ algorithm: Int64, _ key: Secret) throws -> COSEMac0 {
        let header = CBORValue.map([1: .integer(algorithm)]).encoded
        let structure = CBORValue.array(["MAC0", .bytes(header), .bytes([]), .bytes([1])]).encoded
        let tag = HMACSHA256.tag(structure, key: key)
        return try COSEMac0(CBORValue.array([.bytes(header), [:], .bytes([1]), .bytes(tag)]).encoded[...])
    }

    @Test("a right MAC under another algorithm's number is refused", arguments: [4, 6, 7, -7])
    func macAlgorithms(number: Int64) throws {
        let key = Secret(plain: [1, 2, 3])
        try Self.mac(5, key).verify(with: key)
        let expected: Set<String> = [
            COSEError.Reason.algorithmMismatch.rawValue, COSEError.Reason.algorithmUnknown.rawValue,
        ]
        let reason = try #require(Self.reason { try Self.mac(number, key).verify(with: key) })
        #expect(expected.contains(reason) && (number != -7 || reason == COSEError.Reason.algorithmMismatch.rawValue))
    }

    @Test("each failure of a MAC has its own code")
    func macCodes() throws {
        let message = try COSEMac0(authenticating: [1], key: Secret(plain: [1]))
        let detached = try COSEMac0(authenticating: [1], key: Secret(plain: [1]), isDetached: true)
        let point = try Self.point(.p256(try P256PrivateKey.generate().publicKey), [:])
        let noUse = try Self.symmetric([4: [9]])
        for (body, code) in [
            ({ try message.verify(with: Secret(plain: [2])) }, .badTag),
            ({ try message.verify(with: point) }, .keyNotAllowed),
            ({ try message.verify(with: noUse) }, .keyNotAllowed),
            ({ try message.verify(with: Secret(plain: [1]), detached: [1]) }, .payloadAttached),
            ({ try detached.verify(with: Secret(plain: [1])) }, .payloadMissing),
        ] as [(() throws -> Void, COSEError.Reason)] {
            #expect(Self.reason(body) == code.rawValue)
        }
        try detached.verify(with: Secret(plain: [1]), detached: [1])
    }

    @Test("a key that is restricted to another algorithm than the header's does not verify")
    func restrictedKeys() async throws {
        let signer = try P256PrivateKey.generate()
        let message = try await COSESign1(signing: [1], with: signer)
        // ECDH-ES with HKDF fits the key, but signs nothing.
        let key = try Self.point(.p256(signer.publicKey), [3: -25])
        #expect(Self.reason { try message.verify(with: key) } == COSEError.Reason.algorithmMismatch.rawValue)
    }

    @Test("RSA signs no COSE message")
    func rsa() async throws {
        struct Signer: MessageSigner {
            let signatureAlgorithm: SignatureAlgorithm
            func sign(_ message: [UInt8]) async throws -> [UInt8] { [1] }
        }
        for algorithm in [SignatureAlgorithm.ps256, .rs256] {
            let error = await #expect(throws: COSEError.self) {
                try await COSESign1(signing: [1], with: Signer(signatureAlgorithm: algorithm))
            }
            #expect(error?.reason == .algorithmMismatch && error?.offset == 0)
        }
    }
}
