import CredentialSharing
import Foundation
import JourneyBase
import JourneyCBOR
import JourneyCLI
import MobileDocument

/// A verification report: as text in words, and as JSON, which has each value in CBOR's diagnostic notation too.
struct ReportText {
    private let report: ResponseReport
    private let time: Date

    init(_ report: ResponseReport, at time: Date) {
        self.report = report
        self.time = time
    }

    func text(_ style: Style) -> String {
        var lines = ["Checked as of \(time.formatted(.iso8601)); the response's status is \(report.status)."]
        for (index, document) in report.documents.enumerated() {
            lines += ["", style.bold("Document \(index + 1): \(ReportText.title(of: document.docType))")]
            if let policy = document.policy { lines.append("  Checked under the policy \(policy).") }
            for check in document.checks {
                let code = check.code.map { " " + style.code($0) } ?? ""
                lines.append("  \(mark(check, style))  \(check.name.step)  \(check.name.title)")
                lines.append(style.dim("              \(check.reason)") + code)
                lines += check.warnings.map { warning in
                    "              " + style.yellow("warning: \(warning.detail)") + " " + style.code(warning.code)
                }
            }
            lines += ["", "  Elements"]
            for element in document.elements {
                let doubt = element.isCovered ? "" : style.red("  not covered")
                let name = ReportText.words.name(of: element.name.identifier)
                lines.append(
                    "    \(CleanText.of("\(name): \(ReportText.value(of: element))"))\(doubt)"
                        + style.dim("  \(CleanText.of("\(element.name)")), \(element.source.rawValue)"))
            }
            for (name, code) in document.errors.sorted(by: { "\($0.key)" < "\($1.key)" }) {
                lines.append(
                    "    \(CleanText.of(ReportText.words.name(of: name.identifier))) was not returned (code \(code))")
            }
        }
        for error in report.documentErrors { lines.append("\(error.docType) was not returned (code \(error.code)).") }
        for docType in report.missing { lines.append("\(docType) was requested and not returned.") }
        return (lines + ["", summary(style)]).joined(separator: "\n")
    }

    private static let words = ElementText(.english)

    private static func title(of docType: DocumentType) -> String {
        let name = CleanText.of(docType.name)
        return words.name(of: docType).map { "\($0) (\(name))" } ?? name
    }

    /// Returns an element's value in words; of bytes, their kind and size.
    private static func value(of element: DocumentReport.Element) -> String {
        guard let bytes = element.value.bytes else {
            return words.value(element.value, of: element.name.identifier)
        }
        return "\(Kind.ofBytes(bytes) ?? "bytes"), \(bytes.count) bytes"
    }

    /// Returns the numbers of checks by outcome; there is no overall verdict.
    private func summary(_ style: Style) -> String {
        let (failed, skipped) = (count(.failed), count(.notRun))
        let warnings = report.documents.reduce(0) { $0 + $1.warnings.count }
        return [
            style.green("\(count(.passed)) checks passed"), failed > 0 ? style.red("\(failed) failed") : "0 failed",
            skipped > 0 ? style.yellow("\(skipped) were not run") : "0 were not run",
        ].joined(separator: ", ")
            + (warnings > 0 ? style.yellow(", with \(warnings) warning\(warnings == 1 ? "" : "s")") : "") + "."
    }

    private func count(_ outcome: VerificationCheck.Outcome) -> Int {
        report.documents.reduce(0) { $0 + $1.checks(outcome).count }
    }

    private func mark(_ check: VerificationCheck, _ style: Style) -> String {
        switch check.outcome {
        case .passed: style.green("passed ")
        case .failed: style.red("FAILED ")
        case .notRun: style.yellow("not run")
        }
    }

    var json: JSONValue {
        [
            "at": .string(time.formatted(.iso8601)), "status": number(report.status),
            "documents": .array(report.documents.map(json)),
            "documentErrors": .array(
                report.documentErrors.map {
                    ["docType": .string($0.docType.name), "code": .number(JSONNumber($0.code))]
                }),
            "missing": .array(report.missing.map { .string($0.name) }),
            "passed": number(UInt64(count(.passed))), "failed": number(UInt64(count(.failed))),
            "notRun": number(UInt64(count(.notRun))),
        ]
    }

    private func json(_ document: DocumentReport) -> JSONValue {
        [
            "docType": .string(document.docType.name),
            "policy": document.policy.map { .string($0.description) } ?? .null,
            "checks": .array(
                document.checks.map { check in
                    var members: [String: JSONValue] = [
                        "step": number(UInt64(check.name.step)), "name": .string(check.name.rawValue),
                        "outcome": .string(check.outcome.rawValue), "reason": .string(check.reason),
                    ]
                    if let code = check.code { members["code"] = .string(code) }
                    if !check.warnings.isEmpty { members["warnings"] = .array(check.warnings.map(Support.json)) }
                    return .object(members)
                }),
            "elements": .array(
                document.elements.map { element in
                    [
                        "nameSpace": .string(element.name.nameSpace), "element": .string(element.name.identifier),
                        "source": .string(element.source.rawValue), "covered": .bool(element.isCovered),
                        "text": .string(ReportText.value(of: element)), "value": .string(element.value.diagnostic),
                    ]
                }),
            "errors": .array(
                document.errors.sorted { "\($0.key)" < "\($1.key)" }.map { name, code in
                    [
                        "nameSpace": .string(name.nameSpace), "element": .string(name.identifier),
                        "code": .number(JSONNumber(code)),
                    ]
                }),
        ]
    }

    private func number(_ value: UInt64) -> JSONValue { .number(JSONNumber(Int64(clamping: value))) }
}
