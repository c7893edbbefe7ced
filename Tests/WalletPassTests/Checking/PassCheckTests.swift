import Foundation
import Testing

@testable import WalletPass

@Suite("Pass checks")
struct PassCheckTests {
    private typealias Row = (change: [String: Any?], expected: [String])

    private func places(_ files: [String: [UInt8]]) -> [String] {
        PassCheck.faults(in: files, signer: PassAuthorityFixture.names).map {
            "\($0.severity == .error ? "" : "? ")\($0.code.rawValue) \($0.place)"
        }
    }

    private func check(_ rows: [Row], sourceLocation: SourceLocation = #_sourceLocation) {
        for row in rows {
            #expect(
                places(PassAuthorityFixture.files(row.change)) == row.expected, "\(row.change)",
                sourceLocation: sourceLocation)
        }
    }

    @Test("a valid pass has no faults, and each fault is one sentence with its location")
    func good() throws {
        #expect(places(PassAuthorityFixture.files).isEmpty)
        let fault = try #require(PassCheck.faults(in: PassAuthorityFixture.files(["description": nil])).first)
        #expect(fault.description == "error: pass.json/description: description is required. [PASS_MEMBER_MISSING]")
    }

    @Test("the identity members are checked")
    func identity() {
        check([
            (["formatVersion": nil], ["PASS_MEMBER_MISSING pass.json/formatVersion"]),
            (["formatVersion": 2], ["PASS_MEMBER_INVALID pass.json/formatVersion"]),
            (["formatVersion": "1"], ["PASS_MEMBER_INVALID pass.json/formatVersion"]),
            (["serialNumber": ""], ["PASS_MEMBER_INVALID pass.json/serialNumber"]),
            (["serialNumber": 7], ["PASS_MEMBER_INVALID pass.json/serialNumber"]),
            (["organizationName": nil], ["PASS_MEMBER_MISSING pass.json/organizationName"]),
            (
                ["passTypeIdentifier": "com.example.test"],
                ["PASS_MEMBER_INVALID pass.json/passTypeIdentifier", "PASS_SIGNER pass.json/passTypeIdentifier"]
            ), (["passTypeIdentifier": "pass.com.example.other"], ["PASS_SIGNER pass.json/passTypeIdentifier"]),
            (["teamIdentifier": "ABCDE12346"], ["PASS_SIGNER pass.json/teamIdentifier"]),
            (
                ["teamIdentifier": "abcde12345"],
                ["PASS_MEMBER_INVALID pass.json/teamIdentifier", "PASS_SIGNER pass.json/teamIdentifier"]
            ), (["descriptoin": "x"], ["? PASS_MEMBER_UNKNOWN pass.json/descriptoin"]),
            (["webServiceURL": "https://passes.example.com/", "authenticationToken": "0123456789abcdef"], []),
            (
                ["webServiceURL": "http://passes.example.com/", "authenticationToken": "0123456789abcdef"],
                ["PASS_WEB_SERVICE pass.json/webServiceURL"]
            ),
            (["webServiceURL": "https://passes.example.com/"], ["PASS_WEB_SERVICE pass.json/authenticationToken"]),
            (
                ["webServiceURL": "https://passes.example.com/", "authenticationToken": "0123456789abcde"],
                ["PASS_WEB_SERVICE pass.json/authenticationToken"]
            ),
            (["authenticationToken": "0123456789abcdef"], ["? PASS_WEB_SERVICE pass.json/authenticationToken"]),
        ])
        #expect(places(["icon.png": PassAuthorityFixture.picture(1, 1)]) == ["PASS_CONTENT pass.json"])
        #expect(
            places(PassAuthorityFixture.files.merging(["pass.json": Array("[]".utf8)]) { $1 }) == [
                "PASS_CONTENT pass.json"
            ])
        #expect(
            places(PassAuthorityFixture.files.merging(["pass.json": Array("{\"a\":1,\"a\":2}".utf8)]) { $1 }) == [
                "PASS_CONTENT pass.json"
            ])
    }

    @Test("a pass has exactly one style with displayable fields")
    func style() {
        let field: [String: Any] = ["key": "a", "value": 1]
        func generic(_ fields: [Any]) -> [String: Any?] { ["generic": ["primaryFields": fields]] }
        let place = "pass.json/generic/primaryFields"
        check([
            (["generic": nil], ["PASS_STYLE pass.json"]), (["coupon": [:] as [String: Any]], ["PASS_STYLE pass.json"]),
            (["generic": "x"], ["PASS_STYLE pass.json/generic"]),
            (
                ["generic": nil, "boardingPass": [:] as [String: Any]],
                ["PASS_MEMBER_MISSING pass.json/boardingPass/transitType"]
            ),
            (["generic": nil, "boardingPass": ["transitType": "PKTransitTypeAir"]], []),
            (
                ["generic": nil, "boardingPass": ["transitType": "Air"]],
                ["PASS_MEMBER_INVALID pass.json/boardingPass/transitType"]
            ),
            (["generic": ["transitType": "PKTransitTypeAir"]], ["? PASS_MEMBER_UNKNOWN pass.json/generic/transitType"]),
            (["generic": ["primaryField": [Any]()]], ["? PASS_MEMBER_UNKNOWN pass.json/generic/primaryField"]),
            (generic([field]), []),
            (generic([field, field]), ["? PASS_FIELDS \(place)", "PASS_FIELDS \(place)/1/key"]),
            (generic([["value": 1]]), ["PASS_FIELDS \(place)/0/key"]),
            (generic([["key": "a"]]), ["PASS_FIELDS \(place)/0/value"]),
            (generic([["key": "a", "value": true]]), ["PASS_FIELDS \(place)/0/value"]),
            (generic([["key": "a", "value": "x", "changeMessage": "now %@"]]), []),
            (
                generic([["key": "a", "value": "x", "changeMessage": "changed"]]),
                ["PASS_MEMBER_INVALID \(place)/0/changeMessage"]
            ),
            (
                generic([["key": "a", "value": "x", "dateStyle": "PKDateStyleShort"]]),
                ["PASS_MEMBER_INVALID \(place)/0/value"]
            ),
            (generic([["key": "a", "value": "2026-02-28T10:00Z", "dateStyle": "PKDateStyleShort"]]), []),
            (generic([["key": "a", "value": 1.5, "currencyCode": "EUR"]]), []),
            (
                generic([["key": "a", "value": 1.5, "currencyCode": "eur"]]),
                ["PASS_MEMBER_INVALID \(place)/0/currencyCode"]
            ),
            (["groupingIdentifier": "x"], ["? PASS_MEMBER_UNKNOWN pass.json/groupingIdentifier"]),
        ])
    }

    @Test("barcodes, contactless keys, colours, dates and locations are checked")
    func content() {
        func code(_ format: String, _ message: String, _ encoding: String? = "iso-8859-1") -> [String: Any?] {
            var code = ["format": format, "message": message]
            code["messageEncoding"] = encoding
            return ["barcodes": [code]]
        }
        let key = "MDkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDIgACR3+d4e4Jrf9dsuyj6/kIvJfbGwfgZtqTJxWVoK9MBSs="
        func nfc(_ message: String, _ key: String) -> [String: Any?] {
            ["nfc": ["message": message, "encryptionPublicKey": key]]
        }
        check([
            (code("PKBarcodeFormatQR", "x"), []),
            (code("QR", "x"), ["PASS_BARCODE pass.json/barcodes/0/format"]),
            (code("PKBarcodeFormatQR", ""), ["PASS_BARCODE pass.json/barcodes/0/message"]),
            (code("PKBarcodeFormatQR", "é"), []),
            (code("PKBarcodeFormatQR", "€"), ["PASS_BARCODE pass.json/barcodes/0/message"]),
            (code("PKBarcodeFormatQR", "€", "utf-8"), []),
            (code("PKBarcodeFormatQR", "x", nil), ["PASS_BARCODE pass.json/barcodes/0/messageEncoding"]),
            (["barcodes": [Any]()], ["PASS_BARCODE pass.json/barcodes"]),
            (
                ["barcode": ["format": "PKBarcodeFormatQR", "message": "x", "messageEncoding": "iso-8859-1"]],
                ["? PASS_BARCODE pass.json/barcode"]
            ),
            (nfc("x", key), []), (nfc(String(repeating: "x", count: 64), key), []),
            (nfc(String(repeating: "x", count: 65), key), ["PASS_NFC pass.json/nfc/message"]),
            (nfc("x", "AAAA"), ["PASS_NFC pass.json/nfc/encryptionPublicKey"]),
            (["backgroundColor": "rgb(0, 128,255)"], []),
            (["backgroundColor": "rgb(0,128,256)"], ["PASS_MEMBER_INVALID pass.json/backgroundColor"]),
            (["backgroundColor": "#ffffff"], ["PASS_MEMBER_INVALID pass.json/backgroundColor"]),
            (["expirationDate": "2026-11-21T10:30:00+01:00"], []),
            (["expirationDate": "2026-11-21T10:30:00"], ["PASS_MEMBER_INVALID pass.json/expirationDate"]),
            (["expirationDate": "2026-02-29T10:30:00Z"], ["PASS_MEMBER_INVALID pass.json/expirationDate"]),
            (["expirationDate": "2028-02-29T10:30:00Z"], []),
            (["expirationDate": "2026-11-21T23:59:59Z"], []),
            (["expirationDate": "2026-11-21T10:30Z"], []),
            (["expirationDate": "2026-12-31T00:00:00+14:00"], []),
            (["expirationDate": "2026-01-01T00:00:00-00:59"], []),
            (["expirationDate": "2026-11-21T24:00:00Z"], ["PASS_MEMBER_INVALID pass.json/expirationDate"]),
            (["expirationDate": "2026-11-21T10:60:00Z"], ["PASS_MEMBER_INVALID pass.json/expirationDate"]),
            (["expirationDate": "2026-11-21T10:30:60Z"], ["PASS_MEMBER_INVALID pass.json/expirationDate"]),
            (["expirationDate": "2026-13-21T10:30:00Z"], ["PASS_MEMBER_INVALID pass.json/expirationDate"]),
            (["expirationDate": "2026-11-31T10:30:00Z"], ["PASS_MEMBER_INVALID pass.json/expirationDate"]),
            (["expirationDate": "2026-11-21T10:30:00+15:00"], ["PASS_MEMBER_INVALID pass.json/expirationDate"]),
            (["expirationDate": "2026-11-21T10:30:00+01:60"], ["PASS_MEMBER_INVALID pass.json/expirationDate"]),
            (["locations": [["latitude": 51.5, "longitude": -0.1]]], []),
            (
                ["locations": [["latitude": 91, "longitude": 0]]],
                ["PASS_MEMBER_INVALID pass.json/locations/0/latitude"]
            ),
            (["locations": [["latitude": 1]]], ["PASS_MEMBER_MISSING pass.json/locations/0/longitude"]),
            (
                ["beacons": [["proximityUUID": "x", "major": 65_536]]],
                [
                    "PASS_MEMBER_INVALID pass.json/beacons/0/proximityUUID",
                    "PASS_MEMBER_INVALID pass.json/beacons/0/major",
                ]
            ),
            (["appLaunchURL": "app:"], ["PASS_MEMBER_MISSING pass.json/associatedStoreIdentifiers"]),
            (["voided": 1], ["PASS_MEMBER_INVALID pass.json/voided"]),
        ])
    }

    @Test("a pass bound to an account is checked")
    func binding() {
        let key = "MDkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDIgACR3+d4e4Jrf9dsuyj6/kIvJfbGwfgZtqTJxWVoK9MBSs="
        let nfc: [String: Any] = ["message": "x", "encryptionPublicKey": key]
        let profile = ["relyingPartyIdentifier": "passes.example.com", "accountHash": "a"]
        let data = ["issuerBindingData": "00ff"]
        check([
            (["nfc": nfc, "fidoProfile": profile, "issuerBindingData": data], []),
            (["nfc": nfc, "fidoProfile": profile], []),
            (["nfc": nfc, "issuerBindingData": data], ["PASS_BINDING pass.json/fidoProfile"]),
            (
                ["nfc": nfc, "fidoProfile": ["accountHash": "a"]],
                ["PASS_BINDING pass.json/fidoProfile/relyingPartyIdentifier"]
            ),
            (
                ["nfc": nfc, "fidoProfile": profile, "issuerBindingData": ["issuerBindingData": "00FF"]],
                ["PASS_BINDING pass.json/issuerBindingData/issuerBindingData"]
            ),
            (["fidoProfile": profile], ["? PASS_BINDING pass.json/nfc"]),
        ])
    }

    @Test("images and files are checked")
    func files() {
        let picture = PassAuthorityFixture.picture
        let rows: [([String: [UInt8]], [String])] = [
            (["logo.png": picture(160, 50), "logo@2x.png": picture(320, 100)], []),
            (["logo.png": picture(161, 50)], ["? PASS_IMAGE_SIZE logo.png"]),
            (["strip.png": picture(375, 98)], ["? PASS_IMAGE_UNUSED strip.png"]),
            (["lgoo.png": picture(1, 1)], ["? PASS_IMAGE_UNUSED lgoo.png"]),
            (["thumbnail.png": Array("GIF89a".utf8)], ["PASS_IMAGE thumbnail.png"]),
            ([".DS_Store": [1]], ["PASS_FILE .DS_Store"]),
            (["de.lproj/.x": [1]], ["PASS_FILE de.lproj/.x", "? PASS_FILE de.lproj/.x"]),
            (["../x": [1]], ["PASS_FILE ../x", "? PASS_FILE ../x"]),
            (["manifest.json": [1]], ["? PASS_FILE manifest.json"]),
            (["de.lproj/pass.strings": Array("\"a\" = \"b\"; // x\n/* y */ \"c\"=\"d\\n\";".utf8)], []),
            (["de.lproj/pass.strings": Array("\"a\" = \"b\"".utf8)], ["PASS_LANGUAGE de.lproj/pass.strings"]),
            (["de.lproj/pass.strings": Array("\"a\" = \"ü\";".utf8)], ["? PASS_LANGUAGE de.lproj/pass.strings"]),
            (
                [
                    "de.lproj/pass.strings": [0xFF, 0xFE]
                        + "\"a\" = \"ü\";".utf16.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }
                ], []
            ),
            (["de.lproj/icon.png": picture(29, 29)], ["? PASS_LANGUAGE de.lproj/icon.png"]),
            (["images/x.png": picture(1, 1)], ["? PASS_IMAGE_UNUSED images/x.png", "? PASS_FILE images/x.png"]),
        ]
        for (more, expected) in rows {
            #expect(places(PassAuthorityFixture.files([:], more)) == expected, "\(more.keys)")
        }
        var files = PassAuthorityFixture.files
        files["icon.png"] = nil
        #expect(places(files) == ["? PASS_IMAGE icon.png"])
        files["icon@2x.png"] = nil
        #expect(places(files) == ["PASS_IMAGE icon.png"])
    }
}
