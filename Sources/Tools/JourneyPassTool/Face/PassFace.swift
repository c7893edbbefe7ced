import Foundation
import JourneyBase
import JourneyCLI
import WalletPass

/// The visible content of a pass: its texts in one language, its colours and its images. For terminals and pictures.
struct PassFace: Sendable {
    /// One field as displayed.
    struct Field: Sendable, Hashable {
        enum Alignment: String, Sendable {
            case natural = "PKTextAlignmentNatural"
            case left = "PKTextAlignmentLeft"
            case center = "PKTextAlignmentCenter"
            case right = "PKTextAlignmentRight"
        }

        let key: String
        let label: String
        let value: String
        let alignment: Alignment
        /// The message about a change, with `%@` in place of the value.
        let changeMessage: String?
    }

    /// The barcode and its text.
    struct Code: Sendable, Hashable {
        let format: Barcode.Format
        let message: String
        let altText: String?
        /// The modules; `nil` when the format cannot hold the message.
        let barcode: Barcode?
    }

    let style: PassStyle
    /// The transit type of a boarding pass, such as `PKTransitTypeAir`.
    let transit: String?
    let names: PassSignerNames
    let serialNumber: String
    let organization: String
    let description: String
    let logoText: String?
    let colours: PassColours
    /// The fields by part: `headerFields`, `primaryFields`, `secondaryFields`, `auxiliaryFields`, `backFields`.
    let fields: [String: [Field]]
    let code: Code?
    /// The PNG images by name, in the highest resolution available.
    let pictures: [String: [UInt8]]
    let isVoided: Bool
    let expires: Date?
    let isContactless: Bool
    /// The relying party of the account that the pass is bound to.
    let boundTo: String?
    let webService: HTTPSURL?
    /// The language tags of the pass.
    let languages: [String]
    /// The displayed language; `nil` for the texts of `pass.json` itself.
    let language: String?

    /// Creates the face of a pass with these files, in the first available language of `languages`. `nil` when its content cannot
    /// be displayed.
    init?(_ files: [String: [UInt8]], languages wanted: [String], zone: TimeZone = .current) {
        guard
            let content = try? JSONReader.read(files["pass.json"] ?? [], limits: JSONLimits(bytes: 1 << 20, depth: 16)),
            let style = PassStyle.allCases.first(where: { content[$0.rawValue]?.object != nil }),
            let type = content["passTypeIdentifier"]?.string, let team = content["teamIdentifier"]?.string,
            let serial = content["serialNumber"]?.string
        else { return nil }
        let words = PassWords(files, wanted: wanted)
        self.style = style
        transit = content[style.rawValue]?["transitType"]?.string
        names = PassSignerNames(passTypeIdentifier: type, teamIdentifier: team)
        serialNumber = serial
        organization = words(content["organizationName"]?.string ?? "")
        description = words(content["description"]?.string ?? "")
        logoText = content["logoText"]?.string.map { words($0) }
        colours = PassColours(content)
        let formatter = FieldFormatter(locale: words.locale, zone: zone)
        var fields: [String: [Field]] = [:]
        for part in PassFace.parts {
            fields[part] = (content[style.rawValue]?[part]?.array ?? []).prefix(100).compactMap { value in
                formatter.field(value, words)
            }
        }
        self.fields = fields
        code = PassFace.code(content)
        pictures = words.pictures(files)
        isVoided = content["voided"]?.bool ?? false
        expires = content["expirationDate"]?.string.flatMap { try? Date($0, strategy: .iso8601) }
        isContactless = content["nfc"]?.object != nil
        boundTo = content["fidoProfile"]?["relyingPartyIdentifier"]?.string
        webService = content["webServiceURL"]?.string.flatMap { HTTPSURL($0) }
        languages = words.all
        language = words.language
    }

    /// The language of the texts around the pass.
    var pageLanguage: Language { Language(preferred: [language ?? "en"]) }

    static let parts = ["headerFields", "primaryFields", "secondaryFields", "auxiliaryFields", "backFields"]

    var header: [Field] { fields["headerFields"] ?? [] }
    var primary: [Field] { fields["primaryFields"] ?? [] }
    var secondary: [Field] { fields["secondaryFields"] ?? [] }
    var auxiliary: [Field] { fields["auxiliaryFields"] ?? [] }
    var back: [Field] { fields["backFields"] ?? [] }

