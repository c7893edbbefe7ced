import JourneyBase
import JourneyCLI
import WalletPass

/// A working template of any style: its files, and values for a first pass.
struct StarterTemplate {
    let style: PassStyle
    let names: PassSignerNames
    let organization: String

    /// The values of the placeholders.
    var values: JSONValue {
        var values: [String: JSONValue] = ["serialNumber": "0001", "code": "JK-0001-7F3A"]
        for (name, value) in sample.values { values[name] = value }
        return .object(values)
    }

    /// The files of the template's folder, by path.
    var files: [String: [UInt8]] {
        let sample = sample
        var content: [String: JSONValue] = [
            "formatVersion": 1, "passTypeIdentifier": .string(names.passTypeIdentifier),
            "teamIdentifier": .string(names.teamIdentifier), "serialNumber": "{{serialNumber}}",
            "organizationName": .string(organization), "description": .string(sample.description),
            "logoText": .string(organization), "backgroundColor": .string(StarterTemplate.text(sample.base)),
            "foregroundColor": "rgb(255, 255, 255)", "labelColor": .string(StarterTemplate.text(sample.label)),
            style.rawValue: sample.fields,
        ]
        content["barcodes"] = [
            [
                "format": .string(sample.format.rawValue), "message": "{{code}}", "messageEncoding": "iso-8859-1",
                "altText": "{{code}}",
            ]
        ]
        var files = StarterPictures(base: sample.base, accent: sample.accent).files(style)
        files["pass.json"] = Array((PrettyJSON.text(.object(content)) + "\n").utf8)
        files["de.lproj/pass.strings"] = StarterTemplate.strings(sample.german)
        return files
    }

    private static func text(_ rgb: StarterPictures.RGB) -> String { "rgb(\(rgb.red), \(rgb.green), \(rgb.blue))" }

    /// Encodes strings in UTF-16 with a byte order mark, which every system reads.
    private static func strings(_ words: [(String, String)]) -> [UInt8] {
        let text = words.map { "\"\($0.0)\" = \"\($0.1)\";\n" }.joined()
        return [0xFF, 0xFE] + text.utf16.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] }
    }

    var sample: StarterSample { StarterSample(style) }
}
