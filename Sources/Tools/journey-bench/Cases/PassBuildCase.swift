import COpenSSL
import Foundation
import JourneyBase
import JourneySandbox
import WalletPass

/// Measures building a pass of 40 KB (check, hash, sign, pack), against one raw signature with the signer's key type.
enum PassBuildCase {
    static func figures(_ bench: Workbench) async throws -> [Measurement] {
        let raw = try RawSymmetric()
        let floor = try RawKey(owning: copenssl_rsa_generate(2_048), raw.sha256, of: raw)
        let now = Date()
        let authority = try DevelopmentPassAuthority(notBefore: now - 3_600, notAfter: now + 86_400)
        let names = PassSignerNames(passTypeIdentifier: "pass.com.example.bench", teamIdentifier: "ABCDE12345")
        let issued = try authority.issue(
            names, organization: "Bench", notBefore: now - 3_600, notAfter: now + 86_400)
        let signer = try PassIdentity(issued.identity)
        var figures: [Measurement] = []
        for (title, files, isDeflated, most) in [
            ("pictures stored", pictures(names), false, 1.3), ("texts deflated", texts(names), true, 4),
        ] {
            let builder = PassBuilder(signer: signer, isDeflated: isDeflated)
            let size = files.values.reduce(0) { $0 + $1.count }
            try expect((40_000..<42_000).contains(size), "The pass has \(size) bytes.")
            _ = try builder.build(files, at: now)
            figures.append(
                try await bench.calculated(
                    "pass of 40 KB, \(title)", floor: "one raw RSA-2048 signature", aim: .ratio(most),
                    floor: { try floor.sign() }, ours: { keep(try builder.build(files, at: now)) }))
        }
        return figures
    }

    private static func content(_ names: PassSignerNames) -> [UInt8] {
        let fields: [JSONValue] = (1...4).map { number in
            ["key": .string("f\(number)"), "label": "A label", "value": .string("A value \(number)")]
        }
        let pass: JSONValue = [
            "formatVersion": 1, "passTypeIdentifier": .string(names.passTypeIdentifier),
            "teamIdentifier": .string(names.teamIdentifier), "organizationName": "Bench", "serialNumber": "S-1",
            "description": "A card", "foregroundColor": "rgb(255, 255, 255)", "backgroundColor": "rgb(11, 95, 174)",
            "barcodes": [["format": "PKBarcodeFormatQR", "message": "1234567890", "messageEncoding": "iso-8859-1"]],
            "storeCard": ["primaryFields": [fields[0]], "secondaryFields": .array(Array(fields[1...]))],
        ]
        return pass.compactBytes
    }

    /// Returns six pictures of about 6.7 KB each.
    private static func pictures(_ names: PassSignerNames) -> [String: [UInt8]] {
        var files = ["pass.json": content(names)]
        for (name, width, height) in [("icon", 29, 29), ("logo", 160, 50), ("strip", 375, 144)] {
            for scale in 1...2 {
                let path = scale == 1 ? "\(name).png" : "\(name)@2x.png"
                files[path] = picture(width * scale, height * scale, count: 6_700)
            }
        }
        return files
    }

    /// Returns one small picture, and texts in four languages.
    private static func texts(_ names: PassSignerNames) -> [String: [UInt8]] {
        var files = ["pass.json": content(names), "icon.png": picture(29, 29, count: 1_000)]
        for language in ["en", "de", "fr", "bn"] {
            var text = ""
            var number = 0
            while text.utf8.count < 9_700 {
                number += 1
                text += "\"key-\(number)\" = \"\(language) a text about offer \(number * 7_919 % 1_009)\";\n"
            }
            files["\(language).lproj/pass.strings"] = Array(text.utf8)
        }
        return files
    }

    /// Returns a PNG header followed by incompressible bytes.
    private static func picture(_ width: Int, _ height: Int, count: Int) -> [UInt8] {
        func number(_ value: Int) -> [UInt8] { (0..<4).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * $0)) } }
        let head: [UInt8] =
            [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52] + number(width)
            + number(height) + [8, 2, 0, 0, 0, 0, 0, 0, 0]
        return head + Dependencies.system.random(count - head.count)
    }
}