    /// Returns the first barcode that can be drawn, as Wallet uses the first format that it knows.
    private static func code(_ content: JSONValue) -> Code? {
        let all = (content["barcodes"]?.array ?? []).prefix(10) + (content["barcode"].map { [$0] } ?? [])
        let codes = all.compactMap { value -> Code? in
            guard let format = value["format"]?.string.flatMap(Barcode.Format.init),
                let message = value["message"]?.string, !message.isEmpty
            else { return nil }
            let bytes = PassFace.bytes(of: message, in: value["messageEncoding"]?.string ?? "iso-8859-1")
            return Code(
                format: format, message: message, altText: value["altText"]?.string,
                barcode: bytes.flatMap { Barcode($0, format: format) })
        }
        return codes.first { $0.barcode != nil } ?? codes.first
    }

    /// Encodes a message in an IANA-named encoding; `nil` when the encoding cannot represent it.
    private static func bytes(of message: String, in encoding: String) -> [UInt8]? {
        switch encoding.lowercased() {
        case "iso-8859-1", "latin1":
            let bytes = message.unicodeScalars.compactMap { UInt8(exactly: $0.value) }
            return bytes.count == message.unicodeScalars.count ? bytes : nil
        case "us-ascii", "ascii":
            return message.utf8.allSatisfy { $0 < 0x80 } ? Array(message.utf8) : nil
        default: return Array(message.utf8)
        }
    }

    /// Returns the pass as text for a terminal, one field a line, in the order of a phone.
    func text(_ style: Style) -> String {
        var lines = [
            style.bold(CleanText.of(logoText ?? organization)) + "  "
                + style.dim("\(CleanText.of(description)) · \(self.style.rawValue)")
        ]
        for part in PassFace.parts {
            let list = fields[part] ?? []
            guard !list.isEmpty else { continue }
            if part == "backFields" { lines += ["", style.dim("on the back")] }
            for field in list {
                let label = CleanText.of(field.label).padding(
                    toLength: max(14, field.label.count + 1), withPad: " ", startingAt: 0)
                lines.append("  " + style.dim(label) + PassFace.lines(field.value))
            }
        }
        if let code {
            let name = code.format.rawValue.dropFirst("PKBarcodeFormat".count)
            lines.append(
                "  " + style.dim("\(name)".padding(toLength: 14, withPad: " ", startingAt: 0))
                    + CleanText.of(code.message))
        }
        if isContactless { lines.append("  " + style.dim("contactless")) }
        if let boundTo {
            lines.append(
                "  " + style.dim("bound to".padding(toLength: 14, withPad: " ", startingAt: 0)) + CleanText.of(boundTo)
            )
        }
        if isVoided { lines.append("  " + style.red("void")) }
        lines.append(
            style.dim(
                "\(CleanText.of(names.passTypeIdentifier)) · \(CleanText.of(serialNumber))"
                    + (languages.isEmpty ? "" : " · \(CleanText.of(languages.joined(separator: ", ")))")))
        return lines.joined(separator: "\n")
    }

    /// Indents the further lines of a multi-line value, so that none can pass for a line of this tool.
    private static func lines(_ value: String) -> String {
        CleanText.of(value.replacing("\r\n", with: "\n"), keepsLines: true)
            .replacing("\n", with: "\n" + String(repeating: " ", count: 16))
    }

    var json: [String: JSONValue] {
        var members: [String: JSONValue] = [
            "style": .string(style.rawValue), "organization": .string(organization),
            "description": .string(description),
            "passTypeIdentifier": .string(names.passTypeIdentifier), "teamIdentifier": .string(names.teamIdentifier),
            "serialNumber": .string(serialNumber), "voided": .bool(isVoided), "contactless": .bool(isContactless),
            "boundTo": boundTo.map { .string($0) } ?? .null,
            "webService": webService.map { .string("\($0)") } ?? .null,
            "languages": .array(languages.map { .string($0) }), "language": language.map { .string($0) } ?? .null,
        ]
        for part in PassFace.parts {
            members[part] = .array(
                (fields[part] ?? []).map {
                    ["key": .string($0.key), "label": .string($0.label), "value": .string($0.value)]
                })
        }
        members["barcode"] =
            code.map {
                [
                    "format": .string($0.format.rawValue), "message": .string($0.message),
                    "altText": $0.altText.map { .string($0) } ?? .null, "drawn": .bool($0.barcode != nil),
                ]
            } ?? .null
        return members
    }
}

/// The colours of a pass, with Wallet's defaults.
struct PassColours: Sendable, Hashable {
    let background: PassColour?
    let foreground: PassColour?
    let label: PassColour?

    init(_ content: JSONValue) {
        func colour(_ name: String) -> PassColour? { content[name]?.string.flatMap { PassColour($0) } }
        background = colour("backgroundColor")
        foreground = colour("foregroundColor")
        label = colour("labelColor")
    }
}
