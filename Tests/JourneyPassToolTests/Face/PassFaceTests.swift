import Foundation
import JourneyBase
import JourneyCLI
import Testing
import WalletPass

@testable import JourneyPassTool

/// Returns a number with a fraction, with its exact spelling.
private func decimal(_ text: String) -> JSONValue { .number(JSONNumber(lexeme: text) ?? JSONNumber(0)) }

@Suite("Displayed pass")
struct PassFaceTests {
    private func value(_ field: JSONValue, _ languages: [String] = ["en_GB"], zone: TimeZone = .gmt) throws -> String? {
        let files = try TestPasses.files(["generic": ["primaryFields": [field]]])
        return PassFace(files, languages: languages, zone: zone)?.primary.first?.value
    }

    @Test(
        "numbers follow the field's style",
        arguments: [
            (["value": decimal("1234.5")], "1234.5"),
            (["value": decimal("1234.5"), "numberStyle": "PKNumberStyleDecimal"], "1,234.5"),
            (["value": decimal("0.21"), "numberStyle": "PKNumberStylePercent"], "21%"),
            (["value": decimal("21.75"), "currencyCode": "GBP"], "£21.75"),
            (["value": 3, "currencyCode": "JPY"], "JP¥3"),
            (["value": "007"], "007"),
        ] as [([String: JSONValue], String)])
    func numbers(members: [String: JSONValue], expected: String) throws {
        #expect(try value(.object(members.merging(["key": "k"]) { $1 })) == expected)
    }

    @Test("amounts are formatted as on screens: with Bengali and Arabic digits, never rounded")
    func amounts() throws {
        let field: JSONValue = ["key": "k", "value": decimal("1234567.895"), "currencyCode": "BDT"]
        #expect(try value(field) == "BDT\u{A0}1,234,567.895")
        #expect(try value(field, ["bn"]) == "১২,৩৪,৫৬৭.৮৯৫৳")
        #expect(try value(field, ["ar"]) == "\u{2068}\u{200F}١٬٢٣٤٬٥٦٧٫٨٩٥\u{A0}BDT\u{2069}")
    }

