import JourneyBase
import Testing

@testable import JourneyCrypto

/// Attacks by a sender of texts to a recipient. All failures that depend on the key must be indistinguishable.
@Suite("Attacks on JWE")
struct JWEAttackTests {
    private let key: AgreementKey
    private let recipient: JWE.Recipient

    init() throws {
        key = try AgreementKey.generate(.p256)
        recipient = JWE.Recipient(key, kid: "k")
    }

    private func json(_ members: [String: JSONValue]) -> String { JSONValue.object(members).compactText }

    @Test("a changed bit in any part is refused, and with the key always with the same error")
    func tampered() throws {
        for way in try JWESamples.ways() {
            let text = try CompactJWE.seal([1, 2, 3, 4, 5], to: way.destination)
            let parts = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
            for part in 1..<5 where !parts[part].isEmpty {
                let bytes = try #require(Base64URL.decode(parts[part]))
                for bit in 0..<bytes.count * 8 {
                    var changed = bytes
                    changed[bit / 8] ^= 1 << UInt8(bit % 8)
                    var forged = parts
                    forged[part] = Base64URL.encode(changed)
                    #expect(
                        JWESamples.outcome(forged.joined(separator: "."), way.recipient) == .failure(.decryption),
                        "\(way.name), part \(part)")
                }
            }
            // Every bit of the header is authenticated, although most changes make it invalid anyway.
            let header = try #require(Base64URL.decode(parts[0]))
            for bit in 0..<header.count * 8 {
                var changed = header
                changed[bit / 8] ^= 1 << UInt8(bit % 8)
                let forged = ([Base64URL.encode(changed)] + parts[1...]).joined(separator: ".")
                #expect(throws: JWEError.self) { try JWESamples.outcome(forged, way.recipient).get() }
            }
        }
    }

    @Test("a text has one spelling, without padding or white space")
    func spelling() throws {
        let text = try CompactJWE.seal([1, 2, 3, 4], to: JWE.Destination(key.publicKey, kid: "k"))
        let parts = text.split(separator: ".").map(String.init)
        for part in 0..<5 {
            for change: (String) -> String in [
                { $0 + "=" }, { $0 + "==" }, { " " + $0 }, { $0 + "\n" }, { $0.prefix(4) + "\r\n" + $0.dropFirst(4) },
                { $0.dropLast() + "+" }, { $0.dropLast() + "é" },
            ] {
                var forged = parts
                forged[part] = change(forged[part])
                #expect(JWESamples.outcome(forged.joined(separator: "."), recipient) == .failure(.malformed), "\(part)")
            }
        }
        // 16 bytes leave four bits in the last of 22 characters; 4 bytes leave four in the last of six.
        for part in [3, 4] {
            let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")
            let last = try #require(parts[part].last.flatMap { alphabet.firstIndex(of: $0) })
            for spare in 1..<16 {
                var forged = parts
                forged[part] = parts[part].dropLast() + String(alphabet[last | spare])
                #expect(JWESamples.outcome(forged.joined(separator: "."), recipient) == .failure(.malformed))
            }
        }
    }

    @Test("a text without five parts of the right lengths is malformed")
    func shapes() throws {
        let text = try CompactJWE.seal([1, 2, 3], to: JWE.Destination(key.publicKey, kid: "k"))
        let parts = text.split(separator: ".").map(String.init)
        let (header, wrapped, nonce, content, tag) = (parts[0], parts[1], parts[2], parts[3], parts[4])
        for forged in [
            "", ".", "....", "\(header)....", "\(text).", ".\(text)", "\(text).AA",
            parts.dropLast().joined(separator: "."),
            // Tags that are cut, down to none, and longer ones.
            "\(header).\(wrapped).\(nonce).\(content).", "\(header).\(wrapped).\(nonce).\(content).\(tag.prefix(16))",
            "\(header).\(wrapped).\(nonce).\(content).\(tag.prefix(20))",
            "\(header).\(wrapped).\(nonce).\(content).\(tag.prefix(11))",
            "\(header).\(wrapped).\(nonce).\(content).\(tag)AA",
            // Nonces of other lengths.
            "\(header).\(wrapped)..\(content).\(tag)", "\(header).\(wrapped).\(nonce.dropLast(4)).\(content).\(tag)",
            "\(header).\(wrapped).\(nonce)AAAA.\(content).\(tag)",
            // Wrapped keys beyond the longest, and huge parts.
            "\(header).\(wrapped)AAAA.\(nonce).\(content).\(tag)",
            "\(header).\(String(repeating: "A", count: 4_000)).\(nonce).\(content).\(tag)",
            "\(String(repeating: "A", count: 4_000)).\(wrapped).\(nonce).\(content).\(tag)",
            "\(header).\(wrapped).\(nonce).\(String(repeating: "A", count: JWE.limit)).\(tag)",
            String(repeating: ".", count: JWE.limit),
        ] {
            #expect(JWESamples.outcome(forged, recipient) == .failure(.malformed), "\(forged.prefix(60))")
        }
    }

    @Test("a wrapped key of another length or value opens nothing")
    func wrappedKeys() throws {
        let ephemeral = try AgreementKey.generate(.p256)
        let header = JWEHeader(
            keyManagement: .ecdhESA256KW, encryption: .a256GCM, kid: nil, labels: JWE.Labels(),
            ephemeral: ephemeral.publicKey)
        let agreed = try header.agreedKey(ephemeral, key.publicKey)
        let nonce = [UInt8](repeating: 1, count: 12)
        func text(_ wrapped: [UInt8], _ content: Secret) throws -> String {
            let sealed = try [1, 2, 3].withUnsafeBytes {
                try Primitives.seal($0, key: content, nonce: nonce, aad: Array(header.encoded.utf8))
            }
            return [
                header.encoded, Base64URL.encode(wrapped), Base64URL.encode(nonce),
                Base64URL.encode(sealed.dropLast(16)), Base64URL.encode(sealed.suffix(16)),
            ].joined(separator: ".")
        }
        let content = Secret.random(count: 32)
        let good = try text(AESKeyWrap.wrap(content, with: agreed), content)
        #expect(throws: Never.self) { try JWESamples.outcome(good, recipient).get() }
        // A key of 128 or 192 bits under A256GCM, rightly wrapped: the content would even open with it.
        for count in [16, 24] {
            let short = Secret.random(count: count)
            let forged = try text(AESKeyWrap.wrap(short, with: agreed), count == 16 ? short : content)
            #expect(JWESamples.outcome(forged, recipient) == .failure(.decryption))
        }
        for wrapped in [
            [], [1], [UInt8](repeating: 0, count: 8), [UInt8](repeating: 0, count: 39),
            [UInt8](repeating: 0, count: 40), content.revealed,
            try AESKeyWrap.wrap(content, with: .random(count: 32)),
        ] {
            #expect(try JWESamples.outcome(text(wrapped, content), recipient) == .failure(.decryption))
        }
        // An encrypted key where none is allowed.
        let direct = try JWESamples.forged(to: key) { json($0) }
        let parts = direct.split(separator: ".", omittingEmptySubsequences: false)
        let carried = "\(parts[0]).\(Base64URL.encode(content.revealed)).\(parts[2]).\(parts[3]).\(parts[4])"
        #expect(JWESamples.outcome(carried, recipient) == .failure(.malformed))
    }

    @Test("the recipient's key decides the algorithms, and a header cannot choose others")
    func algorithms() throws {
        let accepted = { (management: JWE.KeyManagement) in JWE.Recipient(self.key, accepting: [management]) }
        let es = try CompactJWE.seal([1], to: JWE.Destination(key.publicKey, by: .ecdhES))
        let wrapped = try CompactJWE.seal([1], to: JWE.Destination(key.publicKey, by: .ecdhESA256KW))
        let short = try CompactJWE.seal([1], to: JWE.Destination(key.publicKey, encryption: .a128GCM))
        #expect(JWESamples.outcome(es, accepted(.ecdhES)) == .success([1]))
        #expect(JWESamples.outcome(es, accepted(.ecdhESA256KW)) == .failure(.algorithm))
        #expect(JWESamples.outcome(wrapped, accepted(.ecdhES)) == .failure(.algorithm))
        #expect(JWESamples.outcome(es, accepted(.direct)) == .failure(.algorithm))
        // The weaker cipher has to be allowed.
        #expect(JWESamples.outcome(short, recipient) == .failure(.algorithm))
        #expect(JWESamples.outcome(short, JWE.Recipient(key, encryptions: [.a128GCM])) == .success([1]))
        let shared = Secret.random(count: 32)
        let direct = try CompactJWE.seal([1], to: JWE.Destination(direct: shared))
        #expect(JWESamples.outcome(direct, recipient) == .failure(.algorithm))
        #expect(try JWESamples.outcome(es, JWE.Recipient(direct: shared)) == .failure(.algorithm))
    }

    @Test(
        "an unsupported algorithm is refused",
        arguments: [
            ("alg", "none"), ("alg", "RSA1_5"), ("alg", "RSA-OAEP"), ("alg", "A256KW"), ("alg", "ECDH-ES+A128KW"),
            ("alg", "ecdh-es"), ("alg", "DIR"), ("alg", "PBES2-HS256+A128KW"), ("alg", "A256GCMKW"), ("alg", "ES256"),
            ("alg", ""), ("enc", "A128CBC-HS256"), ("enc", "A256CBC-HS512"), ("enc", "A192GCM"), ("enc", "a256gcm"),
            ("enc", "none"), ("enc", ""),
        ])
    func unknownAlgorithms(member: String, name: String) throws {
        let text = try JWESamples.forged(to: key) { json($0.merging([member: .string(name)]) { $1 }) }
        #expect(JWESamples.outcome(text, recipient) == .failure(.algorithm))
        let missing = try JWESamples.forged(to: key) { json($0.filter { $0.key != member }) }
        #expect(JWESamples.outcome(missing, recipient) == .failure(.algorithm))
    }

    /// All other parts of these texts are valid: the content is encrypted with this header as additional data.
    @Test(
        "a header with an embedded key, compression or an unknown critical member is refused",
        arguments: [
            #""zip":"DEF""#, #""crit":["exp"],"exp":1"#, #""crit":[]"#, #""crit":["alg"]"#,
            #""crit":["b64"],"b64":true"#,
            #""b64":false"#, #""jwk":{"kty":"oct"}"#, #""jku":"https://evil.test/""#, #""x5u":"https://evil.test/""#,
            #""x5c":["AA"]"#, #""x5t":"AA""#, #""x5t#S256":"AA""#,
        ])
    func forbidden(member: String) throws {
        let text = try JWESamples.forged(to: key) { "{\(member)," + json($0).dropFirst() }
        #expect(JWESamples.outcome(text, recipient) == .failure(.forbiddenHeader))
    }

    @Test("a header that is not strict JSON of the right types is malformed")
    func malformedHeaders() throws {
        for member in [
            #""alg":"ECDH-ES""#, #""enc":"A256GCM""#, #""\u0061lg":"ECDH-ES""#, #""kid":1"#, #""kid":"a b""#,
            #""kid":"""#, #""typ":1"#, #""cty":null"#, #""apu":1"#, #""apu":"QQ==""#, #""apu":"QR""#, #""apv":"a b""#,
            #""apu":"\#(String(repeating: "A", count: 684))""#, #""a":[[[[[1]]]]]"#,
        ] {
            let text = try JWESamples.forged(to: key) { "{\(member)," + json($0).dropFirst() }
            #expect(JWESamples.outcome(text, recipient) == .failure(.malformed), "\(member)")
        }
        for change: (String) -> String in [{ $0 + " x" }, { "\u{FEFF}" + $0 }, { "[" + $0 + "]" }, { _ in "" }] {
            let text = try JWESamples.forged(to: key) { change(json($0)) }
            #expect(JWESamples.outcome(text, recipient) == .failure(.malformed))
        }
        // Harmless variations are accepted.
        let harmless = try JWESamples.forged(to: key) { "{ \"note\":[1], " + json($0).dropFirst() }
        #expect(JWESamples.outcome(harmless, recipient) == .success([1, 2, 3]))
    }

    @Test("a text for another key ID or purpose is refused")
    func otherKeysAndPurposes() throws {
        let other = try CompactJWE.seal([1], to: JWE.Destination(key.publicKey, kid: "other"))
        #expect(JWESamples.outcome(other, recipient) == .failure(.keyUnknown))
        #expect(JWESamples.outcome(other, JWE.Recipient(key)) == .success([1]))
        let unnamed = try CompactJWE.seal([1], to: JWE.Destination(key.publicKey))
        #expect(JWESamples.outcome(unnamed, recipient) == .success([1]))
        let typed = try CompactJWE.seal([1], to: JWE.Destination(key.publicKey), labels: JWE.Labels(typ: "a"))
        #expect(JWESamples.outcome(typed, recipient, typ: "a") == .success([1]))
        for typ in ["A", "a ", "", nil] { #expect(JWESamples.outcome(typed, recipient, typ: typ) == .failure(.type)) }
        #expect(JWESamples.outcome(unnamed, recipient, typ: "a") == .failure(.type))
        let stranger = JWE.Recipient(try AgreementKey.generate(.p256), kid: "k")
        #expect(JWESamples.outcome(unnamed, stranger) == .failure(.decryption))
    }

    /// Absent and empty give the same derived key, but different headers, which are authenticated.
    @Test("the party names cannot be added, removed or changed")
    func parties() throws {
        let destination = try JWE.Destination(key.publicKey, by: .ecdhES)
        let names: [[UInt8]?] = [nil, [], [0], Array("Alice".utf8)]
        for party in names {
            let text = try CompactJWE.seal([1], to: destination, labels: JWE.Labels(partyU: party))
            #expect(try CompactJWE.open(text, with: recipient).labels.partyU == party)
            let parts = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
            let header = try JWESamples.members(parts[0])
            for other in names where other != party {
                var changed = header
                changed["apu"] = other.map { .string(Base64URL.encode($0)) }
                let forged = ([Base64URL.encode(JSONValue.object(changed).compactBytes)] + parts[1...])
                #expect(JWESamples.outcome(forged.joined(separator: "."), recipient) == .failure(.decryption))
            }
            var moved = header
            (moved["apu"], moved["apv"]) = (header["apv"], header["apu"] ?? "AA")
            let forged = ([Base64URL.encode(JSONValue.object(moved).compactBytes)] + parts[1...])
            #expect(JWESamples.outcome(forged.joined(separator: "."), recipient) == .failure(.decryption))
        }
    }
}
