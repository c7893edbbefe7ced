import Foundation
import JourneyCBOR
import JourneyCLI
import MobileDocument

/// What the commands share.
enum Support {
    static let timeOption = Option(
        .at, value: .text("TIME"), help: "At this time, as in 2026-01-31T12:00:00Z", defaultText: "now")

    /// What `body` reads of the file `path`; what cannot be parsed is bad input, with its code and place.
    static func parse<Value>(_ path: String, _ body: () throws(CBORError) -> Value) throws -> Value {
        do throws(CBORError) { return try body() } catch {
            throw CommandError(
                .badInput, code: error.reason.rawValue,
                "\(path) cannot be read: \(error.detail), at byte \(error.offset).")
        }
    }

    /// A type by its short name or in full.
    static func docType(_ name: String) -> DocumentType {
        switch name {
        case "mdl": .drivingLicence
        case "pid": .personIdentification
        case "av": .ageVerification
        default: DocumentType(name)
        }
    }

    static func failure(_ error: IssuingError) -> CommandError {
        CommandError(.badInput, code: error.reason.rawValue, "\(error.place): \(error.detail).")
    }

    /// A value for people: strings that are long are cut.
    static func shown(_ item: CBORItem) -> String {
        if let bytes = item.bytes, bytes.count > 40 {
            return "\(Kind.ofBytes(bytes) ?? "bytes"), \(bytes.count) bytes"
        }
        let text = item.diagnostic
        return text.count > 300 ? String(text.prefix(300)) + "…" : text
    }
}
