import Foundation
import JourneyBase
import TestSupport
import Testing
import WalletPass

@testable import JourneyPassTool

@Suite("Pass page")
struct PassPageTests {
    private let now = Date(timeIntervalSince1970: 1_800_000_000)

    private func html(_ face: PassFace?, note: String? = nil, hasBack: Bool = true) throws -> String {
        PassPage(face: try #require(face), note: note, hasBack: hasBack, now: now).html
    }

    @Test("texts of a pass are escaped")
    func hostile() throws {
        let bad = "<script>alert(1)</script>\"'&<img src=x onerror=1>"
        let page = try html(
            TestPasses.face([
                "organizationName": .string(bad), "logoText": .string(bad), "description": .string(bad),
                "generic": [
                    "headerFields": [["key": "a", "label": .string(bad), "value": .string(bad)]],
                    "primaryFields": [["key": "b", "label": .string(bad), "value": .string(bad)]],
                    "backFields": [["key": "c", "label": .string(bad), "value": .string(bad)]],
                ], "fidoProfile": ["relyingPartyIdentifier": .string(bad), "accountHash": "a"],
                "barcodes": [
                    [
                        "format": "PKBarcodeFormatQR", "message": "m", "messageEncoding": "utf-8",
                        "altText": .string(bad),
                    ]
                ],
            ]), note: bad)
        #expect(!page.contains("<script") && !page.contains("onerror=1>") && !page.contains("<img src=x"))
        #expect(page.contains("&lt;script&gt;alert(1)&lt;/script&gt;&quot;"))
        #expect(page.contains("default-src 'none'"))
    }

    @Test("each style has its layout, fields and barcode", arguments: PassStyle.allCases)
    func styles(style: PassStyle) throws {
        let face = try #require(try TestPasses.face(style: style))
        let page = try html(face)
        #expect(page.contains("class=\"pass \(style.rawValue)"))
        for field in face.header + face.primary { #expect(page.contains(">\(field.value)<")) }
        #expect(
            page.contains(
                "viewBox=\"0 0 \(try #require(face.code?.barcode).width + (face.code?.format.isSquare == true ? 4 : 8))"
            ))
        #expect(page.contains("class=\"transit\"") == (style == .boardingPass))
        #expect(page.contains("class=\"strip\"") == (style == .coupon || style == .storeCard))
        #expect(page.contains("class=\"thumbnail\"") == (style == .eventTicket || style == .generic))
        #expect(page.contains("class=\"backdrop\"") == (style == .eventTicket))
        #expect(page.contains("class=\"back\""))
        #expect(try !html(face, hasBack: false).contains("class=\"back\""))
    }

    @Test("a contactless pass says where to hold it, and a void or expired one says so")
    func states() throws {
        let nfc: JSONValue = ["message": "m", "encryptionPublicKey": "k"]
        #expect(try html(TestPasses.face(["barcodes": .some(nil), "nfc": nfc])).contains("Hold near reader"))
        #expect(try html(TestPasses.face(["voided": true])).contains(">Void<"))
        #expect(try html(TestPasses.face(["expirationDate": "2020-01-01T00:00:00Z"])).contains(">Expired<"))
        #expect(try !html(TestPasses.face(["expirationDate": "2090-01-01T00:00:00Z"])).contains("class=\"stamp\""))
    }

    @Test("texts around a pass use its language")
    func languages() throws {
        let voided: [String: JSONValue?] = [
            "voided": true, "barcodes": .some(nil), "nfc": ["message": "m", "encryptionPublicKey": "k"],
        ]
        for (tag, void, hold) in [("bn", ">বাতিল<", ">রিডারের কাছে ধরুন<"), ("ar", ">ملغاة<", ">قرّبها من جهاز القراءة<")] {
            let page = try html(
                TestPasses.face(
                    voided, more: ["\(tag).lproj/pass.strings": Array("\"a\" = \"b\";".utf8)], languages: [tag]))
            #expect(page.contains("lang=\"\(tag)\"") && page.contains(void) && page.contains(hold))
            #expect(page.contains("dir=\"\(tag == "ar" ? "rtl" : "ltr")\""))
        }
        let phrases: [PassPagePhrase] = [
            .void, .expired, .holdNearReader, .barcodeTooLong, .boundToAccount, .notTrusted(code: "X"),
            .developmentCertificate,
        ]
        for phrase in phrases {
            #expect(!phrase(.english).isEmpty)
            for language in OwnLetters.languages {
                #expect(OwnLetters.others(in: phrase(language), language, besides: ["X"]) == "")
            }
        }
    }

    @Test("a pass is laid out in the direction of its language", arguments: ["ar", "ar-EG", "he", "ur", "en", "bn"])
    func direction(tag: String) throws {
        let strings = ["\(tag).lproj/pass.strings": Array("\"a\" = \"b\";".utf8)]
        let face = try #require(try TestPasses.face(style: .boardingPass, more: strings, languages: [tag]))
        let page = try html(face)
        let isRightToLeft = !["en", "bn"].contains(tag)
        #expect(page.contains("lang=\"\(tag)\" dir=\"\(isRightToLeft ? "rtl" : "ltr")\""))
        // Values keep their own direction, whatever is around them.
        for field in face.header + face.primary { #expect(page.contains("<bdi>\(field.value)</bdi>")) }
        // The layout has no side of its own; only a pass that names a side keeps it.
        let sheet = PassPageStyle.css(face.colours).replacing(/\.field\.(?:left|center|right)\{[^}]*\}/, with: "")
        #expect(!sheet.contains("text-align:right") && !sheet.contains("margin-left:auto"))
        #expect(!sheet.contains("margin-right"))
    }

    @Test("colours are the pass's own, or readable defaults")
    func colours() throws {
        let own = try html(TestPasses.face())
        #expect(own.contains("--bg:rgb(22,92,88)") && own.contains("--fg:rgb(255,255,255)"))
        let none: [String: JSONValue?] = ["foregroundColor": .some(nil), "labelColor": .some(nil)]
        #expect(try html(TestPasses.face(none)).contains("--fg:rgb(255,255,255)"))
        let light = none.merging(["backgroundColor": "rgb(250, 240, 230)"]) { $1 }
        #expect(try html(TestPasses.face(light)).contains("--fg:rgb(20,20,22)"))
        // Invalid colours never reach the style sheet.
        let bad = none.merging(["backgroundColor": "rgb(1,2,3);}*{display:none"]) { $1 }
        #expect(try !html(TestPasses.face(bad)).contains("display:none"))
    }
}
