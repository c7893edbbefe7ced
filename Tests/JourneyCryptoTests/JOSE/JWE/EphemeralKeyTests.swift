import JourneyBase
import Testing

@testable import JourneyCrypto

/// Tests of the ephemeral key, which the sender controls: a point off the curve would reveal the recipient's key bit by bit.
@Suite("Ephemeral keys of the other side")
struct EphemeralKeyTests {
    private let key: AgreementKey

    init() throws { key = try AgreementKey.generate(.p256) }

    private func outcome(_ epk: JSONValue?) throws -> Result<[UInt8], JWEError> {
        let text = try JWESamples.forged(to: key) { members in
            var changed = members
            changed["epk"] = epk
            return JSONValue.object(changed).compactText
        }
        return JWESamples.outcome(text, JWE.Recipient(key))
    }

    @Test("a point off the curve, or a malformed one, gets the same error as any failure")
    func offTheCurve() throws {
        let point = try AgreementKey.generate(.p256).publicKey.jwk
        let other = try AgreementKey.generate(.p256).publicKey.jwk
        let zero = JSONValue.string(Base64URL.encode([UInt8](repeating: 0, count: 32)))
        let ones = JSONValue.string(Base64URL.encode([UInt8](repeating: 0xFF, count: 32)))
        for changes: [String: JSONValue?] in [
            ["x": other["x"]], ["y": other["y"]], ["x": point["y"], "y": point["x"]], ["x": zero, "y": zero],
            ["x": ones, "y": ones], ["x": zero], ["y": zero], ["x": nil], ["y": nil], ["x": 1], ["x": ""], ["y": "AA"],
            ["x": .string((point["x"]?.string ?? "") + "A")], ["x": .string((point["x"]?.string ?? "") + "=")],
            ["kty": "OKP"], ["kty": "oct"], ["kty": "RSA"], ["kty": nil], ["crv": nil], ["crv": "p-256"],
            ["crv": "secp256k1"], ["crv": "X25519"], ["crv": "P-384"], ["crv": "P-521"], ["crv": 256],
            // A private key in a header must be refused.
            ["d": zero], ["k": zero],
        ] {
            #expect(try outcome(point.with(changes)) == .failure(.decryption), "\(changes)")
        }
        // A valid point other than the one used for encryption fails in the same way.
        #expect(try outcome(point) == .failure(.decryption))
    }

    @Test("a key on another curve gets the same error as any failure", arguments: [EllipticCurve.p384, .p521])
    func anotherCurve(curve: EllipticCurve) throws {
        #expect(try outcome(AgreementKey.generate(curve).publicKey.jwk) == .failure(.decryption))
        let own = try AgreementKey.generate(curve)
        #expect(throws: CryptoError.keyInvalid) { try own.sharedSecret(with: key.publicKey) }
        #expect(throws: CryptoError.keyInvalid) { try own.sharedSecret(with: JWK(JWKSamples.rfc8037).key) }
    }

    @Test("an agreement without the other side's key is refused")
    func missing() throws {
        for epk: JSONValue? in [nil, .null, "P-256", [], 1] {
            #expect(try outcome(epk) == .failure(.malformed))
        }
        #expect(try outcome([:]) == .failure(.decryption))
    }
}
