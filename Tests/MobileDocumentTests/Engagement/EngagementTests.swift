import JourneyBase
import JourneyCBOR
import JourneyCrypto
import MobileDocument
import TestSupport
import Testing

@Suite(.enabled(if: Documents.arePresent, "\(Vectors.missing)"))
struct EngagementVectorTests {
    @Test func `the annex's engagement is parsed, displayed and encoded byte for byte`() throws {
        let bytes = try Documents.annex("d3_1_device_engagement_qr")
        let engagement = try Engagement(bytes[...])
        #expect(engagement.version == .first && engagement.encoded == bytes[...])
        #expect(try engagement.keyBytes == Documents.annex("e_device_key_bytes")[...])
        let uuid = try #require(Hex.decode("45efef742b2c4837a9a3b0e1d05a6917"))
        #expect(engagement.methods == [.bluetooth(BluetoothOptions(centralUUID: uuid))])
        #expect(try engagement.bluetoothIdent == Documents.answer("BLEIdent_for_EDeviceKeyBytes_computed_here"))
        let made = try Engagement(key: engagement.key, methods: engagement.methods)
        #expect(made.encoded == bytes[...])
        let address = engagement.address()
        #expect(address.hasPrefix("mdoc:owBjMS4w") && !address.contains("="))
        for spelling in [address, "MDOC:" + address.dropFirst(5), "mDoC:" + address.dropFirst(5)] {
            #expect(try Engagement(address: spelling).encoded == bytes[...])
        }
    }

    @Test func `an invalid engagement address is refused`() throws {
        let address = try Engagement(Documents.annex("d3_1_device_engagement_qr")[...]).address()
        let text = address.dropFirst(5)
        for near in [
            String(text), "mdoc:", "mdoc", "", "mdoc:\(text)=", "mdoc:\(text) ", " mdoc:\(text)", "mdoc://\(text)",
            "mdoc:\(text)A", "mdocs:\(text)", "xdoc:\(text)", "mdoc:" + text.replacing("-", with: "+"),
            "mdoc:" + text.dropLast(), "\u{1E41}doc:\(text)", "mdoc:" + String(repeating: "A", count: 20_000),
        ] where near != address {
            #expect(throws: CBORError.self, "\(near.prefix(20))") { try Engagement(address: near) }
        }
        #expect(try Engagement(address: "mdoc://\(text)", scheme: .website).encoded.count == text.utf8.count * 3 / 4)
        #expect(throws: CBORError.self) { try Engagement(address: address, scheme: .website) }
    }

    @Test func `deviations that a reader must tolerate are accepted, and their bytes are kept`() throws {
        let inputs = try #require(
            try Vectors.json("mdoc/iso18013_6/reader_device_engagement_tolerance.json").object)
        #expect(inputs.count == 4)
        for (name, text) in inputs {
            let bytes = try #require(text.string.flatMap(Base64URL.decode), "\(name)")
            let engagement = try Engagement(bytes[...])
            #expect(engagement.encoded == bytes[...] && engagement.methods.count == 1, "\(name)")
            #expect(engagement.version.minor == (name.contains("1.5") ? 5 : 0), "\(name)")
            guard case .bluetooth(let options)? = engagement.methods.first else {
                return #expect(Bool(false), "\(name)")
            }
            #expect(options.isPeripheral && !options.isCentral && options.peripheralUUID?.count == 16)
        }
    }

    @Test func `a wallet's engagement keeps its origins and capabilities`() throws {
        let bytes = try Documents.bytes("apple/apple_wallet_device_engagement")
        let engagement = try Engagement(bytes[...])
        #expect(engagement.version == .second && engagement.methods.isEmpty && engagement.members.count == 4)
        #expect(engagement.capabilities?.understandsReaderAuthAll == true)
        #expect(
            engagement.capabilities?.understandsExtendedRequests == true && engagement.capabilities?.makesMACs == nil)
        var capabilities = DeviceCapabilities()
        capabilities.understandsReaderAuthAll = true
        capabilities.understandsExtendedRequests = true
        #expect(try Engagement(key: engagement.key, origins: [], capabilities: capabilities).encoded == bytes[...])
    }
}

@Suite struct EngagementTests {
    private static let key =
        "a4010220012158205a88d182bce5f42efa59943f33359d2e8a968ff289d93e5fa444b624343167fe"
        + "225820b16e8cf858ddc7690407ba61d4c338237a8cfcf3de6aa672fc60a557aa32fc67"

