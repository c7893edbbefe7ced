import Foundation
import JourneyBase
import JourneyCLI
import WalletPass

extension PassFace {
    /// The pass for a terminal, a field a line, in the order in which a phone shows them.
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

    /// A value can have several lines; those after the first stand below it, where none passes for a line of ours.
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
