import JourneyBase
import Testing

@testable import JourneyCrypto

/// RFC 9180, appendix A.3.1: DHKEM(P-256, HKDF-SHA256), HKDF-SHA256, AES-128-GCM, base mode.
@Suite("HPKE known answers")
struct HPKEVectorTests {
    private static let info = "4f6465206f6e2061204772656369616e2055726e"
    private static let plaintext = "4265617574792069732074727574682c20747275746820626561757479"
    private static let ephemeral = "4995788ef4b9d6132b249ce59a77281493eb39af373d236a1fe415cb0c2d7beb"
    private static let recipient = "f3ce7fdae57e1a310d87f1ebbde6f328be0a99cdbcadf4d6589cf29de4b8ffd2"
    private static let encapsulated =
        "04a92719c6195d5085104f469a8b9814d5838ff72b60501e2c4466e5e67b325ac98536d7b61a1af4b78e5b7f951c0900be863c403ce65c9bfc"
        + "b9382657222d18c4"

    @Test("the shared secret, key, first nonce and exporter secret match")
    func schedule() throws {
        let (own, peer) = (try agreementKey(Self.ephemeral), try agreementKey(Self.recipient))
        #expect(Hex.encode(own.publicKey.x963) == Self.encapsulated)
        for (own, peer) in [(own, peer.publicKey), (peer, own.publicKey)] {
            let shared = try HPKEEncapsulation.shared(
                own, peer, encapsulated: bytes(Self.encapsulated),
                recipient: agreementKey(Self.recipient).publicKey.x963)
            #expect(hex(shared) == "c0d26aeab536609a572b07695d933b589dcf363ff9d93c93adea537aeabb8cb8")
            let schedule = HPKEKeySchedule(shared: shared, info: try bytes(Self.info), cipher: .aes128GCM)
            #expect(hex(schedule.key) == "868c066ef58aae6dc589b6cfdd18f97e")
            let nonce = try schedule.nonce()
            #expect(Hex.encode(nonce) == "4e0bc5018beba4bf004cca59")
        }
    }

    @Test(
        "the messages of A.3.1.1 are sealed and opened",
        arguments: [
            (0, "5ad590bb8baa577f8619db35a36311226a896e7342a6d836d8b7bcd2f20b6c7f9076ac232e3ab2523f39513434"),
            (1, "fa6f037b47fc21826b610172ca9637e82d6e5801eb31cbd3748271affd4ecb06646e0329cbdf3c3cd655b28e82"),
            (2, "895cabfac50ce6c6eb02ffe6c048bf53b7f7be9a91fc559402cbc5b8dcaeb52b2ccc93e466c28fb55fed7a7fec"),
            (4, "8787491ee8df99bc99a246c4b3216d3d57ab5076e18fa27133f520703bc70ec999dd36ce042e44f0c3169a6a8f"),
            (255, "2ad71c85bf3f45c6eca301426289854b31448bcf8a8ccb1deef3ebd87f60848aa53c538c30a4dac71d619ee2cd"),
            (256, "10f179686aa2caec1758c8e554513f16472bd0a11e2a907dde0b212cbe87d74f367f8ffe5e41cd3e9962a6afb2"),
        ])
    func messages(number: Int, expected: String) throws {
        let key = try agreementKey(Self.recipient)
        var sender = try HPKESender(
            to: key.publicKey, info: bytes(Self.info), cipher: .aes128GCM, ephemeral: agreementKey(Self.ephemeral))
        #expect(Hex.encode(sender.encapsulated) == Self.encapsulated)
        var recipient = try HPKERecipient(
            encapsulated: bytes(Self.encapsulated), key: key, info: bytes(Self.info), cipher: .aes128GCM)
        for earlier in 0...number {
            let aad = Array("Count-\(earlier)".utf8)
            let sealed = try sender.seal(bytes(Self.plaintext), aad: aad)
            if earlier == number { #expect(Hex.encode(sealed) == expected) }
            let opened = try recipient.open(sealed, aad: aad)
            #expect(Hex.encode(opened) == Self.plaintext)
        }
    }

    @Test(
        "the exported secrets of A.3.1.2 match",
        arguments: [
            ("", "5e9bc3d236e1911d95e65b576a8a86d478fb827e8bdfe77b741b289890490d4d"),
            ("00", "6cff87658931bda83dc857e6353efe4987a201b849658d9b047aab4cf216e796"),
            ("54657374436f6e74657874", "d8f1ea7942adbba7412c6d431c62d01371ea476b823eb697e1f6e6cae1dab85a"),
        ])
    func exports(context: String, expected: String) throws {
        let key = try agreementKey(Self.recipient)
        let sender = try HPKESender(
            to: key.publicKey, info: bytes(Self.info), cipher: .aes128GCM, ephemeral: agreementKey(Self.ephemeral))
        let recipient = try HPKERecipient(
            encapsulated: bytes(Self.encapsulated), key: key, info: bytes(Self.info), cipher: .aes128GCM)
        let (sent, received) = (
            hex(sender.export(try bytes(context), count: 32)), hex(recipient.export(try bytes(context), count: 32))
        )
        #expect(sent == expected)
        #expect(received == expected)
    }

    /// Uses the working group's vector (vectors.json beside the RFC: mode 0, KEM 16, KDF 1, AEAD 2), because the RFC prints no
    /// suite of P-256 with AES-256-GCM. The ephemeral key is `DeriveKeyPair` of its `ikmE`.
    @Test("the first message with AES-256-GCM matches")
    func aes256() throws {
        let key = try P256PublicKey(
            x963: bytes(
                "04abc7e49a4c6b3566d77d0304addc6ed0e98512ffccf505e6a8e3eb25c685136f853148544876de76c0f2ef99cdc3a05ccf5ded7860"
                    + "c7c021238f9e2073d2356c"))
        var sender = try HPKESender(
            to: key, info: bytes(Self.info), cipher: .aes256GCM,
            ephemeral: agreementKey("90345e3a1d116c1dd39ae76d95ab858c142223a63e44f8f85318cfa91a84858e"))
        let sealed = try sender.seal(bytes(Self.plaintext), aad: Array("Count-0".utf8))
        #expect(
            Hex.encode(sealed)
                == "58c61a45059d0c5704560e9d88b564a8b63f1364b8d1fcb3c4c6ddc1d291742465e902cd216f8908da49f8f96f")
    }

    private func bytes(_ hex: String) throws -> [UInt8] { try #require(Hex.decode(hex)) }
    private func hex(_ secret: Secret) -> String { Hex.encode(secret.revealed) }
    private func agreementKey(_ scalar: String) throws -> P256AgreementKey {
        try P256AgreementKey(scalar: Secret(copying: bytes(scalar)))
    }
}