    /// Parses an engagement in hexadecimal; KEY is EDeviceKeyBytes.
    private func engagement(_ hex: String) throws -> Engagement {
        let text = hex.replacing(" ", with: "").replacing("KEY", with: "d818584b" + Self.key)
        return try Engagement(try #require(Hex.decode(text))[...])
    }

    @Test(arguments: [
        ("a2 00 63312e30 01 82 02 KEY", CBORError.Reason.unsupported), ("a2 00 63322e30 01 82 01 KEY", .unsupported),
        ("a2 00 6131 01 82 01 KEY", .notAllowed), ("a2 00 00 01 82 01 KEY", .unexpectedType),
        ("a2 00 63312e78 01 82 01 KEY", .notAllowed), ("a2 00 64312e3031 01 82 01 KEY 00", .trailingBytes),
        ("a2 00 65312e302e30 01 82 01 KEY", .notAllowed), ("a1 00 63312e30", .missing), ("a1 01 82 01 KEY", .missing),
        ("a2 00 63312e30 01 81 01", .notAllowed), ("a2 00 63312e30 01 83 01 KEY 00", .notAllowed),
        ("a2 00 63312e30 01 82 01 4100", .unexpectedType), ("a2 00 63312e30 01 82 01 d8184100", .unexpectedType),
        ("a2 00 63312e30 01 82 01 d818 41ff", .badBreak), ("a2 00 63312e30 01 a0", .unexpectedType),
        ("80", .unexpectedType),
        ("a3 00 63312e30 01 82 01 KEY 02 80", .notAllowed), ("a3 00 63312e30 01 82 01 KEY 02 8180", .notAllowed),
        ("a3 00 63312e30 01 82 01 KEY 02 a0", .unexpectedType), ("a3 00 63312e30 01 82 01 KEY 01 00", .duplicateKey),
        // A symmetric key, and a key for signatures only.
        ("a2 00 63312e30 01 82 01 d818 45a201042000", .unexpectedType),
        ("a2 00 63312e30 01 82 01 d818 46a20104204100", .unsupported),
    ])
    func `an engagement that breaks a rule is refused`(hex: String, reason: CBORError.Reason) {
        let error = #expect(throws: CBORError.self) { try engagement(hex) }
        #expect(error?.reason == reason)
    }

    @Test func `an unknown or malformed method does not hide the others`() throws {
        let methods = try engagement(
            """
            a3 00 63312e30 01 82 01 KEY 02 89 83 18 63 01 f6 83 02 02 a0 83 02 01 f6 83 02 01 a1 0a 4100
            83 02 01 a2 00 f5 0a 50 000102030405060708090a0b0c0d0e0f 83 01 01 a2 00 18ff 01 190100 83 01 01 a2 00 00 01 190100
            83 03 01 a1 00 6161 83 04 01 a1 00 6161
            """.replacing("\n", with: "")
        ).methods
        #expect(methods.count == 9)
        #expect(methods[0] == .unknown(type: 99, version: 1) && methods[1] == .unknown(type: 2, version: 2))
        for index in [2, 3, 6] {
            guard case .unusable = methods[index] else { return #expect(Bool(false), "\(index)") }
        }
        #expect(methods[4] == .bluetooth(BluetoothOptions(peripheralUUID: Array(0..<16))))
        #expect(methods[5] == .nfc(NFCOptions(longestCommand: 255, longestResponse: 256)))
        guard case .wifiAware(let wifi) = methods[7] else { return #expect(Bool(false)) }
        #expect(wifi.passphrase == "a" && methods[8] == .web(uri: "a"))
    }

    @Test func `a website's engagement and the device's answer are read as they were made`() throws {
        let (website, device) = (try P256AgreementKey(), try P384AgreementKey())
        let reader = try Engagement(key: .p256(website.publicKey), methods: [.web(uri: "https://reader.example/a")])
        let read = try Engagement(address: reader.address(.website), scheme: .website)
        #expect(read.methods == [.web(uri: "https://reader.example/a")] && read.key == .p256(website.publicKey))
        let answer = try Engagement(
            key: .p384(device.publicKey), origins: [["cat": 1, "type": 1, "details": ["domain": "a"]]])
        #expect(answer.version == .second)
        #expect(try Engagement(websiteMessage: answer.websiteMessage[...]).encoded == answer.encoded)
        for hex in ["a0", "80", "a1757465766963", "a175646576696365456e676167656d656e744279746573f6"] {
            #expect(throws: CBORError.self) { try Engagement(websiteMessage: (Hex.decode(hex) ?? [])[...]) }
        }
        // The wrapper's own bytes are part of the transcript, whatever their head.
        var odd = CBORWriter()
        odd.map(1)
        odd.text("deviceEngagementBytes")
        odd.raw([0xD8, 0x18, 0x59, 0, UInt8(answer.encoded.count)])
        odd.raw(answer.encoded)
        let received = try Engagement(websiteMessage: odd.encoded[...])
        #expect(received.engagementBytes == Array(odd.encoded.suffix(answer.encoded.count + 5)))
        #expect(received.encoded == answer.encoded && received.websiteMessage == odd.encoded)
        #expect(received.engagementBytes != answer.engagementBytes)
        // A holder's engagement needs a retrieval method.
        let missing = #expect(throws: CBORError.self) { try Engagement(address: answer.address()) }
        #expect(missing?.reason == .missing)
        #expect(throws: CBORError.self) { try Engagement(key: .ed25519(Ed25519PrivateKey.generate().publicKey)) }
    }
}
