import Foundation
import JourneyBase
import JourneyCBOR
import JourneyCLI
import MobileDocument
import TestSupport
import Testing

@Suite("journey mdoc inspect", .enabled(if: Vectors.has("mdoc"), "\(Vectors.missing)"))
struct InspectTests {
    private func vector(_ name: String) -> String { Vectors.path("mdoc/" + name) }

    @Test(
        "every public sample is identified and dissected",
        arguments: [
            ("annex_d/d4_1_2_device_response.hex", "DeviceResponse"),
            ("annex_d/d4_1_1_device_request.hex", "DeviceRequest"),
            ("annex_d/d3_1_device_engagement_qr.hex", "DeviceEngagement"),
            ("annex_d/d5_1_session_transcript_bytes.hex", "SessionTranscript"),
            ("annex_d/d5_1_session_establishment.hex", "SessionEstablishment"),
            ("annex_d/d5_1_session_data.hex", "SessionData"), ("annex_d/d5_1_session_termination.hex", "SessionData"),
            ("annex_d/d5_2_issuer_auth.hex", "IssuerAuth"),
            ("annex_d/d5_3_device_authentication_bytes.hex", "SessionTranscript"),
            ("annex_d/items_request.hex", "ItemsRequest"), ("annex_d/d2_1_driving_privileges.hex", "CBOR"),
            ("apple/apple_wallet_device_engagement.hex", "DeviceEngagement"),
            ("isomdl/cose_key_ec_p256.hex", "COSE_Key"),
            ("isomdl/cose_sign1_serialized.hex", "COSE message"), ("isomdl/device_response.hex", "DeviceResponse"),
            ("isomdl/issuer_signed_dehydrated.hex", "IssuerSigned"),
            ("isomdl/device_request_v1_1_readerAuthAll.hex", "DeviceRequest"),
            ("iso18013_6/device_request_valid.hex", "DeviceRequest"),
            ("annex_d/nfc_handover_select_ndef.hex", "handover select message"),
            ("apple/apple_wallet_handover_select_ndef.hex", "handover select message"),
            ("annex_d/nfc_handover_request_ndef.hex", "handover request message"),
            ("annex_d/d5_2_ds_cert_der.hex", "certificate"), ("annex_d/d5_2_iaca_cert_der.hex", "certificate"),
            ("annex_d/d5_4_reader_cert_der.hex", "certificate"),
            ("annex_d/d5_4_reader_root_cert_der.hex", "certificate"),
            ("annex_d/portrait_jpeg.hex", "JPEG picture"), ("isomdl/isomdl_iaca_root_cert.pem", "certificate"),
            ("isomdl/owf_multipaz_ds_p384.pem", "certificate"), ("isomdl/reader_key.pem", "private key"),
        ])
    func samples(_ name: String, _ kind: String) async throws {
        let line = try CommandLine()
        let result = await line.run("inspect", vector(name), "--json")
        #expect(result.status == .done, "\(result.talk)")
        #expect(
            result.json?["kind"]?.string == (name.contains("device_authentication") ? "DeviceAuthentication" : kind))
        #expect((result.json?["lines"]?.array?.count ?? 0) > 0)
    }

    @Test("each line has its location, and times, certificates, algorithms and pictures are annotated")
    func annotations() async throws {
        let line = try CommandLine()
        let result = await line.run("inspect", vector("annex_d/d4_1_2_device_response.hex"))
        for text in [
            "certificate of CN=utopia ds, C=US", "ES256", "HMAC 256/256", "JPEG picture", "1 Oct 2020", "P-256",
        ] {
            #expect(result.output.contains(text), "\(text)")
        }
        #expect(!result.output.contains("\u{1B}"))
        let colored = await line.run("inspect", vector("annex_d/d4_1_2_device_response.hex"), "--color", "always")
        #expect(colored.output.contains("\u{1B}"))
    }

    @Test("offsets match the file: each line's bytes decode to its item")
    func offsets() async throws {
        let line = try CommandLine()
        let text = String(decoding: try Vectors.bytes("mdoc/annex_d/d4_1_2_device_response.hex"), as: UTF8.self)
        let bytes = try #require(Hex.decode(text.filter { !$0.isWhitespace }))
        let result = await line.run("inspect", vector("annex_d/d4_1_2_device_response.hex"), "--json")
        let lines = try #require(result.json?["lines"]?.array)
        #expect(lines.count > 100)
        for entry in lines {
            let start = Int(try #require(entry["offset"]?.int64))
            let count = Int(try #require(entry["count"]?.int64))
            #expect(throws: Never.self) {
                try CBORReader.item(
                    in: bytes[start..<start + count], limits: CBORLimits(bytes: 1 << 20, depth: 32, items: 10_000))
            }
        }
    }

    @Test("a QR code's address is parsed, and input that is not CBOR is status 2")
    func address() async throws {
        let line = try CommandLine()
        let made = await line.run("qr", "--key-output", ":device.pem")
        #expect(made.status == .done && made.output.hasPrefix("mdoc:"))
        let path = try line.folder.write(made.output, "qr.txt")
        let shown = await line.run("inspect", path)
        #expect(shown.output.hasPrefix("DeviceEngagement, ") && shown.status == .done)
        let again = await line.run("qr", path)
        #expect(again.output == made.output)
        let nothing = try line.folder.write("mdoc:!!", "bad.txt")
        #expect(await line.run("inspect", nothing).status == .badInput)
        let twice = try line.folder.write("a2616100616101", "twice.hex")
        #expect(await line.run("inspect", twice).status == .badInput)
        #expect(await line.run("inspect", twice, "--lenient").status == .done)
    }

    @Test("a website's request and response are identified")
    func website() async throws {
        let line = try CommandLine()
        let request = try WebsiteRequest()
        let info = try line.folder.write(request.encryptionInfo.text, "info.txt")
        #expect(await line.run("inspect", info).output.hasPrefix("EncryptionInfo, "))
        let sealed = try request.encryptionInfo.seal([0xA0], origin: "https://a.example")
        let response = try line.folder.write(sealed.text, "response.txt")
        #expect(await line.run("inspect", response).output.hasPrefix("EncryptedResponse, "))
        // It looks like an encryption info, but its key is invalid.
        let bad = try line.folder.write("826564636170 69a172726563697069656e745075626c69634b6579a0", "bad.hex")
        let shown = await line.run("inspect", bad)
        #expect(shown.output.hasPrefix("EncryptionInfo, ") && shown.talk.contains("CBOR_MISSING"))
    }

    @Test("an address is accepted as is, and its code is drawn as PNG, SVG and text")
    func pictures() async throws {
        let line = try CommandLine()
        let made = await line.run("qr", "--key-output", ":device.pem", "--png", ":code.png", "--svg", ":code.svg")
        let address = made.output.trimmingCharacters(in: .newlines)
        #expect(made.status == .done && address.hasPrefix("mdoc:"))
        #expect(try line.folder.read("code.png").starts(with: [0x89, 0x50, 0x4E, 0x47]))
        #expect(String(decoding: try line.folder.read("code.svg"), as: UTF8.self).hasPrefix("<svg"))
        let drawn = await line.run("qr", address, "--draw")
        let rows = drawn.output.split(separator: "\n")
        #expect(rows.first.map(String.init) == address && rows.count > 20)
        #expect(Set(rows.dropFirst().map(\.count)).count == 1)
        #expect(await line.run("qr", address, "--draw", "--inverted").output != drawn.output)
        #expect(await line.run("inspect", "MDOC:" + address.dropFirst(5)).output.hasPrefix("DeviceEngagement, "))
        let broken = await line.run("inspect", "mdoc:!!", "--json")
        #expect(broken.status == .badInput && broken.json?["error"]?["code"]?.string == "ADDRESS_INVALID")
    }

    @Test("a code's address is read from its picture, and a picture without one is status 2")
    func fromPicture() async throws {
        let line = try CommandLine()
        let made = await line.run("qr", "--key-output", ":device.pem", "--png", ":code.png")
        let read = await line.run("qr", ":code.png", "--json")
        let address = made.output.trimmingCharacters(in: .newlines)
        #expect(read.status == .done && read.json?["address"]?.string == address)
        _ = try line.folder.write(Drawing(blank: 80, 80).pgm, "blank.pgm")
        _ = try line.folder.write(try Drawing("https://utopia.example").png(), "other.png")
        _ = try line.folder.write(Array(try line.folder.read("code.png").dropLast(40)), "cut.png")
        var two = try Drawing(address)
        two.width *= 2
        two.pixels = [UInt8](repeating: 0xF0, count: two.width * two.height)
        for (index, text) in [address, "mdoc:owBjMS4w"].enumerated() {
            let code = try #require(QRPicture(text))
            two.draw(code, at: (Double(two.width) * (0.25 + 0.5 * Double(index)), Double(two.height) / 2), scale: 4)
        }
        _ = try line.folder.write(two.png(), "two.png")
        for (name, code) in [
            ("blank.pgm", "QR_MISSING"), ("other.png", "QR_OTHER"), ("cut.png", "PICTURE_DAMAGED"),
            ("two.png", "QR_SEVERAL"),
        ] {
            let result = await line.run("qr", ":" + name, "--json")
            #expect(result.status == .badInput && result.json?["error"]?["code"]?.string == code, "\(name)")
        }
    }

    @Test("a private key file is private to its owner, also when it replaces a readable one")
    func privateKeys() async throws {
        let line = try CommandLine()
        let path = try line.folder.write("old", "device.pem")
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
        #expect(await line.run("qr", "--key-output", path).status == .done)
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        #expect(mode == 0o600)
        #expect(try FileManager.default.contentsOfDirectory(atPath: line.folder.path) == ["device.pem"])
        #expect(await line.run("qr", "--key-output", ":nowhere/device.pem").status == .failed)
    }
}
