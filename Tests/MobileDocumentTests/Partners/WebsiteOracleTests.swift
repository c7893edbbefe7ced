import Foundation
import JourneyBase
import JourneyCBOR
import JourneyCrypto
import MobileDocument
import TestSupport
import Testing

/// An independent implementation of ISO/IEC TS 18013-7, annex C, in Python: the transcript by `cbor2`, HPKE by
/// `cryptography`.
@Suite("Interoperability with Python on website presentations", .enabled(if: Python.isPresent, "\(Python.missing)"))
struct WebsiteOracleTests {
    private static let program = """
        import base64
        from cryptography.hazmat.primitives.hpke import Suite, KEM, KDF, AEAD
        suite = Suite(KEM.P256, KDF.HKDF_SHA256, AEAD.AES_128_GCM)
        def spell(data): return base64.urlsafe_b64encode(data).rstrip(b"=").decode()
        def unspell(text): return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
        def session(info, origin):
            return cbor2.dumps([None, None, ["dcapi", hashlib.sha256(cbor2.dumps([info, origin])).digest()]])

        """
    private let origin = "https://shop.example"

    private func run(_ program: String, _ arguments: [String]) throws -> [String] {
        try Python.run(Oracle.program + Self.program + program, arguments).split(separator: "\n").map(String.init)
    }

    @Test("a Python website opens and verifies a response that our holder seals")
    func theirWebsite() async throws {
        let asked = try run(
            """
            key = ec.generate_private_key(ec.SECP256R1())
            print(spell(cbor2.dumps(["dcapi", {"nonce": os.urandom(16), "recipientPublicKey": cose(key)}])))
            print(hex(key.private_numbers().private_value)[2:])
            """, [])
        let info = try EncryptionInfo(asked[0])
        let shown = try await Presentation()
        let selection = ElementSelection(shown.request, from: shown.issued) { _ in true }
        let keys: [DeviceResponse.DeviceKey] = [
            .signature(shown.device), .mac(try shown.agreement, reader: .p256(info.recipientKey)),
        ]
        for key in keys {
            let response = try await DeviceResponse.encode(
                [.init(shown.issued, selection, key: key)], transcript: info.transcript(origin: origin))
            let sealed = try info.seal(response, origin: origin)
            let judge = """
                info, key, origin, message, root = sys.argv[1:6]
                key = ec.derive_private_key(int(key, 16), ec.SECP256R1())
                transcript = session(info, origin)
                kind, content = cbor2.loads(unspell(message))
                check(kind == "dcapi" and set(content) == {"enc", "cipherText"}, "form")
                response = suite.decrypt(content["enc"] + content["cipherText"], key, transcript)
                now = datetime.datetime.fromtimestamp(int(sys.argv[6]), datetime.timezone.utc)
                print("HOLDS", verify(response, transcript, x509.load_der_x509_certificate(bytes.fromhex(root)), key, now))
                """
            let root = Hex.encode(shown.office.authority.authority.certificate.encoded)
            let time = "\(Int(DocumentIssuerFixture.now.timeIntervalSince1970))"
            #expect(try run(judge, asked + [origin, sealed.text, root, time]) == ["HOLDS 1"])
            // The oracle refuses a wrong origin.
            #expect(throws: PythonFailure.self) {
                try run(judge, asked + ["https://b.example", sealed.text, root, time])
            }
        }
    }

    @Test("our website opens a response that a Python holder seals, and refuses every changed bit")
    func theirHolder() throws {
        let website = try WebsiteRequest()
        let sealed = try run(
            """
            info, origin = sys.argv[1:3]
            kind, parameters = cbor2.loads(unspell(info))
            check(kind == "dcapi" and len(parameters["nonce"]) == 16, "info")
            key = public(parameters["recipientPublicKey"])
            sealed = suite.encrypt(b"a response in Python", key, session(info, origin))
            print(spell(cbor2.dumps(["dcapi", {"cipherText": sealed[65:], "enc": sealed[:65], "unknown": 1}])))
            """, [website.encryptionInfo.text, origin])[0]
        let message = try EncryptedResponse(sealed)
        #expect(String(decoding: try website.open(message, origin: origin), as: UTF8.self) == "a response in Python")
        let content = try #require(CBORReader.item(in: message.encoded[...]).array?[1])
        for member in ["enc", "cipherText"] {
            for place in try #require(content[member]?.bytes).indices {
                var changed = message.encoded
                changed[place] ^= 1
                #expect(throws: EnvelopeError.self) { try website.open(EncryptedResponse(changed), origin: origin) }
            }
        }
    }
}
