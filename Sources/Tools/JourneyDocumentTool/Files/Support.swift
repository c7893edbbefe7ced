import Foundation
import JourneyBase
import JourneyCBOR
import JourneyCLI
import MobileDocument

/// Helpers that the subcommands share.
enum Support {
    static let timeOption = Option(
        .at, value: .text("TIME"), help: "Time of the check, such as 2026-01-31T12:00:00Z", defaultText: "now")

    /// Returns the result of parsing the file at `path`; a parse error becomes bad input with its code and byte offset.
    static func parse<Value>(_ path: String, _ body: () throws(CBORError) -> Value) throws -> Value {
        do throws(CBORError) { return try body() } catch {
            throw CommandError(
                .badInput, code: error.reason.rawValue,
                "\(path) cannot be parsed: \(error.detail), at byte \(error.offset).")
        }
    }

    /// Returns a document type by its short name or in full.
    static func docType(_ name: String) -> DocumentType {
        switch name {
        case "mdl": .drivingLicence
        case "pid": .personIdentification
        case "av": .ageVerification
        default: DocumentType(name)
        }
    }

    static func json(_ warning: AcceptanceWarning) -> JSONValue {
        [
            "check": warning.check.map { .string($0.rawValue) } ?? .null, "code": .string(warning.code),
            "reason": .string(warning.detail),
        ]
    }

    static func failure(_ error: IssuingError) -> CommandError {
        CommandError(.badInput, code: error.reason.rawValue, "\(error.place): \(error.detail).")
    }
}
