import Foundation
import JourneyBase
import JourneyCrypto

extension PassCheck {
    /// Checks the barcodes.
    mutating func checkBarcodes() {
        let formats = ["QR", "PDF417", "Aztec", "Code128"].map { "PKBarcodeFormat\($0)" }
        if let value = content["barcodes"] {
            guard let codes = value.array, !codes.isEmpty else {
                return add(.barcode, "pass.json/barcodes", "barcodes must be a non-empty array.")
            }
            for (index, code) in codes.enumerated() {
                checkBarcode(code, at: "pass.json/barcodes/\(index)", formats)
            }
        }
        if let value = content["barcode"] {
            checkBarcode(value, at: "pass.json/barcode", formats.filter { $0 != "PKBarcodeFormatCode128" })
            if content["barcodes"] == nil {
                warn(
                    .barcode, "pass.json/barcode",
                    "barcode is for systems before iOS 9; use barcodes.")
            }
        }
    }

    private mutating func checkBarcode(_ value: JSONValue, at place: String, _ formats: [String]) {
        guard let code = value.object else { return add(.barcode, place, "A barcode must be an object.") }
        if !formats.contains(code["format"]?.string ?? "") {
            add(.barcode, "\(place)/format", "format must be one of \(formats.joined(separator: ", ")).")
        }
        let encoding = code["messageEncoding"]?.string?.lowercased()
        if encoding == nil {
            add(.barcode, "\(place)/messageEncoding", "messageEncoding is required, usually iso-8859-1.")
        }
        guard let message = code["message"]?.string, !message.isEmpty else {
            return add(.barcode, "\(place)/message", "message must be a non-empty string.")
        }
        if encoding == "iso-8859-1", !message.unicodeScalars.allSatisfy({ $0.value <= 0xFF }) {
            add(.barcode, "\(place)/message", "message has characters that are not in iso-8859-1.")
        }
        check(code, "altText", at: place, code: .barcode, "a text") { $0.string != nil }
    }

    /// Checks the payload for contactless readers.
    mutating func checkNFC() {
        guard let value = content["nfc"] else { return }
        guard let nfc = value.object else { return add(.nfc, "pass.json/nfc", "nfc must be an object.") }
        if let message = nfc["message"]?.string, (1...64).contains(message.utf8.count) {
        } else {
            add(.nfc, "pass.json/nfc/message", "message must be a string of 1 to 64 bytes.")
        }
        let key = nfc["encryptionPublicKey"]?.string.flatMap { Data(base64Encoded: $0) }
        if key.flatMap({ PassCheck.isKey([UInt8]($0)) }) != true {
            add(
                .nfc, "pass.json/nfc/encryptionPublicKey",
                "encryptionPublicKey must be the base64 of a P-256 key's SubjectPublicKeyInfo.")
        }
        check(nfc, "requiresAuthentication", at: "pass.json/nfc", code: .nfc, "true or false") { $0.bool != nil }
    }

    /// Returns `true` if `spki` is a P-256 SubjectPublicKeyInfo with an uncompressed or compressed point; Apple's examples have
    /// the latter.
    static func isKey(_ spki: [UInt8]) -> Bool {
        if (try? P256PublicKey(spki: spki)) != nil { return true }
        // SEQUENCE { SEQUENCE { ecPublicKey, prime256v1 }, BIT STRING 02|03 x }
        let head: [UInt8] = [
            0x30, 0x39, 0x30, 0x13, 0x06, 0x07, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x02, 0x01, 0x06, 0x08, 0x2A, 0x86, 0x48,
            0xCE, 0x3D, 0x03, 0x01, 0x07, 0x03, 0x22, 0x00,
        ]
        return spki.count == head.count + 33 && spki.starts(with: head) && (2...3).contains(spki[head.count])
    }
}