    @Test("dates use the person's time zone or their own, with or without seconds")
    func dates() throws {
        func field(_ text: String, _ more: [String: JSONValue]) -> JSONValue {
            .object(more.merging(["key": "k", "value": .string(text)]) { $1 })
        }
        let time: [String: JSONValue] = ["timeStyle": "PKDateStyleShort"]
        let east = try #require(TimeZone(secondsFromGMT: 7_200))
        #expect(try value(field("2026-12-01T09:40:00Z", time), zone: east)?.hasPrefix("11:40") == true)
        #expect(try value(field("2026-12-01T09:40Z", time))?.contains("9:40") == true)
        let own = time.merging(["ignoresTimeZone": true]) { $1 }
        #expect(try value(field("2026-12-01T09:40:00-05:00", own), zone: east)?.contains("9:40") == true)
        #expect(try value(field("2026-12-01T09:40:00-05:00", ["dateStyle": "PKDateStyleMedium"])) == "1 Dec 2026")
        #expect(
            try value(field("2026-12-01T23:40:00-05:00", ["dateStyle": "PKDateStyleLong"]), ["de"])
                == "2. Dezember 2026")
        // A text that is not a date is shown unchanged.
        #expect(try value(field("soon", time)) == "soon")
    }

    @Test("texts use the first available language, and a top-level picture hides a localised one")
    func languages() throws {
        let fr = Array("\"Member\" = \"Membre\";\n\"Ada Byron\" = \"Ada, née Byron\";".utf8)
        let (small, large) = (StarterPictures(base: (1, 2, 3), accent: (4, 5, 6)).files(.generic), [UInt8]([1]))
        let logo = try #require(small["logo.png"])
        let face = try #require(
            try TestPasses.face(
                more: [
                    "fr.lproj/pass.strings": fr, "fr.lproj/logo@2x.png": logo, "fr.lproj/strip.png": logo,
                    "x.png": large,
                ],
                languages: ["it", "fr-CA", "de"]))
        #expect(face.language == "fr" && face.languages == ["de", "fr"])
        #expect(face.primary.first?.label == "Membre" && face.primary.first?.value == "Ada, née Byron")
        #expect(face.pictures["strip"] == logo && face.pictures["logo"] == small["logo@3x.png"])
        #expect(try TestPasses.face(languages: ["it"])?.language == nil)
    }

    @Test("an oversized picture is not drawn, and an overlong text is cut")
    func bounded() throws {
        var bomb = try #require(StarterPictures(base: (1, 2, 3), accent: (4, 5, 6)).files(.generic)["logo.png"])
        // 16,000 by 16,000 according to its header.
        bomb.replaceSubrange(16..<24, with: [0, 0, 0x3E, 0x80, 0, 0, 0x3E, 0x80])
        let face = try #require(
            try TestPasses.face(more: ["logo.png": bomb, "logo@2x.png": bomb, "logo@3x.png": bomb]))
        #expect(face.pictures["logo"] == nil && face.pictures["thumbnail"] != nil)
        let long = JSONValue.string(String(repeating: "x", count: 200_000))
        let cut = try TestPasses.face(["generic": ["backFields": [["key": "k", "label": long, "value": long]]]])
        #expect(cut?.back.first?.value.count == 5_000 && cut?.back.first?.label.count == 5_000)
    }

    @Test("an invalid pass is not displayed")
    func none() throws {
        #expect(PassFace([:], languages: []) == nil)
        #expect(try TestPasses.face(["generic": .some(nil)]) == nil)
        #expect(try TestPasses.face(["serialNumber": .some(nil)]) == nil)
        #expect(PassFace(["pass.json": Array("[".utf8)], languages: []) == nil)
    }

    @Test("a barcode's bytes use its encoding, and the first drawable one is used")
    func barcodes() throws {
        func code(_ message: String, _ encoding: String, _ format: String = "PKBarcodeFormatQR") -> JSONValue {
            ["format": .string(format), "message": .string(message), "messageEncoding": .string(encoding)]
        }
        let latin = try #require(try TestPasses.face(["barcodes": [code("Müller", "iso-8859-1")]])?.code)
        #expect(latin.barcode == Barcode([0x4D, 0xFC, 0x6C, 0x6C, 0x65, 0x72], format: .qr))
        let utf8 = try #require(try TestPasses.face(["barcodes": [code("Müller", "utf-8")]])?.code)
        #expect(utf8.barcode == Barcode(Array("Müller".utf8), format: .qr))
        let other = try TestPasses.face(["barcodes": [code("東京", "iso-8859-1"), code("x", "iso-8859-1")]])
        #expect(other?.code?.message == "x")
        let alone = try TestPasses.face(["barcodes": [code("東京", "iso-8859-1")]])
        #expect(alone?.code?.message == "東京" && alone?.code?.barcode == nil)
        #expect(try TestPasses.face(["barcodes": [code("x", "utf-8", "PKBarcodeFormatOther")]])?.code == nil)
        let old = try TestPasses.face(["barcodes": .some(nil), "barcode": code("old", "iso-8859-1")])
        #expect(old?.code?.message == "old")
    }

    @Test("no text of a pass moves the terminal's cursor")
    func terminal() throws {
        let bad = "a\u{1B}[2Jb\n\u{9B}2J\u{202E}c"
        let face = try #require(
            try TestPasses.face(
                [
                    "organizationName": .string(bad), "logoText": .string(bad), "description": .string(bad),
                    "serialNumber": .string(bad), "passTypeIdentifier": .string(bad),
                    "generic": ["primaryFields": [["key": "k", "label": .string(bad), "value": .string(bad)]]],
                    "fidoProfile": ["relyingPartyIdentifier": .string(bad), "accountHash": "a"],
                    "barcodes": [["format": "PKBarcodeFormatQR", "message": .string(bad), "messageEncoding": "utf-8"]],
                ], more: ["a\u{9B}2J\u{202E}.lproj/pass.strings": Array("\"k\" = \"v\";".utf8)]))
        let text = face.text(Style(isColored: false))
        #expect(!TerminalControl.isIn(text) && text.contains("a?[2Jb??2Jc") && text.contains("a?2J"))
        // A value's own lines stay, indented behind the tool's.
        #expect(text.contains("  a?[2Jb??2Jc") && text.contains("a?[2Jb\n                ?2Jc"))
    }
}
